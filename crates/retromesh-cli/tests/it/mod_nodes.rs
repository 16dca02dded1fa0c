//! Models of nodes: which are ten times larger, and of which a line says what to do.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::retromesh;
use crate::mods::farm;
use std::fs;

/// Converts a mod; returns what is said, its Lua file, and how its lamp begins in the listing of it.
fn lamp(init: &str) -> (String, String, String) {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::remove_file(folder.path("farm/animations.lua")).unwrap();
    fs::write(folder.path("farm/init.lua"), init).unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let info = retromesh(&["info", &format!("{out}/models/lamp.glb")]).out;
    let bounds = info.lines().find(|line| line.contains("bounds")).unwrap().to_owned();
    (run.out, fs::read_to_string(format!("{out}/init.lua")).unwrap(), bounds)
}

/// The bounds of a lamp ten times as large.
const LARGE: &str = "to [30.0, 50.0, 0.0]";

#[test]
fn a_table_that_becomes_a_node_further_on_has_the_model_of_a_node() {
    let rows = [
        "function doors.register(name, def)\n\tif x then y() end\n\tdef.mesh = 'lamp.b3d'\n\
         \tminetest.register_node(':' .. name, def)\nend\ndoors.register('a', {tiles = {}})",
        "function doors.register(name, def)\n\tdef.mesh = 'lamp.b3d'\n\
         \tminetest.register_node(':' .. name, table.copy(def))\nend",
        "local def = table.copy(minetest.registered_nodes['a:b'])\ndef.mesh = 'lamp.b3d'\ncore.register_node('a:c', def)",
        "for _, def in ipairs(all) do def.mesh = 'lamp.b3d' core.register_node(def.name, def) end",
        "local function reg(name, def)\n\tlocal d = def or {}\n\td.mesh = 'lamp.b3d'\n\tcore.register_node(name, d)\nend",
        // What only nodes have.
        "homedecor.register('clock', {mesh = 'lamp.b3d', tiles = {'a.png'}})",
        "local function add(name, d) core.register_node(name, d) end\nadd('a:b', {mesh = 'lamp.b3d', tiles = {}})",
    ];
    for init in rows {
        let (said, _, bounds) = lamp(init);
        assert!(!said.contains("by hand") && bounds.ends_with(LARGE), "{init}: {bounds}\n{said}");
    }
}

#[test]
fn what_becomes_of_a_table_is_asked_where_it_is_not_seen() {
    let by_hand = "lamp.b3d: if a node gets it, give the node ten times its visual_scale, which is 1 if it has none";
    let rows = [
        ("minetest.registered_nodes['a:b'].mesh = 'lamp.b3d'", by_hand),
        ("local function f(def) if x then def.mesh = 'lamp.b3d' end core.register_node('a:b', def) end", by_hand),
        ("homedecor.register('clock', {mesh = 'lamp.b3d'})", by_hand),
        // These are no nodes.
        ("local function f(def) def.mesh = 'lamp.b3d' core.register_entity('a:b', def) end", ""),
        ("boats.register_boat('oak', {mesh = 'lamp.b3d', textures = {'a.png'}})", ""),
        ("function f(self) self.mesh = 'lamp.b3d' end", ""),
    ];
    for (init, expected) in rows {
        let (said, _, bounds) = lamp(init);
        assert!(!bounds.ends_with(LARGE), "{init}: {bounds}");
        assert!(said.contains(expected) && said.contains("by hand") != expected.is_empty(), "{init}: {said}");
    }
}

#[test]
fn a_model_of_an_entity_that_a_function_makes_keeps_its_size() {
    let entity = "local function reg(name, def)\n\tdef.initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}\n\
                  \tcore.register_entity(name, def)\nend\n";
    let (_, lua, bounds) =
        lamp(&format!("{entity}core.register_node('a:n', {{drawtype = 'mesh', mesh = 'lamp.b3d'}})"));
    assert!(lua.contains("{visual_scale = 10, drawtype") && !bounds.ends_with(LARGE), "{bounds}\n{lua}");
    let node = "local function node(def) def.mesh = 'lamp.b3d' core.register_node('a:n', def) end";
    let (said, _, bounds) = lamp(&format!("{entity}{node}"));
    let by_hand = "init.lua:5: lamp.b3d: entities use it, too; give the node ten times its visual_scale";
    assert!(said.contains(by_hand) && !bounds.ends_with(LARGE), "{bounds}\n{said}");
}

#[test]
fn a_second_run_does_not_scale_a_model_again() {
    let folder = farm();
    let [input, first, second] = ["farm", "first", "second"].map(|name| folder.path(name));
    fs::remove_file(folder.path("farm/animations.lua")).unwrap();
    fs::write(folder.path("farm/init.lua"), "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d'})")
        .unwrap();
    for (words, folders) in [(&["--from", "b3d"], [&input, &first]), (&["--from", "glb"], [&first, &second])] {
        let [from, to] = folders.map(String::as_str);
        let run = retromesh(&[&["convert", from, "-d", to, "--target", "luanti", "--lua"][..], words].concat());
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let info = retromesh(&["info", &format!("{to}/models/lamp.glb")]).out;
        assert!(info.contains(LARGE), "{info}");
    }
}

#[test]
fn the_list_of_what_was_written_is_not_listed() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    retromesh(&["convert", &input, "-d", &out, "--target", "luanti"]);
    assert!(fs::exists(format!("{out}/.retromesh-manifest.jsonl")).unwrap());
    let csv = retromesh(&["info", "--csv", "-", &out]).out;
    assert!(csv.contains("lamp.glb") && !csv.contains("manifest"), "{csv}");
}

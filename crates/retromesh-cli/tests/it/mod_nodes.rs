//! Models of nodes: which are ten times larger, and of which a line says what to do.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::archives::zip;
use crate::common::{Folder, fixture, retromesh};
use crate::mods::{changed, farm};
use std::fs;
use std::path::Path;

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
fn a_model_that_some_runs_give_a_node_is_listed_once() {
    let (said, ..) = lamp(
        "for _, kind in ipairs({'', 'b'}) do\n\tlocal def = {drawtype = 'mesh', tiles = {'a.png'}}\n\tif kind == '' then\n\t\tdef.mesh = 'lamp.b3d'\n\
         \telse\n\t\tdef.mesh = 'other.b3d'\n\tend\n\tcore.register_node('a:' .. kind, def)\nend",
    );
    assert_eq!(said.matches("init.lua:4: ").count(), 1, "{said}");
    assert!(said.contains("its model is computed; for lamp.glb give the node ten times its visual_scale"), "{said}");
}

#[test]
fn a_model_of_an_entity_that_a_function_makes_keeps_its_size() {
    let entity = "local function reg(name, def)\n\tdef.initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}\n\
                  \tcore.register_entity(name, def)\nend\n";
    let (_, lua, bounds) =
        lamp(&format!("{entity}core.register_node('a:n', {{drawtype = 'mesh', mesh = 'lamp.b3d'}})"));
    let scales = "{visual_scale = 10, wield_scale = {x = 10, y = 10, z = 10}, drawtype";
    assert!(lua.contains(scales) && !bounds.ends_with(LARGE), "{bounds}\n{lua}");
    let node = "local function node(def) def.mesh = 'lamp.b3d' core.register_node('a:n', def) end";
    let (said, _, bounds) = lamp(&format!("{entity}{node}"));
    let by_hand = "init.lua:5: lamp.b3d: entities use it, too; give the node ten times its visual_scale";
    assert!(said.contains(by_hand) && !bounds.ends_with(LARGE), "{bounds}\n{said}");
    // What a loop gives the node may be a scale.
    let node = "local function node(more)\nlocal d = {drawtype = 'mesh', mesh = 'lamp.b3d'}\nfor k, v in pairs(more) do d[k] = v end\n\
                core.register_node('a:n', d) end\nnode({visual_scale = 2})";
    let (said, lua, _) = lamp(&format!("{entity}{node}"));
    let by_hand = "init.lua:7: a:n: where this sets a scale, give the node ten times its visual_scale";
    assert!(
        lua.contains(scales)
            && said.contains(by_hand)
            && said.contains("{x = 10, y = 10, z = 10} where there is none: d[k] = v"),
        "{said}"
    );
}

#[test]
fn scales_and_models_that_lines_set_elsewhere_are_listed() {
    let entity = "core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let node = "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d'})\n";
    let (over, sets) =
        ("if it overrides a node", "if it is that of a node whose model entities use, too, multiply it by 10");
    let shows = "if it shows the model of a node that grew tenfold, divide its visual_size by 10: lamp.glb";
    let rows = [
        (true, "for _, n in ipairs({'a:n'}) do core.override_item(n, {visual_scale = 2}) end", over),
        (
            true,
            "local function big(n) core.override_item(n, {wield_scale = {x = 2, y = 2, z = 2}}) end big('a:n')",
            over,
        ),
        (true, "core.registered_nodes['a:n'].visual_scale = 2", sets),
        (true, "core.registered_nodes['a:n']['visual_scale'] = 2", sets),
        (true, "core.override_item('b:n', {visual_scale = 2})", ""),
        (false, "function f(o, n) local m = core.registered_nodes['a:n'].mesh o:set_properties({mesh = m}) end", shows),
        (false, "function f(o, def) local p = o:get_properties() p.mesh = def.mesh o:set_properties(p) end", shows),
        (false, "function f(self) local m = self.mesh print(m) end", ""),
    ];
    for (has_entity, line, expected) in rows {
        let entity = if has_entity { entity } else { "\n" };
        let (said, ..) = lamp(&format!("{entity}{node}{line}"));
        let listed = said.matches("\n  init.lua:3: ").count();
        assert!(said.contains(expected) && listed == usize::from(!expected.is_empty()), "{line}: {said}");
    }
}

#[test]
fn a_scale_that_nodes_share_changes_where_all_of_them_need_it() {
    let entity = "core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let def = "local d = {drawtype = 'mesh', tiles = {}, visual_scale = 0.5}\n";
    let node =
        |model: &str| format!("local n = table.copy(d) n.mesh = '{model}.b3d' core.register_node('a:{model}', n)\n");
    let own = "a:lamp: entities use its model, too; it needs visual_scale = 5 of its own, as others may share the 0.5 of init.lua:2";
    let rows = [
        (format!("{def}{}", node("lamp")), ""),
        // That of the other one stays.
        (format!("{def}{}{}", node("lamp"), node("cow")), own),
        (
            format!(
                "{def}d.mesh = 'cow.b3d' core.register_node('a:b', table.copy(d))\n\
                 d.mesh = 'lamp.b3d' core.register_node('a:lamp', table.copy(d))"
            ),
            own,
        ),
        // A function gives it to nobody knows what.
        (
            format!(
                "{def}local function with(t) for k, v in pairs(d) do t[k] = v end return t end\n\
                 core.register_node('a:x', with({{mesh = 'cow.b3d'}}))\n{}",
                node("lamp")
            ),
            own,
        ),
    ];
    for (row, expected) in rows {
        let (said, lua) = changed(&format!("{entity}{row}"), "luanti");
        assert_eq!(lua.contains("visual_scale = 5}"), expected.is_empty(), "{row}: {lua}");
        assert_eq!(lua.contains("visual_scale = 0.5}"), !expected.is_empty(), "{row}: {lua}");
        assert!(said.contains(expected) && said.contains("by hand") != expected.is_empty(), "{row}: {said}");
    }
}

#[test]
fn a_model_that_overrides_that_of_a_node_has_its_scale() {
    let entity = "core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let node = |rest: &str| format!("core.register_node('a:n', {{drawtype = 'mesh', mesh = 'MODEL.b3d'{rest}}})\n");
    let by_hand = "give it ten times the visual_scale of the node that it overrides, which is not known here";
    let rows = [
        (
            node(", visual_scale = 0.25").replace("MODEL", "cow"),
            "lamp",
            "{visual_scale = 2.5, wield_scale = {x = 10, y = 10, z = 10}, mesh = 'lamp.glb'}",
            "",
        ),
        (
            node("").replace("MODEL", "cow"),
            "lamp",
            "{visual_scale = 10, wield_scale = {x = 10, y = 10, z = 10}, mesh = 'lamp.glb'}",
            "",
        ),
        // What the node had before its model grew.
        (
            node(", visual_scale = 0.25").replace("MODEL", "lamp"),
            "cow",
            "{visual_scale = 0.25, wield_scale = {x = 1, y = 1, z = 1}, mesh = 'cow.glb'}",
            "",
        ),
        (
            node(", wield_scale = {x = 2, y = 3, z = 4}").replace("MODEL", "lamp"),
            "cow",
            "{visual_scale = 1, wield_scale = {x = 2, y = 3, z = 4}, mesh = 'cow.glb'}",
            "",
        ),
        (
            node(", wield_scale = vector.new(2, 2, 2)").replace("MODEL", "lamp"),
            "cow",
            "{visual_scale = 1, mesh = 'cow.glb'}",
            "init.lua:3: a:n: give it the wield_scale that the node had, which grows tenfold",
        ),
        (node(", wield_image = 'a.png'").replace("MODEL", "lamp"), "cow", "{mesh = 'cow.glb'}", ""),
        (node(", visual_scale = s").replace("MODEL", "cow"), "lamp", "{mesh = 'lamp.glb'}", by_hand),
        (String::new(), "lamp", "{mesh = 'lamp.glb'}", by_hand),
    ];
    for (node, model, expected, by_hand) in rows {
        let init = format!("{entity}{node}core.override_item('a:n', {{mesh = '{model}.b3d'}})");
        let (said, lua) = changed(&init, "luanti");
        assert!(lua.contains(expected), "{init}: {lua}");
        assert!(said.contains(by_hand) && said.contains("by hand") != by_hand.is_empty(), "{init}: {said}");
    }
}

#[test]
fn a_scale_in_the_hand_that_is_set_elsewhere_grows_or_is_listed() {
    let entity = "core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let lamp = "{drawtype = 'mesh', mesh = 'lamp.b3d'}";
    let hand = "local function hand(d) d.wield_scale = {x = 2, y = 2, z = 2} end\n";
    let overridden = |rest: &str| format!("core.register_node('a:n', {lamp})\ncore.override_item('a:n', {{{rest}}})");
    let [both, one] = ["{visual_scale = 10, wield_scale = {x = 10, y = 10, z = 10}, d", "{visual_scale = 10, d"];
    let rows = [
        (overridden("wield_scale = {x = 3, y = 2, z = 1}"), "{wield_scale = {x = 30, y = 20, z = 10}}", ""),
        (overridden("visual_scale = 2, wield_scale = hand"), "{visual_scale = 20, wield_scale = hand}", "a:n"),
        (overridden("wield_image = 'a.png', wield_scale = {x = 3, y = 3, z = 3}"), "wield_scale = {x = 3, y", ""),
        (format!("{hand}core.register_node('a:n', {lamp})"), both, ""),
        (format!("{hand}local d = {lamp} hand(d) core.register_node('a:n', d)"), one, "a:n"),
        (format!("{hand}local d = {lamp} local c = table.copy(d) hand(c) core.register_node('a:c', c)"), one, "a:c"),
        (
            format!("local function add(n, d) d.wield_scale = s core.register_node(n, d) end add('a:n', {lamp})"),
            one,
            "'a:n'",
        ),
    ];
    for (row, expected, noted) in rows {
        let (said, lua) = changed(&format!("{entity}{row}"), "luanti");
        assert!(lua.contains(expected), "{row}: {lua}\n{said}");
        let line = said.lines().find(|line| line.contains("it is a tenth as large in the hand")).unwrap_or_default();
        assert_eq!(line.is_empty(), noted.is_empty(), "{row}: {said}");
        assert!(
            line.contains("init.lua:") && line.contains(&format!(" {}: it is a tenth", noted.trim_matches('\'')))
                || noted.is_empty(),
            "{row}: {said}"
        );
    }
    let (said, lua) = changed(
        &format!(
            "{entity}local d = {lamp}\ncore.register_node('a:d', d)\nlocal c = table.copy(d)\n\
             c.wield_scale = {{x = 2, y = 2, z = 2}}\ncore.register_node('a:c', c)"
        ),
        "luanti",
    );
    let needs = "init.lua:2: definitions share this table and need different values, so none is added; give each its own: \
                 a:c needs visual_scale = 10; a:d needs visual_scale = 10, wield_scale = {x = 10, y = 10, z = 10}\n";
    assert!(said.contains(needs) && lua.contains("d = {drawtype"), "{lua}\n{said}");
}

#[test]
fn an_entity_that_shows_the_model_of_a_node_is_listed() {
    let node = "core.register_node('a:n', {drawtype = 'mesh', mesh = 'MODEL.b3d'})\n\
                core.register_entity('a:e', {on_activate = function(self) local def = core.registered_nodes['a:n']\n\
                self.object:set_properties({mesh = def.mesh, textures = def.tiles}) end})";
    let by_hand = "if it shows the model of a node that grew tenfold, divide its visual_size by 10: lamp.glb: def.mesh";
    for (model, expected) in [("lamp", by_hand), ("cow", "")] {
        let (said, _) = changed(&node.replace("MODEL", model), "luanti");
        assert!(said.contains(expected) && said.contains("by hand") != expected.is_empty(), "{said}");
    }
}

#[test]
fn a_choice_of_models_is_done_once_it_has_their_new_names() {
    let entity = "core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let node = "core.register_node('a:n', {drawtype = 'mesh', mesh = x and 'lampE' or 'cowE'})";
    let by_hand = "its model is computed; for lamp.glb give the node ten times its visual_scale, which is 1 if it has none, and without a wield_image ten times its wield_scale, {x = 10, y = 10, z = 10} where there is none: x and";
    for (end, expected) in [(".b3d", by_hand), (".glb", "")] {
        let (said, _) = changed(&format!("{entity}{}", node.replace('E', end)), "luanti");
        assert!(said.contains(expected) && said.contains("by hand") != expected.is_empty(), "{said}");
    }
    let (said, _) =
        changed(&format!("{entity}{}", node.replace("x and 'lampE' or 'cowE'", "d.mesh or 'lamp.glb'")), "luanti");
    assert!(!said.contains("by hand"), "{said}");
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

#[test]
fn a_picture_says_that_the_mod_names_no_tiles_with_its_model() {
    let folder = farm();
    let [input, out] = ["farm/models/lamp.b3d", "lamp.png"].map(|name| folder.path(name));
    fs::copy(fixture("b3d/texture-flags.b3d"), &input).unwrap();
    let by_argument =
        "local function add(m, t) core.register_node('a:b', {mesh = m, tiles = t}) end add('lamp.b3d', {'a.png'})";
    let rows = [("core.register_node('a:b', {mesh = 'lamp.b3d', tiles = {'a.png'}})", false), (by_argument, true)];
    for (init, expected) in rows {
        fs::write(folder.path("farm/init.lua"), init).unwrap();
        let run = retromesh(&["render", &input, "-o", &out, "--force"]);
        assert_eq!(
            run.err.contains("no table of the mod names this model and its tiles"),
            expected,
            "{init}: {}",
            run.err
        );
    }
}

#[test]
fn a_model_of_a_node_with_more_slots_than_tiles_is_noted() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::copy(fixture("b3d/brush-fx.b3d"), folder.path("farm/models/lamp.b3d")).unwrap();
    for (init, expected) in [
        ("core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d'})", true),
        ("core.register_entity('a:e', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})", false),
    ] {
        fs::write(folder.path("farm/init.lua"), init).unwrap();
        let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--force"]);
        let said = "note: lamp.glb: 10 texture slots: a node has 6 tiles, and draws tile 6 on all slots from that on\n";
        assert_eq!(run.out.contains(said), expected, "{init}: {}", run.out);
    }
}

/// The engine makes a slot of each group of an `.obj`, here of one material.
#[test]
fn a_picture_has_the_tiles_in_the_slots_of_the_engine() {
    let folder = Folder::new();
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng a\nusemtl x\nf 1 2 3\ng b\nusemtl x\nf 1 2 4\n";
    fs::write(folder.path("box.obj"), obj).unwrap();
    let lua = "core.register_node('a:b', {mesh = 'box.obj', tiles = {'one.png', 'two.png'}})";
    fs::write(folder.path("init.lua"), lua).unwrap();
    let run = retromesh(&["render", &folder.path("box.obj"), "-o", &folder.path("box.png")]);
    let said = run.out + &run.err;
    assert!(said.contains("a texture image was not found next to the model (2 times)"), "{said}");
}

#[test]
fn models_whose_normals_contradict_their_faces_are_counted() {
    let note = "note: in 1 model normals point against the faces, as in the source: models/lamp.b3d; --normals recompute makes others\n";
    for (name, is_said) in [("normals-wrong", true), ("letter-f", false)] {
        let folder = farm();
        let [input, out] = ["farm", "out"].map(|name| folder.path(name));
        fs::copy(fixture(&format!("b3d/{name}.b3d")), folder.path("farm/models/lamp.b3d")).unwrap();
        let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti"]);
        assert_eq!((run.code, run.out.contains(note)), (0, is_said), "{name}: {}{}", run.out, run.err);
    }
}

#[test]
fn models_without_the_lua_of_their_mod_are_noted() {
    let folder = farm();
    let [models, farm, alone, out] = ["farm/models", "farm", "alone", "out"].map(|name| folder.path(name));
    fs::create_dir(&alone).unwrap();
    fs::copy(format!("{models}/cow.b3d"), format!("{alone}/cow.b3d")).unwrap();
    let what = "no Lua in this folder, so models get no clips and those of nodes no scale: the Lua of the mod is above";
    let note = format!("{models}: {what}: give {farm}\n");
    let refused = "--lua needs the folder of a mod: there is no Lua file in the inputs";
    let hint = format!("error: {refused}; that of the mod is above: give {farm}\n");
    let rows: [(&[&str], &str); 6] = [
        (&[&models], &note),
        (&[&models, &farm], ""),
        (&[&alone], ""),
        (&[&models, "--range", "walk=1-3"], ""),
        (&[&models, "--lua"], &hint),
        (&[&alone, "--lua"], &format!("error: {refused}\n")),
    ];
    for (words, expected) in rows {
        let run = retromesh(&[&["convert", "-d", &out, "--target", "luanti", "--force"], words].concat());
        let is_meant = |line: &&str| line.starts_with("error: ") || line.contains("the Lua of the mod");
        let said: String = run.err.split_inclusive('\n').filter(is_meant).collect();
        let code = if expected.contains("error") { 2 } else { 0 };
        assert_eq!((said.as_str(), run.code), (expected, code), "{words:?}");
    }
}

#[test]
fn an_image_that_the_mod_replaces_is_not_missing() {
    let folder = Folder::new();
    let lua = b"core.register_node('a:b', {drawtype = 'mesh', mesh = 'square.x', tiles = {'tile.png'}})".to_vec();
    let model = fs::read(fixture("x/square.x")).unwrap();
    let [picture, page] = ["tile.png", "a.html"].map(|name| folder.path(name));
    assert_eq!(retromesh(&["render", &fixture("b3d/letter-f.b3d"), "-o", &picture, "--size", "8"]).code, 0);
    let files = [("init.lua", lua), ("models/square.x", model), ("textures/tile.png", fs::read(&picture).unwrap())];
    for (count, missing) in [(3, ""), (2, "missing-image]: tile.png\n")] {
        let files = files[..count].iter().map(|(name, bytes)| (format!("a{count}/{name}"), bytes.clone()));
        let files: Vec<(String, Vec<u8>)> = files.collect();
        for (name, bytes) in &files {
            fs::create_dir_all(Path::new(&folder.path(name)).parent().unwrap()).unwrap();
            fs::write(folder.path(name), bytes).unwrap();
        }
        fs::write(folder.path(&format!("z{count}.zip")), zip(&files)).unwrap();
        for input in [format!("a{count}/models/square.x"), format!("z{count}.zip/a{count}/models/square.x")] {
            for (command, output) in [("view", &page), ("render", &picture)] {
                let run = retromesh(&[command, &folder.path(&input), "-o", output, "--force"]);
                let is_so = run.err.contains(missing) && run.err.contains("missing-image") != missing.is_empty();
                assert!(run.code == 0 && is_so && !run.err.contains("red.png"), "{command} {input}: {}", run.err);
            }
        }
    }
}

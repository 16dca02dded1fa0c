//! Models that mods swap, and definitions that they copy for another model.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::retromesh;
use crate::mods::{changed, clips, farm};
use std::fs;

const ANIMATION: &str = "animation = {speed_normal = 10, walk_start = 0, walk_end = 5}";

#[test]
fn all_models_that_play_the_numbers_of_a_definition_have_its_clips() {
    let base = "local cow = {mesh = 'cow.b3d', ANIMATION}\nmobs:register_mob('a:a', cow)\n";
    let register = "pig.mesh = 'pig.b3d'\nmobs:register_mob('a:b', pig)";
    let extend =
        "local function extend(a, b) local t = table.copy(a) for k, v in pairs(b) do t[k] = v end return t end\n";
    let rows = [
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', gotten_mesh = 'pig.b3d', ANIMATION})".to_owned(),
        "mobs:register_mob('a:b', {male_mesh = 'cow.b3d', female_mesh = 'pig.b3d', ANIMATION})".to_owned(),
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', ANIMATION, on_punch = function(self)\n\
         self.object:set_properties({mesh = 'pig.b3d'}) end})"
            .to_owned(),
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', ANIMATION, do_custom = function(self)\n\
         self.base_mesh = 'pig.b3d' end})"
            .to_owned(),
        format!("local copy = table.copy\n{base}local pig = copy(cow)\n{register}"),
        format!("local function deepcopy(o) return o end\n{base}local pig = deepcopy(cow)\n{register}"),
        format!("{base}local pig = cow:clone()\n{register}"),
        format!(
            "{extend}local cow = extend({{hp = 1}}, {{mesh = 'cow.b3d', ANIMATION}})\nlocal pig = table.copy(cow)\n{register}"
        ),
        format!(
            "{extend}local cow = extend({{hp = 1}}, {{mesh = 'cow.b3d', ANIMATION}})\n\
             mobs:register_mob('a:b', extend(cow, {{mesh = 'pig.b3d'}}))"
        ),
    ];
    for row in rows {
        let folder = farm();
        let [input, out] = ["farm", "out"].map(|name| folder.path(name));
        fs::remove_file(folder.path("farm/animations.lua")).unwrap();
        fs::write(folder.path("farm/init.lua"), row.replace("ANIMATION", ANIMATION)).unwrap();
        let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua", "--deny", "edit-by-hand"]);
        assert_eq!(run.code, 0, "{row}: {}{}", run.out, run.err);
        assert_eq!(clips(&format!("{out}/models/pig.glb")), ["walk"], "{row}");
        let lua = fs::read_to_string(format!("{out}/init.lua")).unwrap();
        assert!(lua.contains("{speed_normal = 1, walk_start = 0, walk_end = 0.5}"), "{row}: {lua}");
    }
}

#[test]
fn a_line_says_what_shared_numbers_are_now() {
    let cow = format!("local cow = {{mesh = 'cow.b3d', {ANIMATION}}}\nmobs:register_mob('a:a', cow)\n");
    let shared = "; those that it shares with another model are divided by the rate of that already: give it its own, or convert all with --fps ";
    let rows = [
        (
            "mobs:register_mob('a:b', {mesh = 'pig.b3d'})",
            "a:b: no clip of pig.glb was found, which moves; divide",
            shared,
        ),
        (
            "mobs:register_mob('a:b', f({mesh = 'pig.b3d'}))",
            "init.lua:3: only a run would know this definition: divide its frames and speeds by the frames a second of its model (",
            shared,
        ),
        (
            "local function add(mesh) local d = table.copy(cow) d.mesh = mesh mobs:register_mob('a:b', d) end",
            "its model is computed; frames and speeds in init.lua:1 are divided by the rate of another model: give each its own, or convert all with --fps ",
            ": mesh",
        ),
        (
            "pig.mesh = 'pig.b3d'",
            "init.lua:3: pig.glb: if it plays the numbers of another model, they are divided by the rate of that: give it its own, divided by ",
            "or convert all with --fps ",
        ),
        ("turn(m, 'pig.b3d')", "init.lua:3: pig.glb: if it plays the numbers", "'pig.b3d'"),
        (
            "function f() cow.mesh = 'pig.b3d' end",
            "init.lua:3: pig.glb: if it plays the numbers of another model",
            "'pig.b3d'",
        ),
    ];
    for (line, expected, end) in rows {
        let (said, _) = changed(&format!("{cow}{line}"), "luanti");
        let found = said.lines().find(|said| said.contains(expected));
        assert!(found.is_some_and(|found| found.contains(end)), "{line}: {said}");
        assert!(!said.contains("divide frames and speeds in init.lua:1"), "{line}: {said}");
    }
}

#[test]
fn a_copy_is_listed_where_it_is_named() {
    let (said, _) = changed(
        "local common = {loop = true}\n\
         local function anim(x, y) return table.merge(common, {range = {x = x, y = y}}) end\n\
         creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = {\n\
         walk = anim(1, 4)}})",
        "luanti",
    );
    assert!(said.contains("init.lua:4: a:b: walk is computed; ") && said.contains(": anim(1, 4)"), "{said}");
}

#[test]
fn a_model_of_one_frame_a_second_is_among_the_rates() {
    let cow = "creatura.register_mob('a:a', {mesh = 'cow.b3d', animations = {walk = {range = {x = 1, y = 4}, speed = 1}},\n\
               step_func = function(self) self.object:set_animation({x = 1, y = 4}, self.fast and 4 or 2) end})\n";
    let pig = "creatura.register_mob('a:b', {mesh = 'pig.b3d', animations = {walk = f(), run = {range = {x = 1, y = 4}, speed = 20}}})";
    let (said, _) = changed(&format!("{cow}{pig}"), "luanti");
    assert!(said.contains("frames a second: 1 in cow.glb") && !said.contains("init.lua:2: "), "{said}");
}

#[test]
fn a_model_that_is_computed_of_new_names_is_no_edit() {
    let register = "mobs:register_mob('a:b', {mesh = MESH, animation = {walk_start = 1, walk_end = 4}})";
    let rows = [
        ("local function add(mesh) REGISTER end add('cow.b3d') add('pig.b3d')", "mesh", true),
        ("local all = {'cow.b3d', 'pig.b3d'} REGISTER", "all[number]", true),
        // What has an old name or a piece of one may still be it.
        ("local all = {'cow.b3d', 'pig.b3d'} local one = 'gone.b3d' REGISTER", "all[number]", false),
        ("local all = {'cow.b3d', 'pig.b3d'} REGISTER", "kind .. '.b3d'", false),
    ];
    for (lua, mesh, is_done) in rows {
        let lua = lua.replace("REGISTER", register).replace("MESH", mesh);
        let (said, _) = changed(&lua, "luanti-frames");
        let note = format!("its model is computed; the names that it may have are the new ones: {mesh}\n");
        assert_eq!(said.contains(&note), is_done, "{lua}: {said}");
        assert_eq!(said.contains("by hand"), !is_done, "{lua}: {said}");
        let divide = format!("its model is computed; divide frames and speeds in init.lua:1: {mesh}\n");
        let (said, _) = changed(&lua, "luanti");
        assert_eq!(said.contains(&divide), is_done, "{lua}: {said}");
    }
}

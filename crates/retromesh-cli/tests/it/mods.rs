//! A mod of Luanti: each model gets the clips that the Lua names for it, and the Lua files get what changes.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::path::Path;

/// Definitions in the forms of mob APIs, of player models and of nodes; one has names that only a run would know.
const INIT: &str = r#"local path = minetest.get_modpath(minetest.get_current_modname())
local shared = dofile(path .. "/animations.lua")
mobs:register_mob("farm:cow", {
	visual = "mesh", mesh = "cow.b3d", visual_size = {x = 1, y = 1},
	animation = {
		speed_normal = 30, stand_start = 1, stand_end = 3,
		walk_start = 4, walk_end = 4 + 4, walk_speed = 15,
	},
})
mobs:register_mob("farm:ox", {
	mesh = 'cow.b3d', animation = {speed_normal = 30, stand_start = 1, stand_end = 3, walk_start = 3, walk_end = 8},
})
creatura.register_mob("farm:pig", {mesh = "pig.b3d", speed = 4, animations = shared})
player_api.register_model("player.b3d", {
	animation_speed = 30,
	animations = {stand = {x = 0, y = 4}, walk = {x = 4, y = 8}},
})
minetest.register_node("farm:lamp", {drawtype = "mesh", mesh = "lamp.b3d"})
for _, kind in ipairs({"red", "blue"}) do
	mobs:register_mob("farm:" .. kind, {mesh = "farm_" .. kind .. ".b3d", animation = {die_start = 0, die_end = last}})
end
"#;

const ANIMATIONS: &str = "return {\n\tstand = {range = {x = 1, y = 3}, speed = 10, frame_blend = 0.3},\n\
                          \twalk = {range = {x = 4, y = 8}, speed = 30, loop = true},\n}\n";

pub(crate) fn farm() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("farm/models")).unwrap();
    fs::write(folder.path("farm/init.lua"), INIT).unwrap();
    fs::write(folder.path("farm/animations.lua"), ANIMATIONS).unwrap();
    for name in ["cow", "pig", "player", "other"] {
        fs::copy(fixture("b3d/keys-split-by-range.b3d"), folder.path(&format!("farm/models/{name}.b3d"))).unwrap();
    }
    fs::copy(fixture("b3d/letter-f.b3d"), folder.path("farm/models/lamp.b3d")).unwrap();
    folder
}

/// Returns the clips of a model as `info` names them.
pub(crate) fn clips(path: &str) -> Vec<String> {
    let out = retromesh(&["info", path]).out;
    let named = out.lines().filter(|line| line.contains("channels"));
    named.map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
}

#[test]
fn a_mod_is_converted_as_a_whole() {
    let folder = farm();
    let [input, out, patch] = ["farm", "out", "farm.diff"].map(|name| folder.path(name));
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua", "--patch", &patch]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    for said in [
        "6 definitions in 2 Lua files: 8 of 9 clips are in models",
        "init.lua:20: \"farm:\" .. kind: its model is computed; name the new one: \"farm_\" .. kind .. \".b3d\"",
        "init.lua:20: \"farm:\" .. kind: a frame is computed; divide die_start, die_end by the frames a second of its model: last",
        "26 changes in 2 Lua files",
    ] {
        assert!(run.out.contains(said), "{said}\n{}", run.out);
    }
    // A clip that both mobs have alike bears its own name.
    let rows: [(&str, &[&str]); 4] = [
        ("cow", &["stand", "cow.walk", "ox.walk"]),
        ("pig", &["stand", "walk"]),
        ("player", &["stand", "walk"]),
        ("other", &["Default", "wave", "rest"]),
    ];
    for (model, expected) in rows {
        assert_eq!(clips(&format!("{out}/models/{model}.glb")), expected, "{model}");
    }
    let lua = fs::read_to_string(format!("{out}/init.lua")).unwrap();
    for line in [
        "mesh = \"cow.glb\", visual_size = {x = 1, y = 1},",
        "speed_normal = 1, stand_start = 0.033333335, stand_end = 0.1,",
        "walk_start = 0.13333334, walk_end = 0.26666668, walk_speed = 0.5,",
        "mesh = 'cow.glb', animation = {speed_normal = 1,",
        "register_mob(\"farm:pig\", {mesh = \"pig.glb\", speed = 4,",
        "register_model(\"player.glb\", {\n\tanimation_speed = 1,",
        "mesh = \"lamp.glb\"",
        "mesh = \"farm_\" .. kind .. \".b3d\", animation = {die_start = 0, die_end = last}",
    ] {
        assert!(lua.contains(line), "{line}\n{lua}");
    }
    let animations = fs::read_to_string(format!("{out}/animations.lua")).unwrap();
    // Frame 1 of 10 a second, and three times as fast.
    assert!(animations.contains("{range = {x = 0.1, y = 0.3}, speed = 1, frame_blend = 0.3}"), "{animations}");
    assert!(animations.contains("{range = {x = 0.4, y = 0.8}, speed = 3, loop = true}"), "{animations}");
    let patch = fs::read_to_string(patch).unwrap();
    assert!(
        patch.contains("--- a/animations.lua\n+++ b/animations.lua\n@@ -1,4 +1,4 @@\n return {\n-\tstand"),
        "{patch}"
    );
    // The model of a node is ten times as large, those of mobs are not.
    let lamp = retromesh(&["info", &format!("{out}/models/lamp.glb")]).out;
    assert!(lamp.contains("to [30.0, 50.0, 0.0]"), "{lamp}");
}

#[test]
fn what_is_to_be_edited_by_hand_is_in_the_report_and_can_be_denied() {
    let folder = farm();
    let [input, out, report] = ["farm", "out", "r.jsonl"].map(|name| folder.path(name));
    let words = ["convert", &input, "-d", &out, "--target", "luanti", "--lua", "--force", "--report", &report];
    for (deny, code) in [(&[][..], 0), (&["--deny", "edit-by-hand"], 3)] {
        let run = retromesh(&[&words, deny].concat());
        assert_eq!(run.code, code, "{}{}", run.out, run.err);
        let places = run.out.lines().skip_while(|line| !line.starts_with("warning[edit-by-hand]: ")).skip(2);
        let places: Vec<&str> = places.take_while(|line| line.starts_with("  ")).map(str::trim).collect();
        let rows = fs::read_to_string(&report).unwrap();
        let rows = rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let lua: Vec<_> = rows.filter(|row| row["status"] == "by-hand").collect();
        let listed = lua.iter().flat_map(|row| row["diagnostics"].as_array().unwrap());
        let listed: Vec<String> = listed
            .map(|entry| format!("{}: {}", entry["path"].as_str().unwrap(), entry["detail"].as_str().unwrap()))
            .collect();
        assert!(places.len() >= 2 && lua[0]["input"].as_str().unwrap().ends_with("init.lua"), "{lua:?}");
        assert!(places.iter().all(|place| listed.iter().any(|line| line == place)), "{places:?}\n{listed:?}");
        assert_eq!(Path::new(&format!("{out}/init.lua")).exists(), code == 0);
        let _ = fs::remove_file(format!("{out}/init.lua"));
    }
}

#[test]
fn what_is_in_the_way_of_lua_files_is_said_before_a_model_is_written() {
    let folder = farm();
    let [input, out, patch] = ["farm", "out", "farm.diff"].map(|name| folder.path(name));
    fs::write(&patch, "--- old").unwrap();
    for (options, said) in [
        (vec!["-d", &input, "--lua", "--force"], "init.lua: it is an input of the run"),
        (vec!["-d", &out, "--patch", &patch], "farm.diff: it already exists; --force overwrites it"),
    ] {
        let run = retromesh(&[&["convert", &input, "--target", "luanti"], options.as_slice()].concat());
        assert!(run.code == 2 && run.err.contains(said), "{options:?}: {}", run.err);
    }
    assert!(fs::metadata(folder.path("farm/models/cow.glb")).is_err() && fs::metadata(&out).is_err());
    assert_eq!(
        (fs::read_to_string(&patch).unwrap(), fs::read_to_string(folder.path("farm/init.lua")).unwrap()),
        ("--- old".to_owned(), INIT.to_owned())
    );
}

#[test]
fn frames_that_only_a_run_would_place_are_a_warning() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::write(folder.path("farm/wolf.lua"), "self.object:set_animation({x = 1, y = 60}, 20)\n").unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua"]);
    let places = "warning[edit-by-hand]: 3 places need an edit by hand:\n";
    let by_hand =
        "wolf.lua:1: frames of a model that only a run would know: divide them and the speed by its frames a second: ";
    assert!(run.out.contains(places) && run.out.contains(by_hand), "{}", run.out);
}

#[test]
fn with_frames_only_the_names_of_models_change() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti-frames", "--lua"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let mut expected = INIT.to_owned();
    for model in ["cow", "pig", "player", "lamp"] {
        expected = expected.replace(&format!("{model}.b3d"), &format!("{model}.glb"));
    }
    assert_eq!(fs::read_to_string(format!("{out}/init.lua")).unwrap(), expected);
    assert!(fs::read(format!("{out}/animations.lua")).is_err(), "it does not change");
}

#[test]
fn ranges_of_a_mod_are_for_the_models_that_it_names() {
    let folder = farm();
    let [models, out, lua] = ["farm/models", "out", "farm/init.lua"].map(|name| folder.path(name));
    for (ranges, pig) in [(folder.path("farm"), &["stand", "walk"][..]), (lua, &["Default", "wave", "rest"])] {
        let run = retromesh(&["convert", &models, "-d", &out, "--ranges", &ranges, "--force", "--to", "glb"]);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        // A file alone does not see what it takes from others.
        for (model, expected) in [("cow", &["stand", "cow.walk", "ox.walk"][..]), ("pig", pig)] {
            let found = clips(&format!("{out}/{model}.glb"));
            assert!(found.starts_with(&expected.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()), "{found:?}");
        }
        assert!(!clips(&format!("{out}/other.glb")).contains(&"stand".to_owned()));
    }
}

#[test]
fn lua_that_cannot_be_read_or_changed_is_named() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::write(folder.path("farm/broken.lua"), "x = {'cow.b3d'\n1 2").unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua"]);
    assert!(fs::read(format!("{out}/init.lua")).is_ok() && fs::read(format!("{out}/broken.lua")).is_err());
    let said =
        "broken.lua:2: expected `}`: nothing in this file is changed; repair it and convert the mod again, or keep";
    assert!(run.out.contains(said), "{}", run.out);
    let models = folder.path("farm/models");
    for (line, said) in [
        (vec!["convert", &input, "-d", &out, "--lua"], "it needs --target luanti"),
        (vec!["convert", &models, "-d", &out, "--lua", "--target", "luanti"], "there is no Lua file"),
        (vec!["convert", &input, "-d", &out, "--lua", "--target", "luanti", "--resume"], "in one run"),
        (vec!["convert", &input, "-d", &out, "--lua", "--target", "luanti", "--clips", "named"], "--clips named"),
    ] {
        let run = retromesh(&line);
        assert!(run.code == 2 && run.err.contains(said), "{line:?}: {}", run.err);
    }
}

/// A mod whose models are glTF already: its Lua counts seconds, so neither it nor their motion changes.
#[test]
fn a_mod_in_seconds_stays_as_it_is() {
    let folder = farm();
    let [input, out, again] = ["farm", "out", "again"].map(|name| folder.path(name));
    let run = |line: &[&str]| {
        let run = retromesh(line);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        run.out
    };
    run(&["convert", &input, "-d", &out, "--target", "luanti", "--lua"]);
    let said = run(&["convert", &out, "-d", &again, "--from", "glb", "--target", "luanti", "--lua"]);
    assert!(!said.contains("change in") && !said.contains("changes in"), "{said}");
    assert!(fs::read(format!("{again}/init.lua")).is_err());
    for model in ["cow", "pig", "player"] {
        let [first, second] = [&out, &again].map(|folder| format!("{folder}/models/{model}.glb"));
        let said = run(&["diff", &first, &second]);
        assert!(said.starts_with("same"), "{model}: {said}");
    }
}

/// Converts a mod of one Lua file with models that move and one that does not, `lamp`; returns what was said, and the Lua file that came of it.
pub(crate) fn changed(init: &str, target: &str) -> (String, String) {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::remove_file(folder.path("farm/animations.lua")).unwrap();
    fs::write(folder.path("farm/init.lua"), init).unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", target, "--lua", "-v"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    (run.out, fs::read_to_string(format!("{out}/init.lua")).unwrap_or_else(|_| init.to_owned()))
}

#[test]
fn names_of_models_are_found_wherever_they_are() {
    // What a line becomes, or what is said of it.
    let rows: [(&str, Result<&str, &str>); 18] = [
        (
            "f(('size[8,8]' .. 'model[0,0;3,3;m;') .. m .. ';c.png;0,40;true;true;0,6;15]')",
            Err("init.lua:1: a formspec with a model that only a run would know"),
        ),
        ("local m = 'cow.b3d' f('models/' .. m)", Ok("local m = 'cow.glb' f('models/' .. m)")),
        (
            "local m = 'cow' .. '.b3d'\nf('model[0,0;3,3;m;' .. m .. ';c.png;0,40;true;true;0,6;15]')",
            Err(
                "init.lua:2: a formspec with cow.glb, 30 frames a second: write 0,0.2 for frames 0,6, 0.5 for speed 15",
            ),
        ),
        ("local n = 'cow' x.set_properties({mesh = n .. '.b3d'})", Ok("mesh = n .. '.glb'")),
        ("f('cow' .. '.b3d')", Ok("f('cow' .. '.glb')")),
        ("local e = '.b3d' f(('cow' .. e))", Ok("f((\"cow.glb\"))")),
        ("f(dir .. ('cow' .. '.b3d'))", Ok("f(dir .. ('cow' .. '.glb'))")),
        (
            "local e = '.b3d' f('models/cow' .. e)",
            Err("init.lua:1: cow.b3d is cow.glb now; name it: 'models/cow' .. e"),
        ),
        ("f('a/' .. 'pig.b3d' .. '?')", Ok("f('a/' .. 'pig.glb' .. '?')")),
        ("t = {'cow.b3d', [[pig.b3d]]}", Ok("t = {'cow.glb', [[pig.glb]]}")),
        ("o:set_properties{mesh = 'cow.b3d'}", Ok("o:set_properties{mesh = 'cow.glb'}")),
        ("f('cow.b3ds cow.b3d.png')", Ok("f('cow.b3ds cow.b3d.png')")),
        (
            "f('sea_cow.b3d')",
            Err("init.lua:1: no model here has this name; change .b3d if a run makes one of it: 'sea_cow.b3d'"),
        ),
        ("f('two\\ncow.b3d')", Err("init.lua:1: cow.b3d is cow.glb now; name it: 'two\\ncow.b3d'")),
        ("f('model[0,0;3,3;m;lamp.b3d;l.png]')", Ok("f('model[0,0;3,3;m;lamp.glb;l.png]')")),
        (
            "f('label[0,0;a]model[0,0;3,3;m;cow.b3d;cow.png;0,40;true;true;0,6;15]')",
            Err(
                "init.lua:1: a formspec with cow.glb, 30 frames a second: write 0,0.2 for frames 0,6, 0.5 for speed 15",
            ),
        ),
        (
            "f('model[0,0;3,3;m;cow.b3d;' .. t .. ';0,40;true;true;0,6;15]')",
            Err("init.lua:1: a formspec with cow.glb: divide its frames and speed by 30"),
        ),
        (
            "f('model[0,0;3,3;m;' .. m .. ';c.png;0,40;true;true;0,6;15]')",
            Err(
                "init.lua:1: a formspec with a model that only a run would know: divide its frames and speed by its frames a second",
            ),
        ),
    ];
    for (line, expected) in rows {
        let (said, lua) = changed(line, "luanti");
        match expected {
            Ok(new) => assert!(lua.contains(new) && !said.contains("by hand"), "{line}: {lua}\n{said}"),
            Err(text) => assert!(said.contains(text) && said.contains("1 place needs"), "{line}: {said}"),
        }
    }
}

#[test]
fn calls_that_play_frames_are_listed_with_what_is_known() {
    let unknown = "frames of a model that only a run would know: divide them and the speed by its frames a second: ";
    let computed = "frames of a model that only a run would know: divide them and the speed by its frames a second, but not what tables of animations say (init.lua:1): ";
    let rows = [
        (
            "self.object:set_animation({x = 3, y = 6}, 15, 0.2)",
            "frames of cow.glb, 30 a second: write self.object:set_animation({x = 0.1, y = 0.2}, 0.5, 0.2)",
        ),
        (
            "self.object:set_animation({x = 3, y = 6})",
            "write self.object:set_animation({x = 0.1, y = 0.2}) with the speed 0.5",
        ),
        (
            "self.object:set_animation({x = a, y = 6}, 15)",
            "frames of cow.glb: divide them and the speed by 30, but not what tables of animations say (init.lua:1): self.object:set_animation({x = a, y = 6}, 15)",
        ),
        (
            "self.object:set_animation({x = 3, y = 6}, fast * 2, 0.2)",
            "frames of cow.glb, 30 a second: write self.object:set_animation({x = 0.1, y = 0.2}, fast * 2, 0.2), and divide fast * 2 by 30 unless a table of animations says it",
        ),
        ("player:set_animation({x = 3, y = 6}, fast)", computed),
        ("self.object:set_animation_frame_speed(60)", "30 a second: write self.object:set_animation_frame_speed(2)"),
        ("player:set_animation({x = 3, y = 6}, 15)", unknown),
        ("core.get_player_by_name(n):set_animation({x = 3, y = 6}, 15)", unknown),
        ("o:set_animation_frame_speed(s)", computed),
        ("player:set_local_animation({x = 0, y = 79}, nil, nil, nil, 30)", unknown),
        ("player_api.set_animation(player, 'walk', 30)", unknown),
        ("default.player_set_animation(player, 'walk', speed)", computed),
        // These name no number.
        ("self:set_animation('walk')", ""),
        ("mobs:set_animation(self, 'walk')", ""),
        ("player_api.set_animation(player, 'sit')", ""),
        ("self.object:set_animation(a.range, a.speed, a.blend, a.loop)", ""),
        ("self.object:set_animation_frame_speed(0)", ""),
    ];
    for (call, expected) in rows {
        let mob = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 5},";
        let (said, _) = changed(&format!("{mob}\non_step = function(self) {call} end}})"), "luanti");
        let place = if expected.is_empty() { "" } else { "init.lua:2: " };
        let line = if [unknown, computed].contains(&expected) {
            format!("{place}{expected}{call}")
        } else {
            expected.to_owned()
        };
        assert!(said.contains(&line) && said.contains(place), "{call}: {said}");
        assert_eq!(said.contains("by hand"), !expected.is_empty(), "{call}: {said}");
        assert_eq!(said.contains("  frames a second: 30 in all models\n"), !expected.is_empty(), "{said}");
    }
    let animation = "animation = {speed_normal = 30, walk_start = 0, walk_end = 5}";
    let held = format!(
        "local d = {{mesh = 'cow.b3d', {animation},\non_step = function(self) self.object:set_animation({{x = 3, y = 6}}, 15) end}}\n\
         mobs:register_mob('a:b', d) mobs:register_mob('a:c', table.copy(d))"
    );
    let write = "init.lua:2: frames of cow.glb, 30 a second: write self.object:set_animation({x = 0.1, y = 0.2}, 0.5)";
    assert!(changed(&held, "luanti").0.contains(write));
    for (mesh, expected) in [("'pig.b3d'", unknown), ("m .. '.b3d'", unknown), ("'cow.b3d'", "write ")] {
        let call = "self.object:set_animation({x = 3, y = 6}, 15)";
        let mob = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 5},";
        let set = format!("self.object:set_properties({{mesh = {mesh}}})");
        let (said, _) = changed(&format!("{mob}\non_activate = function(self) {set}\n{call} end}})"), "luanti");
        let lines: Vec<&str> = said.lines().filter(|line| line.contains("init.lua:3: ")).collect();
        assert!(lines.len() == 1 && lines[0].contains(expected), "{mesh}: {said}");
    }
    let mob = |name: &str, speed| {
        format!(
            "mobs:register_mob('a:{name}', {{mesh = '{name}.b3d', animation = {{speed_normal = {speed}, walk_start = 0, walk_end = 5}}}})\n"
        )
    };
    let call = "player:set_animation({x = 3, y = 6}, 15)";
    let (said, _) = changed(&(mob("cow", 24) + &mob("pig", 30) + call), "luanti");
    assert!(said.contains("  frames a second: 24 in cow.glb; 30 in all others\n"), "{said}");
}

#[test]
fn a_model_of_nodes_and_entities_is_scaled_in_the_node() {
    let entity = "core.register_entity('a:l', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let rows = [
        (
            "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d'})",
            "{visual_scale = 10, wield_scale = {x = 10, y = 10, z = 10}, drawtype = 'mesh', mesh = 'lamp.glb'}",
            "",
        ),
        (
            "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d', wield_scale = {x = 1, y = 2, z = 0.5}})",
            "{visual_scale = 10, drawtype = 'mesh', mesh = 'lamp.glb', wield_scale = {x = 10, y = 20, z = 5}}",
            "",
        ),
        (
            "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d', wield_image = 'l.png', visual_scale = 0.5})",
            "{drawtype = 'mesh', mesh = 'lamp.glb', wield_image = 'l.png', visual_scale = 5}",
            "",
        ),
        ("core.register_node('a:n', {drawtype='mesh', mesh='cow.b3d'})", "{drawtype='mesh', mesh='cow.glb'}", ""),
        (
            "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d', visual_scale = s})",
            "visual_scale = s}",
            "init.lua:2: a:n: entities use its model, too; give the node ten times its visual_scale, which is 1 if it has none",
        ),
        (
            "local d = {drawtype = 'mesh', mesh = 'lamp.b3d'}\ncore.register_node('a:n', d)\nd = table.copy(d)\n\
             d.mesh = 'other.b3d'\ncore.register_node('a:o', d)",
            "d = {drawtype = 'mesh', mesh = 'lamp.glb'}",
            "init.lua:3: a:n: entities use its model, too;",
        ),
        (
            "for _, n in ipairs(all) do\ncore.register_node('a:' .. n, {mesh = 'la' .. n .. '.b3d'}) end",
            "",
            "init.lua:3: 'a:' .. n: its model is computed; name the new one, and for lamp.glb give the node ten times its \
             visual_scale, which is 1 if it has none, and without a wield_image ten times its wield_scale, \
             {x = 10, y = 10, z = 10} where there is none: 'la' .. n .. '.b3d'",
        ),
        (
            "local d = {drawtype = 'mesh', mesh = 'la' .. n .. '.b3d'}",
            "",
            "init.lua:2: d: its model is computed; name the new one, and for lamp.glb give the node",
        ),
    ];
    for target in ["luanti", "luanti-frames"] {
        for (node, expected, by_hand) in rows {
            let (said, lua) = changed(&format!("{entity}{node}"), target);
            assert!(lua.contains(expected) && said.contains(by_hand), "{node}\n{lua}\n{said}");
            assert_eq!(said.contains("by hand"), !by_hand.is_empty(), "{said}");
            let is_held = said.contains("wield_scale, {x = 10, y = 10, z = 10} where");
            assert_eq!(is_held, !by_hand.is_empty(), "{said}");
        }
    }
}

#[test]
fn a_model_that_a_function_may_make_a_node_of_is_listed() {
    let by_hand = "lamp.b3d: if add makes a node of it, give the node ten times its visual_scale, which is 1 if it has none, and without a wield_image ten times its wield_scale, {x = 10, y = 10, z = 10} where there is none\n";
    let rows = [
        ("local function add(n, m) core.register_node(n, {mesh = m}) end add('a:b', 'lamp.b3d')", by_hand),
        (
            "function lamps.add(n, d) core.register_node(n, d) end lamps.add('a:b', {x = {}, mesh = 'lamp.b3d'})",
            by_hand,
        ),
        ("lamps.add = function(d) core.register_node(n, d) end lamps.add {mesh = 'lamp.b3d'}", by_hand),
        // A node that is seen, a function of another mod, a mob, a model that moves.
        ("core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d'})", ""),
        ("lamps.add('a:b', 'lamp.b3d')", ""),
        ("function mobs:register_mob(n, d) end mobs:register_mob('a:b', {mesh = 'lamp.b3d'})", ""),
        ("local function add(n, m) end add('a:b', 'cow.b3d')", ""),
    ];
    for (init, expected) in rows {
        let (said, _) = changed(init, "luanti-frames");
        assert!(said.contains(expected) && said.contains("lamp.b3d: if") != expected.is_empty(), "{init}: {said}");
    }
}

#[test]
fn definitions_that_name_glb_files_are_left_alone() {
    let entity = "core.register_entity('a:l', {initial_properties = {visual = 'mesh', mesh = 'lamp.b3d'}})\n";
    let done = "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.glb', visual_scale = 5})\n\
                mobs:register_mob('a:b', {mesh = 'cow.glb', animation = {speed_normal = 1, walk_start = 0, walk_end = 0.2},\n\
                on_step = function(self) self.object:set_animation({x = 0, y = 0.2}, 1) end})\n\
                f('model[0,0;3,3;m;cow.glb;c.png;0,40;true;true;0,0.2;1]')";
    for target in ["luanti", "luanti-frames"] {
        let (said, lua) = changed(&format!("{entity}{done}"), target);
        assert!(lua.ends_with(done) && lua.contains("'lamp.glb'}})\n"), "{lua}");
        assert!(said.contains("0 of 0 clips") && !said.contains("by hand"), "{said}");
        assert!(
            said.contains("2 definitions name .glb files already and are left alone; keep the .glb files"),
            "{said}"
        );
    }
    let other = "core.register_entity('a:c', {initial_properties = {visual = 'mesh', mesh = 'cow.b3d'}})\n";
    let (said, _) = changed(&format!("{other}{done}"), "luanti");
    assert!(said.contains("a:b: its model is cow.glb, which is written anew for other definitions"), "{said}");
}

#[test]
fn an_output_folder_in_the_mod_is_no_part_of_it() {
    let folder = farm();
    let [input, out] = ["farm", "farm/out"].map(|name| folder.path(name));
    let run = || retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua", "--force"]).out;
    let (first, second) = (run(), run());
    assert!(first.contains("6 definitions in 2 Lua files") && first == second, "{first}\n{second}");
}

#[test]
fn no_lua_is_written_and_nothing_listed_where_some_models_were_not_converted() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    let words = ["convert", &input, "-d", &out, "--target", "luanti"];
    let run = |more: &[&str]| retromesh(&[&words, more].concat());
    let all = run(&["--resume"]).out;
    assert!(all.contains("8 of 9 clips are in models"), "{all}");
    let again = run(&["--resume"]).out;
    let said = "what changes in the Lua files is listed where all models are converted: --force without --resume";
    assert!(again.contains(said) && !again.contains("not converted here") && !again.contains("clips are"), "{again}");
    let run = run(&["--lua"]);
    let said = "error: the Lua files are not written: not all models were converted";
    assert!(run.code == 1 && run.err.contains(said) && run.err.contains("--force writes all again"), "{}", run.err);
    assert!(!run.out.contains("by hand") && !Path::new(&format!("{out}/init.lua")).exists(), "{}", run.out);
}

//! A mod of Luanti: each model gets the clips that the Lua names for it, and the Lua files get what changes.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fs;

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

fn farm() -> Folder {
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
fn clips(path: &str) -> Vec<String> {
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
        "6 definitions in 2 Lua files: 8 of 8 clips are in models",
        "init.lua:20: \"farm:\" .. kind: its model is computed: \"farm_\" .. kind .. \".b3d\"",
        "init.lua:20: \"farm:\" .. kind: a frame of die is computed: last",
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
fn what_is_in_the_way_of_lua_files_is_said_before_a_model_is_written() {
    let folder = farm();
    let [input, out, patch] = ["farm", "out", "farm.diff"].map(|name| folder.path(name));
    fs::write(&patch, "old").unwrap();
    for (options, said) in [
        (vec!["-d", &input, "--lua"], "init.lua already exists"),
        (vec!["-d", &out, "--patch", &patch], "farm.diff already exists"),
    ] {
        let run = retromesh(&[&["convert", &input, "--target", "luanti"], options.as_slice()].concat());
        assert!(run.code == 2 && run.err.contains(said), "{options:?}: {}", run.err);
    }
    assert!(fs::metadata(folder.path("farm/models/cow.glb")).is_err() && fs::metadata(&out).is_err());
    assert_eq!(
        (fs::read_to_string(&patch).unwrap(), fs::read_to_string(folder.path("farm/init.lua")).unwrap()),
        ("old".to_owned(), INIT.to_owned())
    );
}

#[test]
fn frames_that_only_a_run_would_place_are_a_warning() {
    let folder = farm();
    let [input, out] = ["farm", "out"].map(|name| folder.path(name));
    fs::write(folder.path("farm/wolf.lua"), "self.object:set_animation({x = 1, y = 60}, 20)\n").unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti", "--lua"]);
    let places = "warning: 3 places need an edit by hand:\n";
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
    fs::write(folder.path("farm/broken.lua"), "x = {\n1 2").unwrap();
    let run = retromesh(&["convert", &input, "-d", &out, "--target", "luanti"]);
    assert!(run.out.contains("broken.lua: line 2: expected `}`"), "{}", run.out);
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

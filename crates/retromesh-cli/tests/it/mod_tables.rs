//! The tables of a mod of Luanti: those that it merges, and those that are no clips.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::mods::changed;

const BASE: &str = "local base = {mesh = 'cow.b3d', animation = {run_start = 0, run_end = 3, run_speed = 15}}\n";

#[test]
fn merged_tables_are_followed() {
    let walk = "{walk_start = 3, walk_end = 6, walk_speed = 30}";
    let rows = [
        format!("mobs:register_mob('a:b', table.merge(base, {{animation = {walk}}}))"),
        format!(
            "mobs:register_mob('a:b', table.merge({{mesh = 'cow.b3d', animation = 1}}, {{x = 1}}, {{animation = {walk}}}))"
        ),
        format!("table.update(base, {{animation = {walk}}}) mobs:register_mob('a:b', base)"),
        format!("local d = table.merge(base) table.update(d.animation, {walk}) mobs:register_mob('a:b', d)"),
    ];
    for line in rows {
        let (said, lua) = changed(&format!("{BASE}mobs:register_mob('a:a', base)\n{line}"), "luanti");
        assert!(lua.contains("{walk_start = 0.2, walk_end = 0.4, walk_speed = 2}"), "{line}: {lua}");
        assert!(lua.contains("run_end = 0.2, run_speed = 1}") && !said.contains("by hand"), "{line}: {said}");
    }
    // What a block merges perhaps is unknown after it.
    let (said, _) = changed(
        &format!("{BASE}if x then table.update(base, {{animation = {walk}}}) end mobs:register_mob('a:b', base)"),
        "luanti",
    );
    assert!(said.contains("needs an edit by hand") || said.contains("need an edit by hand"), "{said}");
}

#[test]
fn definitions_without_a_clip_are_listed_where_their_model_moves() {
    let rows = [
        (
            "mobs:register_mob('a:b', mix(base, {hp = 1}))",
            "init.lua:2: only a run would know this definition: divide its frames and speeds by the frames a second of its \
             model: mix(base, {hp = 1})",
        ),
        (
            "mobs:register_mob('a:b', {mesh = 'pig.b3d'})",
            "init.lua:2: a:b: no clip of pig.glb was found, which moves; divide frames and speeds of it by 30",
        ),
        (
            "local defs = {cow = make({mesh = 'pig.b3d', animation = {walk_start = 3, walk_end = 6}})}",
            "init.lua:2: frames of a model that only a run would know: divide them and speeds by its frames a second: \
             animation = {walk_start = 3, walk_end = 6}",
        ),
        (
            "local function def(mesh) return {mesh = mesh, animation = {walk_start = 3, walk_end = 6}} end",
            "init.lua:2: frames of a model that only a run would know",
        ),
        ("local fire = {{name = 'fire.png', animation = {type = 'vertical_frames', aspect_w = 16, length = 3}}}", ""),
        ("mobs:register_mob('a:b', {mesh = 'lamp.b3d'})", ""),
        ("core.register_node('a:b', mix(base))", ""),
        ("mobs:register_egg('a:b', S('Egg'))", ""),
    ];
    for (line, expected) in rows {
        for (target, expected) in [("luanti", expected), ("luanti-frames", "")] {
            let (said, _) = changed(&format!("{BASE}{line}"), target);
            assert!(said.contains(expected), "{line}: {said}");
            assert_eq!(said.contains("by hand"), !expected.is_empty(), "{line}: {said}");
        }
    }
}

#[test]
fn ranges_in_no_table_of_animations_are_listed_and_stay() {
    let rows = [
        (
            "loot = {range = {x = 4, y = 6}, speed = 3}",
            "loot is taken for no clip of cow.glb; if it is one, divide it by 15: {x = 4, y = 6}",
        ),
        (
            "patrol = {walk_start = 4, walk_end = 6}",
            "walk is taken for no clip of cow.glb; if it is one, divide it by 15: 4",
        ),
        ("home = {name = 'home', x = 4, y = 6}", ""),
    ];
    for (entry, expected) in rows {
        let line = format!("base.drops = {{{entry}}}\nmobs:register_mob('a:b', base)");
        let (said, lua) = changed(&format!("{BASE}{line}"), "luanti");
        assert!(lua.contains(entry) && said.contains(expected), "{entry}: {lua}\n{said}");
        assert_eq!(said.contains("by hand"), !expected.is_empty(), "{said}");
        let (said, lua) = changed(&format!("mobs:register_mob('a:b', {{mesh = 'lamp.b3d', {entry}}})"), "luanti");
        assert!(lua.contains(entry) && !said.contains("by hand"), "{said}");
    }
}

#[test]
fn sounds_among_animations_are_no_clips() {
    let rows = [
        ("animation_sound = {name = 'moo', range = {x = 4, y = 6}, speed = 30}", "moo is taken for no clip of cow.glb"),
        ("moo_sound = {x = 4, y = 6}", "moo_sound is taken for no clip of cow.glb"),
        ("sounds = {start = 1, ['end'] = 2, speed = 30}", ""),
        ("moo_sound = 'moo', animation_sound = 'moo'", ""),
    ];
    for (entry, expected) in rows {
        let idle = "idle = {range = {x = 0, y = 3}, speed = 15}";
        let line = format!("mobs:register_mob('a:b', {{mesh = 'cow.b3d', animations = {{{idle}, {entry}}}}})");
        let (said, lua) = changed(&line, "luanti");
        assert!(lua.contains(entry) && lua.contains("y = 0.2}, speed = 1}"), "{entry}: {lua}");
        assert!(said.contains("1 of 1 clip") && said.contains(expected), "{entry}: {said}");
        assert_eq!(said.contains("by hand"), !expected.is_empty(), "{said}");
    }
}

#[test]
fn what_a_line_adds_to_known_animations_is_changed_and_not_listed() {
    let run = "base.animations['run'] = {range = {x = 3, y = 6}, speed = 30, frame_blend = 0.3, loop = true}";
    let base = "local base = {mesh = 'cow.b3d', animations = {stand = {range = {x = 0, y = 3}, speed = 15}}}\n";
    let (said, lua) = changed(&format!("{base}{run}\ncreatura.register_mob('a:b', base)"), "luanti");
    assert!(lua.contains("{range = {x = 0.2, y = 0.4}, speed = 2, frame_blend = 0.3, loop = true}"), "{lua}");
    assert!(!said.contains("by hand"), "{said}");
}

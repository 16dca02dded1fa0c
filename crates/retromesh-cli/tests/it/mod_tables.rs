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
             model; those that it shares with another model are divided by the rate of that already: give it its own, or \
             convert all with --fps 30: mix(base, {hp = 1})",
        ),
        (
            "mobs:register_mob('a:b', {mesh = 'pig.b3d'})",
            "init.lua:2: a:b: no clip of pig.glb was found, which moves; divide frames and speeds of it by 30",
        ),
        (
            "local defs = {cow = make({mesh = 'pig.b3d', animation = {walk_start = 3, walk_end = 6}})}",
            "init.lua:2: frames of a model that only a run would know: divide them and speeds, 15 where there are none, by its frames a second: \
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

#[test]
fn what_is_computed_in_a_table_of_animations_is_listed_and_stays_whole() {
    let clip = "walk = {range = {x = 3, y = 6}, speed = 30}";
    let new_clip = "walk = {range = {x = 0.1, y = 0.2}, speed = 1}";
    let mob = |entries: &str| {
        format!("creatura.register_mob('a:b', {{mesh = 'cow.b3d', animations = {{{clip}, {entries}}}}})")
    };
    let player = "player_api.register_model('cow.b3d', {animation_speed = 30, animations = {stand = {x = 3, y = 6}, ";
    let flat =
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, run_start = 3, run_end = 6, ";
    let rows = [
        (
            mob("run = A(3, 6, 60)"),
            new_clip,
            "1 of 2",
            "run is computed; divide its frames, and its speed if it has one, by 30: A(3, 6, 60)",
        ),
        (
            mob("run = {range = r(3, 6), speed = 60}"),
            "range = r(3, 6), speed = 60",
            "1 of 2",
            "run is computed; divide its frames, and its speed if it has one, by 30: {range",
        ),
        (
            mob("run = {range = {x = n, y = 6}, speed = 60}"),
            "{x = n, y = 6}, speed = 60",
            "1 of 2",
            "run is computed; ",
        ),
        (mob("loop = l, frame_blend = b"), new_clip, "1 of 1", ""),
        (
            format!("{player}walk = c and {{x = 3, y = 5}} or {{x = 4, y = 6}}}}}})"),
            "animation_speed = 1, animations = {stand = {x = 0.1, y = 0.2}, walk = c and {x = 3",
            "1 of 2",
            "walk is computed; divide ",
        ),
        (
            format!("{flat}walk_start = n, walk_end = 6, walk_speed = 60, die_rotate = r}}}})"),
            "walk_start = n, walk_end = 6, walk_speed = 60",
            "1 of 2",
            "a frame is computed; divide walk_start, walk_end, walk_speed by 30: n",
        ),
        (
            "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = f()})".to_owned(),
            "animation = f()",
            "0 of 1",
            "animation is computed; divide its frames, and its speed if it has one, by 30, and give speed 0.5 (15/30) to clips that have none: f()",
        ),
    ];
    for (line, expected, clips, by_hand) in rows {
        let (said, lua) = changed(&line, "luanti");
        assert!(lua.contains(expected) && said.contains(&format!(": {clips} clip")), "{line}: {lua}\n{said}");
        assert!(said.contains(by_hand) && said.contains("by hand") != by_hand.is_empty(), "{line}: {said}");
        // As frames stay, nothing is left to do.
        assert!(!changed(&line, "luanti-frames").0.contains("by hand"), "{line}");
    }
}

#[test]
fn a_computed_model_names_the_lines_of_its_numbers() {
    let mob = "for _, n in ipairs(l) do\nmobs:register_mob(n, {mesh = n .. '.b3d', animation = {\nwalk_start = 3,\nwalk_end = 6}})\nend";
    let (said, _) = changed(mob, "luanti");
    let expected = "init.lua:2: n: its model is computed; name the new one, and divide frames and speeds in init.lua:3 to 4: n .. '.b3d'";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_computed_model_whose_names_are_changed_where_they_are_written_is_not_listed() {
    // Another model of a definition has an old name still; that line names it.
    let lists = "local l = {'cow.b3d', 'pig.b3d'}\nmobs:register_mob('a:a', {mesh = l[1]})\n";
    let (said, lua) = changed(&format!("{lists}mobs:register_mob('a:b', {{mesh = n .. '.b3d'}})"), "luanti-frames");
    assert!(lua.contains("{'cow.glb', 'pig.glb'}") && said.contains("init.lua:3: a:b: its model"), "{said}");
    assert!(said.contains("1 place needs") && !said.contains("name the new one: l[1]"), "{said}");
    // In a variable it may be that of any.
    let (said, _) = changed(&format!("local e = '.b3d'\n{lists}f(n .. e)"), "luanti-frames");
    assert!(said.contains("name the new one: l[1]"), "{said}");
}

#[test]
fn what_loops_and_functions_add_to_animations_is_listed() {
    let rows = [
        (
            "for k, v in pairs({run = {3, 6}}) do a[k .. '_start'] = v[1] a[k .. '_loop'] = true end",
            "a[k .. '_start'] = v[1]",
        ),
        ("local function add(k, v) a[k] = {x = v, y = 6} end add('run', 3)", "a[k] = {x = v, y = 6}"),
        ("local function add(v) a.run = {x = v, y = 6} end add(3)", "a.run = {x = v, y = 6}"),
        ("a = table.merge(a, f())", "f()"),
        ("local b = {a = a} for k in pairs(c) do b.a[k].speed = 30 end", "b.a[k].speed = 30"),
        ("for k, v in pairs(a) do a[k].speed = v * 2 end", ""),
        ("local function f() a.timer = 0 a.name = 'x' end", ""),
        ("local b = table.copy(a) b.walk_loop = l", ""),
    ];
    for (line, added) in rows {
        let (said, lua) = changed(
            &format!(
                "local a = {{speed_normal = 15, walk_start = 3, walk_end = 6}} {line}\nmobs:register_mob('a:b', {{mesh = 'cow.b3d', animation = a}})"
            ),
            "luanti",
        );
        assert!(lua.contains("{speed_normal = 1, walk_start = 0.2, walk_end = 0.4}"), "{lua}");
        let by_hand = format!(
            "init.lua:1: a:b: only a run would know what this adds; divide the frames and speeds of it by 15: {added}\n"
        );
        assert!(
            said.contains(&by_hand) != added.is_empty() && said.contains("by hand") != added.is_empty(),
            "{line}: {said}"
        );
    }
}

#[test]
fn numbers_that_loops_and_functions_set_in_clips_are_listed_once() {
    let rows = [
        ("for _, clip in pairs(anims) do clip.speed = 12 end", "clip.speed = 12"),
        ("for _, clip in ipairs(anims) do clip.range.x = 1 end", "clip.range.x = 1"),
        ("for _, clip in next, anims do clip.speed = 12 end", "clip.speed = 12"),
        ("for i = 1, 2 do local clip = anims[i] clip.speed = 12 end", "clip.speed = 12"),
        ("local function slow(t) for _, clip in pairs(t) do clip.speed = 12 end end slow(anims)", "clip.speed = 12"),
        ("function slow(clip) clip.speed = 12 end for _, clip in pairs(anims) do slow(clip) end", "clip.speed = 12"),
        ("local m = {} function m:slow(clip) clip.speed = 12 end m:slow(anims.walk)", "clip.speed = 12"),
        ("for _, clip in pairs(anims) do if clip.speed * 2 > 0 then print(clip) end end", ""),
        ("for _, clip in pairs(anims) do clip.speed = clip.speed * 2 clip.frame_blend = 1 end", ""),
        ("if c then anims.walk.speed = anims.walk.speed * 2 end", ""),
        ("local other = anims for k in pairs(c) do other[k].speed = 12 end", "other[k].speed = 12"),
    ];
    for (line, set) in rows {
        let (said, lua) = changed(
            &format!(
                "local anims = {{walk = {{range = {{x = 3, y = 6}}, speed = 30}}}} {line}\n\
                 creatura.register_mob('a:b', {{mesh = 'cow.b3d', animations = anims}})\n\
                 creatura.register_mob('a:c', {{mesh = 'cow.b3d', animations = anims}})"
            ),
            "luanti",
        );
        assert!(lua.contains("{range = {x = 0.1, y = 0.2}, speed = 1}"), "{lua}");
        let by_hand = format!(
            "1 place needs an edit by hand:\n  frames a second: 30 in all models\n  init.lua:1: a:b: only a run would know what this adds; divide the frames and speeds of it by 30: {set}\n"
        );
        assert!(
            said.contains(&by_hand) != set.is_empty() && said.contains("by hand") != set.is_empty(),
            "{line}: {said}"
        );
    }
}

#[test]
fn values_that_a_block_gives_perhaps_are_listed_next_to_the_own_one() {
    let mob =
        "local d = {mesh = 'cow.b3d', animation = {speed_normal = 15, walk_start = 3, walk_end = 6, walk_speed = 30}}";
    let own = "{speed_normal = 0.5, walk_start = 0.1, walk_end = 0.2, walk_speed = 1}";
    let rows = [
        ("d.animation.walk_speed = 12", "walk_speed may be this; divide it by 30: 12"),
        ("d.animation.walk_end = 5", "walk_end may be this; divide it by 30: 5"),
        (
            "d.animation = {walk_start = 3, walk_end = 5}",
            "animation may be this; divide its frames and speeds by 30: {walk_start",
        ),
        ("table.update(d.animation, {walk_speed = 12})", "walk_speed may be this; divide it by 30: 12"),
        ("d.animation.run_speed = 12", "a speed is computed; divide it by 30: 12"),
        ("d.animation.walk_loop = true", ""),
    ];
    for (line, by_hand) in rows {
        let (said, lua) = changed(&format!("{mob}\nif c then {line} end\nmobs:register_mob('a:b', d)"), "luanti");
        assert!(lua.contains(own) && lua.contains(line), "{line}: {lua}");
        let by_hand = if by_hand.is_empty() { String::new() } else { format!("init.lua:2: a:b: {by_hand}") };
        assert!(said.contains(&by_hand) && said.contains("by hand") != by_hand.is_empty(), "{line}: {said}");
    }
    // Each of several values has its line, also where the table has none itself.
    let branches = |a: &str, b: &str| format!("{mob}\nif c then {a}\nelse {b} end\nmobs:register_mob('a:b', d)");
    let rows = [
        (
            "d.animation.run_speed = 30",
            "d.animation.run_speed = 12",
            "a speed is computed; divide it by 30: 30",
            "run_speed may be this; divide it by 30: 12",
        ),
        (
            "d.animation = {walk_end = 5}",
            "d.animation = f()",
            "animation may be this; divide its frames and speeds by 30: {walk_end = 5}",
            "animation may be this; divide its frames and speeds by 30: f()",
        ),
    ];
    for (a, b, first, second) in rows {
        let (said, _) = changed(&branches(a, b), "luanti");
        for line in [format!("init.lua:2: a:b: {first}"), format!("init.lua:3: a:b: {second}")] {
            assert!(said.contains(&line), "{line}\n{said}");
        }
    }
    let set = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 15, walk_start = 3, walk_end = 6}})\n\
               local r = {x = 3, y = 6} if c then r.y = 5 end\nself.object:set_animation(r, 15)";
    assert!(changed(set, "luanti").0.contains("init.lua:3: frames of a model that only a run would know"));
}

#[test]
fn frames_that_a_model_does_not_have_are_noted() {
    let mob = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 3, walk_end = 90, die_start = 90, die_end = 120}})";
    let rows = [
        ("luanti", "{speed_normal = 1, walk_start = 0.1, walk_end = 0.26666668, die_start = 3, die_end = 4}"),
        ("luanti-frames", "{speed_normal = 30, walk_start = 3, walk_end = 8, die_start = 90, die_end = 120}"),
    ];
    for (target, expected) in rows {
        let (said, lua) = changed(mob, target);
        assert!(lua.contains(expected) && !said.contains("by hand"), "{target}: {lua}\n{said}");
        for note in [
            "note: init.lua:1: walk: its model has no frame 90, so it is frame 8 now",
            "note: init.lua:1: a:b: die is not in its model: frames 90 to 120",
        ] {
            assert!(said.contains(note), "{target}: {said}");
        }
    }
}

#[test]
fn names_that_differ_in_the_case_of_letters_are_named() {
    let (said, _) = changed("mobs:register_mob('a:b', {mesh = 'Cow.b3d'})", "luanti");
    let expected = "init.lua:1: a:b: its model Cow.b3d was not converted here; cow.b3d was: the letters of a name must be of one case";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_speed_that_no_table_says_is_that_of_the_framework() {
    let mob = "{mesh = 'cow.b3d', animation = {\n\tstand_start = 0, stand_end = 3, walk_start = 3, walk_end = 6";
    let rows = [
        (format!("mobs:register_mob('a:b', {mob}}}}})"), "{speed_normal = 1,\n\tstand_start = 0, stand_end = 0.2,", ""),
        // The first clip names the rate: three at 15, then at 30.
        (
            format!("mobs:register_mob('a:b', {mob}, walk_speed = 30}}}})"),
            "{speed_normal = 1,\n\tstand_start = 0, stand_end = 0.2, walk_start = 0.2, walk_end = 0.4, walk_speed = 2}",
            "",
        ),
        (
            "creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = {walk = {range = {x = 3, y = 6}}}})"
                .to_owned(),
            "walk = {speed = 1, range = {x = 0.2, y = 0.4}}",
            "",
        ),
        (
            "creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = {walk = ({range = {x = 3, y = 6}})}})"
                .to_owned(),
            "walk = ({speed = 1, range = {x = 0.2, y = 0.4}})",
            "",
        ),
        (
            "player_api.register_model('cow.b3d', {animations = {walk = {x = 3, y = 6}}})".to_owned(),
            "'cow.glb', {animation_speed = 1, animations = {walk = {x = 0.2, y = 0.4}}}",
            "",
        ),
        (format!("beasts.register_mob('a:b', {mob}}}}})"), "{speed_normal = 1,\n\tstand_start = 0", ""),
        (
            "core.register_entity('a:b', {mesh = 'cow.b3d', animations = {walk = {x = 3, y = 6}}})".to_owned(),
            "{mesh = 'cow.glb', animations = {walk = {x = 0.2, y = 0.4}}}",
            "init.lua:1: a:b: walk: no table says how fast it is played; where it is played at 15 frames a second, give it the speed 1",
        ),
        (
            format!("mobs:register_mob('a:b', {mob}, speed_normal = v * 2}}}})"),
            "speed_normal = v * 2}",
            "init.lua:2: a:b: a speed is computed; divide it by 30: v * 2",
        ),
    ];
    for (init, expected, by_hand) in rows {
        let (said, lua) = changed(&init, "luanti");
        assert!(lua.contains(expected) && said.contains(by_hand), "{init}\n{lua}\n{said}");
        assert_eq!(said.contains("by hand"), !by_hand.is_empty(), "{said}");
        let is_taken = said.contains("played: 15 frames a second are taken, speed 1 is written");
        assert_eq!(is_taken, init.starts_with("beasts"), "{said}");
    }
    let (said, lua) = changed(&format!("mobs:register_mob('a:b', {mob}}}}})"), "luanti-frames");
    assert!(
        lua.contains("animation = {\n\tstand_start = 0,") && said.contains("{x = 0, y = 3}, 15, 0"),
        "{lua}\n{said}"
    );
}

#[test]
fn a_clip_in_a_list_stays_whole_and_a_loop_registers_each_definition() {
    let rows = [
        ("walk = {3, 6, 30}", "{3, 6, 30}"),
        ("walk = {{x = 3, y = 6}, 30}", "{{x = 3, y = 6}, 30}"),
        ("walk = {range = {3, 6}, speed = 30}", "{range = {3, 6}, speed = 30}"),
    ];
    for (clip, listed) in rows {
        let idle = "stand = {range = {x = 0, y = 3}, speed = 15}";
        let mob = format!("mobs:register_mob('a:b', {{mesh = 'cow.b3d', animations = {{{idle}, {clip}}}}})");
        let (said, lua) = changed(&mob, "luanti");
        assert!(lua.contains(clip) && lua.contains("y = 0.2}, speed = 1}"), "{clip}: {lua}");
        let what = "walk has numbers without names; divide its frames, and its speed if it has one, by 15";
        assert!(said.contains(&format!("init.lua:1: a:b: {what}: {listed}")), "{said}");
    }
    let one = "core.register_entity('a:b', {mesh = 'cow.b3d', anim_walk = {x = 3, y = 6}, anim_speed = 30})";
    let (said, lua) = changed(one, "luanti");
    assert!(lua.contains("{x = 0.1, y = 0.2}, anim_speed = 1}") && !said.contains("by hand"), "{lua}\n{said}");
    let mobs = "local defs = {cow = {mesh = 'cow.b3d', animation = {speed_normal = 15, walk_start = 0, walk_end = 3}}}\n\
                defs.pig = {mesh = 'pig.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 6}}\n\
                for name, def in pairs(defs) do mobs:register_mob('a:' .. name, def) end";
    let (said, lua) = changed(mobs, "luanti");
    let expected = "speed_normal = 1, walk_start = 0, walk_end = 0.2}";
    assert!(lua.matches(expected).count() == 2 && !said.contains("by hand"), "{lua}\n{said}");
}

#[test]
fn formspecs_whose_model_is_filled_in_are_listed() {
    let what = "a formspec with a model that only a run would know: divide its frames and speed by its frames a second";
    for line in [
        "f(('model[0,0;5,5;m;%s;c.png;0,0;false;true;0,79;30]'):format('cow.b3d'))",
        "f(('model[0,0;5,5;m;${mesh};c.png;0,0;false;true;0,79;30]'):gsub('${mesh}', m))",
    ] {
        let mob = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3}})";
        let (said, _) = changed(&format!("{mob}\n{line}"), "luanti");
        assert!(said.contains(&format!("init.lua:2: {what}")), "{said}");
    }
}

#[test]
fn a_scale_that_overrides_that_of_a_node_grows_with_it() {
    let (said, lua) = changed(
        "core.register_node('a:n', {drawtype = 'mesh', mesh = 'lamp.b3d', visual_scale = 2})\n\
         core.register_entity('a:e', {mesh = 'lamp.b3d'})\n\
         core.override_item('a:n', {visual_scale = 4}) core.override_item('a:other', {visual_scale = 4})",
        "luanti",
    );
    assert!(lua.contains("visual_scale = 20}") && lua.contains("'a:n', {visual_scale = 40}"), "{lua}");
    assert!(lua.contains("'a:other', {visual_scale = 4}") && !said.contains("by hand"), "{lua}\n{said}");
}

#[test]
fn places_and_other_tables_of_a_clip_stay() {
    let others = "seat = {x = 0, y = 12, z = -2}, reach = {x = 0, y = 9}";
    let mob = format!(
        "creatura.register_mob('a:b', {{mesh = 'cow.b3d', animations = {{walk = {{range = {{x = 3, y = 6}}, speed = 30, {others}}}}}}})"
    );
    let (said, lua) = changed(&mob, "luanti");
    let expected = format!("{{range = {{x = 0.1, y = 0.2}}, speed = 1, {others}}}");
    assert!(lua.contains(&expected) && !said.contains("by hand"), "{lua}\n{said}");
}

#[test]
fn a_definition_has_what_its_metatable_has() {
    let base = "local base = {mesh = 'cow.b3d', animation = {walk_start = 3, walk_end = 6}}\n";
    let mobs = "mcl_mobs.register_mob('a:a', setmetatable({hp = 1}, {__index = base}))\n\
                local c = table.copy(base) c.animation.walk_speed = 60 mcl_mobs.register_mob('a:c', c)";
    let (said, lua) = changed(&format!("{base}{mobs}"), "luanti");
    assert!(lua.contains("{speed_normal = 1, walk_start = 0.2, walk_end = 0.4}"), "{lua}\n{said}");
    assert!(said.contains("2 definitions in 1 Lua file") && lua.contains("walk_speed = 4"), "{lua}\n{said}");
}

//! Numbers that several models of a mod share: each is right after the conversion, or a line says by what it is divided.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::mods::changed;

const CLIPS: &str =
    "{stand = {range = {x = 3, y = 6}, speed = 15}, walk = {range = {x = 3, y = 6}, speed = 30, loop = true}}";
/// Definitions with these clips.
const EXTEND: &str = "local function extend(b, over) local n = table.copy(b) for k, v in pairs(over) do \
    if type(v) == 'table' and type(n[k]) == 'table' then n[k] = extend(n[k], v) else n[k] = v end end return n end\n";
const PIG: &str = "{mesh = 'pig.b3d', animations = {eat = {range = {x = 0, y = 3}, speed = 10}}}";
/// The clips of both at one rate.
const DIVIDED: [&str; 3] =
    ["{x = 0.2, y = 0.4}, speed = 1}", "{x = 0.2, y = 0.4}, speed = 2", "{x = 0, y = 0.2}, speed = 0.6666667}"];

#[test]
fn a_base_that_a_function_puts_under_clips_of_another_model_has_one_rate() {
    let base = format!("base = {{animations = {CLIPS}}}\n");
    let copied = "local cow = table.copy(base) cow.mesh = 'cow.b3d' creatura.register_mob('a:a', cow)\n";
    let method = "function base.with(a, b) for k, v in pairs(b) do a[k] = base.with(a[k], v) end return a end\n";
    let clips =
        format!("local common = {CLIPS}\ncreatura.register_mob('a:a', {{mesh = 'cow.b3d', animations = common}})\n");
    let rows = [
        format!("{base}{EXTEND}{copied}creatura.register_mob('a:b', extend(base, {PIG}))"),
        format!(
            "{base}{EXTEND}creatura.register_mob('a:a', extend(base, {{mesh = 'cow.b3d'}}))\ncreatura.register_mob('a:b', extend(base, {PIG}))"
        ),
        format!("{base}{method}{copied}creatura.register_mob('a:b', base.with(table.copy(base), {PIG}))"),
        // What no file of the mod has may do that as well.
        format!("{base}{copied}creatura.register_mob('a:b', lib.extend(base, {PIG}))"),
        // Loops that add what is missing.
        format!(
            "{clips}local pig = {PIG} for k, v in pairs(common) do if not pig.animations[k] then pig.animations[k] = v end end creatura.register_mob('a:b', pig)"
        ),
        format!(
            "{clips}local function fill(d) for k, v in pairs(common) do d.animations[k] = v end end local pig = {PIG} fill(pig) creatura.register_mob('a:b', pig)"
        ),
    ];
    for row in rows {
        let (said, lua) = changed(&row, "luanti");
        assert!(DIVIDED.iter().all(|clip| lua.contains(clip)), "{row}: {lua}");
        assert!(!said.contains("by hand"), "{row}: {said}");
    }
}

#[test]
fn clips_with_another_rate_than_those_under_them_are_listed() {
    let base = "local base = {animation = {speed_normal = 15, stand_start = 0, stand_end = 3}}\n";
    let cow = "mobs:register_mob('a:a', extend(base, {mesh = 'cow.b3d'}))\n";
    let pig = "mobs:register_mob('a:b', extend(base, {mesh = 'pig.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3}}))";
    let (said, lua) = changed(&format!("{base}{EXTEND}{cow}{pig}"), "luanti");
    assert!(
        lua.contains("stand_end = 3}") && lua.contains("{speed_normal = 1, walk_start = 0, walk_end = 0.1}"),
        "{lua}"
    );
    let line = "init.lua:1: models of different frames a second share these numbers, so nothing changes here; give each model its own copy of init.lua:1, divided by 15 for cow.glb, by 30 for pig.glb, ";
    assert!(said.contains(line), "{said}");
    // A function that is seen to take the table of one of them is believed.
    let extend = EXTEND.replace(
        "if type(v) == 'table' and type(n[k]) == 'table' then n[k] = extend(n[k], v) else n[k] = v end",
        "n[k] = v",
    );
    let (said, lua) = changed(&format!("{base}{extend}{cow}{pig}"), "luanti");
    assert!(
        lua.contains("{speed_normal = 1, stand_start = 0, stand_end = 0.2}") && !said.contains("by hand"),
        "{said}"
    );
    // So is a loop over definitions.
    let defaults = "local function register(name, def) for k, v in pairs(base) do if def[k] == nil then def[k] = v end end mobs:register_mob(name, def) end\n\
                    register('a:a', {mesh = 'cow.b3d'})\nregister('a:b', {mesh = 'pig.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3}})";
    let (said, lua) = changed(&format!("{base}{defaults}"), "luanti");
    assert!(
        lua.contains("{speed_normal = 1, stand_start = 0, stand_end = 0.2}") && !said.contains("by hand"),
        "{said}"
    );
}

#[test]
fn only_tables_that_a_definition_leads_to_are_named() {
    let shared = "no clip of pig.glb was found, which moves; divide frames and speeds of it by 30; those that it shares with another model are divided by the rate of that already: give it its own, or convert all with --fps 30\n";
    let quad = "local C = {}\nC.quad = {speed_normal = 25, stand_start = 0, stand_end = 3}\n";
    let register = "local function register(name, def) def.animation = def.animation or table.copy(C.quad) mobs:register_mob(name, def) end\n";
    let cow = "local cow = {mesh = 'cow.b3d', animation = table.copy(C.quad)} cow.animation.speed_normal = 15 register('a:a', cow)\n";
    let pig = "register('a:b', {mesh = 'pig.b3d'})\n";
    let other = "local anim_block = {walk_start = 3, walk_end = 6, walk_speed = 15}\n";
    let (said, _) = changed(&format!("{quad}{register}{cow}{pig}{other}"), "luanti");
    assert!(said.contains(shared) && said.contains("init.lua:6: anim_block: which model has these clips"), "{said}");
    // One that it leads to is.
    let (said, _) = changed(&format!("{quad}{register}{pig}{other}"), "luanti");
    assert!(said.contains("by 30 (if they are those of init.lua:2, divide them there alone)\n"), "{said}");
    // Through a function that a function of it calls, too.
    let play = "local function play(self) self.object:set_animation(anims.walk, 20) end\ncore.register_entity('a:b', {mesh = 'pig.b3d', on_step = function(self) play(self) end})";
    let (said, _) = changed(&format!("local anims = {{walk = {{x = 3, y = 6}}}}\n{other}{play}"), "luanti");
    assert!(said.contains("by 30 (if they are those of init.lua:1, divide them there alone)\n"), "{said}");
    // What a metatable says is its own; in another file it is one that it leads to.
    let base = "local base = {animation = {walk_start = 3, walk_end = 6, walk_speed = 15}}\nbase.__index = base\n";
    let pig = "mobs:register_mob('a:b', setmetatable({mesh = 'pig.b3d'}, {__index = base}))";
    let (said, lua) = changed(&format!("{base}{other}{pig}"), "luanti");
    assert!(lua.contains("base = {animation = {walk_start = 0.2, walk_end = 0.4, walk_speed = 1}}"), "{said}");
    let own =
        format!("local found = loadfile(path .. '/init.lua')\n{base}{}\nreturn base", pig.replace("base", "found"));
    let (said, _) = changed(&format!("{other}{own}"), "luanti");
    assert!(said.contains("by 30 (if they are those of init.lua:3, divide them there alone)\n"), "{said}");
    // A range next to other numbers is no animation.
    let view = "C.view = {range = {x = 4, y = 16}, walk_chance = 50}\n";
    let (said, lua) = changed(&format!("C = {{}}\n{view}{cow}"), "luanti");
    assert!(!said.contains("init.lua:2: ") && lua.contains(view), "{said}");
}

#[test]
fn a_computed_table_names_what_is_divided_for_another_model() {
    let common =
        format!("local common = {CLIPS}\ncreatura.register_mob('a:a', {{mesh = 'cow.b3d', animations = common}})\n");
    let with = "local function with(t, o) local r = table.copy(t) for k, v in pairs(o) do r[k] = v end return r end\n";
    let inside = "local function with(a) for k, v in pairs(common) do a[k] = a[k] or v end return a end\n";
    let cow = "local legs = {walk_start = 0, walk_end = 3}\nlocal cow = table.copy(legs) cow.speed_normal = 15 mobs:register_mob('a:a', {mesh = 'cow.b3d', animation = cow})\n";
    let rows = [
        (
            format!(
                "{common}{with}creatura.register_mob('a:b', {{mesh = 'pig.b3d', animations = with(common, {{}})}})"
            ),
            "animations",
            "with(common, {})",
        ),
        (
            format!("{common}{inside}creatura.register_mob('a:b', {{mesh = 'pig.b3d', animations = with({{}})}})"),
            "animations",
            "with({})",
        ),
        (
            format!("{cow}{with}mobs:register_mob('a:b', {{mesh = 'pig.b3d', animation = with(legs, {{}})}})"),
            "animation",
            "with(legs, {})",
        ),
    ];
    let speed = ", and give speed 0.5 (15/30) to clips that have none";
    for (row, key, call) in rows {
        let (said, _) = changed(&row, "luanti");
        let line = format!(
            "init.lua:4: a:b: {key} is computed; divide its frames, and its speed if it has one, by 30{speed}; those of init.lua:1 are divided by 15 already: give it its own, or convert all with --fps 30: {call}\n"
        );
        assert!(said.contains(&line) && said.contains("1 place needs"), "{said}");
        // At one rate there is nothing to add.
        let (said, _) = changed(
            &row.replace("speed = 15", "speed = 30").replace("speed_normal = 15", "speed_normal = 30"),
            "luanti",
        );
        assert!(said.contains("by 30") && !said.contains("already"), "{said}");
    }
}

#[test]
fn what_counts_with_the_ends_of_ranges_is_listed() {
    let next =
        "a number next to frames or speeds, which are others now: divide it by the frames a second of the model: ";
    let ends = "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by the frames a second of the model: ";
    let times =
        "frames are seconds now: where seconds come of this, multiply its number by the frames a second of the model: ";
    let rows = [
        ("if o:get_animation().y == 89 then f() end", format!("{next}o:get_animation().y == 89")),
        ("if o:get_animation().y == o.last then f() end", format!("{ends}o:get_animation().y == o.last")),
        (
            "local f = A.roar.range.x + math.floor(o.t) if hits[f] then g() end",
            format!("{ends}A.roar.range.x + math.floor(o.t)"),
        ),
        ("o.hit = A.roar.range.x + o.t", format!("{ends}A.roar.range.x + o.t")),
        (
            "local function n() return A.roar.range.y - A.roar.range.x end",
            format!("{ends}A.roar.range.y - A.roar.range.x"),
        ),
        (
            "o:wait(A.roar.range.y - A.roar.range.x, A.roar.range.y - o.t)",
            format!("{ends}A.roar.range.y - A.roar.range.x"),
        ),
        ("local n = A.roar.range.y - A.roar.range.x f(n)", format!("{ends}A.roar.range.y - A.roar.range.x")),
        // These have one line, where the constant is.
        ("f((A.roar.range.y - A.roar.range.x) / 30)", format!("{next}(A.roar.range.y - A.roar.range.x) / 30")),
        ("local n = A.roar.range.y - A.roar.range.x f(n * 0.03)", format!("{times}n * 0.03")),
        // These are seconds, before as now, or frames that change with all others.
        ("f((A.roar.range.y - A.roar.range.x) / A.roar.speed)", String::new()),
        ("local n = A.roar.range.y - A.roar.range.x f(n / A.roar.speed)", String::new()),
        ("if o:get_animation().y == A.roar.range.y then f() end", String::new()),
        ("local r, s = o:get_animation() o.part = o.t * s / (r.y - r.x)", String::new()),
        ("o:set_animation({x = A.roar.range.x, y = A.roar.range.x + A.roar.range.y}, A.roar.speed)", String::new()),
        ("if o:get_animation().y == nil or o:get_animation().x == 0 then f() end", String::new()),
    ];
    let mob = "creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = A})";
    for (line, expected) in rows {
        let start = format!("local A = {{roar = {{range = {{x = 3, y = 6}}, speed = 30}}}} {mob}");
        let (said, _) = changed(&format!("{start}\n{line}"), "luanti");
        let expected = if expected.is_empty() { expected } else { format!("init.lua:2: {expected}\n") };
        assert!(said.contains(&expected) && said.contains("1 place needs") != expected.is_empty(), "{line}: {said}");
    }
}

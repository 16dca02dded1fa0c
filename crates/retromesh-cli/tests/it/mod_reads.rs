//! What Lua files of a mod set in tables of animations, and read of them.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use crate::mods::changed;

/// Converts a mod with each line after a definition, and compares what is said of the line.
fn lists(rows: &[(&str, String)]) {
    let mob =
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 5}})";
    for (line, expected) in rows {
        let (said, _) = changed(&format!("{mob}\n{line}"), "luanti");
        assert!(said.contains(expected), "{line}: {said}");
        assert_eq!(said.contains("init.lua:2: "), !expected.is_empty(), "{line}: {said}");
    }
}

#[test]
fn nothing_old_stays_without_a_word() {
    let name = "no model here has this name; change .b3d if a run makes one of it: ";
    let frames = "frames of a model that only a run would know: divide them and speeds, 15 where there are none, by its frames a second: ";
    let next =
        "a number next to frames or speeds, which are others now: divide it by the frames a second of the model: ";
    let times =
        "frames are seconds now: where seconds come of this, multiply its number by the frames a second of the model: ";
    let speed = "frames are seconds now: if it is a speed in frames that they are divided by, divide that by the frames a second of the model: ";
    let other = "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by the frames a second of the model: ";
    let default = "it is played at 15 without a speed: write 15, divided by the frames a second of the model: ";
    let rows = [
        ("local function of(n) return {mesh = n .. '.b3d'} end", format!("{name}'.b3d'")),
        ("f(('model[0,0;2,4;p;%s.b3d;c.png]'):format(n))", format!("{name}'model[0,0;2,4;p;%s.b3d;c.png]'")),
        ("o.animation.walk_end = 80", format!("{frames}o.animation.walk_end = 80")),
        ("m['a'].animations.wave = {x = 3, y = 6}", format!("{frames}m['a'].animations.wave = {{x = 3, y = 6}}")),
        ("o.animation.walk_end = n", format!("{frames}o.animation.walk_end = n")),
        ("m['cow.b3d'].animation_speed = 24", format!("{frames}m['cow.b3d'].animation_speed = 24")),
        ("rawset(o.animation, 'walk_end', 80)", format!("{frames}rawset(o.animation, 'walk_end', 80)")),
        ("function f(t) t.walk_end = 80 end", format!("{frames}t.walk_end = 80")),
        ("function f(self) local a = self.animation a.run_speed = 80 end", format!("{frames}a.run_speed = 80")),
        ("o.a_anim = {x = 3, y = 6}", format!("{frames}o.a_anim = {{x = 3, y = 6}}")),
        (
            "d.animations[n] = {range = {x = a, y = b}}",
            format!("{frames}d.animations[n] = {{range = {{x = a, y = b}}}}"),
        ),
        ("f(setmetatable({walk_end = 49}, m))", format!("{frames}{{walk_end = 49}}")),
        (
            "o.animation.walk_end, o.animation.speed_run = 80, 60",
            format!("{frames}o.animation.walk_end, o.animation.speed_run = 80, 60"),
        ),
        ("if o.animation.walk_end > 40 then f() end", format!("{next}o.animation.walk_end > 40")),
        ("t = (a.animation.run_end - a.animation.run_start) / 30", format!("{next}(a.animation.run_end")),
        ("local r, s = o:get_animation() t = r.y == 79", format!("{next}r.y == 79")),
        ("local s = m.animation_speed or 30", format!("{next}m.animation_speed or 30")),
        ("local e = o.animation.walk_end f(e / 30)", format!("{next}e / 30")),
        ("f(math.min(o.animation.die_end, 40))", format!("{next}math.min(o.animation.die_end, 40)")),
        ("f(o.animation.die_end / o.rates.die)", format!("{speed}o.animation.die_end / o.rates.die")),
        ("f(o.animation.die_end / m.speeds[n])", format!("{speed}o.animation.die_end / m.speeds[n]")),
        (
            "o.animation.walk_end = o.animation.stand_end + 9",
            format!(
                "{}, but not what tables of animations say: o.animation.walk_end = ",
                frames.trim_end_matches(": ")
            ),
        ),
        ("f(o.animation.walk_end * 0.05)", format!("{times}o.animation.walk_end * 0.05")),
        ("for k, v in pairs(o.animation) do o.animation[k] = v - 1 end", format!("{next}v - 1")),
        ("o.timer = length(o.animation.walk) / 30", format!("{next}length(o.animation.walk) / 30")),
        ("t = {light = o.animation.walk_end}", format!("{other}light = o.animation.walk_end")),
        ("o:set_animation(o.animation.walk)", format!("{default}o:set_animation(o.animation.walk)")),
        // The method of a mob itself is given the name of a clip.
        ("function f(self) self:set_animation(self.animation.current) end", String::new()),
        // These read what is changed in tables.
        (
            "o:set_animation({x = o.animation.walk_start, y = o.animation.walk_end}, o.animation.speed_normal)",
            String::new(),
        ),
        ("o:set_animation_frame_speed(m.animation_speed * 2)", String::new()),
        ("o.animation.run_end = o.animation.walk_end", String::new()),
        (
            "local s = (o.animation.run_end - o.animation.run_start) / o.animation.run_speed if s > 2 then f() end",
            String::new(),
        ),
        (
            "f(math.max(o.animation.die_end, 0), math.min(o.hp, 40), o.hp / m.speed)",
            format!("{other}math.max(o.animation.die_end, 0)\n"),
        ),
        ("f(math.min(o.hp, 40), o.hp / m.speed)", String::new()),
        ("t = {walk_end = o.animation.run_end, speed = o.animation.run_speed * 2}", String::new()),
        ("if f(o.animations) == 1 or next(o.animations.walk) == 1 or f(o.anim_timer) > 5 then f() end", String::new()),
        ("t = {texture = pick(o.anim_textures), anims = o.animations, walk = o.animation.walk}", String::new()),
        // These are of other things.
        ("o.walk_speed = 4 o.time_start = 3 o.anim_timer = 5 o.anim = 'walk'", String::new()),
        ("local hud = {x = 3, y = 6} hud.speed = 4", String::new()),
        // The name of an animation, for a method of the mod.
        ("function f(self, anim) self:set_animation(anim) end", String::new()),
        // No old name, and no number that changes.
        ("f('.b3de')", String::new()),
        ("o.animation.walk_start = 0", String::new()),
        ("local same = o.animation == 80", String::new()),
    ];
    let (said, _) = changed(
        "local pig_anims = {walk = {range = {x = 3, y = 6}}}\n\
         creatura.register_mob('a:b', {mesh = 'pig.b3d', animations = pig_anims})\n\
         pig_anims.sleep = {range = {x = 7, y = 8}}",
        "luanti",
    );
    assert!(
        said.contains("init.lua:3: pig_anims: which model has these clips, only a run would know; divide their frames and speeds by the frames a second of their model, or convert all with --fps 30\n")
            && !said.contains("init.lua:1:"),
        "{said}"
    );
    lists(&rows);
}

#[test]
fn speeds_of_variables_and_multiples_are_listed() {
    let call = "frames of a model that only a run would know: divide them and the speed by its frames a second, but not what tables of animations say (init.lua:1): ";
    let handed_on = "it is handed on here: divide the frames and the speed that it is given by the frames a second of the model, but not what tables of animations say (init.lua:1): ";
    let other = "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by the frames a second of the model: ";
    let rows = [
        // Numbers that a variable has perhaps, or that no table of animations has.
        (
            "local v = 40 if c then v = v / 2 end o:set_animation(o.animation.walk, v)",
            format!("{call}o:set_animation(o.animation.walk, v)"),
        ),
        (
            "local r, v = a.anim.range, a.anim.speed if c then v = 3 end o:set_animation(r, v)",
            format!("{call}o:set_animation(r, v)"),
        ),
        (
            "local v = 20 if c then v = o.animation.run_speed end o:set_animation(o.animation.walk, v)",
            format!("{call}o:set_animation(o.animation.walk, v)"),
        ),
        ("o:set_animation(o.animation.walk, o.fast or 40)", format!("{call}o:set_animation(o.animation.walk")),
        (
            "local animation_speed_mod = 30 if c then animation_speed_mod = animation_speed_mod / 2 end f.set_animation(o, 'walk', animation_speed_mod)",
            format!("{call}f.set_animation(o, 'walk', animation_speed_mod)"),
        ),
        ("o:set_animation(unpack(list))", format!("{call}o:set_animation(unpack(list))\n")),
        ("local set = o.set_animation set(o, {x = 3, y = 6}, 15)", format!("{handed_on}o.set_animation\n")),
        ("pcall(o.set_animation, o, r, 15)", format!("{handed_on}pcall(o.set_animation, o, r, 15)\n")),
        // Multiples of a speed, where it is none of a clip.
        ("o.walk_velocity = o.animation.walk_speed / 10", format!("{other}o.animation.walk_speed / 10")),
        ("function f(o) return o.animation['run_speed'] * 0.1 end", format!("{other}o.animation['run_speed'] * 0.1")),
        ("local v = o.animation.walk_speed / 10 f(v)", format!("{other}o.animation.walk_speed / 10")),
        ("local v = o.animation.walk_speed f(v / 10)", format!("{other}v / 10")),
        // These read what is changed in tables.
        (
            "local v = o.animation.walk_speed if c then v = v * 2 end o:set_animation(o.animation.walk, v)",
            String::new(),
        ),
        ("local set_animation = f.set_animation", String::new()),
        ("local a = o.animations[n] o:set_animation(a.range, a.speed * 2, 0.2) animate(o, a.speed / 2)", String::new()),
    ];
    lists(&rows);
}

#[test]
fn tables_that_definitions_have_are_known_by_any_name() {
    let next =
        "a number next to frames or speeds, which are others now: divide it by the frames a second of the model: ";
    let other = "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by the frames a second of the model: ";
    let rows = [
        ("f(WALK.y / 30)", format!("{next}WALK.y / 30")),
        ("local function late() return WALK.y > 40 end", format!("{next}WALK.y > 40")),
        ("local w = WALK f(w.x + 1)", format!("{next}w.x + 1")),
        ("t = {light = WALK.y}", format!("{other}light = WALK.y")),
        ("t = {collide = WALK}", format!("{other}collide = WALK")),
        ("f(length(WALK) / 30)", format!("{next}length(WALK) / 30")),
        ("f(WALK.y, OTHER.y / 30)", format!("{other}WALK.y")),
        ("f(OTHER.y, OTHER.y / 30)", String::new()),
        ("f({range = WALK, walk = WALK.x})", format!("{other}walk = WALK.x")),
        ("local WALK = {x = 1, y = 2} f(WALK.y / 30)", String::new()),
    ];
    let (range, other) = ("WALK = {x = 3, y = 6}", "OTHER = {x = 3, y = 6}");
    let mob = "{mesh = 'cow.b3d', animations = {walk = {range = WALK, speed = 30}}})";
    for (line, expected) in rows {
        let start = format!("local {range} local {other} core.register_entity('a:b', {mob}");
        let (said, lua) = changed(&format!("{start}\n{line}"), "luanti");
        assert!(lua.contains("WALK = {x = 0.1, y = 0.2}") && lua.contains(other), "{lua}");
        let expected = if expected.is_empty() { expected } else { format!("init.lua:2: {expected}\n") };
        assert!(said.contains(&expected) && said.contains("by hand") != expected.is_empty(), "{line}: {said}");
    }
    // What is done already is not listed again.
    let done =
        "local W = {x = 1, y = 2} core.register_entity('a:b', {mesh = 'a.glb', animations = {walk = W}}) f(W.y / 3)";
    let mob =
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 3, walk_end = 6}})";
    let (said, _) = changed(&format!("{done}\n{mob}"), "luanti");
    assert!(!said.contains("by hand"), "{said}");
}

#[test]
fn what_was_edited_by_hand_is_not_listed_again() {
    let mob =
        "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 3, walk_end = 6}})";
    let rows = [
        ("mobs:register_mob('a:' .. n, {mesh = 'mob_' .. n .. 'E', animation = {die_start = 0, die_end = last}})", "E"),
        ("mobs:register_mob('a:' .. n, {mesh = f('mobE'), animation = {die_start = 0, die_end = last}})", "never"),
        (
            "mobs:register_mob('a:' .. n, {mesh = n == 1 and 'x' or n .. 'E', animation = {die_start = 0, die_end = last}})",
            "never",
        ),
        ("core.register_node('a:' .. n, {drawtype = 'mesh', visual_scale = 10, mesh = ('lamp_' .. n .. 'E')})", "E"),
    ];
    for (line, done) in rows {
        for end in [".b3d", ".glb"] {
            let (said, _) = changed(&format!("{mob}\n{}", line.replace('E', end)), "luanti");
            assert_eq!(said.contains("by hand"), end == ".b3d" || done == "never", "{line}: {said}");
        }
    }
}

#[test]
fn speeds_next_to_computed_clips_change_with_all_others() {
    let rows = [
        (
            "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 15, speed_run = 45, walk_start = n, walk_end = n + 3}})",
            "speed_normal = 0.5, speed_run = 1.5, walk_start = n,",
            "a frame is computed; divide walk_start, walk_end by 30: n",
        ),
        (
            "core.register_entity('a:b', {mesh = 'cow.b3d', anim_speed = 15, animation_data = {walk = {3, 6}}})",
            "anim_speed = 0.5, animation_data = {walk = {3, 6}}",
            "walk has numbers without names; divide its frames, and its speed if it has one, by 30: {3, 6}",
        ),
        (
            "core.register_entity('a:b', {mesh = 'cow.b3d', anim = {walk = {x = 3, y = 6}}, animation_speed = 30, anim_speeds = {walk = 20}})",
            "anim = {walk = {x = 0.1, y = 0.2}}, animation_speed = 1, anim_speeds = {walk = 20}",
            "anim_speeds is taken for speeds of clips; divide them by 30: {walk = 20}",
        ),
    ];
    for (init, expected, by_hand) in rows {
        let (said, lua) = changed(init, "luanti");
        assert!(lua.contains(expected), "{lua}");
        assert!(said.contains(&format!("init.lua:1: a:b: {by_hand}\n")) && said.contains("1 place needs"), "{said}");
    }
}

#[test]
fn what_is_counted_from_changed_numbers_is_not_divided_again() {
    let but = "but not what tables of animations say";
    let rows = [
        ("a.walk_speed = a.walk_speed * n", String::new()),
        ("a.run_speed = a.walk_speed / n", String::new()),
        ("for i, n in ipairs(l) do local b = table.copy(a) b.walk_speed = b.walk_speed * n end", String::new()),
        ("a.walk_end = a.walk_end - n", format!("walk_end may be this; divide it by 30, {but}: a.walk_end - n")),
        ("a.run_speed = a.walk_speed + n", format!("a speed is computed; divide it by 30, {but}: a.walk_speed + n")),
        (
            "a.run_start = n a.run_end = n + a.walk_end",
            "a frame is computed; divide run_start, run_end by 30: n".to_owned(),
        ),
        (
            "a.run_start = a.walk_start + n a.run_end = n",
            format!("a frame is computed; divide run_start, run_end by 30, {but}: a.walk_start + n"),
        ),
        (
            "for k, v in pairs(a) do a[k] = v - 1 end",
            format!(
                "only a run would know what this adds; divide the frames and speeds of it by 30, {but}: a[k] = v - 1"
            ),
        ),
    ];
    for (line, expected) in rows {
        let (said, lua) = changed(
            &format!(
                "local a = {{walk_start = 3, walk_end = 6, walk_speed = 30}}\n{line}\nmobs:register_mob('a:b', {{mesh = 'cow.b3d', animation = a}})"
            ),
            "luanti",
        );
        assert!(lua.contains("{walk_start = 0.1, walk_end = 0.2, walk_speed = 1}"), "{line}: {lua}");
        let expected = if expected.is_empty() { expected } else { format!("init.lua:2: a:b: {expected}\n") };
        assert!(said.contains(&expected) && said.contains("by hand") != expected.is_empty(), "{line}: {said}");
    }
}

#[test]
fn a_table_that_a_function_copies_is_known() {
    let base = "local BASE = {speed_normal = 15, stand_start = 0, stand_end = 3}\n";
    let with =
        "local function with(more) local t = table.copy(BASE) for k, v in pairs(more) do t[k] = v end return t end\n";
    let mobs = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = with({walk_start = 3, walk_end = 6})})\n\
                mobs:register_mob('a:c', {mesh = 'pig.b3d', animation = BASE})";
    let (said, lua) = changed(&format!("{base}{with}{mobs}"), "luanti");
    assert!(lua.contains("BASE = {speed_normal = 1, stand_start = 0, stand_end = 0.2}"), "{lua}");
    let added = "a:b: only a run would know what this adds; divide the frames and speeds of it by 15: ";
    for line in
        [format!("init.lua:2: {added}t[k] = v"), format!("init.lua:3: {added}with({{walk_start = 3, walk_end = 6}})")]
    {
        assert!(said.contains(&line) && said.contains("2 places need"), "{line}: {said}");
    }
    // With models of different rates nothing changes there.
    let mobs = mobs.replace("'a:b', {mesh = 'cow.b3d'", "'a:a', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3}})\nmobs:register_mob('a:b', {mesh = 'cow.b3d'");
    let (said, lua) = changed(&format!("{base}{with}{mobs}"), "luanti");
    assert!(lua.contains("BASE = {speed_normal = 15, stand_start = 0, stand_end = 3}"), "{lua}");
    let shared = "init.lua:1: models of different frames a second share these numbers, so nothing changes here; give each model its own copy of init.lua:1, divided by 30 for cow.glb, by 15 for pig.glb, or convert all with --fps 30: ";
    assert!(said.contains(&format!("{shared}15, 3\n")), "{said}");
    // Also where a function puts the definitions together.
    let def = "local D = {animation = {speed_normal = 15, stand_start = 0, stand_end = 3}}\nlocal function with(a, b) local t = {} for k, v in pairs(a) do t[k] = v end return t end\n\
               mobs:register_mob('a:a', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3}})\n\
               mobs:register_mob('a:c', {mesh = 'cow.b3d', animation = D.animation})\nlocal pig = with(D, {mesh = 'pig.b3d'}) mobs:register_mob('a:b', pig)";
    let (said, lua) = changed(def, "luanti");
    assert!(said.contains(&format!("{shared}15, 3\n")) && said.contains("1 place needs"), "{said}");
    assert!(lua.contains("stand_end = 3}") && lua.contains("{mesh = 'pig.glb'}"), "{lua}");
    // What makes a definition of unknown things is still one.
    let def = "local D = {hp = 3}\nlocal function def(m) local d = table.copy(D) d[k] = m return d end\nmobs:register_mob('a:b', def('cow.b3d'))";
    assert!(changed(def, "luanti").0.contains("init.lua:3: only a run would know this definition"));
}

#[test]
fn numbers_have_one_line_and_it_says_how_to_divide_them() {
    let base = "local base = {animation = {walk_start = 3, walk_end = 6, walk_speed = 15}}\n";
    let extend =
        "local function extend(def) local t = table.copy(base) for k, v in pairs(def) do t[k] = v end return t end\n";
    let cow = "local cow = table.copy(base) cow.mesh = 'cow.b3d' mobs:register_mob('a:a', cow)\n";
    let pig = "mobs:register_mob('a:b', extend({mesh = 'pig.b3d'}))";
    // A base that a copy and a function share has one rate.
    let (said, lua) = changed(&format!("{base}{extend}{cow}{pig}"), "luanti");
    assert!(lua.contains("{walk_start = 0.2, walk_end = 0.4, walk_speed = 1}"), "{lua}");
    assert!(!said.contains("by hand"), "{said}");
    let later = "local pig = extend({hp = 1}) pig.mesh = 'pig.b3d' mobs:register_mob('a:b', pig)";
    let (said, _) = changed(&format!("{base}{extend}{cow}{later}"), "luanti");
    assert!(
        said.contains("init.lua:4: only a run would know this definition: ") && said.contains("extend({hp = 1})\n"),
        "{said}"
    );
    // With two it stays.
    let other = "cow.animation = table.merge({run_start = 0, run_end = 3, run_speed = 30}, base.animation)";
    let (said, lua) = changed(
        &format!("{base}{extend}local cow = {{mesh = 'cow.b3d'}} {other} mobs:register_mob('a:a', cow)\n{pig}"),
        "luanti",
    );
    assert!(lua.contains("{walk_start = 3, walk_end = 6, walk_speed = 15}"), "{lua}");
    let shared = "init.lua:1: models of different frames a second share these numbers, so nothing changes here; give each model its own copy of init.lua:1, divided by 30 for cow.glb, by 15 for pig.glb, or convert all with --fps 30: 3, 6, 15\n";
    assert!(said.contains(shared) && said.contains("1 place needs"), "{said}");
    // A speed that a function is given is divided where that puts it.
    let quad = "local quad = {walk_start = 3, walk_end = 6}\nlocal function of(n) local a = table.copy(quad) a.speed_normal = n return a end\n";
    let mobs = "mobs:register_mob('a:a', {mesh = 'cow.b3d', animation = of(15)}) mobs:register_mob('a:b', {mesh = 'pig.b3d', animation = of(20)})";
    let (said, _) = changed(&format!("{quad}{mobs}"), "luanti");
    assert!(said.contains("init.lua:2: a:a: a speed is computed; divide it by 30: n\n"), "{said}");
    assert!(said.contains("1 place needs"), "{said}");
    // A loop copies what is seen.
    let copy = "local d = {mesh = 'cow.b3d'} for k, v in pairs(base) do d[k] = v end d.animation = table.copy(d.animation) mobs:register_mob('a:a', d)";
    let (said, lua) = changed(&format!("{base}{copy}"), "luanti");
    assert!(lua.contains("{walk_start = 0.2, walk_end = 0.4, walk_speed = 1}") && !said.contains("by hand"), "{said}");
    // What is copied is divided where it is written.
    let copy = "local function add(t) local d = {mesh = 'cow.b3d', animation = table.copy(t.animation)} mobs:register_mob('a:a', d) end add(base)";
    let (said, _) = changed(&format!("{base}{copy}"), "luanti");
    assert!(
        said.contains("to clips that have none (if they are those of init.lua:1, divide them there alone): table.copy"),
        "{said}"
    );
    // The speed of a call that plays a range from elsewhere.
    let fly = "local fly = {x = 3, y = 6} core.register_entity('a:c', {mesh = 'cow.b3d', animations = {fly = {range = fly, speed = 30}}, on_step = function(self) self.object:set_animation(fly, 15) end})";
    let what =
        "its frames are changed where they are written; divide its speed by 30: self.object:set_animation(fly, 15)\n";
    assert!(changed(fly, "luanti").0.contains(what));
    let back = "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 3, back_start = 6, back_end = 3}})";
    let (said, lua) = changed(back, "luanti");
    assert!(said.contains("back runs backwards, so its model has no clip of it: frames 6 to 3"), "{said}");
    assert!(lua.contains("back_start = 0.2, back_end = 0.1}"), "{lua}");
}

#[test]
fn the_speed_that_a_function_gives_its_clips_is_listed() {
    let said = |speed: &str| {
        let clip =
            format!("local function clip(a, b, s) return {{range = {{x = a, y = b}}, {speed}, loop = true}} end");
        let mob = "creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = {walk = clip(0, 5, 20)}})";
        changed(&format!("local FACTOR = tonumber(x)\n{clip}\n{mob}"), "luanti").0
    };
    for speed in ["speed = 30 * FACTOR", "speed = FACTOR * SLOW.factor", "speed = 30"] {
        let said = said(speed);
        assert!(said.contains(&format!("init.lua:2: frames of a model that only a run would know: divide them and speeds, 15 where there are none, by its frames a second: {speed}")), "{said}");
        assert!(said.contains("init.lua:3: a:b: walk is computed"), "{said}");
    }
    // The call says it.
    assert!(!said("speed = s * FACTOR").contains("init.lua:2"));
}

#[test]
fn ranges_for_other_models_are_said_to_be_so() {
    let folder = Folder::new();
    let [lua, out] = ["cow.lua", "out.glb"].map(|name| folder.path(name));
    for (model, is_said) in [("cow.b3d", true), ("keys-split-by-range.b3d", false)] {
        let mob =
            format!("mobs:register_mob('a:b', {{mesh = '{model}', animation = {{walk_start = 1, walk_end = 3}}}})");
        std::fs::write(&lua, mob).unwrap();
        let input = fixture("b3d/keys-split-by-range.b3d");
        let run = retromesh(&["convert", &input, "-o", &out, "--force", "--target", "luanti", "--ranges", &lua]);
        let hint = "hint: --ranges names no clip of this model; it has those of cow.b3d";
        assert_eq!((run.code, run.err.contains(hint)), (0, is_said), "{}{}", run.out, run.err);
    }
}

/// As `--lua` writes it for `--target luanti`, which plays seconds of glTF files.
#[test]
fn ranges_of_lua_that_names_glb_are_seconds() {
    let folder = Folder::new();
    let walker = fixture("b3d/keys-split-by-range.b3d");
    let glb = folder.convert(&walker, "keys-split-by-range.glb", &["--target", "luanti", "--keys", "all"]);
    let lua = folder.path("mob.lua");
    let rows = [
        ("speed_normal = 1, walk_start = 0.1, walk_end = 0.2", &[&walker, &glb][..], true),
        ("walk_start = 0.1, walk_end = 0.2", &[&walker], true),
        // As for `--target luanti-frames`.
        ("speed_normal = 30, walk_start = 3, walk_end = 6", &[&walker], false),
        ("walk_start = 3, walk_end = 6", &[&walker], false),
    ];
    for (animation, models, counts_seconds) in rows {
        let mob =
            format!("mobs:register_mob('a:b', {{mesh = 'keys-split-by-range.glb', animation = {{{animation}}}}})");
        std::fs::write(&lua, mob).unwrap();
        for &model in models {
            let back = folder.path("back.b3d");
            let run = retromesh(&["convert", model, "-o", &back, "--force", "--ranges", &lua]);
            let is_said = run.err.contains("has no `rate`");
            assert_eq!((run.code, is_said), (0, counts_seconds && *model == walker), "{animation}: {}", run.err);
            let info = retromesh(&["info", &back]).out;
            assert!(info.contains("\"walk\" 4 to 7 at "), "{animation} {model}: {info}");
        }
    }
}

/// A mod keeps the table of the models that an earlier run wrote.
#[test]
fn a_frame_table_of_seconds_is_no_definition() {
    let (said, _) =
        changed("return {unit = 'seconds', rate = 30, {name = 'walk', x = 0, y = 0.2, speed = 1}}", "luanti");
    assert!(!said.contains("by hand") && said.contains("0 definitions in 1 Lua file"), "{said}");
}

#[test]
fn frames_that_a_call_plays_are_named_once() {
    let cart = "core.register_entity('a:a', {mesh = 'cow.b3d', on_step = function(self)\nlocal anim = {x = 0, y = 0}\nif up then\nanim = {x = 1, y = 1}\nend\nself.object:set_animation(anim, 1, 0)\nend})";
    let (said, _) = changed(cart, "luanti");
    let line = "init.lua:6: frames of cow.glb: divide them (init.lua:4) and the speed by 30: self.object";
    assert!(said.contains(line) && said.contains("1 place needs"), "{said}");
    // A function that a definition is given after its braces is one of it.
    let boat = "local boat = {mesh = 'cow.b3d'}\nfunction boat.on_step(self)\nself.object:set_animation({x = 0, y = 30}, 15)\nend\ncore.register_entity('a:b', boat)";
    let line = "init.lua:3: frames of cow.glb, 30 a second: write self.object:set_animation({x = 0, y = 1}, 0.5)\n";
    let (said, _) = changed(boat, "luanti");
    assert!(said.contains(line) && said.contains("1 place needs"), "{said}");
}

//! What a mod takes that is changed elsewhere: calls that play fields of any name, and readers of frames that become seconds.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::mods::changed;

/// Clips that every model has.
const MOB: &str =
    "mobs:register_mob('a:b', {mesh = 'cow.b3d', animation = {speed_normal = 30, walk_start = 0, walk_end = 5}})\n";

#[test]
fn what_a_call_takes_that_is_neither_changed_nor_known_is_listed() {
    let frames = "frames of cow.glb: divide them and the speed by ";
    let rows = [
        // Fields of a definition, by any name.
        ("_walk = {x = 0, y = 20}, _fps = 25", "self.object:set_animation(self._walk, self._fps)"),
        ("clips = {walk = {x = 0, y = 20}}, fps = 25", "self.object:set_animation(self.clips.walk, self.fps, 0, true)"),
        ("clips = {walk = {x = 0, y = 20}}, fps = 25", "self.object:set_animation(self.clips[self.state], self.fps)"),
        ("_walk = {x = 0, y = 20}", "self.object:set_animation(self._walk)"),
        (
            "_walk = {x = 0, y = 20}, _fps = 25",
            "local d = core.registered_entities[self.name] self.object:set_animation(d._walk, d._fps)",
        ),
        // The speed next to a range.
        (
            "clips = {walk = {range = {x = 0, y = 20}, speed = 25}}",
            "local c = self.clips.walk self.object:set_animation(c.range, c.speed, 0, true)",
        ),
        (
            "animations = {walk = {x = 0, y = 20}}, fps = 25",
            "self.object:set_animation(self.animations.walk, self.fps)",
        ),
        (
            "animations = {walk = {x = 0, y = 20}}, anim_fps = 25",
            "self.object:set_animation(self.animations.walk, self.anim_fps)",
        ),
        // A table of the file.
        ("hp = 1", "local m = MOVES[self.state] self.object:set_animation(m.frames, m.rate)"),
        // What only a run would know.
        ("hp = 1", "self.object:set_animation(self[self.state], self.fast)"),
        ("hp = 1", "self.object:set_animation(self:frames_of('walk'), self:rate())"),
    ];
    let moves = "local MOVES = {walk = {frames = {x = 0, y = 20}, rate = 25}}\n";
    for (fields, call) in rows {
        let entity = format!(
            "{moves}core.register_entity('a:e', {{mesh = 'cow.b3d', {fields},\non_step = function(self) {call} end}})"
        );
        let (said, _) = changed(&entity, "luanti");
        let line = said.lines().find(|line| line.starts_with("  init.lua:3: ")).unwrap_or_default();
        let call = &call[call.find("self.object").unwrap()..];
        assert!(line.contains(frames) && line.contains(&format!(": {call}")), "{call}: {said}");
        assert!(!changed(&entity, "luanti-frames").0.contains("by hand"), "{call}");
    }
    // All of it is changed, or comes from elsewhere in the shape of a clip.
    for call in [
        "self.object:set_animation(self.animations[n].range, self.animations[n].speed)",
        "local c = self.animations.walk self.object:set_animation(c.range, c.speed)",
        "self.object:set_animation(CLIPS.walk.range, CLIPS.walk.speed)",
    ] {
        let clips = "local CLIPS = {walk = {range = {x = 0, y = 6}, speed = 30}}\n";
        let entity = format!(
            "{clips}core.register_entity('a:e', {{mesh = 'cow.b3d', animations = CLIPS, on_step = function(self) {call} end}})"
        );
        let (said, lua) = changed(&entity, "luanti");
        assert!(lua.contains("{range = {x = 0, y = 0.2}, speed = 1}") && !said.contains("by hand"), "{call}: {said}");
    }
}

#[test]
fn all_readers_of_frames_that_change_are_listed() {
    let other = "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by the frames a second of the model: ";
    let next =
        "a number next to frames or speeds, which are others now: divide it by the frames a second of the model: ";
    let rows = [
        ("lib.set_limit(A.idle.y)", format!("{other}A.idle.y")),
        ("lib.limit = A.idle.y", format!("{other}A.idle.y")),
        ("lib[k] = A.idle.y", format!("{other}A.idle.y")),
        ("local top = A.idle.y lib.set_top(top)", format!("{other}top")),
        ("lib.limit = math.floor(A.idle.y)", format!("{other}math.floor(A.idle.y)")),
        ("if lib.t > A.idle.y then lib.x = 1 end", format!("{other}lib.t > A.idle.y")),
        ("core.after(A.idle.y / 25, print)", format!("{next}A.idle.y / 25")),
        ("core.after(A[k].y / 25, print)", format!("{next}A[k].y / 25")),
        ("local B = A.idle lib.limit = B.y", format!("{other}B.y")),
        ("lib.list = {3, A.idle.y}", format!("{other}A.idle.y")),
        ("function lib.length() return A.idle.y end", format!("{other}A.idle.y")),
        ("core.register_node('a:n', {light = A.idle.y})", format!("{other}light = A.idle.y")),
        ("lib.limit = mod.clips.walk.y", format!("{other}mod.clips.walk.y")),
        ("lib.limit = def.animation.walk_end", format!("{other}def.animation.walk_end")),
        ("for n = 1, A.idle.y do lib.hit(n) end", format!("{other}A.idle.y")),
        ("lib.t = lib.t % A.idle.y", format!("{other}A.idle.y")),
        ("lib.t = -A.idle.y", format!("{other}A.idle.y")),
        ("lib.text = 'frame ' .. A.idle.y", format!("{other}A.idle.y")),
        ("function lib.f(self) self.x = A.idle.y end", format!("{other}A.idle.y")),
        ("function lib.f(self) self.last = A.idle.y end", format!("{other}A.idle.y")),
        ("local n = A.idle.y if lib.t > n then lib.t = 0 end", format!("{other}lib.t > n")),
        ("if lib.t > lib.animation.walk_end then lib.t = 0 end", format!("{other}lib.t > lib.animation.walk_end")),
        ("if lib.t > lib.animations.walk.y then lib.t = 0 end", format!("{other}lib.t > lib.animations.walk.y")),
        // Keys that are put together, functions that count, and entries whose names say nothing.
        (
            "local n = 'walk' core.after((lib.animation[n .. '_end'] - lib.animation[n .. '_start']) / 30, print)",
            format!("{next}(lib.animation[n .. '_end'] - lib.animation[n .. '_start']) / 30"),
        ),
        (
            "lib.left = lib.animation[n .. '_end'] - lib.animation[n .. '_start']",
            format!("{other}lib.animation[n .. '_end'] - lib.animation[n .. '_start']"),
        ),
        ("local function length(r) return r.y - r.x end lib.wait(length(A.idle))", format!("{other}length(A.idle)")),
        (
            "local function last(c) return c.range.y + 0.5 end lib.wait(last(lib.animations.walk))",
            format!("{other}last(lib.animations.walk)"),
        ),
        ("if lib.animation.hit < lib.animation.walk_end then lib.x = 1 end", format!("{other}lib.animation.hit < lib")),
        ("local hit = A.idle.x + 3 core.after((hit - A.idle.x) / A.idle.speed, print)", format!("{next}A.idle.x + 3")),
        (
            "core.after((lib.animation.hit - lib.animation.walk_start) / lib.animation.walk_speed, print)",
            format!("{other}(lib.animation.hit - lib.animation.walk_start)"),
        ),
        (
            "core.after(lib.animation.punch_frames / lib.animation.punch_speed, print)",
            format!("{other}lib.animation.punch_frames / lib.animation.punch_speed"),
        ),
        ("local names = {[6] = 'idle'} lib.name = names[A.idle.y]", format!("{other}A.idle.y")),
        ("lib.data = {o:get_animation()}", format!("{other}o:get_animation()")),
        ("lib.is_fast = select(2, o:get_animation()) == 30", format!("{next}select(2, o:get_animation()) == 30")),
        ("repeat lib.t = lib.t + 1 until lib.t >= A.idle.y", format!("{other}lib.t >= A.idle.y")),
        // Functions that play, by other ways than a call of a method.
        (
            "o.set_animation_frame_speed(o, 20)",
            "frames of a model that only a run would know: divide them and the speed by its frames a second".to_owned(),
        ),
        ("call(o, 'set_animation', {x = 0, y = 6}, 30)", "it is handed on here".to_owned()),
        ("lib.play = o.set_animation", "it is handed on here".to_owned()),
        // These play them, show them, or are of other tables.
        ("o:set_animation({x = A.idle.x, y = A.idle.y}, A.idle.speed)", String::new()),
        ("local function go(o, y) o:set_animation({x = 0, y = y}, A.idle.speed) end go(o, A.idle.y)", String::new()),
        ("for k, v in pairs(A.idle) do print(k, v) end if A.idle.y then print(A) end", String::new()),
        ("print(A.idle.y) lib.hp = A.hp.y lib.hp = math.floor(2)", String::new()),
        ("local A = {idle = {x = 0, y = 20}} lib.limit = A.idle.y", String::new()),
        ("if A.seat.y > 5 then lib.x = A.seat.y * 2 end", String::new()),
    ];
    for (line, expected) in rows {
        let mob = "local A = {idle = {x = 0, y = 6}, hp = {x = 3, y = 4}, seat = {x = 0, y = 9, z = 0}} mod = {} mod.clips = {walk = {x = 0, y = 6}} \
                   creatura.register_mob('a:b', {mesh = 'cow.b3d', animations = {idle = {range = A.idle, speed = 30}, \
                   walk = {range = mod.clips.walk, speed = 30}}})";
        let (said, lua) = changed(&format!("{mob}\n{line}"), "luanti");
        assert!(lua.contains("idle = {x = 0, y = 0.2}, hp = {x = 3, y = 4}, seat = {x = 0, y = 9, z = 0}"), "{lua}");
        let is_call = line.contains("set_animation({x = 0, y = y}");
        let said: String = said.lines().filter(|line| !is_call || line.contains("this takes")).collect();
        let expected = if expected.is_empty() { expected } else { format!("init.lua:2: {expected}") };
        let count = said.matches("init.lua:2: ").count();
        assert!(said.contains(&expected) && count == usize::from(!expected.is_empty()), "{line}: {said}");
    }
    let (said, _) =
        changed(&format!("{MOB}lib.set(o.animation.walk_end, math.max(o.animation.walk_end, 0))"), "luanti");
    for what in ["o.animation.walk_end", "math.max(o.animation.walk_end, 0)"] {
        assert!(said.contains(&format!("init.lua:2: {other}{what}\n")), "{said}");
    }
}

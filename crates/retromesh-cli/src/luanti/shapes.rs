//! The shapes of tables in which mods keep animations.

use crate::lua::{Entry, Table, Value};

/// The fields in which frameworks keep the animations of a mob.
pub(super) const FIELDS: [&str; 2] = ["animation", "animations"];
/// The names of the first and the last frame.
pub(super) const ENDS: [(&str, &str); 4] =
    [("x", "y"), ("first", "last"), ("start", "stop"), ("start_frame", "end_frame")];
/// The names of a speed in a table of animations.
pub(super) const SPEEDS: [&str; 5] = ["animation_speed", "frame_speed", "anim_speed", "speed", "fps"];
/// The names of a speed in a table of other things, where `speed` is that of walking.
pub(super) const OUTER_SPEEDS: [&str; 3] = ["animation_speed", "frame_speed", "anim_speed"];
/// The names of looping.
pub(super) const LOOPS: [&str; 3] = ["loop", "frame_loop", "looping"];
/// The names of a transition.
pub(super) const BLENDS: [&str; 3] = ["frame_blend", "blend", "animation_blend"];
/// Tables with these names say the frames of what is around them.
pub(crate) const RANGES: [&str; 3] = ["range", "frame_range", "frames"];

impl Value {
    pub(super) fn number(&self) -> Option<f32> {
        match self {
            Self::Number(number) => Some(*number as f32),
            _ => None,
        }
    }
}

/// Returns the first entry of a name.
pub(super) fn get<'t>(table: &'t Table, name: &str) -> Option<&'t Entry> {
    table.iter().find(|entry| entry.key == name)
}

pub(super) fn text<'t>(table: &'t Table, name: &str) -> Option<&'t str> {
    match &get(table, name)?.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

pub(super) fn number(table: &Table, name: &str) -> Option<f32> {
    get(table, name)?.value.number()
}

/// Returns the entries of the first and the last frame, which may be computed.
pub(super) fn ends(table: &Table) -> Option<(&Entry, &Entry)> {
    let is_end = |entry: &&Entry| matches!(entry.value, Value::Number(_) | Value::Computed);
    let both = |first, last| Some((get(table, first).filter(is_end)?, get(table, last).filter(is_end)?));
    ENDS.iter().find_map(|(first, last)| both(first, last))
}

/// Returns the frames that a table says with a table in it, or with a value that is computed.
pub(super) fn range(table: &Table) -> Option<&Entry> {
    RANGES.iter().find_map(|name| get(table, name))
}

/// Returns whether a table is one clip.
pub(super) fn is_clip_table(table: &Table) -> bool {
    ends(table).is_some() || range(table).is_some()
}

pub(super) fn is_clip(entry: &Entry) -> bool {
    matches!(&entry.value, Value::Table(table) if is_clip_table(table))
}

/// Returns whether a frame of a table that is one clip is computed.
pub(super) fn is_computed(table: &Table) -> bool {
    let has_computed = |table| ends(table).is_some_and(|(a, b)| [a, b].iter().any(|end| end.value == Value::Computed));
    match range(table).map(|entry| &entry.value) {
        Some(Value::Table(range)) => has_computed(range),
        Some(value) => *value == Value::Computed,
        None => has_computed(table),
    }
}

/// Returns whether a table that may be a clip has numbers without keys, whose meaning is that of their order.
pub(super) fn has_list(table: &Table) -> bool {
    let is_number = |entry: &Entry| entry.key.is_empty() && entry.value.number().is_some_and(|number| number != 0.0);
    let inner = range(table).and_then(|entry| match &entry.value {
        Value::Table(range) => Some(range),
        _ => None,
    });
    table.iter().chain(inner.into_iter().flat_map(|range| range.iter())).any(is_number)
}

/// Returns whether a table is two numbers without keys.
pub(super) fn is_pair(table: &Table) -> bool {
    let is_number = |entry: &Entry| entry.key.is_empty() && entry.value.number().is_some();
    table.iter().count() == 2 && table.iter().all(is_number)
}

pub(super) fn is_table(entry: &Entry) -> bool {
    matches!(entry.value, Value::Table(_))
}

pub(crate) fn is_frame(key: &str) -> bool {
    key.ends_with("_start") || key.ends_with("_end") || ENDS.iter().any(|(first, last)| [*first, *last].contains(&key))
}

pub(crate) fn is_speed(key: &str) -> bool {
    SPEEDS.contains(&key) || key.starts_with("speed_") || key.ends_with("_speed")
}

/// Returns whether an entry of a table of clips is about how they are played, and none itself.
pub(super) fn is_of_a_clip(key: &str) -> bool {
    let words = ["loop", "blend", "rotate"];
    is_speed(key) || LOOPS.contains(&key) || words.iter().any(|word| key.ends_with(word))
}

/// Returns whether a table with a range has other numbers, and nothing of how a clip is played: `{range = {x = 4, y = 16}, walk_chance = 50}`.
pub(super) fn is_of_others(table: &Table) -> bool {
    let is_number = |entry: &Entry| !entry.key.is_empty() && entry.value.number().is_some();
    table.iter().any(is_number) && !table.iter().any(|entry| is_of_a_clip(&entry.key))
}

/// Returns whether the name of a table says that animations are in it.
pub(crate) fn is_of_animations(name: &str) -> bool {
    name.to_ascii_lowercase().replace("animal", "").contains("anim")
}

/// Returns whether the name of a table says that the numbers in it are speeds of clips: `anim_speeds = {walk = 20}`.
pub(super) fn is_of_speeds(name: &str) -> bool {
    is_of_animations(name) && name.to_ascii_lowercase().contains("speed")
}

/// Returns whether the name of a table says that it is of a sound, also among animations.
pub(super) fn is_of_sounds(name: &str) -> bool {
    name.to_ascii_lowercase().contains("sound")
}

//! The ranges in tables, in the shapes that mods give them.

use super::table::{Table, Value};
use retromesh::ClipRange;
use std::collections::HashMap;

/// The names of the first and the last frame.
const ENDS: [(&str, &str); 4] = [("x", "y"), ("first", "last"), ("start", "stop"), ("start_frame", "end_frame")];
/// The names of a speed.
const SPEEDS: [&str; 4] = ["speed", "frame_speed", "fps", "animation_speed"];
/// The names of looping.
const LOOPS: [&str; 3] = ["loop", "frame_loop", "looping"];
/// Tables with these names say the frames of what is around them.
const RANGES: [&str; 3] = ["range", "frame_range", "frames"];

/// What is known of a table from those around it.
#[derive(Clone, Copy, Default)]
struct Place<'t> {
    /// The name that a range in it has, unless it says another.
    name: &'t str,
    /// Whether it is about animations, as far as names say.
    animated: bool,
    /// Whether nothing is around it.
    outermost: bool,
    speed: Option<f32>,
    looping: Option<bool>,
}

/// Returns all ranges of a table, in its order.
///
/// These count: `walk = {x = 168, y = 187}` in a table of animations (its name or that of one around it has `anim`), or with a `name` of
/// its own; `walk = {range = {x = 168, y = 187}}`; `walk_start = 168, walk_end = 187`. Where there are none of these, the first shape
/// counts in the outermost table, too. Others, such as a `visual_size`, do not.
pub(super) fn ranges(root: &Table) -> Vec<ClipRange> {
    let (mut ranges, mut outermost) = (Vec::new(), Vec::new());
    // The tables that are open, the innermost last: those that are left of each.
    let outer = Place { outermost: true, speed: speed(root), looping: looping(root), ..Place::default() };
    let mut open = vec![(outer, root.iter())];
    while let Some((place, rest)) = open.last_mut() {
        let place = *place;
        let Some((key, value)) = rest.next() else {
            open.pop();
            continue;
        };
        let Value::Table(table) = value else { continue };
        let is_range = RANGES.contains(&key.as_str());
        let own = text(table, "name");
        let name = own.unwrap_or(if is_range || key.is_empty() { place.name } else { key });
        let animated = place.animated || is_range || key.to_ascii_lowercase().contains("anim");
        let (speed, looping) = (speed(table).or(place.speed), looping(table).or(place.looping));
        let inside = Place { name, animated, outermost: place.outermost && key.is_empty(), speed, looping };
        match ends(table) {
            Some((first, last)) if !name.is_empty() && (animated || own.is_some() || place.outermost) => {
                let certain = animated || own.is_some();
                let list = if certain { &mut ranges } else { &mut outermost };
                list.push(ClipRange { name: name.to_owned(), first, last, speed, looping });
            }
            _ => {
                ranges.extend(pairs(table, speed));
                open.push((inside, table.iter()));
            }
        }
    }
    if ranges.is_empty() { outermost } else { ranges }
}

fn get<'t>(table: &'t Table, name: &str) -> Option<&'t Value> {
    table.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn text<'t>(table: &'t Table, name: &str) -> Option<&'t str> {
    match get(table, name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn number(table: &Table, name: &str) -> Option<f32> {
    match get(table, name)? {
        Value::Number(number) => Some(*number as f32),
        _ => None,
    }
}

fn ends(table: &Table) -> Option<(f32, f32)> {
    ENDS.iter().find_map(|(first, last)| Some((number(table, first)?, number(table, last)?)))
}

fn speed(table: &Table) -> Option<f32> {
    SPEEDS.iter().find_map(|name| number(table, name)).filter(|speed| *speed > 0.0)
}

fn looping(table: &Table) -> Option<bool> {
    LOOPS.iter().find_map(|name| match get(table, name)? {
        Value::Bool(looping) => Some(*looping),
        _ => None,
    })
}

/// Returns the ranges that two entries each name: `walk_start = 168, walk_end = 187`, with `walk_speed` or `speed_walk`, else the speed
/// that most have.
fn pairs(table: &Table, speed: Option<f32>) -> Vec<ClipRange> {
    let names = table.iter().filter_map(|(key, _)| key.strip_suffix("_start"));
    let usual = speed.or_else(|| number(table, "speed_normal"));
    // Of several entries of one name the first counts.
    let entries: HashMap<&str, &Value> = table.iter().rev().map(|(key, value)| (key.as_str(), value)).collect();
    let number = |key: &str| match entries.get(key)? {
        Value::Number(number) => Some(*number as f32),
        _ => None,
    };
    let range = |name: &str| {
        let (first, last) = (number(&format!("{name}_start"))?, number(&format!("{name}_end"))?);
        let own = [format!("{name}_speed"), format!("speed_{name}")];
        let speed = own.iter().find_map(|key| number(key)).or(usual).filter(|speed| *speed > 0.0);
        let looping = match entries.get(format!("{name}_loop").as_str()) {
            Some(Value::Bool(looping)) => Some(*looping),
            _ => None,
        };
        Some(ClipRange { name: name.to_owned(), first, last, speed, looping })
    };
    names.filter_map(range).collect()
}

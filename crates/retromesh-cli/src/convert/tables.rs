//! Frame tables as text: lines of Lua for mods of Luanti, Lua files, JSON.

use retromesh::layout::json::print_string;
use retromesh::{FrameRange, FrameTable, RangeUnit};
use std::fmt::Write;

/// Returns a speed for people: 20 for the 20.000002 that times in seconds make of it.
pub(super) fn readable(speed: f32) -> f64 {
    (f64::from(speed) * 1000.0).round() / 1000.0
}

/// Returns the lines of Lua that play each clip in Luanti: `set_animation`, or `play_animation` (5.17 and later) where each
/// clip is an animation of its own, which without a name is played by its number.
pub(super) fn lua_calls(table: &FrameTable) -> String {
    let mut text = String::new();
    for (number, range) in (1..).zip(&table.ranges) {
        let speed = readable(range.speed.unwrap_or(table.speed));
        let (looping, blend) = (range.looping, range.blend.unwrap_or(0.0));
        // Writing to a string cannot fail.
        let _ = if table.separate {
            let name = if range.name.is_empty() { format!("{number}") } else { quoted(&range.name) };
            let blend = range.blend.map_or(String::new(), |blend| format!(", blend = {blend}"));
            writeln!(text, "object:play_animation({name}, {{speed = {speed}, loop = {looping}{blend}}})")
        } else {
            let name = range.name.replace(char::is_control, " ");
            let comment = if name.is_empty() { String::new() } else { format!(" -- {name}") };
            let (x, y) = (range.first, range.last);
            writeln!(text, "object:set_animation({{x = {x}, y = {y}}}, {speed}, {blend}, {looping}){comment}")
        };
    }
    text
}

/// Lists what a table says of all of its numbers, as entries of Lua or JSON: nothing where they count frames.
fn unit(table: &FrameTable) -> Vec<(&'static str, String)> {
    match table.unit {
        RangeUnit::Frames => Vec::new(),
        RangeUnit::Seconds(rate) => {
            let rate = rate.map(|rate| ("rate", rate.to_string()));
            [("unit", "\"seconds\"".to_owned())].into_iter().chain(rate).collect()
        }
    }
}

/// Returns a Lua file that returns the clips as a list: `name`, `x` and `y` (the frame range), `speed` and `loop`. Entries before them say where the numbers
/// are seconds, and where each clip is an animation of its own.
pub(super) fn lua(table: &FrameTable) -> String {
    let mut text = String::from("return {\n");
    let separate = table.separate.then(|| ("separate", "true".to_owned()));
    for (key, value) in unit(table).into_iter().chain(separate) {
        let _ = writeln!(text, "\t{key} = {value},");
    }
    for range in &table.ranges {
        let FrameRange { name, first, last, looping, speed, blend } = range;
        let (name, speed) = (quoted(name), speed.unwrap_or(table.speed));
        let blend = blend.map_or(String::new(), |blend| format!(", blend = {blend}"));
        let _ =
            writeln!(text, "\t{{name = {name}, x = {first}, y = {last}, speed = {speed}, loop = {looping}{blend}}},");
    }
    text + "}\n"
}

/// Returns the table as a JSON text: `unit` and `rate` where the numbers are seconds, `speed`, `separate`, and `ranges` with `name`, `first`, `last`, `loop`, and `speed` where it differs.
pub(super) fn json(table: &FrameTable) -> String {
    let range = |range: &FrameRange| {
        let FrameRange { name, first, last, looping, speed, blend } = range;
        let blend = blend.map_or(String::new(), |blend| format!(", \"blend\": {blend}"));
        let speed = speed.map_or(String::new(), |speed| format!(", \"speed\": {speed}"));
        let mut quoted = String::new();
        let _ = print_string(name, &mut quoted);
        format!("    {{\"name\": {quoted}, \"first\": {first}, \"last\": {last}, \"loop\": {looping}{speed}{blend}}}")
    };
    let ranges: Vec<String> = table.ranges.iter().map(range).collect();
    let list = if ranges.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", ranges.join(",\n")) };
    let mut first = String::new();
    for (key, value) in unit(table) {
        let _ = writeln!(first, "  \"{key}\": {value},");
    }
    format!("{{\n{first}  \"speed\": {},\n  \"separate\": {},\n  \"ranges\": {list}\n}}\n", table.speed, table.separate)
}

/// Quotes a text for Lua.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Three digits, so that a digit after it is not taken for part of it.
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\{:03}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_said_in_lua_and_json() {
        let range = |name: &str, first, last, looping| FrameRange {
            name: name.into(),
            first,
            last,
            looping,
            ..FrameRange::default()
        };
        let ranges = vec![range("wa\"lk\n", 0.0, 2.625, true), range("", 80.0, 100.0, false)];
        let mut table = FrameTable { speed: 30.000_002, ranges, ..FrameTable::default() };
        let calls = "object:set_animation({x = 0, y = 2.625}, 30, 0, true) -- wa\"lk \n\
            object:set_animation({x = 80, y = 100}, 30, 0, false)\n";
        assert_eq!(lua_calls(&table), calls);
        // A file has every bit.
        table.speed = 30.0;
        let first = "{name = \"wa\\\"lk\\010\", x = 0, y = 2.625, speed = 30, loop = true},";
        assert!(lua(&table).contains(first), "{}", lua(&table));
        let first = "{\"name\": \"wa\\\"lk\\u000a\", \"first\": 0, \"last\": 2.625, \"loop\": true},";
        assert!(json(&table).contains(first), "{}", json(&table));
        table.unit = RangeUnit::Seconds(Some(30.0));
        assert!(lua(&table).starts_with("return {\n\tunit = \"seconds\",\n\trate = 30,\n\t{name"), "{}", lua(&table));
        assert!(json(&table).starts_with("{\n  \"unit\": \"seconds\",\n  \"rate\": 30,\n"), "{}", json(&table));
        table.separate = true;
        let calls = "object:play_animation(\"wa\\\"lk\\010\", {speed = 30, loop = true})\n\
            object:play_animation(2, {speed = 30, loop = false})\n";
        assert_eq!(lua_calls(&table), calls);
    }
}

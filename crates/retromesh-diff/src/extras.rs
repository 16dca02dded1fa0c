//! Compares extras: values of a format that have no field in the scene.

use super::accumulate::Accumulator;
use super::nodes::{Nodes, side};
use super::surface::Surface;
use retromesh_core::{Extra, Extras};
use retromesh_kit::Feature;

/// Compares the extras of the scenes and of paired nodes.
pub(super) fn compare(a: &Surface<'_>, b: &Surface<'_>, nodes: &Nodes, out: &mut Accumulator) {
    tables(&a.scene.extras, Some(&b.scene.extras), "", out);
    for (i, node) in a.scene.nodes.iter().enumerate() {
        let other = nodes.forth[i].and_then(|j| b.scene.nodes.get(j)).map(|other| &other.extras);
        if !node.extras.is_empty() || other.is_some_and(|extras| !extras.is_empty()) {
            tables(&node.extras, other, &a.path(i), out);
        }
    }
}

/// Compares two tables, key by key.
pub(super) fn tables(x: &Extras, y: Option<&Extras>, path: &str, out: &mut Accumulator) {
    let empty = Extras::new();
    let y = y.unwrap_or(&empty);
    for (key, value) in x.iter().filter(|(key, value)| y.get(*key).is_none_or(|other| !value.is_same(other))) {
        let now = y.get(key).map_or(String::new(), |now| format!(" became {}", brief(now)));
        out.say(Feature::Extras, side(true, !now.is_empty()), path, format!("{key}: {}{now}", brief(value)));
    }
    for (key, value) in y.iter().filter(|(key, _)| !x.contains_key(*key)) {
        out.say(Feature::Extras, side(false, true), path, format!("{key}: {}", brief(value)));
    }
}

/// At most this many letters of a value are shown.
const LONGEST: usize = 80;

fn brief(value: &Extra) -> String {
    let mut text = String::new();
    write(value, &mut text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

/// Writes a value as JSON has it, until there is more than is shown.
fn write(value: &Extra, text: &mut String) {
    let plain = match value {
        Extra::Bool(value) => value.to_string(),
        Extra::Int(value) => value.to_string(),
        Extra::Float(value) => value.to_string(),
        Extra::Text(value) => format!("{:?}", value.chars().take(LONGEST).collect::<String>()),
        Extra::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Extra::List(values) => return enclosed('[', values.iter().map(|value| (None, value)), ']', text),
        Extra::Map(map) => return enclosed('{', map.iter().map(|(key, value)| (Some(key), value)), '}', text),
    };
    *text += &plain;
}

fn enclosed<'e>(
    open: char,
    values: impl Iterator<Item = (Option<&'e String>, &'e Extra)>,
    close: char,
    text: &mut String,
) {
    text.push(open);
    for (number, (key, value)) in values.enumerate() {
        if text.len() > 4 * LONGEST {
            return;
        }
        *text += if number > 0 { ", " } else { "" };
        if let Some(key) = key {
            *text += key;
            *text += ": ";
        }
        write(value, text);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_in_json_and_short() {
        let map = Extra::Map(Extras::from([("fps".to_owned(), Extra::Float(60.0))]));
        let list = Extra::List(vec![map, Extra::Text("a".into()), Extra::Bytes(vec![1])]);
        assert_eq!(brief(&list), "[{fps: 60}, \"a\", 1 bytes]");
        let long = brief(&Extra::List(vec![Extra::Int(7); 1000]));
        assert!(long.starts_with("[7, 7, ") && long.len() == 82, "{long}");
    }
}

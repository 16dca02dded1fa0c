//! Compares extras: values of a format that have no field in the scene.

use super::accumulate::Accumulator;
use super::nodes::{Nodes, side};
use super::surface::Surface;
use retromesh_core::Extras;
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
    for (key, value) in x.iter().filter(|(key, value)| y.get(*key) != Some(value)) {
        out.say(Feature::Extras, side(true, y.contains_key(key)), path, format!("{key}: {}", brief(value)));
    }
    for (key, value) in y.iter().filter(|(key, _)| !x.contains_key(*key)) {
        out.say(Feature::Extras, side(false, true), path, format!("{key}: {}", brief(value)));
    }
}

fn brief(value: &retromesh_core::Extra) -> String {
    const LONGEST: usize = 80;
    let text = format!("{value:?}");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

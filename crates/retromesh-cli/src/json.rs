//! The JSON of every command: a list with one object for each file, those that could not be read included.
//!
//! `docs/schemas` describes each kind of object; its number is raised when a key changes its meaning or goes.

pub(crate) use retromesh::facts::Entry;
use serde::Serialize;

/// Prints a list.
pub(crate) fn print_list(list: &[impl Serialize]) {
    // Texts and numbers always have a form in JSON.
    outln!("{}", serde_json::to_string_pretty(list).unwrap_or_default());
}

/// Prints an object in a line of its own.
pub(crate) fn print_line(entry: &impl Serialize) {
    outln!("{}", serde_json::to_string(entry).unwrap_or_default());
}

//! Where a walk is: `chunks[0].body.name`.

use retromesh::layout::Place;
use retromesh::{Error, ErrorKind};
use std::fmt::Write;

/// The path of the innermost structure that is open.
#[derive(Debug, Default)]
pub(super) struct Path {
    text: String,
    /// How long the path is without each structure that is open.
    ends: Vec<usize>,
}

impl Path {
    pub(super) fn push(&mut self, place: Place) {
        self.ends.push(self.text.len());
        let dot = if self.text.is_empty() { "" } else { "." };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{dot}{place}");
    }

    pub(super) fn pop(&mut self) {
        self.text.truncate(self.ends.pop().unwrap_or(0));
    }

    /// Returns how many structures are open.
    pub(super) fn depth(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Says that nothing in a file has a path.
pub(super) fn unknown(path: &str, format: &'static str) -> Error {
    Error::new(format, ErrorKind::bad("path", "one that --hex or --at shows", path.to_owned()))
}

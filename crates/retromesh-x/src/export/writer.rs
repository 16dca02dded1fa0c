//! Pieces of text under construction: indented, one row of values a line.

use crate::document::Piece;
use retromesh_wire::RawStr;
use std::collections::BTreeSet;

/// Writes pieces.
#[derive(Default)]
pub(super) struct Writer {
    pieces: Vec<Piece<'static>>,
    depth: usize,
    /// The types of objects so far.
    used: BTreeSet<&'static str>,
}

/// The blanks before a line; deeper levels are not indented further, so that the text stays linear in what is written.
const MAX_INDENT: usize = 16;

impl Writer {
    pub(super) fn template(&mut self, text: &str) {
        self.pieces.push(Piece::Template(RawStr::from(format!("\n{text}"))));
    }

    /// Begins an object of a type, with a name where it has one.
    pub(super) fn open(&mut self, kind: &'static str, name: &str) {
        self.used.insert(kind);
        let blank = if name.is_empty() { "" } else { " " };
        let text = format!("\n{}{kind}{blank}{name} {{", self.indent());
        self.pieces.push(Piece::Open(RawStr::from(text)));
        self.depth += 1;
    }

    /// Ends the object that was begun last.
    pub(super) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let text = format!("\n{}}}", self.indent());
        self.pieces.push(Piece::Close(RawStr::from(text)));
    }

    /// Refers to an object.
    pub(super) fn reference(&mut self, name: &str) {
        let text = format!("\n{}{{ {name} }}", self.indent());
        self.pieces.push(Piece::Reference(RawStr::from(text)));
    }

    /// Writes the values of an object.
    pub(super) fn values(&mut self, values: Values) {
        self.pieces.push(Piece::Values(RawStr::new(values.text)));
    }

    /// Begins values at the indent of the object that was begun last.
    pub(super) fn begin(&self) -> Values {
        Values { text: Vec::new(), indent: self.indent() }
    }

    /// Writes an object that has values only.
    pub(super) fn object(&mut self, kind: &'static str, values: impl FnOnce(&mut Values)) {
        self.open(kind, "");
        let mut own = self.begin();
        values(&mut own);
        self.values(own);
        self.close();
    }

    /// Returns the types of the objects that were written.
    pub(super) fn used(&self) -> &BTreeSet<&'static str> {
        &self.used
    }

    /// Returns what was written, and after it what another one wrote.
    pub(super) fn before(mut self, rest: Self) -> Vec<Piece<'static>> {
        self.pieces.extend(rest.pieces);
        self.pieces.push(Piece::Values(RawStr::from("\n")));
        self.pieces
    }

    fn indent(&self) -> String {
        " ".repeat(self.depth.min(MAX_INDENT))
    }
}

/// The values of an object under construction.
pub(super) struct Values {
    text: Vec<u8>,
    indent: String,
}

impl Values {
    /// Begins a line.
    pub(super) fn line(&mut self) -> &mut Self {
        self.text.push(b'\n');
        self.text.extend_from_slice(self.indent.as_bytes());
        self
    }

    /// Writes separators as they are.
    pub(super) fn put(&mut self, separators: &str) -> &mut Self {
        self.text.extend_from_slice(separators.as_bytes());
        self
    }

    /// Writes a whole number and what follows it.
    pub(super) fn integer(&mut self, value: impl itoa::Integer, after: &str) -> &mut Self {
        self.text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        self.put(after)
    }

    /// Writes a float in the fewest digits that give the same bits, and what follows it. Whole numbers keep a point: without one, assimp takes
    /// the comma after them for it.
    pub(super) fn float(&mut self, value: f32, after: &str) -> &mut Self {
        self.put(zmij::Buffer::new().format_finite(value)).put(after)
    }

    /// Writes floats with a separator after each.
    pub(super) fn floats(&mut self, values: &[f32], after: &str) -> &mut Self {
        values.iter().for_each(|value| {
            self.float(*value, after);
        });
        self
    }

    /// Writes a line for each of a list: between them is `,`, after the last `;`.
    pub(super) fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut left = items.len();
        for item in items {
            left -= 1;
            self.line();
            write(self, item);
            self.put(if left > 0 { "," } else { ";" });
        }
    }

    /// Writes a count on a line of its own.
    pub(super) fn count(&mut self, count: usize) -> &mut Self {
        self.line().integer(count, ";")
    }

    /// Writes a text in quotes on a line of its own.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        let text: String = text.chars().map(|c| if c == '"' || c.is_control() { '_' } else { c }).collect();
        self.line().put("\"").put(&text).put("\";")
    }
}

//! A walk kept as a list, for programs that jump about in a file.

use super::{Field, Kind, Place, Shape, Visit};
use std::ops::{ControlFlow, Range};

/// The structures and fields of a file in its order, each with the bytes that it covers.
///
/// An array is one entry, so the list stays short compared with the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Tree {
    /// The entries; what is inside one follows it and is one deeper.
    pub entries: Vec<Entry>,
    open: Vec<usize>,
}

/// A structure or a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The name in the structure around it.
    pub name: &'static str,
    /// Its number, where it is one of a list.
    pub index: Option<u64>,
    /// How many structures are around it.
    pub depth: usize,
    /// Its bytes.
    pub bytes: Range<u64>,
    /// The kind of a structure; what a field holds, as `f32[3]`.
    pub kind: String,
    /// The value of a field, cut where it is long; nothing for structures.
    pub value: Option<String>,
}

/// This many characters of a value are kept.
const LONGEST: usize = 120;

impl Tree {
    /// Finds the innermost entry that covers a byte, and what is around it, outermost first.
    pub fn at(&self, offset: u64) -> Vec<usize> {
        let mut around: Vec<usize> = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            if entry.depth == around.len() && entry.bytes.contains(&offset) && entry.kind != "shared" {
                around.push(number);
            }
        }
        around
    }
}

impl Visit for Tree {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        let (depth, bytes) = (self.open.len(), place.offset..place.offset);
        self.open.push(self.entries.len());
        let Place { name, index, .. } = place;
        self.entries.push(Entry { name, index, depth, bytes, kind: kind.to_owned(), value: None });
        ControlFlow::Continue(())
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        let Place { name, index, offset } = field.place;
        let bytes = offset..offset + field.bytes.len() as u64;
        let (kind, value) = (field.kind_name(), Some(field.summary(LONGEST)));
        self.entries.push(Entry { name, index, depth: self.open.len(), bytes, kind, value });
        ControlFlow::Continue(())
    }

    fn end(&mut self, end: u64) -> ControlFlow<()> {
        if let Some(entry) = self.open.pop().and_then(|number| self.entries.get_mut(number)) {
            entry.bytes.end = end;
        }
        ControlFlow::Continue(())
    }
}

impl Field<'_> {
    /// Returns what the field holds, as `f32[3]` or `100 x u32[3]`.
    pub fn kind_name(&self) -> String {
        let rows = |shape: Shape<'_>, bytes: &[u8]| format!("{} x {shape}", bytes.len() / shape.size().max(1));
        match self.kind {
            Kind::Bytes => "bytes".to_owned(),
            Kind::Text | Kind::Terminated => "text".to_owned(),
            Kind::Numbers(number, count) => Shape::Numbers(number, count).to_string(),
            Kind::Rows(shape) => rows(shape, self.bytes),
            Kind::Packed { unpacked, shape } => format!("packed {}", rows(shape, unpacked)),
            Kind::Shared => "shared".to_owned(),
        }
    }

    /// Returns the value in about this many characters; of what is longer, the start.
    pub fn summary(&self, max: usize) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match self.kind {
            Kind::Bytes | Kind::Shared => {
                let shown = self.bytes.iter().take(max / 3 + 1);
                text = shown.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
                Ok(())
            }
            Kind::Text | Kind::Terminated => {
                let whole = matches!(self.kind, Kind::Text);
                let end = self.bytes.len() - usize::from(!whole && !self.bytes.is_empty());
                let shown = self.bytes.get(..end.min(4 * max)).unwrap_or_default();
                super::json::print_string(&String::from_utf8_lossy(shown), &mut text)
            }
            Kind::Numbers(number, count) => Shape::Numbers(number, count).print(self.bytes, &mut text),
            Kind::Rows(shape) => rows_summary(shape, self.bytes, max, &mut text),
            Kind::Packed { unpacked, shape } => rows_summary(shape, unpacked, max, &mut text),
        };
        if let Some((end, _)) = text.char_indices().nth(max) {
            text.truncate(end);
            text.push_str(" ..");
        }
        text
    }
}

fn rows_summary(shape: Shape<'_>, bytes: &[u8], max: usize, text: &mut String) -> std::fmt::Result {
    for row in bytes.chunks_exact(shape.size().max(1)) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if text.len() > max {
            break;
        }
        shape.print(row, text)?;
    }
    Ok(())
}

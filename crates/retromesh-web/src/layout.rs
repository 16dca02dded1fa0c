//! Which byte is what, as columns of numbers: also a large file has a form that a page can hold and search.

use retromesh::layout::{self, Field, Place, Visit};
use retromesh::{Model, Result};
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

/// This many characters of a value are shown.
const LONGEST: usize = 120;

/// The structures and fields of a file in its order: each column has one number for each of them.
#[derive(Debug, Default)]
pub struct Columns {
    /// The names that `name` counts.
    pub names: Texts,
    /// The kinds that `kind` counts.
    pub kinds: Texts,
    /// The name in the structure around it.
    pub name: Vec<u32>,
    /// Its number where it is one of a list, else -1.
    pub index: Vec<i32>,
    /// The kind of a structure; what a field holds.
    pub kind: Vec<u32>,
    /// How many structures are around it.
    pub depth: Vec<u32>,
    /// Its first byte.
    pub start: Vec<u32>,
    /// How many bytes it covers.
    pub length: Vec<u32>,
    /// The one after all that is inside it.
    pub next: Vec<u32>,
    open: Vec<usize>,
}

/// Texts, each of them once.
#[derive(Debug, Default)]
pub struct Texts {
    places: HashMap<String, u32>,
}

impl Texts {
    fn place(&mut self, text: &str) -> u32 {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.places.len() as u32;
        self.places.insert(text.to_owned(), place);
        place
    }

    /// Lists the texts in the order of their numbers.
    pub fn list(&self) -> Vec<&str> {
        let mut list: Vec<(&str, u32)> = self.places.iter().map(|(text, &place)| (text.as_str(), place)).collect();
        list.sort_unstable_by_key(|&(_, place)| place);
        list.into_iter().map(|(text, _)| text).collect()
    }
}

impl Columns {
    fn add(&mut self, place: Place, kind: &str, length: usize) {
        let (name, kind) = (self.names.place(place.name), self.kinds.place(kind));
        self.name.push(name);
        self.index.push(place.index.and_then(|index| i32::try_from(index).ok()).unwrap_or(-1));
        self.kind.push(kind);
        self.depth.push(self.open.len() as u32);
        self.start.push(place.offset as u32);
        self.length.push(length as u32);
        self.next.push(self.next.len() as u32 + 1);
    }
}

impl Visit for Columns {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        self.add(place, kind, 0);
        self.open.push(self.name.len() - 1);
        ControlFlow::Continue(())
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        self.add(field.place, &field.kind_name(), field.bytes.len());
        ControlFlow::Continue(())
    }

    fn end(&mut self, end: u64) -> ControlFlow<()> {
        let after = self.name.len() as u32;
        let Some(number) = self.open.pop() else { return ControlFlow::Continue(()) };
        if let (Some(start), Some(length), Some(next)) =
            (self.start.get(number), self.length.get_mut(number), self.next.get_mut(number))
        {
            *length = (end as u32).saturating_sub(*start);
            *next = after;
        }
        ControlFlow::Continue(())
    }
}

/// Walks through a whole file. Fails where its format is a text.
pub fn columns(model: &dyn Model, bytes: &[u8]) -> Result<Columns> {
    let mut columns = Columns::default();
    layout::of_model(model)?.layout(bytes, &mut columns)?;
    Ok(columns)
}

/// Returns the values of some of the entries of [`columns`], each in a short line; empty for structures.
pub fn values(model: &dyn Model, bytes: &[u8], range: Range<u32>) -> Result<Vec<String>> {
    let mut values = Values { range, at: 0, found: Vec::new() };
    layout::of_model(model)?.layout(bytes, &mut values)?;
    Ok(values.found)
}

struct Values {
    range: Range<u32>,
    at: u32,
    found: Vec<String>,
}

impl Values {
    fn add(&mut self, value: impl FnOnce() -> String) -> ControlFlow<()> {
        if self.at >= self.range.end {
            return ControlFlow::Break(());
        }
        if self.range.contains(&self.at) {
            self.found.push(value());
        }
        self.at += 1;
        ControlFlow::Continue(())
    }
}

impl Visit for Values {
    fn begin(&mut self, _: Place, _: &'static str) -> ControlFlow<()> {
        self.add(String::new)
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        self.add(|| field.summary(LONGEST))
    }

    fn end(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

//! Tables as they are at a moment.

use std::ops::{Deref, Range};

/// Where an expression is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// The number of the file.
    pub(crate) file: usize,
    /// The first byte.
    pub(crate) start: usize,
    /// The byte after the last one.
    pub(crate) end: usize,
}

impl Place {
    pub(super) fn new(file: usize, span: &Range<usize>) -> Self {
        Self { file, start: span.start, end: span.end }
    }

    /// Returns whether another place is in this one.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Number(f64),
    Text(String),
    Bool(bool),
    Table(Table),
    /// What only a run would know.
    Computed,
}

/// An entry of a table; those of lists have empty keys.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: Value,
    /// The expression that gives the value, in a Lua file.
    pub(crate) place: Option<Place>,
    /// Other values that a block gives it which runs perhaps. A text or a truth value has none: it is computed then.
    pub(crate) perhaps: Vec<Place>,
}

/// Entries, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
    /// Where it is between braces in a Lua file; of a copy where the first one is.
    pub(crate) place: Option<Place>,
    /// Whether it is a copy, whose entries may be others than those there.
    pub(crate) is_copy: bool,
    /// Where numbers or tables are added to it that only a run would know.
    pub(crate) added: Vec<Place>,
    /// The functions that it is given elsewhere than between its braces: `function boat.on_step(self)`.
    pub(crate) functions: Vec<Place>,
}

impl Deref for Table {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.entries
    }
}

impl FromIterator<Entry> for Table {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect(), ..Self::default() }
    }
}

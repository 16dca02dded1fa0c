//! Tables as they are at a moment.

use std::ops::Range;

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
}

/// Entries, in order.
pub(crate) type Table = Vec<Entry>;

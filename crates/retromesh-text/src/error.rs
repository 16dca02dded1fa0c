//! Where a text is wrong, what was expected there and what was found.

use serde::de::{self, Expected, Unexpected};
use serde::ser;
use std::fmt;

/// Says where a text is wrong, what was expected there and what was found.
#[derive(Debug)]
pub struct Error(Box<Fault>);

#[derive(Debug)]
struct Fault {
    expected: String,
    found: String,
    offset: Option<usize>,
    line: usize,
    column: usize,
}

impl Error {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        let (expected, found) = (expected.into(), found.into());
        Self(Box::new(Fault { expected, found, offset: None, line: 0, column: 0 }))
    }

    /// Sets the place in bytes where none is set.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Returns whether it has a place.
    pub(crate) fn has_place(&self) -> bool {
        self.0.offset.is_some()
    }

    /// Counts the lines up to the place.
    pub(crate) fn located(mut self, text: &str) -> Self {
        let before = text.as_bytes().get(..self.0.offset.unwrap_or_default()).unwrap_or(text.as_bytes());
        self.0.line = before.split(|&byte| byte == b'\n').count();
        let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        self.0.column = String::from_utf8_lossy(line).chars().count() + 1;
        self
    }

    /// Returns the line, counted from 1; 0 for a fault of writing.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns the column in characters, counted from 1; 0 for a fault of writing.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// Returns what was expected.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// Returns what was found.
    pub fn found(&self) -> &str {
        &self.0.found
    }
}

/// Quotes the start of a piece of a text.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const MAX: usize = 40;
    if bytes.is_empty() {
        return "nothing".to_owned();
    }
    let text = String::from_utf8_lossy(bytes);
    let start: String = text.chars().take(MAX).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(MAX).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { expected, found, line, column, .. } = &*self.0;
        if *line > 0 {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "expected {expected}, found {found}")
    }
}

impl std::error::Error for Error {}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new("a value that text can hold", message.to_string())
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new("a sound value", message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(expected.to_string(), found.to_string())
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(expected.to_string(), found.to_string())
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(expected.to_string(), format!("{length} values"))
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self::new(one_of(expected), quoted(found.as_bytes()))
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        Self::new(one_of(expected), quoted(found.as_bytes()))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("the field `{field}`"), "a structure without it")
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new("each field once", format!("`{field}` again"))
    }
}

fn one_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [word] => word.clone(),
        words => format!("one of {}", words.join(", ")),
    }
}

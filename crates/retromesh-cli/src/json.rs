//! The JSON of every command: a list with one object for each file, those that could not be read included.
//!
//! `docs/schemas` describes each kind of object; its number is raised when a key changes its meaning or goes.

use serde::Serialize;

/// What is said of one file.
#[derive(Debug, Serialize)]
pub(crate) struct Entry<T> {
    /// The name of the schema, with its number.
    schema: &'static str,
    pub(crate) file: String,
    /// Why the file could not be read.
    pub(crate) error: Option<String>,
    #[serde(flatten)]
    pub(crate) facts: Option<T>,
}

impl<T> Entry<T> {
    pub(crate) fn of(schema: &'static str, file: String, facts: T) -> Self {
        Self { schema, file, error: None, facts: Some(facts) }
    }

    /// Keeps what is known of a file that could not be read, if anything is.
    pub(crate) fn failed(schema: &'static str, file: String, error: String, facts: Option<T>) -> Self {
        Self { schema, file, error: Some(error), facts }
    }
}

/// Prints a list.
pub(crate) fn print_list(list: &[impl Serialize]) {
    // Texts and numbers always have a form in JSON.
    outln!("{}", serde_json::to_string_pretty(list).unwrap_or_default());
}

/// Prints an object in a line of its own.
pub(crate) fn print_line(entry: &impl Serialize) {
    outln!("{}", serde_json::to_string(entry).unwrap_or_default());
}

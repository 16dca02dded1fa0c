//! One file among those that are reported.

use serde::Serialize;

/// What is said of one file.
///
/// `docs/schemas` describes each kind of object; its number is raised when a key changes its meaning or goes.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Entry<T> {
    /// The name of the schema, with its number.
    schema: &'static str,
    /// The file, as it was named.
    pub file: String,
    /// Why the file could not be read.
    pub error: Option<String>,
    /// What is known of it.
    #[serde(flatten)]
    pub facts: Option<T>,
}

impl<T> Entry<T> {
    /// Returns facts of a file.
    pub fn of(schema: &'static str, file: String, facts: T) -> Self {
        Self { schema, file, error: None, facts: Some(facts) }
    }

    /// Keeps what is known of a file that could not be read, if anything is.
    pub fn failed(schema: &'static str, file: String, error: String, facts: Option<T>) -> Self {
        Self { schema, file, error: Some(error), facts }
    }
}

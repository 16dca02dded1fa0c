//! The JSON of every command: a list with one object for each file, those that could not be read included.
//!
//! `docs/schemas` describes each kind of object; its number is raised when a key changes its meaning or goes.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::inputs::{Input, collect_or_report};
use crate::terminal::print_error;
use crate::workers::in_order;
use retromesh::Result;
pub(crate) use retromesh::facts::Entry;
use serde::Serialize;
use std::path::PathBuf;

/// Asks for the facts of each file, and returns an entry for each; and whether any could not be read, which is said.
pub(crate) fn entries<T: Send>(
    schema: &'static str,
    inputs: &[PathBuf],
    reading: &ReadingArgs,
    facts: impl Fn(&Input) -> Result<T> + Sync,
) -> Result<(Vec<Entry<T>>, bool), Exit> {
    let (mut entries, mut failed) = (Vec::new(), false);
    in_order(&collect_or_report(inputs, reading)?, None, facts, |input, facts| {
        let file = input.path.to_string_lossy().into_owned();
        entries.push(match facts {
            Ok(facts) => Entry::of(schema, file, facts),
            Err(error) => {
                print_error(&file, &error);
                failed = true;
                Entry::failed(schema, file, error.to_string(), None)
            }
        });
    });
    Ok((entries, failed))
}

pub(crate) fn print_list(list: &[impl Serialize]) {
    // Texts and numbers always have a form in JSON.
    outln!("{}", serde_json::to_string_pretty(list).unwrap_or_default());
}

/// Prints an object in a line of its own.
pub(crate) fn print_line(entry: &impl Serialize) {
    outln!("{}", serde_json::to_string(entry).unwrap_or_default());
}

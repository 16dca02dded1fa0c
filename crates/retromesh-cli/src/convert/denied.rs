//! The diagnostics that must not happen, by name.

use crate::suggest::unknown;
use retromesh::{Code, Denied};

/// Takes the names of codes; the error is about the command line.
pub(super) fn parse(names: &[String]) -> Result<Denied, String> {
    Denied::parse(names).map_err(|name| {
        let known: Vec<&str> = Code::ALL.iter().map(|code| code.id()).chain([Denied::ANY_LOSS]).collect();
        unknown("diagnostic code", name, &known)
    })
}

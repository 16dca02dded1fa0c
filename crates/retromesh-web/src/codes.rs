//! What the codes of findings mean.

use retromesh::Code;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a code means, and what to do about it.
#[derive(Debug, Serialize)]
pub struct CodeText {
    summary: &'static str,
    advice: &'static str,
}

/// Returns the texts of all codes.
pub fn codes() -> BTreeMap<&'static str, CodeText> {
    let text = |code: &Code| (code.id(), CodeText { summary: code.summary(), advice: code.advice() });
    Code::ALL.iter().map(text).collect()
}

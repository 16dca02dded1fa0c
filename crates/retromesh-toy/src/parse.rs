//! Bytes to document, one function per structure of the file.

use crate::ID;
use crate::document::{Document, MAGIC};
use nom::Parser;
use nom::combinator::rest;
use nom::sequence::preceded;
use retromesh_core::{Code, Diagnostics, Error, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{counted_rows, expect, le_u32};
use retromesh_wire::{PResult, run};

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        _options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let document = run(ID, bytes, document)?;
        let end = bytes.len() - document.trailing.len();
        diagnostics.report(Finding::new(Code::TrailingBytes).times(document.trailing.len()).at(end as u64))?;
        Ok(document)
    }
}

/// The file: magic, counted positions, counted triangles, and what follows.
fn document(i: &[u8]) -> PResult<'_, Document<'_>> {
    let positions = le_u32("position count").flat_map(|n| counted_rows("position", n));
    let triangles = le_u32("triangle count").flat_map(|n| counted_rows("triangle", n));
    preceded(expect("magic", &MAGIC), (positions, triangles, rest))
        .map(|(positions, triangles, trailing)| Document { positions, triangles, trailing: trailing.into() })
        .parse(i)
}

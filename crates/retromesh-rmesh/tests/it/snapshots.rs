//! Golden dumps of all fixtures: document, scene, diagnostics, what the game would make of it, or the error.
#![allow(clippy::unwrap_used)]

use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, NoFiles};
use retromesh_rmesh::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};
use std::fmt::Write;

/// Prints what the rules of the game find in a file.
fn lints(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut diagnostics = Diagnostics::new();
    let Ok(model) = FORMAT.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics) else { return text };
    text.push_str("----\n");
    for lint in model.as_lint().unwrap().lint(retromesh_testkit::target(&FORMAT, "scpcb")) {
        writeln!(text, "{} x{} at {:#x} in {}", lint.rule.id, lint.count, lint.offset.unwrap(), lint.path).unwrap();
    }
    text
}

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_are_as_before() {
    assert_snapshots_match(&fixtures("rmesh", "rmesh", 55), SNAPSHOTS, |file| {
        dump(&FORMAT, &NoFiles, &file.bytes) + &lints(&file.bytes)
    });
}

//! Golden dumps of the generated files: document, scene and diagnostics of each.

mod common;

use retromesh_obj::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump};
use std::path::Path;

#[test]
fn dumps_are_as_before() {
    let libraries = common::Libraries::new();
    assert_snapshots_match(
        &common::models(),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots")),
        "snapshots__",
        |file| dump(&FORMAT, &libraries, &file.bytes),
        |name, text| insta::assert_snapshot!(name, text),
    );
}

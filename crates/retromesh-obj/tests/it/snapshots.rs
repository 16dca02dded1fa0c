//! Golden dumps of the generated files: document, scene and diagnostics of each.

use retromesh_obj::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump};

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_are_as_before() {
    let libraries = crate::common::Libraries::new();
    assert_snapshots_match(&crate::common::models(), SNAPSHOTS, |file| dump(&FORMAT, &libraries, &file.bytes));
}

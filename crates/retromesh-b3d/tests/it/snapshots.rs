//! Golden dumps of all fixtures.
#![allow(clippy::unwrap_used)]

use retromesh_b3d::FORMAT;
use retromesh_kit::NoFiles;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_of_fixtures() {
    let files = fixtures("b3d", "b3d", 60);
    assert_snapshots_match(&files, SNAPSHOTS, |file| dump(&FORMAT, &NoFiles, &file.bytes));
}

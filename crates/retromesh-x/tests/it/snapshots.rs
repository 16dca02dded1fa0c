//! Golden dumps of all fixtures.

use retromesh_kit::NoFiles;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};
use retromesh_x::FORMAT;

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_of_fixtures() {
    let files = fixtures("x", "x", 60);
    assert_snapshots_match(&files, SNAPSHOTS, |file| dump(&FORMAT, &NoFiles, &file.bytes));
}

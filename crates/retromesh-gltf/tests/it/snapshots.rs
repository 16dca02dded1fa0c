//! Golden dumps of the generated files: document, scene and diagnostics of each.

use retromesh_gltf::FORMAT;
use retromesh_kit::NoFiles;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_are_as_before() {
    assert_snapshots_match(&fixtures("gltf", "glb", 3), SNAPSHOTS, |file| dump(&FORMAT, &NoFiles, &file.bytes));
}

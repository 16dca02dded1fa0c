//! Golden dumps of the generated files: document, scene and diagnostics of each.

use retromesh_core::NoFiles;
use retromesh_gltf::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};
use std::path::Path;

#[test]
fn dumps_are_as_before() {
    assert_snapshots_match(
        &fixtures("gltf", "glb", 3),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots")),
        "snapshots__",
        |file| dump(&FORMAT, &NoFiles, &file.bytes),
        |name, text| insta::assert_snapshot!(name, text),
    );
}

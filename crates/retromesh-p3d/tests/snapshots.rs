//! Golden dumps of all fixtures.
#![allow(clippy::unwrap_used)]

use retromesh_core::NoFiles;
use retromesh_p3d::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};
use std::path::Path;

#[test]
fn dumps_of_fixtures() {
    let files = fixtures("p3d", "p3d", 70);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    assert_snapshots_match(
        &files,
        &folder,
        "snapshots__",
        |file| dump(&FORMAT, &NoFiles, &file.bytes),
        |name, text| insta::assert_snapshot!(name, text),
    );
}

//! Golden dumps of all fixtures.
#![allow(clippy::unwrap_used)]

mod common;

use common::Beside;
use retromesh_bogle::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};
use std::path::Path;

#[test]
fn dumps_of_fixtures() {
    let files = fixtures("bgl", "bgl", 80);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    assert_snapshots_match(
        &files,
        &folder,
        "snapshots__",
        |file| dump(&FORMAT, &Beside::fixtures(), &file.bytes),
        |name, text| insta::assert_snapshot!(name, text),
    );
}

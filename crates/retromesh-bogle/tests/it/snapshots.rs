//! Golden dumps of all fixtures.
#![allow(clippy::unwrap_used)]

use crate::common::Sidecars;
use retromesh_bogle::FORMAT;
use retromesh_testkit::{assert_snapshots_match, dump, fixtures};

/// Where the dumps lie.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

#[test]
fn dumps_of_fixtures() {
    let files = fixtures("bgl", "bgl", 80);
    assert_snapshots_match(&files, SNAPSHOTS, |file| dump(&FORMAT, &Sidecars::fixtures(), &file.bytes));
}

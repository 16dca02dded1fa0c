//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod doors;
mod export;
mod limits;
mod lint;
mod materials;
mod snapshots;

use retromesh_testkit::{File, fixtures};

/// Returns what the tests run over that the corpus program runs over real files, too.
fn files() -> Vec<File> {
    fixtures("bgl", "bgl", 80)
}

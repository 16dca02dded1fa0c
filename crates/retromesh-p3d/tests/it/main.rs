//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod alpha;
mod clamping;
mod convert;
mod doors;
mod export;
mod fixtures;
mod hubs;
mod like;
mod lint;
mod points;
mod proxies;
mod rtm;
mod sharp;
mod snapshots;
mod space;
mod tables;

use retromesh_testkit::{File, fixtures};

/// Returns what the tests run over that the corpus program runs over real files, too.
fn files() -> Vec<File> {
    fixtures("p3d", "p3d", 40)
}

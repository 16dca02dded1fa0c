//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask ci corpus` runs this.
//!
//! `test = false` in the manifest has `cargo test` leave it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../it/convert.rs"]
mod convert;
#[path = "../it/tables.rs"]
mod tables;

mod engine;
mod files;

use retromesh_testkit::{File, corpus, fixtures};

/// Returns the generated files and the real ones.
fn files() -> Vec<File> {
    let mut files = fixtures("p3d", "p3d", 40);
    files.extend(corpus("p3d", "p3d", 45));
    files
}

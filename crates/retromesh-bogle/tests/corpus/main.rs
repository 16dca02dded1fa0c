//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask ci corpus` runs this.
//!
//! `test = false` in the manifest has `cargo test` leave it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../it/common.rs"]
mod common;
#[path = "../it/export.rs"]
mod export;

mod files;

use retromesh_testkit::{File, corpus, fixtures};

/// Returns the generated files and the real ones.
fn files() -> Vec<File> {
    let mut files = fixtures("bgl", "bgl", 80);
    files.extend(corpus("bgl", "bgl", 22));
    files
}

//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask ci corpus` runs this.
//!
//! `test = false` in the manifest has `cargo test` leave it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../it/export.rs"]
mod export;
#[path = "../it/to_glb.rs"]
mod to_glb;

mod files;
mod from_b3d;
mod glb;
mod sizes;

use retromesh_testkit::{File, corpus, fixtures};

/// Returns the generated files and the real ones.
fn files() -> Vec<File> {
    let mut files = fixtures("bmd", "bmd", 50);
    files.extend(corpus("bmd", "bmd", 13));
    files
}

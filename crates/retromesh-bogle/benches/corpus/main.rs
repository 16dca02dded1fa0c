//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask corpus DIR` runs this.
//!
//! It is a bench target so that `cargo test` leaves it alone and `--all-targets` checks it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../tests/it/common.rs"]
mod common;
#[path = "../../tests/it/export.rs"]
mod export;

mod files;

use retromesh_testkit::{File, corpus, fixtures};

/// Returns the generated files and the real ones.
fn files() -> Vec<File> {
    let mut files = fixtures("bgl", "bgl", 80);
    files.extend(corpus("bgl", "bgl", 22));
    files
}

//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask ci corpus` runs this.
//!
//! `test = false` in the manifest has `cargo test` leave it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod files;
#[path = "../it/reader.rs"]
mod reader;

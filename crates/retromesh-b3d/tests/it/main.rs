//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod coverage;
mod doors;
mod hostile;
mod lint;
mod masks;
mod repair;
mod shape;
mod snapshots;
mod walker;
mod write;

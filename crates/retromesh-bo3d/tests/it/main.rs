//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod doors;
mod export;
mod halves;
mod lint;
mod rewrite;
mod rounding;
mod snapshots;

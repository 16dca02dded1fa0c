//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod doors;
mod export;
mod lint;
mod reader;
mod snapshots;
mod trips;
mod written;

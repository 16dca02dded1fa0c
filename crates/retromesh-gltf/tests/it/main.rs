//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod displaced;
mod doors;
mod export;
mod hostile;
mod import;
mod layers;
mod outside;
mod pose;
mod round_trip;
mod scenes;
mod small;
mod snapshots;
mod three;
mod unread;

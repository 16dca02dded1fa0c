//! The tests of this crate, in one program.

mod common;
mod snapshots;
mod written;

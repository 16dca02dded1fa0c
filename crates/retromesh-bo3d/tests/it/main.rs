//! The tests of this crate, in one program.

mod common;
mod export;
mod halves;
mod lint;
mod rewrite;
mod rounding;
mod snapshots;

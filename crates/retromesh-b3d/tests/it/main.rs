//! The tests of this crate, in one program.

mod coverage;
mod hostile;
mod lint;
mod shape;
mod snapshots;
mod walker;
mod write;

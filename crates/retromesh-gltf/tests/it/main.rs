//! The tests of this crate, in one program.

mod export;
mod hostile;
mod import;
mod pose;
mod round_trip;
mod scenes;
mod snapshots;

//! What the tests of the format crates share.
//!
//! Test files of two formats are made here, and GLBs posed, by code that is not the exporter's; all else goes through
//! [`Format`](retromesh_kit::Format). It is a test helper: it panics with a sentence when something is wrong.
#![allow(
    clippy::print_stdout,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test helper fails by panicking"
)]

pub mod batch;
pub mod doors;
mod dumps;
mod exercise;
mod files;
mod glb_file;
pub mod glb_pose;
pub mod guides;
pub mod luanti;
pub mod matrix;
mod mutants;
mod nested;
mod program;
pub mod sweep;
mod targets;
mod textured;
pub mod thirty;

pub use dumps::{assert_snapshots_match, assert_texts_match, dump};
pub use exercise::{Outcome, exercise};
pub use files::{CORPUS, File, corpus, files_below, fixture, fixtures, paths_below};
pub use glb_file::GlbFile;
pub use mutants::mutants;
pub use nested::nested_b3d_nodes;
pub use peak_alloc::PeakAlloc;
pub use program::program;
pub use targets::target;
pub use textured::{TEXTURED, Textured};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until no other test of this program that calls it runs: what tests of the heap begin with.
pub fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    // One that failed has left nothing that the next could stumble over.
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod archives;
mod back;
mod bgl_scenes;
mod bo3d_motion;
mod deep;
mod diff;
mod edits;
mod embedded_images;
mod engines;
mod exports;
mod factor;
mod growth;
mod layout;
mod limits;
mod losses;
mod luanti;
mod matrix;
mod meanings;
mod no_silent_loss;
mod optimize;
mod outside;
mod p3d;
#[cfg(feature = "images")]
mod paa;
mod paths;
mod procedural;
mod props;
mod proxies;
mod replay;
mod same;
mod stored;
#[cfg(feature = "text")]
mod text;
mod textures;
mod thirty;
mod unused;
mod walk;
mod winding;
mod writers;
mod written;

use retromesh_testkit::{File, fixtures};

/// The fewest proxies that P3D files hold together.
const PROXIES: usize = 3;

/// Returns what the tests run over that the corpus program runs over real files, too.
fn files(folder: &str, extension: &str, at_least: usize) -> Vec<File> {
    fixtures(folder, extension, at_least)
}

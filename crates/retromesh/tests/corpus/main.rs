//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask ci corpus` runs this.
//!
//! `test = false` in the manifest has `cargo test` leave it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../it/bgl_scenes.rs"]
mod bgl_scenes;
#[path = "../it/bo3d_motion.rs"]
mod bo3d_motion;
#[path = "../it/luanti.rs"]
mod luanti;
#[path = "../it/p3d.rs"]
mod p3d;
#[path = "../it/textures.rs"]
mod textures;
#[path = "../it/walk.rs"]
mod walk;

mod bgl_maps;
mod luanti_models;
mod ninja;

use retromesh_testkit::{File, corpus, fixtures};

/// The fewest proxies that P3D files hold together.
const PROXIES: usize = 4;

/// Returns the generated files and the real ones.
fn files(folder: &str, extension: &str, at_least: usize) -> Vec<File> {
    let mut files = fixtures(folder, extension, at_least);
    if extension != "obj" {
        files.extend(corpus(folder, extension, 13));
    }
    files
}

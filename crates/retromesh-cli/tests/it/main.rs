//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod alike;
mod archives;
mod batch;
mod bmd;
mod bogle;
mod common;
mod devices;
mod diff;
mod diff_kinds;
mod game_textures;
mod guides;
mod hostile;
mod inventory;
mod mod_nodes;
mod mod_reads;
mod mod_shares;
mod mod_swaps;
mod mod_tables;
mod mods;
mod motion;
mod outputs;
mod p3d;
mod places;
mod pose;
mod program;
mod render;
mod replaced;
mod resume;
mod schemas;
mod second_words;
mod settings;
mod streams;
mod text;
mod usage;
mod view;

#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
pub mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
mod lint;
#[warn(clippy::indexing_slicing)]
mod parse;
mod references;
mod repair;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::{
    Document, Entity, HiddenSurface, Light, Model, PlayerStart, Screen, SoundEmitter, Spotlight, Surface, TextureSlot,
    Trigger, Vertex,
};
pub use format::{FORMAT, RMesh};
pub use retromesh_wire::{RawStr, Rows};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "rmesh";
/// The engine profile that documents are written for.
pub(crate) const TARGET: &str = "scpcb";

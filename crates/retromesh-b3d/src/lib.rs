#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
#[cfg(feature = "serde")]
mod fields;
mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
mod lint;
mod outline;
#[warn(clippy::indexing_slicing)]
mod parse;
#[warn(clippy::indexing_slicing)]
mod repair;
#[cfg(feature = "serde")]
mod serial;
mod settings;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
mod walk;

pub use document::{
    Anim, Body, Brush, Brushes, Chunk, Document, Keys, Node, Sequence, Texture, VertexWeight, Vertices,
};
pub use format::{B3d, FORMAT};
pub use settings::{KeysRead, Settings};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "b3d";

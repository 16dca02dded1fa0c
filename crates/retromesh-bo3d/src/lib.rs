#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
#[cfg(feature = "serde")]
mod fields;
pub mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
mod lint;
#[warn(clippy::indexing_slicing)]
mod parse;
mod settings;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::{Bone, Deviations, Document, Entity, Floats, HalfVertex, Key, Mesh, Paddings, Vertex, Vertices, fx};
pub use format::{Bo3d, FORMAT};
pub use retromesh_wire::{RawStr, Rows};
pub use settings::{BoneAxes, Scales, Settings, VertexFloats};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "bo3d";
/// The engine profile that documents are written for.
pub(crate) const TARGET: &str = "bogl";

/// The animation rate in frames per second that is assumed, for the format stores none.
pub const DEFAULT_RATE: f32 = 30.0;

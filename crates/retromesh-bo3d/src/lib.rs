//! Models of the bOGL engine for `BlitzPlus` (`.bo3d`): a flat list of meshes and pivots with whole-transform keyframes.
//!
//! The format is small: one texture, eight effect bits and one colour a mesh; 16- or 32-bit vertex numbers; bones that move
//! disjoint ranges of vertices; keys on whole frames and no frame rate.
//!
//! Read a file, print where its bones are in the middle of its animation, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bo3d/keys-and-bones.bo3d");
//! use retromesh_bo3d::Document;
//!
//! let bytes = std::fs::read(path)?;
//! let document = Document::parse(&bytes)?;
//! let scene = document.to_scene()?.into_valid()?;
//! let animation = &scene.animations[0];
//! let pose = scene.pose(animation, (animation.first + animation.last) / 2.0);
//! for &joint in &scene.skeletons[0].joints {
//!     println!("{}: {}", scene[joint].name, pose.world[joint].w_axis.truncate());
//! }
//! let copy = Document::from_scene(&scene)?.document;
//! std::fs::write(std::env::temp_dir().join("copy.bo3d"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`document`] | the lossless document |
//! | [`format`](mod@format) | [`Bo3d`], which programs that handle formats alike use |
//!
//! Documents are read and written by [`Document::parse`] and [`Document::encode`]; scenes are built by [`Document::to_scene`] and
//! taken by [`Document::from_scene`].

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

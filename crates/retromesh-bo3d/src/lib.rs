//! Models of the bOGL engine for `BlitzPlus` (`.bo3d`): a flat list of meshes and pivots with whole-transform keyframes.
//!
//! The format is small: one texture, eight effect bits and one colour a mesh; 16- or 32-bit vertex numbers; bones that move
//! disjoint ranges of vertices; keys on whole frames and no frame rate.
//!
//! ```
//! use retromesh_bo3d::{Document, Entity};
//!
//! let mut document = Document::default();
//! document.entities.push(Entity { name: "ROOT".into(), ..Entity::default() });
//! let file = document.encode()?;
//!
//! let parsed = Document::parse(&file)?;
//! assert_eq!(parsed, document);
//! let scene = parsed.to_scene()?;
//! assert_eq!(scene.nodes[0].name, "ROOT");
//! let written = Document::from_scene(&scene.validate()?)?;
//! assert_eq!(written.document.encode()?, file);
//! # Ok::<(), retromesh_core::Error>(())
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

pub use document::{Bone, Document, Entity, Floats, HalfVertex, Key, Mesh, Oddities, Paddings, Vertex, Vertices, fx};
pub use format::{Bo3d, FORMAT};
pub use retromesh_wire::{RawStr, Rows};
pub use settings::{BoneAxes, Scales, Settings, VertexFloats};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "bo3d";
/// The engine profile that documents are written for.
pub(crate) const TARGET: &str = "bogl";

/// The animation rate in frames per second that is assumed, for the format stores none.
pub const DEFAULT_RATE: f32 = 30.0;

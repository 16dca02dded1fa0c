//! DirectX `.x`: the model format of Direct3D's samples, Blitz3D, Irrlicht and Luanti.
//!
//! A file is a tree of objects, as text or as binary tokens, either of them packed or not: frames with meshes, materials, weights of bones
//! and sets of animations.
//!
//! Read a file, print what its meshes have:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/x/square.x");
//! use retromesh_x::Document;
//!
//! let bytes = std::fs::read(path)?;
//! let document = Document::parse(&bytes)?;
//! let scene = document.to_scene()?.into_valid()?;
//! for mesh in &scene.meshes {
//!     println!("{}: {} vertices, {} faces", mesh.name, mesh.vertex_count(), mesh.face_count());
//! }
//! assert_eq!(document.encode()?, bytes);
//! # Ok(())
//! # }
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
mod lint;
#[warn(clippy::indexing_slicing)]
mod mszip;
#[warn(clippy::indexing_slicing)]
mod outline;
#[warn(clippy::indexing_slicing)]
mod parse;
mod pieces;
mod repair;
#[warn(clippy::indexing_slicing)]
mod text;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
mod values;

pub use document::{Content, Document, Packed, Piece, Token};
pub use format::{FORMAT, X};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "x";

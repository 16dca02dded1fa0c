//! Wavefront `.obj` models with their `.mtl` material libraries.
//!
//! OBJ is text: one statement a line, global pools of positions (`v`), texture coordinates (`vt`) and normals (`vn`), and
//! polygons (`f`) whose corners index them. It has objects, groups, smoothing groups and materials; it has no hierarchy, no skin,
//! no animation, no camera and no light. Right-handed, y up, counter-clockwise, v upward; without a unit.
//!
//! Read a file, print what its meshes have, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/obj/letter-f.obj");
//! use retromesh_obj::Document;
//!
//! let bytes = std::fs::read(path)?;
//! let document = Document::parse(&bytes)?;
//! let scene = document.to_scene()?.into_valid()?;
//! for mesh in &scene.meshes {
//!     println!("{}: {} vertices, {} faces", mesh.name, mesh.vertex_count(), mesh.face_count());
//! }
//! let copy = Document::from_scene(&scene)?.document;
//! std::fs::write(std::env::temp_dir().join("copy.obj"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`document`] | the text and its material libraries, byte for byte |
//! | [`lines`] | logical lines: line ends, comments, continuations |
//! | [`statement`] | what a line says |
//! | [`format`](mod@format) | [`Obj`], which programs that handle formats alike use |

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
pub mod lines;
mod number;
#[warn(clippy::indexing_slicing)]
mod parse;
#[warn(clippy::indexing_slicing)]
pub mod statement;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::{Document, Library};
pub use format::{FORMAT, Obj};
pub use lines::{Line, Lines};
pub use statement::{Corner, Corners, Numbers, Statement};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "obj";

//! Wavefront `.obj` models with their `.mtl` material libraries.
//!
//! OBJ is text: one statement a line, global pools of positions (`v`), texture coordinates (`vt`) and normals (`vn`), and
//! polygons (`f`) whose corners index them. It has objects, groups, smoothing groups and materials; it has no hierarchy, no skin,
//! no animation, no camera and no light. Right-handed, y up, counter-clockwise, v upward; without a unit.
//!
//! ```
//! use retromesh_obj::Document;
//!
//! let text = b"o tile\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
//! let document = Document::parse(text)?;
//! let scene = document.to_scene()?;
//! assert_eq!(scene.meshes[0].face_count(), 1); // the square stays one polygon
//! let written = Document::from_scene(&scene.validate()?)?;
//! assert!(written.document.encode()?.ends_with(&text[..]));
//! # Ok::<(), retromesh_core::Error>(())
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

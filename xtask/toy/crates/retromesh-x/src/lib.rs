//! X models: positions and triangles, and nothing else.
//!
//! Right-handed, y up, counter-clockwise, without a unit. Little-endian.
//!
//! ```
//! use retromesh_x::Document;
//!
//! let bytes = [&b"XMDL"[..], &[0; 8]].concat();
//! let document = Document::parse(&bytes)?;
//! assert!(document.to_scene()?.meshes.is_empty());
//! assert_eq!(document.encode()?, bytes);
//! # Ok::<(), retromesh_core::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod capability;
pub mod document;
mod dump;
mod encode;
mod export;
pub mod format;
mod import;
mod parse;

pub use document::Document;
pub use format::{FORMAT, X};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "x";

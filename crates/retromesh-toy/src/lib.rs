//! Toy models: positions and triangles, and nothing else.
//!
//! The smallest format that there can be, to be copied: `CONTRIBUTING.md` says how a new one begins here. It is compiled and tested with the
//! others, but no program reads it.
//!
//! Right-handed, y up, counter-clockwise, without a unit. Little-endian.
//!
//! ```
//! use retromesh_toy::Document;
//!
//! let bytes = [&b"TOY1"[..], &[0; 8]].concat();
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
pub use format::{FORMAT, Toy};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "toy";

#![doc = include_str!("../README.md")]
#![warn(clippy::indexing_slicing)]

mod capability;
mod codec;
pub mod document;
mod dump;
mod encode;
mod facts;
pub mod format;
mod import;
mod lint;
mod parse;
mod picture;
mod write;

pub use document::{Document, Level, Tag, Texels};
pub use format::{FORMAT, MIME, Paa};
pub use picture::Picture;
pub use write::{Game, WriteOptions};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "paa";
/// The engine profile that files are judged by.
pub(crate) const TARGET: &str = "ofp";

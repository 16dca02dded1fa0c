#![doc = include_str!("../README.md")]
#![warn(clippy::indexing_slicing)]

mod document;
mod entry;
mod parse;

pub use document::Archive;
pub use entry::{Entry, Method};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "pbo";

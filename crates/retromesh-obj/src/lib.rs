#![doc = include_str!("../README.md")]

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

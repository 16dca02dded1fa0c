#![doc = include_str!("../README.md")]

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
mod settings;
#[warn(clippy::indexing_slicing)]
mod text;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
mod values;

pub use document::{Content, Document, Packed, Piece, Token};
pub use format::{FORMAT, X};
pub use settings::{Settings, Skins};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "x";

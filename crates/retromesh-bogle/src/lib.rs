#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
#[cfg(feature = "serde")]
mod fields;
mod format;
mod frame;
#[warn(clippy::indexing_slicing)]
mod import;
mod layout;
#[warn(clippy::indexing_slicing)]
mod lint;
#[warn(clippy::indexing_slicing)]
mod parse;
mod settings;
mod swing;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
pub mod tree;
#[warn(clippy::indexing_slicing)]
mod vertex;

pub use document::Document;
pub use format::{Bogle, FORMAT};
pub use layout::Layout;
pub use settings::Settings;

/// The id of the format in errors and on command lines.
pub(crate) const ID: &str = "bgl";

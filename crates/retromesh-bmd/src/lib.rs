#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod codec;
mod detect;
#[warn(clippy::indexing_slicing)]
pub mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
#[warn(clippy::indexing_slicing)]
pub mod faces;
#[cfg(feature = "serde")]
mod fields;
mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
pub mod keys;
#[warn(clippy::indexing_slicing)]
pub mod lint;
#[warn(clippy::indexing_slicing)]
mod parse;
mod places;
#[cfg(test)]
mod random;
#[warn(clippy::indexing_slicing)]
pub mod repair;
mod report;
#[cfg(feature = "serde")]
mod serial;
mod settings;
#[cfg(feature = "serde")]
mod settle;
pub mod solid;
mod space;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
pub mod vertex;

pub use document::Document;
pub use format::{Bmd, FORMAT};
pub use settings::{MaxError, PackedUvs, Settings};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "bmd";

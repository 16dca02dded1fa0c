#![doc = include_str!("../README.md")]

mod capability;
#[warn(clippy::indexing_slicing)]
mod components;
pub mod convert;
#[warn(clippy::indexing_slicing)]
mod document;
mod dump;
mod encode;
mod export;
#[warn(clippy::indexing_slicing)]
mod finite;
pub mod flags;
mod format;
#[warn(clippy::indexing_slicing)]
mod import;
mod levels;
#[warn(clippy::indexing_slicing)]
mod lint;
#[warn(clippy::indexing_slicing)]
pub mod mlod;
#[warn(clippy::indexing_slicing)]
pub mod odol7;
#[warn(clippy::indexing_slicing)]
mod packed;
#[warn(clippy::indexing_slicing)]
mod parse;
mod proxies;
#[warn(clippy::indexing_slicing)]
mod repair;
#[warn(clippy::indexing_slicing)]
pub mod rtm;
#[cfg(feature = "serde")]
mod serial;
mod settings;
#[warn(clippy::indexing_slicing)]
mod text;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::Document;
pub use format::{FORMAT, P3d};
pub use levels::{FUNCTIONAL_FROM, role_of};
pub use packed::{PACKED_FROM, Packed};
pub use settings::{MeanColors, Points, Settings};
pub use textures::reference;

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "p3d";

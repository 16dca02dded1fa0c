//! PAA and PAC textures of Operation Flashpoint and Arma: Cold War Assault, and those of the later Arma games.
//!
//! A file is an optional type word, tags, a palette and up to sixteen levels, each half as large as the one before. The lossless
//! [`Document`] holds all of it; [`Document::picture`] unpacks a level to RGBA, and [`Document::from_picture`] makes a texture with
//! all its levels of one. `.paa` and `.pac` are the same container.
//!
//! ```
//! use retromesh_core::Diagnostics;
//! use retromesh_paa::{Document, Picture, Texels, WriteOptions};
//!
//! let red = Picture::from_fn(8, 8, |_, _| [255, 0, 0, 255]);
//! let mut diagnostics = Diagnostics::new();
//! let document = Document::from_picture(&red, &WriteOptions::default(), &mut diagnostics)?;
//! assert_eq!(document.texels(), Texels::Dxt1);
//! assert_eq!(document.facts().mean, 0xffff_0000);
//!
//! let bytes = document.encode()?;
//! let again = Document::parse(&bytes)?;
//! assert_eq!(again.encode()?, bytes);
//! assert_eq!(again.picture(0)?, red);
//! # Ok::<(), retromesh_core::Error>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`document`] | the lossless document |
//! | [`format`](mod@format) | [`Paa`], which programs that handle formats alike use: a texture is a card that shows it |
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

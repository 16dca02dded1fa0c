//! P3D models of Operation Flashpoint and Arma: Cold War Assault, and the editable models of the Arma series.
//!
//! `.p3d` names two formats. **ODOL version 7** is what the game loads: vertices split at seams, sections by texture, arrays
//! compressed. **MLOD** is what the editors O2 Light (`SP3X`) and Oxygen 2 (`P3DM`) save: points, corners that refer to points and
//! normals, named records. Each has a lossless document, [`odol7::Odol`] and [`mlod::Mlod`]; [`convert`] turns one into the other by the
//! rules of the engine, and both become a [`Scene`](retromesh_core::Scene) and come from one.
//!
//! ```
//! use retromesh_p3d::{Document, mlod};
//!
//! let mut document = Document::from(mlod::Mlod { version: mlod::VERSION, ..mlod::Mlod::default() });
//! let bytes = document.encode()?;
//! assert_eq!(bytes, b"MLOD\x01\x01\0\0\0\0\0\0");
//!
//! let again = Document::parse(&bytes)?;
//! assert_eq!(again, document);
//! # Ok::<(), retromesh_core::Error>(())
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod convert;
#[warn(clippy::indexing_slicing)]
mod document;
mod export;
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
mod settings;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::Document;
pub use format::{FORMAT, P3d};
pub use levels::{FUNCTIONAL_FROM, role_of};
pub use packed::{PACKED_FROM, Packed};
pub use settings::{MeanColors, Points, Settings};
pub use textures::reference;

/// The id in errors and on command lines.
pub(crate) const ID: &str = "p3d";

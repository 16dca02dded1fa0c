//! P3D models of Operation Flashpoint and Arma: Cold War Assault, and the editable models of the Arma series.
//!
//! `.p3d` names two formats. **ODOL version 7** is what the game loads: vertices split at seams, sections by texture, arrays
//! compressed. **MLOD** is what the editors O2 Light (`SP3X`) and Oxygen 2 (`P3DM`) save: points, corners that refer to points and
//! normals, named records. Each has a lossless document, [`odol7::Odol`] and [`mlod::Mlod`]; [`convert`] turns one into the other by the
//! rules of the engine, and both become a [`Scene`](retromesh_core::Scene) and come from one.
//!
//! Read a file, print its levels of detail, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/p3d/sp3x-cube.p3d");
//! use retromesh_p3d::Document;
//!
//! let bytes = std::fs::read(path)?;
//! let document = Document::parse(&bytes)?;
//! let scene = document.to_scene()?.into_valid()?;
//! for node in scene.nodes.iter().filter(|node| node.lod.is_some()) {
//!     println!("{}: {:?}", node.name, node.lod);
//! }
//! let copy = Document::from_scene(&scene)?.document;
//! std::fs::write(std::env::temp_dir().join("copy.p3d"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod convert;
#[warn(clippy::indexing_slicing)]
mod document;
mod dump;
mod encode;
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

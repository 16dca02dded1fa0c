//! The rooms of SCP - Containment Breach, `.rmesh`, for retromesh.
//!
//! A room is one file: surfaces with light maps, collision that is not drawn, trigger boxes, and point entities such as lights,
//! waypoints and props. The crate reads and writes it without losing a byte, and turns it into the common scene and back.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rmesh/room.rmesh");
//! use retromesh_rmesh::{Document, Entity};
//!
//! let bytes = std::fs::read(path)?;
//! let mut document = Document::parse(&bytes)?;
//! assert_eq!(document.encode()?, bytes);
//! for entity in &mut document.entities {
//!     if let Entity::Light(light) = entity {
//!         light.position.y += 32.0;
//!     }
//! }
//! std::fs::write(std::env::temp_dir().join("copy.rmesh"), document.encode()?)?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`document`] | the lossless document |
//! | [`format`](mod@format) | [`RMesh`], which programs that handle formats alike use |
//!
//! Documents are read and written by [`Document::parse`] and [`Document::encode`]; scenes are built by [`Document::to_scene`] and
//! taken by [`Document::from_scene`].

mod angles;
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
mod lint;
#[warn(clippy::indexing_slicing)]
mod parse;
mod references;
mod repair;
#[warn(clippy::indexing_slicing)]
mod textures;

pub use document::{
    Document, Entity, HiddenSurface, Light, Model, PlayerStart, Screen, SoundEmitter, Spotlight, Surface, TextureSlot,
    Trigger, Vertex,
};
pub use format::{FORMAT, RMesh};
pub use retromesh_wire::{RawStr, Rows};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "rmesh";
/// The engine profile that documents are written for.
pub(crate) const TARGET: &str = "scpcb";

//! BGBTech BMD models (`BMD1`): the mesh format of an engine for slow, small machines.
//!
//! A file is an image with offsets: tables of meshes, levels of detail, bones and clips, and lists of packed vertices, faces and
//! keys. Positions share an exponent, normals and rotations are 8-bit floats, a vertex takes 8, 12 or 16 bytes.
//!
//! [`Document::parse`] gives a lossless document whose numbers stay as bits; [`Document::to_scene`] and [`Document::from_scene`] lead to
//! and from the common scene; [`codec`] holds the packed numbers one by one.
//!
//! Read a file, print where its bones are in the middle of its animation, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bmd/clip-loop.bmd");
//! use retromesh_bmd::Document;
//!
//! let bytes = std::fs::read(path)?;
//! let document = Document::parse(&bytes)?;
//! let scene = document.to_scene()?.into_valid()?;
//! let animation = &scene.animations[0];
//! let pose = scene.pose(animation, (animation.first + animation.last) / 2.0);
//! for &joint in &scene.skeletons[0].joints {
//!     println!("{}: {}", scene[joint].name, pose.world[joint].w_axis.truncate());
//! }
//! let copy = Document::from_scene(&scene)?.document;
//! std::fs::write(std::env::temp_dir().join("copy.bmd"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```

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

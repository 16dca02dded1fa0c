//! BOGLE scenes (`.bgl`): the format that Blender exporters of the *thirty* engine write.
//!
//! One file holds cameras, geometries, materials, lights, skeletons with animations, and instances that place them in a tree.
//! The format was revised sixteen times under one version byte; [`Document::parse`] finds out which [`Layout`] fits. Layouts L15 and L16
//! are written, all are read and kept byte for byte.
//!
//! Read a file, print where its bones are in the middle of its animation, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bgl/skin.bgl");
//! use retromesh_bogle::Document;
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
//! std::fs::write(std::env::temp_dir().join("copy.bgl"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```

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

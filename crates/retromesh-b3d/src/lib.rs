//! Blitz3D `.b3d`: the model format of Blitz3D, Irrlicht and Luanti.
//!
//! A file is a tree of tagged chunks: textures, brushes, and nodes that may be meshes or bones and may have keys.
//!
//! Read a file, print where its bones are in the middle of its animation, write it again:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/b3d/skin-tube-animated.b3d");
//! use retromesh_b3d::Document;
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
//! std::fs::write(std::env::temp_dir().join("copy.b3d"), copy.encode()?)?;
//! # Ok(())
//! # }
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
#[cfg(feature = "serde")]
mod fields;
mod format;
#[warn(clippy::indexing_slicing)]
mod import;
#[warn(clippy::indexing_slicing)]
mod lint;
mod outline;
#[warn(clippy::indexing_slicing)]
mod parse;
#[warn(clippy::indexing_slicing)]
mod repair;
#[cfg(feature = "serde")]
mod serial;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
mod walk;

pub use document::{
    Anim, Body, Brush, Brushes, Chunk, Document, Keys, Node, Sequence, Texture, VertexWeight, Vertices,
};
pub use format::{B3d, FORMAT};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "b3d";

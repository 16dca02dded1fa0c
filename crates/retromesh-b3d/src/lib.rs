//! Blitz3D `.b3d`: the model format of Blitz3D, Irrlicht and Luanti.
//!
//! A file is a tree of tagged chunks: textures, brushes, and nodes that may be meshes or bones and may have keys.
//!
//! ```
//! let node: &[u8] = b"NODE\x2d\0\0\0root\0\
//!     \0\0\0\0\0\0\0\0\0\0\0\0\
//!     \0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f\
//!     \0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0";
//! let file = [b"BB3D\x39\0\0\0\x01\0\0\0", node].concat();
//!
//! let document = retromesh_b3d::Document::parse(&file)?;
//! assert_eq!(document.encode()?, file);
//! let scene = document.to_scene()?;
//! assert_eq!(scene.nodes[0].name, "root");
//! # Ok::<(), retromesh_core::Error>(())
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
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
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
mod walk;

pub use document::{
    Anim, Body, Brush, Brushes, Chunk, Document, Keys, Node, Sequence, Texture, VertexWeight, Vertices,
};
pub use format::{B3d, FORMAT};
pub use repair::repair;

//! BOGLE scenes (`.bgl`): the format that Blender exporters of the *thirty* engine write.
//!
//! One file holds cameras, geometries, materials, lights, skeletons with animations, and instances that place them in a tree.
//! The format was revised sixteen times under one version byte; [`Document::parse`] finds out which [`Layout`] fits. Layouts L15 and L16
//! are written, all are read and kept byte for byte.
//!
//! ```
//! use retromesh_bogle::{Document, Layout};
//! use retromesh_core::scene::{Node, Scene};
//!
//! let mut scene = Scene::default();
//! scene.add_node(None, Node { name: "lamp".into(), ..Node::default() });
//! let file = Document::from_scene(&scene)?.document.encode()?;
//!
//! let document = Document::parse(&file)?;
//! assert_eq!((document.layout, document.tree.bytes()), (Layout::L15, &b"0{}"[..]));
//! assert_eq!(document.encode()?, file);
//! # Ok::<(), retromesh_core::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod capability;
pub mod document;
mod dump;
mod encode;
mod export;
mod format;
mod frame;
mod import;
mod layout;
mod lint;
mod parse;
mod textures;
pub mod tree;
mod vertex;

pub use document::Document;
pub use format::{Bogle, FORMAT};
pub use layout::Layout;

/// The id of the format in errors and on command lines.
pub(crate) const ID: &str = "bgl";

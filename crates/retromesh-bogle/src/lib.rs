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
//! let file = Document::from_scene(&scene.validate()?)?.document.encode()?;
//!
//! let document = Document::parse(&file)?;
//! assert_eq!((document.layout, document.tree.bytes()), (Layout::L15, &b"0{}"[..]));
//! assert_eq!(document.encode()?, file);
//! # Ok::<(), retromesh_core::Error>(())
//! ```

mod capability;
#[warn(clippy::indexing_slicing)]
pub mod document;
#[warn(clippy::indexing_slicing)]
mod dump;
mod encode;
mod export;
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

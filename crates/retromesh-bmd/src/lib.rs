//! BGBTech BMD models (`BMD1`): the mesh format of an engine for slow, small machines.
//!
//! A file is an image with offsets: tables of meshes, levels of detail, bones and clips, and lists of packed vertices, faces and
//! keys. Positions share an exponent, normals and rotations are 8-bit floats, a vertex takes 8, 12 or 16 bytes.
//!
//! [`Document::parse`] gives a lossless document whose numbers stay as bits; [`Document::to_scene`] and [`Document::from_scene`] lead to
//! and from the common scene; [`codec`] holds the packed numbers one by one.
//!
//! ```
//! use retromesh_bmd::Document;
//! use retromesh_core::mesh::{Faces, Mesh, Part};
//! use retromesh_core::scene::{MeshInstance, Node, Scene};
//! use retromesh_core::MeshId;
//! use glam::Vec3;
//!
//! let mut scene = Scene::default();
//! scene.meshes.push(Mesh {
//!     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
//!     normals: vec![Vec3::Z; 3],
//!     parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
//!     ..Mesh::default()
//! });
//! let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
//! scene.add_node(None, Node { mesh, ..Node::default() });
//!
//! let bytes = Document::from_scene(&scene.validate()?)?.document.encode()?;
//! let document = Document::parse(&bytes)?;
//! assert_eq!(document.encode()?, bytes);
//! let back = document.to_scene()?;
//! // 40 units are a metre, z is up.
//! assert!(back.meshes[0].positions.contains(&(Vec3::Z * 40.0)));
//! # Ok::<(), retromesh_core::Error>(())
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
mod settings;
pub mod solid;
mod space;
#[warn(clippy::indexing_slicing)]
mod textures;
#[warn(clippy::indexing_slicing)]
pub mod vertex;

pub use document::Document;
pub use format::{Bmd, FORMAT};
pub use settings::{MaxError, PackedUvs, Settings};

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
//! let bytes = Document::from_scene(&scene)?.document.encode()?;
//! let document = Document::parse(&bytes)?;
//! assert_eq!(document.encode()?, bytes);
//! let back = document.to_scene()?;
//! // 40 units are a metre, z is up.
//! assert!(back.meshes[0].positions.contains(&(Vec3::Z * 40.0)));
//! # Ok::<(), retromesh_core::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod capability;
pub mod codec;
mod detect;
pub mod document;
mod dump;
mod encode;
mod export;
pub mod faces;
mod format;
mod import;
pub mod keys;
pub mod lint;
mod parse;
#[cfg(test)]
mod random;
pub mod repair;
mod report;
mod settings;
pub mod solid;
mod space;
mod textures;
pub mod vertex;

pub use document::Document;
pub use format::{Bmd, FORMAT};
pub use settings::{MaxError, PackedUvs, Settings};

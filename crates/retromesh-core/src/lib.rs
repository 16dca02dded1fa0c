//! The common in-memory scene of retromesh: what readers of models need.
//!
//! A format crate turns bytes into its own lossless document and that into a [`Scene`]; a [`Scene`] keeps the numbers of
//! its file and says what they mean in its [`Space`]. Whatever is dropped, repaired or approximated on the way is reported
//! through [`Diagnostics`]; whatever cannot be read is an [`Error`] that names the byte and the structure.
//!
//! ```
//! use retromesh_core::scene::{MeshInstance, Node, Scene};
//! use retromesh_core::mesh::{Faces, Mesh, Part};
//! use retromesh_core::MeshId;
//! use glam::Vec3;
//!
//! let mut scene = Scene::default();
//! scene.meshes.push(Mesh {
//!     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
//!     parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
//!     ..Mesh::default()
//! });
//! let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
//! let node = scene.add_node(None, Node { name: "triangle".into(), mesh: instance, ..Node::default() });
//! let scene = scene.into_valid()?;
//! assert_eq!(scene.rest_pose().positions(&scene, node)[1], Vec3::X);
//! # Ok::<(), retromesh_core::Violations>(())
//! ```

mod card;
pub mod check;
pub mod diagnostics;
mod distinct;
mod edit;
pub mod error;
mod extent;
pub mod extras;
mod ids;
mod index;
pub mod keyframes;
mod limits;
pub mod material;
pub mod mesh;
mod normals;
pub mod portable;
pub mod pose;
pub mod properties;
pub mod scene;
pub mod skeleton;
pub mod space;
#[cfg(feature = "serde")]
pub mod stored;
mod triangulate;
mod valid;

pub use check::{Violation, check};
pub use diagnostics::{Code, Diagnostic, Diagnostics, Finding, Severity};
pub use distinct::{Distinct, Kinds};
pub use edit::SceneEdit;
pub use error::{Error, ErrorKind, Result};
pub use extent::extent;
pub use extras::{Extra, Extras};
pub use ids::{CameraId, ImageId, LightId, MaterialId, MeshId, NodeId, SkeletonId, TextureId};
pub use index::NodeMap;
pub use limits::Limits;
pub use normals::{CONTRADICTION, unit};
pub use scene::Scene;
pub use space::Space;
pub use triangulate::Triangulator;
pub use valid::{Valid, Violations};

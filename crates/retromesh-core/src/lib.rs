#![doc = include_str!("../README.md")]

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
pub use error::{Error, ErrorKind, LimitKind, Result, Seen};
pub use extent::extent;
pub use extras::{Extra, Extras};
/// Vectors, quaternions and matrices, which are in the signatures here.
pub use glam;
pub use ids::{CameraId, ImageId, LightId, MaterialId, MeshId, NodeId, SkeletonId, TextureId};
pub use index::NodeMap;
pub use limits::Limits;
pub use normals::{CONTRADICTION, unit};
pub use scene::Scene;
pub use space::Space;
pub use triangulate::Triangulator;
pub use valid::{Valid, Violations};

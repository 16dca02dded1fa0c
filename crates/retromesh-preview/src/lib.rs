//! Pictures of retromesh scenes without a GPU, a display or a driver: still images, turntables, contact sheets, comparisons.
//!
//! A [`Stage`] takes a [`Valid`](retromesh_core::Valid) scene with its images, a [`Shot`] says what to show, and the result is a
//! [`Picture`]. The same scene and shot give the same bytes, whatever the number of threads.
//!
//! ```
//! use retromesh_core::mesh::{Faces, Mesh, Part};
//! use retromesh_core::scene::{MeshInstance, Node};
//! use retromesh_core::{MeshId, Scene};
//! use retromesh_preview::{Limits, Shot, Stage, View};
//! use glam::Vec3;
//!
//! let mut scene = Scene::default();
//! scene.meshes.push(Mesh {
//!     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
//!     parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
//!     ..Mesh::default()
//! });
//! scene.add_node(None, Node { mesh: Some(Box::new(MeshInstance::new(MeshId(0)))), ..Node::default() });
//!
//! let stage = Stage::new(scene.into_valid()?, Limits::default());
//! let mut shot = Shot::default();
//! (shot.width, shot.height, shot.view) = (64, 64, View::BACK);
//! let picture = stage.render(&shot)?.picture;
//! assert_ne!(picture.pixel(20, 40), picture.pixel(60, 5), "the triangle is not the background");
//! assert!(picture.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), retromesh_core::Error>(())
//! ```
//!
//! # What is drawn how
//!
//! A perspective camera holds the model whole. Faces are culled by material, samples seen through a depth buffer, transparent faces
//! sorted by their middles. Shading is that of the fixed-function engines for which the formats were made: one lamp next to the viewer and
//! light from the sky, saturated, then texture layers in order by their blends, in the numbers of the file (no linear light). A baked light
//! map replaces the lamp. An image that is named and not there is drawn as a pale checker, lit
//! even where the material is not; a texture without a name is left out.

mod animate;
mod band;
mod camera;
mod compare;
mod draw;
mod encode;
mod geometry;
mod levels;
mod options;
mod overlay;
mod picture;
mod raster;
mod shade;
mod stage;
mod surface;
mod texture;
mod uv;

pub use animate::Frames;
pub use camera::Bounds;
pub use compare::{Comparison, Difference, compare, compare_shots, difference};
pub use encode::{Animated, encode_animation};
pub use geometry::LeftOut;
pub use options::{Levels, Limits, Look, Moment, Shot, View};
pub use picture::Picture;
pub use stage::{Rendered, Stage};

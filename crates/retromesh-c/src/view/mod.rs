//! A scene as C sees it: flat lists of structures, whose numbers are borrowed from the scene.

mod animations;
mod materials;
mod meshes;
mod reports;

pub use animations::{Animation, Channel, Clip};
pub use materials::{Image, Layer, Material, Texture};
pub use meshes::{Mesh, Morph, Part, Selection, Skeleton, VertexFrame};
pub use reports::{Diagnostic, MadeFile, Report};

use crate::enums::{Axis, LightKind};
use std::ffi::c_char;

/// The number of something that there is not: a node without a parent, a mesh without a skeleton.
pub const NONE: u32 = u32::MAX;

/// The offset of something that has no place among the bytes of the file.
pub const NO_OFFSET: u64 = u64::MAX;

/// A text of UTF-8 bytes, after which there is a zero byte. It may hold other zero bytes, as names in files do. `data` is never NULL.
#[repr(C)]
pub struct Name {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes there are, without the last zero.
    pub length: usize,
}

/// Some values, one after another. `data` is NULL where `count` is 0.
#[repr(C)]
pub struct List<T> {
    /// The first.
    pub data: *const T,
    /// How many there are.
    pub count: usize,
}

/// Rows of numbers: row `i` begins `i * stride` bytes after `data`. `data` is NULL where `count` is 0.
#[repr(C)]
pub struct Floats {
    /// The first number.
    pub data: *const f32,
    /// How many rows there are.
    pub count: usize,
    /// From one row to the next, in bytes.
    pub stride: usize,
    /// How many numbers a row has.
    pub components: u32,
}

/// Whole numbers: number `i` is `i * stride` bytes after `data`. `data` is NULL where `count` is 0.
#[repr(C)]
pub struct Integers {
    /// The first number.
    pub data: *const u32,
    /// How many numbers there are.
    pub count: usize,
    /// From one number to the next, in bytes.
    pub stride: usize,
}

/// What the numbers of a scene mean.
#[repr(C)]
pub struct Space {
    /// The axis to the right.
    pub right: Axis,
    /// The axis upward.
    pub up: Axis,
    /// The axis away from the viewer; cameras and lights look along it.
    pub forward: Axis,
    /// Whether a viewer in front of a face sees its corners in clockwise order.
    pub clockwise: bool,
    /// Whether v of texture coordinates grows upward.
    pub uv_from_bottom: bool,
    /// How many metres a unit is; 1 where the format does not say.
    pub metres_per_unit: f32,
}

/// A named text of a node: what map editors call a property of an entity, and other values without a field here.
#[repr(C)]
pub struct NamedText {
    /// The name: "entity.classname".
    pub name: Name,
    /// The value, numbers as text.
    pub text: Name,
}

/// One place in the hierarchy.
#[repr(C)]
pub struct Node {
    /// The name as authored; may be empty, may repeat.
    pub name: Name,
    /// The parent, or RETROMESH_NONE.
    pub parent: u32,
    /// The mesh drawn here, or RETROMESH_NONE.
    pub mesh: u32,
    /// The skeleton that deforms the mesh, or RETROMESH_NONE.
    pub skeleton: u32,
    /// The camera here, or RETROMESH_NONE.
    pub camera: u32,
    /// The light here, or RETROMESH_NONE.
    pub light: u32,
    /// The children, in order.
    pub children: Integers,
    /// The material of each part of the mesh here, in place of the mesh's own; RETROMESH_NONE is the mesh's own. Empty for no other.
    pub materials: Integers,
    /// From this node's space to its parent's, for column vectors, column after column.
    pub matrix: [f32; 16],
    /// The translation of the matrix.
    pub translation: [f32; 3],
    /// The rotation of the matrix: x, y, z, w.
    pub rotation: [f32; 4],
    /// The scale of the matrix.
    pub scale: [f32; 3],
    /// Whether the subtree is kept but not shown.
    pub hidden: bool,
    /// Whether the subtree is a level of detail.
    pub is_level: bool,
    /// Whether a player sees the level of detail; the others are for collision, shadows and the like.
    pub level_is_visual: bool,
    /// The number of the level of detail in the file.
    pub level: u32,
    /// The raw value of the level of detail: a resolution, a distance or a scale.
    pub level_value: f32,
    /// What the level of detail is for: "Visual", "Geometry", "Memory".
    pub level_role: Name,
    /// Whether another model is placed here.
    pub is_proxy: bool,
    /// The number of that model, -1 for none.
    pub proxy_id: i32,
    /// The path of that model, as authored.
    pub proxy: Name,
    /// The named texts of the node.
    pub texts: List<NamedText>,
}

/// A camera.
#[repr(C)]
pub struct Camera {
    /// The name as authored.
    pub name: Name,
    /// Whether it is orthographic.
    pub orthographic: bool,
    /// The full vertical angle of view in radians, for a perspective.
    pub vertical_fov: f32,
    /// Width over height, for a perspective; 0 when the window decides.
    pub aspect: f32,
    /// Half the width of the view in units, for an orthographic camera.
    pub half_width: f32,
    /// Half the height of the view in units, for an orthographic camera.
    pub half_height: f32,
    /// The near plane, in units.
    pub near_plane: f32,
    /// The far plane, in units; infinity for none.
    pub far_plane: f32,
}

/// A light.
#[repr(C)]
pub struct Light {
    /// The name as authored.
    pub name: Name,
    /// The kind.
    pub kind: LightKind,
    /// Red, green, blue, 0 to 1.
    pub color: [f32; 3],
    /// The brightness as authored.
    pub intensity: f32,
    /// The distance at which it ends, in units; infinity for none.
    pub range: f32,
    /// Half the angle of the fully lit inner cone of a spot, in radians.
    pub inner_angle: f32,
    /// Half the angle of the outer cone of a spot, in radians.
    pub outer_angle: f32,
}

/// A model. It is read only, and so may be used by several threads at once. All that it leads to lives until `retromesh_free`.
#[repr(C)]
pub struct Scene {
    /// The id of the file's format: "b3d".
    pub format: Name,
    /// The version or variant of the file.
    pub version: Name,
    /// What the numbers mean.
    pub space: Space,
    /// The light that is everywhere: red, green, blue, alpha; black where the file has none.
    pub ambient: [f32; 4],
    /// The nodes without a parent.
    pub roots: Integers,
    /// All nodes; parents need not come before their children.
    pub nodes: List<Node>,
    /// All meshes.
    pub meshes: List<Mesh>,
    /// All skeletons.
    pub skeletons: List<Skeleton>,
    /// All materials.
    pub materials: List<Material>,
    /// All textures.
    pub textures: List<Texture>,
    /// All images.
    pub images: List<Image>,
    /// All animations.
    pub animations: List<Animation>,
    /// The clips of all animations.
    pub clips: List<Clip>,
    /// All cameras.
    pub cameras: List<Camera>,
    /// All lights.
    pub lights: List<Light>,
    /// What was found while the file was read.
    pub diagnostics: List<Diagnostic>,
}

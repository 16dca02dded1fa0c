//! The lossless document: the file's structures one to one, in file order.

use crate::layout::Layout;
use retromesh_wire::{FixedStr, RawStr, Records, Rows, plain, record, row_struct};
use std::borrow::Cow;

record! {
    /// A BOGLE file of any layout. Fields that a layout does not have are empty.
    ///
    /// Matrices are sixteen numbers in column-major order; indices that point to another list count from 1, 0 is none.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Document<'a> {
        /// Which layout the bytes have.
        pub layout: Layout,
        /// The stem of the six skybox images; L10 to L12.
        pub skybox: RawStr<'a> = default,
        /// The light that is everywhere: red, green, blue, alpha; L5 and later.
        pub ambient: [f32; 4] = default,
        /// The cameras; L6 and later, exactly one up to L12b.
        pub cameras: Vec<Camera<'a>> = default,
        /// The objects with their own geometry; L1 to L5.
        pub objects: Vec<Object<'a>> = default,
        /// The places of cameras: position, yaw, pitch in radians; L4, and exactly one in L5.
        pub viewpoints: Rows<'a, [f32; 5]> = default,
        /// The lights of L4: position, ambient, diffuse and specular colour, and the power of each.
        pub phong_lights: Rows<'a, [f32; 18]> = default,
        /// The lights of L5.
        pub aimed_lights: Rows<'a, AimedLight> = default,
        /// The index (counted from 0) of each object's material; L5.
        pub object_materials: Rows<'a, u32> = default,
        /// The geometries; L6 and later.
        pub geometries: Vec<Geometry<'a>> = default,
        /// The materials; L5 and later.
        pub materials: Vec<Material<'a>> = default,
        /// The lights; L6 and later.
        pub lights: Vec<Light<'a>> = default,
        /// The skeletons with their animations; L15 and later.
        pub collections: Vec<Collection<'a>> = default,
        /// The placed objects; L6 and later.
        pub instances: Vec<Instance<'a>> = default,
        /// The text of the scene tree without its closing NUL; L4 and later. [`tree::read`](crate::tree::read) understands it.
        pub tree: RawStr<'a> = default,
        /// Bytes after the end, which the engine refuses.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }

    /// A camera.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Camera<'a> {
        /// 0 for a plain camera, 1 for a walking one; L13 and later.
        pub kind: u8 = default,
        /// The name; L14 and later.
        pub name: RawStr<'a> = default,
        /// The width of the screen in pixels.
        pub width: u32,
        /// The height of the screen in pixels.
        pub height: u32,
        /// The near plane in units.
        pub near: f32,
        /// The far plane in units.
        pub far: f32,
        /// The angle of view in radians, which the engine takes as the vertical one.
        pub fov: f32,
        /// Not 0 for the camera in use; L13 and later.
        pub main: u8 = default,
    }

    /// An object of L1 to L5: a mesh and its place.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Object<'a> {
        /// The name: as long as its length byte says up to L3, 32 bytes with slack after a NUL later.
        pub name: FixedStr<'a>,
        /// Vertices of [`Layout::vertex_size`] bytes.
        #[serde(with = "retromesh_wire::values::floats")]
        pub vertices: Records<'a>,
        /// Corners of triangles.
        #[serde(with = "crate::fields")]
        pub indices: Rows<'a, u32>,
        /// Translation, rotation axis, rotation angle in radians, scale; L2 and later.
        pub placement: [f32; 10] = default,
    }
}

row_struct! {
    /// A light of L5, which is in no tree.
    #[derive(Debug, PartialEq)]
    pub struct AimedLight {
        /// Red, green, blue, alpha.
        pub color: [f32; 4],
        /// Where it ends, in units.
        pub range: f32,
        /// The brightness.
        pub intensity: f32,
        /// 0 spot, 1 directional, 2 point.
        pub kind: u32,
        /// The place; the fourth number is 1.
        pub position: [f32; 4],
        /// Where it shines; the fourth number is 0.
        pub direction: [f32; 4],
        /// The full angle of a spot light in degrees.
        pub angle: f32,
    }
}

record! {
    /// A geometry.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Geometry<'a> {
        /// Always 0; L13 and later.
        pub kind: u8 = default,
        /// The name; L14 and later.
        pub name: RawStr<'a> = default,
        /// The stem of the file that holds vertices and indices; L16.
        pub file: RawStr<'a> = default,
        /// Vertices and indices; `None` for an L16 geometry whose file is missing.
        pub data: Option<GeometryData<'a>> = default,
    }

    /// Vertices and indices: the body of a geometry, or a whole `.bgg` file.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct GeometryData<'a> {
        /// Vertices of [`Layout::vertex_size`] bytes: position, UV, normal, tangent, binormal, three bones, three weights.
        #[serde(with = "retromesh_wire::values::floats")]
        pub vertices: Records<'a>,
        /// Corners of triangles.
        #[serde(with = "crate::fields")]
        pub indices: Rows<'a, u32>,
    }

    /// A material.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Material<'a> {
        /// The kind of material, always 0.
        pub kind: u32,
        /// The kind of shader, always 0.
        pub shader: u32,
        /// The name; L14 and later.
        pub name: RawStr<'a> = default,
        /// Ambient red, green, blue, alpha.
        pub ambient: [f32; 4],
        /// Emissive red, green, blue, alpha.
        pub emissive: [f32; 4],
        /// Diffuse red, green, blue, alpha.
        pub diffuse: [f32; 4],
        /// Specular red, green, blue, alpha.
        pub specular: [f32; 4],
        /// The reflectance as a colour; L5 to L10.
        pub reflectance_color: [f32; 4] = default,
        /// The alpha of the whole object.
        pub opacity: f32,
        /// The exponent of the highlight.
        pub specular_power: f32,
        /// The share of the reflection, 0 to 1; L11 and later.
        pub reflectance: f32 = default,
        /// The share of the refraction, 0 to 1; L12 and later.
        pub refraction: f32 = default,
        /// The index of refraction outside divided by that inside.
        pub index_of_refraction: f32,
        /// The factor of the bump map.
        pub bump_intensity: f32,
        /// The factor of the specular power map.
        pub specular_scale: f32,
        /// Pixels with less alpha are not drawn.
        pub alpha_threshold: f32,
        /// Not 0 for a blended material; L9 and later.
        pub blending: u8 = default,
        /// The stems of PNG files: ambient, emissive, diffuse, specular, specular power, normal, bump, opacity; empty for none.
        pub textures: [RawStr<'a>; 8],
    }

    /// A light.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Light<'a> {
        /// 0 spot, 1 directional, 2 point.
        pub kind: u8,
        /// The name; L14 and later.
        pub name: RawStr<'a> = default,
        /// Red, green, blue, alpha.
        pub color: [f32; 4],
        /// Where it ends, in units; L6 and L7.
        pub range: f32 = default,
        /// Constant, linear and quadratic: the light fades with `1 / (c + l d + q d^2)`; L8 and later.
        pub attenuation: [f32; 3] = default,
        /// The brightness.
        pub intensity: f32,
        /// The full angle of a spot light in radians.
        pub angle: f32,
    }

    /// A skeleton and what can be played on it.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Collection<'a> {
        /// Always 0.
        pub kind: u8,
        /// The name.
        pub name: RawStr<'a>,
        /// From the skeleton's space to the object's.
        pub matrix: [f32; 16],
        /// The bones; a parent counts from 1, 0 is none, and may come later than its child.
        pub bones: Rows<'a, Bone>,
        /// The animations.
        pub animations: Vec<Animation<'a>>,
    }
}

row_struct! {
    /// A bone at rest: it turns first and moves then, so its joint lies at `rotation * position` in its parent.
    #[derive(Debug, PartialEq)]
    pub struct Bone {
        /// In units of the space that `rotation` leads to.
        pub position: [f32; 3],
        /// A quaternion x, y, z, w.
        pub rotation: [f32; 4],
        /// The parent bone, counted from 1; 0 for none.
        pub parent: u32,
    }
}

record! {
    /// An animation.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Animation<'a> {
        /// The name.
        pub name: RawStr<'a>,
        /// Keys of `16 + 16 * bones` bytes: time in seconds, offset of the first root bone, a quaternion x, y, z, w for each
        /// bone relative to its rest.
        #[serde(with = "retromesh_wire::values::floats")]
        pub keys: Records<'a>,
    }
}

impl Animation<'_> {
    /// Returns the bytes of a key of a skeleton.
    pub fn key_size(bones: usize) -> usize {
        bones.saturating_mul(16).saturating_add(16)
    }
}

record! {
    /// A placed object.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Instance<'a> {
        /// The name; L14 and later.
        pub name: RawStr<'a> = default,
        /// The camera; up to L12b 0 or 1.
        pub camera: u32,
        /// The geometry.
        pub geometry: u32,
        /// The material.
        pub material: u32,
        /// The light.
        pub light: u32,
        /// The animation collection; L15 and later.
        pub collection: u32 = default,
        /// Where it is in its parent.
        pub placement: Placement,
    }
}

/// Where an instance is in its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Placement {
    /// A matrix; L7 and later.
    Matrix([f32; 16]),
    /// Translation, rotation axis, rotation angle in radians, scale; L6.
    Parts([f32; 10]),
}

plain! { Layout Placement }

impl Document<'_> {
    /// Builds an empty document of a layout.
    pub fn new(layout: Layout) -> Self {
        Self { layout, ..Self::default() }
    }
}

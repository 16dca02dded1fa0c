//! The lossless document: the file's structures one to one, in file order.

use crate::layout::Layout;
use retromesh_wire::{FixedStr, RawStr, Records, Rows, row_struct};
use std::borrow::Cow;

/// A BOGLE file of any layout. Fields that a layout does not have are empty.
///
/// Matrices are sixteen numbers in column-major order; indices that point to another list count from 1, 0 is none.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Document<'a> {
    /// Which layout the bytes have.
    pub layout: Layout,
    /// The stem of the six skybox images; L10 to L12.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub skybox: RawStr<'a>,
    /// The light that is everywhere: red, green, blue, alpha; L5 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub ambient: [f32; 4],
    /// The cameras; L6 and later, exactly one up to L12b.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub cameras: Vec<Camera<'a>>,
    /// The objects with their own geometry; L1 to L5.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub objects: Vec<Object<'a>>,
    /// The places of cameras: position, yaw, pitch in radians; L4, and exactly one in L5.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Rows::is_empty"))]
    pub viewpoints: Rows<'a, [f32; 5]>,
    /// The lights of L4: position, ambient, diffuse and specular colour, and the power of each.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Rows::is_empty"))]
    pub phong_lights: Rows<'a, [f32; 18]>,
    /// The lights of L5.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Rows::is_empty"))]
    pub aimed_lights: Rows<'a, AimedLight>,
    /// The index (counted from 0) of each object's material; L5.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Rows::is_empty"))]
    pub object_materials: Rows<'a, u32>,
    /// The geometries; L6 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub geometries: Vec<Geometry<'a>>,
    /// The materials; L5 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub materials: Vec<Material<'a>>,
    /// The lights; L6 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub lights: Vec<Light<'a>>,
    /// The skeletons with their animations; L15 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub collections: Vec<Collection<'a>>,
    /// The placed objects; L6 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub instances: Vec<Instance<'a>>,
    /// The text of the scene tree without its closing NUL; L4 and later. [`tree::read`](crate::tree::read) understands it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub tree: RawStr<'a>,
    /// Bytes behind the end, which the engine refuses.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "retromesh_wire::values::bytes")
    )]
    pub trailing: Cow<'a, [u8]>,
}

/// A camera.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Camera<'a> {
    /// 0 for a plain camera, 1 for a walking one; L13 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub kind: u8,
    /// The name; L14 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub name: RawStr<'a>,
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
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub main: u8,
}

/// An object of L1 to L5: a mesh and its place.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Object<'a> {
    /// The name: as long as its length byte says up to L3, 32 bytes with slack behind a NUL later.
    pub name: FixedStr<'a>,
    /// Vertices of [`Layout::vertex_size`] bytes.
    #[cfg_attr(feature = "serde", serde(with = "crate::fields::floats"))]
    pub vertices: Records<'a>,
    /// Corners of triangles.
    #[cfg_attr(feature = "serde", serde(with = "crate::fields::corners"))]
    pub indices: Rows<'a, u32>,
    /// Translation, rotation axis, rotation angle in radians, scale; L2 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub placement: [f32; 10],
}

row_struct! {
    /// A light of L5, which stands in no tree.
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

/// A geometry.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Geometry<'a> {
    /// Always 0; L13 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub kind: u8,
    /// The name; L14 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub name: RawStr<'a>,
    /// The stem of the file that holds vertices and indices; L16.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub file: RawStr<'a>,
    /// Vertices and indices; `None` for an L16 geometry whose file is missing.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub data: Option<GeometryData<'a>>,
}

/// Vertices and indices: the body of a geometry, or a whole `.bgg` file.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct GeometryData<'a> {
    /// Vertices of [`Layout::vertex_size`] bytes: position, UV, normal, tangent, binormal, three bones, three weights.
    #[cfg_attr(feature = "serde", serde(with = "crate::fields::floats"))]
    pub vertices: Records<'a>,
    /// Corners of triangles.
    #[cfg_attr(feature = "serde", serde(with = "crate::fields::corners"))]
    pub indices: Rows<'a, u32>,
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Material<'a> {
    /// The kind of material, always 0.
    pub kind: u32,
    /// The kind of shader, always 0.
    pub shader: u32,
    /// The name; L14 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub name: RawStr<'a>,
    /// Ambient red, green, blue, alpha.
    pub ambient: [f32; 4],
    /// Emissive red, green, blue, alpha.
    pub emissive: [f32; 4],
    /// Diffuse red, green, blue, alpha.
    pub diffuse: [f32; 4],
    /// Specular red, green, blue, alpha.
    pub specular: [f32; 4],
    /// The reflectance as a colour; L5 to L10.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub reflectance_color: [f32; 4],
    /// The alpha of the whole object.
    pub opacity: f32,
    /// The exponent of the highlight.
    pub specular_power: f32,
    /// The share of the reflection, 0 to 1; L11 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub reflectance: f32,
    /// The share of the refraction, 0 to 1; L12 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub refraction: f32,
    /// The index of refraction outside divided by that inside.
    pub index_of_refraction: f32,
    /// The factor of the bump map.
    pub bump_intensity: f32,
    /// The factor of the specular power map.
    pub specular_scale: f32,
    /// Pixels with less alpha are not drawn.
    pub alpha_threshold: f32,
    /// Not 0 for a blended material; L9 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub blending: u8,
    /// The stems of PNG files: ambient, emissive, diffuse, specular, specular power, normal, bump, opacity; empty for none.
    pub textures: [RawStr<'a>; 8],
}

/// A light.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Light<'a> {
    /// 0 spot, 1 directional, 2 point.
    pub kind: u8,
    /// The name; L14 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub name: RawStr<'a>,
    /// Red, green, blue, alpha.
    pub color: [f32; 4],
    /// Where it ends, in units; L6 and L7.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub range: f32,
    /// Constant, linear and quadratic: the light fades with `1 / (c + l d + q d^2)`; L8 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub attenuation: [f32; 3],
    /// The brightness.
    pub intensity: f32,
    /// The full angle of a spot light in radians.
    pub angle: f32,
}

/// A skeleton and what can be played on it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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

/// An animation.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Animation<'a> {
    /// The name.
    pub name: RawStr<'a>,
    /// Keys of `16 + 16 * bones` bytes: time in seconds, offset of the first root bone, a quaternion x, y, z, w for each
    /// bone relative to its rest.
    #[cfg_attr(feature = "serde", serde(with = "crate::fields::floats"))]
    pub keys: Records<'a>,
}

impl Animation<'_> {
    /// Returns the bytes of a key of a skeleton.
    pub fn key_size(bones: usize) -> usize {
        bones.saturating_mul(16).saturating_add(16)
    }
}

/// A placed object.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Instance<'a> {
    /// The name; L14 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RawStr::is_empty"))]
    pub name: RawStr<'a>,
    /// The camera; up to L12b 0 or 1.
    pub camera: u32,
    /// The geometry.
    pub geometry: u32,
    /// The material.
    pub material: u32,
    /// The light.
    pub light: u32,
    /// The animation collection; L15 and later.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "retromesh_wire::values::is_zero"))]
    pub collection: u32,
    /// Where it stands in its parent.
    pub placement: Placement,
}

/// Where an instance stands in its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Placement {
    /// A matrix; L7 and later.
    Matrix([f32; 16]),
    /// Translation, rotation axis, rotation angle in radians, scale; L6.
    Parts([f32; 10]),
}

impl Document<'_> {
    /// Builds an empty document of a layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            skybox: RawStr::default(),
            ambient: [0.0; 4],
            cameras: Vec::new(),
            objects: Vec::new(),
            viewpoints: Rows::default(),
            phong_lights: Rows::default(),
            aimed_lights: Rows::default(),
            object_materials: Rows::default(),
            geometries: Vec::new(),
            materials: Vec::new(),
            lights: Vec::new(),
            collections: Vec::new(),
            instances: Vec::new(),
            tree: RawStr::default(),
            trailing: Cow::Borrowed(&[]),
        }
    }

    /// Copies everything that is borrowed from the input.
    pub fn into_owned(self) -> Document<'static> {
        fn all<T, U>(list: Vec<T>, owned: impl FnMut(T) -> U) -> Vec<U> {
            list.into_iter().map(owned).collect()
        }
        Document {
            layout: self.layout,
            skybox: self.skybox.into_owned(),
            ambient: self.ambient,
            cameras: all(self.cameras, Camera::into_owned),
            objects: all(self.objects, |o| Object {
                name: o.name.into_owned(),
                vertices: o.vertices.into_owned(),
                indices: o.indices.into_owned(),
                placement: o.placement,
            }),
            viewpoints: self.viewpoints.into_owned(),
            phong_lights: self.phong_lights.into_owned(),
            aimed_lights: self.aimed_lights.into_owned(),
            object_materials: self.object_materials.into_owned(),
            geometries: all(self.geometries, |g| Geometry {
                kind: g.kind,
                name: g.name.into_owned(),
                file: g.file.into_owned(),
                data: g.data.map(GeometryData::into_owned),
            }),
            materials: all(self.materials, Material::into_owned),
            lights: all(self.lights, Light::into_owned),
            collections: all(self.collections, |c| Collection {
                kind: c.kind,
                name: c.name.into_owned(),
                matrix: c.matrix,
                bones: c.bones.into_owned(),
                animations: all(c.animations, |a| Animation { name: a.name.into_owned(), keys: a.keys.into_owned() }),
            }),
            instances: all(self.instances, Instance::into_owned),
            tree: self.tree.into_owned(),
            trailing: Cow::Owned(self.trailing.into_owned()),
        }
    }
}

/// Gives a structure `into_owned`: the first fields are strings, the others plain values.
macro_rules! into_owned {
    ($($name:ident { $($text:ident),*; $($plain:ident),* })*) => {$(
        impl $name<'_> {
            fn into_owned(self) -> $name<'static> {
                $name { $($text: self.$text.into_owned(),)* $($plain: self.$plain,)* }
            }
        }
    )*};
}

into_owned! {
    Camera { name; kind, width, height, near, far, fov, main }
    Light { name; kind, color, range, attenuation, intensity, angle }
    Instance { name; camera, geometry, material, light, collection, placement }
}

impl Material<'_> {
    fn into_owned(self) -> Material<'static> {
        Material {
            kind: self.kind,
            shader: self.shader,
            name: self.name.into_owned(),
            ambient: self.ambient,
            emissive: self.emissive,
            diffuse: self.diffuse,
            specular: self.specular,
            reflectance_color: self.reflectance_color,
            opacity: self.opacity,
            specular_power: self.specular_power,
            reflectance: self.reflectance,
            refraction: self.refraction,
            index_of_refraction: self.index_of_refraction,
            bump_intensity: self.bump_intensity,
            specular_scale: self.specular_scale,
            alpha_threshold: self.alpha_threshold,
            blending: self.blending,
            textures: self.textures.map(RawStr::into_owned),
        }
    }
}

impl GeometryData<'_> {
    /// Copies everything that is borrowed from the input.
    pub fn into_owned(self) -> GeometryData<'static> {
        GeometryData { vertices: self.vertices.into_owned(), indices: self.indices.into_owned() }
    }
}

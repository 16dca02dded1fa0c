//! The lossless document: a .bo3d file, structure by structure.

use glam::{Vec2, Vec3};
use half::f16;
use retromesh_wire::{RawStr, Rows, row_struct};
use std::borrow::Cow;

/// The four bytes at the start of a file.
pub const MAGIC: [u8; 4] = *b"BO3D";
/// The version that all known files have.
pub const VERSION: i32 = 100;
/// Bytes of the file header.
pub const HEADER_SIZE: usize = 20;
/// Bytes of the header of an entity without vertices; the format's own text says 60 and is wrong.
pub const PIVOT_HEADER_SIZE: usize = 64;
/// Bytes of the header of an entity with vertices.
pub const MESH_HEADER_SIZE: usize = 92;
/// The most vertices that the 16-bit indices of one entity reach.
pub const MAX_VERTICES: usize = 65_536;

/// A .bo3d file: a header and a flat list of entities.
///
/// Counts are not kept apart from what they count, and sizes only where they disagree with the lists, so that an edited document
/// stays consistent. Encoding a parsed document gives the same bytes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Document<'a> {
    /// The version; [`VERSION`].
    pub version: i32,
    /// The length of the entity list as the file says it, where that is not the length that follows.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub declared_length: Option<i32>,
    /// The width of all vertex numbers.
    pub floats: Floats,
    /// The entities; the first is the root.
    pub entities: Vec<Entity<'a>>,
    /// Bytes behind the last entity.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "retromesh_wire::values::bytes")
    )]
    pub trailing: Cow<'a, [u8]>,
}

impl Default for Document<'_> {
    fn default() -> Self {
        Self {
            version: VERSION,
            declared_length: None,
            floats: Floats::F32,
            entities: Vec::new(),
            trailing: Cow::Borrowed(&[]),
        }
    }
}

/// The width of vertex numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Floats {
    /// IEEE half precision, 16 bits.
    F16,
    /// IEEE single precision, 32 bits.
    #[default]
    F32,
}

impl Floats {
    /// Returns the number of bits, as in the file header.
    pub fn bits(self) -> i32 {
        match self {
            Self::F16 => 16,
            Self::F32 => 32,
        }
    }
}

/// A mesh or a pivot.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Entity<'a> {
    /// The number of the parent entity, or -1; the root's is ignored.
    pub parent: i32,
    /// Translation from the parent, in units.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::cells"))]
    pub position: Vec3,
    /// Factors along the entity's own axes.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::cells"))]
    pub scale: Vec3,
    /// A quaternion: w, x, y, z; Hamilton, active.
    pub rotation: [f32; 4],
    /// The number of frames of the animation; the engine takes the largest of all entities.
    pub animation_length: i32,
    /// Moments of the animation.
    pub keys: Rows<'a, Key>,
    /// The name, in the code page of its author.
    pub name: RawStr<'a>,
    /// What makes the entity a mesh; `None` for a pivot.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub mesh: Option<Box<Mesh<'a>>>,
    /// Bytes that a plain layout does not have; `None` where there are none.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub oddities: Option<Box<Oddities<'a>>>,
}

impl Default for Entity<'_> {
    fn default() -> Self {
        Self {
            parent: -1,
            position: Vec3::ZERO,
            scale: Vec3::ONE,
            rotation: [1.0, 0.0, 0.0, 0.0],
            animation_length: 0,
            keys: Rows::default(),
            name: RawStr::default(),
            mesh: None,
            oddities: None,
        }
    }
}

/// The part of an entity that only meshes have.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mesh<'a> {
    /// Texture coordinates (v grows downward), normals, positions in mesh space; never empty.
    pub vertices: Vertices<'a>,
    /// Red, green, blue of each vertex; empty, or as many as vertices, else the engine drops them.
    pub colors: Rows<'a, [u8; 3]>,
    /// Corners of triangles, counter-clockwise from outside.
    pub triangles: Rows<'a, [u16; 3]>,
    /// The path of the texture; empty for none.
    pub texture: RawStr<'a>,
    /// The colour: blue, green, red, alpha by the format's text; red, green, blue, 0 by the only known writer. The engine ignores it.
    pub color: [u8; 4],
    /// The opacity, 0 to 1.
    pub alpha: f32,
    /// Effects: the sum of the constants of [`fx`].
    pub fx: u32,
    /// Which entity moves which vertices.
    pub bones: Rows<'a, Bone>,
}

impl Default for Mesh<'_> {
    fn default() -> Self {
        Self {
            vertices: Vertices::F32(Rows::default()),
            colors: Rows::default(),
            triangles: Rows::default(),
            texture: RawStr::default(),
            color: [u8::MAX; 4],
            alpha: 1.0,
            fx: 0,
            bones: Rows::default(),
        }
    }
}

/// The vertices of a mesh, as wide as the file's header says.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Vertices<'a> {
    /// Half precision.
    F16(Rows<'a, HalfVertex>),
    /// Single precision.
    F32(Rows<'a, Vertex>),
}

impl Vertices<'_> {
    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Self::F16(rows) => rows.len(),
            Self::F32(rows) => rows.len(),
        }
    }

    /// Tells whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the width of the numbers.
    pub fn floats(&self) -> Floats {
        match self {
            Self::F16(_) => Floats::F16,
            Self::F32(_) => Floats::F32,
        }
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::F16(rows) => rows.bytes(),
            Self::F32(rows) => rows.bytes(),
        }
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> Vertices<'static> {
        match self {
            Self::F16(rows) => Vertices::F16(rows.into_owned()),
            Self::F32(rows) => Vertices::F32(rows.into_owned()),
        }
    }
}

row_struct! {
    /// A vertex of single precision.
    #[derive(Debug, PartialEq)]
    pub struct Vertex {
        /// Texture coordinate; v grows downward.
        pub uv: Vec2,
        /// Normal, not necessarily of unit length.
        pub normal: Vec3,
        /// Position in mesh space.
        pub position: Vec3,
    }
}

row_struct! {
    /// A vertex of half precision.
    #[derive(Debug, PartialEq)]
    pub struct HalfVertex {
        /// Texture coordinate; v grows downward.
        pub uv: [f16; 2],
        /// Normal, not necessarily of unit length.
        pub normal: [f16; 3],
        /// Position in mesh space.
        pub position: [f16; 3],
    }
}

row_struct! {
    /// The whole local transform of an entity at a moment.
    #[derive(Debug, PartialEq)]
    pub struct Key {
        /// The frame; ascending, and -1 is the engine's own.
        pub frame: i32,
        /// Translation from the parent.
        pub position: Vec3,
        /// Factors along the entity's own axes.
        pub scale: Vec3,
        /// A quaternion: w, x, y, z.
        pub rotation: [f32; 4],
    }
}

row_struct! {
    /// One bone: an entity and the vertices that follow it.
    #[derive(Debug, PartialEq)]
    pub struct Bone {
        /// The number of the entity.
        pub entity: i32,
        /// The first vertex.
        pub first: i32,
        /// The last vertex, inclusive; smaller than the first for a bone without vertices.
        pub last: i32,
    }
}

/// The effects of an entity, as bits.
pub mod fx {
    /// Lights have no effect.
    pub const FULL_BRIGHT: u32 = 1;
    /// Faces are shaded flat.
    pub const FLAT: u32 = 2;
    /// Fog has no effect.
    pub const NO_FOG: u32 = 4;
    /// The surface adds to what is behind it.
    pub const ADD: u32 = 8;
    /// The surface multiplies what is behind it.
    pub const MULTIPLY: u32 = 16;
    /// Back faces are drawn.
    pub const TWO_SIDED: u32 = 32;
}

/// The bytes of an entity that a plain layout does not have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Oddities<'a> {
    /// The entity's size as the file says it, where that is not the size that follows from its lists.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub declared_size: Option<i32>,
    /// Padding that is not zero or is cut by the end of the file, by list.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Paddings::are_plain"))]
    pub padding: Paddings<'a>,
    /// Bytes behind the last list.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "retromesh_wire::values::bytes")
    )]
    pub slack: Cow<'a, [u8]>,
}

/// Unusual padding of the four lists that may need some; `None` where it is plain zeros to a multiple of four.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Paddings<'a> {
    /// Behind the name.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none", with = "crate::fields"))]
    pub name: Option<Cow<'a, [u8]>>,
    /// Behind the vertex colours.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none", with = "crate::fields"))]
    pub colors: Option<Cow<'a, [u8]>>,
    /// Behind the triangles.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none", with = "crate::fields"))]
    pub triangles: Option<Cow<'a, [u8]>>,
    /// Behind the texture name.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none", with = "crate::fields"))]
    pub texture: Option<Cow<'a, [u8]>>,
}

#[cfg(feature = "serde")]
impl Paddings<'_> {
    fn are_plain(&self) -> bool {
        *self == Paddings::default()
    }
}

/// Returns how many bytes bring `len` to a multiple of four.
pub(crate) fn padding_of(len: usize) -> usize {
    len.next_multiple_of(4) - len
}

impl Entity<'_> {
    /// Returns the bytes that the entity takes in a file, whatever size it declares.
    pub fn byte_len(&self) -> usize {
        let none = Paddings::default();
        let padding = self.oddities.as_ref().map_or(&none, |odd| &odd.padding);
        let padded = |len: usize, odd: &Option<Cow<'_, [u8]>>| len + odd.as_ref().map_or(padding_of(len), |p| p.len());
        let mut len = PIVOT_HEADER_SIZE + self.keys.bytes().len() + padded(self.name.len(), &padding.name);
        if let Some(mesh) = self.mesh.as_deref() {
            len += MESH_HEADER_SIZE - PIVOT_HEADER_SIZE
                + mesh.vertices.bytes().len()
                + padded(mesh.colors.bytes().len(), &padding.colors)
                + padded(mesh.triangles.bytes().len(), &padding.triangles)
                + padded(mesh.texture.len(), &padding.texture)
                + mesh.bones.bytes().len();
        }
        len + self.oddities.as_ref().map_or(0, |odd| odd.slack.len())
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Entity<'static> {
        Entity {
            parent: self.parent,
            position: self.position,
            scale: self.scale,
            rotation: self.rotation,
            animation_length: self.animation_length,
            keys: self.keys.into_owned(),
            name: self.name.into_owned(),
            mesh: self.mesh.map(|mesh| Box::new(mesh.into_owned())),
            oddities: self.oddities.map(|odd| Box::new(odd.into_owned())),
        }
    }
}

impl Mesh<'_> {
    fn into_owned(self) -> Mesh<'static> {
        Mesh {
            vertices: self.vertices.into_owned(),
            colors: self.colors.into_owned(),
            triangles: self.triangles.into_owned(),
            texture: self.texture.into_owned(),
            color: self.color,
            alpha: self.alpha,
            fx: self.fx,
            bones: self.bones.into_owned(),
        }
    }
}

fn owned(bytes: Cow<'_, [u8]>) -> Cow<'static, [u8]> {
    Cow::Owned(bytes.into_owned())
}

impl Oddities<'_> {
    fn into_owned(self) -> Oddities<'static> {
        let Paddings { name, colors, triangles, texture } = self.padding;
        Oddities {
            declared_size: self.declared_size,
            padding: Paddings {
                name: name.map(owned),
                colors: colors.map(owned),
                triangles: triangles.map(owned),
                texture: texture.map(owned),
            },
            slack: owned(self.slack),
        }
    }
}

impl Document<'_> {
    /// Copies what is borrowed from the input.
    pub fn into_owned(self) -> Document<'static> {
        Document {
            version: self.version,
            declared_length: self.declared_length,
            floats: self.floats,
            entities: self.entities.into_iter().map(Entity::into_owned).collect(),
            trailing: owned(self.trailing),
        }
    }

    /// Returns each entity with the offset at which it starts in the file.
    pub fn entities_with_offsets(&self) -> impl Iterator<Item = (u64, &Entity<'_>)> {
        self.entities.iter().scan(HEADER_SIZE as u64, |at, entity| {
            let start = *at;
            *at += entity.byte_len() as u64;
            Some((start, entity))
        })
    }
}

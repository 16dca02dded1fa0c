//! The lossless document: a .bo3d file, structure by structure.

use glam::{Vec2, Vec3};
use half::f16;
use retromesh_wire::{RawStr, Rows, plain, record, row_struct};
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
/// The maximum number of vertices that the 16-bit indices of one entity reach.
pub const MAX_VERTICES: usize = 65_536;

record! {
    /// A .bo3d file: a header and a flat list of entities.
    ///
    /// Counts are not kept apart from what they count, and sizes only where they disagree with the lists, so that an edited document
    /// stays consistent. Encoding a parsed document gives the same bytes.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Document<'a> {
        /// The version; [`VERSION`].
        pub version: i32,
        /// The length of the entity list as the file says it, where that is not the length that follows.
        pub declared_length: Option<i32> = default,
        /// The width of all vertex numbers.
        pub floats: Floats,
        /// The entities; the first is the root.
        pub entities: Vec<Entity<'a>>,
        /// Bytes after the last entity.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }
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

record! {
    /// A mesh or a pivot.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Entity<'a> {
        /// The number of the parent entity, or -1; the root's is ignored.
        pub parent: i32,
        /// Translation from the parent, in units.
        #[serde(with = "retromesh_wire::values::cells")]
        pub position: Vec3,
        /// Factors along the entity's own axes.
        #[serde(with = "retromesh_wire::values::cells")]
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
        pub mesh: Option<Box<Mesh<'a>>> = default,
        /// Bytes that a plain layout does not have; `None` where there are none.
        pub deviations: Option<Box<Deviations<'a>>> = default,
    }
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
            deviations: None,
        }
    }
}

record! {
    /// The part of an entity that only meshes have.
    #[derive(Debug, Clone, PartialEq)]
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

record! {
    /// The vertices of a mesh, as wide as the file's header says.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Vertices<'a> {
        /// Half precision.
        F16(Rows<'a, HalfVertex>),
        /// Single precision.
        F32(Rows<'a, Vertex>),
    }
}

impl Vertices<'_> {
    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Self::F16(rows) => rows.len(),
            Self::F32(rows) => rows.len(),
        }
    }

    /// Returns whether there are no vertices.
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

record! {
    /// The bytes of an entity that a plain layout does not have.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Deviations<'a> {
        /// The entity's size as the file says it, where that is not the size that follows from its lists.
        pub declared_size: Option<i32> = default,
        /// Padding that is not zero or is cut by the end of the file, by list.
        pub padding: Paddings<'a> = default,
        /// Bytes after the last list.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub slack: Cow<'a, [u8]> = default,
    }

    /// Unusual padding of the four lists that may need some; `None` where it is plain zeros to a multiple of four.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Paddings<'a> {
        /// After the name.
        #[serde(with = "crate::fields")]
        pub name: Option<Cow<'a, [u8]>> = default,
        /// After the vertex colours.
        #[serde(with = "crate::fields")]
        pub colors: Option<Cow<'a, [u8]>> = default,
        /// After the triangles.
        #[serde(with = "crate::fields")]
        pub triangles: Option<Cow<'a, [u8]>> = default,
        /// After the texture name.
        #[serde(with = "crate::fields")]
        pub texture: Option<Cow<'a, [u8]>> = default,
    }
}

#[cfg(feature = "serde")]
impl retromesh_wire::values::Absent for Paddings<'_> {
    fn is_absent(&self) -> bool {
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
        let padding = self.deviations.as_ref().map_or(&none, |deviations| &deviations.padding);
        let padded =
            |len: usize, padding: &Option<Cow<'_, [u8]>>| len + padding.as_ref().map_or(padding_of(len), |p| p.len());
        let mut len = PIVOT_HEADER_SIZE + self.keys.bytes().len() + padded(self.name.len(), &padding.name);
        if let Some(mesh) = self.mesh.as_deref() {
            len += MESH_HEADER_SIZE - PIVOT_HEADER_SIZE
                + mesh.vertices.bytes().len()
                + padded(mesh.colors.bytes().len(), &padding.colors)
                + padded(mesh.triangles.bytes().len(), &padding.triangles)
                + padded(mesh.texture.len(), &padding.texture)
                + mesh.bones.bytes().len();
        }
        len + self.deviations.as_ref().map_or(0, |deviations| deviations.slack.len())
    }
}

impl Document<'_> {
    /// Returns each entity with the offset at which it starts in the file.
    pub fn entities_with_offsets(&self) -> impl Iterator<Item = (u64, &Entity<'_>)> {
        self.entities.iter().scan(HEADER_SIZE as u64, |at, entity| {
            let start = *at;
            *at += entity.byte_len() as u64;
            Some((start, entity))
        })
    }
}

plain! { Floats }

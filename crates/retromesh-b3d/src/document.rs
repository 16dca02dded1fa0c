//! The lossless image of a file: a flat list of chunks in file order.

use retromesh_wire::{RawStr, Records, Rows, own, plain, record, row_struct};
use std::borrow::Cow;

record! {
    /// Mirrors a `.b3d` file.
    ///
    /// The chunks below `BB3D` are in one list in file order, each with its depth: the parent of a chunk is the nearest
    /// one before it that is one level less deep. Nesting costs no stack, neither to walk nor to drop.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Document<'a> {
        /// The version times 100; engines and all known files say 1, which stands for 0.01.
        pub version: i32,
        /// The size that the `BB3D` chunk claims where it exceeds the bytes that are there; `None` where it is right.
        pub claimed_size: Option<u32> = default,
        /// All chunks below `BB3D`.
        pub chunks: Vec<Chunk<'a>>,
        /// What follows the `BB3D` chunk.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }
}

/// One chunk with its place in the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk<'a> {
    /// How many chunks lie around it, `BB3D` not counted.
    pub depth: u32,
    /// What it holds, apart from the chunks inside it.
    pub body: Body<'a>,
}

record! {
    /// The contents of a chunk, apart from the chunks inside it.
    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(feature = "serde", serde(rename_all = "UPPERCASE"))]
    pub enum Body<'a> {
        /// `TEXS`: textures; those of several chunks are numbered through.
        Texs(Vec<Texture<'a>>),
        /// `BRUS`: brushes; those of several chunks are numbered through.
        Brus(Box<Brushes<'a>>),
        /// `NODE`: an entity; its kind, keys and children are chunks inside it.
        Node(Node<'a>),
        /// `MESH` in a node; its vertices and triangles are chunks inside it.
        Mesh {
            /// The brush that is combined with those of the triangles, -1 for none.
            brush_id: i32,
        },
        /// `VRTS` in a mesh.
        Vrts(Vertices<'a>),
        /// `TRIS` in a mesh.
        Tris {
            /// The brush, -1 for none.
            brush_id: i32,
            /// Corners as numbers of the mesh's vertices, clockwise from the front.
            triangles: Rows<'a, [u32; 3]>,
        },
        /// `BONE` in a node: what it moves of the mesh around it.
        Bone(Rows<'a, VertexWeight>),
        /// `KEYS` in a node; several add up.
        Keys(Keys<'a>),
        /// `ANIM` in a node.
        Anim(Anim),
        /// `SEQS` in a node: a named range of the timeline. Undocumented.
        Seqs(Box<Sequence<'a>>),
        /// `PIVO` in a node: a node that is neither mesh nor bone. Undocumented.
        Pivo,
        /// A chunk of another tag, or of a known one in a place where it means nothing.
        Unknown {
            /// The tag.
            #[serde(with = "retromesh_wire::values::tag")]
            tag: [u8; 4],
            /// All bytes after the size.
            #[serde(with = "retromesh_wire::values::bytes")]
            bytes: Cow<'a, [u8]>,
        },
        /// Bytes that are left over at the end of the chunk around it, without tag and size.
        #[serde(with = "retromesh_wire::values::bytes")]
        Slack(Cow<'a, [u8]>),
    }
}

impl Body<'_> {
    /// Returns the tag; `None` for [`Body::Slack`].
    pub fn tag(&self) -> Option<[u8; 4]> {
        Some(match self {
            Self::Texs(_) => *b"TEXS",
            Self::Brus(_) => *b"BRUS",
            Self::Node(_) => *b"NODE",
            Self::Mesh { .. } => *b"MESH",
            Self::Vrts(_) => *b"VRTS",
            Self::Tris { .. } => *b"TRIS",
            Self::Bone(_) => *b"BONE",
            Self::Keys(_) => *b"KEYS",
            Self::Anim(_) => *b"ANIM",
            Self::Seqs(_) => *b"SEQS",
            Self::Pivo => *b"PIVO",
            Self::Unknown { tag, .. } => *tag,
            Self::Slack(_) => return None,
        })
    }
}

/// How many vertices the triangles of one `TRIS` may use: engines number them with 16 bits.
pub(crate) const MAX_VERTICES: usize = 65_535;

record! {
    /// An entry of a `TEXS` chunk.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Texture<'a> {
        /// The image's path as authored.
        pub file: RawStr<'a>,
        /// Bits: 1 colour, 2 alpha, 4 masked, 8 mipmapped, 16 and 32 clamp u and v, 64 sphere, 128 cube map, 65536 second UV set.
        pub flags: i32,
        /// 0 off, 1 alpha, 2 multiply, 3 add, 4 dot product, 5 multiply and double.
        pub blend: i32,
        /// Added to u and v last.
        pub position: [f32; 2],
        /// Factors of u and v after the rotation.
        pub scale: [f32; 2],
        /// In radians.
        pub rotation: f32,
    }

    /// A `BRUS` chunk.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Brushes<'a> {
        /// The number of texture slots of each brush, 0 to 8.
        pub slots: u32,
        /// The brushes.
        pub brushes: Vec<Brush<'a>>,
    }

    /// An entry of a `BRUS` chunk.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Brush<'a> {
        /// The name; engines ignore it.
        pub name: RawStr<'a>,
        /// Red, green, blue, alpha, usually 0 to 1.
        pub color: [f32; 4],
        /// The gloss, 0 to 1.
        pub shininess: f32,
        /// 0 as the textures say, 1 alpha, 2 multiply, 3 add.
        pub blend: i32,
        /// Bits: 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 two-sided, 32 vertex alpha.
        pub fx: i32,
        /// One texture number a slot, -1 for none.
        pub textures: Rows<'a, i32>,
    }

    /// The fixed part of a `NODE` chunk. The local transform is translation · rotation · scale.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Node<'a> {
        /// The name; some tools put whole property lists here.
        pub name: RawStr<'a>,
        /// The translation in units of the parent's space.
        pub position: [f32; 3],
        /// Factors along the node's own axes.
        pub scale: [f32; 3],
        /// The rotation as w, x, y, z of the quaternion whose *conjugate* is the usual (Hamilton, active) one.
        pub rotation: [f32; 4],
    }

    /// A `VRTS` chunk.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Vertices<'a> {
        /// Bits: 1 normals, 2 colours.
        pub flags: i32,
        /// The number of texture coordinate sets, 0 to 8.
        pub sets: u32,
        /// The numbers in each set, 0 to 4.
        pub set_size: u32,
        /// Position, normal, colour, texture coordinates, as far as present.
        #[serde(with = "retromesh_wire::values::floats")]
        pub records: Records<'a>,
    }
}

impl Vertices<'_> {
    /// The bit of the flags that says that there are normals.
    pub const NORMALS: i32 = 1;
    /// The bit of the flags that says that there are colours.
    pub const COLORS: i32 = 2;

    /// Returns the bytes of one vertex with these flags and texture coordinates.
    pub fn stride(flags: i32, sets: u32, set_size: u32) -> usize {
        Self::uv_base(flags) + 4 * sets as usize * set_size as usize
    }

    /// Returns the byte offset of the normal in a vertex, where there is one.
    pub fn normal_offset(&self) -> Option<usize> {
        (self.flags & Self::NORMALS != 0).then_some(12)
    }

    /// Returns the byte offset of the colour in a vertex, where there is one.
    pub fn color_offset(&self) -> Option<usize> {
        (self.flags & Self::COLORS != 0).then(|| Self::uv_base(self.flags & Self::NORMALS))
    }

    /// Returns the byte offset of a texture coordinate set in a vertex.
    pub fn uv_offset(&self, set: u32) -> usize {
        Self::uv_base(self.flags) + 4 * set as usize * self.set_size as usize
    }

    fn uv_base(flags: i32) -> usize {
        let normals = if flags & Self::NORMALS == 0 { 0 } else { 12 };
        let colors = if flags & Self::COLORS == 0 { 0 } else { 16 };
        12 + normals + colors
    }
}

row_struct! {
    /// How much a bone moves a vertex.
    #[derive(Debug, PartialEq)]
    pub struct VertexWeight {
        /// The vertex of the mesh around the bone.
        pub vertex: u32,
        /// The share; engines drop zero and normalise the rest.
        pub weight: f32,
    }
}

record! {
    /// A `KEYS` chunk.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Keys<'a> {
        /// Bits: 1 position, 2 scale, 4 rotation.
        pub flags: i32,
        /// Frame number, then the components that the flags name.
        #[serde(with = "crate::fields")]
        pub records: Records<'a>,
    }
}

impl Keys<'_> {
    /// The bit of the flags that says that there are positions.
    pub const POSITION: i32 = 1;
    /// The bit of the flags that says that there are scales.
    pub const SCALE: i32 = 2;
    /// The bit of the flags that says that there are rotations.
    pub const ROTATION: i32 = 4;

    /// Returns the bytes of one key with these flags.
    pub fn stride(flags: i32) -> usize {
        let size = |bit: i32, size: usize| if flags & bit == 0 { 0 } else { size };
        4 + size(Self::POSITION, 12) + size(Self::SCALE, 12) + size(Self::ROTATION, 16)
    }

    /// Returns the byte offset in a key of the component of one bit, where there is one.
    pub fn offset(&self, bit: i32) -> Option<usize> {
        (self.flags & bit != 0).then(|| Self::stride(self.flags & (bit - 1)))
    }
}

/// An `ANIM` chunk.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Anim {
    /// Unused; 0 in all known files.
    pub flags: i32,
    /// The length in frames; many writers say one too few.
    pub frames: i32,
    /// Frames per second; 0 in many files.
    pub fps: f32,
}

impl Anim {
    /// The rate that the format's description calls default, in frames per second.
    pub const DEFAULT_RATE: f32 = 60.0;
}

record! {
    /// A `SEQS` chunk.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Sequence<'a> {
        /// The name.
        pub name: RawStr<'a>,
        /// The first frame, numbered as in `KEYS`.
        pub first: i32,
        /// The last frame, inclusive.
        pub last: i32,
        /// Unknown; 0 in all known files.
        pub reserved: i32,
    }
}

impl Chunk<'_> {
    /// Copies everything that is borrowed.
    pub fn into_owned(self) -> Chunk<'static> {
        Chunk { depth: self.depth, body: self.body.into_owned() }
    }
}

own! { Chunk }

plain! { Anim }

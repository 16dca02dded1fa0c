//! The lossless types: one to one with the file image.

use crate::faces::FaceStream;
use crate::keys::KeyStream;
use crate::vertex::{UvLayout, Vertices};
use retromesh_wire::{RawStr, Row, Rows, record, row_struct};
use std::borrow::Cow;

/// The first four bytes of every file.
pub const MAGIC: [u8; 4] = *b"BMD1";

row_struct! {
    /// Where a table or list lies: bytes from the start of the file; offset 0 means that there is none.
    #[derive(Debug, PartialEq, Eq, Default)]
    pub struct Span {
        /// Bytes from the start of the file.
        pub offset: u32,
        /// The size in bytes.
        pub size: u32,
    }
}

row_struct! {
    /// The 48 bytes at the start of the file.
    #[derive(Debug, PartialEq, Eq)]
    pub struct Header {
        /// [`MAGIC`].
        pub magic: [u8; 4],
        /// Zero.
        pub reserved: [u32; 3],
        /// The table of [`MeshDef`]s.
        pub meshes: Span,
        /// The table of [`LodDef`]s.
        pub lods: Span,
        /// The table of [`BoneDef`]s; none in a static model.
        pub bones: Span,
        /// The table of [`ClipDef`]s; none in a static model.
        pub clips: Span,
    }
}

row_struct! {
    /// One entry of the mesh table.
    #[derive(Debug, PartialEq, Eq, Default)]
    pub struct MeshDef {
        /// Offset of the vertex list.
        pub vertices: u32,
        /// Offset of the face list.
        pub faces: u32,
        /// Offset of the material's name; 0 for a mesh that is not drawn.
        pub material: u32,
        /// The number of vertices.
        pub vertex_count: u16,
        /// The number of faces: list entries in files of the known writer; the text counts quads twice under 1,024 vertices.
        pub face_count: u16,
        /// The size of the vertex list in bytes.
        pub vertex_bytes: u32,
        /// The size of the face list in bytes.
        pub face_bytes: u32,
        /// Loader hints: bits 0 and 1 the vertex forms, bits 2 and 3 the face words.
        pub flags: u32,
        /// Zero.
        pub reserved: u32,
    }
}

row_struct! {
    /// One level of detail.
    #[derive(Debug, PartialEq, Eq, Default)]
    pub struct LodDef {
        /// The first mesh.
        pub first: u8,
        /// The number of meshes.
        pub count: u8,
        /// The nominal scale as F8A: `1 / (distance in metres + 1)`.
        pub scale: u8,
        /// Zero.
        pub reserved: u8,
    }
}

row_struct! {
    /// One entry of the bone table.
    #[derive(Debug, PartialEq, Eq, Default)]
    pub struct BoneDef {
        /// The origin relative to the parent's, as a packed vector; four bone numbers in a pseudo-bone.
        pub origin: u32,
        /// The rotation relative to the parent's, as a rotation word, 0 for none; four F8A weights in a pseudo-bone.
        pub rotation: u32,
        /// Offset of the name; 0 for none.
        pub name: u32,
        /// The parent's number; from [`PSEUDO`] on the bone is a blend of others.
        pub parent: u8,
        /// The number of the mesh that is the bone's solid.
        pub solid: u8,
        /// Zero.
        pub reserved: [u8; 2],
    }
}

/// The parent number from which a bone is a pseudo-bone; the text says 0xFF.
pub const PSEUDO: u8 = 0xf0;

row_struct! {
    /// One entry of the clip table.
    #[derive(Debug, PartialEq, Eq, Default)]
    pub struct ClipDef {
        /// Offset of the name.
        pub name: u32,
        /// The number of frames of the loop.
        pub frames: u8,
        /// Bit 7 for a clip that does not loop; the rest in units of 0.25 frames a second.
        pub rate: u8,
        /// Zero.
        pub reserved: [u8; 2],
        /// Offset of the key list.
        pub keys: u32,
        /// The size of the key list in bytes.
        pub key_bytes: u32,
    }
}

record! {
    /// A whole file.
    ///
    /// Arrays are views of the input until they are edited. [`Document::encode`](crate::Document::encode) puts every part at its
    /// recorded offset, so the order of parts, bytes between them and parts that share bytes all come back.
    #[derive(Debug, Clone)]
    #[cfg_attr(feature = "serde", serde(remote = "Self"))]
    pub struct Document<'a> {
        /// The header.
        pub header: Header,
        /// The meshes.
        pub meshes: Vec<Mesh<'a>>,
        /// The levels of detail.
        pub lods: Rows<'a, LodDef>,
        /// The bones.
        pub bones: Vec<Bone<'a>>,
        /// The animation clips.
        pub clips: Vec<Clip<'a>>,
        /// Bytes that no structure claims, in ascending order.
        pub gaps: Vec<Gap<'a>>,
        /// The size of the file in bytes.
        pub size: usize,
    }

    /// A mesh: its table entry and what the entry points to.
    #[derive(Debug, Clone)]
    pub struct Mesh<'a> {
        /// The table entry.
        pub def: MeshDef,
        /// The material's name; `None` for a mesh that is not drawn.
        pub material: Option<RawStr<'a>> = default,
        /// The vertex list, slack included.
        #[serde(with = "crate::fields::vertices")]
        pub vertices: Cow<'a, [u8]>,
        /// The face list, slack included.
        #[serde(with = "crate::fields::faces")]
        pub faces: Cow<'a, [u8]>,
    }

    /// A bone: its table entry and its name.
    #[derive(Debug, Clone)]
    pub struct Bone<'a> {
        /// The table entry.
        pub def: BoneDef,
        /// The name.
        pub name: Option<RawStr<'a>> = default,
    }

    /// A clip: its table entry and what the entry points to.
    #[derive(Debug, Clone)]
    pub struct Clip<'a> {
        /// The table entry.
        pub def: ClipDef,
        /// The name.
        pub name: Option<RawStr<'a>> = default,
        /// The key list: one stream for each ordinary bone, slack included.
        #[serde(with = "crate::fields::keys")]
        pub keys: Cow<'a, [u8]>,
    }

    /// Bytes that no structure claims.
    #[derive(Debug, Clone)]
    pub struct Gap<'a> {
        /// Bytes from the start of the file.
        pub offset: usize,
        /// The bytes.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub bytes: Cow<'a, [u8]>,
    }
}

impl Mesh<'_> {
    /// Returns whether the material is a flat colour: its name starts with `#`.
    pub fn is_flat(&self) -> bool {
        self.material.as_ref().is_some_and(|name| name.bytes().first() == Some(&b'#'))
    }

    /// Walks the vertices; `layout` says how 128-bit texture coordinates are read.
    pub fn vertices(&self, layout: UvLayout) -> Vertices<'_> {
        Vertices::new(&self.vertices, usize::from(self.def.vertex_count), self.is_flat(), layout)
    }

    /// Walks the faces until the list ends.
    pub fn faces(&self) -> FaceStream<'_> {
        FaceStream::new(&self.faces)
    }
}

impl Bone<'_> {
    /// Returns whether the bone is a blend of others.
    pub fn is_pseudo(&self) -> bool {
        self.def.parent >= PSEUDO
    }
}

impl Clip<'_> {
    /// Walks the keys of `bones` ordinary bones; `repair` restores the frames that long gaps lost.
    pub fn keys(&self, bones: usize, repair: bool) -> KeyStream<'_> {
        KeyStream::new(&self.keys, bones, repair)
    }

    /// Returns the frames a second, 10 where the file says 0.
    pub fn rate(&self) -> f32 {
        match self.def.rate & 0x7f {
            0 => 10.0,
            quarters => f32::from(quarters) * 0.25,
        }
    }

    /// Returns whether playing starts over at the end.
    pub fn loops(&self) -> bool {
        self.def.rate & 0x80 == 0
    }
}

impl Document<'_> {
    /// Returns the number of bones that have key streams: all up to the last one that is no pseudo-bone.
    pub fn keyed_bones(&self) -> usize {
        self.bones.iter().rposition(|bone| !bone.is_pseudo()).map_or(0, |last| last + 1)
    }

    /// Returns whether the level table says nothing: no entry, or one of no meshes.
    fn has_silent_levels(&self) -> bool {
        self.lods.len() < 2 && self.lods.iter().all(|lod| lod.first == 0 && lod.count == 0)
    }

    /// Returns the meshes of each level of detail, near to far; one level of all drawn meshes where the table says nothing.
    pub fn levels(&self) -> Vec<Vec<usize>> {
        let drawn =
            || (0..self.meshes.len()).filter(|&i| self.meshes.get(i).is_some_and(|m| m.material.is_some())).collect();
        if self.has_silent_levels() {
            return vec![drawn()];
        }
        let range = |lod: LodDef| {
            let first = usize::from(lod.first);
            (first..first + usize::from(lod.count)).filter(|&i| i < self.meshes.len()).collect()
        };
        self.lods.iter().map(range).collect()
    }

    /// Returns the mesh that is the solid of a bone. Number 0 means none, unless mesh 0 belongs to no level of detail.
    pub fn solid_of(&self, bone: usize) -> Option<usize> {
        let solid = usize::from(self.bones.get(bone)?.def.solid);
        let none = solid == 0
            && if self.has_silent_levels() {
                self.meshes.first().is_some_and(|mesh| mesh.material.is_some())
            } else {
                self.lods.iter().any(|lod| lod.first == 0 && lod.count > 0)
            };
        (solid < self.meshes.len() && !none).then_some(solid)
    }

    /// Returns how the 128-bit texture coordinates of a mesh are laid out, judged by their bits.
    pub fn uv_layout(&self, mesh: usize) -> UvLayout {
        let vertices = |mesh: &Mesh<'_>| UvLayout::judge(&mesh.vertices, usize::from(mesh.def.vertex_count));
        self.meshes.get(mesh).map_or(UvLayout::Current, vertices)
    }
}

impl Document<'_> {
    /// Lists how many bytes each kind of part takes; bytes that several parts share count for each.
    pub fn sizes(&self) -> Vec<(&'static str, u64)> {
        let mut texts: Vec<(u32, usize)> = self
            .meshes
            .iter()
            .map(|m| (m.def.material, &m.material))
            .chain(self.bones.iter().map(|b| (b.def.name, &b.name)))
            .chain(self.clips.iter().map(|c| (c.def.name, &c.name)))
            .filter_map(|(offset, text)| Some((offset, text.as_ref()?.len() + 1)))
            .collect();
        texts.sort_unstable();
        texts.dedup();
        let sizes = [
            ("header", Header::SIZE),
            ("mesh table", self.meshes.len() * MeshDef::SIZE),
            ("level table", self.lods.len() * LodDef::SIZE),
            ("bone table", self.bones.len() * BoneDef::SIZE),
            ("clip table", self.clips.len() * ClipDef::SIZE),
            ("vertices", self.meshes.iter().map(|m| m.vertices.len()).sum()),
            ("faces", self.meshes.iter().map(|m| m.faces.len()).sum()),
            ("keys", self.clips.iter().map(|c| c.keys.len()).sum()),
            ("strings", texts.iter().map(|(_, size)| size).sum()),
            ("padding", self.gaps.iter().map(|gap| gap.bytes.len()).sum()),
        ];
        sizes.map(|(part, bytes)| (part, bytes as u64)).into()
    }
}

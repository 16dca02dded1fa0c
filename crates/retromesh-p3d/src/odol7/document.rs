//! The lossless types of ODOL version 7, in file order.

use crate::packed::{Packed, Repack};
use glam::{Vec2, Vec3};
use retromesh_wire::{Put, RawStr, Row, Rows, own, record, row_struct};
use std::borrow::Cow;

record! {
    /// A whole ODOL file.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Odol<'a> {
        /// The levels of detail; their resolutions are in [`ModelInfo::resolutions`].
        pub lods: Vec<Lod<'a>>,
        /// What concerns all levels.
        pub info: ModelInfo<'a>,
        /// What follows the end; nothing in files of the game's tools.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }

    /// One level of detail. Positions are metres, x right, y up, z forward (left-handed), and lack
    /// [`ModelFacts::bounding_center`].
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Lod<'a> {
        /// Flags of each vertex; see [`clip`](crate::flags::clip).
        pub clip: Packed<'a, u32>,
        /// Texture coordinates of each vertex, v downward.
        pub uvs: Packed<'a, Vec2>,
        /// Position of each vertex.
        pub positions: Rows<'a, Vec3>,
        /// Normal of each vertex, pointing inward.
        pub normals: Rows<'a, Vec3>,
        /// All vertex flags or-ed, without the clip planes.
        pub or_hints: u32,
        /// All vertex flags and-ed, without the clip planes.
        pub and_hints: u32,
        /// The smallest coordinates.
        #[serde(with = "retromesh_wire::values::cells")]
        pub min: Vec3,
        /// The largest coordinates.
        #[serde(with = "retromesh_wire::values::cells")]
        pub max: Vec3,
        /// The middle of the box.
        #[serde(with = "retromesh_wire::values::cells")]
        pub center: Vec3,
        /// The distance of the farthest vertex from `center`.
        pub radius: f32,
        /// Texture paths; an empty one means no texture.
        pub textures: Vec<RawStr<'a>>,
        /// For each point of the editor, a vertex that stands for it.
        pub point_to_vertex: Packed<'a, u16>,
        /// For each vertex its point of the editor; 0xffff for none.
        pub vertex_to_point: Packed<'a, u16>,
        /// Bytes of the faces in the memory of the engine: 10 and 2 a corner for each.
        pub face_memory: u32,
        /// The faces.
        pub faces: FaceList<'a>,
        /// Runs of faces with the same texture and flags.
        pub sections: Rows<'a, Section>,
        /// Named sets of vertices and faces; names may repeat.
        pub selections: Vec<NamedSelection<'a>>,
        /// Named properties.
        pub properties: Vec<Property<'a>>,
        /// Shapes at moments of time.
        pub frames: Vec<Frame<'a>>,
        /// The mean colour seen from above, 0xAARRGGBB.
        pub color_top: u32,
        /// The mean colour, 0xAARRGGBB.
        pub color: u32,
        /// Flags joined from the faces; see [`special`](crate::flags::special).
        pub special: u32,
        /// References to other models.
        pub proxies: Vec<ProxyRef<'a>>,
    }
}

/// The faces of a level as the file holds them: 7 bytes and two for each corner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaceList<'a> {
    /// Always a whole number of faces.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) len: usize,
}

/// One face, its corners clockwise as seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face<'a> {
    /// Flags; see [`special`](crate::flags::special).
    pub special: u32,
    /// Index into [`Lod::textures`], -1 for none.
    pub texture: i16,
    /// The vertex indices.
    pub corners: Indices<'a>,
}

/// Vertex indices as the file holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Indices<'a>(&'a [u8]);

impl Indices<'_> {
    /// Returns the number of corners.
    pub fn len(self) -> usize {
        self.0.len() / 2
    }

    /// Returns whether there is no corner.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the vertex index of a corner.
    #[inline]
    pub fn get(self, corner: usize) -> Option<u16> {
        Some(u16::read(self.0.get(2 * corner..2 * corner + 2)?))
    }
}

impl<'a> Indices<'a> {
    /// Iterates over the vertex indices.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + Clone + 'a {
        self.0.chunks_exact(2).map(u16::read)
    }
}

/// Bytes of a face before its vertex indices.
pub(super) const FACE_HEAD: usize = 7;

impl FaceList<'_> {
    /// Returns the number of faces.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no faces.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Iterates over the faces.
    pub fn iter(&self) -> impl Iterator<Item = Face<'_>> + Clone {
        FaceIter { rest: &self.bytes }
    }

    /// Appends a face; `false` where it has more than 255 corners.
    pub fn push(&mut self, special: u32, texture: i16, corners: &[u16]) -> bool {
        let Ok(n) = u8::try_from(corners.len()) else { return false };
        let bytes = self.bytes.to_mut();
        bytes.put_u32(special);
        bytes.put_i16(texture);
        bytes.put_u8(n);
        bytes.put_slice(corners);
        self.len += 1;
        true
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> FaceList<'static> {
        FaceList { bytes: Cow::Owned(self.bytes.into_owned()), len: self.len }
    }
}

own! { FaceList }

#[derive(Clone)]
struct FaceIter<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for FaceIter<'a> {
    type Item = Face<'a>;

    #[inline]
    fn next(&mut self) -> Option<Face<'a>> {
        let (&[a, b, c, d, e, f, n], rest) = self.rest.split_first_chunk::<FACE_HEAD>()?;
        let (corners, rest) = rest.split_at_checked(2 * usize::from(n))?;
        self.rest = rest;
        let special = u32::from_le_bytes([a, b, c, d]);
        Some(Face { special, texture: i16::from_le_bytes([e, f]), corners: Indices(corners) })
    }
}

row_struct! {
    /// A run of faces, as offsets in the engine's memory: 10 bytes and 2 a corner for each face.
    #[derive(Debug, PartialEq, Eq)]
    pub struct Section {
        /// Where the run begins.
        pub begin: u32,
        /// Where it ends.
        pub end: u32,
        /// The smallest user value of its vertices; in geometry levels memory that nobody set.
        pub material: i32,
        /// Index into [`Lod::textures`], -1 for none or an empty path.
        pub texture: i16,
        /// The flags of its faces.
        pub special: u32,
    }
}

record! {
    /// A named set of vertices and faces.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct NamedSelection<'a> {
        /// The name, lower case, in the author's code page.
        pub name: RawStr<'a>,
        /// Face numbers.
        pub faces: Packed<'a, u16>,
        /// Weights of the faces; empty in files of the game's tools.
        pub face_weights: Packed<'a, u8>,
        /// Offsets of the faces in the engine's memory; there when `needs_sections`.
        pub face_offsets: Packed<'a, u32>,
        /// Whether the game's configuration asks for this set as sections; 0 or 1.
        pub needs_sections: u8,
        /// Sections that lie in this set as a whole; there when `needs_sections`.
        pub sections: Packed<'a, u32>,
        /// Vertex numbers, ascending.
        pub vertices: Packed<'a, u16>,
        /// Weights of the vertices, 255 for one; empty when all are one.
        pub vertex_weights: Packed<'a, u8>,
    }

    /// A named property.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Property<'a> {
        /// The name, lower case.
        pub name: RawStr<'a>,
        /// The value, lower case.
        pub value: RawStr<'a>,
    }

    /// A shape at a moment.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Frame<'a> {
        /// The moment.
        pub time: f32,
        /// One position a vertex, in the space of [`Lod::positions`].
        pub positions: Rows<'a, Vec3>,
    }

    /// A reference to another model.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct ProxyRef<'a> {
        /// The name: a class or a path, without `proxy:` and number.
        pub name: RawStr<'a>,
        /// The columns aside (x), up (y), direction (z) and position.
        #[serde(with = "retromesh_wire::values::cells")]
        pub transform: [Vec3; 4],
        /// The number, -1 for none.
        pub id: i32,
        /// Index of the selection that holds its triangle.
        pub selection: i32,
    }

    /// What concerns all levels.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct ModelInfo<'a> {
        /// The resolution of each level.
        pub resolutions: Rows<'a, f32>,
        /// Bounds, colours and switches.
        pub facts: ModelFacts,
        /// The mass of each point of the geometry level; may be empty.
        pub masses: Packed<'a, f32>,
        /// Sums and special levels.
        pub totals: ModelTotals,
    }
}

row_struct! {
    /// Bounds, colours and switches of a model.
    #[derive(Debug, PartialEq)]
    pub struct ModelFacts {
        /// The flags of all visual levels or-ed.
        pub special: u32,
        /// The distance of the farthest vertex from the origin.
        pub bounding_sphere: f32,
        /// Half the diagonal of the geometry level's box.
        pub geometry_sphere: f32,
        /// 0; 1 for a model that was turned round on loading.
        pub remarks: u32,
        /// The hints of all levels and-ed.
        pub and_hints: u32,
        /// The hints of all levels or-ed.
        pub or_hints: u32,
        /// Where others aim at.
        pub aiming_center: Vec3,
        /// The mean colour, 0xAARRGGBB.
        pub color: u32,
        /// The mean colour seen from above, 0xAARRGGBB.
        pub color_top: u32,
        /// How much it hides from view.
        pub view_density: f32,
        /// The smallest coordinates of all levels.
        pub min: Vec3,
        /// The largest coordinates of all levels.
        pub max: Vec3,
        /// What was subtracted from all positions.
        pub bounding_center: Vec3,
        /// The middle of the geometry level's box.
        pub geometry_center: Vec3,
        /// The centre of mass.
        pub center_of_mass: Vec3,
        /// The columns of the inverse inertia tensor.
        pub inverse_inertia: [Vec3; 3],
        /// Whether `bounding_center` was found by itself; 0 or 1.
        pub auto_center: u8,
        /// Whether it is locked; 0 or 1.
        pub lock_auto_center: u8,
        /// Whether it hides others; 0 or 1.
        pub can_occlude: u8,
        /// Whether others hide it; 0 or 1.
        pub can_be_occluded: u8,
        /// Whether it is animated; 0 or 1.
        pub allow_animation: u8,
        /// What it is on the map; 22 hides it.
        pub map_type: i8,
    }
}

row_struct! {
    /// Sums, and which level is which.
    #[derive(Debug, PartialEq)]
    pub struct ModelTotals {
        /// The mass in kilograms.
        pub mass: f32,
        /// One over `mass`.
        pub inverse_mass: f32,
        /// The armour.
        pub armor: f32,
        /// One over `armor`.
        pub inverse_armor: f32,
        /// Which level is which.
        pub lods: LodSlots,
    }
}

row_struct! {
    /// Numbers of the levels with a function, -1 for none.
    #[derive(Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names are those of the levels")]
    pub struct LodSlots {
        pub memory: i8,
        pub geometry: i8,
        pub fire_geometry: i8,
        pub view_geometry: i8,
        pub view_pilot_geometry: i8,
        pub view_gunner_geometry: i8,
        pub view_commander_geometry: i8,
        pub view_cargo_geometry: i8,
        pub land_contact: i8,
        pub roadway: i8,
        pub paths: i8,
        pub hit_points: i8,
    }
}

impl Default for ModelFacts {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Default for ModelTotals {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Odol<'_> {
    /// Gives up all packed bytes of the input, so that writing packs every array anew.
    pub fn repack(&mut self) {
        self.repack_where(Repack::All);
    }

    /// Gives up packed arrays whose checksums are wrong, so that they are packed anew from what could be unpacked.
    pub(crate) fn repack_damaged(&mut self) {
        self.repack_where(Repack::Damaged);
    }

    fn repack_where(&mut self, which: Repack) {
        for lod in &mut self.lods {
            lod.clip.repack_where(which);
            lod.uvs.repack_where(which);
            lod.point_to_vertex.repack_where(which);
            lod.vertex_to_point.repack_where(which);
            for selection in &mut lod.selections {
                selection.faces.repack_where(which);
                selection.face_weights.repack_where(which);
                selection.face_offsets.repack_where(which);
                selection.sections.repack_where(which);
                selection.vertices.repack_where(which);
                selection.vertex_weights.repack_where(which);
            }
        }
        self.info.masses.repack_where(which);
    }
}

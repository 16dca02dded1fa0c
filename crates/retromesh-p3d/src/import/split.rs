//! Corners of MLOD to vertices.

use super::{Builder, add_flags, attribute};
use crate::mlod::{Lod, TagBody, UvSet};
use glam::{Vec2, Vec3};
use retromesh_core::Error;
use retromesh_core::mesh::{AttributeData, Mesh, POINT};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// No further vertex.
const END: u32 = u32::MAX;
/// This many vertices of a point are looked through; those after them are found by a map.
const LONG: usize = 64;

/// All coordinates of a corner, as bits.
type UvBits = [[u32; 2]; Mesh::MAX_UV_SETS];

/// A vertex on its way.
struct Vertex {
    point: u32,
    normal: u32,
    /// The face's own coordinate.
    uv: Vec2,
    /// The next vertex of the same point.
    next: u32,
}

/// The vertices made from corners, chained by point.
pub(super) struct Split<'l> {
    first: Vec<u32>,
    vertices: Vec<Vertex>,
    /// By point, normal and bits of all coordinates the vertices that are in no chain.
    far: HashMap<(u32, u32, UvBits), u32>,
    /// Whether the level has normals, so that corners differ in them.
    shaded: bool,
    /// The further coordinate sets.
    sets: Vec<&'l UvSet<'l>>,
    /// For each of them the coordinates of the vertices.
    uvs: Vec<Vec<Vec2>>,
}

impl<'l> Split<'l> {
    pub(super) fn new(lod: &'l Lod<'_>) -> Self {
        let mut sets: Vec<&UvSet<'_>> = lod
            .tags
            .iter()
            .filter_map(|tag| match &tag.body {
                TagBody::UvSet(set) if set.id != 0 => Some(set),
                _ => None,
            })
            .collect();
        sets.truncate(Mesh::MAX_UV_SETS - 1);
        let uvs = vec![Vec::new(); sets.len()];
        Self {
            first: vec![END; lod.points.len()],
            vertices: Vec::with_capacity(lod.points.len()),
            far: HashMap::new(),
            shaded: !lod.normals.is_empty(),
            sets,
            uvs,
        }
    }

    /// Returns the vertex of a corner, the `at`-th of the level: one that is the same bit for bit, or a new one.
    #[inline]
    pub(super) fn vertex(&mut self, point: u32, normal: u32, uv: Vec2, at: usize) -> u32 {
        let normal = if self.shaded { normal } else { 0 };
        let (mut candidate, mut steps) = (self.first.get(point as usize).copied().unwrap_or(END), 0);
        while steps < LONG
            && let Some(vertex) = self.vertices.get(candidate as usize)
        {
            let same = |(own, set): (&Vec<Vec2>, &&UvSet<'_>)| {
                own.get(candidate as usize).is_some_and(|own| bits(*own) == bits(set.uvs.get(at).unwrap_or_default()))
            };
            if vertex.normal == normal && bits(vertex.uv) == bits(uv) && self.uvs.iter().zip(&self.sets).all(same) {
                return candidate;
            }
            (candidate, steps) = (vertex.next, steps + 1);
        }
        self.add(Vertex { point, normal, uv, next: END }, at, steps == LONG)
    }

    /// Adds the vertex of a corner to the chain of its point; where that is long, to the map unless it is there.
    fn add(&mut self, mut vertex: Vertex, at: usize, far: bool) -> u32 {
        let mut uvs = [vertex.uv; Mesh::MAX_UV_SETS];
        for (slot, set) in uvs.iter_mut().skip(1).zip(&self.sets) {
            *slot = set.uvs.get(at).unwrap_or_default();
        }
        let new = self.vertices.len() as u32;
        if far {
            match self.far.entry((vertex.point, vertex.normal, uvs.map(bits))) {
                Entry::Occupied(known) => return *known.get(),
                Entry::Vacant(place) => place.insert(new),
            };
        } else if let Some(first) = self.first.get_mut(vertex.point as usize) {
            vertex.next = std::mem::replace(first, new);
        }
        self.vertices.push(vertex);
        self.uvs.iter_mut().zip(uvs.iter().skip(1)).for_each(|(set, uv)| set.push(*uv));
        new
    }

    /// Gives each point without a corner a vertex of its own.
    pub(super) fn add_unused(&mut self) {
        for point in 0..self.first.len() {
            if self.first.get(point) == Some(&END) {
                let alone = Vertex { point: point as u32, normal: u32::MAX, uv: Vec2::ZERO, next: END };
                self.vertices.push(alone);
                self.uvs.iter_mut().for_each(|set| set.push(Vec2::ZERO));
            }
        }
    }

    /// Returns the point of each vertex.
    pub(super) fn points(&self) -> Vec<u32> {
        self.vertices.iter().map(|vertex| vertex.point).collect()
    }

    pub(super) fn mesh(&self, builder: &mut Builder<'_>, lod: &Lod<'_>, index: usize) -> Result<Mesh, Error> {
        let vertices = &self.vertices;
        let point = |vertex: &Vertex| lod.points.get(vertex.point as usize);
        let positions = vertices.iter().map(|v| point(v).map_or(Vec3::ZERO, |point| point.position)).collect();
        let normal = |vertex: &Vertex| lod.normals.get(vertex.normal as usize).map_or(Vec3::ZERO, |normal| -normal);
        let normals: Vec<Vec3> = if self.shaded { vertices.iter().map(normal).collect() } else { Vec::new() };
        let mut mesh = Mesh {
            normals: builder.finite(normals, index, "normals")?,
            positions: builder.finite(positions, index, "positions")?,
            ..Mesh::default()
        };
        let first = vertices.iter().map(|vertex| vertex.uv).collect();
        for set in std::iter::once(first).chain(self.uvs.iter().cloned()) {
            mesh.uv_sets.push(builder.finite(set, index, "texture coordinates")?);
        }
        mesh.attributes.push(attribute(POINT, AttributeData::UInt(self.points())));
        add_flags(
            &mut mesh,
            "_POINT_FLAGS",
            vertices.iter().map(|v| point(v).map_or(0, |point| point.flags)).collect(),
        );
        Ok(mesh)
    }
}

fn bits(coordinate: Vec2) -> [u32; 2] {
    coordinate.to_array().map(f32::to_bits)
}

//! Corners of MLOD to vertices.

use super::{Builder, add_flags, attribute};
use crate::mlod::{Lod, TagBody, UvSet};
use glam::{Vec2, Vec3};
use retromesh_core::Error;
use retromesh_core::mesh::{AttributeData, Mesh};
use retromesh_wire::Rows;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// No further vertex.
const END: u32 = u32::MAX;
/// So many vertices of a point are looked through; those behind them are found by a map.
const LONG: usize = 64;

/// All coordinates of a corner, as bits.
type UvBits = [[u32; 2]; Mesh::MAX_UV_SETS];

/// A vertex on its way.
struct Vertex {
    point: u32,
    normal: u32,
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
    uvs: Vec<Vec<Vec2>>,
    /// The first coordinate set of a corner is the face's own; these are the others.
    sets: Vec<&'l UvSet<'l>>,
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
        let uvs = vec![Vec::new(); sets.len() + 1];
        Self {
            first: vec![END; lod.points.len()],
            vertices: Vec::new(),
            far: HashMap::new(),
            shaded: !lod.normals.is_empty(),
            uvs,
            sets,
        }
    }

    /// Returns the vertex of a corner, the `at`-th of the level: one that is the same bit for bit, or a new one.
    pub(super) fn vertex(&mut self, point: u32, normal: u32, uv: Vec2, at: usize) -> u32 {
        let normal = if self.shaded { normal } else { 0 };
        let mut uvs = [uv; Mesh::MAX_UV_SETS];
        for (slot, set) in uvs.iter_mut().skip(1).zip(&self.sets) {
            *slot = set.uvs.get(at).unwrap_or_default();
        }
        let bits = |uv: Vec2| uv.to_array().map(f32::to_bits);
        let (mut candidate, mut steps) = (self.first.get(point as usize).copied().unwrap_or(END), 0);
        while steps < LONG
            && let Some(vertex) = self.vertices.get(candidate as usize)
        {
            let same =
                |(set, uv): (&Vec<Vec2>, &Vec2)| set.get(candidate as usize).is_some_and(|own| bits(*own) == bits(*uv));
            if vertex.normal == normal && self.uvs.iter().zip(&uvs).all(same) {
                return candidate;
            }
            (candidate, steps) = (vertex.next, steps + 1);
        }
        let new = self.vertices.len() as u32;
        let next = if steps == LONG {
            match self.far.entry((point, normal, uvs.map(bits))) {
                Entry::Occupied(known) => return *known.get(),
                Entry::Vacant(place) => place.insert(new),
            };
            END
        } else {
            self.first.get_mut(point as usize).map_or(END, |first| std::mem::replace(first, new))
        };
        self.push(Vertex { point, normal, next }, &uvs);
        new
    }

    fn push(&mut self, vertex: Vertex, uvs: &[Vec2]) {
        self.vertices.push(vertex);
        self.uvs.iter_mut().zip(uvs).for_each(|(set, uv)| set.push(*uv));
    }

    /// Gives each point without a corner a vertex of its own.
    pub(super) fn add_unused(&mut self) {
        for point in 0..self.first.len() {
            if self.first.get(point) == Some(&END) {
                let alone = Vertex { point: point as u32, normal: u32::MAX, next: END };
                self.push(alone, &[Vec2::ZERO; Mesh::MAX_UV_SETS]);
            }
        }
    }

    /// Returns the point of each vertex.
    pub(super) fn points(&self) -> Vec<u32> {
        self.vertices.iter().map(|vertex| vertex.point).collect()
    }

    pub(super) fn mesh(&self, builder: &mut Builder<'_>, lod: &Lod<'_>, index: usize) -> Result<Mesh, Error> {
        let n = self.vertices.len();
        let points = lod.points.to_vec();
        let point = |vertex: &Vertex| points.get(vertex.point as usize);
        let positions: Vec<Vec3> = self.vertices.iter().map(|v| point(v).map_or(Vec3::ZERO, |p| p.position)).collect();
        let normals = lod.normals.to_vec();
        let normal = |vertex: &Vertex| match normals.get(vertex.normal as usize) {
            Some(normal) => -*normal,
            None => Vec3::ZERO,
        };
        let normals: Vec<Vec3> = self.vertices.iter().map(normal).collect();
        let normals =
            if self.shaded { builder.vectors(&Rows::from(normals), n, index, "normals")? } else { Vec::new() };
        let mut mesh = Mesh {
            positions: builder.vectors(&Rows::from(positions), n, index, "positions")?,
            normals,
            ..Mesh::default()
        };
        for set in &self.uvs {
            let set = builder.vectors(&Rows::from_slice(set), n, index, "texture coordinates")?;
            mesh.uv_sets.push(set);
        }
        mesh.attributes.push(attribute("_POINT", AttributeData::UInt(self.points())));
        add_flags(&mut mesh, "_POINT_FLAGS", self.vertices.iter().map(|v| point(v).map_or(0, |p| p.flags)).collect());
        Ok(mesh)
    }
}

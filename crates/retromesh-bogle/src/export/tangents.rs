//! Tangents for meshes that have none, after Mikkelsen, as Blender computes them.

use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::Kinds;

/// How many triangles of a batch may meet at a vertex: `bevy_mikktspace` compares each of them with each other, and recurses from one to the next.
const AT_VERTEX: u32 = 128;

/// The vertices of a part, to be interleaved.
#[derive(Debug, Default)]
pub(super) struct Vertices {
    /// The number of each vertex in its mesh.
    pub(super) source: Vec<u32>,
    pub(super) positions: Vec<Vec3>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) normals: Vec<Vec3>,
    pub(super) tangents: Vec<Vec4>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Vertices {
    /// Computes the tangents. A vertex whose faces have mirrored texture coordinates is split; returns how often.
    pub(super) fn compute_tangents(&mut self) -> usize {
        let found = self.tangents_of_corners();
        let count = self.positions.len();
        self.tangents = vec![Vec4::ZERO; count];
        let mut twins: Vec<Option<u32>> = vec![None; count];
        for (face, tangents) in found.into_iter().enumerate() {
            for (corner, tangent) in tangents.into_iter().enumerate() {
                let Some(tangent) = tangent else { continue };
                let index = self.triangles[face][corner];
                let slot = &mut self.tangents[index as usize];
                if slot.w == 0.0 {
                    *slot = tangent;
                } else if slot.w != tangent.w {
                    let twin = twins[index as usize].unwrap_or_else(|| self.split(index, tangent));
                    twins[index as usize] = Some(twin);
                    self.triangles[face][corner] = twin;
                }
            }
        }
        self.positions.len() - count
    }

    /// Returns the tangents of the corners of each triangle; `None` where no triangle at the vertex has an area in space and texture.
    fn tangents_of_corners(&self) -> Vec<[Option<Vec4>; 3]> {
        let kinds = self.kinds();
        let mut corners = vec![[None; 3]; self.triangles.len()];
        for faces in self.batches(&kinds) {
            // There are no errors yet; a vertex without a tangent gets any that is square to its normal.
            let _ = generate_tangents(&mut Batch { of: self, faces: &faces, corners: &mut corners });
        }
        // Triangles without an area take the tangents of their neighbours.
        let mut first: Vec<Option<Vec4>> = vec![None; kinds.firsts.len()];
        for (triangle, tangents) in self.triangles.iter().zip(&mut corners) {
            for (&vertex, tangent) in triangle.iter().zip(tangents) {
                let first = &mut first[kinds.of[vertex as usize] as usize];
                *first = first.or(*tangent);
            }
        }
        for (triangle, tangents) in self.triangles.iter().zip(&mut corners).filter(|(t, _)| self.is_degenerate(t)) {
            *tangents = triangle.map(|vertex| first[kinds.of[vertex as usize] as usize]);
        }
        corners
    }

    /// Returns which vertices are equal in all bits.
    fn kinds(&self) -> Kinds {
        let bits = |v: usize| {
            let ([x, y, z], [i, j, k]) = (self.positions[v].to_array(), self.normals[v].to_array());
            let [s, t] = self.uvs[v].to_array();
            [x, y, z, i, j, k, s, t].map(f32::to_bits)
        };
        Kinds::among(self.positions.len(), bits, |a, b| bits(a) == bits(b))
    }

    /// Returns whether two corners of a triangle are in one place.
    fn is_degenerate(&self, triangle: &[u32; 3]) -> bool {
        let [p, q, r] = triangle.map(|v| self.positions[v as usize]);
        p == q || q == r || r == p
    }

    /// Returns the triangles with an area in batches: in none of them more than [`AT_VERTEX`] meet at a vertex. Usually there is one.
    fn batches(&self, kinds: &Kinds) -> Vec<Vec<u32>> {
        let mut batches: Vec<Vec<u32>> = Vec::new();
        // The batch of the last triangle at each vertex, and how many triangles of that batch are there.
        let mut last = vec![(0, 0); kinds.firsts.len()];
        for (number, triangle) in (0..).zip(&self.triangles).filter(|(_, triangle)| !self.is_degenerate(triangle)) {
            let corners = triangle.map(|vertex| kinds.of[vertex as usize] as usize);
            let [a, b, c] = corners.map(|corner| last[corner].0 + usize::from(last[corner].1 >= AT_VERTEX));
            let batch = a.max(b).max(c);
            for corner in corners {
                let (own, count) = last[corner];
                last[corner] = (batch, if own == batch { count + 1 } else { 1 });
            }
            batches.resize(batches.len().max(batch + 1), Vec::new());
            batches[batch].push(number);
        }
        batches
    }

    /// Copies a vertex with another tangent and returns the copy's number.
    fn split(&mut self, vertex: u32, tangent: Vec4) -> u32 {
        let at = vertex as usize;
        self.source.push(self.source[at]);
        self.positions.push(self.positions[at]);
        self.uvs.push(self.uvs[at]);
        self.normals.push(self.normals[at]);
        self.tangents.push(tangent);
        (self.positions.len() - 1) as u32
    }
}

/// Some triangles, as `bevy_mikktspace` sees them.
struct Batch<'a> {
    of: &'a Vertices,
    faces: &'a [u32],
    corners: &'a mut [[Option<Vec4>; 3]],
}

impl Batch<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        self.of.triangles[self.faces[face] as usize][corner] as usize
    }
}

impl Geometry<Libm> for Batch<'_> {
    fn num_faces(&self) -> usize {
        self.faces.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.of.positions[self.vertex(face, corner)].to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.of.normals[self.vertex(face, corner)].to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        self.of.uvs[self.vertex(face, corner)].to_array()
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        let tangent = space.map(|space| Vec4::from_array(space.tangent_encoded()));
        self.corners[self.faces[face] as usize][corner] = tangent.filter(|tangent| tangent.is_finite());
    }
}

/// Arithmetic with the same bits on every system.
struct Libm;

impl Ops for Libm {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        libm::acos(f64::from(x)) as f32
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    fn quad(uvs: [Vec2; 4]) -> Vertices {
        Vertices {
            source: vec![0, 1, 2, 3],
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y],
            uvs: uvs.to_vec(),
            normals: vec![Vec3::Z; 4],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Vertices::default()
        }
    }

    #[test]
    fn tangents_follow_u_and_binormals_v() {
        let mut plain = quad([Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]);
        assert_eq!(plain.compute_tangents(), 0);
        assert!(
            plain.tangents.iter().all(|t| t.abs_diff_eq(Vec4::new(1.0, 0.0, 0.0, 1.0), 1e-6)),
            "{:?}",
            plain.tangents
        );
        let mut mirrored = quad([Vec2::X, Vec2::ZERO, Vec2::Y, Vec2::ONE]);
        assert_eq!(mirrored.compute_tangents(), 0);
        assert!(mirrored.tangents.iter().all(|t| t.abs_diff_eq(Vec4::new(-1.0, 0.0, 0.0, -1.0), 1e-6)));
    }

    #[test]
    fn vertices_between_mirrored_faces_are_split() {
        // The second triangle's u runs against the first one's.
        let mut seam = quad([Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::new(2.0, 1.0)]);
        seam.uvs[3] = Vec2::new(1.0, 0.0);
        assert_eq!(seam.compute_tangents(), 2);
        assert_eq!((seam.source.len(), seam.uvs.len(), seam.tangents.len()), (6, 6, 6));
        assert_eq!(seam.source[4..], [0, 2]);
        assert_eq!(seam.triangles[1], [4, 5, 3]);
        assert!(
            seam.triangles
                .iter()
                .all(|t| t.iter().all(|&i| seam.tangents[i as usize].w == seam.tangents[t[0] as usize].w))
        );
    }

    #[test]
    fn degenerate_faces_have_none() {
        let mut flat = quad([Vec2::ZERO; 4]);
        flat.compute_tangents();
        assert!(flat.tangents.iter().all(|t| t.is_finite()));
    }

    #[test]
    fn a_fan_of_many_triangles_costs_no_stack_and_no_squares() {
        let count = 40_000u32;
        let rim = |i: u32| Vec2::from_angle(i as f32 * 1e-4);
        let positions: Vec<Vec3> = (0..=count).map(|i| if i == 0 { Vec3::ZERO } else { rim(i).extend(0.0) }).collect();
        let round = (1..count).map(|i| [0, i, i + 1]);
        // As many triangles on one edge, all of them going the same way, and as many without an area.
        let on_edge = (0..count).map(|i| [0, 1, i]);
        let flat = (1..count).map(|i| [i, i, i + 1]);
        let mut fan = Vertices {
            source: (0..=count).collect(),
            uvs: positions.iter().map(|p| p.truncate()).collect(),
            normals: vec![Vec3::Z; positions.len()],
            triangles: round.chain(on_edge).chain(flat).collect(),
            positions,
            ..Vertices::default()
        };
        fan.compute_tangents();
        assert!(fan.tangents.iter().all(|tangent| tangent.w != 0.0));
    }
}

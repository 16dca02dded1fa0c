//! Tangents for meshes that have none, after Mikkelsen, as Blender computes them.

use super::mikktspace::{Shape, tangents};
use glam::{Vec2, Vec3, Vec4};

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
        let (positions, normals, uvs, triangles) = (&self.positions, &self.normals, &self.uvs, &self.triangles);
        let found = tangents(&Shape { positions, normals, uvs, triangles });
        let count = self.positions.len();
        self.tangents = vec![Vec4::ZERO; count];
        let mut twins: Vec<Option<u32>> = vec![None; count];
        for face in 0..self.triangles.len() {
            for (corner, tangent) in found.of(face).into_iter().enumerate() {
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
}

//! Tangents for meshes that have none, after Mikkelsen, as Blender computes them.

use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
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
        let mut job = Job { corners: vec![[None; 3]; self.triangles.len()], vertices: self };
        // The only error type of the algorithm has no values.
        let _ = generate_tangents(&mut job);
        let corners = job.corners;
        let count = self.positions.len();
        self.tangents = vec![Vec4::ZERO; count];
        let mut twins: Vec<Option<u32>> = vec![None; count];
        for (face, corners) in corners.iter().enumerate() {
            for (corner, tangent) in corners.iter().enumerate() {
                let Some(tangent) = tangent else { continue };
                let Some(index) = self.triangles.get(face).and_then(|t| t.get(corner)).copied() else { continue };
                let Some(slot) = self.tangents.get_mut(index as usize) else { continue };
                if slot.w == 0.0 {
                    *slot = *tangent;
                } else if slot.w != tangent.w {
                    let twin =
                        twins.get(index as usize).copied().flatten().unwrap_or_else(|| self.split(index, *tangent));
                    if let Some(known) = twins.get_mut(index as usize) {
                        *known = Some(twin);
                    }
                    if let Some(index) = self.triangles.get_mut(face).and_then(|t| t.get_mut(corner)) {
                        *index = twin;
                    }
                }
            }
        }
        self.positions.len() - count
    }

    /// Copies a vertex with another tangent and returns the copy's number.
    fn split(&mut self, vertex: u32, tangent: Vec4) -> u32 {
        fn again<T: Copy>(values: &mut Vec<T>, vertex: u32) {
            if let Some(&value) = values.get(vertex as usize) {
                values.push(value);
            }
        }
        again(&mut self.source, vertex);
        again(&mut self.positions, vertex);
        again(&mut self.uvs, vertex);
        again(&mut self.normals, vertex);
        self.tangents.push(tangent);
        (self.positions.len() - 1) as u32
    }
}

struct Job<'a> {
    vertices: &'a Vertices,
    corners: Vec<[Option<Vec4>; 3]>,
}

impl Job<'_> {
    fn at<T: Copy + Default>(&self, values: &[T], face: usize, corner: usize) -> T {
        let index = self.vertices.triangles.get(face).and_then(|triangle| triangle.get(corner));
        index.and_then(|&index| values.get(index as usize)).copied().unwrap_or_default()
    }
}

impl Geometry for Job<'_> {
    fn num_faces(&self) -> usize {
        self.vertices.triangles.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.at(&self.vertices.positions, face, corner).to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.at(&self.vertices.normals, face, corner).to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        self.at(&self.vertices.uvs, face, corner).to_array()
    }

    fn set_tangent(&mut self, tangent_space: Option<TangentSpace>, face: usize, corner: usize) {
        let tangent = tangent_space.map(|space| Vec4::from_array(space.tangent_encoded()));
        if let Some(slot) = self.corners.get_mut(face).and_then(|corners| corners.get_mut(corner)) {
            *slot = tangent.filter(|t| t.is_finite());
        }
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

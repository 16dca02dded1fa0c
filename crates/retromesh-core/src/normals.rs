//! Normals computed from faces.

use crate::distinct::Kinds;
use crate::mesh::{Mesh, Part};
use crate::space::Space;
use crate::triangulate::Triangulator;
use glam::Vec3;

/// Under this mean cosine between stored normals and faces a mesh's normals contradict its faces.
pub const CONTRADICTION: f32 = 0.5;

/// Returns the direction of a vector; `None` where it has no length or is not finite.
///
/// Unlike [`Vec3::try_normalize`] it finds that of vectors whose squares `f32` cannot hold.
///
/// ```
/// use glam::Vec3;
/// use retromesh_core::unit;
/// assert_eq!(unit(Vec3::splat(1e-30)), unit(Vec3::splat(1e30)));
/// assert_eq!(unit(Vec3::ZERO), None);
/// ```
pub fn unit(vector: Vec3) -> Option<Vec3> {
    (vector / vector.abs().max_element()).try_normalize()
}

/// Normals whose components differ by less than one in this are one.
const ROUNDED: f32 = 256.0;

impl Mesh {
    /// Returns the mean cosine between the stored normals and the outward normals of the faces that use them.
    ///
    /// Faces without area and normals without length do not count; `None` when nothing counts.
    pub fn normal_agreement(&self, space: &Space) -> Option<f32> {
        self.estimate_normal_agreement(usize::MAX, space)
    }

    /// Returns what [`normal_agreement`](Self::normal_agreement) does for at most this many evenly spread faces of each part: an
    /// estimate that takes no longer for a large mesh.
    pub fn estimate_normal_agreement(&self, max: usize, space: &Space) -> Option<f32> {
        let mut sum = 0.0;
        let mut count = 0u64;
        let spread = |part: &Part| (0..part.faces.len()).step_by(part.faces.len().div_ceil(max.max(1)).max(1));
        let faces = self.parts.iter().flat_map(|part| spread(part).filter_map(|face| part.faces.get(face)));
        let outward = space.outward_sign();
        let mut triangles = Vec::new();
        let mut triangulator = Triangulator::default();
        for face in faces {
            triangles.clear();
            triangulator.add(&self.positions, face, &mut triangles);
            for &triangle in &triangles {
                let Some(face) = self.unit_normal(triangle, outward) else { continue };
                for normal in triangle.iter().filter_map(|&v| self.normals.get(v as usize)) {
                    if let Some(normal) = normal.try_normalize() {
                        sum += f64::from(face.dot(normal));
                        count += 1;
                    }
                }
            }
        }
        (count > 0).then(|| (sum / count as f64) as f32)
    }

    /// Replaces all normals by the mean of the unit normals of the faces around each position: vertices of one position whose normals differ
    /// stay parted, so that an edge that was hard is hard.
    ///
    /// Vertices that no face with area uses get the space's up axis.
    pub fn recompute_normals(&mut self, space: &Space) {
        self.normals = self.computed_normals(space);
    }

    /// Returns what [`recompute_normals`](Self::recompute_normals) replaces the normals by.
    pub fn computed_normals(&self, space: &Space) -> Vec<Vec3> {
        let places = self.smooth_places();
        let mut sums = vec![Vec3::ZERO; places.firsts.len()];
        for part in &self.parts {
            for &triangle in part.faces.triangles(&self.positions).as_ref() {
                let Some(face) = self.face_normal(triangle, space) else { continue };
                triangle
                    .iter()
                    .filter_map(|&v| places.of.get(v as usize))
                    .for_each(|&place| sums[place as usize] += face);
            }
        }
        let up = space.up.vector();
        let normals: Vec<Vec3> = sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(up)).collect();
        places.of.into_iter().map(|place| normals[place as usize]).collect()
    }

    /// Returns which vertices are in one place and have one normal, but for rounding.
    fn smooth_places(&self) -> Kinds {
        if self.normals.len() != self.positions.len() {
            return self.places();
        }
        // Adding 0.0 turns -0.0 into 0.0, so that equal numbers have equal bits.
        let rounded = |normal: Vec3| (normal * ROUNDED).round() + Vec3::ZERO;
        let bits = |vertex: usize| {
            let [a, b, c] = (self.positions[vertex] + Vec3::ZERO).to_array();
            let [d, e, f] = rounded(self.normals[vertex]).to_array();
            [a, b, c, d, e, f].map(f32::to_bits)
        };
        Kinds::among(self.positions.len(), bits, |a, b| bits(a) == bits(b))
    }

    /// Returns the outward unit normal of a triangle of vertices; `None` for one without area.
    pub fn face_normal(&self, triangle: [u32; 3], space: &Space) -> Option<Vec3> {
        self.unit_normal(triangle, space.outward_sign())
    }

    /// Returns the unit normal of a triangle of vertices, turned round where `outward` is -1.
    #[inline]
    fn unit_normal(&self, triangle: [u32; 3], outward: f32) -> Option<Vec3> {
        let corner = |i: usize| self.positions.get(triangle[i] as usize).copied();
        let (a, b, c) = (corner(0)?, corner(1)?, corner(2)?);
        ((b - a).cross(c - a) * outward).try_normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Faces;
    use crate::space::Winding;

    #[test]
    fn recomputed_normals_agree_and_flip_with_the_winding() {
        let faces = Faces::Triangles(vec![[0, 1, 2]]);
        let mut mesh = Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN],
            parts: vec![Part { faces, ..Part::default() }],
            ..Mesh::default()
        };
        for (winding, expected) in [(Winding::CounterClockwise, Vec3::Z), (Winding::Clockwise, -Vec3::Z)] {
            let space = Space { winding, ..Space::GLTF };
            mesh.recompute_normals(&space);
            assert_eq!(mesh.normals, [expected, expected, expected, Vec3::Y]);
            assert_eq!(mesh.normal_agreement(&space), Some(1.0));
        }
        assert_eq!(mesh.normal_agreement(&Space::GLTF), Some(-1.0));
    }

    #[test]
    fn edges_that_were_hard_stay_hard() {
        // Two faces at right angles, of vertices that they share in place alone; the stored normals of each face, and the mean at the edge.
        let hard = (Vec3::Y + Vec3::Z).normalize();
        for (stored, expected) in [
            ([Vec3::X, Vec3::X], hard),
            ([Vec3::X, -Vec3::X], Vec3::Z),
            ([Vec3::X, Vec3::new(1.0, 1e-4, 0.0)], hard),
            ([Vec3::ZERO, Vec3::ZERO], hard),
        ] {
            let mut mesh = Mesh {
                positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X, Vec3::ZERO, Vec3::Z],
                normals: stored.iter().flat_map(|normal| [*normal; 3]).collect(),
                parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2], [4, 5, 3]]), ..Part::default() }],
                ..Mesh::default()
            };
            mesh.recompute_normals(&Space::GLTF);
            assert!(mesh.normals[0].abs_diff_eq(expected, 1e-6), "{stored:?}: {}", mesh.normals[0]);
            assert_eq!(mesh.normals[2], Vec3::Z, "{stored:?}");
        }
    }

    #[test]
    fn an_estimate_samples_faces_that_are_evenly_spread() {
        // Of eight faces those with even numbers agree; triangles and polygons alike.
        let corners: Vec<[u32; 3]> = (0..8).map(|i| if i % 2 == 0 { [0, 1, 2] } else { [0, 2, 1] }).collect();
        let starts = (0..=8).map(|i| 3 * i).collect();
        let polygons = Faces::Polygons { starts, indices: corners.as_flattened().to_vec() };
        for faces in [Faces::Triangles(corners), polygons] {
            assert!((0..8).all(|i| faces.get(i) == faces.iter().nth(i)) && faces.get(8).is_none());
            let mesh = Mesh {
                positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
                normals: vec![Vec3::Z; 3],
                parts: vec![Part { faces, ..Part::default() }],
                ..Mesh::default()
            };
            for (max, expected) in [(0, 1.0), (1, 1.0), (4, 1.0), (5, 1.0), (8, 0.0), (100, 0.0)] {
                assert_eq!(mesh.estimate_normal_agreement(max, &Space::GLTF), Some(expected), "{max}");
            }
        }
    }
}

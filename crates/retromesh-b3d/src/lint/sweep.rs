//! What is found in one sweep over the vertices and triangles of a mesh.

use super::triangles_of;
use crate::document::{Document, Vertices};
use crate::outline::MeshAt;
use glam::Vec3;
use retromesh_core::CONTRADICTION;
use retromesh_wire::{Records, Row, Rows, all_finite, max_u32};

/// So many triangles are gone through at once; their vertices, if they stand together, fit into the second-level cache.
const STRETCH: usize = 1024;

/// So many triangles are fetched at once: the processor waits for all their vertices together, and then takes several in a step.
const BLOCK: usize = 64;

/// Position and normal of one corner of each triangle, number by number.
type Corners = [[f32; BLOCK]; 6];

/// What a sweep over a mesh finds.
pub(crate) struct Sweep {
    /// Whether all numbers of vertices are finite.
    pub(crate) is_finite: bool,
    /// Whether all vertices of triangles are there.
    pub(crate) is_whole: bool,
    /// Whether normals point against the faces.
    pub(crate) wrong_normals: bool,
}

impl Sweep {
    pub(crate) fn over(document: &Document<'_>, mesh: &MeshAt) -> Self {
        let none = Vertices { flags: 0, sets: 0, set_size: 0, records: Records::default() };
        let vertices = document.vertices(mesh).unwrap_or(&none);
        let (records, has_normals) = (&vertices.records, vertices.flags & Vertices::NORMALS != 0);
        let (mut is_finite, mut is_whole, mut seen) = (true, true, 0);
        // Looks at vertices soon before the triangles need them.
        let mut look = |end: usize| {
            let bytes = records.bytes().get(seen..end).unwrap_or_default();
            is_finite &= all_finite(bytes);
            seen = seen.max(end);
        };
        let mut agreement = Agreement::default();
        let lists = mesh.triangles.iter().filter_map(|&chunk| triangles_of(document, chunk));
        for stretch in lists.flat_map(|list| list.bytes().chunks(12 * STRETCH)) {
            let highest = max_u32(stretch).unwrap_or_default() as usize;
            is_whole &= highest < records.len();
            if !has_normals {
                continue;
            }
            look(records.len().min(highest.saturating_add(1)) * records.stride());
            Rows::from_bytes(stretch).unwrap_or_default().iter().for_each(|triangle| agreement.add(records, triangle));
        }
        look(records.bytes().len());
        Self {
            is_finite,
            is_whole,
            wrong_normals: agreement.mean().is_some_and(|mean| mean < f64::from(CONTRADICTION)),
        }
    }
}

/// The cosines between faces and the normals at their corners.
struct Agreement {
    corners: [Corners; 3],
    filled: usize,
    sum: f64,
    count: u64,
}

impl Default for Agreement {
    fn default() -> Self {
        Self { corners: [[[0.0; BLOCK]; 6]; 3], filled: 0, sum: 0.0, count: 0 }
    }
}

impl Agreement {
    /// Fetches the corners of a triangle; one without a vertex is left out.
    #[allow(clippy::indexing_slicing, reason = "there are less triangles than there is room for")]
    #[inline]
    fn add(&mut self, vertices: &Records<'_>, triangle: [u32; 3]) {
        let corner = |vertex: u32| vertices.record(vertex as usize)?.first_chunk::<24>();
        let [Some(a), Some(b), Some(c)] = triangle.map(corner) else { return };
        for (corner, bytes) in self.corners.iter_mut().zip([a, b, c]) {
            for (numbers, number) in corner.iter_mut().zip(<[f32; 6]>::read(bytes)) {
                numbers[self.filled] = number;
            }
        }
        self.filled += 1;
        if self.filled == BLOCK {
            self.settle();
        }
    }

    /// Adds up and counts the cosines of the triangles that were fetched: without those of vectors that have no direction.
    #[allow(clippy::indexing_slicing, reason = "there are no more triangles than there is room for")]
    #[inline(never)]
    fn settle(&mut self) {
        let filled = std::mem::take(&mut self.filled).min(BLOCK);
        let vector = |corner: usize, first: usize, i: usize| {
            let corner = &self.corners[corner];
            Vec3::new(corner[first][i], corner[first + 1][i], corner[first + 2][i])
        };
        let mut faces = [Vec3::ZERO; BLOCK];
        for (i, face) in faces.iter_mut().enumerate().take(filled) {
            let [a, b, c] = [0, 1, 2].map(|corner| vector(corner, 0, i));
            *face = (b - a).cross(c - a);
        }
        if faces == [Vec3::ZERO; BLOCK] {
            // Strips are full of such triangles.
            return;
        }
        let (mut cosines, mut counts) = ([[0.0f32; BLOCK]; 3], [0u32; BLOCK]);
        for i in 0..filled {
            let (face, is_face) = unit(faces[i]);
            for (corner, cosines) in cosines.iter_mut().enumerate() {
                let (normal, is_normal) = unit(vector(corner, 3, i));
                cosines[i] = face.dot(normal);
                counts[i] += u32::from(is_face && is_normal);
            }
        }
        let mut sums = [0.0; 3];
        for i in 0..filled {
            for (sum, cosines) in sums.iter_mut().zip(&cosines) {
                *sum += f64::from(cosines[i]);
            }
            self.count += u64::from(counts[i]);
        }
        self.sum += sums.iter().sum::<f64>();
    }

    fn mean(mut self) -> Option<f64> {
        self.settle();
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// Returns the direction of a vector and whether it has one.
fn unit(vector: Vec3) -> (Vec3, bool) {
    let factor = vector.length_recip();
    let is_unit = factor > 0.0 && factor < f32::INFINITY;
    (if is_unit { vector * factor } else { Vec3::ZERO }, is_unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Body, Chunk};

    /// The mean cosine by the words of the rule, triangle by triangle.
    fn plainly(vertices: &[[f32; 6]], triangles: &[[u32; 3]]) -> bool {
        let (mut sum, mut count) = (0.0, 0);
        for triangle in triangles {
            let corners: Vec<[Vec3; 2]> = triangle
                .iter()
                .filter_map(|&vertex| vertices.get(vertex as usize))
                .map(|&[x, y, z, u, v, w]| [Vec3::new(x, y, z), Vec3::new(u, v, w)])
                .collect();
            let &[[a, n], [b, o], [c, p]] = corners.as_slice() else { continue };
            let Some(face) = (b - a).cross(c - a).try_normalize() else { continue };
            for normal in [n, o, p].into_iter().filter_map(Vec3::try_normalize) {
                sum += f64::from(face.dot(normal));
                count += 1;
            }
        }
        count > 0 && sum / f64::from(count) < f64::from(CONTRADICTION)
    }

    #[test]
    fn blocks_of_triangles_agree_with_one_after_another() {
        let mut state = 1u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let odd = [0.0, f32::NAN, f32::INFINITY, 1e-30, 1e30, -0.0];
        let (mut found, mut not) = (0, 0);
        for count in (0..200).chain([STRETCH, 2 * STRETCH + BLOCK + 1]) {
            let up = next(8) as f32;
            let mut vertices: Vec<[f32; 6]> = Vec::new();
            for _ in 0..50 {
                let mut vertex = [next(9) as f32, next(2) as f32 * 0.1, next(9) as f32, next(3) as f32, up, 0.0];
                if next(12) == 0 {
                    vertex[next(6) as usize] = odd[next(6) as usize];
                }
                vertices.push(vertex);
            }
            // Most faces look up; some lead to a vertex that is not there.
            let mut triangles: Vec<[u32; 3]> = Vec::new();
            while triangles.len() < count {
                let [a, b, c] = [next(51), next(51), next(51)];
                let at =
                    |vertex: u32| vertices.get(vertex as usize).map_or(Vec3::ZERO, |v| Vec3::new(v[0], v[1], v[2]));
                let is_up = (at(b) - at(a)).cross(at(c) - at(a)).y > 0.0 || next(5) == 0;
                triangles.push(if is_up { [a, b, c] } else { [a, c, b] });
            }
            let bytes: Vec<u8> = vertices.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect();
            let records = Records::new(bytes, 24).unwrap();
            let body = Body::Vrts(Vertices { flags: Vertices::NORMALS, sets: 0, set_size: 0, records });
            let list = Body::Tris { brush_id: -1, triangles: triangles.as_slice().into() };
            let chunks = [body, list].map(|body| Chunk { depth: 0, body }).into();
            let document = Document { chunks, ..Document::default() };
            let mesh = MeshAt { node: 0, chunk: 0, vertices: Some(0), triangles: vec![1] };
            let expected = plainly(&vertices, &triangles);
            let sweep = Sweep::over(&document, &mesh);
            assert_eq!(sweep.wrong_normals, expected, "{count} triangles");
            assert_eq!(sweep.is_finite, vertices.as_flattened().iter().all(|value| value.is_finite()));
            assert_eq!(sweep.is_whole, triangles.as_flattened().iter().all(|&vertex| vertex < 50));
            *(if expected { &mut found } else { &mut not }) += 1;
        }
        assert!(found > 20 && not > 20, "{found} {not}");
    }
}

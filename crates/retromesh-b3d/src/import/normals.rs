//! What becomes of stored normals.

use super::notes::Notes;
use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::options::Normals;
use retromesh_core::{CONTRADICTION, Code, Space};

/// Triangles of a mesh that are looked at: many exporters write wrong normals, but then all of them.
const SAMPLES: usize = 256;

/// Reports normals that contradict the faces, and computes new ones where the options say so.
pub(super) fn treat(mesh: &mut Mesh, space: &Space, policy: Normals, chunk: usize, notes: &mut Notes) {
    let wrong = policy != Normals::Recompute && agreement(mesh, space).is_some_and(|mean| mean < CONTRADICTION);
    notes.add(Code::ContradictingNormals, "", usize::from(wrong), chunk);
    if policy == Normals::Recompute || (policy == Normals::Auto && wrong) {
        mesh.recompute_normals(space);
    }
}

/// Returns the mean cosine between normals and faces, as [`Mesh::normal_agreement`] does, over evenly spread triangles.
fn agreement(mesh: &Mesh, space: &Space) -> Option<f32> {
    if mesh.normals.is_empty() {
        return None;
    }
    let (mut sum, mut count) = (0.0, 0u32);
    let step = mesh.face_count().div_ceil(SAMPLES).max(1);
    let mut skip = 0;
    for part in &mesh.parts {
        let Faces::Triangles(triangles) = &part.faces else { continue };
        for triangle in triangles.iter().skip(skip).step_by(step) {
            let at = |values: &[Vec3]| -> Option<[Vec3; 3]> {
                let [a, b, c] = triangle.map(|v| values.get(v as usize).copied());
                Some([a?, b?, c?])
            };
            let (Some([a, b, c]), Some(normals)) = (at(&mesh.positions), at(&mesh.normals)) else { continue };
            let Some(face) = ((b - a).cross(c - a) * space.outward_sign()).try_normalize() else { continue };
            for normal in normals.iter().filter_map(|normal| normal.try_normalize()) {
                sum += face.dot(normal);
                count += 1;
            }
        }
        // The next part goes on where the step ends.
        let left = triangles.len().saturating_sub(skip) % step;
        skip = if triangles.len() < skip { skip - triangles.len() } else { (step - left) % step };
    }
    (count > 0).then(|| sum / count as f32)
}

//! What becomes of stored normals.

use super::report::Report;
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::{CONTRADICTION, Code, Space};
use retromesh_kit::options::Normals;

/// Triangles of a mesh that are looked at: exporters that write wrong normals write many. So few judge all known real meshes as
/// all triangles do.
const SAMPLES: usize = 16;

/// Reports normals that contradict the faces, and computes new ones where the options say so.
pub(super) fn treat(mesh: &mut Mesh, space: &Space, policy: Normals, chunk: usize, report: &mut Report) {
    let wrong = policy != Normals::Recompute && agreement(mesh, space).is_some_and(|mean| mean < CONTRADICTION);
    report.add(Code::ContradictingNormals, "", usize::from(wrong), chunk);
    if policy == Normals::Recompute || (policy == Normals::Auto && wrong) {
        mesh.recompute_normals(space);
    }
}

/// Returns the mean cosine between normals and faces, as [`Mesh::normal_agreement`] does, over evenly spread triangles and
/// one corner of each.
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
            let [a, b, c] = triangle.map(|v| mesh.positions.get(v as usize));
            let normal = triangle.get(count as usize % 3).and_then(|&v| mesh.normals.get(v as usize));
            let (Some(&a), Some(&b), Some(&c), Some(&normal)) = (a, b, c, normal) else { continue };
            let face = (b - a).cross(c - a);
            let lengths = (face.length_squared() * normal.length_squared()).sqrt();
            if lengths > f32::MIN_POSITIVE && lengths.is_finite() {
                sum += face.dot(normal) / lengths;
                count += 1;
            }
        }
        // The next part goes on where the step ends.
        let after = triangles.len().saturating_sub(skip) % step;
        skip = if triangles.len() < skip { skip - triangles.len() } else { (step - after) % step };
    }
    (count > 0).then(|| space.outward_sign() * sum / count as f32)
}

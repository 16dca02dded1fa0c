//! What becomes of stored normals, and normals for vertices without one.

use super::Report;
use glam::Vec3;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Space};
use retromesh_kit::options::Normals;

/// Applies the policy, and reports normals that contradict the faces and those without length.
pub(super) fn treat(mesh: &mut Mesh, space: &Space, policy: Normals, offset: u64, report: &mut Report) {
    let contradict = retromesh_kit::import::normals::settle(mesh, space, policy);
    report.add(Code::ContradictingNormals, "", usize::from(contradict), Some(offset));
    let zero = mesh.normals.iter().filter(|&&normal| normal == Vec3::ZERO).count();
    report.add(Code::ZeroNormal, "", zero, Some(offset));
}

/// Returns the outward normal of a face, as long as twice its area; counter-clockwise and right-handed as OBJ is.
fn outward(mesh: &Mesh, face: &[u32]) -> Option<Vec3> {
    let corners = || face.iter().filter_map(|&v| mesh.positions.get(v as usize).copied());
    let first = corners().next()?;
    let fan = corners().zip(corners().skip(1)).map(|(a, b)| (a - first).cross(b - first));
    Some(fan.sum())
}

/// Gives the vertices that are `missing` a normal the mean of those of the faces around, large faces counting more.
pub(super) fn fill(mesh: &mut Mesh, missing: &[bool]) {
    let mut sums = vec![Vec3::ZERO; missing.len()];
    for face in mesh.parts.iter().flat_map(|part| part.faces.iter()) {
        let lacks = |&&v: &&u32| missing.get(v as usize).copied().unwrap_or(false);
        if !face.iter().any(|v| lacks(&v)) {
            continue;
        }
        let Some(outward) = outward(mesh, face) else { continue };
        for &v in face.iter().filter(lacks) {
            if let Some(sum) = sums.get_mut(v as usize) {
                *sum += outward;
            }
        }
    }
    for ((normal, sum), _) in mesh.normals.iter_mut().zip(sums).zip(missing).filter(|(_, missing)| **missing) {
        *normal = sum.try_normalize().unwrap_or(Vec3::Y);
    }
}

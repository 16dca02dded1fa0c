//! What becomes of stored normals.

use super::report::Report;
use retromesh_core::mesh::Mesh;
use retromesh_core::{CONTRADICTION, Code, Space};
use retromesh_kit::options::Normals;

/// Triangles of a mesh that are compared with their normals: exporters that write wrong normals write many.
const SAMPLES: usize = 1024;

/// Reports normals that contradict the faces, and computes new ones where the options say so.
pub(super) fn treat(mesh: &mut Mesh, space: &Space, policy: Normals, object: u32, report: &mut Report) {
    let agreement = mesh.estimate_normal_agreement(SAMPLES, space);
    let wrong = policy != Normals::Recompute && agreement.is_some_and(|mean| mean < CONTRADICTION);
    report.add(Code::ContradictingNormals, "", usize::from(wrong), object);
    if policy == Normals::Recompute || (policy == Normals::Auto && wrong) {
        mesh.recompute_normals(space);
    }
}

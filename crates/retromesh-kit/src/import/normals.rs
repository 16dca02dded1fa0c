//! What becomes of the normals that a file stores: decided here for every format that is read.

use crate::options::Normals;
use retromesh_core::mesh::Mesh;
use retromesh_core::{CONTRADICTION, Space};

/// Faces of each part that are compared: exporters that write wrong normals write many.
const SAMPLE: usize = 64;

/// Computes the normals of a mesh from its faces where the policy asks for it, and returns whether the stored ones contradict the faces;
/// the caller reports that with its place.
#[must_use]
pub fn settle(mesh: &mut Mesh, space: &Space, policy: Normals) -> bool {
    let contradict = policy != Normals::Recompute
        && mesh.estimate_normal_agreement(SAMPLE, space).is_some_and(|mean| mean < CONTRADICTION);
    if policy == Normals::Recompute || policy == Normals::Auto && contradict {
        mesh.recompute_normals(space);
    }
    contradict
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use retromesh_core::mesh::{Faces, Part};

    #[test]
    fn a_policy_says_which_normals_stay() {
        // The stored normal and the policy; the normal that stays, and whether a contradiction is reported.
        let rows = [
            (Vec3::Z, Normals::Keep, Vec3::Z, false),
            (Vec3::Z, Normals::Auto, Vec3::Z, false),
            (-Vec3::Z, Normals::Keep, -Vec3::Z, true),
            (-Vec3::Z, Normals::Auto, Vec3::Z, true),
            (-Vec3::Z, Normals::Recompute, Vec3::Z, false),
            (Vec3::ZERO, Normals::Auto, Vec3::ZERO, false),
            (Vec3::ZERO, Normals::Recompute, Vec3::Z, false),
        ];
        for (stored, policy, expected, contradict) in rows {
            let mut mesh = Mesh {
                positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
                normals: vec![stored; 3],
                parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
                ..Mesh::default()
            };
            assert_eq!(settle(&mut mesh, &Space::GLTF, policy), contradict, "{stored} {policy:?}");
            assert_eq!(mesh.normals, [expected; 3], "{stored} {policy:?}");
        }
    }
}

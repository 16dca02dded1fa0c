//! Normals as P3D files have them: pointing inward.

use glam::{Mat3, Mat4, Vec3};
use retromesh_core::Space;
use retromesh_core::mesh::Mesh;

/// Returns how directions at right angles to faces turn with a mesh; `None` where nothing turns.
pub(super) fn turn_of(world: &Mat4) -> Option<Mat3> {
    let inverse = Mat3::from_mat4(*world).inverse();
    (*world != Mat4::IDENTITY).then(|| if inverse.is_finite() { inverse.transpose() } else { Mat3::IDENTITY })
}

/// Returns an outward normal as it is stored.
pub(super) fn inward(normal: Vec3, turn: Option<Mat3>) -> Vec3 {
    turn.map_or(-normal, |turn| -(turn * normal).normalize_or_zero())
}

/// Returns the outward normal of a face; up for one without area.
pub(super) fn face_normal(mesh: &Mesh, corners: &[u32], space: &Space) -> Vec3 {
    let [first, rest @ ..] = corners else { return space.up.vector() };
    let mut triangles = rest.windows(2).filter_map(|pair| Some([*first, *pair.first()?, *pair.get(1)?]));
    triangles.find_map(|triangle| mesh.face_normal(triangle, space)).unwrap_or(space.up.vector())
}

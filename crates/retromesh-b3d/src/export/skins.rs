//! What a skin is: the transforms above its bones, its skeleton and its vertices.

use super::curves::nearly;
use glam::{Mat3, Mat4, Vec3};
use retromesh_core::mesh::Mesh;
use retromesh_core::pose::Pose;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{NodeId, NodeMap, Scene};

/// Transforms down from the nearest mesh or root, and those meshes.
pub(super) struct Chains {
    /// To the space around the mesh's node.
    pub(super) matrix: NodeMap<Mat4>,
    /// The nearest mesh at an ancestor.
    pub(super) mesh: NodeMap<Option<NodeId>>,
    /// The largest coordinate on the way from the mesh's node: what the matrices are rounded by is a share of it.
    pub(super) reach: NodeMap<f32>,
}

impl Chains {
    pub(super) fn read(scene: &Scene) -> Self {
        let matrix = NodeMap::inherited(scene, |id, above| {
            let above = above.filter(|_| scene[id].mesh.is_none());
            above.copied().unwrap_or(Mat4::IDENTITY) * scene[id].transform.matrix()
        });
        let mesh = NodeMap::inherited(scene, |id, above: Option<&Option<NodeId>>| {
            let parent = scene[id].parent.filter(|parent| scene[*parent].mesh.is_some());
            parent.or(above.copied().flatten())
        });
        let reach = NodeMap::inherited(scene, |id, above: Option<&f32>| {
            let above = above.filter(|_| scene[id].mesh.is_none());
            above.copied().unwrap_or(0.0).max(largest(&matrix[id]))
        });
        Self { matrix, mesh, reach }
    }
}

/// Returns the skeleton and the mesh of a node, if it has weights.
pub(super) fn skin_of(scene: &Scene, id: NodeId) -> Option<(&Skeleton, &Mesh)> {
    let instance = scene[id].mesh.as_deref()?;
    let mesh = &scene[instance.mesh];
    Some((&scene[instance.skeleton?], mesh)).filter(|_| !mesh.weights.is_empty())
}

/// Returns whether a mesh has vertices that follow its node.
pub(super) fn has_bare(scene: &Scene, id: NodeId) -> bool {
    skin_of(scene, id).is_some_and(|(_, mesh)| mesh.weights.iter().any(<[_]>::is_empty))
}

/// Returns the largest coordinate.
pub(super) fn extent(mesh: &Mesh) -> f32 {
    mesh.positions.iter().fold(Vec3::ZERO, |max, p| max.max(p.abs())).max_element()
}

/// Returns the largest coordinate of where a matrix moves to.
pub(super) fn largest(matrix: &Mat4) -> f32 {
    matrix.w_axis.truncate().abs().max_element()
}

/// Applies a transform to the vertices.
pub(super) fn transform(mesh: &mut Mesh, matrix: &Mat4) {
    if *matrix == Mat4::IDENTITY || nearly(matrix, &Mat4::IDENTITY, extent(mesh)) {
        return;
    }
    mesh.positions.iter_mut().for_each(|p| *p = matrix.transform_point3(*p));
    let turn = Mat3::from_mat4(*matrix).inverse().transpose();
    mesh.normals.iter_mut().for_each(|n| *n = (turn * *n).try_normalize().unwrap_or(*n));
}

/// Returns whether a node is at the origin at rest.
pub(super) fn is_still(rest: &Pose, id: NodeId) -> bool {
    rest.world[id].abs_diff_eq(Mat4::IDENTITY, 1e-6)
}

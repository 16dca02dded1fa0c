//! What a skin is: the transforms above its bones, its skeleton and its vertices.

use super::curves::nearly;
use glam::{Mat3, Mat4, Vec3};
use retromesh_core::mesh::Mesh;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{NodeId, Scene};

/// Transforms down from the nearest mesh or root, and those meshes.
pub(super) struct Chains {
    /// To the space around the mesh's node.
    pub(super) matrix: Vec<Mat4>,
    /// The nearest mesh at an ancestor.
    pub(super) mesh: Vec<Option<NodeId>>,
}

impl Chains {
    pub(super) fn read(scene: &Scene) -> Self {
        let mut this = Self { matrix: vec![Mat4::IDENTITY; scene.nodes.len()], mesh: vec![None; scene.nodes.len()] };
        for id in scene.depth_first() {
            let Some(node) = scene.node(id) else { continue };
            let parent = node.parent.filter(|_| node.mesh.is_none());
            let above = parent.and_then(|p| this.matrix.get(p.index())).copied().unwrap_or(Mat4::IDENTITY);
            let around = node.parent.and_then(|parent| match scene.node(parent) {
                Some(above) if above.mesh.is_some() => Some(parent),
                _ => this.mesh.get(parent.index()).copied().flatten(),
            });
            if let Some(slot) = this.matrix.get_mut(id.index()) {
                *slot = above * node.transform.matrix();
            }
            if let Some(slot) = this.mesh.get_mut(id.index()) {
                *slot = around;
            }
        }
        this
    }

    pub(super) fn of(&self, id: NodeId) -> Mat4 {
        self.matrix.get(id.index()).copied().unwrap_or(Mat4::IDENTITY)
    }
}

/// Returns the skeleton of a node's mesh, if it has weights.
pub(super) fn skeleton_of(scene: &Scene, id: NodeId) -> Option<&Skeleton> {
    let instance = scene.node(id)?.mesh.as_deref()?;
    let mesh = scene.meshes.get(instance.mesh.index())?;
    scene.skeletons.get(instance.skeleton?.index()).filter(|_| !mesh.weights.is_empty())
}

pub(super) fn mesh_of(scene: &Scene, id: NodeId) -> Option<&Mesh> {
    scene.meshes.get(scene.node(id)?.mesh.as_deref()?.mesh.index())
}

/// Returns the largest coordinate.
pub(super) fn extent(mesh: &Mesh) -> f32 {
    mesh.positions.iter().fold(Vec3::ZERO, |max, p| max.max(p.abs())).max_element()
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

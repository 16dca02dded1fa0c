//! What moves.

use retromesh_core::NodeId;
use retromesh_core::mesh::Influence;
use retromesh_core::scene::Scene;

/// Returns whether nothing of a scene moves, as engines see it: weights of bones count as movement, also where the only bone is the mesh's own
/// node. Where none of several bones holds a vertex that node holds them all, which does not count.
pub fn is_static(scene: &Scene) -> bool {
    let deforms = |id: NodeId| {
        let instance = scene[id].mesh.as_deref()?;
        let joints = &scene[instance.skeleton?].joints;
        let influences = &scene[instance.mesh].weights.influences;
        let own = |influence: &Influence| joints[influence.joint as usize] == id;
        let has_others = joints.iter().any(|joint| *joint != id);
        Some(!(influences.is_empty() || has_others && influences.iter().all(own)))
    };
    let moves = scene.animations.iter().any(|animation| !animation.channels.is_empty());
    !moves && !scene.node_ids().any(|id| deforms(id) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat4, Vec3};
    use retromesh_core::mesh::{Mesh, Weights};
    use retromesh_core::scene::{MeshInstance, Node};
    use retromesh_core::skeleton::Skeleton;
    use retromesh_core::{MeshId, SkeletonId};

    #[test]
    fn weights_count_as_movement_where_bones_hold_vertices() {
        // The joints of a skin, and the one that holds the vertex; the mesh is at node 0.
        let rows: [(&str, &[usize], Option<u32>, bool); 5] = [
            ("no bones", &[], None, true),
            ("bones without vertices", &[0, 1], None, true),
            ("its own node next to bones without vertices", &[0, 1], Some(0), true),
            ("its own node", &[0], Some(0), false),
            ("a bone", &[0, 1], Some(1), false),
        ];
        for (what, joints, holds, expected) in rows {
            let mut scene = Scene::default();
            let (mesh, skeleton) = (MeshId(0), (!joints.is_empty()).then_some(SkeletonId(0)));
            let instance = MeshInstance { mesh, skeleton, materials: Vec::new() };
            scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
            scene.add_node(None, Node::default());
            let influences: Vec<Influence> = holds.into_iter().map(|joint| Influence { joint, weight: 1.0 }).collect();
            let weights = Weights { starts: vec![0, influences.len() as u32], influences };
            scene.meshes.push(Mesh { positions: vec![Vec3::ZERO], weights, ..Mesh::default() });
            let joints: Vec<NodeId> = joints.iter().map(|&joint| NodeId::new(joint)).collect();
            let inverse_bind = vec![Mat4::IDENTITY; joints.len()];
            scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
            assert_eq!(is_static(&scene), expected, "{what}");
        }
    }
}

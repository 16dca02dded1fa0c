//! What moves.

use retromesh_core::NodeId;
use retromesh_core::mesh::Influence;
use retromesh_core::scene::Scene;

/// Returns whether nothing of a scene moves, as engines see it: weights of bones count as movement, being bound to the mesh's own node
/// does not.
pub fn is_static(scene: &Scene) -> bool {
    let deforms = |id: NodeId| {
        let instance = scene[id].mesh.as_deref()?;
        let joints = &scene[instance.skeleton?].joints;
        let own = |influence: &Influence| joints[influence.joint as usize] == id;
        Some(!scene[instance.mesh].weights.influences.iter().all(own))
    };
    let moves = scene.animations.iter().any(|animation| !animation.channels.is_empty());
    !moves && !scene.node_ids().any(|id| deforms(id) == Some(true))
}

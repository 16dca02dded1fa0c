//! Motion of whole meshes as skins: Luanti, OpenB3D and `MiniB3D` move nothing but vertices with weights, and Blitz3D gives a mesh below a bone
//! the skeleton of the mesh around it.

use super::skins::transform;
use glam::Mat4;
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::{Influence, Mesh, Weights};
use retromesh_core::scene::Node;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{MeshId, NodeId, NodeMap, SceneEdit, SkeletonId};
use retromesh_kit::export::Shown;
use std::collections::{BTreeSet, HashMap};

/// Binds each mesh that is shown and moves with its node to that node alone, and returns how many there are. `below` narrows them to those
/// below its nodes, whether they move or not.
///
/// The mesh goes to a node of its own; the node that moves keeps its name and becomes the bone, and so do those above it that move. One that a
/// joint of a skin carries is bound to that joint instead, so that it can be joined to the mesh of the skin.
pub(super) fn bind(scene: &mut SceneEdit<'_>, below: Option<&BTreeSet<NodeId>>) -> usize {
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let keyed: BTreeSet<NodeId> = channels
        .filter(|channel| !matches!(channel.track, Track::Weights { .. }))
        .map(|channel| channel.target)
        .collect();
    let tops = below.unwrap_or(&keyed);
    let moving = NodeMap::inherited(scene, |id, above| above == Some(&true) || tops.contains(&id));
    let shown = Shown::of(scene);
    let is_rigid = |id: &NodeId| {
        let mesh = scene[*id].mesh.as_deref();
        shown.nodes[*id] && moving[*id] && mesh.is_some_and(|mesh| mesh.skeleton.is_none())
    };
    let rigid: Vec<NodeId> = scene.node_ids().filter(is_rigid).collect();
    let mut joints: HashMap<NodeId, (SkeletonId, usize)> = HashMap::new();
    for skin in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()?.skeleton).filter(|_| below.is_some()) {
        let own = scene[skin].joints.iter().enumerate();
        own.for_each(|(number, joint)| _ = joints.entry(*joint).or_insert((skin, number)));
    }
    let mut bound: HashMap<MeshId, MeshId> = HashMap::new();
    for &id in &rigid {
        let carrier = carrier(scene, id, &keyed, &joints);
        let Some(mut instance) = scene.node_mut(id).mesh.take() else { continue };
        let source = instance.mesh;
        if let Some((skin, joint, matrix)) = carrier {
            let mut mesh = weighted(&scene[source], joint);
            transform(&mut mesh, &matrix);
            (instance.mesh, instance.skeleton) = (scene.add_mesh(mesh), Some(skin));
        } else {
            instance.skeleton = Some(scene.add_skeleton(skeleton(scene, id, &keyed, &joints)));
            instance.mesh = *bound.entry(source).or_insert_with(|| {
                let mesh = weighted(&scene[source], 0);
                scene.add_mesh(mesh)
            });
        }
        let name = format!("{}.mesh", scene[id].name);
        scene.add_node(None, Node { name, mesh: Some(instance), ..Node::default() });
    }
    rigid.len()
}

/// Returns a mesh with all its vertices bound to one joint.
fn weighted(mesh: &Mesh, joint: usize) -> Mesh {
    let vertices = mesh.positions.len() as u32;
    let influences = vec![Influence { joint: joint as u32, weight: 1.0 }; vertices as usize];
    Mesh { weights: Weights { starts: (0..=vertices).collect(), influences }, ..mesh.clone() }
}

/// Returns the joint at or above a node that carries it, where nothing between them moves: its skeleton, its number there, and where the bind
/// pose has the node.
fn carrier(
    scene: &SceneEdit<'_>,
    mut id: NodeId,
    keyed: &BTreeSet<NodeId>,
    joints: &HashMap<NodeId, (SkeletonId, usize)>,
) -> Option<(SkeletonId, usize, Mat4)> {
    let mut below = Mat4::IDENTITY;
    loop {
        if let Some(&(skin, joint)) = joints.get(&id) {
            let matrix = scene[skin].inverse_bind[joint].inverse() * below;
            return (matrix.is_finite() && matrix.determinant() > 0.0).then_some((skin, joint, matrix));
        }
        if keyed.contains(&id) {
            return None;
        }
        below = scene[id].transform.matrix() * below;
        id = scene[id].parent?;
    }
}

/// Returns a skeleton of a node and those above it that have keys, up to a joint of a skin. The bind pose is the rest pose, counted up from
/// the node: a joint that is flat has no inverse.
fn skeleton(
    scene: &SceneEdit<'_>,
    id: NodeId,
    keyed: &BTreeSet<NodeId>,
    of_skins: &HashMap<NodeId, (SkeletonId, usize)>,
) -> Skeleton {
    let (mut joints, mut inverse_bind) = (vec![id], vec![Mat4::IDENTITY]);
    let (mut node, mut below) = (id, Mat4::IDENTITY);
    while let Some(parent) = scene[node].parent.filter(|parent| !of_skins.contains_key(parent)) {
        below = scene[node].transform.matrix() * below;
        node = parent;
        if keyed.contains(&node) {
            joints.push(node);
            inverse_bind.push(below);
        }
    }
    Skeleton { joints, inverse_bind, ..Skeleton::default() }
}

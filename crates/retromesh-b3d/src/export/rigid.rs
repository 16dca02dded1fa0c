//! Motion of whole meshes as skins: Luanti, OpenB3D and `MiniB3D` move nothing but vertices with weights, and Blitz3D gives a mesh below a bone
//! the skeleton of the mesh around it.

use glam::Mat4;
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::scene::Node;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{MeshId, NodeId, NodeMap, SceneEdit};
use retromesh_kit::export::Shown;
use std::collections::{BTreeSet, HashMap};

/// Binds each mesh that is shown and moves with its node to that node alone, and returns how many there are. `below` narrows them to those
/// below its nodes, whether they move or not.
///
/// The mesh goes to a node of its own; the node that moves keeps its name and becomes the bone, and so do those above it that move.
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
    let mut bound: HashMap<MeshId, MeshId> = HashMap::new();
    for &id in &rigid {
        let Some(mut instance) = scene.node_mut(id).mesh.take() else { continue };
        instance.skeleton = Some(scene.add_skeleton(skeleton(scene, id, &keyed)));
        let source = instance.mesh;
        instance.mesh = *bound.entry(source).or_insert_with(|| {
            let mut mesh = scene[source].clone();
            let vertices = mesh.positions.len() as u32;
            let influences = vec![Influence { joint: 0, weight: 1.0 }; vertices as usize];
            mesh.weights = Weights { starts: (0..=vertices).collect(), influences };
            scene.add_mesh(mesh)
        });
        let name = format!("{}.mesh", scene[id].name);
        scene.add_node(None, Node { name, mesh: Some(instance), ..Node::default() });
    }
    rigid.len()
}

/// Returns a skeleton of a node and those above it that have keys. The bind pose is the rest pose, counted up from the node: a joint that is
/// flat has no inverse.
fn skeleton(scene: &SceneEdit<'_>, id: NodeId, keyed: &BTreeSet<NodeId>) -> Skeleton {
    let (mut joints, mut inverse_bind) = (vec![id], vec![Mat4::IDENTITY]);
    let (mut node, mut below) = (id, Mat4::IDENTITY);
    while let Some(parent) = scene[node].parent {
        below = scene[node].transform.matrix() * below;
        node = parent;
        if keyed.contains(&node) {
            joints.push(node);
            inverse_bind.push(below);
        }
    }
    Skeleton { joints, inverse_bind, ..Skeleton::default() }
}

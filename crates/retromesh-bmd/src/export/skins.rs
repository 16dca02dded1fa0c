//! Nodes to bones.

use super::Target;
use crate::codec::packed;
use crate::lint::MAX_ENGINE_BONES;
use glam::{Mat3, Mat4, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::pose::Pose;
use retromesh_core::{Code, Diagnostics, Error, NodeId, NodeMap, SkeletonId, Valid};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The maximum number of bones that a 64-bit vertex can name.
const MAX_BONES: usize = 240;

/// A bone to be written. At rest all bones have the model's axes, so the bind pose has no rounded rotation.
#[derive(Debug, Clone)]
pub(super) struct Bone {
    /// The node that it follows; `None` for an added fixed base.
    pub(super) node: Option<NodeId>,
    pub(super) name: String,
    /// The parent's number, lower than its own.
    pub(super) parent: usize,
    /// The rounded origin relative to the parent's, as stored.
    pub(super) origin: u32,
    /// The rounded origin in the model's space.
    pub(super) position: Vec3,
    /// From the rounded origin to the node's own.
    pub(super) rounded_off: Vec3,
}

/// The bones of a scene; none for a static one.
#[derive(Debug, Clone, Default)]
pub(super) struct Rig {
    pub(super) bones: Vec<Bone>,
    /// The bone that carries each node: its own or its nearest ancestor's.
    carrier: NodeMap<u8>,
    /// The pose of the nodes' own transforms.
    pub(super) rest: Pose,
}

impl Rig {
    pub(super) fn build(scene: &Valid<'_>, target: Target, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let rest = scene.rest_pose();
        let mut chosen = chosen(scene);
        let limit = if target == Target::Engine { MAX_ENGINE_BONES } else { MAX_BONES };
        // One place is kept for a fixed base.
        let merged = reduce(scene, &mut chosen, limit - 1);
        diagnostics.note(Code::MergedBones, merged, format!("the limit is {limit} bones"))?;
        let mut rig = Self { bones: Vec::new(), carrier: NodeMap::filled(scene, 0), rest };
        if !chosen.values().contains(&true) {
            return Ok(rig);
        }
        let base = rig.base(scene, &chosen);
        if let Some(base) = base {
            rig.add(base, &scene[base].name, 0);
        } else {
            let (position, rounded_off) = (Vec3::ZERO, Vec3::ZERO);
            rig.bones.push(Bone { node: None, name: "base".into(), parent: 0, origin: 0, position, rounded_off });
        }
        let mut reparented = usize::from(base.is_some_and(|base| scene[base].parent.is_some()));
        for id in scene.depth_first().into_iter().filter(|&id| Some(id) != base) {
            let node = &scene[id];
            let above = node.parent.map_or(0, |parent| rig.carrier[parent]);
            rig.carrier[id] = if chosen[id] { rig.add(id, &node.name, usize::from(above)) } else { above };
            let mut ancestors = std::iter::successors(node.parent, |id| scene[*id].parent);
            reparented += usize::from(chosen[id] && above == 0 && !ancestors.any(|id| rig.has_bone(id)));
        }
        diagnostics.note(Code::MovedNodes, reparented, "bones are parented to the fixed bone 0")?;
        let turned = |id: NodeId| !Mat3::from_mat4(rig.world(id)).abs_diff_eq(Mat3::IDENTITY, 1e-6);
        let count = rig.bones.iter().filter_map(|bone| bone.node).filter(|&id| turned(id)).count();
        diagnostics.note(Code::MovedNodes, count, "bones have the model's axes at rest")?;
        let differs = |bone: &&Bone| bone.node.is_some_and(|id| scene[id].name != bone.name);
        let renamed = rig.bones.iter().filter(differs).count();
        diagnostics.note(Code::AlteredNames, renamed, "bones")?;
        Ok(rig)
    }

    /// Returns whether a node has a bone of its own.
    pub(super) fn has_bone(&self, id: NodeId) -> bool {
        self.bones.get(usize::from(self.carrier(id))).is_some_and(|bone| bone.node == Some(id))
    }

    fn add(&mut self, id: NodeId, name: &str, parent: usize) -> u8 {
        let number = self.bones.len();
        let above = self.bones.get(parent).map_or(Vec3::ZERO, |bone| bone.position);
        let own = self.world(id).w_axis.truncate();
        let origin = packed::encode(own - above);
        let position = above + packed::decode(origin);
        let name = if name.is_empty() { format!("bone{number}") } else { name.replace('\0', "") };
        self.bones.push(Bone { node: Some(id), name, parent, origin, position, rounded_off: own - position });
        number as u8
    }

    /// Returns the first topmost bone that can be bone 0: at the origin and not turned, as far as programs compute that, and never moved.
    fn base(&self, scene: &Valid<'_>, chosen: &NodeMap<bool>) -> Option<NodeId> {
        let mut moves = NodeMap::filled(scene, false);
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            moves[channel.target] = true;
        }
        // Whether a node or one above it is a bone, and whether one of them moves.
        let mut above = NodeMap::filled(scene, (false, false));
        for id in scene.depth_first() {
            let (below_bone, below_moving) = scene[id].parent.map(|parent| above[parent]).unwrap_or_default();
            let moving = below_moving || moves[id];
            if chosen[id] && !below_bone && !moving && self.world(id).abs_diff_eq(Mat4::IDENTITY, 1e-6) {
                return Some(id);
            }
            above[id] = (below_bone || chosen[id], moving);
        }
        None
    }

    /// Returns the bone that carries a node.
    pub(super) fn carrier(&self, id: NodeId) -> u8 {
        self.carrier[id]
    }

    /// Returns the origin of a bone in the model's space.
    pub(super) fn origin(&self, bone: u8) -> Vec3 {
        self.bones.get(usize::from(bone)).map_or(Vec3::ZERO, |bone| bone.position)
    }

    /// Returns a node's matrix at rest.
    pub(super) fn world(&self, id: NodeId) -> Mat4 {
        self.rest.world[id]
    }
}

/// Chooses the nodes that become bones: joints of used skeletons and whatever moves. Joints that only stand for a pseudo-bone's
/// share are left out, so that the bone above carries their vertices.
fn chosen(scene: &Valid<'_>) -> NodeMap<bool> {
    let instances = scene.nodes.iter().filter_map(|node| node.mesh.as_deref());
    let skinned = instances.filter(|instance| !scene[instance.mesh].weights.is_empty());
    let skeletons: BTreeSet<SkeletonId> = skinned.filter_map(|instance| instance.skeleton).collect();
    let joints = skeletons.into_iter().flat_map(|id| scene[id].joints.iter().copied());
    let moving = |c: &&retromesh_core::keyframes::Channel| !matches!(c.track, Track::Weights { .. });
    let moved = scene.animations.iter().flat_map(|a| &a.channels).filter(moving).map(|c| c.target);
    let mut chosen = NodeMap::filled(scene, false);
    for id in joints.chain(moved) {
        chosen[id] = !scene[id].extras.contains_key("bmd.pseudo_bone");
    }
    chosen
}

/// Drops bones without chosen descendants, those that carry the fewest vertices first, until the limit holds.
fn reduce(scene: &Valid<'_>, chosen: &mut NodeMap<bool>, limit: usize) -> usize {
    let count = chosen.values().iter().filter(|&&c| c).count();
    if count <= limit {
        return 0;
    }
    let mut load = NodeMap::filled(scene, 0usize);
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        let Some(skeleton) = instance.skeleton.map(|id| &scene[id]) else { continue };
        for influence in &scene[instance.mesh].weights.influences {
            load[skeleton.joints[influence.joint as usize]] += 1;
        }
    }
    // The bone above each bone, and how many are below it; both stay right, for only bones without others below are dropped.
    let mut heir: NodeMap<Option<NodeId>> = NodeMap::filled(scene, None);
    let mut children = NodeMap::filled(scene, 0usize);
    for id in scene.depth_first() {
        heir[id] = scene[id].parent.and_then(|parent| if chosen[parent] { Some(parent) } else { heir[parent] });
        if let Some(above) = heir[id].filter(|_| chosen[id]) {
            children[above] += 1;
        }
    }
    let leaves = scene.node_ids().filter(|&id| chosen[id] && children[id] == 0);
    let mut leaves: BinaryHeap<_> = leaves.map(|id| Reverse((load[id], id))).collect();
    for _ in limit..count {
        let Some(Reverse((freed, drop))) = leaves.pop() else { break };
        chosen[drop] = false;
        let Some(heir) = heir[drop] else { continue };
        load[heir] += freed;
        children[heir] -= 1;
        if children[heir] == 0 {
            leaves.push(Reverse((load[heir], heir)));
        }
    }
    count - limit
}

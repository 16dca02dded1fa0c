//! Nodes to bones.

use super::{Target, note};
use crate::codec::packed;
use crate::lint::MAX_ENGINE_BONES;
use glam::{Mat3, Mat4, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::pose::Pose;
use retromesh_core::{Code, Diagnostics, Error, NodeId, Scene};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most bones that a 64-bit vertex can name.
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
    carrier: Vec<u8>,
    /// The pose of the nodes' own transforms.
    pub(super) rest: Pose,
}

impl Rig {
    pub(super) fn build(scene: &Scene, target: Target, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let rest = scene.rest_pose();
        let mut chosen = chosen(scene);
        let limit = if target == Target::Engine { MAX_ENGINE_BONES } else { MAX_BONES };
        // One place is kept for a fixed base.
        let merged = reduce(scene, &mut chosen, limit - 1);
        note(diagnostics, Code::MergedBones, merged, format!("the limit is {limit} bones"))?;
        let mut rig = Self { bones: Vec::new(), carrier: vec![0; scene.nodes.len()], rest };
        if !chosen.contains(&true) {
            return Ok(rig);
        }
        let base = rig.base(scene, &chosen);
        if let Some((base, node)) = base.and_then(|base| Some((base, scene.node(base)?))) {
            rig.add(base, &node.name, 0);
        } else {
            let (position, rounded_off) = (Vec3::ZERO, Vec3::ZERO);
            rig.bones.push(Bone { node: None, name: "base".into(), parent: 0, origin: 0, position, rounded_off });
        }
        let mut hung = usize::from(base.and_then(|base| scene.node(base)).is_some_and(|node| node.parent.is_some()));
        for id in scene.depth_first().into_iter().filter(|&id| Some(id) != base) {
            let Some(node) = scene.node(id) else { continue };
            let above = node.parent.and_then(|p| rig.carrier.get(p.index())).copied().unwrap_or(0);
            let is_bone = chosen.get(id.index()) == Some(&true);
            let carrier = if is_bone { rig.add(id, &node.name, usize::from(above)) } else { above };
            hung += usize::from(is_bone && above == 0 && !ancestors(scene, id).any(|id| rig.has_bone(id)));
            if let Some(slot) = rig.carrier.get_mut(id.index()) {
                *slot = carrier;
            }
        }
        note(diagnostics, Code::MovedNodes, hung, "bones hang on the fixed bone 0")?;
        let turned = |id: NodeId| !Mat3::from_mat4(rig.world(id)).abs_diff_eq(Mat3::IDENTITY, 1e-6);
        let count = rig.bones.iter().filter_map(|bone| bone.node).filter(|&id| turned(id)).count();
        note(diagnostics, Code::MovedNodes, count, "bones have the model's axes at rest")?;
        let differs = |bone: &&Bone| bone.node.and_then(|id| scene.node(id)).is_some_and(|node| node.name != bone.name);
        let renamed = rig.bones.iter().filter(differs).count();
        note(diagnostics, Code::AlteredNames, renamed, "bones")?;
        Ok(rig)
    }

    /// Tells whether a node has a bone of its own.
    pub(super) fn has_bone(&self, id: NodeId) -> bool {
        self.bones.get(usize::from(self.carrier(id))).is_some_and(|bone| bone.node == Some(id))
    }

    fn add(&mut self, id: NodeId, name: &str, parent: usize) -> u8 {
        let number = self.bones.len();
        let above = self.bones.get(parent).map_or(Vec3::ZERO, |bone| bone.position);
        let own = self.rest.world.get(id.index()).map_or(Vec3::ZERO, |m| m.w_axis.truncate());
        let origin = packed::encode(own - above);
        let position = above + packed::decode(origin);
        let name = if name.is_empty() { format!("bone{number}") } else { name.replace('\0', "") };
        self.bones.push(Bone { node: Some(id), name, parent, origin, position, rounded_off: own - position });
        number as u8
    }

    /// Returns the first topmost bone that can be bone 0: at the origin, not turned and never moved.
    fn base(&self, scene: &Scene, chosen: &[bool]) -> Option<NodeId> {
        let mut moves = vec![false; scene.nodes.len()];
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            moves.iter_mut().skip(channel.target.index()).take(1).for_each(|moves| *moves = true);
        }
        // Whether a node or one above it is a bone, and whether one of them moves.
        let mut above = vec![(false, false); scene.nodes.len()];
        for id in scene.depth_first() {
            let parent = scene.node(id).and_then(|node| node.parent);
            let (below_bone, below_moving) =
                parent.and_then(|parent| above.get(parent.index())).copied().unwrap_or_default();
            let is_bone = chosen.get(id.index()) == Some(&true);
            let moving = below_moving || moves.get(id.index()) == Some(&true);
            let at_rest = self.rest.world.get(id.index()) == Some(&Mat4::IDENTITY);
            if is_bone && !below_bone && !moving && at_rest {
                return Some(id);
            }
            above.iter_mut().skip(id.index()).take(1).for_each(|slot| *slot = (below_bone || is_bone, moving));
        }
        None
    }

    /// Returns the bone that carries a node.
    pub(super) fn carrier(&self, id: NodeId) -> u8 {
        self.carrier.get(id.index()).copied().unwrap_or(0)
    }

    /// Returns the origin of a bone in the model's space.
    pub(super) fn origin(&self, bone: u8) -> Vec3 {
        self.bones.get(usize::from(bone)).map_or(Vec3::ZERO, |bone| bone.position)
    }

    /// Returns a node's matrix at rest.
    pub(super) fn world(&self, id: NodeId) -> Mat4 {
        self.rest.world.get(id.index()).copied().unwrap_or(Mat4::IDENTITY)
    }
}

fn ancestors(scene: &Scene, id: NodeId) -> impl Iterator<Item = NodeId> {
    let parent = |id: &NodeId| scene.node(*id).and_then(|node| node.parent);
    // A forest has no longer way up than it has nodes.
    std::iter::successors(parent(&id), move |id| parent(id)).take(scene.nodes.len())
}

/// Chooses the nodes that become bones: joints of used skeletons and whatever moves. Joints that only stand for a pseudo-bone's
/// share are left out, so that the bone above carries their vertices.
fn chosen(scene: &Scene) -> Vec<bool> {
    let mut chosen = vec![false; scene.nodes.len()];
    let instances = scene.nodes.iter().filter_map(|node| node.mesh.as_deref());
    let skinned = instances.filter(|i| scene.meshes.get(i.mesh.index()).is_some_and(|m| !m.weights.is_empty()));
    let mut skeletons: Vec<_> = skinned.filter_map(|instance| instance.skeleton).collect();
    skeletons.sort_unstable();
    skeletons.dedup();
    let joints =
        skeletons.iter().filter_map(|id| scene.skeletons.get(id.index())).flat_map(|s| s.joints.iter().copied());
    let moving = |c: &&retromesh_core::keyframes::Channel| !matches!(c.track, Track::Weights { .. });
    let moved = scene.animations.iter().flat_map(|a| &a.channels).filter(moving).map(|c| c.target);
    for id in joints.chain(moved) {
        let stands_in = scene.node(id).is_some_and(|node| node.extras.contains_key("bmd.pseudo_bone"));
        if let Some(slot) = chosen.get_mut(id.index()).filter(|_| !stands_in) {
            *slot = true;
        }
    }
    chosen
}

/// Drops bones without chosen descendants, those that carry the fewest vertices first, until the limit holds.
fn reduce(scene: &Scene, chosen: &mut [bool], limit: usize) -> usize {
    let count = chosen.iter().filter(|&&c| c).count();
    if count <= limit {
        return 0;
    }
    let mut load = vec![0usize; scene.nodes.len()];
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        let joints = instance.skeleton.and_then(|id| scene.skeletons.get(id.index())).map(|s| s.joints.as_slice());
        let Some(mesh) = scene.meshes.get(instance.mesh.index()) else { continue };
        for influence in &mesh.weights.influences {
            let joint = joints.and_then(|joints| joints.get(influence.joint as usize));
            if let Some(slot) = joint.and_then(|id| load.get_mut(id.index())) {
                *slot += 1;
            }
        }
    }
    // The bone above each bone, and how many hang on it; both stay right, for only bones without others below are dropped.
    let mut heir: Vec<Option<usize>> = vec![None; chosen.len()];
    let mut children = vec![0usize; chosen.len()];
    let mut above: Vec<Option<usize>> = vec![None; chosen.len()];
    for id in scene.depth_first() {
        let n = id.index();
        let parent = scene.node(id).and_then(|node| node.parent);
        let inherited = parent.and_then(|p| above.get(p.index()).copied().flatten());
        let is_chosen = chosen.get(n) == Some(&true);
        if let (Some(slot), Some(slot_heir)) = (above.get_mut(n), heir.get_mut(n)) {
            *slot = if is_chosen { Some(n) } else { inherited };
            *slot_heir = inherited;
        }
        if let Some(slot) = inherited.filter(|_| is_chosen).and_then(|a| children.get_mut(a)) {
            *slot += 1;
        }
    }
    let entry = |n: usize, load: &[usize]| Reverse((load.get(n).copied().unwrap_or(0), n));
    let leaves = (0..chosen.len()).filter(|&n| chosen.get(n) == Some(&true) && children.get(n) == Some(&0));
    let mut leaves: BinaryHeap<_> = leaves.map(|n| entry(n, &load)).collect();
    for _ in limit..count {
        let Some(Reverse((freed, drop))) = leaves.pop() else { break };
        chosen.iter_mut().skip(drop).take(1).for_each(|c| *c = false);
        let Some(heir) = heir.get(drop).copied().flatten() else { continue };
        if let (Some(load), Some(children)) = (load.get_mut(heir), children.get_mut(heir)) {
            *load += freed;
            *children -= 1;
            if *children > 0 {
                continue;
            }
        }
        leaves.push(entry(heir, &load));
    }
    count - limit
}

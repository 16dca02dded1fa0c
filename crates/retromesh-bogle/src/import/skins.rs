//! Animation collections: a copy of the skeleton for each instance, and one animation for all copies.

use super::Importer;
use crate::document::{Animation, Bone, Collection};
use crate::swing::swings;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::{Animation as SceneAnimation, Channel, Interpolation, Track};
use retromesh_core::scene::{Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Error, NodeId, SkeletonId, portable};
use std::collections::BTreeSet;

/// The joints of one copy of a collection's skeleton, in the order of its bones.
#[derive(Debug, Clone, Default)]
pub(super) struct Rig {
    /// What vertices and further bones follow.
    joints: Vec<NodeId>,
    /// What turns: the same, or the joint above where the bone takes its offset around.
    turning: Vec<NodeId>,
}

/// Rotations nearer to unit length than this are kept as they are.
const UNIT_TOLERANCE: f32 = 1e-4;

impl Importer<'_, '_> {
    /// Builds the joints of a collection under an instance's node, named by the collection and their numbers.
    ///
    /// A bone turns by its rotation and moves by its position then, so its joint lies at `rotation * position`.
    pub(super) fn rig(&mut self, instance: NodeId, collection: usize) -> Result<Rig, Error> {
        let Some(source) = self.document.collections.get(collection) else { return Ok(Rig::default()) };
        let path = || format!("COLLECTION[{collection}]");
        let name = self.text(&source.name, "collection name")?;
        let base = Mat4::from_cols_array(&source.matrix);
        let root = Node { name: name.clone(), transform: base.into(), ..Node::default() };
        let root = self.scene.add_node(Some(instance), root);
        let bones = source.bones.to_vec();
        let (order, loose) = parents_first(&bones);
        self.report(Code::MissingParent, loose, path)?;
        let numbers = numbers(&bones);
        let swings = if self.settings.engine_joints { swings(&bones, &source.animations) } else { Vec::new() };
        let mut joints: Vec<Option<(NodeId, Mat4)>> = vec![None; bones.len()];
        let mut turning: Vec<Option<(NodeId, Mat4)>> = joints.clone();
        let (mut unnormalized, mut zero, mut flat) = (0, 0, 0);
        for b in order {
            let Some(bone) = bones.get(b) else { continue };
            let parent = bone.parent.checked_sub(1).and_then(|p| joints.get(p as usize).copied().flatten());
            let rotation = unit(bone.rotation, &mut unnormalized, &mut zero);
            let position = Vec3::from_array(bone.position);
            let swing = swings.get(b).is_some_and(|swing| *swing > 0.0);
            let translation = if swing { Vec3::ZERO } else { self.joint(bone, rotation, position) };
            let trs = Trs { translation, rotation, scale: Vec3::ONE };
            let (above, bind) = parent.unwrap_or((root, base));
            let bind = bind * trs.matrix();
            let number = numbers.get(b).copied().unwrap_or(b);
            let node = Node { name: format!("{name}.{number}"), transform: trs.into(), ..Node::default() };
            let mut joint = (self.scene.add_node(Some(above), node), bind);
            if let Some(slot) = turning.get_mut(b) {
                *slot = Some(joint);
            }
            if swing {
                let offset = Trs { translation: position, rotation: Quat::IDENTITY, scale: Vec3::ONE };
                let node = Node { transform: offset.into(), ..Node::default() };
                joint = (self.scene.add_node(Some(joint.0), node), bind * offset.matrix());
            }
            if let Some(slot) = joints.get_mut(b) {
                *slot = Some(joint);
            }
        }
        let mut skeleton = Skeleton { name, ..Skeleton::default() };
        let rig = Rig {
            joints: joints.iter().flatten().map(|joint| joint.0).collect(),
            turning: turning.iter().flatten().map(|joint| joint.0).collect(),
        };
        // Vertices name bones by number: what turns alone comes after those.
        let node = |joint: &Option<(NodeId, Mat4)>| joint.map(|(id, _)| id);
        let pairs = turning.iter().zip(&joints);
        let further = pairs.filter(|(turning, joint)| node(turning) != node(joint)).map(|(turning, _)| *turning);
        for (id, bind) in joints.iter().copied().chain(further).flatten() {
            let inverse = portable::inverse(bind);
            flat += usize::from(!inverse.is_finite());
            skeleton.joints.push(id);
            skeleton.inverse_bind.push(if inverse.is_finite() { inverse } else { Mat4::IDENTITY });
        }
        self.report(Code::UnnormalizedQuaternion, unnormalized, path)?;
        self.report(Code::ZeroQuaternion, zero, path)?;
        self.report(Code::NonFinite, flat, path)?;
        if !skeleton.joints.is_empty() {
            self.scene.skeletons.push(skeleton);
            self.set_skeleton(instance, SkeletonId::new(self.scene.skeletons.len() - 1));
        }
        Ok(rig)
    }

    /// Returns where a bone's joint lies in its parent.
    fn joint(&self, bone: &Bone, rotation: Quat, position: Vec3) -> Vec3 {
        let is_plain = bone.parent == 0 && self.settings.root_in_armature_space && !self.settings.engine_joints;
        if is_plain { position } else { turn(rotation, position) }
    }

    pub(super) fn animations(&mut self, rigs: &[Vec<Rig>]) -> Result<(), Error> {
        let document = self.document;
        for (n, (collection, rigs)) in document.collections.iter().zip(rigs).enumerate() {
            if rigs.is_empty() {
                self.report(Code::LostKeys, collection.animations.len().max(1), || format!("COLLECTION[{n}]"))?;
                continue;
            }
            for (a, animation) in collection.animations.iter().enumerate() {
                let path = || format!("COLLECTION[{n}] > ANIMATION[{a}]");
                self.animation(collection, animation, rigs, &path)?;
            }
        }
        Ok(())
    }

    fn animation(
        &mut self,
        collection: &Collection<'_>,
        animation: &Animation<'_>,
        rigs: &[Rig],
        path: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        let keys = self.key_order(animation, path)?;
        let (Some(&(first, _)), Some(&(last, _))) = (keys.first(), keys.last()) else {
            return self.report(Code::LostKeys, 1, path);
        };
        let times: Vec<f32> = keys.iter().map(|&(time, _)| time).collect();
        let name = self.text(&animation.name, "animation name")?;
        let mut out =
            SceneAnimation { name, first, last, ticks_per_second: 1.0, looping: true, ..SceneAnimation::default() };
        let channel =
            |target, track| Channel { target, interpolation: Interpolation::Linear, times: times.clone(), track };
        let (mut unnormalized, mut zero, mut ignored) = (0, 0, 0);
        let bones = collection.bones.to_vec();
        let mover = bones.iter().position(|bone| bone.parent == 0);
        for (b, bone) in bones.iter().enumerate() {
            let rest = unit(bone.rotation, &mut ignored, &mut 0);
            let values = |key: usize| animation.keys.get::<[f32; 4]>(key, 16 + 16 * b).unwrap_or([0.0, 0.0, 0.0, 1.0]);
            let rotations: Vec<Quat> =
                keys.iter().map(|&(_, key)| compose(rest, unit(values(key), &mut unnormalized, &mut zero))).collect();
            for joint in rigs.iter().filter_map(|rig| rig.turning.get(b)) {
                out.channels.push(channel(*joint, Track::Rotation(rotations.clone())));
            }
            let offset = |key: usize| animation.keys.get::<Vec3>(key, 4).unwrap_or(Vec3::ZERO);
            if mover == Some(b) && keys.iter().any(|&(_, key)| offset(key) != Vec3::ZERO) {
                let position = Vec3::from_array(bone.position);
                let swings = rigs.iter().any(|rig| rig.turning.get(b) != rig.joints.get(b));
                let place = |key| {
                    if swings {
                        position + offset(key)
                    } else if self.settings.root_in_armature_space && !self.settings.engine_joints {
                        position + turn(rest, offset(key))
                    } else {
                        turn(rest, position + offset(key))
                    }
                };
                let places: Vec<Vec3> = keys.iter().map(|&(_, key)| place(key)).collect();
                for joint in rigs.iter().filter_map(|rig| rig.joints.get(b)) {
                    out.channels.push(channel(*joint, Track::Translation(places.clone())));
                }
            }
        }
        self.report(Code::UnnormalizedQuaternion, unnormalized, path)?;
        self.report(Code::ZeroQuaternion, zero, path)?;
        if out.channels.is_empty() {
            return self.report(Code::LostKeys, keys.len(), path);
        }
        self.scene.animations.push(out);
        Ok(())
    }

    /// Returns the keys as (time, index), ascending in time, the last of equal times.
    fn key_order(&mut self, animation: &Animation<'_>, path: &dyn Fn() -> String) -> Result<Vec<(f32, usize)>, Error> {
        let mut keys: Vec<(f32, usize)> = animation.keys.column::<f32>(0).zip(0..).collect();
        let sorted = keys.is_sorted_by(|a, b| a.0 <= b.0);
        self.report(Code::UnsortedKeys, usize::from(!sorted), path)?;
        // The sort is stable, so of equal times the last in the file stays last.
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let before = keys.len();
        keys.reverse();
        keys.dedup_by(|a, b| a.0 == b.0);
        keys.reverse();
        self.report(Code::DuplicateKey, before - keys.len(), path)?;
        Ok(keys)
    }
}

/// Returns the bones with each parent before its children, and how many lie on or below a cycle; those come last, as roots.
pub(crate) fn parents_first(bones: &[Bone]) -> (Vec<usize>, usize) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); bones.len()];
    let mut stack = Vec::new();
    for (b, bone) in bones.iter().enumerate().rev() {
        match bone.parent.checked_sub(1).and_then(|parent| children.get_mut(parent as usize)) {
            Some(siblings) => siblings.push(b),
            None => stack.push(b),
        }
    }
    let mut done = vec![false; bones.len()];
    let mut order = Vec::with_capacity(bones.len());
    let mut loose = 0;
    let mut next = 0;
    loop {
        while let Some(b) = stack.pop() {
            if done.get(b).copied().unwrap_or(true) {
                continue;
            }
            if let Some(done) = done.get_mut(b) {
                *done = true;
            }
            order.push(b);
            stack.extend(children.get(b).into_iter().flatten());
        }
        // What is left is below a cycle: its first bone becomes a root.
        while done.get(next).copied().unwrap_or(false) {
            next += 1;
        }
        if next >= bones.len() {
            return (order, loose);
        }
        loose += 1;
        stack.push(next);
    }
}

/// Returns the number of each bone once parents come before their children, which is their place in most files; of bones that can
/// come next the first in the file does, as in writing.
fn numbers(bones: &[Bone]) -> Vec<usize> {
    let parent = |bone: &Bone| bone.parent.checked_sub(1).map(|parent| parent as usize);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); bones.len()];
    let mut ready = BTreeSet::new();
    for (b, bone) in bones.iter().enumerate() {
        match parent(bone).and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(b),
            None => _ = ready.insert(b),
        }
    }
    // What is below a cycle keeps its place.
    let mut numbers: Vec<usize> = (0..bones.len()).collect();
    let mut next = 0;
    while let Some(b) = ready.pop_first() {
        if let Some(number) = numbers.get_mut(b) {
            *number = next;
        }
        next += 1;
        ready.extend(children.get(b).into_iter().flatten());
    }
    numbers
}

/// Returns a unit quaternion, counting those that had to be scaled or replaced.
fn unit([x, y, z, w]: [f32; 4], unnormalized: &mut usize, zero: &mut usize) -> Quat {
    let q = Quat::from_xyzw(x, y, z, w);
    let length = q.length();
    if (length - 1.0).abs() < UNIT_TOLERANCE {
        return q;
    }
    if length.is_finite() && length > 1e-6 {
        *unnormalized += 1;
        q / length
    } else {
        *zero += 1;
        Quat::IDENTITY
    }
}

/// Turns a vector; exactly, where the rotation is none.
pub(crate) fn turn(q: Quat, v: Vec3) -> Vec3 {
    if q == Quat::IDENTITY { v } else { q * v }
}

/// Multiplies rotations; exactly, where the first is none.
fn compose(a: Quat, b: Quat) -> Quat {
    if a == Quat::IDENTITY { b } else { a * b }
}

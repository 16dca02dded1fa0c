//! What the bones of a clip do, frame by frame.

use super::Target;
use super::skins::{Bone, Rig};
use glam::{Mat4, Vec3};
use retromesh_core::keyframes::{Animation, Track};
use retromesh_core::scene::Trs;
use retromesh_core::{Error, NodeMap, Valid};
use retromesh_kit::Budget;
use retromesh_kit::resample::{Resampler, Value};

/// The frames of a clip in a scene's timeline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    /// The tick of frame 0.
    pub(super) first: f32,
    /// Ticks a frame.
    pub(super) step: f32,
    /// The number of frames.
    pub(super) frames: usize,
}

/// Splits a matrix; what is not finite becomes a mere translation.
fn split(matrix: Mat4) -> Trs {
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    let fallback = if translation.is_finite() { translation } else { Vec3::ZERO };
    if scale.is_finite() && rotation.is_finite() && scale.abs().min_element() > 1e-6 {
        Trs { translation, rotation: rotation.normalize(), scale }
    } else {
        Trs { translation: fallback, ..Trs::IDENTITY }
    }
}

/// The bones' frames in the model's space: `frames[f][b]`.
///
/// A bone's frame at rest is its origin with the model's axes; moved, it is what the node's motion since rest makes of that.
#[derive(Debug, Default)]
pub(super) struct Motion {
    pub(super) frames: Vec<Vec<Mat4>>,
    /// Whether a bone's size changes, which the engine does not show.
    pub(super) scales: bool,
    /// By bone: whether it moves against its parent.
    moves: Vec<bool>,
    /// By bone: whether it or one above it moves.
    carried: Vec<bool>,
}

impl Motion {
    pub(super) fn sample(scene: &Valid<'_>, rig: &Rig, animation: &Animation, grid: Grid, target: Target) -> Self {
        let moves = moves(scene, rig, animation);
        let mut carried: Vec<bool> = Vec::with_capacity(moves.len());
        for (bone, &moves) in rig.bones.iter().zip(&moves) {
            carried.push(moves || carried.get(bone.parent).copied().unwrap_or(false));
        }
        let mut motion = Self { moves, carried, ..Self::default() };
        let undo: Vec<Mat4> = rig.bones.iter().map(|bone| undo(bone, rig)).collect();
        for f in 0..grid.frames {
            let pose = scene.pose(animation, grid.first + grid.step * f as f32);
            let mut bones = Vec::with_capacity(rig.bones.len());
            for (bone, undo) in rig.bones.iter().zip(&undo) {
                let moved = moved(bone, undo, &pose.world);
                let parts = split(moved);
                motion.scales |= (parts.scale - Vec3::ONE).abs().max_element() > 1e-3;
                let rigid = Trs { scale: Vec3::ONE, ..parts };
                bones.push(if target == Target::Engine { rigid.matrix() } else { moved });
            }
            motion.frames.push(bones);
        }
        motion
    }

    /// Returns how many frames there are to look at for a bone's place in the model: one for a bone that nothing moves.
    pub(super) fn places(&self, bone: usize) -> usize {
        if self.carried[bone] { self.frames.len() } else { self.frames.len().min(1) }
    }

    /// Returns the same for its place at its parent. Where sizes change, that of a bone without keys may change too.
    pub(super) fn locals(&self, bone: usize) -> usize {
        if self.scales || self.moves[bone] { self.frames.len() } else { self.frames.len().min(1) }
    }

    /// Returns a bone's frame relative to another matrix.
    pub(super) fn local(&self, frame: usize, bone: usize, parent: &Mat4) -> Trs {
        split(parent.inverse() * self.world(frame, bone))
    }

    /// Returns a bone's frame.
    pub(super) fn world(&self, frame: usize, bone: usize) -> Mat4 {
        self.frames[frame][bone]
    }
}

/// Returns what takes a bone's node back from its place at rest.
fn undo(bone: &Bone, rig: &Rig) -> Mat4 {
    bone.node.map_or(Mat4::IDENTITY, |id| rig.world(id).inverse())
}

fn moved(bone: &Bone, undo: &Mat4, world: &NodeMap<Mat4>) -> Mat4 {
    let origin = Mat4::from_translation(bone.position);
    let Some(id) = bone.node else { return origin };
    let since_rest = world[id] * *undo;
    if since_rest.is_finite() { since_rest * origin } else { origin }
}

/// Returns for each bone whether its node, or one between it and the bone above, has keys.
fn moves(scene: &Valid<'_>, rig: &Rig, animation: &Animation) -> Vec<bool> {
    let mut keyed = NodeMap::filled(scene, false);
    for channel in animation.channels.iter().filter(|c| !matches!(c.track, Track::Weights { .. })) {
        keyed[channel.target] = true;
    }
    let moves = |bone: &Bone| {
        let end = rig.bones.get(bone.parent).and_then(|parent| parent.node).filter(|&end| Some(end) != bone.node);
        std::iter::successors(bone.node, |&id| scene[id].parent).take_while(|&id| Some(id) != end).any(|id| keyed[id])
    };
    rig.bones.iter().map(moves).collect()
}

/// Chooses frames whose values, mixed by the engine, stay within the tolerance of all: the wanted ones and those that are missing,
/// without those that the others give.
pub(super) fn choose<T: Value>(
    engine: Resampler,
    dense: &[T],
    wanted: &[usize],
    budget: &Budget,
) -> Result<Vec<usize>, Error> {
    let marks: Vec<f64> = (0..dense.len()).map(|f| f as f64).collect();
    let truth = |place: f64| dense.get(place as usize).copied();
    let wanted = if wanted.is_empty() { &[0] } else { wanted };
    let own = wanted.iter().filter_map(|&f| Some((f as f64, *dense.get(f)?))).collect();
    let mut keys = engine.keys(own, &marks, truth, budget)?.keys;
    engine.drop_needless(&mut keys, &marks, truth);
    Ok(keys.into_iter().map(|key| key.0 as usize).collect())
}

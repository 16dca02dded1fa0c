//! Clips to animations of a collection.

use super::Exporter;
use super::skins::{Joint, rounded, turn_back, undo, unit};
use crate::document::Animation;
use crate::import::turn;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::{Animation as SceneAnimation, Channel, Clip, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_core::{Code, Error, Finding, NodeId, NodeMap, Valid};
use retromesh_kit::Budget;
use retromesh_kit::resample::{Grid, Mix, Resampler, extent};
use retromesh_wire::Records;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How far what is between two keys may be off: a rotation, as an angle in radians, ...
const TURN: f32 = 2e-4;
/// ... and a translation, as a share of the movement's size, or of a unit where that is larger.
const SHIFT: f32 = 1e-4;
/// A span between two keys is halved at most this often.
const HALVINGS: u32 = 6;
/// How long before the next key a step is held, in seconds.
const STEP: f32 = 1e-3;
/// A translation that strays less than this from the rest, relative to its size, does not move.
const STILL: f32 = 1e-4;

impl Exporter<'_> {
    pub(super) fn animations(&mut self, joints: &[Joint]) -> Result<Vec<Animation<'static>>, Error> {
        let places: HashMap<NodeId, usize> = joints.iter().enumerate().map(|(b, joint)| (joint.node, b)).collect();
        let mut animations = Vec::new();
        for (a, animation) in self.scene.animations.iter().enumerate() {
            let mut channels: Vec<Channels<'_>> = vec![Channels::default(); joints.len()];
            for channel in &animation.channels {
                if let Some(channels) = places.get(&channel.target).and_then(|&b| channels.get_mut(b)) {
                    match channel.track {
                        Track::Translation(_) => channels.translation = Some(channel),
                        Track::Rotation(_) => channels.rotation = Some(channel),
                        _ => channels.scale = Some(channel),
                    }
                }
            }
            let moves = channels.iter().any(|c| c.rotation.is_some() || c.translation.is_some());
            let holds = holds_still(animation) && lasts(animation);
            if !moves && !holds {
                continue;
            }
            self.report_lost_keys(joints, &channels, a)?;
            for clip in animation.clips_or_whole() {
                let keys = self.keys(animation, &clip, joints, &channels, a)?;
                let name = self.name(&clip.name);
                animations.push(Animation { name, keys });
            }
        }
        Ok(animations)
    }

    /// Reports translations of bones that the engine does not move, and scales.
    fn report_lost_keys(&mut self, joints: &[Joint], channels: &[Channels<'_>], a: usize) -> Result<(), Error> {
        let (mut moved, mut scaled) = (0, 0);
        for (b, (joint, channels)) in joints.iter().zip(channels).enumerate() {
            let local = self.scene[joint.node].transform.trs();
            if let Some(Track::Translation(values)) = channels.translation.map(|c| &c.track).filter(|_| b > 0) {
                moved += strays(values, local.translation);
            }
            scaled += match channels.scale.map(|c| &c.track) {
                Some(Track::Scale(values)) => strays(values, local.scale),
                Some(other) => other.len(),
                None => 0,
            };
        }
        let rows = [
            (moved, "the format moves the first bone alone, and turns the others"),
            (scaled, "the format has no scales of bones"),
        ];
        self.report_lost(&rows, a)
    }

    fn report_lost(&mut self, rows: &[(usize, &'static str)], a: usize) -> Result<(), Error> {
        for (count, detail) in rows {
            let finding = Finding::new(Code::LostKeys).times(*count).within(format!("animations[{a}]"));
            self.diagnostics.report(finding.detail(*detail))?;
        }
        Ok(())
    }

    /// Reports channels that move what is no bone of a written skeleton, and clips that hold still what has none.
    pub(super) fn report_foreign_channels(&mut self) -> Result<(), Error> {
        let skeletons = self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()?.skeleton);
        let joints: BTreeSet<NodeId> = skeletons.flat_map(|id| self.scene[id].joints.iter().copied()).collect();
        for (a, animation) in self.scene.animations.iter().enumerate() {
            let foreign = animation.channels.iter().filter(|channel| !joints.contains(&channel.target));
            let lost = foreign.map(|channel| channel.times.len()).sum();
            self.report_lost(&[(lost, "the format moves bones of skinned meshes alone")], a)?;
            if holds_still(animation) && (joints.is_empty() || !lasts(animation)) {
                let finding = Finding::new(Code::LostKeys).within(format!("animations[{a}]"));
                self.diagnostics.report(finding.detail("a clip that moves no bone"))?;
            }
        }
        self.report_riders(&joints)
    }

    /// Reports what is seen and rides on a bone that moves: instances are parented to instances, and bones are none.
    fn report_riders(&mut self, joints: &BTreeSet<NodeId>) -> Result<(), Error> {
        let channels = self.scene.animations.iter().flat_map(|animation| &animation.channels);
        let moved: HashSet<NodeId> = channels.map(|channel| channel.target).filter(|id| joints.contains(id)).collect();
        let rides: NodeMap<bool> =
            NodeMap::inherited(self.scene, |id, above| above == Some(&true) || moved.contains(&id));
        let seen = |id: &NodeId| {
            let node = &self.scene[*id];
            let rigid = node.mesh.is_some() && !self.skins.contains_key(id);
            rides[*id] && (rigid || node.light.is_some() || node.camera.is_some())
        };
        let riders: Vec<NodeId> = self.scene.node_ids().filter(seen).collect();
        let Some(first) = riders.first() else { return Ok(()) };
        let finding = Finding::new(Code::LostKeys).times(riders.len()).within(format!("nodes[{}]", first.0));
        self.diagnostics.report(finding.detail("lights, cameras and meshes on bones stay where the bones rest"))
    }

    fn keys(
        &mut self,
        animation: &SceneAnimation,
        clip: &Clip,
        joints: &[Joint],
        channels: &[Channels<'_>],
        a: usize,
    ) -> Result<Records<'static>, Error> {
        let mut ticks = key_ticks(animation, clip, channels, &self.budget)?;
        let first = ticks.first().copied().unwrap_or(0.0);
        let last = ticks.last().copied().unwrap_or(first);
        if ticks.len() == 1 {
            // The engine needs two keys to show a pose: the moment is held for a second.
            ticks.push(first + animation.ticks_per_second);
        }
        let detail = "keys were added: all bones have keys at the same moments, from first to last";
        let added = Finding::new(Code::AdaptedKeys).times(added(&ticks, channels));
        self.diagnostics.report(added.within(format!("animations[{a}]")).detail(detail))?;
        let size = Animation::key_size(joints.len());
        let what = "keys of all bones at every moment at which one has a key";
        self.budget.take(what, ticks.len(), 2 * size)?;
        let mut records = Records::zeroed(ticks.len(), size).unwrap_or_default();
        // What leaves the range of floats on the way stays where the bone rests.
        let mut clamped = 0;
        for (k, &tick) in ticks.iter().enumerate() {
            let seconds = if animation.ticks_per_second == 1.0 {
                tick - first
            } else {
                (tick - first) / animation.ticks_per_second
            };
            records.set(k, 0, seconds);
            for (b, (joint, channels)) in joints.iter().zip(channels).enumerate() {
                let (translation, rotation) = self.local(joint, channels, tick.min(last), animation.ticks_per_second);
                if b == 0 {
                    let offset = Some(offset(joint, translation)).filter(|offset| offset.is_finite());
                    clamped += usize::from(offset.is_none());
                    records.set(k, 4, offset.unwrap_or_default());
                }
                let turn = Some(undo(joint.rest.rotation, rotation)).filter(|turn| turn.is_finite());
                clamped += usize::from(turn.is_none());
                records.set(k, 16 + 16 * b, turn.unwrap_or_default().to_array());
            }
        }
        self.report(Code::ClampedValue, clamped, || format!("animations[{a}]"))?;
        Ok(records)
    }

    /// Returns where a joint is in the bone above at a moment.
    fn local(&self, joint: &Joint, channels: &Channels<'_>, tick: f32, rate: f32) -> (Vec3, Quat) {
        let mut trs = self.scene[joint.node].transform.trs();
        if let Some(Sample::Rotation(q)) = channels.rotation.and_then(|c| c.sample(tick, rate)) {
            trs.rotation = q;
        }
        if let Some(Sample::Translation(t)) = channels.translation.and_then(|c| c.sample(tick, rate)) {
            trs.translation = t;
        }
        let rotation = unit(trs.rotation);
        match joint.between {
            None => (trs.translation, rotation),
            Some(between) => {
                let (_, outer, _) = Mat4::to_scale_rotation_translation(&between);
                (between.transform_point3(trs.translation), unit(outer * rotation))
            }
        }
    }
}

/// Returns the nodes that some animation does not leave at rest; with `moves` those alone that it puts elsewhere.
pub(super) fn changing(scene: &Valid<'_>, moves: bool) -> HashSet<NodeId> {
    let strays = |channel: &&Channel| {
        let rest = scene[channel.target].transform.trs();
        match &channel.track {
            Track::Translation(values) => strays(values, rest.translation) > 0,
            Track::Scale(values) => !moves && strays(values, rest.scale) > 0,
            Track::Rotation(values) => {
                !moves && values.iter().any(|q| q.dot(rest.rotation).abs() < 1.0 - STILL * STILL)
            }
            Track::Weights { .. } => false,
        }
    };
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    channels.filter(strays).map(|channel| channel.target).collect()
}

/// Counts the values that stray from the rest.
fn strays(values: &[Vec3], rest: Vec3) -> usize {
    let size = rest.abs().max_element().max(1.0);
    values.iter().filter(|value| !value.abs_diff_eq(rest, STILL * size)).count()
}

/// The channels of one joint.
#[derive(Debug, Clone, Default)]
struct Channels<'a> {
    translation: Option<&'a Channel>,
    rotation: Option<&'a Channel>,
    scale: Option<&'a Channel>,
}

impl<'a> Channels<'a> {
    fn written(&self) -> impl Iterator<Item = &'a Channel> {
        [self.translation, self.rotation].into_iter().flatten()
    }
}

/// Returns whether an animation has a name to be played by and moves nothing: engines look such ones up, too.
fn holds_still(animation: &SceneAnimation) -> bool {
    animation.channels.is_empty() && !(animation.name.is_empty() && animation.clips.is_empty())
}

/// Returns whether a clip of an animation has a length.
fn lasts(animation: &SceneAnimation) -> bool {
    animation.clips_or_whole().iter().any(|clip| clip.last > clip.first)
}

/// Returns how far the first root is from its rest, in its own axes.
fn offset(joint: &Joint, translation: Vec3) -> Vec3 {
    let rest = joint.rest.rotation;
    if translation == turn(rest, joint.position) {
        return Vec3::ZERO;
    }
    let offset = turn_back(rest, translation) - joint.position;
    let size = joint.position.abs().max(offset.abs()).max_element();
    rounded(offset, size)
}

/// Counts the keys that are written for channels that have none at that moment.
fn added(ticks: &[f32], channels: &[Channels<'_>]) -> usize {
    let mover = channels.first().and_then(|channels| channels.translation);
    let written = channels.iter().filter_map(|channels| channels.rotation).chain(mover);
    let missing = |tick: &&f32, times: &[f32]| times.binary_search_by(|time| time.total_cmp(tick)).is_err();
    written.map(|channel| ticks.iter().filter(|tick| missing(tick, &channel.times)).count()).sum()
}

/// Returns the moments of a clip's keys, ascending.
fn key_ticks(
    animation: &SceneAnimation,
    clip: &Clip,
    channels: &[Channels<'_>],
    budget: &Budget,
) -> Result<Vec<f32>, Error> {
    let rate = animation.ticks_per_second;
    let mut ticks: Vec<f32> = vec![clip.first, clip.last];
    for channel in channels.iter().flat_map(Channels::written) {
        // The keys around the ends belong to what is between them.
        let start = channel.times.partition_point(|&tick| tick < clip.first).saturating_sub(1);
        let end = channel.times.partition_point(|&tick| tick <= clip.last) + 1;
        let own = channel.times.get(start..end.min(channel.times.len())).unwrap_or_default();
        if channel.interpolation == Interpolation::Linear {
            ticks.extend(own);
            continue;
        }
        let grid = Grid::Halves { max: HALVINGS, step: STEP * rate };
        let size = extent(&channel.track).max(1.0);
        let engine = Resampler { mix: Mix::Spherical, grid, tolerance: SHIFT, size, wraps: None };
        if let Track::Rotation(_) = channel.track {
            let engine = Resampler { tolerance: TURN, ..engine };
            ticks.extend(engine.channel::<Quat>(channel, rate, own, budget)?.keys.iter().map(|key| key.0 as f32));
        } else {
            ticks.extend(engine.channel::<Vec3>(channel, rate, own, budget)?.keys.iter().map(|key| key.0 as f32));
        }
    }
    ticks.retain(|tick| (clip.first..=clip.last).contains(tick));
    ticks.sort_by(f32::total_cmp);
    ticks.dedup();
    Ok(ticks)
}

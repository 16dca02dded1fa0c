//! Animations: channels with their keys in ticks.

use super::Importer;
use super::timelines::{Origin, pick};
use crate::extras_json::split;
use glam::{Quat, Vec3};
use gltf_json::animation::{Interpolation as JsonInterpolation, Property, Sampler};
use gltf_json::extras::RawValue;
use gltf_json::validation::Checked;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track, ascend};
use retromesh_core::{Code, NodeId, Result};
use serde_json::Value;
use std::collections::HashSet;

/// Weights that are this near are one: programs round times to their frames.
const SAME_WEIGHT: f32 = 1e-2;

impl Importer<'_, '_> {
    pub(super) fn animations(&mut self) -> Result<()> {
        let foreign = self.document.foreign_channels;
        self.report(Code::LostKeys, foreign, || "animations".into(), "channels that move no node")?;
        for (a, animation) in self.root.animations.iter().enumerate() {
            let (extras, own) = split(animation.extras.as_deref());
            if own.contains_key("vertexFrames") {
                // The frames' own times say the same.
                continue;
            }
            let origin = Origin::read(&own);
            let asked = self.options.ticks_per_second.filter(|rate| rate.is_finite() && *rate > 0.0);
            let rate = origin.as_ref().map(|o| o.ticks_per_second).or(asked).unwrap_or(1.0);
            let start = origin.as_ref().map_or(0.0, |o| o.first);
            let snap = origin.is_some();
            let ticks_per_unit = origin.as_ref().map_or(rate, |o| o.ticks_per_unit);
            let mut channels: Vec<Channel> = Vec::with_capacity(animation.channels.len());
            let (mut known, mut all_ends, mut plays_frames) = (HashSet::new(), Vec::new(), false);
            for (c, channel) in animation.channels.iter().enumerate() {
                let path = || format!("animations[{a}].channels[{c}]");
                let node = channel.target.node.value();
                let sampler = animation.samplers.get(channel.sampler.value());
                let (Some(sampler), true) = (sampler, node < self.scene.nodes.len()) else {
                    self.report(Code::IndexOutOfRange, 1, path, "a channel whose node or sampler does not exist")?;
                    continue;
                };
                let Checked::Valid(property) = channel.target.path else {
                    self.report(Code::LostKeys, 1, path, "a property that is not known")?;
                    continue;
                };
                let Some((seconds, interpolation, track)) = self.keys(sampler, property, path)? else { continue };
                if self.plays_frames(node, &seconds, &track) {
                    plays_frames = true;
                    continue;
                }
                let ticks = seconds.iter().map(|&s| tick(s, start, ticks_per_unit, snap)).collect();
                let target = NodeId::new(node);
                let ends = if snap { added_ends(channel.extras.as_deref(), seconds.len()) } else { [false; 2] };
                if ends == [true; 2] && is_at_rest(&track, self.scene.nodes[node].transform.trs().scale) {
                    continue;
                }
                let channel = Channel { target, interpolation, times: ticks, track };
                let Some(channel) = self.ascending(channel, path)? else { continue };
                let (channel, ends) = without_ends(channel, ends);
                all_ends.extend(ends);
                let Some(channel) = channel else { continue };
                if known.insert((node, channel.track.property())) {
                    channels.push(channel);
                } else {
                    self.report(Code::DuplicateKey, 1, path, "a second channel for one property of one node")?;
                }
            }
            if plays_frames && channels.is_empty() {
                continue;
            }
            let first = channels.iter().filter_map(|c| c.times.first()).copied().fold(f32::INFINITY, f32::min);
            let last = channels.iter().filter_map(|c| c.times.last()).copied().fold(f32::NEG_INFINITY, f32::max);
            let early = usize::from(first < 0.0 && origin.is_none());
            let what = "keys before the first second, which later begin at it";
            self.report(Code::RenumberedFrames, early, || format!("animations[{a}]"), what)?;
            let (first, last) = if first <= last { (first.min(0.0), last) } else { (0.0, 0.0) };
            let range = origin.as_ref().map_or((first, last), |o| o.range.unwrap_or((o.first, o.last)));
            self.scene.animations.push(Animation {
                name: animation.name.clone().unwrap_or_default(),
                first: range.0,
                last: range.1.max(range.0),
                ticks_per_second: asked.filter(|_| snap).unwrap_or(rate),
                looping: origin.as_ref().is_some_and(|o| o.looping),
                clips: Vec::new(),
                channels,
                extras,
            });
            self.origins.push((origin, all_ends));
        }
        Ok(())
    }

    /// Returns whether weights play the vertex frames of a node's mesh as they were written: programs drop the word that says so, and add keys
    /// between.
    fn plays_frames(&self, node: usize, seconds: &[f32], track: &Track) -> bool {
        let mesh = self.scene.nodes[node].mesh.as_deref().map(|instance| &self.scene[instance.mesh]);
        let (Some(mesh), Track::Weights { targets, values }) = (mesh, track) else { return false };
        let Some(start) = mesh.vertex_frames.first().map(|frame| frame.time) else { return false };
        if !mesh.morph_targets.is_empty()
            || *targets != mesh.vertex_frames.len()
            || seconds.len() * targets != values.len()
        {
            return false;
        }
        // Of frames at one time the first is played.
        let mut rows: Vec<(f32, usize)> = mesh.vertex_frames.iter().map(|frame| frame.time - start).zip(0..).collect();
        rows.dedup_by_key(|(time, _)| *time);
        seconds.iter().zip(values.chunks_exact(*targets)).all(|(second, weights)| {
            let after = rows.partition_point(|(time, _)| time <= second).min(rows.len() - 1);
            let (before, after) = (rows[after.saturating_sub(1)], rows[after]);
            let share =
                if after.0 > before.0 { ((second - before.0) / (after.0 - before.0)).clamp(0.0, 1.0) } else { 1.0 };
            let weight = |column| {
                let part = |at: usize, share: f32| if at == column { share } else { 0.0 };
                part(before.1, 1.0 - share) + part(after.1, share)
            };
            weights.iter().enumerate().all(|(column, own)| (own - weight(column)).abs() <= SAME_WEIGHT)
        })
    }

    /// Reads the keys of a sampler; `None` when it has none that can be used.
    fn keys(
        &mut self,
        sampler: &Sampler,
        property: Property,
        path: impl Fn() -> String,
    ) -> Result<Option<(Vec<f32>, Interpolation, Track)>> {
        let interpolation = match sampler.interpolation {
            Checked::Valid(JsonInterpolation::Step) => Interpolation::Step,
            Checked::Valid(JsonInterpolation::CubicSpline) => Interpolation::CubicSpline,
            _ => Interpolation::Linear,
        };
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let place = |error: retromesh_core::Error| {
            let inner = error.path().to_string();
            error.within(format!("{} > {inner}", path()))
        };
        let mut seconds = self.accessors.floats::<1>(sampler.input).map_err(place)?.into_flattened();
        let mut track = match property {
            Property::Translation => Track::Translation(vectors(self.accessors.floats(sampler.output).map_err(place)?)),
            Property::Scale => Track::Scale(vectors(self.accessors.floats(sampler.output).map_err(place)?)),
            Property::Rotation => {
                let rows = self.accessors.floats::<4>(sampler.output).map_err(place)?;
                let mut values: Vec<Quat> = rows.into_iter().map(Quat::from_array).collect();
                if per_key == 1 {
                    for value in &mut values {
                        *value = if value.is_finite() { self.unit(*value, &path)? } else { *value };
                    }
                }
                Track::Rotation(values)
            }
            Property::MorphTargetWeights => {
                let values = self.accessors.floats::<1>(sampler.output).map_err(place)?.into_flattened();
                let targets = values.len() / (seconds.len() * per_key).max(1);
                Track::Weights { targets, values }
            }
        };
        let width = match &track {
            Track::Weights { targets, .. } => *targets,
            _ => 1,
        };
        let values = count(&track);
        let usable = if width == 0 { 0 } else { seconds.len().min(values / (per_key * width)) };
        let differ = usize::from(usable != seconds.len() || usable * per_key * width != values);
        self.report(Code::CountMismatch, differ, &path, "key times and values differ in number")?;
        seconds.truncate(usable);
        truncate(&mut track, usable * per_key * width);
        let broken = replace_non_finite(&mut track, &mut seconds);
        self.report(Code::NonFinite, broken, &path, "key times or values became zero")?;
        Ok((!seconds.is_empty()).then_some((seconds, interpolation, track)))
    }

    /// Sorts keys by time and keeps the last of equal times.
    fn ascending(&mut self, channel: Channel, path: impl Fn() -> String) -> Result<Option<Channel>> {
        let times = &channel.times;
        if ascend(times) {
            return Ok((!times.is_empty()).then_some(channel));
        }
        let mut order: Vec<usize> = (0..times.len()).collect();
        let time = |i: usize| times.get(i).copied().unwrap_or_default();
        if !times.is_sorted() {
            self.report(Code::UnsortedKeys, 1, &path, "")?;
            order.sort_by(|&a, &b| time(a).total_cmp(&time(b)));
        }
        let kept: Vec<usize> = order
            .iter()
            .enumerate()
            .filter(|&(i, &key)| order.get(i + 1).is_none_or(|&next| time(key) < time(next)))
            .map(|(_, &key)| key)
            .collect();
        self.report(Code::DuplicateKey, times.len() - kept.len(), &path, "")?;
        Ok(Some(pick(&channel, &kept)))
    }
}

/// Returns whether a track only says which scale a node has at rest, for Blender.
fn is_at_rest(track: &Track, rest: Vec3) -> bool {
    matches!(track, Track::Scale(values) if matches!(values[..], [scale] if scale.abs_diff_eq(rest, 1e-4 * rest.length())))
}

/// Returns which ends of a channel this project added to keys that are still as many.
fn added_ends(extras: Option<&RawValue>, keys: usize) -> [bool; 2] {
    let (_, own) = split(extras);
    let ends = own.get("addedEnds").and_then(Value::as_array).map(Vec::as_slice);
    match (ends, own.get("keys").and_then(Value::as_u64)) {
        (Some([first, last]), Some(count)) if count == keys as u64 => {
            [first, last].map(|end| end == &Value::Bool(true))
        }
        _ => [false; 2],
    }
}

/// Returns the channel without its first key, its last, or both, and these; `None` where nothing is left.
fn without_ends(channel: Channel, [first, last]: [bool; 2]) -> (Option<Channel>, Option<Channel>) {
    if !first && !last {
        return (Some(channel), None);
    }
    let count = channel.times.len();
    let (ends, kept): (Vec<usize>, Vec<usize>) =
        (0..count).partition(|&key| first && key == 0 || last && key + 1 == count);
    let pick = |keys: &[usize]| (!keys.is_empty()).then(|| pick(&channel, keys));
    (pick(&kept), pick(&ends))
}

/// Turns seconds into ticks; whole ticks of this project's own files come back as whole.
fn tick(seconds: f32, start: f32, rate: f32, snap: bool) -> f32 {
    let tick = f64::from(start) + f64::from(seconds) * f64::from(rate);
    let whole = tick.round();
    let near = (tick - whole).abs() <= 1e-3 + whole.abs() * 1e-6;
    let tick = if snap && near { whole } else { tick };
    tick.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

fn vectors(rows: Vec<[f32; 3]>) -> Vec<Vec3> {
    rows.into_iter().map(Vec3::from).collect()
}

fn count(track: &Track) -> usize {
    match track {
        Track::Weights { values, .. } => values.len(),
        track => track.len(),
    }
}

fn truncate(track: &mut Track, len: usize) {
    match track {
        Track::Translation(values) | Track::Scale(values) => values.truncate(len),
        Track::Rotation(values) => values.truncate(len),
        Track::Weights { values, .. } => values.truncate(len),
    }
}

/// Replaces what is not finite; returns how many values were.
fn replace_non_finite(track: &mut Track, seconds: &mut [f32]) -> usize {
    fn each<T>(values: &mut [T], good: impl Fn(&T) -> bool, plain: &T) -> usize
    where
        T: Copy,
    {
        let broken = values.iter_mut().filter(|value| !good(value));
        broken.map(|value| *value = *plain).count()
    }
    let times = each(seconds, |s| s.is_finite(), &0.0);
    times
        + match track {
            Track::Translation(values) | Track::Scale(values) => each(values, |v| v.is_finite(), &Vec3::ZERO),
            Track::Rotation(values) => each(values, |q| q.is_finite(), &Quat::IDENTITY),
            Track::Weights { values, .. } => each(values, |v| v.is_finite(), &0.0),
        }
}

//! Animations: one glTF animation a clip.

use super::Exporter;
use super::clips::{Cut, MERGED, Section, cut, inside};
use super::luanti::Time;
use super::nodes::unit;
use crate::extras_json::{TIMES_ARE_FRAMES, object};
use crate::place_of;
use crate::settings::Clips;
use glam::Vec3;
use gltf_json::animation::{
    Animation as JsonAnimation, Channel as JsonChannel, Interpolation as JsonInterpolation, Property, Sampler, Target,
};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Index};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::{Code, Extras, Finding, NodeId, Result, Scene};
use retromesh_kit::frames::{FrameRange, FrameTable, RangeUnit};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// Clips may overlap; together they may repeat this many times the keys of their timeline ...
const REPEATS: usize = 4;
/// ... and this many keys more.
const FREE_KEYS: usize = 1 << 16;
/// Two scales that are this near are one.
const SAME_SCALE: f32 = 1e-3;

impl Exporter<'_> {
    pub(super) fn animations(&mut self) -> Result<()> {
        let keys: usize = self.scene.animations.iter().map(Animation::key_count).sum();
        let mut budget = keys * REPEATS + FREE_KEYS;
        for (timeline, animation) in self.scene.animations.iter().enumerate() {
            self.timeline(timeline, animation, &mut budget)?;
        }
        Ok(())
    }

    /// Writes the clips of a timeline, and the whole of it when the clips leave keys out.
    fn timeline(&mut self, timeline: usize, animation: &Animation, budget: &mut usize) -> Result<()> {
        let keys = animation.key_count();
        let mut skipped: Vec<&Clip> = Vec::new();
        let one = match self.settings.clips {
            Clips::Auto => self.luanti.is_some(),
            Clips::One => true,
            Clips::Named => false,
        };
        if one {
            skipped.extend(&animation.clips);
        } else if !animation.clips.is_empty() {
            *budget = budget.saturating_sub(keys);
            for clip in &animation.clips {
                let section = section(animation, clip);
                let fits = skipped.len() < 64 && cost(animation, &section, *budget).is_some();
                if fits && !animation.channels.is_empty() {
                    self.clip(timeline, animation, clip, &section, budget, Map::new())?;
                } else {
                    skipped.push(clip);
                }
            }
            let finding = Finding::new(Code::KeptInExtras).times(skipped.len());
            self.diagnostics.report(finding.detail("clips that repeat the timeline too often"))?;
            *budget += keys;
            if skipped.is_empty() && !leaves_keys_out(animation) {
                return Ok(());
            }
        }
        let whole = whole(animation);
        let mut own = Map::new();
        if !animation.clips.is_empty() {
            own.insert("whole".into(), true.into());
        }
        if whole.first != animation.first || whole.last != animation.last {
            own.insert("range".into(), json!([self.tick(animation.first), self.tick(animation.last)]));
        }
        if !skipped.is_empty() {
            own.insert("clips".into(), skipped.into_iter().map(|clip| self.clip_json(clip)).collect());
        }
        let section = section(animation, &whole);
        if animation.channels.is_empty() {
            self.diagnostics.report(Finding::new(Code::LostKeys).detail("an animation without channels"))?;
            return Ok(());
        }
        self.clip(timeline, animation, &whole, &section, budget, own)
    }

    /// Writes one glTF animation.
    fn clip(
        &mut self,
        timeline: usize,
        animation: &Animation,
        clip: &Clip,
        section: &Section,
        budget: &mut usize,
        mut own: Map<String, Value>,
    ) -> Result<()> {
        let mut channels: Vec<JsonChannel> = Vec::with_capacity(animation.channels.len());
        let mut samplers: Vec<Sampler> = Vec::with_capacity(animation.channels.len());
        let (mut inserted, mut merged) = (0, 0);
        let cuts = animation.channels.iter().map(|channel| cut(channel, section, false, &self.budget));
        let mut cuts: Vec<Option<Cut>> = cuts.collect::<Result<_>>()?;
        // One channel lasts as long as the clip, so that players know when it ends.
        let end = section.seconds(section.last);
        let lasts = |cut: &Cut| cut.seconds.first().is_some_and(|&s| s <= 0.0) && cut.seconds.last() >= Some(&end);
        if !cuts.iter().flatten().any(lasts)
            && let Some(c) = animation.channels.iter().position(|c| c.interpolation != Interpolation::CubicSpline)
            && let (Some(channel), Some(slot)) = (animation.channels.get(c), cuts.get_mut(c))
        {
            *slot = cut(channel, section, true, &self.budget)?;
        }
        let at_rest = if self.luanti.is_some() { Vec::new() } else { scales_at_rest(self.scene, animation) };
        cuts.extend(at_rest.iter().map(|channel| Some(Cut::of_rest(channel))));
        for (channel, cut) in animation.channels.iter().chain(&at_rest).zip(cuts) {
            let Some(mut cut) = cut else { continue };
            *budget = budget.saturating_sub(cut.seconds.len());
            inserted += cut.inserted;
            merged += cut.merged;
            if cut.seconds.is_empty() || !self.fit_weights(channel, &mut cut)? {
                continue;
            }
            if cut.interpolation == Interpolation::CubicSpline && cut.seconds.len() == 1 {
                // A spline has two keys or more. One value needs no tangents.
                cut.interpolation = Interpolation::Linear;
                middle(&mut cut.track);
                let finding = Finding::new(Code::ResampledKeys).within(place_of("animation", &clip.name));
                self.diagnostics.report(finding.detail("a spline of one key became that key"))?;
            }
            let node = self.weight_nodes.get(&channel.target).copied();
            let weights = matches!(channel.track, Track::Weights { .. });
            let node = node.filter(|_| weights).unwrap_or(channel.target.0);
            let (output, property) = self.output(&cut);
            samplers.push(Sampler {
                extensions: None,
                extras: None,
                input: self.buffers.key_times(&cut.seconds),
                interpolation: Valid(match cut.interpolation {
                    Interpolation::Step => JsonInterpolation::Step,
                    Interpolation::CubicSpline => JsonInterpolation::CubicSpline,
                    _ => JsonInterpolation::Linear,
                }),
                output,
            });
            channels.push(JsonChannel {
                sampler: Index::new(samplers.len() as u32 - 1),
                target: Target { extensions: None, extras: None, node: Index::new(node), path: Valid(property) },
                extensions: None,
                extras: added(&cut),
            });
        }
        let path = || place_of("animation", &clip.name);
        self.diagnostics.report(
            Finding::new(Code::AdaptedKeys)
                .times(inserted)
                .within(path())
                .detail("keys were inserted where rotations are normalised linear"),
        )?;
        self.diagnostics.report(Finding::new(Code::ResampledKeys).times(merged).within(path()).detail(MERGED))?;
        if channels.is_empty() {
            return Ok(());
        }
        own.insert("timeline".into(), timeline.into());
        own.insert("first".into(), json!(self.tick(section.first)));
        own.insert("last".into(), json!(self.tick(section.last)));
        let timing = self.luanti.as_ref().map(|luanti| luanti.timing);
        own.insert("ticksPerSecond".into(), json!(timing.map_or(section.ticks_per_second, |timing| timing.rate)));
        if timing.is_some_and(|timing| timing.time == Time::Frames) {
            own.insert(TIMES_ARE_FRAMES.into(), true.into());
        }
        own.insert("looping".into(), clip.looping.into());
        if !animation.clips.is_empty() && !own.contains_key("whole") {
            own.insert("clipOf".into(), self.clip_json(&animation.whole()));
        }
        self.root.animations.push(JsonAnimation {
            extensions: None,
            extras: object(&animation.extras, own),
            channels,
            name: super::name(&clip.name),
            samplers,
        });
        Ok(())
    }

    /// Returns a tick as readers of this project get it.
    fn tick(&self, tick: f32) -> f32 {
        if self.luanti.is_some() { tick + 1.0 } else { tick }
    }

    fn clip_json(&self, clip: &Clip) -> Value {
        json!({"name": clip.name, "first": self.tick(clip.first), "last": self.tick(clip.last), "looping": clip.looping})
    }

    /// Makes the rows of a weights channel as wide as the mesh has targets; returns whether anything is left to write.
    fn fit_weights(&mut self, channel: &Channel, cut: &mut Cut) -> Result<bool> {
        let Track::Weights { targets, values } = &mut cut.track else { return Ok(true) };
        let mesh = self.scene[channel.target].mesh.as_deref().map(|instance| &self.scene[instance.mesh]);
        let wanted = mesh.filter(|m| !m.positions.is_empty());
        let wanted = wanted.map_or(0, |m| m.morph_targets.len() + m.vertex_frames.len());
        if wanted == *targets {
            return Ok(true);
        }
        let rows = values.chunks_exact((*targets).max(1));
        if wanted < *targets {
            self.diagnostics.note(Code::LostKeys, rows.len(), "weights of morph targets that the mesh has not")?;
        }
        let zeros = std::iter::repeat(0.0);
        *values = rows.flat_map(|row| row.iter().copied().chain(zeros.clone()).take(wanted)).collect();
        *targets = wanted;
        Ok(wanted > 0)
    }

    fn output(&mut self, cut: &Cut) -> (Index<Accessor>, Property) {
        match &cut.track {
            Track::Translation(values) => (self.buffers.floats(values, None), Property::Translation),
            Track::Scale(values) => (self.buffers.floats(values, None), Property::Scale),
            Track::Rotation(values) if cut.interpolation == Interpolation::CubicSpline => {
                (self.buffers.floats(values, None), Property::Rotation)
            }
            Track::Rotation(values) => {
                let values: Vec<_> = values.iter().map(|&q| unit(q)).collect();
                (self.buffers.floats(&values, None), Property::Rotation)
            }
            Track::Weights { values, .. } => (self.buffers.scalars(values, None), Property::MorphTargetWeights),
        }
    }
}

/// Returns channels that hold the scales of joints where no channel of an animation does: bones of Blender have none at rest, and forget what no
/// clip says.
fn scales_at_rest(scene: &Scene, animation: &Animation) -> Vec<Channel> {
    let is_scale = |channel: &&Channel| matches!(channel.track, Track::Scale(_));
    let mut known: HashSet<NodeId> = animation.channels.iter().filter(is_scale).map(|channel| channel.target).collect();
    let joints = scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints);
    let scales = joints.map(|joint| (*joint, scene[*joint].transform.trs().scale));
    let scales = scales.filter(|(joint, scale)| !scale.abs_diff_eq(Vec3::ONE, SAME_SCALE) && known.insert(*joint));
    let (interpolation, times) = (Interpolation::Linear, vec![0.0]);
    let channel =
        |(target, scale)| Channel { target, interpolation, times: times.clone(), track: Track::Scale(vec![scale]) };
    scales.map(channel).collect()
}

/// Says which ends of a channel were added to the source's keys, for readers of this project to leave them out again.
///
/// The number of keys guards against programs that change keys and keep extras.
fn added(cut: &Cut) -> gltf_json::Extras {
    if cut.ends_added == [false; 2] {
        return None;
    }
    let own = json!({"addedEnds": cut.ends_added, "keys": cut.seconds.len()});
    object(&Extras::new(), own.as_object().cloned().unwrap_or_default())
}

/// Leaves the value of the only key of a spline, without its tangents.
fn middle(track: &mut Track) {
    fn keep<T>(values: &mut Vec<T>) {
        let third = values.len() / 3;
        values.truncate(third * 2);
        values.drain(..third);
    }
    match track {
        Track::Translation(values) | Track::Scale(values) => keep(values),
        Track::Rotation(values) => keep(values),
        Track::Weights { values, .. } => keep(values),
    }
}

/// Returns the whole timeline as it is written: what lies outside its range is, too, from the earliest key on.
fn whole(animation: &Animation) -> Clip {
    let starts = animation.channels.iter().filter_map(|c| c.times.first()).copied();
    let ends = animation.channels.iter().filter_map(|c| c.times.last()).copied();
    let whole = animation.whole();
    Clip { first: starts.fold(whole.first, f32::min), last: ends.fold(whole.last, f32::max), ..whole }
}

/// Returns the clips of a file for no engine, in seconds: each is an animation of its own, unless all are to be one.
pub(super) fn table(scene: &Scene, clips: Clips) -> Option<FrameTable> {
    let animations: Vec<&Animation> = scene.animations.iter().filter(|a| !a.channels.is_empty()).collect();
    let is_one = clips == Clips::One && animations.len() == 1;
    let range = |animation: &Animation, clip: &Clip, start: f32| {
        let timeline = Section { first: start, ..section(animation, clip) };
        FrameRange {
            name: clip.name.clone(),
            first: timeline.seconds(clip.first),
            last: timeline.seconds(clip.last),
            looping: clip.looping,
            ..FrameRange::default()
        }
    };
    let of_animation = |animation: &Animation| -> Vec<FrameRange> {
        let whole = whole(animation);
        let clips = if animation.clips.is_empty() || (clips == Clips::One && !is_one) {
            vec![whole.clone()]
        } else {
            animation.clips.clone()
        };
        clips.iter().map(|clip| range(animation, clip, if is_one { whole.first } else { clip.first })).collect()
    };
    let ranges: Vec<FrameRange> = animations.into_iter().flat_map(of_animation).collect();
    let unit = RangeUnit::seconds(scene.animations.iter().find(|a| !a.channels.is_empty())?.ticks_per_second);
    (!ranges.is_empty()).then_some(FrameTable { speed: 1.0, ranges, separate: !is_one, unit })
}

fn section(animation: &Animation, clip: &Clip) -> Section {
    Section { first: clip.first, last: clip.last, ticks_per_second: animation.ticks_per_second }
}

/// Returns how many keys a cut takes at most, or `None` when that is over the budget.
fn cost(animation: &Animation, section: &Section, budget: usize) -> Option<usize> {
    animation.channels.iter().try_fold(0usize, |sum, channel| {
        let sum = sum + inside(channel, section).1;
        (sum <= budget).then_some(sum)
    })
}

/// Returns whether some key lies in no clip.
fn leaves_keys_out(animation: &Animation) -> bool {
    let mut ranges: Vec<(f32, f32)> = animation.clips.iter().map(|clip| (clip.first, clip.last)).collect();
    ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f32, f32)> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match joined.last_mut() {
            Some(open) if first <= open.1 => open.1 = open.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    let covered = |tick: f32| {
        let next = joined.partition_point(|range| range.0 <= tick);
        next.checked_sub(1).and_then(|i| joined.get(i)).is_some_and(|range| tick <= range.1)
    };
    animation.channels.iter().flat_map(|channel| &channel.times).any(|&tick| !covered(tick))
}

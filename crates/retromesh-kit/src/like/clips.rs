//! Clips: their order, frames and rates, and the keys of those that nobody changed.

use super::Report;
use super::counterparts::{Counterparts, MAX_KEYS, frames_of};
use super::pairs::Pairs;
use super::timeline::Timeline;
use super::whole::{self, Whole};
use crate::Budget;
use glam::Quat;
use retromesh_core::extras::{Extra, TIMELINE};
use retromesh_core::keyframes::{Animation, Channel, Clip, Track};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, NodeId, Result, Scene};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Two rotations that are this near, in radians, are one.
const SAME_ROTATION: f32 = 1e-3;
/// Two places that are this near, as a share of the farthest, and two scales that are, are one.
const SAME_PLACE: f32 = 1e-3;
/// Two keys that are this near, in seconds, are at one time.
const SAME_TIME: f32 = 1e-3;
/// Two rates of which one is less than by this share another are one.
const SAME_RATE: f32 = 1e-5;
/// How far a key may be from a whole frame that counts as on it.
pub(super) const ON_FRAME: f32 = 1e-3;
/// The highest rate, in frames a second, of originals that count frames; faster ones count ticks.
const FASTEST_FRAMES: f32 = 60.0;
/// The slowest rate, in frames a second, at which programs sample: an end that is off by less than a frame of it is rounded.
pub(super) const SLOWEST_SAMPLING: f32 = 12.0;

/// What is said of clips that come after the frames of the original.
const NEW: &str = "clips of which none is one of the original, after its own";
/// What is said of them where that has no names.
const UNNAMED: &str = "clips that the original has no names for, after its own: `--like` the `.glb` that was edited, with these names, knows their frames";

pub(super) fn restore(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    budget: &Budget,
    report: &mut Report,
) -> Result<()> {
    if original.animations.is_empty() {
        return Ok(());
    }
    let is_dropped = edited.animations.is_empty();
    let mut theirs = std::mem::take(&mut edited.animations);
    let nodes = Nodes { edited, original, pairs };
    let whole = whole::find(&mut theirs, original, &nodes, report);
    let is_joined = whole.as_ref().is_some_and(|whole| !whole.has_ranges);
    let mut counterparts = Counterparts::of(&theirs, original, is_joined, &nodes);
    let mut used: HashSet<Place> = HashSet::new();
    let (mut restored, mut gone) = (Vec::new(), Vec::new());
    for (number, ours) in original.animations.iter().enumerate() {
        let mut timeline = Timeline::of(ours, &nodes);
        if let Some(Whole { at, old, .. }) = &whole {
            used.insert((*at, 0));
            let ranges = timeline.join();
            let theirs = Part { animation: &theirs[*at], clip: old };
            timeline.bring(&Part { animation: ours, clip: &ours.whole() }, &theirs, &nodes, budget, report)?;
            timeline.divide(ranges);
        }
        for (clip_number, mut clip) in ours.clips_or_whole().into_iter().enumerate() {
            let found = counterparts.find((number, clip_number), &clip).filter(|(place, _)| used.insert(*place));
            let Some(((at, _), their)) = found else {
                if is_dropped {
                    report.restored("clips", &clip.name);
                    timeline.keep(&clip);
                } else if let Some(whole) = whole.as_ref().filter(|_| is_joined && !ours.clips.is_empty()) {
                    if whole.is_renamed {
                        timeline.rename(&mut clip, &whole.old.name);
                    }
                    timeline.keep(&clip);
                } else if !ours.clips.is_empty() {
                    gone.push(format!("{} {} to {}", clip.name, clip.first, clip.last));
                }
                continue;
            };
            if !clip.name.is_empty() && !their.name.is_empty() {
                // One that is alone is found by that, others by their keys, and a new name is an edit.
                timeline.rename(&mut clip, &their.name);
            }
            let theirs = Part { animation: &theirs[*at], clip: their };
            timeline.bring(&Part { animation: ours, clip: &clip }, &theirs, &nodes, budget, report)?;
        }
        restored.push(timeline);
    }
    let is_one = original.animations.len() == 1;
    let is_unnamed = original.clips().iter().all(|(_, clip)| clip.name.is_empty());
    let is_unlike = is_one && used.is_empty() && !is_dropped;
    if let [timeline] = restored.as_mut_slice()
        && is_unlike
    {
        original.animations.iter().flat_map(Animation::clips_or_whole).for_each(|clip| timeline.keep(&clip));
    } else {
        let what = "frames of clips that are gone, which stay, as games play frames by their numbers";
        gone.into_iter().for_each(|frames| report.restored(what, frames.trim_start()));
    }
    let new_to_it = if is_unnamed { UNNAMED } else { NEW };
    // Ranges of a timeline without names.
    let ours = original.animations.first().filter(|_| is_one && is_unnamed);
    let ours = ours.filter(|ours| restored.first().is_some_and(|timeline| timeline.has_frames_of(ours, &nodes)));
    let (mut others, mut left) = (Vec::new(), MAX_KEYS);
    for (at, animation) in theirs.iter().enumerate() {
        for (number, clip) in animation.clips_or_whole().iter().enumerate() {
            let new = whole.as_ref().filter(|whole| (whole.at, 0) == (at, number));
            let clip = match new {
                Some(Whole { new: Some(new), .. }) => new,
                _ if used.contains(&(at, number)) => continue,
                _ => clip,
            };
            match restored.first_mut().filter(|_| is_one) {
                Some(timeline) => {
                    let name = if clip.name.is_empty() { &animation.name } else { &clip.name };
                    let part = Part { animation, clip };
                    let length = timeline.length(&part);
                    let ours = ours.filter(|_| new.is_none());
                    let found = ours.and_then(|ours| frames_of(&part, ours, length, &mut left, &nodes));
                    if let Some(Clip { first, last, looping, .. }) = found {
                        report.restored("clips", format!("{name} {first} to {last}"));
                        timeline.keep(&Clip { name: name.clone(), first, last, looping });
                        continue;
                    }
                    timeline.add(name, &part, &nodes, budget, report)?;
                    if is_unlike || is_unnamed && new.is_none() {
                        let code = if is_unlike { Code::UnlikeOriginal } else { Code::RenumberedFrames };
                        report.add(code, new_to_it, name.as_str());
                    }
                }
                None if !others.contains(&at) => others.push(at),
                None => {}
            }
        }
    }
    let mut animations: Vec<Animation> = restored.into_iter().filter_map(Timeline::finish).collect();
    animations.extend(others.into_iter().map(|at| theirs[at].clone()));
    if let Some(whole) = whole.filter(|whole| whole.slowdown != 1.0) {
        for rate in animations.iter_mut().map(|animation| &mut animation.ticks_per_second) {
            *rate = played(*rate, whole.slowdown);
        }
    }
    edited.animations = animations;
    lengths(edited, original);
    Ok(())
}

/// Returns a rate at which frames are played slower by a factor: a whole one where only rounding is between.
fn played(rate: f32, slowdown: f32) -> f32 {
    let rate = rate / slowdown;
    if (rate - rate.round()).abs() <= rate * SAME_RATE { rate.round() } else { rate }
}

/// Makes the lengths that nodes say of the timeline of the original those of the timeline that it is now. Many writers say one too few.
fn lengths(edited: &mut Scene, original: &Scene) {
    let length = |scene: &Scene| scene.animations.first().map(|animation| animation.last as i64);
    let (Some(now), Some(before)) = (length(edited), length(original)) else { return };
    for node in edited.nodes.iter_mut().filter(|_| now != before) {
        let Some(Extra::Map(table)) = node.extras.get_mut(TIMELINE) else { continue };
        let Some(frames) = table.get_mut("frames") else { continue };
        if frames.as_int().is_some_and(|frames| frames == before || frames == before - 1) {
            *frames = Extra::Int(now);
        }
    }
}

/// The place of a clip: the number of its animation, and its own in that.
pub(super) type Place = (usize, usize);

/// The nodes of both scenes.
pub(super) struct Nodes<'s> {
    pub(super) edited: &'s Scene,
    pub(super) original: &'s Scene,
    pub(super) pairs: &'s Pairs,
}

/// A clip of an animation.
pub(super) struct Part<'s> {
    pub(super) animation: &'s Animation,
    pub(super) clip: &'s Clip,
}

impl Part<'_> {
    pub(super) fn seconds(&self) -> f32 {
        self.animation.seconds_of(self.clip)
    }

    /// Returns the tick that is as far into this clip as another one is into its own, in seconds.
    fn tick_of(&self, tick: f32, other: &Part<'_>) -> f32 {
        self.clip.first + (tick - other.clip.first) / other.animation.rate() * self.animation.rate()
    }

    /// Returns by how many frames this clip is longer than that of the original, where these are whole ones.
    fn more_frames(&self, ours: &Part<'_>) -> Option<f32> {
        let more = (self.seconds() - ours.seconds()) * ours.animation.rate();
        (ours.animation.rate() <= FASTEST_FRAMES && more > 0.5 && (more - more.round()).abs() <= ON_FRAME * 10.0)
            .then_some(more.round())
    }

    /// Returns whether keys of this clip are one frame of the original apart, so that its end is no rounded one.
    fn has_each_frame(&self, ours: &Part<'_>) -> bool {
        let is_frame = |pair: &[f32]| {
            pair.first().zip(pair.last()).is_some_and(|(before, after)| {
                ((after - before) / self.animation.rate() * ours.animation.rate() - 1.0).abs() <= ON_FRAME * 10.0
            })
        };
        let keys = self
            .animation
            .channels
            .iter()
            .map(|channel| channel.times.get(span(channel, self.clip.first, self.clip.last)).unwrap_or_default());
        keys.into_iter().any(|keys| keys.windows(2).any(is_frame))
    }

    /// Returns the clip without the frames before its first key by which it is longer than it was: Blender counts from its own first frame.
    pub(super) fn without_lead(&self, ours: &Part<'_>) -> Clip {
        let ticks = self.more_frames(ours).unwrap_or_default() / ours.animation.rate() * self.animation.rate();
        let first = self.clip.first + ticks;
        let near = SAME_TIME * self.animation.rate();
        let is_dead = |channel: &Channel| span(channel, self.clip.first, first - near).is_empty();
        let is_lead = ticks > 0.0 && !self.animation.channels.is_empty() && self.animation.channels.iter().all(is_dead);
        Clip { first: if is_lead { first } else { self.clip.first }, ..self.clip.clone() }
    }

    /// Returns a function that answers whether a program left a tick out because it samples clips at a rate of its own: such a program puts keys
    /// where the original has none. A key that was only deleted was not left out.
    fn left_out(&self, their: &Channel, channel: &Channel, ours: &Part<'_>) -> impl Fn(f32) -> bool + use<> {
        let keys = their.times.get(span(their, self.clip.first, self.clip.last)).unwrap_or_default().to_vec();
        let apart = SAME_TIME * ours.animation.rate();
        let is_ours = |tick: &f32| {
            let at = ours.tick_of(*tick, self);
            !span(channel, at - apart, at + apart).is_empty()
        };
        let is_sampled = !keys.iter().all(is_ours);
        let step = self.animation.rate() / SLOWEST_SAMPLING + SAME_TIME * self.animation.rate();
        move |tick| {
            let after = keys.partition_point(|key| *key < tick);
            let before = after.checked_sub(1).and_then(|before| keys.get(before));
            // Before the first and after the last of them the value stays.
            let (start, end) = (before.unwrap_or(&tick), keys.get(after).unwrap_or(&tick));
            is_sampled && end - start <= step
        }
    }

    /// Returns what does not move as in that clip of the original, wherever one of both has a key. A clip of another length is another one: `None`.
    pub(super) fn changed(&self, ours: &Part<'_>, nodes: &Nodes<'_>) -> Option<HashSet<Property>> {
        let is_other = (self.seconds() - ours.seconds()).abs() > 1.0 / SLOWEST_SAMPLING;
        if is_other || self.more_frames(ours).is_some() && self.has_each_frame(ours) {
            return None;
        }
        let own: HashMap<Property, &Channel> =
            self.animation.channels.iter().map(|channel| (property(channel), channel)).collect();
        let (mut seen, mut changed) = (HashSet::new(), HashSet::new());
        for channel in &ours.animation.channels {
            let Some(node) = nodes.pairs.edited[channel.target.index()] else { continue };
            let what = channel.track.property();
            seen.insert((node, what));
            let near = near(channel, nodes.pairs);
            let same = if let Some(their) = own.get(&(node, what)) {
                let is_as = |at: f32, tick: f32| {
                    let value = sample(their, tick, self.animation.rate());
                    near(value.clone(), sample(channel, at, ours.animation.rate())) || near(value, mixed(channel, at))
                };
                let is_left_out = self.left_out(their, channel, ours);
                let mut own_keys = keys_in(their, self.clip);
                let mut others = keys_in(channel, ours.clip).map(|at| (at, self.tick_of(at, ours)));
                own_keys.all(|tick| is_as(ours.tick_of(tick, self).clamp(ours.clip.first, ours.clip.last), tick))
                    && others.all(|(at, tick)| is_left_out(tick) || is_as(at, tick))
            } else {
                let rest = rest(nodes.edited, node, what);
                keys_in(channel, ours.clip).all(|at| near(rest.clone(), sample(channel, at, ours.animation.rate())))
            };
            if !same {
                changed.insert((node, what));
            }
        }
        // What the original does not move must be at rest.
        let others = self.animation.channels.iter().filter(|their| !seen.contains(&property(their)));
        let moves = |their: &&Channel| {
            let rest = match nodes.pairs.original.get(&their.target) {
                Some(node) => rest(nodes.original, *node, their.track.property()),
                None => rest(nodes.edited, their.target, their.track.property()),
            };
            let near = near(their, nodes.pairs);
            rest.is_some()
                && !keys_in(their, self.clip).all(|tick| near(sample(their, tick, self.animation.rate()), rest.clone()))
        };
        changed.extend(others.filter(moves).map(property));
        Some(changed)
    }
}

/// A node and what of it is moved.
pub(super) type Property = (NodeId, &'static str);

pub(super) fn property(channel: &Channel) -> Property {
    (channel.target, channel.track.property())
}

/// Returns the keys of a channel in a clip, and its ends.
fn keys_in<'c>(channel: &'c Channel, clip: &'c Clip) -> impl Iterator<Item = f32> + 'c {
    let span = span(channel, clip.first, clip.last);
    channel.times.get(span).unwrap_or_default().iter().copied().chain([clip.first])
}

/// Returns the numbers of the keys from one tick to another.
pub(super) fn span(channel: &Channel, first: f32, last: f32) -> Range<usize> {
    let start = channel.times.partition_point(|time| *time < first);
    start..channel.times.partition_point(|time| *time <= last).max(start)
}

pub(super) fn sample(channel: &Channel, tick: f32, rate: f32) -> Option<Sample> {
    channel.sample(tick, rate)
}

/// Returns a rotation between keys as Blender mixes it: by component, from the nearer of the two signs.
fn mixed(channel: &Channel, tick: f32) -> Option<Sample> {
    let Track::Rotation(values) = &channel.track else { return None };
    let after = channel.times.partition_point(|time| *time <= tick);
    let (before, after) = (after.saturating_sub(1), after.min(channel.times.len().checked_sub(1)?));
    let (start, end) = (*channel.times.get(before)?, *channel.times.get(after)?);
    let (a, b) = (*values.get(before)?, *values.get(after)?);
    let share = if end > start { ((tick - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let mixed = a * (1.0 - share) + b * share;
    (mixed.length_squared() > 0.0).then(|| Sample::Rotation(mixed.normalize()))
}

/// Returns what a property is of a node that nothing moves; nothing is known of weights.
pub(super) fn rest(scene: &Scene, node: NodeId, property: &str) -> Option<Sample> {
    let Trs { translation, rotation, scale } = scene[node].transform.trs();
    match property {
        "translation" => Some(Sample::Translation(translation)),
        "rotation" => Some(Sample::Rotation(rotation)),
        "scale" => Some(Sample::Scale(scale)),
        _ => None,
    }
}

/// Returns what compares values of a channel.
pub(super) fn near(channel: &Channel, pairs: &Pairs) -> impl Fn(Option<Sample>, Option<Sample>) -> bool + use<> {
    let far = match &channel.track {
        Track::Translation(values) => values.iter().map(|value| value.length()).fold(0.0, f32::max),
        _ => 1.0,
    };
    let tolerance = (SAME_PLACE * far.max(SAME_PLACE)).max(pairs.rounded);
    move |a, b| match (a, b) {
        (Some(Sample::Translation(a)), Some(Sample::Translation(b))) => a.distance(b) <= tolerance,
        (Some(Sample::Scale(a)), Some(Sample::Scale(b))) => a.distance(b) <= SAME_PLACE * a.length().max(1.0),
        (Some(Sample::Rotation(a)), Some(Sample::Rotation(b))) => is_one_rotation(a, b),
        (Some(Sample::Weights(a)), Some(Sample::Weights(b))) => {
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= SAME_PLACE)
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn is_one_rotation(a: Quat, b: Quat) -> bool {
    // The distance is half the angle; the cosine would be too coarse.
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a - b).length() <= SAME_ROTATION / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_turn_is_another_rotation() {
        let base = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -1.2, 2.5);
        for (degrees, is_one) in [(0.0f32, true), (0.05, true), (0.06, false), (0.6, false), (180.0, false)] {
            let turned = base * Quat::from_rotation_y(degrees.to_radians());
            for sign in [1.0, -1.0] {
                assert_eq!(is_one_rotation(base, turned * sign), is_one, "{degrees} {sign}");
            }
        }
    }
}

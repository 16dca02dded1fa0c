//! Clips that were cut from one timeline, joined to that timeline again.

use super::{Importer, float, floats};
use crate::extras_json::TIMES_ARE_FRAMES;
use retromesh_core::NodeId;
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track, is_rate};
use retromesh_core::pose::Sample;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Where a glTF animation comes from, as this project says it in the extras.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    timeline: u64,
    pub(super) first: f32,
    pub(super) last: f32,
    pub(super) ticks_per_second: f32,
    pub(super) looping: bool,
    /// How many ticks a unit of the file's times is: a second has that many, and a frame is one.
    pub(super) ticks_per_unit: f32,
    /// The range of the timeline where it is not that of its keys.
    pub(super) range: Option<(f32, f32)>,
    role: Role,
}

#[derive(Debug, Clone)]
enum Role {
    /// A timeline without clips.
    Only,
    /// One clip of a timeline with this name, range and looping.
    Clip(Clip),
    /// A timeline together with its clips; those that are not written on their own.
    Whole(Vec<Clip>),
}

impl Origin {
    /// Reads the facts; `None` when they are missing or senseless.
    pub(super) fn read(own: &Map<String, Value>) -> Option<Self> {
        let number = |key: &str| float(own.get(key));
        let (first, last) = (number("first")?, number("last")?);
        let rate = number("ticksPerSecond").filter(|&rate| is_rate(rate))?;
        let looping = own.get("looping") == Some(&Value::Bool(true));
        let role = if own.contains_key("whole") {
            let clips = own.get("clips").and_then(Value::as_array);
            Role::Whole(clips.into_iter().flatten().filter_map(clip).collect())
        } else {
            own.get("clipOf").and_then(clip).map_or(Role::Only, Role::Clip)
        };
        let range = floats::<2>(own.get("range")).map(|[first, last]| (first, last)).filter(|r| r.0 <= r.1);
        let timeline = own.get("timeline")?.as_u64()?;
        (first <= last).then_some(Self {
            ticks_per_unit: if own.contains_key(TIMES_ARE_FRAMES) { 1.0 } else { rate },
            timeline,
            first,
            last,
            ticks_per_second: rate,
            looping,
            range,
            role,
        })
    }
}

fn clip(value: &Value) -> Option<Clip> {
    let (first, last) = (float(value.get("first"))?, float(value.get("last"))?);
    let name = value.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
    let looping = value.get("looping") == Some(&Value::Bool(true));
    (first <= last).then_some(Clip { name, first, last, looping })
}

impl Importer<'_, '_> {
    /// Joins neighbouring animations that are clips of one timeline.
    pub(super) fn join_timelines(&mut self) {
        let mut animations = std::mem::take(&mut self.scene.animations);
        let origins = std::mem::take(&mut self.origins);
        let clips = animations.iter_mut().zip(&origins).filter(|(_, (origin, _))| origin.is_some());
        settle_single_keys(clips.flat_map(|(animation, _)| &mut animation.channels).collect());
        // The timeline that is being joined, and the animation that it is.
        let mut open: Option<((u64, f32), usize)> = None;
        let (mut places, mut joined_ones) = (Places::new(), BTreeSet::new());
        let mut all_ends: Vec<Vec<Channel>> = Vec::new();
        for (mut animation, (origin, ends)) in animations.into_iter().zip(origins) {
            let Some(origin) = origin.filter(|o| !matches!(o.role, Role::Only)) else {
                open = None;
                self.scene.animations.push(animation);
                all_ends.push(ends);
                continue;
            };
            let key = (origin.timeline, origin.ticks_per_second);
            let own = Clip { name: animation.name.clone(), ..section(&origin) };
            let (timeline, clips) = match origin.role {
                Role::Clip(timeline) => (timeline, vec![own]),
                Role::Whole(clips) => {
                    let (first, last) = origin.range.unwrap_or((origin.first, origin.last));
                    (Clip { first, last, ..own }, clips)
                }
                Role::Only => continue,
            };
            let known = open.filter(|(open, _)| *open == key);
            if let Some((at, joined)) = known.and_then(|(_, at)| Some((at, self.scene.animations.get_mut(at)?))) {
                if !fits(joined, &animation.channels, &places) {
                    // It stays a timeline of its own: its keys are worth more than its place.
                    self.scene.animations.push(animation);
                    all_ends.push(ends);
                    continue;
                }
                joined.clips.extend(clips);
                join(joined, animation.channels, &mut places);
                all_ends.get_mut(at).into_iter().for_each(|all| all.extend_from_slice(&ends));
                joined_ones.insert(at);
            } else {
                animation.clips = clips;
                (animation.name, animation.looping) = (timeline.name, timeline.looping);
                (animation.first, animation.last) = (timeline.first, timeline.last);
                places = animation.channels.iter().enumerate().map(|(at, channel)| (property(channel), at)).collect();
                open = Some((key, self.scene.animations.len()));
                self.scene.animations.push(animation);
                all_ends.push(ends);
            }
        }
        for at in joined_ones {
            let joined = self.scene.animations.get_mut(at).into_iter().flat_map(|animation| &mut animation.channels);
            joined.for_each(in_order);
        }
        self.scene.animations.iter_mut().zip(all_ends).for_each(|(animation, ends)| restore_ends(animation, ends));
    }
}

/// Gives channels the ends back that were added to them, where some of these were edited: they are not what the keys hold before and after
/// them any more.
fn restore_ends(animation: &mut Animation, ends: Vec<Channel>) {
    let mut places: Places =
        animation.channels.iter().enumerate().map(|(at, channel)| (property(channel), at)).collect();
    let is_edited = |end: &&Channel| {
        let own = places.get(&property(end)).and_then(|at| animation.channels.get(*at));
        own.is_none_or(|own| !holds(own, end))
    };
    let edited: HashSet<(NodeId, &'static str)> = ends.iter().filter(is_edited).map(property).collect();
    join(animation, ends.into_iter().filter(|end| edited.contains(&property(end))).collect(), &mut places);
    animation.channels.iter_mut().filter(|channel| edited.contains(&property(channel))).for_each(in_order);
}

/// Returns whether keys before and after those of a channel have the value that it holds there; of those between nothing is known.
fn holds(channel: &Channel, ends: &Channel) -> bool {
    /// What programs round.
    const NEAR: f32 = 1e-4;
    let (Some(first), Some(last)) = (channel.times.first(), channel.times.last()) else { return false };
    ends.times.iter().filter(|time| *time <= first || *time >= last).all(|time| {
        match (channel.sample(*time, 1.0), ends.sample(*time, 1.0)) {
            (Some(Sample::Translation(a)), Some(Sample::Translation(b)))
            | (Some(Sample::Scale(a)), Some(Sample::Scale(b))) => a.abs_diff_eq(b, NEAR * a.length().max(1.0)),
            (Some(Sample::Rotation(a)), Some(Sample::Rotation(b))) => a.abs_diff_eq(b, NEAR) || a.abs_diff_eq(-b, NEAR),
            (Some(Sample::Weights(a)), Some(Sample::Weights(b))) => {
                a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= NEAR)
            }
            _ => true,
        }
    })
}

fn section(origin: &Origin) -> Clip {
    Clip { name: String::new(), first: origin.first, last: origin.last, looping: origin.looping }
}

/// The places of channels by what they move.
type Places = HashMap<(NodeId, &'static str), usize>;

fn property(channel: &Channel) -> (NodeId, &'static str) {
    (channel.target, channel.track.property())
}

/// Holds a value that does not change as the keys of the other clips that move the same: it has no way to a next one, and Blender says steps.
fn settle_single_keys(channels: Vec<&mut Channel>) {
    let is_single = |channel: &&mut Channel| {
        channel.times.len() == 1 || channel.interpolation == Interpolation::Step && is_still(&channel.track)
    };
    let (single, others): (Vec<_>, Vec<_>) = channels.into_iter().partition(is_single);
    let kinds: HashMap<_, _> = others.iter().rev().map(|other| (property(other), other.interpolation)).collect();
    for channel in single.into_iter().filter(|channel| channel.interpolation == Interpolation::Step) {
        let kind = kinds.get(&property(channel)).filter(|kind| **kind == Interpolation::Linear);
        channel.interpolation = kind.copied().unwrap_or(Interpolation::Step);
    }
}

/// Returns whether all keys have one value.
fn is_still(track: &Track) -> bool {
    fn is_one<T: PartialEq>(values: &[T]) -> bool {
        values.iter().all(|value| values.first() == Some(value))
    }
    match track {
        Track::Translation(values) | Track::Scale(values) => is_one(values),
        Track::Rotation(values) => is_one(values),
        Track::Weights { targets, values } => values.len() == *targets,
    }
}

/// Returns whether channels hold their keys as those do that move the same: a tool may have made steps of a clip's lines.
fn fits(animation: &Animation, channels: &[Channel], places: &Places) -> bool {
    let known = |channel: &Channel| animation.channels.get(*places.get(&property(channel))?);
    channels.iter().all(|channel| known(channel).is_none_or(|known| known.interpolation == channel.interpolation))
}

/// Adds the keys of further channels after those that are there; [`in_order`] puts them in order.
fn join(animation: &mut Animation, channels: Vec<Channel>, places: &mut Places) {
    for channel in channels {
        let at = *places.entry(property(&channel)).or_insert(animation.channels.len());
        match animation.channels.get_mut(at) {
            Some(known) if known.interpolation == channel.interpolation => append(known, channel),
            Some(_) => {}
            None => animation.channels.push(channel),
        }
    }
}

fn append(known: &mut Channel, more: Channel) {
    match (&mut known.track, more.track) {
        (Track::Translation(all), Track::Translation(values)) | (Track::Scale(all), Track::Scale(values)) => {
            all.extend(values);
        }
        (Track::Rotation(all), Track::Rotation(values)) => all.extend(values),
        (Track::Weights { targets: a, values: all }, Track::Weights { targets: b, values }) if *a == b => {
            all.extend(values);
        }
        _ => return,
    }
    known.times.extend(more.times);
}

/// Puts keys in order; of several at one time the one that was there first stays.
fn in_order(channel: &mut Channel) {
    let time = |i: &usize| channel.times.get(*i).copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..channel.times.len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    order.dedup_by(|b, a| time(a) == time(b));
    if order.iter().enumerate().any(|(i, &key)| i != key) || order.len() != channel.times.len() {
        *channel = pick(channel, &order);
    }
    debug_assert!(
        channel.interpolation != Interpolation::CubicSpline || channel.track.len() == channel.times.len() * 3
    );
}

/// Returns the channel with some of its keys, in the order given.
pub(super) fn pick(channel: &Channel, keys: &[usize]) -> Channel {
    let per_key = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    Channel {
        target: channel.target,
        interpolation: channel.interpolation,
        times: rows(&channel.times, keys, 1),
        track: match &channel.track {
            Track::Translation(values) => Track::Translation(rows(values, keys, per_key)),
            Track::Rotation(values) => Track::Rotation(rows(values, keys, per_key)),
            Track::Scale(values) => Track::Scale(rows(values, keys, per_key)),
            Track::Weights { targets, values } => {
                Track::Weights { targets: *targets, values: rows(values, keys, per_key * targets) }
            }
        },
    }
}

/// Returns some rows of `width` values.
fn rows<T: Copy>(values: &[T], keys: &[usize], width: usize) -> Vec<T> {
    keys.iter().flat_map(|&key| values.get(key * width..(key + 1) * width).unwrap_or_default()).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn channel(keys: &[(f32, f32)]) -> Channel {
        Channel {
            target: NodeId(0),
            interpolation: Interpolation::Linear,
            times: keys.iter().map(|key| key.0).collect(),
            track: Track::Translation(keys.iter().map(|key| Vec3::X * key.1).collect()),
        }
    }

    #[test]
    fn added_ends_stay_where_they_were_edited() {
        type Keys = &'static [(f32, f32)];
        let rows: [(Keys, Keys, Keys); 5] = [
            (&[(3.0, 1.0)], &[(0.0, 1.0), (9.0, 1.0)], &[(3.0, 1.0)]),
            (&[(3.0, 1.0)], &[(0.0, 1.0), (9.0, 2.0)], &[(0.0, 1.0), (3.0, 1.0), (9.0, 2.0)]),
            (&[], &[(0.0, 1.0), (9.0, 2.0)], &[(0.0, 1.0), (9.0, 2.0)]),
            // What is between keys is a point of their curve.
            (&[(3.0, 1.0), (9.0, 4.0)], &[(5.0, 0.0)], &[(3.0, 1.0), (9.0, 4.0)]),
            (&[(3.0, 1.0), (9.0, 4.0)], &[(9.5, 4.0)], &[(3.0, 1.0), (9.0, 4.0)]),
        ];
        for (kept, ends, expected) in rows {
            let channels = Some(channel(kept)).filter(|_| !kept.is_empty()).into_iter().collect();
            let mut animation = Animation { channels, ..Animation::default() };
            restore_ends(&mut animation, vec![channel(ends)]);
            assert_eq!(animation.channels, [channel(expected)], "{kept:?} {ends:?}");
        }
    }
}

//! Compares keys as authored: times and values of the channels that paired clips play.

use super::accumulate::Accumulator;
use super::clip::{self, Clip};
use super::nodes::Nodes;
use super::surface::Surface;
use super::{Side, Tolerance};
use retromesh_core::Scene;
use retromesh_core::keyframes::{Channel, Track};
use retromesh_kit::Feature;
use std::collections::{BTreeMap, HashSet};

/// The keys of one property of a node within a clip: seconds from its start, and values.
type Keys = Vec<(f32, Vec<f32>)>;

/// Keys and channels compared in all: what further clips have is left out.
const MAX_KEYS: usize = 1 << 24;

/// Compares the keys of paired clips.
pub(super) fn compare(
    a: &Surface<'_>,
    b: &Surface<'_>,
    nodes: &Nodes,
    clips: &clip::Pairs,
    tolerance: &Tolerance,
    size: f32,
    out: &mut Accumulator,
) {
    let (mut seen, mut left) = (HashSet::new(), MAX_KEYS);
    for clip in &clips.alone {
        if left == 0 {
            break;
        }
        left = left.saturating_sub(channels_of(a.scene, clip));
        if has_keys(a.scene, clip) {
            out.say(Feature::Keys, Side::First, &clip.path(), "are in the first only");
        }
    }
    for (x, y) in &clips.pairs {
        // Clips over one range of one animation share their keys.
        if !seen.insert((x.animation, x.range.first.to_bits(), x.range.last.to_bits())) {
            continue;
        }
        // Many clips over one long range have its keys again and again.
        if left == 0 {
            break;
        }
        let first = keys(a.scene, x, Some);
        left = left.saturating_sub(first.values().map(Vec::len).sum::<usize>() + channels_of(a.scene, x));
        let mut second = keys(b.scene, y, |node| nodes.back.get(node).copied().flatten());
        let mut counts: BTreeMap<Side, Count> = BTreeMap::new();
        let mut alike = Vec::new();
        for ((node, property), keys) in first {
            let channel = format!("{} {property}", a.path(node));
            match second.remove(&(node, property)) {
                None => counts.entry(Side::First).or_default().add(channel, keys.len(), 0),
                Some(others) if others.len() != keys.len() => {
                    counts.entry(Side::Both).or_default().add(channel, keys.len(), others.len());
                }
                Some(others) => alike.push((format!("{} {channel}", x.path()), property, keys, others)),
            }
        }
        let all = has_other_times(&alike, tolerance).then(|| format!("{} all times", x.path()));
        for (path, property, keys, others) in &alike {
            times(keys, others, all.as_ref().unwrap_or(path), tolerance, out);
            values(keys, others, property, path, tolerance, size, out);
        }
        for ((node, property), keys) in second {
            let channel = format!("{} {property}", a.path(node));
            counts.entry(Side::Second).or_default().add(channel, keys.len(), 0);
        }
        counts.into_iter().for_each(|(side, count)| count.say(side, &x.path(), out));
    }
}

/// The channels of a clip that have another number of keys, or are in one scene only: a line for all of them.
#[derive(Default)]
struct Count {
    channels: usize,
    /// The first of them.
    first: String,
    keys: (usize, usize),
}

impl Count {
    fn add(&mut self, channel: String, keys: usize, others: usize) {
        if self.channels == 0 {
            self.first = channel;
        }
        self.channels += 1;
        self.keys = (self.keys.0 + keys, self.keys.1 + others);
    }

    fn say(&self, side: Side, clip: &str, out: &mut Accumulator) {
        let Self { channels, first, keys } = self;
        let word = if keys.0 == 1 { "key" } else { "keys" };
        let (path, of) = match channels {
            1 => (format!("{clip} {first}"), String::new()),
            _ => (clip.to_owned(), format!(" in {channels} channels, the first {first}")),
        };
        let detail = match side {
            Side::Both => format!("{} {word} became {}{of}", keys.0, keys.1),
            Side::First => format!("{} {word}{of}, in the first only", keys.0),
            Side::Second => format!("{} {word}{of}, in the second only", keys.0),
        };
        out.say(Feature::Keys, side, &path, detail);
    }
}

fn channels_of(scene: &Scene, clip: &Clip) -> usize {
    scene.animations.get(clip.animation).map_or(0, |animation| animation.channels.len())
}

fn has_keys(scene: &Scene, clip: &Clip) -> bool {
    let channels = scene.animations.get(clip.animation).map_or(&[][..], |animation| &animation.channels);
    channels.iter().map(|channel| within(channel, clip)).any(|(first, last)| first < last)
}

/// Returns the first key within a clip and the one after the last.
fn within(channel: &Channel, clip: &Clip) -> (usize, usize) {
    let first = channel.times.partition_point(|&time| time < clip.range.first);
    (first, channel.times.partition_point(|&time| time <= clip.range.last))
}

/// Returns how far the time of a key is from another one, where that counts.
fn apart(time: f32, other: f32, tolerance: &Tolerance) -> Option<f32> {
    Some((time - other).abs()).filter(|apart| *apart > tolerance.value * time.abs().max(1.0))
}

/// Returns whether several channels, and all that go on after the start of their clip, have keys at other times.
fn has_other_times(channels: &[(String, &str, Keys, Keys)], tolerance: &Tolerance) -> bool {
    let goes_on = |keys: &Keys| keys.iter().any(|(time, _)| *time != 0.0);
    let mut long = channels.iter().filter(|(_, _, x, y)| goes_on(x) || goes_on(y));
    let is_other = |x: &Keys, y: &Keys| x.iter().zip(y).any(|(x, y)| apart(x.0, y.0, tolerance).is_some());
    long.clone().nth(1).is_some() && long.all(|(_, _, x, y)| is_other(x, y))
}

fn times(x: &Keys, y: &Keys, path: &str, tolerance: &Tolerance, out: &mut Accumulator) {
    for (i, ((time, _), (other, _))) in x.iter().zip(y).enumerate() {
        if let Some(apart) = apart(*time, *other, tolerance) {
            out.measure(Feature::Keys, path, "key time", apart, || format!("key {i} at {time} s to {other} s"));
        }
    }
}

fn values(x: &Keys, y: &Keys, property: &str, path: &str, tolerance: &Tolerance, size: f32, out: &mut Accumulator) {
    let limit = if property == "translation" { tolerance.value * size.max(1.0) } else { tolerance.value * 10.0 };
    for (i, ((time, value), (_, other))) in x.iter().zip(y).enumerate() {
        let apart = |sign: f32| value.iter().zip(other).map(|(x, y)| (x - y * sign).abs()).fold(0.0, f32::max);
        // A quaternion and its negative are one rotation.
        let value_apart = if property == "rotation" { apart(1.0).min(apart(-1.0)) } else { apart(1.0) };
        if value_apart > limit {
            out.measure(Feature::Keys, path, "key", value_apart, || format!("key {i} at {time} s"));
        }
    }
}

/// Gathers the keys within a clip by node and property; `node` says which node of the first scene one is.
fn keys(scene: &Scene, clip: &Clip, node: impl Fn(usize) -> Option<usize>) -> BTreeMap<(usize, &'static str), Keys> {
    let mut found: BTreeMap<(usize, &'static str), Keys> = BTreeMap::new();
    let Some(animation) = scene.animations.get(clip.animation) else { return found };
    for channel in &animation.channels {
        let Some(target) = node(channel.target.index()) else { continue };
        let entry = found.entry((target, channel.track.property())).or_default();
        let (first, last) = within(channel, clip);
        for (key, &time) in channel.times.iter().enumerate().take(last).skip(first) {
            entry.push(((time - clip.range.first) / clip.ticks_per_second, value(channel, key)));
        }
    }
    found.retain(|_, keys| !keys.is_empty());
    found
}

/// Returns the numbers of a key, with its tangents where the channel has them.
fn value(channel: &Channel, key: usize) -> Vec<f32> {
    let per_key = channel.track.len().checked_div(channel.times.len()).unwrap_or(0);
    let range = key * per_key..(key + 1) * per_key;
    match &channel.track {
        Track::Translation(values) | Track::Scale(values) => {
            values.get(range).into_iter().flatten().flat_map(glam::Vec3::to_array).collect()
        }
        Track::Rotation(values) => values.get(range).into_iter().flatten().flat_map(glam::Quat::to_array).collect(),
        Track::Weights { targets, values } => {
            values.get(range.start * targets..range.end * targets).map(<[f32]>::to_vec).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_times_of_a_clip_are_one_line() {
        let keys = |times: &[f32]| times.iter().map(|time| (*time, vec![0.0])).collect::<Keys>();
        let channel = |x: &[f32], y: &[f32]| (String::new(), "scale", keys(x), keys(y));
        let moved = || channel(&[0.0, 1.0], &[0.0, 2.0]);
        let rows = [
            (vec![moved(), moved()], true),
            (vec![moved(), channel(&[0.0], &[0.0]), moved()], true),
            (vec![moved(), channel(&[0.0, 1.0], &[0.0, 1.0]), moved()], false),
            (vec![moved(), channel(&[0.0], &[0.0])], false),
            (vec![], false),
        ];
        for (channels, expected) in rows {
            assert_eq!(has_other_times(&channels, &Tolerance::default()), expected, "{channels:?}");
        }
    }
}

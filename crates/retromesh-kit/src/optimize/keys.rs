//! Keys that change nothing: those between equal ones, and those on the line between their neighbours.

use glam::{Quat, Vec4};
use retromesh_core::Valid;
use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::pose::Sample;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// About what times of a channel's own take in a file that shares equal ones, in bytes.
const OWN_TIMES: usize = 200;
/// A key is on the line if it is no farther from it than this share of the largest number of its channel: some steps of rounding, as
/// rotations that were sampled have. The numbers of a rotation are at most 1.
const ROUNDING: f32 = 1e-6;
/// A line has at most this many keys left out, so that the work is linear.
const LONGEST_LINE: usize = 64;

/// Leaves out keys whose neighbours give the same value, but for rounding. The first and the last key of a channel
/// stay; splines stay as they are, as their slopes count. What was done is reported as
/// [`Code::Optimized`](retromesh_core::Code::Optimized).
pub(crate) fn drop_idle_keys<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let idle: Vec<Vec<usize>> = scene.animations.iter().flat_map(|animation| worth_it(&animation.channels)).collect();
    if idle.iter().all(Vec::is_empty) {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    let channels = edit.animations_mut().iter_mut().flat_map(|animation| &mut animation.channels);
    channels.zip(&idle).for_each(|(channel, idle)| drop_keys(channel, idle));
    let count: usize = idle.iter().map(Vec::len).sum();
    diagnostics.note(Code::Optimized, count, "keys that change nothing but rounding were left out")?;
    Ok(edit.finish()?)
}

/// Returns the keys that each channel of an animation leaves out: none where its times are those of another channel too, and times of
/// its own would take more than the values save.
fn worth_it(channels: &[Channel]) -> Vec<Vec<usize>> {
    let times = |channel: &Channel| {
        let mut hasher = DefaultHasher::new();
        channel.times.iter().for_each(|time| hasher.write_u32(time.to_bits()));
        hasher.finish()
    };
    let mut users: HashMap<u64, usize> = HashMap::new();
    channels.iter().for_each(|channel| *users.entry(times(channel)).or_default() += 1);
    let saves = |channel: &Channel, idle: &[usize]| {
        let width = match &channel.track {
            Track::Translation(_) | Track::Scale(_) => 3,
            Track::Rotation(_) => 4,
            Track::Weights { targets, .. } => *targets,
        };
        let left = channel.times.len() - idle.len();
        4 * width * idle.len() > 4 * left + OWN_TIMES
    };
    let of_channel = |channel: &Channel| {
        let idle = idle(channel);
        let is_shared = users[&times(channel)] > 1;
        if is_shared && !saves(channel, &idle) { Vec::new() } else { idle }
    };
    channels.iter().map(of_channel).collect()
}

/// Returns the numbers of the keys that change nothing, ascending.
fn idle(channel: &Channel) -> Vec<usize> {
    let mut is_idle = vec![false; channel.times.len()];
    held(channel).into_iter().for_each(|key| is_idle[key] = true);
    if matches!(channel.interpolation, Interpolation::Linear | Interpolation::LinearNormalized) {
        let left: Vec<usize> = (0..is_idle.len()).filter(|&key| !is_idle[key]).collect();
        let rounding = ROUNDING * largest(&channel.track);
        let mut start = 0;
        for end in 2..left.len() {
            let between = &left[start + 1..end];
            if between.len() <= LONGEST_LINE && is_line(channel, left[start], left[end], between, rounding) {
                is_idle[left[end - 1]] = true;
            } else {
                start = end - 1;
            }
        }
    }
    (0..is_idle.len()).filter(|&key| is_idle[key]).collect()
}

/// Returns whether the keys between two are where the line between these is.
fn is_line(channel: &Channel, first: usize, last: usize, between: &[usize], rounding: f32) -> bool {
    between.iter().all(|&key| {
        let tick = channel.times[key];
        let line = channel.sample_between(first, last, tick);
        let own = channel.sample_between(key, key, tick);
        line.zip(own).is_some_and(|(line, own)| distance(channel.interpolation, &line, &own) <= rounding)
    })
}

/// Returns by how much the numbers of two values of a channel differ at most. A rotation has two quaternions, but for an interpolation that
/// takes the longer way between them.
fn distance(interpolation: Interpolation, a: &Sample, b: &Sample) -> f32 {
    match (a, b) {
        (Sample::Translation(a), Sample::Translation(b)) | (Sample::Scale(a), Sample::Scale(b)) => {
            (*a - *b).abs().max_element()
        }
        (Sample::Rotation(a), Sample::Rotation(b)) => {
            let size = |q: Quat| Vec4::from(q).abs().max_element();
            let other = if interpolation == Interpolation::Linear { size(*a + *b) } else { f32::INFINITY };
            size(*a - *b).min(other)
        }
        (Sample::Weights(a), Sample::Weights(b)) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max),
        _ => f32::INFINITY,
    }
}

/// Returns the largest number of a track's values.
fn largest(track: &Track) -> f32 {
    match track {
        Track::Translation(values) | Track::Scale(values) => {
            values.iter().fold(0.0, |most, value| value.abs().max_element().max(most))
        }
        Track::Rotation(_) => 1.0,
        Track::Weights { values, .. } => values.iter().fold(0.0, |most, value| value.abs().max(most)),
    }
}

/// Returns the numbers of the keys between ones that are equal, bit for bit, ascending.
fn held(channel: &Channel) -> Vec<usize> {
    let equal = |a: usize, b: usize| match &channel.track {
        Track::Translation(values) | Track::Scale(values) => bits(values[a].to_array()) == bits(values[b].to_array()),
        Track::Rotation(values) => bits(values[a].to_array()) == bits(values[b].to_array()),
        Track::Weights { targets, values } => {
            let row = |key: usize| values[key * targets..][..*targets].iter().map(|value| value.to_bits());
            row(a).eq(row(b))
        }
    };
    let count = channel.times.len();
    let is_held = |&key: &usize| match channel.interpolation {
        Interpolation::CubicSpline => false,
        Interpolation::Step => equal(key - 1, key),
        _ => equal(key - 1, key) && equal(key, key + 1),
    };
    (1..count.saturating_sub(1)).filter(is_held).collect()
}

fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}

fn drop_keys(channel: &mut Channel, idle: &[usize]) {
    fn drop<T>(values: &mut Vec<T>, idle: &[usize], width: usize) {
        let (mut number, mut next) = (0, idle.iter().peekable());
        values.retain(|_| {
            let key = number / width.max(1);
            number += 1;
            while next.next_if(|idle| **idle < key).is_some() {}
            next.peek() != Some(&&key)
        });
    }
    drop(&mut channel.times, idle, 1);
    match &mut channel.track {
        Track::Translation(values) | Track::Scale(values) => drop(values, idle, 1),
        Track::Rotation(values) => drop(values, idle, 1),
        Track::Weights { targets, values } => drop(values, idle, *targets),
    }
}

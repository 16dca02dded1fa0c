//! Keys that change nothing: those between equal ones.

use retromesh_core::Valid;
use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// About what times of a channel's own take in a file that shares equal ones, in bytes.
const OWN_TIMES: usize = 200;

/// Leaves out keys whose neighbours have the same value, bit for bit, as the value holds there anyway. The first and the last key of a channel
/// stay; splines stay as they are, as their slopes count. What was done is reported as
/// [`Code::Optimized`](retromesh_core::Code::Optimized).
pub(crate) fn drop_held_keys<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let held: Vec<Vec<usize>> = scene.animations.iter().flat_map(|animation| worth_it(&animation.channels)).collect();
    if held.iter().all(Vec::is_empty) {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    let channels = edit.animations_mut().iter_mut().flat_map(|animation| &mut animation.channels);
    channels.zip(&held).for_each(|(channel, held)| drop_keys(channel, held));
    let count: usize = held.iter().map(Vec::len).sum();
    diagnostics.note(Code::Optimized, count, "keys between equal ones were left out")?;
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
    let saves = |channel: &Channel, held: &[usize]| {
        let width = match &channel.track {
            Track::Translation(_) | Track::Scale(_) => 3,
            Track::Rotation(_) => 4,
            Track::Weights { targets, .. } => *targets,
        };
        let left = channel.times.len() - held.len();
        4 * width * held.len() > 4 * left + OWN_TIMES
    };
    let of_channel = |channel: &Channel| {
        let held = held(channel);
        let is_shared = users[&times(channel)] > 1;
        if is_shared && !saves(channel, &held) { Vec::new() } else { held }
    };
    channels.iter().map(of_channel).collect()
}

/// Returns the numbers of the keys that change nothing, ascending.
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

fn drop_keys(channel: &mut Channel, held: &[usize]) {
    fn drop_held<T>(values: &mut Vec<T>, held: &[usize], width: usize) {
        let (mut number, mut next) = (0, held.iter().peekable());
        values.retain(|_| {
            let key = number / width.max(1);
            number += 1;
            while next.next_if(|held| **held < key).is_some() {}
            next.peek() != Some(&&key)
        });
    }
    drop_held(&mut channel.times, held, 1);
    match &mut channel.track {
        Track::Translation(values) | Track::Scale(values) => drop_held(values, held, 1),
        Track::Rotation(values) => drop_held(values, held, 1),
        Track::Weights { targets, values } => drop_held(values, held, *targets),
    }
}

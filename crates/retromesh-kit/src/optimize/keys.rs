//! Keys that change nothing: those between equal ones.

use retromesh_core::Valid;
use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::keyframes::{Channel, Interpolation, Track};

/// Leaves out keys whose neighbours have the same value, bit for bit, as the value holds there anyway. The first and the last key of a channel
/// stay; splines stay as they are, as their slopes count. What was done is reported as
/// [`Code::Optimized`](retromesh_core::Code::Optimized).
pub(crate) fn drop_held_keys<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let channels = |scene: &Valid<'s>| {
        scene.animations.iter().flat_map(|animation| &animation.channels).any(|c| !held(c).is_empty())
    };
    if !channels(&scene) {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    let mut count = 0;
    for channel in edit.animations_mut().iter_mut().flat_map(|animation| &mut animation.channels) {
        let held = held(channel);
        count += held.len();
        drop_keys(channel, &held);
    }
    diagnostics.note(Code::Optimized, count, "keys between equal ones were left out")?;
    Ok(edit.finish()?)
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
    fn keep<T>(values: &mut Vec<T>, held: &[usize], width: usize) {
        let (mut number, mut next) = (0, held.iter().peekable());
        values.retain(|_| {
            let key = number / width.max(1);
            number += 1;
            while next.next_if(|held| **held < key).is_some() {}
            next.peek() != Some(&&key)
        });
    }
    keep(&mut channel.times, held, 1);
    match &mut channel.track {
        Track::Translation(values) | Track::Scale(values) => keep(values, held, 1),
        Track::Rotation(values) => keep(values, held, 1),
        Track::Weights { targets, values } => keep(values, held, *targets),
    }
}

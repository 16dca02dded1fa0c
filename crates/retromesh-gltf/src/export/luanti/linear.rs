//! Channels of any interpolation as linear ones: keys are inserted until both agree.

use glam::{Quat, Vec3};
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::pose::Sample;

/// The largest angle, in radians, and the largest distance as a share of the channel's extent, between what the channel says and what
/// a reader makes of the written keys.
const TOLERANCE: f32 = 1e-4;
/// How often a span is halved at most.
const DEPTH: u32 = 10;

/// A value that keys hold.
trait Value: Copy {
    fn mix(self, other: Self, t: f32) -> Self;
    fn distance(self, other: Self) -> f32;
}

impl Value for Vec3 {
    fn mix(self, other: Self, t: f32) -> Self {
        self.lerp(other, t)
    }

    fn distance(self, other: Self) -> f32 {
        Vec3::distance(self, other)
    }
}

impl Value for Quat {
    fn mix(self, other: Self, t: f32) -> Self {
        self.slerp(other, t)
    }

    fn distance(self, other: Self) -> f32 {
        let other = if self.dot(other) < 0.0 { -other } else { other };
        4.0 * ((self - other).length() * 0.5).min(1.0).asin()
    }
}

/// Returns a linear channel that follows another one, and how many keys it has more; steps become ramps of no length that counts.
/// `budget` bounds the keys that are inserted.
pub(super) fn linear(channel: &Channel, ticks_per_second: f32, budget: &mut usize) -> (Channel, usize) {
    let sample = |tick: f32| channel.sample(tick, ticks_per_second);
    let stepped = channel.interpolation == Interpolation::Step;
    let (times, track) = match &channel.track {
        Track::Rotation(_) => {
            let value = |tick| match sample(tick) {
                Some(Sample::Rotation(q)) => Some(q),
                _ => None,
            };
            let (times, values) = follow(&channel.times, stepped, 1.0, budget, value);
            (times, Track::Rotation(values))
        }
        Track::Translation(keys) | Track::Scale(keys) => {
            let value = |tick| match sample(tick) {
                Some(Sample::Translation(v) | Sample::Scale(v)) => Some(v),
                _ => None,
            };
            let size = keys.iter().map(|v| v.abs().max_element()).fold(1e-6, f32::max);
            let (times, values) = follow(&channel.times, stepped, size, budget, value);
            let scale = matches!(channel.track, Track::Scale(_));
            (times, if scale { Track::Scale(values) } else { Track::Translation(values) })
        }
        Track::Weights { .. } => (channel.times.clone(), channel.track.clone()),
    };
    let added = times.len().saturating_sub(channel.times.len());
    (Channel { target: channel.target, interpolation: Interpolation::Linear, times, track }, added)
}

fn follow<T: Value>(
    ticks: &[f32],
    stepped: bool,
    size: f32,
    budget: &mut usize,
    value: impl Fn(f32) -> Option<T>,
) -> (Vec<f32>, Vec<T>) {
    let mut out: Vec<(f32, T)> = Vec::with_capacity(ticks.len());
    let keys: Vec<(f32, T)> = ticks.iter().filter_map(|&tick| Some((tick, value(tick)?))).collect();
    for pair in keys.windows(2) {
        let &[start, end] = pair else { continue };
        out.push(start);
        if stepped {
            let before = end.0.next_down();
            if before > start.0 {
                out.push((before, start.1));
            }
            continue;
        }
        // The later half waits on the stack while the earlier one is looked at.
        let mut stack = vec![(start, end, 0)];
        while let Some((a, b, depth)) = stack.pop() {
            let middle = a.0 + (b.0 - a.0) * 0.5;
            let splits = depth < DEPTH && *budget > 0 && middle > a.0 && middle < b.0;
            let near = |t: f32| {
                let tick = a.0 + (b.0 - a.0) * t;
                let share = (tick - a.0) / (b.0 - a.0);
                value(tick).is_none_or(|v| a.1.mix(b.1, share).distance(v) <= TOLERANCE * size)
            };
            match value(middle).filter(|_| splits && ![0.25, 0.5, 0.75].into_iter().all(near)) {
                Some(found) => {
                    *budget -= 1;
                    stack.push(((middle, found), b, depth + 1));
                    stack.push((a, (middle, found), depth + 1));
                }
                None if b.0 < end.0 => out.push(b),
                None => {}
            }
        }
    }
    out.extend(keys.last().copied());
    out.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::NodeId;

    #[test]
    fn splines_and_steps_are_followed() {
        let spline = vec![Vec3::ZERO, Vec3::ZERO, Vec3::X * 3.0, Vec3::Y * 3.0, Vec3::new(1.0, 1.0, 0.0), Vec3::ZERO];
        let turns: Vec<Quat> = [0.0, 0.0, 4.0, 4.0, 1.0, 0.0].map(Quat::from_rotation_z).to_vec();
        let steps = vec![Vec3::ZERO, Vec3::X];
        for (interpolation, track) in [
            (Interpolation::CubicSpline, Track::Translation(spline)),
            (Interpolation::CubicSpline, Track::Rotation(turns)),
            (Interpolation::Step, Track::Scale(steps)),
        ] {
            let channel = Channel { target: NodeId(0), interpolation, times: vec![1.0, 3.0], track };
            let (written, added) = linear(&channel, 2.0, &mut 1000);
            assert!(written.times.is_sorted_by(|a, b| a < b) && written.track.len() == written.times.len());
            assert_eq!(written.times.len(), 2 + added);
            assert!(added < 200, "{added}");
            for n in 0..=64 {
                let tick = 1.0 + n as f32 / 32.0;
                let far = match (channel.sample(tick, 2.0), written.sample(tick, 2.0)) {
                    (Some(Sample::Rotation(a)), Some(Sample::Rotation(b))) => a.distance(b),
                    (Some(Sample::Translation(a)), Some(Sample::Translation(b)))
                    | (Some(Sample::Scale(a)), Some(Sample::Scale(b))) => Vec3::distance(a, b),
                    other => panic!("{other:?}"),
                };
                assert!(far < 4.0 * TOLERANCE, "{interpolation:?} at {tick}: {far}");
            }
        }
    }
}

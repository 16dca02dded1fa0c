//! Normalised linear rotations as spherical ones: keys are inserted until both agree.

use glam::Quat;
use retromesh_core::keyframes::Channel;
use retromesh_core::pose::Sample;

/// The largest angle, in radians, between what the channel says and what a reader makes of the written keys.
const TOLERANCE: f32 = 1e-4;
/// How often a span is halved at most: a turn by a full circle has a corner that no number of keys meets.
const DEPTH: u32 = 12;

/// Inserts keys into `ticks` and `values` until spherical interpolation between them follows the channel; returns how many.
pub(super) fn to_spherical(
    channel: &Channel,
    ticks_per_second: f32,
    ticks: &mut Vec<f32>,
    values: &mut Vec<Quat>,
    budget: &mut usize,
) -> usize {
    let truth = |tick: f32| match channel.sample(tick, ticks_per_second) {
        Some(Sample::Rotation(q)) => Some(q),
        _ => None,
    };
    let keys: Vec<(f32, Quat)> = ticks.iter().copied().zip(values.iter().copied()).collect();
    let mut out: Vec<(f32, Quat)> = Vec::with_capacity(keys.len());
    for pair in keys.windows(2) {
        let &[start, end] = pair else { continue };
        out.push(start);
        // The later half waits on the stack while the earlier one is looked at.
        let mut stack = vec![(start, end, 0)];
        while let Some((a, b, depth)) = stack.pop() {
            let middle = a.0 + (b.0 - a.0) * 0.5;
            let splits = depth < DEPTH && *budget > 0 && middle > a.0 && middle < b.0;
            match truth(middle).filter(|_| splits && !follows(a, b, truth)) {
                Some(value) => {
                    *budget -= 1;
                    stack.push(((middle, value), b, depth + 1));
                    stack.push((a, (middle, value), depth + 1));
                }
                None if b.0 < end.0 => out.push(b),
                None => {}
            }
        }
    }
    out.extend(keys.last().copied());
    let inserted = out.len() - keys.len();
    if inserted > 0 {
        (*ticks, *values) = out.into_iter().unzip();
    }
    inserted
}

/// Tells whether spherical interpolation between two keys is within tolerance at a quarter, a half and three quarters.
fn follows(a: (f32, Quat), b: (f32, Quat), truth: impl Fn(f32) -> Option<Quat>) -> bool {
    [0.25f32, 0.5, 0.75].into_iter().all(|t| {
        let tick = a.0 + (b.0 - a.0) * t;
        let share = if b.0 > a.0 { (tick - a.0) / (b.0 - a.0) } else { 0.0 };
        truth(tick).is_none_or(|q| angle(a.1.normalize().slerp(b.1.normalize(), share), q) <= TOLERANCE)
    })
}

/// Returns the angle between two rotations, in radians; exact for small ones, unlike the arc cosine.
fn angle(a: Quat, b: Quat) -> f32 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    4.0 * ((a - b).length() * 0.5).min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::NodeId;
    use retromesh_core::keyframes::{Interpolation, Track};

    #[test]
    fn keys_are_inserted_until_both_agree() {
        let third = Quat::from_rotation_z(2.0);
        for end in [Quat::IDENTITY, Quat::from_rotation_x(0.05), third, -third, -Quat::IDENTITY] {
            let mut values = vec![Quat::IDENTITY, end];
            let mut ticks = vec![0.0, 10.0];
            let channel = Channel {
                target: NodeId(0),
                interpolation: Interpolation::LinearNormalized,
                times: ticks.clone(),
                track: Track::Rotation(values.clone()),
            };
            let inserted = to_spherical(&channel, 1.0, &mut ticks, &mut values, &mut 1000);
            assert_eq!(ticks.len(), 2 + inserted);
            assert!(inserted < 200, "{end}: {inserted}");
            assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]));
            let written = Channel {
                interpolation: Interpolation::Linear,
                times: ticks,
                track: Track::Rotation(values),
                ..channel.clone()
            };
            // The full turn has its corner in the middle.
            for tick in [0.7, 3.3, 4.4, 6.1, 9.9] {
                let (Some(Sample::Rotation(a)), Some(Sample::Rotation(b))) =
                    (channel.sample(tick, 1.0), written.sample(tick, 1.0))
                else {
                    panic!("no rotation")
                };
                assert!(angle(a, b) < 2.0 * TOLERANCE, "{end} at {tick}: {}", angle(a, b));
            }
        }
    }
}

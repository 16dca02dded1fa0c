//! Which rates hold a clip.

use super::round::degrees;
use glam::Vec3;
use retromesh_core::keyframes::{Animation, Channel, Clip, Track};
use retromesh_core::pose::Sample;
use retromesh_kit::resample::{Mix, Value};

/// How far from a whole frame a key may be, in frames.
const NEAR: f32 = 2e-3;
/// How far a key between frames may be from what mixing the frames around it gives: degrees, and the share of a value's size.
const MIXED: (f32, f32) = (0.1, 1.0 / 2048.0);

/// Frames of a clip at a rate.
#[derive(Clone, Copy)]
pub(super) struct Frames<'a> {
    pub(super) animation: &'a Animation,
    pub(super) clip: &'a Clip,
    /// Frames a second.
    pub(super) hz: f32,
}

impl Frames<'_> {
    /// Returns whether all keys of the clip, and its end, are on whole frames.
    pub(super) fn hold_all_keys(self) -> bool {
        self.is_whole(self.clip.last) && self.channels().all(|c| self.keys(c).all(|t| self.is_whole(t)))
    }

    /// Returns whether the end of the clip is on a whole frame, and its keys either do too or are what mixing the frames around
    /// them gives: such keys were put in for a format that mixes in another way.
    pub(super) fn hold_all_motion(self) -> bool {
        self.is_whole(self.clip.last)
            && self.channels().all(|c| self.keys(c).all(|t| self.is_whole(t) || self.is_mixed(c, t)))
    }

    fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.animation.channels.iter().filter(|c| !matches!(c.track, Track::Weights { .. }))
    }

    fn keys(&self, channel: &Channel) -> impl Iterator<Item = f32> {
        channel.times.iter().copied().filter(|t| (self.clip.first..=self.clip.last).contains(t))
    }

    fn frame(&self, tick: f32) -> f32 {
        (tick - self.clip.first) / self.animation.ticks_per_second * self.hz
    }

    fn is_whole(&self, tick: f32) -> bool {
        let frame = self.frame(tick);
        (frame - frame.round()).abs() < NEAR
    }

    fn is_mixed(&self, channel: &Channel, tick: f32) -> bool {
        let frame = self.frame(tick);
        let rate = self.animation.ticks_per_second;
        let at = |frame: f32| channel.sample(self.clip.first + frame / self.hz * rate, rate);
        let share = frame - frame.floor();
        let near = |a: Vec3, b: Vec3, c: Vec3| {
            let size = a.length().max(b.length()).max(c.length());
            (a.lerp(b, share) - c).length() <= size * MIXED.1
        };
        match (at(frame.floor()), at(frame.ceil()), channel.sample(tick, rate)) {
            (Some(Sample::Rotation(a)), Some(Sample::Rotation(b)), Some(Sample::Rotation(c))) => {
                degrees(a.mix(b, share, Mix::NormalizedShorter), c) <= MIXED.0
            }
            (Some(Sample::Translation(a)), Some(Sample::Translation(b)), Some(Sample::Translation(c)))
            | (Some(Sample::Scale(a)), Some(Sample::Scale(b)), Some(Sample::Scale(c))) => near(a, b, c),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use retromesh_core::NodeId;
    use retromesh_core::keyframes::Interpolation;

    fn turning(times: &[f32], degrees: &[f32]) -> Animation {
        let values = degrees.iter().map(|d| Quat::from_rotation_z(d.to_radians())).collect();
        let (interpolation, times) = (Interpolation::Linear, times.to_vec());
        let channel = Channel { target: NodeId(0), interpolation, times, track: Track::Rotation(values) };
        Animation { last: 2.0, ticks_per_second: 1.0, channels: vec![channel], ..Animation::default() }
    }

    #[test]
    fn keys_between_frames_are_held_where_mixing_gives_them() {
        for (times, degrees, all_keys, all_motion) in [
            (&[0.0, 1.0, 2.0][..], &[0.0, 30.0, 0.0][..], true, true),
            (&[0.0, 0.5, 1.0, 2.0], &[0.0, 15.0, 30.0, 0.0], false, true),
            (&[0.0, 0.5, 1.0, 2.0], &[0.0, 25.0, 30.0, 0.0], false, false),
        ] {
            let animation = turning(times, degrees);
            let clip = animation.whole();
            let frames = Frames { animation: &animation, clip: &clip, hz: 1.0 };
            assert_eq!((frames.hold_all_keys(), frames.hold_all_motion()), (all_keys, all_motion), "{times:?}");
        }
    }
}

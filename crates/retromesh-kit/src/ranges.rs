//! Clips that are named outside of a model's file, as mods and engines keep them.

use crate::frames::{Clock, FrameTable, RangeUnit};
use retromesh_core::diagnostics::{Code, Diagnostics, Finding};
use retromesh_core::error::Result;
use retromesh_core::keyframes::{Animation, Clip, is_rate};
use retromesh_core::scene::Scene;
use std::collections::HashMap;

/// A number that is this near to a whole one is that one: seconds are rounded.
const NEAR: f32 = 1e-3;

/// A clip by the frames that a program plays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClipRange {
    /// The name.
    pub name: String,
    /// The first frame.
    pub first: f32,
    /// The last frame, inclusive.
    pub last: f32,
    /// Frames per second; the rate of the file where it is not said.
    pub speed: Option<f32>,
    /// Whether playing starts over at the end; it does where it is not said.
    pub looping: Option<bool>,
    /// The seconds in which a program passes over to the clip; none where it is not said.
    pub blend: Option<f32>,
    /// What its numbers and its speed count.
    pub unit: RangeUnit,
}

impl ClipRange {
    /// Returns the range, or says why it is none.
    pub fn checked(self) -> std::result::Result<Self, String> {
        let Self { name, first, last, speed, unit, .. } = &self;
        if !first.is_finite() || !last.is_finite() || first > last {
            return Err(format!("clip {name}: {first} to {last} is no range"));
        }
        if speed.is_some_and(|speed| !is_rate(speed)) {
            return Err(format!("clip {name}: its speed must be positive"));
        }
        if matches!(unit, RangeUnit::Seconds(Some(rate)) if !is_rate(*rate)) {
            return Err(format!("clip {name}: the rate of its table must be positive"));
        }
        Ok(self)
    }

    /// Returns the frames a second that its timeline has, as far as it says.
    fn rate(&self) -> Option<f32> {
        let rate = match self.unit {
            RangeUnit::Frames => self.speed,
            RangeUnit::Seconds(rate) => rate,
        };
        rate.filter(|rate| *rate > 0.0 && rate.is_finite())
    }

    /// Returns the range in frames, of which `own` are a second where it does not say so; seconds begin at the frame `start`.
    fn in_frames(&self, own: f32, start: f32) -> Self {
        let RangeUnit::Seconds(rate) = self.unit else { return self.clone() };
        let near = |x: f32| if (x - x.round()).abs() <= NEAR { x.round() } else { x };
        let frames = |seconds: f32| near(seconds * rate.unwrap_or(own));
        let (first, last) = (frames(self.first) + start, frames(self.last) + start);
        Self { first, last, speed: self.speed.map(frames), unit: RangeUnit::Frames, ..self.clone() }
    }

    /// Returns the range for a model of seconds, which holds no speed.
    fn in_seconds(&self) -> Self {
        let speed = self.speed.filter(|_| self.unit == RangeUnit::Frames);
        Self { speed, ..self.clone() }
    }
}

/// The clips of a model as another file names them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClipRanges {
    /// The clips.
    pub ranges: Vec<ClipRange>,
    /// The number of the first frame of a file as the ranges count: 0 in Luanti, which counts b3d frames from 0; 1 in the file itself.
    pub first_frame: f32,
}

impl ClipRanges {
    /// Gives the first animation that moves something these clips in place of its own, and the speed of the first range that has one as its
    /// rate unless `rate` is said. Ranges without a speed play at that rate, too, which is reported.
    ///
    /// Ranges outside of the timeline and those that end before they begin are dropped, and those that reach out of it cut; both are reported.
    /// A speed that is not positive counts as none.
    pub fn apply(
        &self,
        scene: &mut Scene,
        clock: Clock,
        rate: Option<f32>,
        diagnostics: &mut Diagnostics,
    ) -> Result<()> {
        if self.ranges.is_empty() {
            return Ok(());
        }
        let Some(animation) = moving(scene) else {
            let finding = Finding::new(Code::IndexOutOfRange).times(self.ranges.len());
            return diagnostics.report(finding.detail("clips are named, but the model does not move"));
        };
        let counts_frames = clock.counts_frames(animation.ticks_per_second);
        let first_tick = clock.first_tick();
        let speed_of = |range: &ClipRange| range.speed.filter(|speed| *speed > 0.0 && speed.is_finite());
        let speed = self.ranges.iter().find_map(ClipRange::rate).filter(|_| counts_frames && rate.is_none());
        let own = animation.ticks_per_second;
        // Seconds begin where the timeline does.
        let start = animation.first.min(first_tick) - first_tick + self.first_frame;
        animation.ticks_per_second = speed.unwrap_or(own);
        let mut clips = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges {
            let range = &if counts_frames { range.in_frames(own, start) } else { range.in_seconds() };
            let speed = speed_of(range);
            let place = || format!("clip {}", range.name);
            let tick = |frame: f32| match (counts_frames, speed) {
                (true, _) => frame - self.first_frame + first_tick,
                (false, Some(speed)) => (frame - self.first_frame) / speed * animation.ticks_per_second,
                (false, None) => frame,
            };
            let frame = |tick: f32| match (counts_frames, speed) {
                (true, _) => tick + self.first_frame - first_tick,
                (false, Some(speed)) => tick / animation.ticks_per_second * speed + self.first_frame,
                (false, None) => tick,
            };
            let (first, last) = (tick(range.first), tick(range.last));
            let is_inside = first <= last && first <= animation.last && last >= animation.first;
            let cut = (first.max(animation.first), last.min(animation.last));
            let timeline = || {
                let unit = if counts_frames || speed.is_some() { "frames" } else { "seconds" };
                let all = (frame(animation.first), frame(animation.last));
                format!("{unit} {} to {} of {} to {}", range.first, range.last, all.0, all.1)
            };
            if !is_inside {
                diagnostics.report(Finding::new(Code::IndexOutOfRange).within(place()).detail(timeline()))?;
                continue;
            }
            if cut != (first, last) {
                diagnostics.report(Finding::new(Code::ClampedValue).within(place()).detail(timeline()))?;
            }
            let (name, looping) = (range.name.clone(), range.looping.unwrap_or(true));
            clips.push(Clip { name, first: cut.0, last: cut.1, looping });
            let rate = animation.ticks_per_second;
            if let Some(speed) = Some(speed.unwrap_or(own)).filter(|speed| counts_frames && *speed != rate) {
                let detail = match speed_of(range) {
                    Some(_) => format!("it plays at {speed} frames a second, its timeline at {rate}"),
                    None => {
                        format!("it has no speed: it plays at {rate} frames a second, as others do, not at {speed}")
                    }
                };
                diagnostics.report(Finding::new(Code::RateNotStored).within(place()).detail(detail))?;
            }
        }
        animation.clips = clips;
        Ok(())
    }

    /// Gives the clips of a table the speeds and the transitions that are named for them; `scene` is the one that was written.
    pub fn complete(&self, table: &mut FrameTable, scene: &Scene, clock: Clock) {
        let moving = scene.animations.iter().find(|animation| !animation.channels.is_empty());
        let Some(rate) = moving.map(|animation| animation.ticks_per_second) else { return };
        // The first speed became the rate of a timeline of frames.
        let is_rate_of_frames = self.ranges.iter().find_map(ClipRange::rate) == Some(rate);
        let counts_frames = clock.counts_frames(rate) || is_rate_of_frames;
        // Of several ranges of one name the first counts.
        let named: HashMap<&str, &ClipRange> =
            self.ranges.iter().rev().map(|named| (named.name.as_str(), named)).collect();
        for range in &mut table.ranges {
            let Some(named) = named.get(range.name.as_str()) else { continue };
            range.blend = named.blend;
            let times = match named.unit {
                RangeUnit::Frames => named.speed.filter(|_| counts_frames).map(|speed| speed / rate),
                RangeUnit::Seconds(own) => named.speed.map(|speed| speed * own.map_or(1.0, |own| own / rate)),
            };
            range.speed =
                times.filter(|&times| times > 0.0 && times != 1.0).map(|times| table.speed * times).or(range.speed);
        }
    }
}

fn moving(scene: &mut Scene) -> Option<&mut Animation> {
    scene.animations.iter_mut().find(|animation| !animation.channels.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use retromesh_core::NodeId;
    use retromesh_core::keyframes::{Channel, Interpolation, Track};

    fn scene(first: f32, last: f32, ticks_per_second: f32) -> Scene {
        let track = Track::Translation(vec![Vec3::ZERO; 2]);
        let (interpolation, times) = (Interpolation::Linear, vec![first, last]);
        let channels = vec![Channel { target: NodeId(0), interpolation, times, track }];
        Scene {
            animations: vec![Animation { first, last, ticks_per_second, channels, ..Animation::default() }],
            ..Scene::default()
        }
    }

    fn range(name: &str, first: f32, last: f32, speed: Option<f32>) -> ClipRange {
        ClipRange { name: name.into(), first, last, speed, ..ClipRange::default() }
    }

    fn seconds(rate: Option<f32>) -> ClipRange {
        ClipRange { unit: RangeUnit::Seconds(rate), ..range("walk", 0.133_333_34, 0.266_666_68, Some(1.0)) }
    }

    /// Timeline and rate, what its ticks are, first frame, a range; the clip, the rate, what is reported.
    type Case = ((f32, f32, f32), Clock, f32, ClipRange, Option<(f32, f32)>, f32, Option<Code>);

    #[test]
    fn ranges_become_clips() {
        let [b3d, gltf] = [Clock::default(), Clock::Seconds];
        let rows: [Case; 13] = [
            ((1.0, 220.0, 30.0), b3d, 0.0, range("walk", 168.0, 187.0, None), Some((169.0, 188.0)), 30.0, None),
            ((1.0, 220.0, 30.0), gltf, 1.0, range("walk", 168.0, 187.0, None), Some((168.0, 187.0)), 30.0, None),
            ((1.0, 220.0, 24.0), gltf, 0.0, range("walk", 168.0, 187.0, Some(15.0)), Some((169.0, 188.0)), 15.0, None),
            (
                (1.0, 100.0, 30.0),
                b3d,
                0.0,
                range("mine", 90.0, 120.0, None),
                Some((91.0, 100.0)),
                30.0,
                Some(Code::ClampedValue),
            ),
            ((1.0, 100.0, 30.0), b3d, 0.0, range("lay", 162.0, 166.0, None), None, 30.0, Some(Code::IndexOutOfRange)),
            // A file of frames may say that one lasts a second.
            ((1.0, 100.0, 1.0), b3d, 0.0, range("walk", 15.0, 30.0, Some(15.0)), Some((16.0, 31.0)), 15.0, None),
            (
                (0.0, 100.0, 4800.0),
                Clock::Frames { first: 0.0 },
                0.0,
                range("walk", 15.0, 30.0, None),
                Some((15.0, 30.0)),
                4800.0,
                None,
            ),
            ((0.0, 2.0, 1.0), gltf, 0.0, range("walk", 15.0, 30.0, Some(15.0)), Some((1.0, 2.0)), 1.0, None),
            ((0.0, 2.0, 1.0), gltf, 0.0, range("walk", 0.5, 1.5, None), Some((0.5, 1.5)), 1.0, None),
            // Seconds, with the rate of their table and without, from the first key on.
            ((1.0, 10.0, 60.0), b3d, 1.0, seconds(Some(30.0)), Some((5.0, 9.0)), 30.0, None),
            ((1.0, 10.0, 15.0), b3d, 0.0, seconds(None), Some((3.0, 5.0)), 15.0, None),
            ((0.0, 10.0, 30.0), b3d, 0.0, seconds(Some(30.0)), Some((4.0, 8.0)), 30.0, None),
            ((0.0, 2.0, 1.0), gltf, 0.0, seconds(Some(30.0)), Some((0.133_333_34, 0.266_666_68)), 1.0, None),
        ];
        for ((first, last, rate), clock, first_frame, range, clip, new_rate, code) in rows {
            let mut scene = scene(first, last, rate);
            let mut diagnostics = Diagnostics::new();
            let ranges = ClipRanges { ranges: vec![range.clone()], first_frame };
            ranges.apply(&mut scene, clock, None, &mut diagnostics).unwrap();
            let animation = &scene.animations[0];
            let clips: Vec<_> = animation.clips.iter().map(|clip| (clip.first, clip.last)).collect();
            assert_eq!((clips, animation.ticks_per_second), (clip.into_iter().collect(), new_rate), "{range:?}");
            let codes: Vec<_> = diagnostics.entries().iter().map(|entry| entry.code).collect();
            assert_eq!(codes, code.into_iter().collect::<Vec<_>>(), "{range:?}");
        }
    }

    #[test]
    fn clips_of_several_speeds_are_reported_and_are_in_the_table() {
        let mut scene = scene(1.0, 100.0, 24.0);
        let ranges = vec![
            range("stand", 0.0, 79.0, Some(30.0)),
            range("walk", 80.0, 89.0, Some(15.0)),
            range("run", 90.0, 99.0, None),
        ];
        let ranges = ClipRanges { ranges, first_frame: 0.0 };
        let mut diagnostics = Diagnostics::new();
        ranges.apply(&mut scene, Clock::default(), None, &mut diagnostics).unwrap();
        assert_eq!(scene.animations[0].ticks_per_second, 30.0);
        let details = [
            "it plays at 15 frames a second, its timeline at 30",
            "it has no speed: it plays at 30 frames a second, as others do, not at 24",
        ];
        let found = diagnostics.entries().iter().map(|entry| (entry.code, entry.detail.as_str()));
        assert_eq!(found.collect::<Vec<_>>(), details.map(|detail| (Code::RateNotStored, detail)));
        let row = |name: &str| crate::FrameRange { name: name.into(), ..Default::default() };
        let mut table = FrameTable { speed: 1.0, ranges: vec![row("stand"), row("walk")], ..FrameTable::default() };
        ranges.complete(&mut table, &scene, Clock::default());
        assert_eq!(table.ranges.iter().map(|range| range.speed).collect::<Vec<_>>(), [None, Some(0.5)]);
    }

    #[test]
    fn a_model_that_does_not_move_is_reported() {
        let mut diagnostics = Diagnostics::new();
        let ranges = ClipRanges { ranges: vec![range("walk", 0.0, 1.0, None)], first_frame: 0.0 };
        ranges.apply(&mut Scene::default(), Clock::default(), None, &mut diagnostics).unwrap();
        assert_eq!(diagnostics.entries().len(), 1);
    }
}

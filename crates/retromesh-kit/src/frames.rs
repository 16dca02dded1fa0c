//! Frames: the ticks of animations on one timeline that is counted as engines count it.

use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Error;
use retromesh_core::keyframes::{Animation, is_rate};
use retromesh_core::scene::Scene;

/// The clips of a written file, in the numbers that a program plays them by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrameTable {
    /// Numbers a second: the speed at which a clip lasts as long as in the source.
    pub speed: f32,
    /// The clips in order; one for the whole timeline where the scene names none.
    pub ranges: Vec<FrameRange>,
    /// Whether each clip is an animation of its own, which a program plays by name.
    pub separate: bool,
    /// What the numbers count.
    pub unit: RangeUnit,
}

/// What the numbers of clips count.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum RangeUnit {
    /// Frames.
    #[default]
    Frames,
    /// Seconds since the start of the timeline, and how many frames are in one; `None` for as many as the model has.
    Seconds(Option<f32>),
}

impl RangeUnit {
    /// Returns seconds of a timeline that has this many ticks in one; few are no frames.
    pub fn seconds(ticks_per_second: f32) -> Self {
        Self::Seconds(Some(ticks_per_second).filter(|rate| *rate >= SLOWEST))
    }
}

/// A range of a written timeline.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrameRange {
    /// The name of the clip or animation.
    pub name: String,
    /// Where it starts.
    pub first: f32,
    /// Where it ends, inclusive.
    pub last: f32,
    /// Whether playing starts over at the end.
    pub looping: bool,
    /// Numbers a second, where it is not the speed of the table.
    pub speed: Option<f32>,
    /// The seconds in which a program passes over to the clip, where they are known.
    pub blend: Option<f32>,
}

/// What the ticks of animations in files of a format are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Clock {
    /// Frames, whatever their rate.
    Frames {
        /// The tick that engines call frame 0.
        first: f32,
    },
    /// Seconds, unless there are many ticks a second: then the file was made of frames, and the first one is 1.
    Seconds,
}

impl Default for Clock {
    /// Frames that are counted from 1.
    fn default() -> Self {
        Self::Frames { first: 1.0 }
    }
}

impl Clock {
    pub(crate) fn counts_frames(self, ticks_per_second: f32) -> bool {
        self != Self::Seconds || ticks_per_second >= SLOWEST
    }

    pub(crate) fn first_tick(self) -> f32 {
        match self {
            Self::Frames { first } => first,
            Self::Seconds => 1.0,
        }
    }
}

/// All animations with channels, laid end to end on whole frames that are counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameLayout {
    /// Frames per second.
    pub rate: f32,
    /// Whether the ticks of the scene are frames already.
    pub own_frames: bool,
    /// Whether all keys are on whole frames.
    pub whole: bool,
    /// Each animation that has channels, by its number in the scene, with its place.
    pub clocks: Vec<(usize, FrameClock)>,
    /// The numbers of the animations that would end after the last frame that has a number, [`i32::MAX`]: they have no place.
    pub beyond: Vec<usize>,
}

/// How ticks of one animation become frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameClock {
    frames_per_tick: f64,
    /// Added to the frames.
    offset: f64,
    /// The first frame of its range.
    pub first: i32,
    /// The last frame of its range, inclusive.
    pub last: i32,
}

/// The usual rates, in frames per second, in the order in which they are tried.
const RATES: [f32; 8] = [24.0, 30.0, 60.0, 25.0, 15.0, 12.0, 10.0, 20.0];
/// Slower clocks than this are seconds, not frames.
pub const SLOWEST: f32 = 10.0;
/// How far a key may lie from a whole frame, in frames.
const NEAR: f64 = 1e-4;
/// The last frame, [`i32::MAX`], as ticks hold it: the nearest 32-bit float.
const LAST: f64 = i32::MAX as f32 as f64;

impl FrameClock {
    /// Returns the frame at a tick, between whole ones where the tick is.
    pub fn position(&self, tick: f32) -> f64 {
        f64::from(tick) * self.frames_per_tick + self.offset
    }

    /// Returns the whole frame nearest to a tick.
    pub fn frame(&self, tick: f32) -> i32 {
        self.position(tick).round() as i32
    }

    /// Returns the tick of a place between frames.
    pub fn tick_between(&self, frame: f64) -> f32 {
        ((frame - self.offset) / self.frames_per_tick) as f32
    }

    /// Returns whether frames have other numbers than the ticks that they come from.
    pub fn is_moved(&self) -> bool {
        self.offset != 0.0
    }
}

impl FrameLayout {
    /// Lays out the animations of a scene at a rate, or, without one, in the source's own frames where those are whole, else at the
    /// smallest usual rate at which all keys are on whole frames. `None` for a scene without channels.
    ///
    /// A single animation in frames of its own keeps their numbers unless they begin before `least`.
    pub fn of(scene: &Scene, frames_per_second: Option<f32>, least: i32) -> Option<Self> {
        let moves = |a: &&Animation| !a.channels.is_empty();
        let several = scene.animations.iter().filter(moves).count() > 1;
        let (rate, own_frames, whole) = rate(scene, frames_per_second);
        let mut layout = Self { rate, own_frames, whole, clocks: Vec::new(), beyond: Vec::new() };
        let mut next = 1.0;
        for (number, animation) in scene.animations.iter().enumerate().filter(|(_, animation)| moves(animation)) {
            let least = if several { i32::MAX } else { least };
            match clock(animation, (rate, own_frames), next, least) {
                Some(clock) => {
                    next = f64::from(clock.last) + 1.0;
                    layout.clocks.push((number, clock));
                }
                None => layout.beyond.push(number),
            }
        }
        (!layout.clocks.is_empty() || !layout.beyond.is_empty()).then_some(layout)
    }

    /// Reports the keys of the animations that have no place.
    ///
    /// # Errors
    ///
    /// Those of [`Diagnostics::report`].
    pub fn report_beyond(&self, scene: &Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let animations = self.beyond.iter().filter_map(|&number| scene.animations.get(number));
        let keys = animations.map(Animation::key_count).sum::<usize>();
        let detail = "an animation ends after the last frame that can be written";
        diagnostics.note(Code::LostKeys, keys, detail)
    }

    /// Returns whether a single animation's frames have other numbers than in the source.
    pub fn is_renumbered(&self) -> bool {
        match self.clocks.as_slice() {
            [(_, clock)] => self.own_frames && clock.is_moved(),
            _ => false,
        }
    }
}

/// Returns the first rate that fits: `own`, where there is one, else a usual one.
pub fn usual_rate(own: Option<f32>, fits: impl Fn(f32) -> bool) -> Option<f32> {
    own.into_iter().chain(RATES).find(|&rate| fits(rate))
}

fn is_whole(scene: &Scene, frames_per_second: Option<f32>) -> bool {
    scene.animations.iter().all(|animation| {
        let factor = frames_per_second.map_or(1.0, |rate| f64::from(rate) / f64::from(animation.ticks_per_second));
        animation.channels.iter().flat_map(|channel| &channel.times).all(|&time| {
            let frame = f64::from(time) * factor;
            let rounding = frame.abs() * 2.0 * f64::from(f32::EPSILON);
            let near = if factor == 1.0 { 0.0 } else { NEAR.max(rounding) };
            (frame - frame.round()).abs() <= near
        })
    })
}

/// Returns the rate, whether ticks are frames already, and whether all keys are on whole frames.
fn rate(scene: &Scene, asked: Option<f32>) -> (f32, bool, bool) {
    let source = scene.animations.first().map_or(60.0, |animation| animation.ticks_per_second);
    let same = scene.animations.iter().all(|animation| animation.ticks_per_second == source);
    if let Some(rate) = asked.filter(|&rate| is_rate(rate)) {
        return (rate, false, is_whole(scene, Some(rate)));
    }
    if same && is_whole(scene, None) {
        return (source, true, true);
    }
    let own = (source >= SLOWEST).then_some(source);
    match usual_rate(own, |rate| is_whole(scene, Some(rate))) {
        Some(rate) => (rate, false, true),
        None => (own.unwrap_or(60.0), false, false),
    }
}

/// Returns the place of an animation; `None` after the last frame.
fn clock(animation: &Animation, (rate, own): (f32, bool), next: f64, least: i32) -> Option<FrameClock> {
    let frames_per_tick = if own { 1.0 } else { f64::from(rate) / f64::from(animation.ticks_per_second) };
    let times = || animation.channels.iter().flat_map(|channel| &channel.times).copied();
    let first = times().fold(animation.first, f32::min);
    let last = times().fold(animation.last, f32::max);
    let near = |x: f64, whole: f64| if (x - x.round()).abs() <= 1e-3 { x.round() } else { whole };
    let start = f64::from(first) * frames_per_tick;
    let end = f64::from(last) * frames_per_tick;
    let (start, end) = (near(start, start.floor()), near(end, end.ceil()));
    // A source with frames of its own keeps their numbers.
    let offset = if own && start >= f64::from(least) { 0.0 } else { next - start };
    let (start, end) = (start + offset, end + offset);
    (start < LAST && end <= LAST).then_some(FrameClock {
        frames_per_tick,
        offset,
        first: start as i32,
        last: end as i32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use retromesh_core::NodeId;
    use retromesh_core::keyframes::{Channel, Interpolation, Track};

    fn animation(times: &[f32], ticks_per_second: f32) -> Animation {
        let track = Track::Translation(vec![Vec3::ZERO; times.len()]);
        let channel = Channel { target: NodeId(0), interpolation: Interpolation::Linear, times: times.to_vec(), track };
        let (first, last) = (times[0], times[times.len() - 1]);
        Animation { first, last, ticks_per_second, channels: vec![channel], ..Animation::default() }
    }

    #[test]
    fn frames_keep_their_numbers_or_start_at_one() {
        // Times, ticks a second, rate that is asked for; rate, first and last frame, whether whole.
        type Case<'a> = (&'a [f32], f32, Option<f32>, f32, i32, i32, bool);
        let rows: [Case<'_>; 6] = [
            (&[1.0, 5.0, 80.0], 30.0, None, 30.0, 1, 80, true),
            (&[3.0, 80.0], 24.0, None, 24.0, 3, 80, true),
            (&[0.0, 10.0], 24.0, None, 24.0, 1, 11, true),
            (&[0.0, 0.5, 1.0], 1.0, None, 24.0, 1, 25, true),
            (&[0.0, 0.7123, 1.0], 1.0, None, 60.0, 1, 61, false),
            (&[1.0, 11.0], 10.0, Some(20.0), 20.0, 1, 21, true),
        ];
        for (times, tps, asked, rate, first, last, whole) in rows {
            let scene = Scene { animations: vec![animation(times, tps)], ..Scene::default() };
            let layout = FrameLayout::of(&scene, asked, 1).unwrap();
            let clock = layout.clocks[0].1;
            assert_eq!((layout.rate, clock.first, clock.last, layout.whole), (rate, first, last, whole), "{times:?}");
        }
        assert_eq!(FrameLayout::of(&Scene::default(), None, 1), None);
        for (least, first) in [(0, 0), (1, 1)] {
            let scene = Scene { animations: vec![animation(&[0.0, 10.0], 24.0)], ..Scene::default() };
            assert_eq!(FrameLayout::of(&scene, None, least).unwrap().clocks[0].1.first, first);
        }
    }

    #[test]
    fn several_animations_lie_end_to_end() {
        let animations = vec![animation(&[0.0, 1.0], 1.0), animation(&[0.0, 0.5], 1.0)];
        let layout = FrameLayout::of(&Scene { animations, ..Scene::default() }, Some(24.0), 0).unwrap();
        let places: Vec<_> = layout.clocks.iter().map(|(_, clock)| (clock.first, clock.last)).collect();
        assert_eq!(places, [(1, 25), (26, 38)]);
    }
}

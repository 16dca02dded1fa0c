//! Animations on the engine's clock.

use super::super::clips::{MERGED, READERS, Section, merge_equal};
use super::Time;
use crate::settings::{Clips, Settings};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Scene, SceneEdit, Valid};
use retromesh_kit::frames::{FrameClock, FrameLayout, FrameRange, FrameTable, RangeUnit};
use retromesh_kit::resample::{Keys, Resampler, Value, extent, fence};
use retromesh_kit::{Budget, ExportOptions};

/// How the times of the file came about, so that a reader of this project finds the frames again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Timing {
    pub(in super::super) time: Time,
    /// Frames per second.
    pub(in super::super) rate: f32,
}

impl Timing {
    /// Returns the ticks that are a unit of the file's time.
    fn ticks_per_unit(self) -> f32 {
        match self.time {
            Time::Seconds => self.rate,
            Time::Frames => 1.0,
        }
    }

    /// Returns the time of a tick of an animation that begins at another one.
    fn time(self, tick: f32, start: f32) -> f32 {
        Section { first: start, last: tick, ticks_per_second: self.ticks_per_unit() }.seconds(tick)
    }
}

/// Returns whether all clips become one animation.
fn is_one(settings: &Settings) -> bool {
    settings.clips != Clips::Named
}

/// Returns the tick of a frame: ticks are frames, counted from 0, as seconds are not exact.
fn tick(frame: f64) -> f32 {
    (frame - 1.0) as f32
}

/// Puts all animations on the engine's clock, a frame a tick, and makes them linear or stepped.
pub(super) fn retime(
    scene: &mut SceneEdit<'_>,
    time: Time,
    options: &ExportOptions,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
    budget: &Budget,
) -> Result<Timing> {
    let mut weights = 0;
    for animation in scene.animations_mut() {
        let before = animation.channels.len();
        animation.channels.retain(|channel| !matches!(channel.track, Track::Weights { .. }));
        weights += before - animation.channels.len();
    }
    let finding = Finding::new(Code::LostKeys).times(weights);
    diagnostics.report(finding.detail("the engine refuses files with morph weights in animations"))?;
    let Some(layout) = FrameLayout::of(scene, options.frames_per_second, 1) else {
        scene.animations_mut().clear();
        return Ok(Timing { time, rate: 1.0 });
    };
    layout.report_beyond(scene, diagnostics)?;
    let timing = Timing { time, rate: layout.rate };
    let several = layout.clocks.len() > 1;
    let (mut added, mut moved) = (0, Vec::with_capacity(layout.clocks.len()));
    for (number, clock) in &layout.clocks {
        let mut animation = scene.animations[*number].clone();
        let mixed = several && is_one(settings);
        for channel in &mut animation.channels {
            let spline = channel.interpolation == Interpolation::CubicSpline;
            if spline || (mixed && channel.interpolation != Interpolation::Linear) {
                let (straight, more) = linear(channel, animation.ticks_per_second, budget)?;
                *channel = straight;
                added += more.max(usize::from(spline));
            }
            channel.times.iter_mut().for_each(|time| *time = tick(clock.position(*time)));
        }
        for clip in &mut animation.clips {
            (clip.first, clip.last) = (tick(clock.position(clip.first)), tick(clock.position(clip.last)));
        }
        (animation.first, animation.last) =
            (tick(clock.position(animation.first)), tick(clock.position(animation.last)));
        animation.ticks_per_second = timing.ticks_per_unit();
        moved.push((animation, *clock));
    }
    diagnostics.note(Code::AdaptedKeys, added, "the engine reads steps and lines only")?;
    diagnostics.report(Finding::new(Code::RenumberedFrames).times(usize::from(layout.is_renumbered())))?;
    let mut animations = if is_one(settings) && several {
        diagnostics.report(Finding::new(Code::JoinedAnimations).times(moved.len()))?;
        vec![join(scene, &moved, timing)]
    } else {
        moved.into_iter().map(|(animation, _)| animation).collect()
    };
    if let ([animation], true) = (animations.as_mut_slice(), is_one(settings)) {
        // The clock of the whole timeline starts at frame 1.
        animation.first = 0.0;
    }
    let channels = animations.iter_mut().flat_map(|animation| &mut animation.channels);
    let merged = channels.map(|channel| merge_equal(&mut channel.times, &mut channel.track, 1)).sum::<usize>();
    diagnostics.note(Code::ResampledKeys, merged, MERGED)?;
    *scene.animations_mut() = animations;
    Ok(timing)
}

/// Returns a linear channel that follows another one, and how many keys it has more; steps become ramps of no length that counts.
fn linear(channel: &Channel, ticks_per_second: f32, budget: &Budget) -> Result<(Channel, usize)> {
    let (times, rate) = (&channel.times, ticks_per_second);
    let readers = Resampler { size: extent(&channel.track), ..READERS };
    let (times, track) = match &channel.track {
        Track::Rotation(_) => timed(readers.channel(channel, rate, times, budget)?.keys, Track::Rotation),
        Track::Translation(_) => timed(readers.channel(channel, rate, times, budget)?.keys, Track::Translation),
        Track::Scale(_) => timed(readers.channel(channel, rate, times, budget)?.keys, Track::Scale),
        Track::Weights { .. } => (times.clone(), channel.track.clone()),
    };
    let added = times.len().saturating_sub(channel.times.len());
    Ok((Channel { target: channel.target, interpolation: Interpolation::Linear, times, track }, added))
}

fn timed<T>(keys: Keys<T>, track: fn(Vec<T>) -> Track) -> (Vec<f32>, Track) {
    let (times, values) = keys.into_iter().map(|(tick, value)| (tick as f32, value)).unzip();
    (times, track(values))
}

/// Returns the clips in the numbers that mods use.
pub(in super::super) fn table(
    scene: &Valid<'_>,
    time: Time,
    options: &ExportOptions,
    settings: &Settings,
) -> Option<FrameTable> {
    let budget = Budget::of(scene, options);
    let mut scene = scene.borrowed().edit();
    let timing = retime(&mut scene, time, options, settings, &mut Diagnostics::new(), &budget).ok()?;
    let one = is_one(settings);
    let range = |clip: &Clip| {
        // An animation of its own starts at 0.
        let start = if one { 0.0 } else { clip.first };
        FrameRange {
            name: clip.name.clone(),
            first: timing.time(clip.first, start),
            last: timing.time(clip.last, start),
            looping: clip.looping,
            ..FrameRange::default()
        }
    };
    let ranges: Vec<FrameRange> =
        scene.animations.iter().flat_map(Animation::clips_or_whole).map(|clip| range(&clip)).collect();
    let unit = match time {
        Time::Seconds => RangeUnit::seconds(timing.rate),
        Time::Frames => RangeUnit::Frames,
    };
    let speed = timing.rate / timing.ticks_per_unit();
    (!ranges.is_empty()).then_some(FrameTable { speed, ranges, separate: !one, unit })
}

/// Joins animations that lie end to end; what moves in one of them only rests in the others.
fn join(scene: &Scene, animations: &[(Animation, FrameClock)], timing: Timing) -> Animation {
    let mut joined = Animation { ticks_per_second: timing.ticks_per_unit(), looping: true, ..Animation::default() };
    let mut order: Vec<(NodeId, &'static str)> = Vec::new();
    for (animation, clock) in animations {
        if animation.clips.is_empty() {
            joined.clips.push(animation.whole());
        }
        joined.clips.extend(animation.clips.iter().cloned());
        joined.looping &= animation.looping;
        joined.last = joined.last.max(tick(clock.last.into()));
        order.extend(animation.channels.iter().map(|channel| (channel.target, channel.track.property())));
    }
    let mut known = std::collections::BTreeSet::new();
    order.retain(|key| known.insert(*key));
    let by_key: Vec<std::collections::BTreeMap<(NodeId, &str), &Channel>> = animations
        .iter()
        .map(|(animation, _)| animation.channels.iter().map(|c| ((c.target, c.track.property()), c)).collect())
        .collect();
    for key in order {
        let rest = scene[key.0].transform.trs();
        let parts = animations.iter().zip(&by_key).map(|((_, clock), channels)| {
            let ends = [clock.first, clock.last].map(|frame| tick(frame.into()).into());
            (channels.get(&key).copied(), ends)
        });
        let (times, track) = match key.1 {
            "rotation" => timed(laid(parts, rest.rotation), Track::Rotation),
            "scale" => timed(laid(parts, rest.scale), Track::Scale),
            _ => timed(laid(parts, rest.translation), Track::Translation),
        };
        joined.channels.push(Channel { target: key.0, interpolation: Interpolation::Linear, times, track });
    }
    joined
}

/// Lays the keys of one property end to end; where an animation has none, the property rests.
fn laid<'a, T: Value>(parts: impl Iterator<Item = (Option<&'a Channel>, [f64; 2])>, rest: T) -> Keys<T> {
    let mut all = Keys::new();
    for (channel, ends) in parts {
        let key = |channel: &Channel, tick: f32| Some((f64::from(tick), T::read(channel.sample(tick, 1.0)?)?));
        let keys: Keys<T> =
            channel.into_iter().flat_map(|c| c.times.iter().filter_map(move |&tick| key(c, tick))).collect();
        fence(&mut all, &keys, ends, rest);
    }
    all
}

//! Animations on the engine's clock.

use super::super::clips::{MERGED, READERS, merge_equal};
use super::Time;
use crate::settings::{Clips, Settings};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Scene, SceneEdit, Valid};
use retromesh_kit::frames::{FrameClock, FrameLayout, FrameRange, FrameTable};
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
    /// Returns the time of a frame.
    fn of(self, frame: f64) -> f32 {
        match self.time {
            Time::Seconds => ((frame - 1.0) / f64::from(self.rate)) as f32,
            Time::Frames => (frame - 1.0) as f32,
        }
    }

    pub(in super::super) fn frame(self, time: f32) -> f32 {
        match self.time {
            Time::Seconds => (f64::from(time) * f64::from(self.rate) + 1.0) as f32,
            Time::Frames => time + 1.0,
        }
    }

    /// Returns how many units of the file's time are a second.
    fn speed(self) -> f32 {
        match self.time {
            Time::Seconds => 1.0,
            Time::Frames => self.rate,
        }
    }
}

/// Returns whether all clips become one animation.
fn is_one(settings: &Settings) -> bool {
    settings.clips != Clips::Named
}

/// Puts all animations on the engine's clock, one unit of the file's time a tick, and makes them linear or stepped.
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
            channel.times.iter_mut().for_each(|tick| *tick = timing.of(clock.position(*tick)));
        }
        for clip in &mut animation.clips {
            (clip.first, clip.last) = (timing.of(clock.position(clip.first)), timing.of(clock.position(clip.last)));
        }
        (animation.first, animation.last) =
            (timing.of(clock.position(animation.first)), timing.of(clock.position(animation.last)));
        animation.ticks_per_second = 1.0;
        moved.push((animation, *clock));
    }
    diagnostics.note(Code::ResampledKeys, added, "the engine reads steps and lines only")?;
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
            first: clip.first - start,
            last: clip.last - start,
            looping: clip.looping,
            ..FrameRange::default()
        }
    };
    let ranges: Vec<FrameRange> =
        scene.animations.iter().flat_map(Animation::clips_or_whole).map(|clip| range(&clip)).collect();
    (!ranges.is_empty()).then_some(FrameTable { speed: timing.speed(), ranges, separate: !one })
}

/// Joins animations that lie end to end; what moves in one of them only rests in the others.
fn join(scene: &Scene, animations: &[(Animation, FrameClock)], timing: Timing) -> Animation {
    let mut joined = Animation { ticks_per_second: 1.0, looping: true, ..Animation::default() };
    let mut order: Vec<(NodeId, &'static str)> = Vec::new();
    for (animation, clock) in animations {
        if animation.clips.is_empty() {
            joined.clips.push(animation.whole());
        }
        joined.clips.extend(animation.clips.iter().cloned());
        joined.looping &= animation.looping;
        joined.last = joined.last.max(timing.of(f64::from(clock.last)));
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
            let ends = [clock.first, clock.last].map(|frame| timing.of(f64::from(frame)).into());
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

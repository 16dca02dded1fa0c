//! Animations on the engine's clock.

use super::Time;
use super::linear::linear;
use glam::{Quat, Vec3};
use retromesh_core::frames::{FrameClock, FrameLayout, FrameRange, FrameTable};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::options::Clips;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Diagnostics, ExportOptions, Finding, NodeId, Result, Scene};

/// The keys that may be inserted whatever their number was.
const FREE_KEYS: usize = 1 << 16;

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

    /// Returns the frame at a time.
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

/// Tells whether all clips become one animation.
fn is_one(options: &ExportOptions) -> bool {
    options.clips != Clips::Named
}

/// Puts all animations on the engine's clock, one unit of the file's time a tick, and makes them linear or stepped.
pub(super) fn retime(
    scene: &mut Scene,
    time: Time,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Timing> {
    let mut weights = 0;
    for animation in &mut scene.animations {
        let before = animation.channels.len();
        animation.channels.retain(|channel| !matches!(channel.track, Track::Weights { .. }));
        weights += before - animation.channels.len();
    }
    let finding = Finding::new(Code::LostKeys).times(weights);
    diagnostics.report(finding.detail("the engine refuses files with morph weights in animations"))?;
    let Some(layout) = FrameLayout::of(scene, options.frames_per_second) else {
        scene.animations.clear();
        return Ok(Timing { time, rate: 1.0 });
    };
    let timing = Timing { time, rate: layout.rate };
    let mut budget = FREE_KEYS + 4 * scene.animations.iter().map(Animation::key_count).sum::<usize>();
    let several = layout.clocks.len() > 1;
    let (mut added, mut moved) = (0, Vec::with_capacity(layout.clocks.len()));
    for (number, clock) in &layout.clocks {
        let Some(animation) = scene.animations.get(*number) else { continue };
        let mut animation = animation.clone();
        let mixed = several && is_one(options);
        for channel in &mut animation.channels {
            let spline = channel.interpolation == Interpolation::CubicSpline;
            if spline || (mixed && channel.interpolation != Interpolation::Linear) {
                let (straight, more) = linear(channel, animation.ticks_per_second, &mut budget);
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
    diagnostics
        .report(Finding::new(Code::ResampledKeys).times(added).detail("the engine reads steps and lines only"))?;
    diagnostics.report(Finding::new(Code::RenumberedFrames).times(usize::from(layout.is_renumbered())))?;
    scene.animations = if is_one(options) && several {
        diagnostics.report(Finding::new(Code::JoinedAnimations).times(moved.len()))?;
        vec![join(scene, &moved, timing)]
    } else {
        moved.into_iter().map(|(animation, _)| animation).collect()
    };
    if let ([animation], true) = (scene.animations.as_mut_slice(), is_one(options)) {
        // The clock of the whole timeline starts at frame 1.
        animation.first = 0.0;
    }
    Ok(timing)
}

/// Returns the clips in the numbers that mods use.
pub(in super::super) fn table(scene: &Scene, time: Time, options: &ExportOptions) -> Option<FrameTable> {
    let mut scene = Scene { animations: scene.animations.clone(), ..Scene::default() };
    let timing = retime(&mut scene, time, options, &mut Diagnostics::new()).ok()?;
    let one = is_one(options);
    let range = |clip: &Clip| {
        // An animation of its own starts at 0.
        let start = if one { 0.0 } else { clip.first };
        FrameRange {
            name: clip.name.clone(),
            first: clip.first - start,
            last: clip.last - start,
            looping: clip.looping,
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
        let rest = scene.node(key.0).map_or(Trs::IDENTITY, |node| node.transform.trs());
        let mut times: Vec<f32> = Vec::new();
        let (mut vectors, mut turns): (Vec<Vec3>, Vec<Quat>) = (Vec::new(), Vec::new());
        for ((_, clock), channels) in animations.iter().zip(&by_key) {
            let ends = [timing.of(f64::from(clock.first)), timing.of(f64::from(clock.last))];
            let channel = channels.get(&key).copied();
            let own = channel.map_or(&[][..], |channel| &channel.times);
            let (at_start, at_end) = (own.first() <= Some(&ends[0]), own.last() >= Some(&ends[1]));
            let (at_start, at_end) = (at_start && !own.is_empty(), at_end && !own.is_empty());
            let lead = (!at_start).then_some(ends[0]);
            let tail = (!at_end && ends[1] > ends[0]).then_some(ends[1]);
            times.extend(lead.into_iter().chain(own.iter().copied()).chain(tail));
            match channel.map(|channel| &channel.track) {
                Some(Track::Translation(keys) | Track::Scale(keys)) => fenced(keys, lead, tail, &mut vectors),
                Some(Track::Rotation(keys)) => fenced(keys, lead, tail, &mut turns),
                _ => match key.1 {
                    "rotation" => fenced(&[rest.rotation], None, tail, &mut turns),
                    "scale" => fenced(&[rest.scale], None, tail, &mut vectors),
                    _ => fenced(&[rest.translation], None, tail, &mut vectors),
                },
            }
        }
        let track = match key.1 {
            "rotation" => Track::Rotation(turns),
            "scale" => Track::Scale(vectors),
            _ => Track::Translation(vectors),
        };
        joined.channels.push(Channel { target: key.0, interpolation: Interpolation::Linear, times, track });
    }
    joined
}

/// Appends values with the first and the last repeated where there is a key before and after them.
fn fenced<T: Copy>(values: &[T], lead: Option<f32>, tail: Option<f32>, out: &mut Vec<T>) {
    out.extend(lead.and(values.first()).copied());
    out.extend_from_slice(values);
    out.extend(tail.and(values.last()).copied());
}

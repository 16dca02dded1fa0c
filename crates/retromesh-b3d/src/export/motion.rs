//! Animations onto one timeline of whole frames.

use super::Target;
use super::curves::{Curve, Curves, Value};
use crate::parse::ID;
use glam::{Quat, Vec3};
use retromesh_core::frames::{FrameClock, FrameLayout, FrameRange, FrameTable};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Diagnostics, Error, ExportOptions, Extra, Finding, NodeId, Scene};

/// A stretch of the written timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The name of the clip or animation.
    pub(super) name: String,
    /// The first frame, as in the file.
    pub(super) first: i32,
    /// The last frame, inclusive.
    pub(super) last: i32,
    looping: bool,
}

/// All movement on whole frames, counted from 1.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// By node.
    pub(super) curves: Vec<Curves>,
    pub(super) rate: f32,
    /// The last frame of the timeline.
    pub(super) last: i32,
    pub(super) clips: Vec<Stretch>,
    /// Whether the whole timeline starts over at its end.
    looping: bool,
    /// The unknown last numbers of the sequences that the clips were read from.
    pub(super) reserved: Vec<i32>,
}

/// The most frames that a channel is given where it had none.
const MOST_ADDED: i64 = 1 << 20;
/// The difference of rotations, as the length of the difference of quaternions, that is worth a key.
const TOLERANCE: f32 = 1e-5;

impl Motion {
    /// Lays all animations end to end on whole frames.
    pub(super) fn read(scene: &Scene, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let mut this = Self { curves: vec![Curves::default(); scene.nodes.len()], ..Self::default() };
        let Some(layout) = FrameLayout::of(scene, options.frames_per_second) else { return Ok(this) };
        let (rate, whole) = (layout.rate, layout.whole);
        let moving = layout.clocks.iter().filter_map(|&(number, clock)| Some((scene.animations.get(number)?, clock)));
        let (animations, clocks): (Vec<&Animation>, Vec<FrameClock>) = moving.unzip();
        this.rate = rate;
        this.looping = animations.iter().all(|animation| animation.looping);
        let several = animations.len() > 1;
        let mut added = 0;
        let mut bent = 0;
        this.last = clocks.iter().map(|clock| clock.last).fold(this.last, i32::max);
        for (animation, clock) in animations.iter().zip(&clocks) {
            this.name_clips(animation, clock, several);
            for channel in &animation.channels {
                let put = this.add(scene, animation, channel, (clock, whole));
                added += put.added;
                bent += put.bent;
            }
        }
        if several {
            this.separate(scene, &animations, &clocks);
        }
        let mut report = |code: Code, count: usize, detail: String| {
            diagnostics.report(Finding::new(code).times(count).detail(detail)).map_err(|e| e.in_format(ID))
        };
        let what = if whole { "keys were added between the source's" } else { "keys were put on whole frames" };
        report(Code::ResampledKeys, added, format!("{what}, {rate} frames a second"))?;
        report(Code::ResampledKeys, bent, "turns within a frame that engines mix in another way".into())?;
        report(Code::RenumberedFrames, usize::from(layout.is_renumbered()), String::new())?;
        let table: Vec<String> = this.clips.iter().map(|c| format!("{} {}-{}", c.name, c.first, c.last)).collect();
        report(Code::JoinedAnimations, if several { animations.len() } else { 0 }, table.join(", "))?;
        let weights = |channel: &&Channel| matches!(channel.track, Track::Weights { .. });
        let count = animations.iter().flat_map(|a| &a.channels).filter(weights).count();
        report(Code::LostKeys, count, "keys of morph weights".into())?;
        let nameless = |animation: &&&Animation| !animation.clips.is_empty() && !animation.name.is_empty();
        let count = animations.iter().filter(nameless).count();
        report(Code::LostNames, count, "names of animations whose clips have names of their own".into())?;
        Ok(this)
    }

    fn name_clips(&mut self, animation: &Animation, clock: &FrameClock, several: bool) {
        if let Some(Extra::List(values)) = animation.extras.get("b3d.sequence_reserved") {
            self.reserved.resize(self.clips.len(), 0);
            self.reserved.extend(values.iter().map(|value| value.as_int().unwrap_or(0) as i32));
        }
        for clip in &animation.clips {
            let (first, last) = (clock.frame(clip.first), clock.frame(clip.last));
            self.clips.push(Stretch { name: clip.name.clone(), first, last, looping: clip.looping });
        }
        // The timeline itself has neither a name nor a first frame.
        let (first, last) = (clock.frame(animation.first), clock.frame(animation.last));
        let said = several || !animation.name.is_empty() || (first, last) != (1, self.last);
        if said && animation.clips.is_empty() {
            let (name, looping) = (animation.name.clone(), animation.looping);
            self.clips.push(Stretch { name, first, last, looping });
        }
    }

    /// Adds the keys of a channel.
    fn add(&mut self, scene: &Scene, animation: &Animation, channel: &Channel, clock: (&FrameClock, bool)) -> Put {
        let index = channel.target.index();
        let Some(curves) = self.curves.get_mut(index) else { return Put::default() };
        if scene.node(channel.target).is_none() {
            return Put::default();
        }
        let tps = animation.ticks_per_second;
        match &channel.track {
            Track::Translation(values) => {
                let sample = |tick| match channel.sample(tick, tps) {
                    Some(Sample::Translation(value)) => Some(value),
                    _ => None,
                };
                put(&mut curves.translation, channel, values, clock, sample)
            }
            Track::Scale(values) => {
                let sample = |tick| match channel.sample(tick, tps) {
                    Some(Sample::Scale(value)) => Some(value),
                    _ => None,
                };
                put(&mut curves.scale, channel, values, clock, sample)
            }
            Track::Rotation(values) => {
                let sample = |tick| match channel.sample(tick, tps) {
                    Some(Sample::Rotation(value)) => Some(value),
                    _ => None,
                };
                put(&mut curves.rotation, channel, values, clock, sample)
            }
            Track::Weights { .. } => Put::default(),
        }
    }

    /// Gives what moves in one animation a place at both ends of every other one, so that they do not run together.
    fn separate(&mut self, scene: &Scene, animations: &[&Animation], clocks: &[FrameClock]) {
        for (index, curves) in self.curves.iter_mut().enumerate() {
            if curves.is_empty() {
                continue;
            }
            let rest = scene.nodes.get(index).map_or(Trs::IDENTITY, |node| node.transform.trs());
            let id = NodeId::new(index);
            let has = |property: &'static str| -> Vec<bool> {
                let moves = |c: &Channel| c.target == id && c.track.property() == property;
                animations.iter().map(|animation| animation.channels.iter().any(moves)).collect()
            };
            fence(&mut curves.translation, &has("translation"), clocks, rest.translation);
            fence(&mut curves.rotation, &has("rotation"), clocks, rest.rotation);
            fence(&mut curves.scale, &has("scale"), clocks, rest.scale);
        }
    }

    /// Returns the clips, or the whole timeline, as a program names their frames: engines number them as the file does, but for
    /// Luanti, which counts from 0.
    pub(super) fn table(&self, target: Target) -> Option<FrameTable> {
        let start = i32::from(target == Target::Luanti);
        let range = |stretch: &Stretch| FrameRange {
            name: stretch.name.clone(),
            first: stretch.first.saturating_sub(start) as f32,
            last: stretch.last.saturating_sub(start) as f32,
            looping: stretch.looping,
        };
        let whole = Stretch { name: String::new(), first: 1, last: self.last, looping: self.looping };
        let clips = if self.clips.is_empty() { std::slice::from_ref(&whole) } else { &self.clips };
        let table = FrameTable { speed: self.rate, ranges: clips.iter().map(range).collect(), separate: false };
        (self.last > 0).then_some(table)
    }
}

/// What became of the keys of a channel.
#[derive(Debug, Clone, Copy, Default)]
struct Put {
    /// How many more they are than in the source.
    added: usize,
    /// Turns from one frame to the next that the engines make in another way than the source.
    bent: usize,
}

/// Appends the keys of a channel.
fn put<T: Value + Distance>(
    curve: &mut Curve<T>,
    channel: &Channel,
    values: &[T],
    (clock, whole): (&FrameClock, bool),
    sample: impl Fn(f32) -> Option<T>,
) -> Put {
    let before = curve.frames.len();
    let frames: Vec<i32> = channel.times.iter().map(|&time| clock.frame(time)).collect();
    let (Some(&first), Some(&last)) = (frames.first(), frames.last()) else { return Put::default() };
    let few = i64::from(last) - i64::from(first) <= MOST_ADDED;
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    if few && (cubic || !whole) {
        let mut added = 0;
        for frame in first..=last {
            if let Some(value) = sample(clock.tick(frame)) {
                curve.push(frame, value);
                added += 1;
            }
        }
        return Put { added, bent: 0 };
    }
    let mut bent = 0;
    let value = |key: usize| if cubic { values.get(key * 3 + 1) } else { values.get(key) }.copied();
    for (key, &frame) in frames.iter().enumerate() {
        if let Some(&earlier) = key.checked_sub(1).and_then(|key| frames.get(key)).filter(|_| few) {
            match channel.interpolation {
                Interpolation::Step if frame - earlier > 1 => {
                    if let Some(held) = value(key - 1) {
                        curve.push(frame - 1, held);
                    }
                }
                Interpolation::LinearNormalized if T::IS_ROTATION => {
                    if let (Some(a), Some(b)) = (value(key - 1), value(key)) {
                        let at = |frame: f64| sample(clock.tick_between(frame));
                        bent += usize::from(fill((earlier, a), (frame, b), curve, at));
                    }
                }
                _ => {}
            }
        }
        if let Some(value) = value(key) {
            curve.push(frame, value);
        }
    }
    // Stepped keys that stand side by side become ramps even where none was added.
    let ramps = if channel.interpolation == Interpolation::Step { frames.len().saturating_sub(1) } else { 0 };
    Put { added: (curve.frames.len() - before).saturating_sub(frames.len()).max(ramps), bent }
}

/// Puts a key on each frame between two where the source's way leaves that of the engines; tells whether it does where no frame
/// lies between.
fn fill<T: Value + Distance>(
    (from, a): (i32, T),
    (to, b): (i32, T),
    curve: &mut Curve<T>,
    sample: impl Fn(f64) -> Option<T>,
) -> bool {
    // Both ways agree halfway, and are farthest apart near a quarter.
    let quarter = f64::from(from) + (f64::from(to) - f64::from(from)) / 4.0;
    if sample(quarter).is_none_or(|value| value.distance(a.mix(b, 0.25)) <= TOLERANCE) {
        return false;
    }
    for frame in from + 1..to {
        if let Some(value) = sample(f64::from(frame)) {
            curve.push(frame, value);
        }
    }
    to - from == 1
}

/// A value with a distance to another one.
trait Distance: Copy {
    /// Whether the way between two values depends on the rule of interpolation.
    const IS_ROTATION: bool;

    fn distance(self, other: Self) -> f32;
}

impl Distance for Vec3 {
    const IS_ROTATION: bool = false;

    fn distance(self, other: Self) -> f32 {
        Vec3::distance(self, other)
    }
}

impl Distance for Quat {
    const IS_ROTATION: bool = true;

    fn distance(self, other: Self) -> f32 {
        (self - other).length().min((self + other).length())
    }
}

/// Adds keys at both ends of each animation's stretch: the values there, or the rest value where the animation has none.
fn fence<T: Value>(curve: &mut Curve<T>, has: &[bool], clocks: &[FrameClock], rest: T) {
    if curve.is_empty() {
        return;
    }
    let mut fenced = Curve::default();
    for (clock, has) in clocks.iter().zip(has) {
        let start = curve.frames.partition_point(|&frame| frame < clock.first);
        let end = curve.frames.partition_point(|&frame| frame <= clock.last);
        let own = start..end;
        let values = curve.values.get(own.clone()).unwrap_or_default();
        let frames = curve.frames.get(own).unwrap_or_default();
        let (first, last) = match (values.first(), values.last()) {
            (Some(&first), Some(&last)) if *has => (first, last),
            _ => (rest, rest),
        };
        if frames.first() != Some(&clock.first) {
            fenced.push(clock.first, first);
        }
        frames.iter().zip(values).for_each(|(&frame, &value)| fenced.push(frame, value));
        if clock.last > clock.first && frames.last() != Some(&clock.last) {
            fenced.push(clock.last, last);
        }
    }
    *curve = fenced;
}

//! Animations onto one timeline of whole frames.

use super::Target;
use super::curves::{Curves, ENGINES, push};
use retromesh_core::extras::TIMELINE;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::{Code, Diagnostics, Error, Extra, NodeMap, Scene};
use retromesh_kit::frames::{FrameClock, FrameLayout, FrameRange, FrameTable};
use retromesh_kit::resample::{Keys, Resampler, Value, extent, fence};
use retromesh_kit::{Budget, ExportOptions, listed};

/// A range of the written timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Range {
    /// The name of the clip or animation.
    pub(super) name: String,
    /// The first frame, as in the file.
    pub(super) first: i32,
    /// The last frame, inclusive.
    pub(super) last: i32,
    looping: bool,
}

/// All movement on whole frames, counted from 1 or, where the source does and the target may, from 0.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// By node.
    pub(super) curves: NodeMap<Curves>,
    pub(super) rate: f32,
    /// The first frame of the timeline: 1, or 0 where the source has keys there.
    first: i32,
    /// The last frame of the timeline.
    pub(super) last: i32,
    pub(super) clips: Vec<Range>,
    /// Whether the whole timeline starts over at its end.
    looping: bool,
    /// The unknown last numbers of the sequences that the clips were read from.
    pub(super) reserved: Vec<i32>,
}

impl Motion {
    /// Lays all animations end to end on whole frames.
    pub(super) fn read(
        scene: &Scene,
        target: Target,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut this = Self { curves: NodeMap::filled(scene, Curves::default()), ..Self::default() };
        // Luanti counts from 1. Elsewhere the keys of a source that counts from 0 as this format may stay where they are.
        let counts = scene.nodes.iter().any(|node| node.extras.contains_key(TIMELINE));
        let least = i32::from(target == Target::Luanti || !counts);
        let Some(layout) = FrameLayout::of(scene, options.frames_per_second, least) else { return Ok(this) };
        layout.report_beyond(scene, diagnostics)?;
        let (rate, whole) = (layout.rate, layout.whole);
        let moving = layout.clocks.iter().filter_map(|&(number, clock)| Some((scene.animations.get(number)?, clock)));
        let (animations, clocks): (Vec<&Animation>, Vec<FrameClock>) = moving.unzip();
        this.rate = rate;
        this.looping = animations.iter().all(|animation| animation.looping);
        let several = animations.len() > 1;
        let (mut added, mut ramps, mut tight) = (0, 0, 0);
        this.first = clocks.iter().map(|clock| clock.first).fold(1, i32::min);
        this.last = clocks.iter().map(|clock| clock.last).fold(this.last, i32::max);
        for (animation, clock) in animations.iter().zip(&clocks) {
            this.name_clips(animation, clock, several);
            for channel in &animation.channels {
                let put = this.add(animation, channel, (clock, whole), budget)?;
                added += put.added;
                ramps += put.ramps;
                tight += put.tight;
            }
        }
        if several {
            this.separate(scene, &animations, &clocks);
        }
        let mut report = |code: Code, count: usize, detail: String| diagnostics.note(code, count, detail);
        let (code, what) = if whole {
            (Code::AdaptedKeys, "keys were added between the source's")
        } else {
            (Code::ResampledKeys, "keys were put on whole frames")
        };
        report(code, added, format!("{what}, {rate} frames a second"))?;
        report(Code::ResampledKeys, ramps, format!("steps became ramps of one frame, {rate} frames a second"))?;
        report(Code::ResampledKeys, tight, "motion within a frame that engines interpolate in another way".into())?;
        report(Code::RenumberedFrames, usize::from(layout.is_renumbered()), String::new())?;
        let table: Vec<String> = this.clips.iter().map(|c| format!("{} {}-{}", c.name, c.first, c.last)).collect();
        report(Code::JoinedAnimations, if several { animations.len() } else { 0 }, table.join(", "))?;
        let weights = |channel: &&Channel| matches!(channel.track, Track::Weights { .. });
        let count = animations.iter().flat_map(|a| &a.channels).filter(weights).count();
        report(Code::LostKeys, count, "keys of morph weights".into())?;
        let nameless = |animation: &&&Animation| !animation.clips.is_empty() && !animation.name.is_empty();
        let names: Vec<&str> = animations.iter().filter(nameless).map(|animation| &*animation.name).collect();
        let detail = format!("names of animations whose clips have names of their own: {}", listed(&names));
        report(Code::LostNames, names.len(), detail)?;
        Ok(this)
    }

    fn name_clips(&mut self, animation: &Animation, clock: &FrameClock, several: bool) {
        let kept = animation.extras.get("b3d.sequence_reserved");
        if let Some(Extra::List(values)) = kept
            && values.len() == animation.clips.len()
        {
            self.reserved.resize(self.clips.len(), 0);
            self.reserved.extend(values.iter().map(|value| value.as_int().unwrap_or(0) as i32));
        }
        for clip in &animation.clips {
            let (first, last) = (clock.frame(clip.first), clock.frame(clip.last));
            self.clips.push(Range { name: clip.name.clone(), first, last, looping: clip.looping });
        }
        // The timeline itself has neither a name nor a first frame.
        let (first, last) = (clock.frame(animation.first), clock.frame(animation.last));
        let said = several || !animation.name.is_empty() || first > 1 || last != self.last;
        if said && animation.clips.is_empty() {
            let (name, looping) = (animation.name.clone(), animation.looping);
            self.clips.push(Range { name, first, last, looping });
        }
    }

    /// Adds the keys of a channel.
    fn add(
        &mut self,
        animation: &Animation,
        channel: &Channel,
        clock: (&FrameClock, bool),
        budget: &Budget,
    ) -> Result<Put, Error> {
        let curves = &mut self.curves[channel.target];
        let rate = animation.ticks_per_second;
        match &channel.track {
            Track::Translation(_) => put(&mut curves.translation, channel, rate, clock, budget),
            Track::Rotation(_) => put(&mut curves.rotation, channel, rate, clock, budget),
            Track::Scale(_) => put(&mut curves.scale, channel, rate, clock, budget),
            Track::Weights { .. } => Ok(Put::default()),
        }
    }

    /// Gives what moves in one animation a place at both ends of every other one, so that they do not run together.
    fn separate(&mut self, scene: &Scene, animations: &[&Animation], clocks: &[FrameClock]) {
        for id in scene.node_ids() {
            let curves = &mut self.curves[id];
            if curves.is_empty() {
                continue;
            }
            let rest = scene[id].transform.trs();
            let has = |property: &'static str| -> Vec<bool> {
                let moves = |c: &Channel| c.target == id && c.track.property() == property;
                animations.iter().map(|animation| animation.channels.iter().any(moves)).collect()
            };
            fence_all(&mut curves.translation, &has("translation"), clocks, rest.translation);
            fence_all(&mut curves.rotation, &has("rotation"), clocks, rest.rotation);
            fence_all(&mut curves.scale, &has("scale"), clocks, rest.scale);
        }
    }

    /// Returns the clips, or the whole timeline, as a program names their frames: engines number them as the file does, but for
    /// Luanti, which counts from 0.
    pub(super) fn table(&self, target: Target) -> Option<FrameTable> {
        let start = i32::from(target == Target::Luanti);
        let range = |range: &Range| FrameRange {
            name: range.name.clone(),
            first: range.first.saturating_sub(start) as f32,
            last: range.last.saturating_sub(start) as f32,
            looping: range.looping,
            ..FrameRange::default()
        };
        let whole = Range { name: String::new(), first: self.first, last: self.last, looping: self.looping };
        let clips = if self.clips.is_empty() { std::slice::from_ref(&whole) } else { &self.clips };
        let ranges = clips.iter().map(range).collect();
        (self.last > 0).then_some(FrameTable { speed: self.rate, ranges, ..FrameTable::default() })
    }
}

/// What became of the keys of a channel.
#[derive(Debug, Clone, Copy, Default)]
struct Put {
    /// How many more they are than in the source.
    added: usize,
    /// Stepped keys that became ramps.
    ramps: usize,
    /// How often the engines move from one frame to the next in another way than the source.
    tight: usize,
}

/// A step of at most this is rounding of the program that wrote it.
const STILL: f32 = 1e-6;

/// Appends the keys of a channel.
fn put<T: Value>(
    curve: &mut Keys<T>,
    channel: &Channel,
    rate: f32,
    (clock, whole): (&FrameClock, bool),
    budget: &Budget,
) -> Result<Put, Error> {
    let sample = |tick: f32| T::read(channel.sample(tick, rate)?);
    let stepped = channel.interpolation == Interpolation::Step;
    let mut own = Keys::with_capacity(channel.times.len());
    for &time in &channel.times {
        let frame = f64::from(clock.frame(time));
        let value = sample(if whole || stepped { time } else { clock.tick_between(frame) });
        value.into_iter().for_each(|value| push(&mut own, (frame, value)));
    }
    let ramps = own.windows(2).filter(|pair| matches!(pair, [a, b] if a.1.distance(b.1, 1.0) > STILL)).count();
    let engines = Resampler { size: extent(&channel.track), ..ENGINES };
    let keys = if stepped {
        engines.steps(own)
    } else {
        let marks: Vec<f64> = channel.times.iter().map(|&time| clock.position(time)).collect();
        engines.keys(own, &marks, |frame| sample(clock.tick_between(frame)), budget)?
    };
    let (added, ramps) = match (whole, stepped) {
        (false, _) => (keys.keys.len(), 0),
        // Stepped keys that are side by side become ramps even where none was added.
        (true, true) => (0, ramps),
        (true, false) => (keys.added, 0),
    };
    // Neighbouring frames leave no room for a key between them. Keys that are not on whole frames are reported as such.
    let tight = if whole { keys.tight.len() } else { 0 };
    keys.keys.into_iter().for_each(|key| push(curve, key));
    Ok(Put { added, ramps, tight })
}

/// Adds keys at both ends of each animation's range: the values there, or the rest value where the animation has none.
fn fence_all<T: Value>(curve: &mut Keys<T>, has: &[bool], clocks: &[FrameClock], rest: T) {
    if curve.is_empty() {
        return;
    }
    let mut fenced = Keys::with_capacity(curve.len());
    for (clock, has) in clocks.iter().zip(has) {
        let ends = [clock.first, clock.last].map(f64::from);
        let start = curve.partition_point(|key| key.0 < ends[0]);
        let end = curve.partition_point(|key| key.0 <= ends[1]);
        let own = curve.get(start..end).filter(|_| *has).unwrap_or_default();
        fence(&mut fenced, own, ends, rest);
    }
    *curve = fenced;
}

//! Clips: their order, frames and rates, and the keys of those that nobody changed.

use super::Report;
use super::pairs::Pairs;
use crate::Budget;
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track, is_rate};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, NodeId, Result, Scene};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Two rotations that are this near, in quaternions, are one: programs mix the components of keys, or go along the sphere.
const SAME_ROTATION: f32 = 4e-3;
/// Two places that are this near, as a share of the farthest, and two scales that are, are one.
const SAME_PLACE: f32 = 1e-3;
/// How far a key may be from a whole frame that counts as on it.
const ON_FRAME: f32 = 1e-3;
/// The slowest rate, in frames a second, at which programs sample: an end that is off by less than a frame of it is rounded.
const SLOWEST_SAMPLING: f32 = 12.0;
/// The frames a second that come between clips on a timeline that does not count frames.
const FINEST_SAMPLING: f32 = 1000.0;

pub(super) fn restore(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    budget: &Budget,
    report: &mut Report,
) -> Result<()> {
    if original.animations.is_empty() {
        return Ok(());
    }
    let is_dropped = edited.animations.is_empty();
    let theirs = std::mem::take(&mut edited.animations);
    let nodes = Nodes { edited, original, pairs };
    let counterparts = Counterparts::of(&theirs, original);
    let mut used: HashSet<(usize, usize)> = HashSet::new();
    let mut restored = Vec::new();
    for ours in &original.animations {
        let mut timeline = Timeline::of(ours, &nodes);
        for clip in ours.clips_or_whole() {
            let found = counterparts.find(&clip).filter(|(place, _)| used.insert(*place));
            let Some(((at, _), their)) = found else {
                if is_dropped {
                    report.restored("clips", &clip.name);
                    timeline.keep(&clip);
                }
                continue;
            };
            let theirs = Part { animation: &theirs[*at], clip: their };
            if theirs.is_as(&Part { animation: ours, clip: &clip }, &nodes) {
                let frames = |clip: &Clip, rate| (clip.first, clip.last, rate);
                if frames(their, theirs.animation.ticks_per_second) != frames(&clip, ours.ticks_per_second) {
                    report.restored("clips", format!("{} {} to {}", clip.name, clip.first, clip.last));
                }
                timeline.keep(&clip);
            } else {
                timeline.replace(&clip, &theirs, &nodes, budget, report)?;
            }
        }
        restored.push(timeline);
    }
    let is_one = original.animations.len() == 1;
    let mut others = Vec::new();
    for (at, animation) in theirs.iter().enumerate() {
        for (number, clip) in animation.clips_or_whole().iter().enumerate() {
            if used.contains(&(at, number)) {
                continue;
            }
            match restored.first_mut().filter(|_| is_one) {
                Some(timeline) => {
                    let name = if clip.name.is_empty() { &animation.name } else { &clip.name };
                    timeline.append(name, &Part { animation, clip }, &nodes, budget)?;
                }
                None if !others.contains(&at) => others.push(at),
                None => {}
            }
        }
    }
    let mut animations: Vec<Animation> = restored.into_iter().filter_map(Timeline::finish).collect();
    animations.extend(others.into_iter().map(|at| theirs[at].clone()));
    edited.animations = animations;
    Ok(())
}

/// The place of a clip: the number of its animation, and its own in that.
type Place = (usize, usize);

/// The clips that there are now.
struct Counterparts {
    all: Vec<(Place, Clip)>,
    by_name: HashMap<String, usize>,
    is_alone: bool,
}

impl Counterparts {
    fn of(theirs: &[Animation], original: &Scene) -> Self {
        let mut all = Vec::new();
        for (at, animation) in theirs.iter().enumerate() {
            let clips = animation.clips_or_whole().into_iter().enumerate();
            all.extend(clips.map(|(number, clip)| ((at, number), clip)));
        }
        let mut by_name = HashMap::new();
        for (at, (_, clip)) in all.iter().enumerate().filter(|(_, (_, clip))| !clip.name.is_empty()) {
            by_name.entry(clip.name.clone()).or_insert(at);
        }
        let is_alone = all.len() == 1 && original.clips().len() == 1;
        Self { all, by_name, is_alone }
    }

    /// Finds what a clip of the original is now: that of its name, or where both scenes have one alone, that.
    fn find(&self, clip: &Clip) -> Option<&(Place, Clip)> {
        let named = self.by_name.get(&clip.name).and_then(|at| self.all.get(*at));
        named.or_else(|| self.all.first().filter(|_| self.is_alone))
    }
}

/// The nodes of both scenes.
struct Nodes<'s> {
    edited: &'s Scene,
    original: &'s Scene,
    pairs: &'s Pairs,
}

/// A clip of an animation.
struct Part<'s> {
    animation: &'s Animation,
    clip: &'s Clip,
}

impl Part<'_> {
    fn rate(&self) -> f32 {
        if is_rate(self.animation.ticks_per_second) { self.animation.ticks_per_second } else { 1.0 }
    }

    fn seconds(&self) -> f32 {
        (self.clip.last - self.clip.first) / self.rate()
    }

    /// Returns the tick that is as far into this clip as another one is into its own, in seconds.
    fn tick_of(&self, tick: f32, other: &Part<'_>) -> f32 {
        self.clip.first + (tick - other.clip.first) / other.rate() * self.rate()
    }

    /// Returns whether a clip moves as that of the original does, wherever it has a key.
    fn is_as(&self, ours: &Part<'_>, nodes: &Nodes<'_>) -> bool {
        if (self.seconds() - ours.seconds()).abs() > 1.0 / SLOWEST_SAMPLING {
            return false;
        }
        let own: HashMap<(NodeId, &str), &Channel> = self
            .animation
            .channels
            .iter()
            .map(|channel| ((channel.target, channel.track.property()), channel))
            .collect();
        let mut seen = HashSet::new();
        for channel in &ours.animation.channels {
            let Some(node) = nodes.pairs.edited[channel.target.index()] else { continue };
            let property = channel.track.property();
            seen.insert((node, property));
            let near = near(channel);
            let same = match own.get(&(node, property)) {
                Some(their) => keys_in(their, self.clip).all(|tick| {
                    let at = ours.tick_of(tick, self).clamp(ours.clip.first, ours.clip.last);
                    let value = sample(their, tick, self.rate());
                    near(value.clone(), sample(channel, at, ours.rate())) || near(value, mixed(channel, at))
                }),
                None => {
                    let rest = rest(nodes.edited, node, property);
                    keys_in(channel, ours.clip).all(|at| near(rest.clone(), sample(channel, at, ours.rate())))
                }
            };
            if !same {
                return false;
            }
        }
        // What the original does not move must be at rest.
        self.animation.channels.iter().filter(|their| !seen.contains(&(their.target, their.track.property()))).all(
            |their| {
                let rest = match nodes.pairs.original.get(&their.target) {
                    Some(node) => rest(nodes.original, *node, their.track.property()),
                    None => rest(nodes.edited, their.target, their.track.property()),
                };
                let near = near(their);
                rest.is_none()
                    || keys_in(their, self.clip).all(|tick| near(sample(their, tick, self.rate()), rest.clone()))
            },
        )
    }
}

/// Returns the keys of a channel in a clip, and its ends.
fn keys_in<'c>(channel: &'c Channel, clip: &'c Clip) -> impl Iterator<Item = f32> + 'c {
    let span = span(channel, clip.first, clip.last);
    channel.times.get(span).unwrap_or_default().iter().copied().chain([clip.first])
}

/// Returns the numbers of the keys from one tick to another.
fn span(channel: &Channel, first: f32, last: f32) -> Range<usize> {
    let start = channel.times.partition_point(|time| *time < first);
    start..channel.times.partition_point(|time| *time <= last).max(start)
}

fn sample(channel: &Channel, tick: f32, rate: f32) -> Option<Sample> {
    channel.sample(tick, rate)
}

/// Returns a rotation between keys as Blender mixes it: by component, from the nearer of the two signs.
fn mixed(channel: &Channel, tick: f32) -> Option<Sample> {
    let Track::Rotation(values) = &channel.track else { return None };
    let after = channel.times.partition_point(|time| *time <= tick);
    let (before, after) = (after.saturating_sub(1), after.min(channel.times.len().checked_sub(1)?));
    let (start, end) = (*channel.times.get(before)?, *channel.times.get(after)?);
    let (a, b) = (*values.get(before)?, *values.get(after)?);
    let share = if end > start { ((tick - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let mixed = a * (1.0 - share) + b * share;
    (mixed.length_squared() > 0.0).then(|| Sample::Rotation(mixed.normalize()))
}

/// Returns what a property is of a node that nothing moves; nothing is known of weights.
fn rest(scene: &Scene, node: NodeId, property: &str) -> Option<Sample> {
    let Trs { translation, rotation, scale } = scene[node].transform.trs();
    match property {
        "translation" => Some(Sample::Translation(translation)),
        "rotation" => Some(Sample::Rotation(rotation)),
        "scale" => Some(Sample::Scale(scale)),
        _ => None,
    }
}

/// Returns what compares values of a channel.
fn near(channel: &Channel) -> impl Fn(Option<Sample>, Option<Sample>) -> bool + use<> {
    let far = match &channel.track {
        Track::Translation(values) => values.iter().map(|value| value.length()).fold(0.0, f32::max),
        _ => 1.0,
    };
    let tolerance = SAME_PLACE * far.max(SAME_PLACE);
    move |a, b| match (a, b) {
        (Some(Sample::Translation(a)), Some(Sample::Translation(b))) => a.distance(b) <= tolerance,
        (Some(Sample::Scale(a)), Some(Sample::Scale(b))) => a.distance(b) <= SAME_PLACE * a.length().max(1.0),
        (Some(Sample::Rotation(a)), Some(Sample::Rotation(b))) => 1.0 - a.dot(b).abs() <= SAME_ROTATION * SAME_ROTATION,
        (Some(Sample::Weights(a)), Some(Sample::Weights(b))) => {
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= SAME_PLACE)
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The timeline of an animation of the original, for the nodes that there are now.
struct Timeline {
    animation: Animation,
    /// The ranges of the original.
    ranges: Vec<Clip>,
    clips: Vec<Clip>,
    /// Whether all keys are on whole frames.
    counts_frames: bool,
}

impl Timeline {
    fn of(ours: &Animation, nodes: &Nodes<'_>) -> Self {
        let retarget = |channel: &Channel| {
            let target = nodes.pairs.edited[channel.target.index()]?;
            Some(Channel { target, ..channel.clone() })
        };
        let mut times = ours.channels.iter().flat_map(|channel| &channel.times);
        let counts_frames = times.all(|time| time.fract() == 0.0) && ours.ticks_per_second > 1.0;
        let channels = ours.channels.iter().filter_map(retarget).collect();
        let animation = Animation { channels, clips: Vec::new(), ..ours.clone() };
        Self { animation, ranges: ours.clips.clone(), clips: Vec::new(), counts_frames }
    }

    fn keep(&mut self, clip: &Clip) {
        self.clips.push(clip.clone());
    }

    /// Puts a clip that was changed where it was; at the end where it is longer than it was or shares its frames with others.
    fn replace(
        &mut self,
        clip: &Clip,
        theirs: &Part<'_>,
        nodes: &Nodes<'_>,
        budget: &Budget,
        report: &mut Report,
    ) -> Result<()> {
        let (length, old) = (self.length(theirs), clip.last - clip.first);
        let shares = |other: &Clip| other.name != clip.name && other.first <= clip.last && clip.first <= other.last;
        if self.ranges.is_empty() {
            // It is all of its timeline.
            self.animation.channels.clear();
            self.animation.last = self.animation.first + length;
            self.put(self.animation.first, self.animation.last, theirs, nodes, budget)?;
            self.keep(&Clip { last: self.animation.last, ..clip.clone() });
        } else if length <= old + self.slack() && !self.ranges.iter().any(shares) {
            let last = if (length - old).abs() <= self.slack() { clip.last } else { clip.first + length };
            self.put(clip.first, last, theirs, nodes, budget)?;
            self.clips.push(Clip { last, ..clip.clone() });
            report.restored("first frames of changed clips", format!("{} {}", clip.name, clip.first));
        } else {
            let (first, last) = self.append(&clip.name, theirs, nodes, budget)?;
            let what = format!("{} {first} to {last}", clip.name);
            report.add(Code::RenumberedFrames, "changed clips that no longer fit into their frames", what);
        }
        Ok(())
    }

    /// Puts a clip after the end of the timeline; returns its frames.
    fn append(&mut self, name: &str, theirs: &Part<'_>, nodes: &Nodes<'_>, budget: &Budget) -> Result<(f32, f32)> {
        if self.ranges.is_empty() && self.clips.is_empty() {
            self.clips.push(self.animation.whole());
        }
        let first = (self.animation.last + self.gap()).ceil();
        let first = if self.counts_frames { first } else { self.animation.last + self.gap() };
        let last = first + self.length(theirs);
        self.animation.last = last;
        self.put(first, last, theirs, nodes, budget)?;
        self.clips.push(Clip { name: name.to_owned(), first, last, looping: theirs.clip.looping });
        Ok((first, last))
    }

    /// Returns the ticks from the end of a clip to the beginning of the next.
    fn gap(&self) -> f32 {
        if self.counts_frames { 1.0 } else { self.rate() / FINEST_SAMPLING }
    }

    fn rate(&self) -> f32 {
        if is_rate(self.animation.ticks_per_second) { self.animation.ticks_per_second } else { 1.0 }
    }

    /// Returns by how many ticks an end that a program rounded may be off.
    fn slack(&self) -> f32 {
        self.rate() / SLOWEST_SAMPLING
    }

    /// Returns the ticks that a clip takes here.
    fn length(&self, theirs: &Part<'_>) -> f32 {
        let length = theirs.seconds() * self.rate();
        if !self.counts_frames {
            return length;
        }
        if (length - length.round()).abs() <= ON_FRAME * length.max(1.0) { length.round() } else { length.ceil() }
    }

    /// Puts the keys of a clip into a range of the timeline, in place of what is there; around it all stays as it is. On a timeline of
    /// frames each frame gets a key.
    fn put(&mut self, first: f32, last: f32, theirs: &Part<'_>, nodes: &Nodes<'_>, budget: &Budget) -> Result<()> {
        let (rate, gap) = (self.rate(), self.gap());
        let at = |tick: f32| (theirs.clip.first + (tick - first) / rate * theirs.rate()).min(theirs.clip.last);
        let around: Vec<f32> = [first - gap, last + gap]
            .into_iter()
            .filter(|tick| (self.animation.first..=self.animation.last).contains(tick))
            .collect();
        let their_channels: HashMap<Property<'_>, &Channel> =
            theirs.animation.channels.iter().map(|channel| (property(channel), channel)).collect();
        let known: HashSet<Property<'_>> = self.animation.channels.iter().map(property).collect();
        let new = theirs.animation.channels.iter().filter(|channel| !known.contains(&property(channel)));
        let new: Vec<Channel> = new.filter_map(|channel| still(channel, self.animation.first, nodes)).collect();
        self.animation.channels.extend(new);
        let frames = (last - first).max(0.0) as usize + 1;
        for own in &mut self.animation.channels {
            // What the timeline has there stays.
            let fence: Vec<Sample> = around.iter().filter_map(|tick| sample(own, *tick, rate)).collect();
            let (times, values): (Vec<f32>, Vec<Sample>) = match their_channels.get(&property(own)) {
                Some(channel) => {
                    let times: Vec<f32> = if self.counts_frames {
                        budget.take("the frames of clips", frames, size_of::<Sample>())?;
                        (0..frames).map(|frame| first + frame as f32).collect()
                    } else {
                        let keys = channel.times.get(span(channel, theirs.clip.first, theirs.clip.last));
                        let tick = |time: &f32| first + (time - theirs.clip.first) / theirs.rate() * rate;
                        let keys = keys.unwrap_or_default().iter().map(tick);
                        let mut times: Vec<f32> = [first].into_iter().chain(keys).chain([last]).collect();
                        times.dedup_by(|later, before| *later <= *before);
                        times
                    };
                    let value = |tick: &f32| Some((*tick, sample(channel, at(*tick), theirs.rate())?));
                    times.iter().filter_map(value).unzip()
                }
                // What the clip does not move is at rest in it.
                None => {
                    let rest = rest(nodes.edited, own.target, own.track.property());
                    let ends: &[f32] = if last > first { &[first, last] } else { &[first] };
                    ends.iter().filter_map(|tick| Some((*tick, rest.clone()?))).unzip()
                }
            };
            splice(own, &times, &values);
            for (tick, value) in around.iter().zip(fence) {
                splice(own, &[*tick], &[value]);
            }
        }
        Ok(())
    }

    /// Returns the animation, where it says anything.
    fn finish(mut self) -> Option<Animation> {
        if !self.ranges.is_empty() || self.clips.len() > 1 {
            self.animation.clips = self.clips;
        } else if self.clips.is_empty() {
            return None;
        }
        self.animation.channels.retain(|channel| !channel.times.is_empty());
        Some(self.animation)
    }
}

/// A node and what of it is moved.
type Property<'a> = (NodeId, &'a str);

fn property(channel: &Channel) -> Property<'static> {
    (channel.target, channel.track.property())
}

/// Builds a channel of the property that another one moves, with one key: where the node rests.
fn still(channel: &Channel, tick: f32, nodes: &Nodes<'_>) -> Option<Channel> {
    let rest = rest(nodes.edited, channel.target, channel.track.property());
    let track = match rest.or_else(|| channel.sample(tick, 1.0))? {
        Sample::Translation(value) => Track::Translation(vec![value]),
        Sample::Rotation(value) => Track::Rotation(vec![value]),
        Sample::Scale(value) => Track::Scale(vec![value]),
        Sample::Weights(values) => Track::Weights { targets: values.len(), values },
    };
    Some(Channel { target: channel.target, interpolation: Interpolation::Linear, times: vec![tick], track })
}

/// Replaces the keys of a channel between the first and the last of some times by values. Its curve becomes straight between keys.
fn splice(channel: &mut Channel, times: &[f32], values: &[Sample]) {
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else { return };
    if channel.interpolation == Interpolation::CubicSpline {
        straighten(channel);
    }
    let span = span(channel, first, last);
    macro_rules! put {
        ($own:expr, $kind:path) => {{
            let new = values.iter().filter_map(|value| if let $kind(value) = value { Some(*value) } else { None });
            $own.splice(span.clone(), new.collect::<Vec<_>>());
        }};
    }
    match &mut channel.track {
        Track::Translation(own) => put!(own, Sample::Translation),
        Track::Scale(own) => put!(own, Sample::Scale),
        Track::Rotation(own) => put!(own, Sample::Rotation),
        Track::Weights { targets, values: own } => {
            let row = |value: &Sample| match value {
                Sample::Weights(row) if row.len() == *targets => row.clone(),
                _ => vec![0.0; *targets],
            };
            own.splice(span.start * *targets..span.end * *targets, values.iter().flat_map(row).collect::<Vec<_>>());
        }
    }
    channel.times.splice(span, times.iter().copied());
}

/// Takes the tangents away, which keys of another curve would not fit.
fn straighten(channel: &mut Channel) {
    channel.interpolation = Interpolation::Linear;
    macro_rules! middle {
        ($own:expr, $width:expr) => {
            *$own = $own.chunks_exact(3 * $width).flat_map(|key| key[$width..2 * $width].to_vec()).collect()
        };
    }
    match &mut channel.track {
        Track::Translation(own) | Track::Scale(own) => middle!(own, 1),
        Track::Rotation(own) => middle!(own, 1),
        Track::Weights { targets, values } => middle!(values, (*targets).max(1)),
    }
}

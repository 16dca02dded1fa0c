//! The timeline of an animation of the original, to which clips are added.

use super::Report;
use super::clips::{Nodes, ON_FRAME, Part, Property, SLOWEST_SAMPLING, near, property, rest, sample, span};
use crate::Budget;
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_core::{Code, Result};
use std::collections::{HashMap, HashSet};

/// The frames a second that come between clips on a timeline that does not count frames.
const FINEST_SAMPLING: f32 = 1000.0;

/// The timeline of an animation of the original, for the nodes that there are now.
pub(super) struct Timeline {
    animation: Animation,
    /// The ranges of the original.
    ranges: Vec<Clip>,
    clips: Vec<Clip>,
    /// Whether all keys are on whole frames.
    counts_frames: bool,
}

impl Timeline {
    pub(super) fn of(ours: &Animation, nodes: &Nodes<'_>) -> Self {
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

    /// Returns whether it counts frames, which all are as in the original.
    pub(super) fn has_frames_of(&self, ours: &Animation, nodes: &Nodes<'_>) -> bool {
        self.counts_frames && self.animation.channels == Self::of(ours, nodes).animation.channels
    }

    /// Takes its ranges away, for one that came back as a whole.
    pub(super) fn join(&mut self) -> Vec<Clip> {
        std::mem::take(&mut self.ranges)
    }

    /// Gives it its ranges again.
    pub(super) fn divide(&mut self, ranges: Vec<Clip>) {
        if !ranges.is_empty() {
            self.clips.clear();
        }
        self.ranges = ranges;
    }

    /// Brings a clip of the original back, as it was or as it is now.
    pub(super) fn bring(
        &mut self,
        ours: &Part<'_>,
        theirs: &Part<'_>,
        nodes: &Nodes<'_>,
        budget: &Budget,
        report: &mut Report,
    ) -> Result<()> {
        let clip = ours.clip;
        let their = theirs.without_lead(ours);
        let theirs = Part { animation: theirs.animation, clip: &their };
        let changed = theirs.changed(ours, nodes);
        if !changed.as_ref().is_some_and(HashSet::is_empty) {
            return self.replace(clip, &theirs, changed.as_ref(), nodes, budget, report);
        }
        let frames = |part: &Part<'_>| (part.clip.first, part.clip.last, part.animation.ticks_per_second);
        if frames(&theirs) != frames(ours) {
            report.restored("clips", format!("{} {} to {}", clip.name, clip.first, clip.last).trim_start());
        }
        self.keep(clip);
        Ok(())
    }

    /// Gives a clip of the original its new name.
    pub(super) fn rename(&mut self, clip: &mut Clip, to: &str) {
        self.ranges.iter_mut().filter(|range| *range == clip).for_each(|range| to.clone_into(&mut range.name));
        to.clone_into(&mut clip.name);
    }

    pub(super) fn keep(&mut self, clip: &Clip) {
        self.clips.push(clip.clone());
    }

    /// Puts a clip that was changed where it was; at the end where it is longer than it was and not the last, or shares its frames with others. Of
    /// one that is as long as it was only what was changed gets other keys.
    fn replace(
        &mut self,
        clip: &Clip,
        theirs: &Part<'_>,
        changed: Option<&HashSet<Property>>,
        nodes: &Nodes<'_>,
        budget: &Budget,
        report: &mut Report,
    ) -> Result<()> {
        let own: HashSet<Property> = theirs.animation.channels.iter().map(property).collect();
        let is_gone = |channel: &Property| !own.contains(channel) && changed.is_some_and(|all| all.contains(channel));
        for (id, what) in self.animation.channels.iter().map(property).filter(is_gone) {
            let name = format!("{} {what} of {}", clip.name, nodes.edited[id].name);
            report.add(Code::ResampledKeys, "channels that were taken out", name);
        }
        // The timeline of the original does not move what is new, so that no other clip has frames of it.
        let is_new = |changed: &HashSet<Property>| changed.iter().all(|(id, _)| !nodes.pairs.original.contains_key(id));
        let is_apart = changed.is_some_and(is_new);
        let (length, old) = (self.length(theirs), clip.last - clip.first);
        let is_last = clip.last >= self.animation.last;
        let shares = |other: &Clip| other.name != clip.name && other.first <= clip.last && clip.first <= other.last;
        let start = if self.ranges.is_empty() {
            // It is all of its timeline.
            if changed.is_none() {
                self.animation.channels.clear();
                self.animation.last = self.animation.first + length;
            }
            self.put(self.animation.first, self.animation.last, theirs, changed, nodes, budget)?;
            self.keep(&Clip { last: self.animation.last, ..clip.clone() });
            self.animation.first
        } else if (changed.is_some() || length <= old || is_last) && (is_apart || !self.ranges.iter().any(shares)) {
            let is_as_long = changed.is_some() && (length - old).abs() <= self.slack();
            let last = if is_as_long { clip.last } else { clip.first + length };
            self.animation.last = self.animation.last.max(last);
            self.put(clip.first, last, theirs, changed, nodes, budget)?;
            self.clips.push(Clip { last, ..clip.clone() });
            report.restored("first frames of changed clips", format!("{} {}", clip.name, clip.first));
            clip.first
        } else {
            let (first, last) = self.append(&clip.name, clip.looping, theirs, nodes, budget)?;
            let what = format!("{} {first} to {last}", clip.name);
            report.add(Code::RenumberedFrames, "changed clips that no longer fit into their frames", what);
            first
        };
        let is_changed = |channel: &Channel| changed.is_none_or(|changed| changed.contains(&property(channel)));
        for (name, follows) in self.followed(&clip.name, start, theirs, is_changed, nodes) {
            report.add(if follows { Code::AdaptedKeys } else { Code::ResampledKeys }, "keys of changed channels", name);
        }
        Ok(())
    }

    /// Returns what is said of the channels of a clip, which begins at a tick, and whether the timeline has the values of each wherever it has a key.
    fn followed(
        &self,
        clip: &str,
        start: f32,
        theirs: &Part<'_>,
        is_put: impl Fn(&Channel) -> bool,
        nodes: &Nodes<'_>,
    ) -> Vec<(String, bool)> {
        let own: HashMap<Property, &Channel> =
            self.animation.channels.iter().map(|channel| (property(channel), channel)).collect();
        let follows = |channel: &Channel| {
            let (id, what) = property(channel);
            let follows = own.get(&(id, what)).map_or_else(
                || is_still(channel, theirs, nodes),
                |own| {
                    let near = near(channel, nodes.pairs);
                    let keys = channel.times.get(span(channel, theirs.clip.first, theirs.clip.last));
                    keys.unwrap_or_default().iter().all(|time| {
                        let tick = start + (time - theirs.clip.first) / theirs.animation.rate() * self.animation.rate();
                        near(sample(own, tick, self.animation.rate()), sample(channel, *time, theirs.animation.rate()))
                    })
                },
            );
            (format!("{clip} {what} of {}", nodes.edited[id].name), follows)
        };
        theirs.animation.channels.iter().filter(|channel| is_put(channel)).map(follows).collect()
    }

    /// Puts a new clip after the end of the timeline, and reports what it has too few frames for.
    pub(super) fn add(
        &mut self,
        name: &str,
        theirs: &Part<'_>,
        nodes: &Nodes<'_>,
        budget: &Budget,
        report: &mut Report,
    ) -> Result<()> {
        let (first, _) = self.append(name, theirs.clip.looping, theirs, nodes, budget)?;
        let resampled = self.followed(name, first, theirs, |_| true, nodes).into_iter().filter(|(_, follows)| !follows);
        resampled.for_each(|(name, _)| report.add(Code::ResampledKeys, "keys of new clips", name));
        Ok(())
    }

    /// Puts a clip after the end of the timeline; returns its frames.
    fn append(
        &mut self,
        name: &str,
        looping: bool,
        theirs: &Part<'_>,
        nodes: &Nodes<'_>,
        budget: &Budget,
    ) -> Result<(f32, f32)> {
        if self.ranges.is_empty() && self.clips.is_empty() {
            self.clips.push(self.animation.whole());
        }
        let first = (self.animation.last + self.gap()).ceil();
        let first = if self.counts_frames { first } else { self.animation.last + self.gap() };
        let last = first + self.length(theirs);
        self.animation.last = last;
        self.put(first, last, theirs, None, nodes, budget)?;
        self.clips.push(Clip { name: name.to_owned(), first, last, looping });
        Ok((first, last))
    }

    /// Returns the ticks from the end of a clip to the beginning of the next.
    fn gap(&self) -> f32 {
        if self.counts_frames { 1.0 } else { self.animation.rate() / FINEST_SAMPLING }
    }

    /// Returns by how many ticks an end that a program rounded may be off.
    fn slack(&self) -> f32 {
        self.animation.rate() / SLOWEST_SAMPLING
    }

    /// Returns the ticks that a clip takes here.
    pub(super) fn length(&self, theirs: &Part<'_>) -> f32 {
        let length = theirs.seconds() * self.animation.rate();
        if !self.counts_frames {
            return length;
        }
        if (length - length.round()).abs() <= ON_FRAME * length.max(1.0) { length.round() } else { length.ceil() }
    }

    /// Puts the keys of a clip into a range of the timeline, in place of what is there; around it all stays as it is. On a timeline of
    /// frames each frame gets a key. What is not among the changed properties keeps its own.
    fn put(
        &mut self,
        first: f32,
        last: f32,
        theirs: &Part<'_>,
        changed: Option<&HashSet<Property>>,
        nodes: &Nodes<'_>,
        budget: &Budget,
    ) -> Result<()> {
        let is_put = |channel: &Channel| changed.is_none_or(|changed| changed.contains(&property(channel)));
        let (rate, gap) = (self.animation.rate(), self.gap());
        let at =
            |tick: f32| (theirs.clip.first + (tick - first) / rate * theirs.animation.rate()).min(theirs.clip.last);
        let around: Vec<f32> = [first - gap, last + gap]
            .into_iter()
            .filter(|tick| (self.animation.first..=self.animation.last).contains(tick))
            .collect();
        let their_channels: HashMap<Property, &Channel> =
            theirs.animation.channels.iter().map(|channel| (property(channel), channel)).collect();
        let known: HashSet<Property> = self.animation.channels.iter().map(property).collect();
        let new = theirs.animation.channels.iter();
        let new = new.filter(|channel| is_put(channel) && !known.contains(&property(channel)));
        // Programs write keys of all joints; those that the original never moves get some only where they leave their rest.
        let ours = nodes.original.animations.iter().flat_map(|ours| &ours.channels);
        let moved: HashSet<Property> =
            ours.filter_map(|ours| Some((nodes.pairs.edited[ours.target.index()]?, ours.track.property()))).collect();
        let new = new.filter(|channel| moved.contains(&property(channel)) || !is_still(channel, theirs, nodes));
        let new: Vec<Channel> = new.filter_map(|channel| still(channel, self.animation.first, nodes)).collect();
        self.animation.channels.extend(new);
        let frames = (last - first).max(0.0) as usize + 1;
        for own in self.animation.channels.iter_mut().filter(|channel| is_put(channel)) {
            // What the timeline has there stays.
            let fence: Vec<Sample> = around.iter().filter_map(|tick| sample(own, *tick, rate)).collect();
            let (times, values): (Vec<f32>, Vec<Sample>) = if let Some(channel) = their_channels.get(&property(own)) {
                let times: Vec<f32> = if self.counts_frames {
                    budget.take("the frames of clips", frames, size_of::<Sample>())?;
                    (0..frames).map(|frame| first + frame as f32).collect()
                } else {
                    let keys = channel.times.get(span(channel, theirs.clip.first, theirs.clip.last));
                    let tick = |time: &f32| first + (time - theirs.clip.first) / theirs.animation.rate() * rate;
                    let keys = keys.unwrap_or_default().iter().map(tick);
                    let mut times: Vec<f32> = [first].into_iter().chain(keys).chain([last]).collect();
                    times.dedup_by(|later, before| *later <= *before);
                    times
                };
                let value = |tick: &f32| Some((*tick, sample(channel, at(*tick), theirs.animation.rate())?));
                times.iter().filter_map(value).unzip()
            } else {
                // What the clip does not move is at rest in it.
                let rest = rest(nodes.edited, own.target, own.track.property());
                let ends: &[f32] = if last > first { &[first, last] } else { &[first] };
                ends.iter().filter_map(|tick| Some((*tick, rest.clone()?))).unzip()
            };
            splice(own, &times, &values);
            for (tick, value) in around.iter().zip(fence) {
                splice(own, &[*tick], &[value]);
            }
        }
        Ok(())
    }

    /// Returns the animation, where it says anything.
    pub(super) fn finish(mut self) -> Option<Animation> {
        if !self.ranges.is_empty() || self.clips.len() > 1 {
            self.animation.clips = self.clips;
        } else {
            self.animation.name.clone_from(&self.clips.first()?.name);
        }
        self.animation.channels.retain(|channel| !channel.times.is_empty());
        Some(self.animation)
    }
}

/// Returns whether a channel of a clip keeps its node where it rests.
fn is_still(channel: &Channel, theirs: &Part<'_>, nodes: &Nodes<'_>) -> bool {
    let (id, what) = property(channel);
    let (near, rest) = (near(channel, nodes.pairs), rest(nodes.edited, id, what));
    let keys = channel.times.get(span(channel, theirs.clip.first, theirs.clip.last)).unwrap_or_default();
    let mut ticks = [theirs.clip.first, theirs.clip.last].into_iter().chain(keys.iter().copied());
    rest.is_some() && ticks.all(|tick| near(sample(channel, tick, theirs.animation.rate()), rest.clone()))
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

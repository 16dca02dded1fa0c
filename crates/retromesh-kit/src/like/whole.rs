//! An animation that is the whole timeline of the original: other programs know no ranges.

use super::Report;
use super::clips::{Nodes, ON_FRAME, Part, SLOWEST_SAMPLING, near, sample};
use crate::numbered::without_number;
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track, is_rate};
use retromesh_core::pose::Sample;
use retromesh_core::{Code, Scene};

/// At most this many animations are compared with the timeline.
const MAX_COMPARED: usize = 16;
/// What Blender calls an animation without a name, with its number after it.
const UNNAMED: &str = "Anim_";

/// An animation that is the timeline of the original.
pub(super) struct Whole {
    pub(super) at: usize,
    /// What it has of that timeline.
    pub(super) old: Clip,
    /// What comes after its end.
    pub(super) new: Option<Clip>,
    /// Whether its name is a new one of the only range.
    pub(super) is_renamed: bool,
    /// Whether ranges came back next to it: one that did not is another one now, or gone.
    pub(super) has_ranges: bool,
    /// How many times as long it is as in the original: a mod plays its frames at another rate.
    pub(super) slowdown: f32,
}

/// How an animation is the timeline of the original, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Same,
    /// With the same frames at another rate.
    OtherRate,
    /// With new keys after the end.
    Longer,
}

/// Returns whether a name is none that a user gave: that of the timeline of the original, or one of Blender's.
pub(super) fn is_given(name: &str, ours: &Animation) -> bool {
    let number = without_number(name).unwrap_or(name).strip_prefix(UNNAMED);
    name.is_empty() || name == ours.name || number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Returns whether a channel of the original moves anything.
fn moves(channel: &Channel, rate: f32, nodes: &Nodes<'_>) -> bool {
    let (near, mut values) =
        (near(channel, nodes.pairs), channel.times.iter().map(|tick| sample(channel, *tick, rate)));
    let first = values.next().flatten();
    !values.all(|value| near(value, first.clone()))
}

/// Finds the animation that is the only timeline of the original: one clip with a name that no range has, as long as all of it. One that is
/// longer has new keys after the end, unless all of it is as before at another rate. Of a file for a game that takes frames for seconds each second is a frame again, but in new clips that move between
/// whole seconds: their user made them for the eye.
pub(super) fn find(
    theirs: &mut [Animation],
    original: &Scene,
    nodes: &Nodes<'_>,
    report: &mut Report,
) -> Option<Whole> {
    let [ours] = original.animations.as_slice() else { return None };
    let (whole, ranges) = (ours.whole(), ours.clips_or_whole());
    let part = Part { animation: ours, clip: &whole };
    let is_as_long = |seconds: f32| (seconds - part.seconds()).abs() <= 1.0 / SLOWEST_SAMPLING;
    let is_range = |name: &str| !name.is_empty() && ranges.iter().any(|range| range.name == name);
    let is_given = |name: &str| is_given(name, ours);
    let is_alone = theirs.len() == 1;
    let has_ranges = theirs.iter().flat_map(Animation::clips_or_whole).any(|clip| is_range(&clip.name));
    let moving = ours.channels.iter().filter(|channel| moves(channel, part.animation.rate(), nodes)).count();
    let mut best: Option<((Fit, usize), f32, f32, Whole)> = None;
    for at in (0..theirs.len()).filter(|_| whole.last > whole.first).take(MAX_COMPARED) {
        let clips = theirs[at].clips_or_whole();
        let [clip] = clips.as_slice() else { continue };
        let slowdown = Part { animation: &theirs[at], clip }.seconds() / part.seconds();
        // How many channels differ where the rate is not another one.
        let mut others = moving;
        // As it is, with a second for each frame, and all of it in the time of the original.
        let scales = [(1.0, false), (part.animation.rate().max(1.0), false), (slowdown, true)];
        for (scale, is_other_rate) in scales.into_iter().filter(|(scale, _)| is_rate(*scale) && !is_range(&clip.name)) {
            let rate = theirs[at].ticks_per_second;
            theirs[at].ticks_per_second = theirs[at].rate() * scale;
            let their = Part { animation: &theirs[at], clip };
            let is_same = is_as_long(their.seconds());
            if is_same || their.seconds() > part.seconds() {
                let end = |seconds: f32| (clip.first + seconds * their.animation.rate()).min(clip.last);
                let old = if is_same { clip.clone() } else { Clip { last: end(part.seconds()), ..clip.clone() } };
                let changed = Part { clip: &old, ..their }.changed(&part, nodes);
                let changed = changed.map_or(ours.channels.len(), |changed| changed.len());
                others = if is_other_rate { others } else { others.min(changed) };
                // What is still is alike in every clip.
                let is_alike = changed * 2 <= moving;
                let is_it = match is_given(&clip.name) {
                    is_given if is_other_rate => is_given && changed < others && changed * 2 < moving,
                    // Next to ranges it is perhaps a new clip.
                    is_given if has_ranges => is_given && is_alike,
                    is_given => is_given || is_alike || (is_same && is_alone),
                };
                let fit = match (is_other_rate, is_same) {
                    (true, _) => Fit::OtherRate,
                    (false, true) => Fit::Same,
                    (false, false) => Fit::Longer,
                };
                let rank = (fit, changed);
                // Of two that have as much of the original the one that is nearer to its length.
                let seconds = their.seconds();
                let is_better =
                    |(best, other, ..): &(_, f32, f32, _)| rank < *best || rank == *best && seconds < *other;
                if is_it && best.as_ref().is_none_or(is_better) {
                    let new = Clip { first: end(part.seconds() + part.animation.rate().recip()), ..clip.clone() };
                    let new = Some(new).filter(|new| !is_same && new.first < new.last);
                    let slowdown = if is_other_rate { slowdown } else { 1.0 };
                    best =
                        Some((rank, seconds, scale, Whole { at, old, new, is_renamed: false, has_ranges, slowdown }));
                }
            }
            theirs[at].ticks_per_second = rate;
        }
    }
    let ((fit, changed), _, scale, mut whole) = best?;
    if fit == Fit::Longer && changed * 2 > moving {
        let what = "a longer timeline that moves in another way: `--like` the file that was edited";
        report.add(Code::UnlikeOriginal, what, &theirs[whole.at].name);
    }
    for (at, animation) in theirs.iter_mut().enumerate().filter(|_| scale != 1.0) {
        let clip = animation.whole();
        let rate = animation.rate() * scale;
        if fit == Fit::OtherRate {
            animation.ticks_per_second = rate;
            continue;
        }
        if at != whole.at && !is_range(&clip.name) && !counts_frames(animation, nodes) {
            report.add(
                Code::RenumberedFrames,
                "new clips next to one with a second for each frame, which are read as seconds",
                &animation.name,
            );
            continue;
        }
        animation.ticks_per_second = rate;
        report.restored("clips with a second for each frame", &animation.name);
    }
    if fit == Fit::OtherRate {
        report.restored("frames of a timeline that has another rate now", &theirs[whole.at].name);
    }
    let is_one = matches!(ranges.as_slice(), [range] if is_as_long(Part { animation: ours, clip: range }.seconds()));
    whole.is_renamed = is_one && whole.new.is_none() && !is_given(&whole.old.name);
    // One that is alone is found by that.
    (!(whole.is_renamed && is_alone)).then_some(whole)
}

/// Returns whether an animation with a second for each frame loses nothing in frames: on the way from one second to the next all is straight, and not
/// all of it is one way.
fn counts_frames(animation: &Animation, nodes: &Nodes<'_>) -> bool {
    let rate = animation.rate();
    let is_between = |tick: &f32| (tick / rate - (tick / rate).round()).abs() > ON_FRAME;
    let on_way = |channel: &Channel, [start, end]: [f32; 2], tick: f32| {
        let ends = [start, end].map(|tick| sample(channel, tick, 1.0));
        let way = way(channel, [start, end], ends).and_then(|way| sample(&way, tick, 1.0));
        near(channel, nodes.pairs)(sample(channel, tick, 1.0), way)
    };
    let whole =
        |channel: &Channel| channel.times.first().zip(channel.times.last()).map(|(first, last)| [*first, *last]);
    let is_straight = |channel: &Channel| {
        channel.times.iter().filter(|tick| is_between(tick)).all(|tick| {
            let second = (tick / rate).floor();
            on_way(channel, [second * rate, (second + 1.0) * rate], *tick)
        })
    };
    let is_one_way = |channel: &Channel| {
        whole(channel).is_none_or(|ends| channel.times.iter().all(|tick| on_way(channel, ends, *tick)))
    };
    animation.channels.iter().all(is_straight) && !animation.channels.iter().all(is_one_way)
}

/// Returns the straight way between two values.
fn way(channel: &Channel, times: [f32; 2], values: [Option<Sample>; 2]) -> Option<Channel> {
    let track = match values {
        [Some(Sample::Translation(a)), Some(Sample::Translation(b))] => Track::Translation(vec![a, b]),
        [Some(Sample::Rotation(a)), Some(Sample::Rotation(b))] => Track::Rotation(vec![a, b]),
        [Some(Sample::Scale(a)), Some(Sample::Scale(b))] => Track::Scale(vec![a, b]),
        [Some(Sample::Weights(a)), Some(Sample::Weights(b))] => {
            Track::Weights { targets: a.len(), values: [a, b].concat() }
        }
        _ => return None,
    };
    Some(Channel { target: channel.target, interpolation: Interpolation::Linear, times: times.to_vec(), track })
}

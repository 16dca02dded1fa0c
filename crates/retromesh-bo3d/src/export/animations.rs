//! Animations: all on the one timeline of the file.

use super::basis::{Basis, change};
use super::motion::{Motion, Segment};
use super::nodes::Tree;
use super::rate::{self, Fit, Reference};
use super::{Exporter, wxyz};
use crate::DEFAULT_RATE;
use crate::document::Key;
use crate::import::LENGTH;
use retromesh_core::extras::TIMELINE;
use retromesh_core::keyframes::{Animation, Channel, Track, is_rate};
use retromesh_core::scene::{Node, Trs};
use retromesh_core::{Code, Error, Extra, Finding, NodeId, Valid};
use retromesh_kit::frames::{SLOWEST, usual_rate};
use retromesh_kit::resample::{Keys, Mix, Resampled};
use retromesh_kit::{FrameRange, FrameTable};
use std::collections::{BTreeMap, BTreeSet};

/// How far from a whole frame a key may be by rounding.
const OFF_FRAME: f64 = 1e-3;
/// An error between keys, in radians or as a share of the model's size, that no frame is left to lessen.
const WORTH_SAYING: f32 = 1e-4;
/// The last frame that may be written; the length is one more.
const LAST_FRAME: i64 = i32::MAX as i64 - 2;

/// The keys of all nodes, in the nodes' own axes.
#[derive(Default)]
pub(super) struct Timeline {
    keys: BTreeMap<NodeId, Vec<(i32, Trs)>>,
    pub(super) length: i32,
    /// The clips in frames; `None` without any, and where they are to be played at different rates.
    pub(super) table: Option<FrameTable>,
}

impl Timeline {
    /// Appends the keys of a node in one more animation.
    fn append(&mut self, id: NodeId, keys: Keys<Trs>, mix: Mix) {
        let all = self.keys.entry(id).or_default();
        for (frame, mut trs) in keys {
            let before = all.last().map(|(_, last)| last.rotation);
            if mix != Mix::Normalized && before.is_some_and(|before| before.dot(trs.rotation) < 0.0) {
                trs.rotation = -trs.rotation;
            }
            all.push((frame as i32, trs));
        }
    }

    /// Returns the keys of a node in its new axes.
    pub(super) fn keys(&self, id: NodeId, above: &Basis, own: &Basis) -> Vec<Key> {
        let key = |&(frame, trs): &(i32, Trs)| {
            let trs = change(above, own, trs);
            Key { frame, position: trs.translation, scale: trs.scale, rotation: wxyz(trs.rotation) }
        };
        self.keys.get(&id).map_or_else(Vec::new, |keys| keys.iter().map(key).collect())
    }
}

/// An animation on its way to the timeline.
struct Plan<'s> {
    animation: &'s Animation,
    motions: BTreeMap<NodeId, Motion<'s>>,
    segment: Segment,
    fit: Fit,
}

/// An animation on the timeline.
struct Strip<'s> {
    animation: &'s Animation,
    segment: Segment,
    /// Frames for one of the source.
    factor: u32,
    /// How far vertices would be off without finer frames.
    coarse: f32,
    /// Keys that the source does not have.
    inserted: usize,
    /// The largest distance from the source between keys.
    error: f32,
}

impl<'s> Exporter<'s> {
    /// Puts all animations on one timeline of whole frames from 1, one after another.
    pub(super) fn motion(&mut self, tree: &Tree) -> Result<Timeline, Error> {
        let size = self.size();
        let plans = self.plans(tree, size)?;
        // One rate for the whole timeline: a program plays it with one.
        let factor = plans.iter().map(|plan| plan.fit.factor).max().unwrap_or(1);
        let mut timeline = Timeline::default();
        let mut strips = Vec::with_capacity(plans.len());
        let mut next = 1;
        for Plan { animation, motions, segment, fit } in plans {
            let segment = segment.finer(factor).starting_at(next);
            if segment.end > LAST_FRAME {
                let detail = "an animation ends after the last frame that can be written";
                self.diagnostics.note(Code::LostKeys, animation.key_count(), detail)?;
                continue;
            }
            next = segment.end + 1;
            let error = if factor == fit.factor { fit.error } else { 0.0 };
            let mut strip = Strip { animation, segment, factor, coarse: fit.coarse, inserted: 0, error };
            for (id, motion) in in_order(tree, &motions) {
                let keys = motion.keys(&segment, size, &self.budget)?;
                strip.inserted += keys.added;
                strip.error = strip.error.max(keys.error);
                timeline.append(id, keys.keys, motion.mix());
            }
            strips.push(strip);
        }
        timeline.length = self.length(&strips, &timeline);
        timeline.table = table(&strips);
        self.report_animations(&strips)?;
        Ok(timeline)
    }

    /// Gathers what moves in each animation, and how fine its frames must be.
    fn plans(&self, tree: &Tree, size: f32) -> Result<Vec<Plan<'s>>, Error> {
        let scene = self.scene;
        let moves = |channel: &&Channel| !matches!(channel.track, Track::Weights { .. });
        let written: Vec<&Animation> =
            scene.animations.iter().filter(|animation| animation.channels.iter().any(|c| moves(&c))).collect();
        // A node that rests in one animation has keys there too, or it would keep what another one left.
        let moving: BTreeSet<NodeId> =
            written.iter().flat_map(|a| a.channels.iter().filter(moves)).map(|channel| channel.target).collect();
        let mut boxes = None;
        let mut plans: Vec<Plan<'_>> = Vec::with_capacity(written.len());
        for animation in written {
            let mut channels: BTreeMap<NodeId, Vec<&Channel>> = moving.iter().map(|&id| (id, Vec::new())).collect();
            for channel in animation.channels.iter().filter(moves) {
                channels.entry(channel.target).or_default().push(channel);
            }
            let motion =
                |(id, channels): (NodeId, _)| (id, Motion { rest: scene[id].transform.trs(), channels, animation });
            let motions: BTreeMap<NodeId, Motion<'_>> = channels.into_iter().map(motion).collect();
            let segment = self.segment(animation, plans.is_empty());
            // These keys are forgotten again.
            let budget = self.budget.clone();
            let mut tight = Vec::new();
            for (id, motion) in in_order(tree, &motions) {
                let Resampled { tight: spans, .. } = motion.keys(&segment, size, &budget)?;
                tight.extend(spans.into_iter().map(|(frame, error)| (id, frame as i64, error)));
            }
            let fit = if tight.is_empty() {
                Fit::default()
            } else {
                let boxes = boxes.get_or_insert_with(|| rate::boxes(scene, tree));
                let reference = Reference::new(scene, tree, &motions, boxes, size);
                reference.fit(&segment, &tight, self.asked_rate().is_none())
            };
            plans.push(Plan { animation, motions, segment, fit });
        }
        Ok(plans)
    }

    /// Lays an animation on frames from 1.
    fn segment(&self, animation: &Animation, is_first: bool) -> Segment {
        let times = animation.channels.iter().filter(|c| !matches!(c.track, Track::Weights { .. }));
        let times = times.flat_map(|channel| &channel.times).map(|&time| f64::from(time));
        let (first, last) =
            times.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), time| (a.min(time), b.max(time)));
        // What rests before the first key and after the last one belongs to the animation; a length of the source's own is kept.
        let first = first.min(animation.first.into());
        let last = if self.own_length(animation).is_some() { last } else { last.max(animation.last.into()) };
        let whole = times.clone().all(|time| time.fract() == 0.0);
        let is_kept =
            |rate: Option<f32>| rate.map_or(self.counts_frames(animation), |rate| rate == animation.ticks_per_second);
        let is_exact = whole && is_kept(self.asked_rate());
        // Frame numbers stay where they are when they may; the timeline starts at frame 1 all the same, because before the first
        // key the engine comes from the rest pose.
        let tick = if is_exact && is_first { first.min(1.0) } else { first };
        let (step, frames) = if is_exact {
            (1.0, last - tick)
        } else {
            let step = f64::from(animation.ticks_per_second) / f64::from(self.rate(animation));
            // A key that is off its frame by rounding does not ask for one frame more.
            (step, ((last - tick) / step - OFF_FRAME).ceil().max(0.0))
        };
        Segment { start: 1, end: (frames as i64).saturating_add(1), tick, step }
    }

    /// Returns whether the ticks of an animation are frames rather than seconds.
    fn counts_frames(&self, animation: &Animation) -> bool {
        animation.ticks_per_second != 1.0 || self.own_length(animation).is_some()
    }

    /// Returns the length in frames that the source names.
    fn own_length(&self, animation: &Animation) -> Option<i64> {
        stored_length(&animation.extras).or_else(|| authored_frames(self.scene))
    }

    /// Returns the rate that the caller asks for.
    fn asked_rate(&self) -> Option<f32> {
        self.options.frames_per_second.filter(|&rate| is_rate(rate))
    }

    /// Returns the frames a second at which an animation is written, where its keys do not be on whole ticks or another rate is
    /// asked for.
    fn rate(&self, animation: &Animation) -> f32 {
        let source = animation.ticks_per_second;
        let alike = self.scene.animations.iter().filter(|other| other.ticks_per_second == source);
        let times = alike.flat_map(|animation| &animation.channels).flat_map(|channel| &channel.times);
        let fits = |rate: f32| {
            let frame = |time: f32| f64::from(time) / f64::from(source) * f64::from(rate);
            times.clone().all(|&time| (frame(time) - frame(time).round()).abs() < OFF_FRAME)
        };
        let usual = || usual_rate(Some(DEFAULT_RATE), fits).unwrap_or(DEFAULT_RATE);
        let plain = || if source >= SLOWEST { source } else { usual() };
        self.asked_rate().unwrap_or_else(plain)
    }

    /// Returns the length: one more than the last frame, so that playing ends there and the engine's own count stays asleep; the
    /// source's own length where it has one and its frame numbers stay.
    fn length(&self, strips: &[Strip<'_>], timeline: &Timeline) -> i32 {
        let Some(end) = strips.iter().map(|strip| strip.segment.end).max() else {
            return stored_length(&self.scene.extras).and_then(|length| i32::try_from(length).ok()).unwrap_or(0).max(0);
        };
        let max_keys = timeline.keys.values().map(Vec::len).max().unwrap_or(0) as i64 + 1;
        let source = match strips {
            [Strip { animation, segment, .. }] if segment.step == 1.0 && segment.tick == segment.start as f64 => {
                self.own_length(animation)
            }
            _ => None,
        };
        let length = source.filter(|&length| length >= end).unwrap_or(end + 1);
        i32::try_from(length.max(max_keys)).unwrap_or(i32::MAX)
    }

    fn report_animations(&mut self, strips: &[Strip<'_>]) -> Result<(), Error> {
        for Strip { animation, segment, factor, coarse, inserted, error } in strips {
            let name = &animation.name;
            let rate = rate_of(animation, segment);
            let loops = animation.clips_or_whole().iter().any(|clip| clip.looping);
            let again = if loops { ", again and again" } else { "" };
            let detail = format!("play the animation at {rate} frames a second{again}");
            self.diagnostics.report(Finding::new(Code::RateNotStored).detail(detail))?;
            if *factor > 1 {
                let plain = rate / f64::from(*factor);
                let became = became(segment, *factor);
                let detail = format!(
                    "{name:?} has {factor} frames for each of the source's, {rate} a second ({became}), because the engine would be \
                     off by {coarse:.1e} of the size within one; `--frame-rate {plain}` keeps the source's numbers"
                );
                self.diagnostics.report(Finding::new(Code::RenumberedFrames).detail(detail))?;
            } else if segment.step == 1.0 && segment.tick != segment.start as f64 && self.counts_frames(animation) {
                let detail = format!("{name:?} starts at frame {}: {}", segment.start, became(segment, 1));
                self.diagnostics.report(Finding::new(Code::RenumberedFrames).detail(detail))?;
            }
            if *inserted > 0 || *error > WORTH_SAYING {
                let (code, more) = if *error > WORTH_SAYING {
                    (Code::ResampledKeys, "; a higher frame rate lessens it")
                } else {
                    (Code::AdaptedKeys, "")
                };
                let detail = format!("{name:?} got {inserted} more keys; between keys it is off by {error:.1e}{more}");
                self.diagnostics.report(Finding::new(code).detail(detail))?;
            }
            if strips.len() > 1 {
                let detail = format!("{name:?} is frames {} to {}", segment.start, segment.end);
                self.diagnostics.report(Finding::new(Code::JoinedAnimations).detail(detail))?;
            }
            for clip in &animation.clips {
                let (first, last) = (segment.frame(clip.first), segment.frame(clip.last));
                let detail = format!("clip {:?} is frames {first} to {last}", clip.name);
                self.diagnostics.report(Finding::new(Code::JoinedAnimations).detail(detail))?;
            }
        }
        Ok(())
    }

    /// Returns the size of the model: the largest coordinate of a vertex, a node or a key.
    fn size(&self) -> f32 {
        let vertices = self.scene.meshes.iter().flat_map(|mesh| mesh.positions.iter().copied());
        let nodes = self.scene.nodes.iter().map(|node| node.transform.trs().translation);
        let channels = self.scene.animations.iter().flat_map(|animation| &animation.channels);
        let keys = channels.flat_map(|channel| match &channel.track {
            Track::Translation(values) => values.as_slice(),
            _ => &[],
        });
        let size = vertices.chain(nodes).chain(keys.copied()).fold(0.0f32, |size, v| size.max(v.abs().max_element()));
        if size > 0.0 { size } else { 1.0 }
    }
}

/// Returns the frames a second at which an animation is to be played.
fn rate_of(animation: &Animation, segment: &Segment) -> f64 {
    f64::from(animation.ticks_per_second) / segment.step
}

/// Says by example which frame of the file a frame of the source is: for the first, the second and the last.
fn became(segment: &Segment, factor: u32) -> String {
    let frames = (segment.end - segment.start) / i64::from(factor.max(1));
    let pair = |n: i64| {
        let source = (segment.tick + n as f64 * segment.step * f64::from(factor)) as f32;
        format!("{source} is {}", segment.start + n * i64::from(factor))
    };
    let mut shown = vec![0, 1.min(frames), frames];
    shown.dedup();
    shown.into_iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// Lists the clips with their frames.
fn table(strips: &[Strip<'_>]) -> Option<FrameTable> {
    let mut rates = strips.iter().map(|strip| rate_of(strip.animation, &strip.segment) as f32);
    let speed = rates.next()?;
    let mut ranges = Vec::new();
    for Strip { animation, segment, .. } in strips {
        ranges.extend(animation.clips_or_whole().into_iter().map(|clip| FrameRange {
            first: segment.frame(clip.first) as f32,
            last: segment.frame(clip.last) as f32,
            looping: clip.looping,
            name: clip.name,
            ..FrameRange::default()
        }));
    }
    rates.all(|rate| rate == speed).then_some(FrameTable { speed, ranges, ..FrameTable::default() })
}

/// Returns the moving nodes that are written, in the order of the tree.
fn in_order<'m, 's>(
    tree: &Tree,
    motions: &'m BTreeMap<NodeId, Motion<'s>>,
) -> impl Iterator<Item = (NodeId, &'m Motion<'s>)> {
    tree.order.iter().filter_map(|&id| Some((id, motions.get(&id)?)))
}

fn stored_length(extras: &retromesh_core::Extras) -> Option<i64> {
    extras.get(LENGTH).and_then(Extra::as_int)
}

/// Returns the frame count that the scene remembers.
fn authored_frames(scene: &Valid<'_>) -> Option<i64> {
    let frames = |node: &Node| match node.extras.get(TIMELINE)? {
        Extra::Map(table) => table.get("frames")?.as_int(),
        _ => None,
    };
    scene.nodes.iter().filter_map(frames).max()
}

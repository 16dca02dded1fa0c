//! Animations: all on the one timeline of the file.

use super::basis::{Basis, change};
use super::refine::{self, Segment};
use super::sample::Motion;
use super::tree::Tree;
use super::{Exporter, wxyz};
use crate::DEFAULT_RATE;
use crate::document::Key;
use crate::import::LENGTH;
use retromesh_core::keyframes::{Animation, Channel, Track};
use retromesh_core::scene::{Node, Trs};
use retromesh_core::{Code, Error, Extra, Finding, NodeId, Scene};
use std::collections::BTreeMap;

/// Source rates from here on are taken for frames a second; slower ones count seconds.
const SLOWEST_RATE: f32 = 10.0;
/// An error between keys, in radians or as a share of the model's size, that no frame is left to lessen.
const WORTH_SAYING: f32 = 1e-4;
/// The last frame that may be written; the length is one more.
const LAST_FRAME: i64 = i32::MAX as i64 - 2;

/// The keys of all nodes, in the nodes' own axes.
#[derive(Default)]
pub(super) struct Timeline {
    keys: BTreeMap<NodeId, Vec<(i32, Trs)>>,
    pub(super) length: i32,
}

impl Timeline {
    /// Returns the keys of a node in its new axes.
    pub(super) fn keys(&self, id: NodeId, above: &Basis, own: &Basis) -> Vec<Key> {
        let key = |&(frame, trs): &(i32, Trs)| {
            let trs = change(above, own, trs);
            Key { frame, position: trs.translation, scale: trs.scale, rotation: wxyz(trs.rotation) }
        };
        self.keys.get(&id).map_or_else(Vec::new, |keys| keys.iter().map(key).collect())
    }
}

impl Exporter<'_> {
    /// Puts all animations on one timeline of whole frames from 1.
    pub(super) fn motion(&mut self, tree: &Tree) -> Result<Timeline, Error> {
        let scene = self.scene;
        let moves = |channel: &&Channel| !matches!(channel.track, Track::Weights { .. });
        let written: Vec<&Animation> =
            scene.animations.iter().filter(|animation| animation.channels.iter().any(|c| moves(&c))).collect();
        let mut by_node: BTreeMap<NodeId, Vec<Vec<&Channel>>> = BTreeMap::new();
        for (n, animation) in written.iter().enumerate() {
            for channel in animation.channels.iter().filter(moves) {
                let rows = by_node.entry(channel.target).or_insert_with(|| vec![Vec::new(); written.len()]);
                rows.get_mut(n).into_iter().for_each(|row| row.push(channel));
            }
        }
        let segments = self.segments(&written)?;
        let mut timeline = Timeline::default();
        let size = self.size();
        let mut reports: Vec<(usize, f32)> = vec![(0, 0.0); written.len()];
        for &id in &tree.order {
            let (Some(rows), Some(node)) = (by_node.remove(&id), scene.node(id)) else { continue };
            let mut all: Vec<(i32, Trs)> = Vec::new();
            for (n, (channels, segment)) in rows.into_iter().zip(&segments).enumerate() {
                let (Some(segment), Some(&animation)) = (segment, written.get(n)) else { continue };
                let motion = Motion { rest: node.transform.trs(), channels, animation };
                let refined = refine::keys(&motion, segment, size);
                if let Some((inserted, error)) = reports.get_mut(n) {
                    *inserted += refined.inserted;
                    *error = error.max(refined.error);
                }
                for (frame, mut trs) in refined.all {
                    let before = all.last().map(|(_, last)| last.rotation);
                    if !motion.keeps_signs() && before.is_some_and(|before| before.dot(trs.rotation) < 0.0) {
                        trs.rotation = -trs.rotation;
                    }
                    all.push((frame as i32, trs));
                }
            }
            timeline.keys.insert(id, all);
        }
        timeline.length = self.length(&written, &segments, &timeline);
        self.report_animations(&written, &segments, &reports)?;
        Ok(timeline)
    }

    /// Places the animations one after another; `None` for one that does not fit behind the others.
    fn segments(&mut self, written: &[&Animation]) -> Result<Vec<Option<Segment>>, Error> {
        let mut segments = Vec::with_capacity(written.len());
        let mut next = 1i64;
        for animation in written {
            let times = animation.channels.iter().filter(|c| !matches!(c.track, Track::Weights { .. }));
            let times = times.flat_map(|channel| &channel.times).map(|&time| f64::from(time));
            let (first, last) =
                times.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), time| (a.min(time), b.max(time)));
            let rate = self.options.frames_per_second.filter(|rate| rate.is_finite() && *rate > 0.0);
            let whole = times.clone().all(|time| time.fract() == 0.0);
            let is_exact = whole && rate.is_none_or(|rate| rate == animation.ticks_per_second);
            // Frame numbers stay where they are when they may; the timeline starts at frame 1 all the same, because before the first
            // key the engine comes from the rest pose.
            let first = if is_exact && segments.is_empty() { first.min(1.0) } else { first };
            let (step, frames) = if is_exact {
                (1.0, last - first)
            } else {
                let step = f64::from(animation.ticks_per_second) / f64::from(self.rate(animation));
                // A key that is off its frame by rounding does not ask for one frame more.
                (step, ((last - first) / step - 1e-3).ceil().max(0.0))
            };
            let start = next;
            let end = start as f64 + frames;
            if end > LAST_FRAME as f64 {
                let keys = animation.key_count();
                let detail = "an animation ends behind the last frame that can be written";
                self.diagnostics.report(Finding::new(Code::LostKeys).times(keys).detail(detail))?;
                segments.push(None);
                continue;
            }
            next = end as i64 + 1;
            segments.push(Some(Segment { start, end: end as i64, tick: first, step }));
        }
        Ok(segments)
    }

    /// Returns the frames a second at which an animation is written.
    fn rate(&self, animation: &Animation) -> f32 {
        let source = animation.ticks_per_second;
        let asked = self.options.frames_per_second.filter(|rate| rate.is_finite() && *rate > 0.0);
        asked.unwrap_or(if source >= SLOWEST_RATE { source } else { DEFAULT_RATE })
    }

    /// Returns the length: one more than the last frame, so that playing ends there and the engine's own count stays asleep; the
    /// source's own length where it has one and its frame numbers stay.
    fn length(&self, written: &[&Animation], segments: &[Option<Segment>], timeline: &Timeline) -> i32 {
        let stored = |extras: &retromesh_core::Extras| extras.get(LENGTH).and_then(Extra::as_int);
        let Some(end) = segments.iter().flatten().map(|segment| segment.end).max() else {
            return stored(&self.scene.extras).and_then(|length| i32::try_from(length).ok()).unwrap_or(0).max(0);
        };
        let most_keys = timeline.keys.values().map(Vec::len).max().unwrap_or(0) as i64 + 1;
        let source = match (written, segments) {
            ([animation], [Some(segment)]) if segment.step == 1.0 && segment.tick == segment.start as f64 => {
                stored(&animation.extras).or_else(|| frames_of_blitz(self.scene))
            }
            _ => None,
        };
        let length = source.filter(|&length| length >= end).unwrap_or(end + 1);
        i32::try_from(length.max(most_keys)).unwrap_or(i32::MAX)
    }

    fn report_animations(
        &mut self,
        written: &[&Animation],
        segments: &[Option<Segment>],
        reports: &[(usize, f32)],
    ) -> Result<(), Error> {
        for ((animation, segment), &(inserted, error)) in written.iter().zip(segments).zip(reports) {
            let Some(segment) = segment else { continue };
            let name = &animation.name;
            let rate = f64::from(animation.ticks_per_second) / segment.step;
            let detail = format!("play the animation at {rate} frames a second");
            self.diagnostics.report(Finding::new(Code::RateNotStored).detail(detail))?;
            if inserted > 0 || error > WORTH_SAYING {
                let more = if error > WORTH_SAYING { "; a higher frame rate lessens it" } else { "" };
                let detail = format!("{name:?} got {inserted} more keys; between keys it is off by {error:.1e}{more}");
                self.diagnostics.report(Finding::new(Code::ResampledKeys).detail(detail))?;
            }
            if segments.len() > 1 {
                let detail = format!("{name:?} is frames {} to {}", segment.start, segment.end);
                self.diagnostics.report(Finding::new(Code::JoinedAnimations).detail(detail))?;
            }
            for clip in &animation.clips {
                let frame = |tick: f32| (f64::from(tick) - segment.tick) / segment.step + segment.start as f64;
                let (first, last) = (frame(clip.first).round(), frame(clip.last).round());
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

/// Returns the frame count of a scene from Blitz3D, which counts its frames as this format does.
fn frames_of_blitz(scene: &Scene) -> Option<i64> {
    let frames = |node: &Node| match node.extras.get("b3d.anim")? {
        Extra::Map(table) => table.get("frames")?.as_int(),
        _ => None,
    };
    scene.nodes.iter().filter_map(frames).max()
}

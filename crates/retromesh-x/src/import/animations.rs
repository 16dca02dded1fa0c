//! Animation sets to animations.

use super::Report;
use super::Source;
use super::keys::Keys;
use super::nodes::Nodes;
use crate::outline::{Kind, Member, reference};
use retromesh_core::keyframes::{Animation, is_rate};
use retromesh_core::{Code, NodeId, Scene};
use retromesh_kit::ImportOptions;
use std::collections::BTreeMap;

/// The rate of times that are ticks, as Direct3D has it where a file does not say.
const TICKS: f32 = 4800.0;
/// The rate of times that are frames: what readers of such files take.
const FRAMES: f32 = 25.0;
/// Keys that are closer to each other than this on average are frames: as ticks they would be sixty a second and more.
const CLOSE: f32 = 80.0;

/// Builds an animation for each set, and one for all that is in none.
pub(super) fn build(
    source: Source<'_>,
    nodes: &Nodes,
    options: &ImportOptions,
    scene: &mut Scene,
    report: &mut Report,
) {
    let mut sets: Vec<(Option<u32>, Vec<u32>)> = Vec::new();
    let mut bare = Vec::new();
    for (number, object) in (0..).zip(&source.outline.objects) {
        match object.kind {
            Kind::AnimationSet => {
                let is_animation = |child: &u32| source.outline.kind(*child) == Kind::Animation;
                sets.push((Some(number), source.outline.children(number).filter(is_animation).collect()));
            }
            Kind::Animation if source.outline.kind(object.parent) != Kind::AnimationSet => bare.push(number),
            _ => {}
        }
    }
    if !bare.is_empty() {
        sets.push((None, bare));
    }
    let read = sets.into_iter().map(|(set, animations)| (set, keys(source, nodes, &animations, report)));
    let read: Vec<_> = read.collect();
    let rate = rate(source, options, &read, report);
    for (set, keys) in read {
        let name = set.map_or_else(String::new, |set| source.name(set, report));
        let ranges = keys.values().filter_map(|(_, keys)| keys.range());
        let range = ranges.reduce(|[first, last], [a, b]| [first.min(a), last.max(b)]);
        let [first, last] = range.unwrap_or([0.0; 2]);
        let mut channels = Vec::new();
        for (node, (object, keys)) in keys {
            keys.into_channels(node, object, &mut channels, report);
        }
        if channels.is_empty() {
            report.add(Code::EmptyPart, "an animation set without keys", 1, set.unwrap_or(crate::outline::NONE));
            continue;
        }
        // A timeline begins at 0 unless its keys are before.
        let first = first.min(0.0);
        let animation =
            Animation { name, first, last, ticks_per_second: rate, looping: true, channels, ..Animation::default() };
        scene.animations.push(animation);
    }
}

/// The keys of each frame with the object that they are of.
type Moved = BTreeMap<NodeId, (u32, Keys)>;

/// Reads the keys of some animations by the frames that they move.
fn keys(source: Source<'_>, nodes: &Nodes, animations: &[u32], report: &mut Report) -> Moved {
    let mut moved = Moved::new();
    for &animation in animations {
        let target = source.outline.members(animation).into_iter().find_map(|member| match member {
            Member::Reference(item) => Some(nodes.find(reference(source.document, item))),
            Member::Object(object) if source.outline.kind(object) == Kind::Frame => Some(nodes.of(object)),
            Member::Object(_) => None,
        });
        let Some(node) = target.flatten() else {
            report.add(Code::LostKeys, "an animation of a frame that is not there", 1, animation);
            continue;
        };
        let (_, keys) = moved.entry(node).or_insert_with(|| (animation, Keys::default()));
        let is_keys = |child: &u32| source.outline.kind(*child) == Kind::AnimationKey;
        source.outline.children(animation).filter(is_keys).for_each(|child| keys.read(source, child, report));
    }
    moved
}

/// Returns how many ticks a second has: what the options say, then what the file says, then what its times look like.
fn rate(source: Source<'_>, options: &ImportOptions, sets: &[(Option<u32>, Moved)], report: &mut Report) -> f32 {
    if let Some(rate) = options.ticks_per_second.filter(|&rate| is_rate(rate)) {
        return rate;
    }
    let objects = (0..).zip(&source.outline.objects);
    let mut said = objects.filter(|(_, object)| object.kind == Kind::TicksPerSecond).map(|(number, _)| number);
    if let Some(object) = said.next() {
        match source.values(object).float().filter(|&rate| is_rate(rate)) {
            Some(rate) => return rate,
            None => report.add(Code::DefaultRate, "", 1, object),
        }
    }
    let all = || sets.iter().flat_map(|(_, moved)| moved.values());
    let Some(&(object, _)) = all().next() else { return TICKS };
    let mut times: Vec<f32> = all().flat_map(|(_, keys)| keys.times()).collect();
    times.sort_unstable_by(f32::total_cmp);
    times.dedup();
    let length = times.last().zip(times.first()).map_or(0.0, |(last, first)| last - first);
    let is_frames = length < CLOSE * times.len().saturating_sub(1) as f32 || times.len() < 2;
    let (rate, what) = if is_frames { (FRAMES, "frames") } else { (TICKS, "ticks") };
    let detail = format!("the file has no rate; its times are taken for {what}, {rate} a second");
    report.add(Code::DefaultRate, detail, 1, object);
    rate
}

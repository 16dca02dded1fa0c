//! `KEYS`, `ANIM` and `SEQS` chunks to one animation.

use super::Report;
use super::channels;
use super::nodes::Outline;
use crate::document::{Anim, Body, Document};
use retromesh_core::extras::TIMELINE;
use retromesh_core::keyframes::{Animation, Clip, is_rate};
use retromesh_core::{Code, Extra, Extras, NodeId, Scene};
use retromesh_kit::ImportOptions;

/// Adds the animation, if a node has keys; keeps the `ANIM` and `SEQS` chunks and reports them.
pub(super) fn build(
    document: &Document<'_>,
    outline: &Outline,
    (options, as_luanti): (&ImportOptions, bool),
    scene: &mut Scene,
    report: &mut Report,
) {
    let channels = channels::build(document, outline, as_luanti, report);
    let anims = anims(document, outline, scene, report);
    let (mut clips, reserved) = clips(document, outline, report);
    if channels.is_empty() {
        // Without keys there is nothing to cut into clips; the names stay with their nodes.
        for (&(node, _), clip) in outline.sequences.iter().zip(clips) {
            keep_sequence(scene, node, clip);
        }
        return;
    }
    let first_key = channels.iter().filter_map(|channel| channel.times.first()).fold(f32::INFINITY, |a, &b| a.min(b));
    let last_key = channels.iter().filter_map(|channel| channel.times.last()).fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let first = if first_key <= 0.0 { first_key } else { 1.0 };
    if as_luanti {
        clips.iter_mut().for_each(|clip| (clip.first, clip.last) = (clip.first.max(1.0), clip.last.max(1.0)));
    }
    let frames = anims.iter().map(|anim| anim.frames).max().unwrap_or(0);
    let mut extras = Extras::new();
    if reserved.iter().any(|&value| value != 0) {
        extras.insert("b3d.sequence_reserved".into(), Extra::List(reserved.into_iter().map(Extra::from).collect()));
    }
    scene.animations.push(Animation {
        name: String::new(),
        first,
        last: last_key.max(frames as f32).max(first),
        ticks_per_second: rate(&anims, outline, options, report),
        looping: true,
        clips,
        channels,
        extras,
    });
}

/// Returns the `ANIM` chunks and keeps their numbers at their nodes.
fn anims(document: &Document<'_>, outline: &Outline, scene: &mut Scene, report: &mut Report) -> Vec<Anim> {
    let mut anims: Vec<Anim> = Vec::with_capacity(outline.anims.len());
    for &(node, chunk) in &outline.anims {
        let Some(Body::Anim(anim)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
        if let Some(first) = anims.first() {
            let differs = first.frames != anim.frames || first.fps.to_bits() != anim.fps.to_bits();
            let detail = "several ANIM chunks differ; the longest and the first rate were used";
            report.add(Code::CountMismatch, detail, usize::from(differs), chunk);
        }
        report.add(Code::NonFinite, "the rate of an ANIM", usize::from(!anim.fps.is_finite()), chunk);
        anims.push(*anim);
        let mut table = Extras::from([("frames".into(), anim.frames.into())]);
        if anim.fps.is_finite() {
            table.insert("fps".into(), anim.fps.into());
        }
        if anim.flags != 0 {
            table.insert("flags".into(), anim.flags.into());
        }
        if let Some(node) = scene.nodes.get_mut(node.index()) {
            node.extras.insert(TIMELINE.into(), Extra::Map(table));
        }
    }
    anims
}

fn rate(anims: &[Anim], outline: &Outline, options: &ImportOptions, report: &mut Report) -> f32 {
    let good = |rate: &f32| is_rate(*rate);
    if let Some(rate) = options.ticks_per_second.filter(good) {
        return rate;
    }
    if let Some(rate) = anims.iter().map(|anim| anim.fps).find(good) {
        return rate;
    }
    let detail = if anims.is_empty() { "there are keys without an ANIM chunk" } else { "" };
    let chunk = outline.anims.first().or(outline.keys.first()).map_or(0, |&(_, chunk)| chunk);
    report.add(Code::DefaultRate, detail, 1, chunk);
    Anim::DEFAULT_RATE
}

/// Returns the sequences as clips, and their unknown last numbers.
fn clips(document: &Document<'_>, outline: &Outline, report: &mut Report) -> (Vec<Clip>, Vec<i32>) {
    let mut clips = Vec::with_capacity(outline.sequences.len());
    let mut reserved = Vec::with_capacity(outline.sequences.len());
    for &(_, chunk) in &outline.sequences {
        let Some(Body::Seqs(sequence)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
        let name = sequence.name.reported("a sequence's name", chunk, report);
        let (first, last) = (sequence.first.min(sequence.last), sequence.first.max(sequence.last));
        let backward = sequence.first > sequence.last;
        report.add(Code::ReversedRange, "a sequence", usize::from(backward), chunk);
        clips.push(Clip { name, first: first as f32, last: last as f32, looping: true });
        reserved.push(sequence.reserved);
    }
    (clips, reserved)
}

fn keep_sequence(scene: &mut Scene, node: NodeId, clip: Clip) {
    let Some(node) = scene.nodes.get_mut(node.index()) else { return };
    let range = Extra::List(vec![clip.first.into(), clip.last.into()]);
    let entry = Extra::List(vec![clip.name.into(), range]);
    match node.extras.entry("b3d.sequences".into()).or_insert_with(|| Extra::List(Vec::new())) {
        Extra::List(list) => list.push(entry),
        other => *other = entry,
    }
}

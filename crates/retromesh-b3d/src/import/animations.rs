//! `KEYS`, `ANIM` and `SEQS` chunks to one animation.

use super::mend;
use super::nodes::{Length, Outline, conjugate, is_unit, rotation};
use super::notes::Notes;
use crate::document::{Anim, Body, Document, Keys};
use glam::{Quat, Vec3, Vec4};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::{Code, Extra, Extras, ImportOptions, NodeId, Scene};
use retromesh_wire::{Encoding, Row, all_finite};

/// The rate that the format's description calls default, in frames per second.
const DEFAULT_RATE: f32 = 60.0;

/// Adds the animation, if a node has keys; notes and keeps the `ANIM` and `SEQS` chunks.
pub(super) fn build(
    document: &Document<'_>,
    outline: &Outline,
    options: &ImportOptions,
    scene: &mut Scene,
    notes: &mut Notes,
) {
    let components = |&(_, chunk): &(NodeId, usize)| match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Keys(keys)) => (keys.flags & 7).count_ones() as usize,
        _ => 0,
    };
    let mut channels = Vec::with_capacity(outline.keys.iter().map(components).sum());
    let mut lists = Vec::new();
    for group in outline.keys.chunk_by(|a, b| a.0 == b.0) {
        node_channels(document, group, &mut lists, &mut channels, notes);
    }
    let anims = anims(document, outline, scene, notes);
    let (clips, reserved) = clips(document, outline, notes);
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
    let frames = anims.iter().map(|anim| anim.frames).max().unwrap_or(0);
    let mut extras = Extras::new();
    if reserved.iter().any(|&value| value != 0) {
        extras.insert("b3d.sequence_reserved".into(), Extra::List(reserved.into_iter().map(Extra::from).collect()));
    }
    scene.animations.push(Animation {
        name: String::new(),
        first,
        last: last_key.max(frames as f32).max(first),
        ticks_per_second: rate(&anims, outline, options, notes),
        looping: true,
        clips,
        channels,
        extras,
    });
}

/// Returns the `ANIM` chunks and keeps their numbers at their nodes.
fn anims(document: &Document<'_>, outline: &Outline, scene: &mut Scene, notes: &mut Notes) -> Vec<Anim> {
    let mut anims: Vec<Anim> = Vec::with_capacity(outline.anims.len());
    for &(node, chunk) in &outline.anims {
        let Some(Body::Anim(anim)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
        if let Some(first) = anims.first() {
            let differs = first.frames != anim.frames || first.fps.to_bits() != anim.fps.to_bits();
            let detail = "several ANIM chunks differ; the longest and the first rate were used";
            notes.add(Code::CountMismatch, detail, usize::from(differs), chunk);
        }
        anims.push(*anim);
        let mut table = Extras::from([("frames".into(), anim.frames.into())]);
        if anim.fps.is_finite() {
            table.insert("fps".into(), anim.fps.into());
        }
        if anim.flags != 0 {
            table.insert("flags".into(), anim.flags.into());
        }
        if let Some(node) = scene.nodes.get_mut(node.index()) {
            node.extras.insert("b3d.anim".into(), Extra::Map(table));
        }
    }
    anims
}

fn rate(anims: &[Anim], outline: &Outline, options: &ImportOptions, notes: &mut Notes) -> f32 {
    let good = |rate: &f32| rate.is_finite() && *rate > 0.0;
    if let Some(rate) = options.ticks_per_second.filter(good) {
        return rate;
    }
    if let Some(rate) = anims.iter().map(|anim| anim.fps).find(good) {
        return rate;
    }
    let detail = if anims.is_empty() { "there are keys without an ANIM chunk" } else { "" };
    let chunk = outline.anims.first().or(outline.keys.first()).map_or(0, |&(_, chunk)| chunk);
    notes.add(Code::DefaultRate, detail, 1, chunk);
    DEFAULT_RATE
}

/// Returns the sequences as clips, and their unknown last numbers.
fn clips(document: &Document<'_>, outline: &Outline, notes: &mut Notes) -> (Vec<Clip>, Vec<i32>) {
    let mut clips = Vec::with_capacity(outline.sequences.len());
    let mut reserved = Vec::with_capacity(outline.sequences.len());
    for &(_, chunk) in &outline.sequences {
        let Some(Body::Seqs(sequence)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
        let (name, encoding) = sequence.name.decode();
        notes.add(Code::LegacyText, "a sequence's name", usize::from(encoding == Encoding::Windows1252), chunk);
        let (first, last) = (sequence.first.min(sequence.last), sequence.first.max(sequence.last));
        let backward = sequence.first > sequence.last;
        notes.add(Code::UnsortedKeys, "a sequence ends before it starts", usize::from(backward), chunk);
        clips.push(Clip { name: name.into_owned(), first: first as f32, last: last as f32, looping: true });
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

/// A `KEYS` chunk and its number.
type List<'d> = (usize, &'d Keys<'d>);

/// Adds the channels of a node from all its `KEYS` chunks.
fn node_channels<'d>(
    document: &'d Document<'d>,
    group: &[(NodeId, usize)],
    lists: &mut Vec<List<'d>>,
    channels: &mut Vec<Channel>,
    notes: &mut Notes,
) {
    let Some(&(target, _)) = group.first() else { return };
    // Most nodes have chunks of one kind with ascending frames: their components share their times.
    let mut shared: Option<Vec<f32>> = None;
    for bit in [Keys::POSITION, Keys::ROTATION, Keys::SCALE] {
        lists.clear();
        lists.extend(group.iter().filter_map(
            |&(_, chunk)| match document.chunks.get(chunk).map(|chunk| &chunk.body) {
                Some(Body::Keys(keys)) if keys.flags & bit != 0 && !keys.records.is_empty() => Some((chunk, &**keys)),
                _ => None,
            },
        ));
        let Some(&(chunk, first)) = lists.first() else { continue };
        let alike = lists.len() == group.len() && lists.iter().all(|(_, keys)| keys.flags == first.flags);
        let times = match &shared {
            Some(times) if alike => times.clone(),
            _ => times_of(lists),
        };
        if alike && shared.is_none() && (first.flags & 7).count_ones() > 1 {
            shared = Some(times.clone());
        }
        let (times, track) = if bit == Keys::ROTATION {
            let (times, values) = merge::<Vec4>(times, lists, bit, notes);
            (times, Track::Rotation(rotations(values, chunk, notes)))
        } else {
            let (times, mut values) = merge::<Vec3>(times, lists, bit, notes);
            // The frames among the bytes only look like odd numbers when they are huge; then the values are looked at.
            if !lists.iter().all(|(_, keys)| all_finite(keys.records.bytes())) {
                let odd = mend(values.iter_mut().flat_map(AsMut::<[f32; 3]>::as_mut));
                notes.add(Code::NonFinite, "a key", odd, chunk);
            }
            (times, if bit == Keys::POSITION { Track::Translation(values) } else { Track::Scale(values) })
        };
        channels.push(Channel { target, interpolation: Interpolation::Linear, times, track });
    }
}

/// A frame number of the file as a tick; beyond 16,777,216 it is rounded, and compared as rounded.
#[derive(Clone, Copy)]
struct Tick(f32);

impl Row for Tick {
    const SIZE: usize = i32::SIZE;
    const ZERO: Self = Self(0.0);

    fn read(bytes: &[u8]) -> Self {
        Self(i32::read(bytes) as f32)
    }

    fn store(&self, bytes: &mut [u8]) {
        (self.0 as i32).store(bytes);
    }
}

/// Returns the frames as ticks.
fn times_of(lists: &[List<'_>]) -> Vec<f32> {
    column::<Tick>(lists, |_| 0).into_iter().map(|tick| tick.0).collect()
}

/// Returns one component of all keys, chunk after chunk.
fn column<T: Row>(lists: &[List<'_>], offset: impl Fn(&Keys<'_>) -> usize) -> Vec<T> {
    let mut values = Vec::with_capacity(count(lists));
    for (_, keys) in lists {
        keys.records.blocks().for_each(|block| block.extend_column(offset(keys), &mut values));
    }
    values
}

fn count(lists: &[List<'_>]) -> usize {
    lists.iter().map(|(_, keys)| keys.records.len()).sum()
}

fn is_ascending(times: &[f32]) -> bool {
    times.windows(2).all(|pair| pair.first() < pair.last())
}

/// Joins the keys of one component from several chunks: sorted by frame, the last of equal ones kept.
fn merge<T: Row>(times: Vec<f32>, lists: &[List<'_>], bit: i32, notes: &mut Notes) -> (Vec<f32>, Vec<T>) {
    let values = column::<T>(lists, |keys| keys.offset(bit).unwrap_or(0));
    if is_ascending(&times) {
        return (times, values);
    }
    let chunk = lists.first().map_or(0, |&(chunk, _)| chunk);
    let mut keys: Vec<(f32, T)> = times.into_iter().zip(values).collect();
    if !keys.is_sorted_by(|a, b| a.0 <= b.0) {
        notes.add(Code::UnsortedKeys, "", 1, chunk);
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    let before = keys.len();
    let (mut times, mut values) = (Vec::with_capacity(before), Vec::with_capacity(before));
    for (time, value) in keys {
        if times.last() == Some(&time) {
            if let Some(last) = values.last_mut() {
                *last = value;
            }
        } else {
            times.push(time);
            values.push(value);
        }
    }
    notes.add(Code::DuplicateKey, "", before - times.len(), chunk);
    (times, values)
}

/// Turns w, x, y, z of the file into quaternions.
fn rotations(values: Vec<Vec4>, chunk: usize, notes: &mut Notes) -> Vec<Quat> {
    // Without a branch a key, and in place: nearly all files have unit quaternions only.
    if values.iter().fold(true, |unit, wxyz| unit & is_unit(wxyz.length_squared())) {
        return values.into_iter().map(|wxyz| conjugate(wxyz.to_array())).collect();
    }
    let (mut odd, mut off, mut zero) = (0, 0, 0);
    let mended = |wxyz: Vec4| {
        let mut wxyz = wxyz.to_array();
        odd += mend(&mut wxyz);
        let (quat, length) = rotation(wxyz);
        off += usize::from(length == Length::Off);
        zero += usize::from(length == Length::Zero);
        quat
    };
    let rotations = values.into_iter().map(mended).collect();
    notes.add(Code::NonFinite, "a key", odd, chunk);
    notes.add(Code::UnnormalizedQuaternion, "a key", off, chunk);
    notes.add(Code::ZeroQuaternion, "a key", zero, chunk);
    rotations
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use retromesh_wire::{Put, Records};

    /// Keys of one component each: `flags`, then frames; the value is the frame and the chunk's number.
    fn keys(flags: i32, number: f32, frames: &[i32]) -> Keys<'static> {
        let mut bytes = Vec::new();
        for &frame in frames {
            bytes.put_i32(frame);
            bytes.put_vec3(Vec3::new(frame as f32, number, 0.0));
        }
        Keys { flags, records: Records::new(bytes, Keys::stride(flags)).unwrap() }
    }

    #[test]
    fn keys_add_up_sorted_and_the_last_wins() {
        type Case<'a> = (&'a [&'a [i32]], &'a [(f32, f32)], u64, u64);
        let rows: [Case<'_>; 6] = [
            (&[&[1, 2, 5]], &[(1., 0.), (2., 0.), (5., 0.)], 0, 0),
            (&[&[1, 2], &[3]], &[(1., 0.), (2., 0.), (3., 1.)], 0, 0),
            (&[&[3, 4], &[1, 2]], &[(1., 1.), (2., 1.), (3., 0.), (4., 0.)], 1, 0),
            (&[&[1, 2], &[2, 3]], &[(1., 0.), (2., 1.), (3., 1.)], 0, 1),
            (&[&[2, 2, 2]], &[(2., 0.)], 0, 2),
            (&[&[-1, 0], &[-1]], &[(-1., 1.), (0., 0.)], 1, 1),
        ];
        for (chunks, expected, unsorted, duplicate) in rows {
            let lists: Vec<_> = chunks.iter().enumerate().map(|(i, frames)| keys(1, i as f32, frames)).collect();
            let mut notes = Notes::default();
            let lists: Vec<List<'_>> = lists.iter().map(|keys| (0, keys)).collect();
            let (times, values) = merge::<Vec3>(times_of(&lists), &lists, 1, &mut notes);
            let found: Vec<_> = times.iter().zip(&values).map(|(&time, value)| (time, value.y)).collect();
            assert_eq!(found, expected, "{chunks:?}");
            let mut diagnostics = retromesh_core::Diagnostics::new();
            notes.flush(&Document::default(), &mut diagnostics).unwrap();
            let counts = (diagnostics.count(Code::UnsortedKeys), diagnostics.count(Code::DuplicateKey));
            assert_eq!(counts, (unsorted, duplicate), "{chunks:?}");
        }
    }
}

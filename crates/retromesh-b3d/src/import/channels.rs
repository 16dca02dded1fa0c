//! `KEYS` chunks to channels: all keys of a node in one sweep over memory.

use super::Report;
use super::nodes::{Length, Outline, conjugate, is_unit, rotation};
use crate::document::{Body, Document, Keys};
use glam::{Quat, Vec3, Vec4};
use retromesh_core::keyframes::{Channel, Interpolation, Track, ascend};
use retromesh_core::{Code, NodeId};
use retromesh_wire::all_finite;

/// Returns the channels of all nodes; as Luanti has them, those of the first `KEYS` of each.
pub(super) fn build(document: &Document<'_>, outline: &Outline, as_luanti: bool, report: &mut Report) -> Vec<Channel> {
    let keys_at = |&(_, chunk): &(NodeId, usize)| match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Keys(keys)) if !keys.records.is_empty() => Some((chunk, keys)),
        _ => None,
    };
    let nodes = || outline.keys.chunk_by(|a, b| a.0 == b.0);
    let components = |group: &[(NodeId, usize)]| {
        let bits = group.iter().filter_map(keys_at).fold(0, |bits, (_, keys)| bits | keys.flags);
        (bits & 7).count_ones() as usize
    };
    let mut channels = Vec::with_capacity(nodes().map(components).sum());
    let mut lists: Vec<List<'_>> = Vec::new();
    for group in nodes() {
        let Some(&(target, _)) = group.first() else { continue };
        let (read, unread) = if as_luanti { group.split_at(1) } else { (group, &[][..]) };
        for (chunk, keys) in unread.iter().filter_map(keys_at) {
            report.add(Code::LostKeys, LATER, keys.records.len(), chunk);
        }
        lists.clear();
        lists.extend(read.iter().filter_map(keys_at));
        let Some((_, first)) = lists.first() else { continue };
        let mut add = |columns: Columns, report: &mut Report| columns.into_channels(target, &mut channels, report);
        // Most nodes have chunks of one kind: their components share their times.
        if lists.iter().all(|(_, keys)| keys.flags == first.flags) {
            add(Columns::read(&lists, first.flags, as_luanti), report);
            continue;
        }
        for bit in [Keys::POSITION, Keys::ROTATION, Keys::SCALE] {
            let lists: Vec<List<'_>> = lists.iter().copied().filter(|(_, keys)| keys.flags & bit != 0).collect();
            if !lists.is_empty() {
                add(Columns::read(&lists, bit, as_luanti), report);
            }
        }
    }
    channels
}

const LATER: &str =
    "Luanti plays only the first KEYS of a node; the setting `keys` keeps all, and a repair of the file merges them";
const EARLIER: &str =
    "Luanti takes frames before 1 for 1 and drops keys that are not after the one before; the setting `keys` keeps all";

/// The number of a `KEYS` chunk, and its keys.
type List<'d> = (usize, &'d Keys<'d>);

/// The keys of several chunks, a component an array.
struct Columns {
    /// The first of the chunks.
    chunk: usize,
    /// Frame numbers as ticks; beyond 16,777,216 they are rounded, and compared as rounded.
    times: Vec<f32>,
    /// Only the components that were asked for have values.
    positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    scales: Vec<Vec3>,
    /// Whether no number of a key is infinite or none; frame numbers may look so when they are huge.
    finite: bool,
    /// Whether all rotations are of unit length.
    unit: bool,
    /// Whether keys are those that Luanti plays.
    as_luanti: bool,
}

impl Columns {
    /// Splits the keys of chunks into the components whose bits are set; all chunks must have them.
    fn read(lists: &[List<'_>], bits: i32, as_luanti: bool) -> Self {
        let first = if as_luanti { 1 } else { i32::MIN };
        let count: usize = lists.iter().map(|(_, keys)| keys.records.len()).sum();
        let room = |bit: i32| if bits & bit == 0 { 0 } else { count };
        let mut this = Self {
            chunk: lists.first().map_or(0, |&(chunk, _)| chunk),
            times: Vec::with_capacity(count),
            positions: Vec::with_capacity(room(Keys::POSITION)),
            rotations: Vec::with_capacity(room(Keys::ROTATION)),
            scales: Vec::with_capacity(room(Keys::SCALE)),
            finite: true,
            unit: true,
            as_luanti,
        };
        for (_, keys) in lists {
            let offset = |bit: i32| keys.offset(bit).filter(|_| bits & bit != 0);
            let (position, rotation) = (offset(Keys::POSITION), offset(Keys::ROTATION));
            let scale = offset(Keys::SCALE);
            for block in keys.records.blocks() {
                this.finite &= all_finite(block.bytes());
                block.extend_mapped(0, &mut this.times, |frame: i32| frame.max(first) as f32);
                if let Some(offset) = position {
                    block.extend_column(offset, &mut this.positions);
                }
                if let Some(offset) = scale {
                    block.extend_column(offset, &mut this.scales);
                }
                if let Some(offset) = rotation {
                    let unit = &mut this.unit;
                    block.extend_mapped(offset, &mut this.rotations, |wxyz: Vec4| {
                        *unit &= is_unit(wxyz.length_squared());
                        conjugate(wxyz.to_array())
                    });
                }
            }
        }
        this
    }

    /// Adds a channel for each component.
    fn into_channels(self, target: NodeId, channels: &mut Vec<Channel>, report: &mut Report) {
        let Self { chunk, mut times, positions, rotations, scales, finite, unit, as_luanti } = self;
        let order = match (ascend(&times), as_luanti) {
            (true, _) => Order::Kept,
            (_, true) => Order::FirstCounts,
            _ => Order::Sorted,
        };
        let mut left =
            [positions.is_empty(), rotations.is_empty(), scales.is_empty()].iter().filter(|no| !**no).count();
        let mut times = || {
            left -= 1;
            if left == 0 { std::mem::take(&mut times) } else { times.clone() }
        };
        let vectors = |mut values: Vec<Vec3>, report: &mut Report| {
            if !finite {
                let not_finite = values.iter().flat_map(Vec3::to_array).filter(|x| !x.is_finite()).count();
                hold(&mut values, Vec3::ZERO, |value| value.is_finite());
                report.add(Code::NonFinite, "a key", not_finite, chunk);
            }
            values
        };
        let mut add = |(times, track)| {
            channels.push(Channel { target, interpolation: Interpolation::Linear, times, track });
        };
        if !positions.is_empty() {
            let (times, values) = sorted(times(), positions, order, chunk, report);
            add((times, Track::Translation(vectors(values, report))));
        }
        if !rotations.is_empty() {
            let (times, mut values) = sorted(times(), rotations, order, chunk, report);
            if !unit {
                repair_rotations(&mut values, chunk, report);
            }
            add((times, Track::Rotation(values)));
        }
        if !scales.is_empty() {
            let (times, values) = sorted(times(), scales, order, chunk, report);
            add((times, Track::Scale(vectors(values, report))));
        }
    }
}

/// What becomes of keys by their times.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// They ascend.
    Kept,
    /// They are sorted, and the last of equal times is kept.
    Sorted,
    /// One that is not after the key before it is left out, as Luanti does.
    FirstCounts,
}

fn sorted<T>(times: Vec<f32>, values: Vec<T>, order: Order, chunk: usize, report: &mut Report) -> (Vec<f32>, Vec<T>) {
    if order == Order::Kept {
        return (times, values);
    }
    if order == Order::FirstCounts {
        let (before, mut last) = (times.len(), f32::NEG_INFINITY);
        let later = |&(time, _): &(f32, T)| {
            let is_later = time > last;
            last = last.max(time);
            is_later
        };
        let (times, values): (Vec<f32>, Vec<T>) = times.into_iter().zip(values).filter(later).unzip();
        report.add(Code::LostKeys, EARLIER, before - times.len(), chunk);
        return (times, values);
    }
    let mut keys: Vec<(f32, T)> = times.into_iter().zip(values).collect();
    if !keys.is_sorted_by(|a, b| a.0 <= b.0) {
        report.add(Code::UnsortedKeys, "", 1, chunk);
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
    report.add(Code::DuplicateKey, "", before - times.len(), chunk);
    (times, values)
}

/// Makes values that are not good those of the key before, or at the beginning of the first good one.
pub(crate) fn hold<T: Copy>(values: &mut [T], plain: T, is_good: impl Fn(&T) -> bool) {
    let mut last = values.iter().copied().find(&is_good).unwrap_or(plain);
    for value in values {
        if is_good(value) {
            last = *value;
        } else {
            *value = last;
        }
    }
}

/// Brings rotations to unit length and counts what was wrong with them.
fn repair_rotations(values: &mut [Quat], chunk: usize, report: &mut Report) {
    let not_finite = values.iter().flat_map(Quat::to_array).filter(|x| !x.is_finite()).count();
    hold(values, Quat::IDENTITY, |quat| quat.is_finite());
    let (mut off, mut zero) = (0, 0);
    for quat in values {
        let [x, y, z, w] = quat.to_array();
        let (repaired, length) = rotation([w, -x, -y, -z]);
        *quat = repaired;
        off += usize::from(length == Length::Off);
        zero += usize::from(length == Length::Zero);
    }
    report.add(Code::NonFinite, "a key", not_finite, chunk);
    report.add(Code::UnnormalizedQuaternion, "a key", off, chunk);
    report.add(Code::ZeroQuaternion, "a key", zero, chunk);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
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
    fn keys_that_are_no_numbers_are_as_the_one_before() {
        let nan = f32::NAN;
        let rows = [
            ([1.0, nan, f32::INFINITY, 2.0], [1.0, 1.0, 1.0, 2.0]),
            ([nan, nan, 3.0, nan], [3.0; 4]),
            ([nan; 4], [9.0; 4]),
        ];
        for (mut values, expected) in rows {
            hold(&mut values, 9.0, |value| value.is_finite());
            assert_eq!(values, expected);
        }
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
            let mut report = Report::default();
            let lists: Vec<List<'_>> = lists.iter().map(|keys| (0, keys)).collect();
            let mut channels = Vec::new();
            Columns::read(&lists, 1, false).into_channels(NodeId::new(0), &mut channels, &mut report);
            let [Channel { times, track: Track::Translation(values), .. }] = channels.as_slice() else {
                panic!("{channels:?}")
            };
            let found: Vec<_> = times.iter().zip(values).map(|(&time, value)| (time, value.y)).collect();
            assert_eq!(found, expected, "{chunks:?}");
            let mut diagnostics = retromesh_core::Diagnostics::new();
            report.flush(&mut diagnostics, |finding, _| finding).unwrap();
            let counts = (diagnostics.count(Code::UnsortedKeys), diagnostics.count(Code::DuplicateKey));
            assert_eq!(counts, (unsorted, duplicate), "{chunks:?}");
        }
    }
}

//! Keys of one animation of one frame, by component.

use super::Report;
use super::Source;
use super::nodes::affine;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::{Channel, Interpolation, Track, ascend};
use retromesh_core::scene::Transform;
use retromesh_core::{Code, NodeId};
use retromesh_kit::import::replace_non_finite;

/// The keys of a frame in one animation set; those of several objects add up.
#[derive(Default)]
pub(super) struct Keys {
    translation: Vec<(f32, Vec3)>,
    rotation: Vec<(f32, Quat)>,
    scale: Vec<(f32, Vec3)>,
}

/// The types of keys.
mod kind {
    pub(super) const ROTATION: i64 = 0;
    pub(super) const SCALE: i64 = 1;
    pub(super) const POSITION: i64 = 2;
    pub(super) const MATRIX: [i64; 2] = [3, 4];
}

impl Keys {
    /// Adds the keys of an object: their type, how many, and for each the time, the number of values and the values.
    pub(super) fn read(&mut self, source: Source<'_>, object: u32, report: &mut Report) {
        let mut values = source.values(object);
        let (Some(kind), Some(count)) = (values.integer(), values.size()) else {
            report.add(Code::CountMismatch, "keys without type and number", 1, object);
            return;
        };
        let (mut read, mut unusual, mut wide) = (0, 0, 0);
        let mut row: Vec<f32> = Vec::new();
        while read < count {
            let (Some(time), Some(size)) = (values.float(), values.size()) else { break };
            row.clear();
            row.extend(std::iter::from_fn(|| values.float()).take(size));
            if row.len() < size {
                break;
            }
            read += 1;
            let mut time = [time];
            unusual += replace_non_finite(row.iter_mut().chain(&mut time));
            wide += usize::from(!self.add(kind, time[0], &row, object, report));
        }
        report.add(Code::CountMismatch, "fewer keys than their list says", usize::from(read < count), object);
        report.add(Code::NonFinite, "a key", unusual, object);
        report.add(Code::LostKeys, format!("keys of type {kind} with another number of values"), wide, object);
    }

    /// Adds a key; `false` for one that is not as its type says.
    fn add(&mut self, kind: i64, time: f32, row: &[f32], object: u32, report: &mut Report) -> bool {
        match (kind, row) {
            (kind::ROTATION, &[w, x, y, z]) => self.rotation.push((time, rotation([w, x, y, z], object, report))),
            (kind::SCALE, &[x, y, z]) => self.scale.push((time, Vec3::new(x, y, z))),
            (kind::POSITION, &[x, y, z]) => self.translation.push((time, Vec3::new(x, y, z))),
            (kind, row) if kind::MATRIX.contains(&kind) => {
                let Ok(matrix) = <[f32; 16]>::try_from(row) else { return false };
                let matrix = affine(Mat4::from_cols_array(&matrix), object, report);
                let trs = Transform::from(matrix).trs();
                let sheared = !is_near(&trs.matrix(), &matrix);
                report.add(Code::ApproximatedTransform, "a matrix key", usize::from(sheared), object);
                self.translation.push((time, trs.translation));
                self.rotation.push((time, trs.rotation));
                self.scale.push((time, trs.scale));
            }
            _ => return false,
        }
        true
    }

    /// Returns the first and the last time of all keys.
    pub(super) fn range(&self) -> Option<[f32; 2]> {
        let times = self.times();
        times.fold(None, |range: Option<[f32; 2]>, time| {
            Some(range.map_or([time; 2], |[first, last]| [first.min(time), last.max(time)]))
        })
    }

    /// Returns the times of all keys.
    pub(super) fn times(&self) -> impl Iterator<Item = f32> {
        let vectors = self.translation.iter().chain(&self.scale).map(|&(time, _)| time);
        vectors.chain(self.rotation.iter().map(|&(time, _)| time))
    }

    /// Adds a channel for each component that has keys.
    pub(super) fn into_channels(self, target: NodeId, object: u32, channels: &mut Vec<Channel>, report: &mut Report) {
        let interpolation = Interpolation::Linear;
        let mut add = |(times, track): (Vec<f32>, Track)| {
            if !times.is_empty() {
                channels.push(Channel { target, interpolation, times, track });
            }
        };
        let (times, values) = sorted(self.translation, object, report);
        add((times, Track::Translation(values)));
        let (times, values) = sorted(self.rotation, object, report);
        add((times, Track::Rotation(values)));
        let (times, values) = sorted(self.scale, object, report);
        add((times, Track::Scale(values)));
    }
}

/// Turns w, x, y, z of the file into the usual quaternion: the vectors of the format are rows, so it turns the other way.
fn rotation([w, x, y, z]: [f32; 4], object: u32, report: &mut Report) -> Quat {
    /// Lengths that differ from one by less are rounding.
    const ROUNDING: f64 = 1e-3;
    let parts = [-x, -y, -z, w].map(f64::from);
    let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length == 0.0 {
        report.add(Code::ZeroQuaternion, "a key", 1, object);
        return Quat::IDENTITY;
    }
    report.add(Code::UnnormalizedQuaternion, "a key", usize::from((length - 1.0).abs() > ROUNDING), object);
    let quat = Quat::from_array(parts.map(|part| (part / length) as f32));
    // What is of unit length already keeps its bits.
    if (length - 1.0).abs() < 1e-6 { Quat::from_xyzw(-x, -y, -z, w) } else { quat }
}

/// Returns whether two matrices are the same but for rounding.
pub(super) fn is_near(a: &Mat4, b: &Mat4) -> bool {
    (0..4).all(|i| (a.col(i) - b.col(i)).abs().max_element() <= 1e-5 * b.col(i).length().max(1e-3))
}

/// Sorts keys by time and keeps the last of equal times.
fn sorted<T: Copy>(mut keys: Vec<(f32, T)>, object: u32, report: &mut Report) -> (Vec<f32>, Vec<T>) {
    let times: Vec<f32> = keys.iter().map(|&(time, _)| time).collect();
    if !ascend(&times) {
        let unsorted = !times.is_sorted();
        report.add(Code::UnsortedKeys, "", usize::from(unsorted), object);
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let before = keys.len();
        // Of equal times the last counts.
        keys.reverse();
        keys.dedup_by(|later, first| later.0 == first.0);
        keys.reverse();
        report.add(Code::DuplicateKey, "", before - keys.len(), object);
    }
    keys.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_and_the_last_of_a_time_counts() {
        type Row = (&'static [(f32, u8)], &'static [f32], &'static [u8]);
        let rows: [Row; 4] = [
            (&[(0.0, 1), (1.0, 2)], &[0.0, 1.0], &[1, 2]),
            (&[(1.0, 2), (0.0, 1)], &[0.0, 1.0], &[1, 2]),
            (&[(0.0, 1), (0.0, 3), (1.0, 2)], &[0.0, 1.0], &[3, 2]),
            (&[(-0.0, 1), (0.0, 3)], &[0.0], &[3]),
        ];
        for (keys, times, values) in rows {
            let found = sorted(keys.to_vec(), 0, &mut Report::default());
            assert_eq!(found, (times.to_vec(), values.to_vec()), "{keys:?}");
        }
    }
}

//! Cutting a channel to a range of its timeline.

use glam::Quat;
use retromesh_core::Result;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_kit::Budget;
use retromesh_kit::resample::{Grid, Mix, Resampler};
use std::ops::Range;

/// What readers of glTF make of keys.
pub(super) const READERS: Resampler = Resampler {
    mix: Mix::Spherical,
    grid: Grid::Halves { max: 12, step: 0.0 },
    tolerance: 1e-4,
    size: 1.0,
    wraps: None,
};

/// The keys of a channel inside a clip.
pub(super) struct Cut {
    /// In seconds from the start of the clip, strictly ascending.
    pub(super) seconds: Vec<f32>,
    pub(super) track: Track,
    pub(super) interpolation: Interpolation,
    /// Keys that were added between the channel's own.
    pub(super) inserted: usize,
    /// Keys that fell on the time of the one before.
    pub(super) merged: usize,
    /// Whether the first key, and the last, are none of the channel's own.
    pub(super) ends_added: [bool; 2],
}

impl Cut {
    /// Returns the only value of a channel, which a reader of this project leaves out again.
    pub(super) fn of_rest(channel: &Channel) -> Self {
        let (interpolation, track) = (channel.interpolation, channel.track.clone());
        Self { seconds: vec![0.0], track, interpolation, inserted: 0, merged: 0, ends_added: [true; 2] }
    }
}

/// A range of a timeline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    pub(super) first: f32,
    pub(super) last: f32,
    pub(super) ticks_per_second: f32,
}

impl Section {
    /// Returns the seconds from the start of the range to a tick.
    pub(super) fn seconds(&self, tick: f32) -> f32 {
        ((f64::from(tick) - f64::from(self.first)) / f64::from(self.ticks_per_second)) as f32
    }
}

/// Returns the keys inside a range and at most how many keys its cut has before resampling.
pub(super) fn inside(channel: &Channel, section: &Section) -> (Range<usize>, usize) {
    let start = channel.times.partition_point(|&t| t < section.first);
    let end = channel.times.partition_point(|&t| t <= section.last);
    (start..end.max(start), end.saturating_sub(start) + 2)
}

/// Cuts a channel to a range: inside it the cut and the channel have the same values.
///
/// `fill` adds keys at the ends of the range even where the values hold, so that the cut lasts as long as the clip.
pub(super) fn cut(channel: &Channel, section: &Section, fill: bool, budget: &Budget) -> Result<Option<Cut>> {
    let (range, _) = inside(channel, section);
    let Some(own) = channel.times.get(range.clone()) else { return Ok(None) };
    let per_key = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let width = match &channel.track {
        Track::Weights { targets, .. } => *targets,
        _ => 1,
    };
    let mut ticks: Vec<f32> = own.to_vec();
    let mut track = slice(&channel.track, range.start * per_key * width..range.end * per_key * width);
    let plain = per_key == 1;
    let starts_late = own.first().is_none_or(|&t| t > section.first);
    let first = own.first().copied();
    let differs = |key: Option<f32>, tick: f32| {
        let rate = section.ticks_per_second;
        !plain || key.is_none_or(|key| channel.sample(key, rate) != channel.sample(tick, rate))
    };
    let starts_added =
        starts_late && ((range.start > 0 && differs(first, section.first)) || own.is_empty() || (fill && plain));
    if starts_added {
        insert(channel, section, section.first, &mut ticks, &mut track, true);
    }
    let ends_early = own.last().is_none_or(|&t| t < section.last) && section.last > section.first;
    // Where the last value holds anyway, nothing needs to say so.
    let goes_on = range.end < channel.times.len() && range.end > 0 && differs(ticks.last().copied(), section.last);
    let end_added = ends_early && (goes_on || (fill && plain));
    if end_added {
        insert(channel, section, section.last, &mut ticks, &mut track, false);
    }
    let mut inserted = 0;
    let mut interpolation = channel.interpolation;
    if interpolation == Interpolation::LinearNormalized {
        interpolation = Interpolation::Linear;
        if let Track::Rotation(values) = &mut track {
            let keys = READERS.channel::<Quat>(channel, section.ticks_per_second, &ticks, budget)?;
            // Keys of the source stay as they are stored.
            let mut stored = ticks.iter().copied().zip(values.iter().copied()).peekable();
            let key = |(tick, value): (f64, Quat)| {
                stored.next_if(|own| f64::from(own.0) == tick).unwrap_or((tick as f32, value))
            };
            (ticks, *values) = keys.keys.into_iter().map(key).unzip();
            inserted = keys.added;
        }
    }
    let mut seconds: Vec<f32> = ticks.iter().map(|&tick| section.seconds(tick)).collect();
    let merged = merge_equal(&mut seconds, &mut track, per_key * width);
    let ends_added = [starts_added, end_added].map(|added| added && merged == 0);
    Ok(Some(Cut { seconds, track, interpolation, inserted, merged, ends_added }))
}

fn slice(track: &Track, range: Range<usize>) -> Track {
    match track {
        Track::Translation(values) => Track::Translation(values.get(range).unwrap_or_default().to_vec()),
        Track::Rotation(values) => Track::Rotation(values.get(range).unwrap_or_default().to_vec()),
        Track::Scale(values) => Track::Scale(values.get(range).unwrap_or_default().to_vec()),
        Track::Weights { targets, values } => {
            Track::Weights { targets: *targets, values: values.get(range).unwrap_or_default().to_vec() }
        }
    }
}

/// Adds the channel's value at a tick, at the front or at the back.
///
/// A key of a spline gets the slope there as both of its tangents: a piece of a cubic is the same cubic.
fn insert(channel: &Channel, section: &Section, tick: f32, ticks: &mut Vec<f32>, track: &mut Track, front: bool) {
    let rate = section.ticks_per_second;
    let Some(value) = channel.sample(tick, rate) else { return };
    let spline = channel.interpolation == Interpolation::CubicSpline;
    match (track, value) {
        (Track::Translation(values), Sample::Translation(value)) | (Track::Scale(values), Sample::Scale(value)) => {
            let slope = |a: &Sample, b: &Sample, seconds: f32| match (a, b) {
                (Sample::Translation(a), Sample::Translation(b)) | (Sample::Scale(a), Sample::Scale(b)) => {
                    (*b - *a) / seconds
                }
                _ => value * 0.0,
            };
            let slope = around(channel, tick, rate).map_or(value * 0.0, |(a, b, s)| slope(&a, &b, s));
            let rows = if spline { vec![slope, value, slope] } else { vec![value] };
            splice(values, rows, front);
        }
        (Track::Rotation(values), Sample::Rotation(value)) => {
            let slope = match around(channel, tick, rate) {
                Some((Sample::Rotation(a), Sample::Rotation(b), seconds)) => (b - a) / seconds,
                _ => value * 0.0,
            };
            splice(values, if spline { vec![slope, value, slope] } else { vec![value] }, front);
        }
        (Track::Weights { values, .. }, Sample::Weights(value)) => {
            let slope: Vec<f32> = match around(channel, tick, rate) {
                Some((Sample::Weights(a), Sample::Weights(b), s)) => {
                    a.iter().zip(&b).map(|(a, b)| (b - a) / s).collect()
                }
                _ => vec![0.0; value.len()],
            };
            let rows = if spline { [slope.clone(), value, slope].concat() } else { value };
            splice(values, rows, front);
        }
        _ => return,
    }
    splice(ticks, vec![tick], front);
}

fn splice<T>(values: &mut Vec<T>, rows: Vec<T>, front: bool) {
    let at = if front { 0 } else { values.len() };
    values.splice(at..at, rows);
}

/// Returns the values a little before and after a tick, and the seconds between them.
fn around(channel: &Channel, tick: f32, rate: f32) -> Option<(Sample, Sample, f32)> {
    let step = (tick.abs() * 1e-4).max(1e-3);
    let (before, after) = (tick - step, tick + step);
    Some((channel.sample(before, rate)?, channel.sample(after, rate)?, (after - before) / rate))
}

/// What is said of keys that are merged.
pub(super) const MERGED: &str = "keys nearer than floats can tell were merged";

/// Drops every key whose time is that of the key before it; the later value is kept. Returns how many.
pub(super) fn merge_equal(seconds: &mut Vec<f32>, track: &mut Track, width: usize) -> usize {
    let keep: Vec<bool> = (0..seconds.len())
        .map(|i| match (seconds.get(i), seconds.get(i + 1)) {
            (Some(this), Some(next)) => this < next,
            _ => true,
        })
        .collect();
    let merged = keep.iter().filter(|k| !**k).count();
    if merged > 0 {
        fn retain<T>(values: &mut Vec<T>, keep: &[bool], width: usize) {
            let mut i = 0;
            values.retain(|_| {
                let kept = keep.get(i / width.max(1)) == Some(&true);
                i += 1;
                kept
            });
        }
        retain(seconds, &keep, 1);
        match track {
            Track::Translation(values) | Track::Scale(values) => retain(values, &keep, width),
            Track::Rotation(values) => retain(values, &keep, width),
            Track::Weights { values, .. } => retain(values, &keep, width),
        }
    }
    merged
}

//! Chooses the frames of a node's keys: those of the source, the ends, and as many between as the engine's way to mix needs.

use super::sample::{Motion, distance, mix};
use retromesh_core::scene::Trs;
use std::collections::BTreeMap;

/// The largest angle in radians, share of the model's size and scale by which the motion between keys may differ. A pose adds up
/// the errors of a chain of nodes, so this is a fifth of what a pose may be off.
const TOLERANCE: f32 = 2e-5;
/// No node gets more keys than this, however wild its motion is.
const MOST_INSERTED: usize = 1 << 16;
/// Where linear and spherical interpolation differ most, and the middle.
pub(super) const PROBES: [f64; 3] = [0.211, 0.5, 0.789];

/// Where an animation lies on the timeline of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// The first frame of the file.
    pub(super) start: i64,
    /// The last frame of the file.
    pub(super) end: i64,
    /// The tick at the first frame.
    pub(super) tick: f64,
    /// Ticks a frame.
    pub(super) step: f64,
}

impl Segment {
    /// Returns the tick of a frame.
    pub(super) fn tick_at(&self, frame: f64) -> f64 {
        self.tick + (frame - self.start as f64) * self.step
    }

    /// Returns the segment with `factor` frames for each of its own.
    pub(super) fn finer(self, factor: u32) -> Self {
        let factor = factor.max(1);
        let frames = (self.end - self.start).saturating_mul(factor.into());
        Self { end: self.start.saturating_add(frames), step: self.step / f64::from(factor), ..self }
    }

    /// Returns the segment moved to start at a frame.
    pub(super) fn starting_at(self, start: i64) -> Self {
        Self { start, end: start.saturating_add(self.end - self.start), ..self }
    }

    /// Returns the whole frame nearest to a tick, within the segment.
    pub(super) fn frame(&self, tick: f32) -> i64 {
        self.frame_near(f64::from(tick))
    }

    fn frame_near(&self, tick: f64) -> i64 {
        let frame = ((tick - self.tick) / self.step).round() as i64;
        frame.saturating_add(self.start).clamp(self.start, self.end)
    }
}

/// The keys of a node in a segment, and how good they are.
pub(super) struct Keys {
    /// By frame.
    pub(super) all: BTreeMap<i64, Trs>,
    /// Keys that the source does not have.
    pub(super) inserted: usize,
    /// The largest distance from the source between keys that leave room for more.
    pub(super) error: f32,
    /// The frames after which the next key follows at once, too far from the source on the way, with that distance.
    pub(super) tight: Vec<(i64, f32)>,
}

/// Samples a node's motion; `size` is that of the model.
pub(super) fn keys(motion: &Motion<'_>, segment: &Segment, size: f32) -> Keys {
    let mut keys = BTreeMap::new();
    let times = motion.channels.iter().flat_map(|channel| &channel.times);
    let mut put = |frame: i64| {
        keys.entry(frame).or_insert_with(|| motion.at(segment.tick_at(frame as f64)));
        keys.len()
    };
    let own = times.map(|&time| put(segment.frame(time))).last().unwrap_or(0);
    let inserted = put(segment.start).max(put(segment.end)) - own;
    let mut refined = Keys { all: keys, inserted, error: 0.0, tight: Vec::new() };
    let frames: Vec<i64> = refined.all.keys().copied().collect();
    let mut gaps: Vec<(i64, i64)> = frames.windows(2).filter_map(|w| Some((*w.first()?, *w.last()?))).collect();
    while let Some((a, b)) = gaps.pop() {
        let (error, worst) = gap_error(motion, segment, size, &refined.all, a, b);
        if error > TOLERANCE && b - a >= 2 && refined.inserted < MOST_INSERTED {
            let middle = (worst.round() as i64).clamp(a + 1, b - 1);
            refined.all.insert(middle, motion.at(segment.tick_at(middle as f64)));
            refined.inserted += 1;
            gaps.extend([(a, middle), (middle, b)]);
        } else if error > TOLERANCE && b - a < 2 {
            refined.tight.push((a, error));
        } else {
            refined.error = refined.error.max(error);
        }
    }
    refined
}

/// Returns the largest error between two neighbouring keys and the frame at which it is.
fn gap_error(
    motion: &Motion<'_>,
    segment: &Segment,
    size: f32,
    keys: &BTreeMap<i64, Trs>,
    a: i64,
    b: i64,
) -> (f32, f64) {
    let (Some(start), Some(end)) = (keys.get(&a), keys.get(&b)) else { return (0.0, a as f64) };
    let mut end = *end;
    if !motion.keeps_signs() && start.rotation.dot(end.rotation) < 0.0 {
        end.rotation = -end.rotation;
    }
    let ticks = (segment.tick_at(a as f64), segment.tick_at(b as f64));
    let probes = PROBES.map(|probe| ticks.0 + (ticks.1 - ticks.0) * probe);
    let (mut error, mut worst) = (0.0, a as f64);
    for tick in probes.into_iter().chain(motion.times_between(ticks.0, ticks.1)) {
        let t = (tick - ticks.0) / (ticks.1 - ticks.0);
        let found = distance(&mix(start, &end, t as f32), &motion.at(tick), size);
        // Numbers near the end of their range may overflow; more keys would not help.
        if found > error && found.is_finite() {
            (error, worst) = (found, a as f64 + t * (b - a) as f64);
        }
    }
    (error, worst)
}

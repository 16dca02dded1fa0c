//! The motion of a node, and the frames of its keys: those of the source, the ends, and as many between as the engine's way to mix
//! needs.

use retromesh_core::Error;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;
use retromesh_kit::Budget;
use retromesh_kit::resample::{Grid, Mix, Resampled, Resampler};

/// The largest angle in radians, share of the model's size and scale by which the motion between keys may differ. A pose adds up
/// the errors of a chain of nodes, so this is a fifth of what a pose may be off.
const TOLERANCE: f32 = 2e-5;

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

    /// Returns the place of a tick between frames.
    fn place(&self, tick: f32) -> f64 {
        (f64::from(tick) - self.tick) / self.step + self.start as f64
    }

    /// Returns the whole frame nearest to a tick, within the segment.
    pub(super) fn frame(&self, tick: f32) -> i64 {
        (self.place(tick).round() as i64).clamp(self.start, self.end)
    }
}

/// The channels of one node in one animation, and its values without them.
#[derive(Clone)]
pub(super) struct Motion<'s> {
    pub(super) rest: Trs,
    pub(super) channels: Vec<&'s Channel>,
    pub(super) animation: &'s Animation,
}

impl Motion<'_> {
    /// Returns the local transform at a tick.
    pub(super) fn at(&self, tick: f64) -> Trs {
        let mut trs = self.rest;
        for channel in &self.channels {
            match channel.sample(tick as f32, self.animation.ticks_per_second) {
                Some(Sample::Translation(value)) => trs.translation = value,
                Some(Sample::Rotation(value)) => trs.rotation = value,
                Some(Sample::Scale(value)) => trs.scale = value,
                Some(Sample::Weights(_)) | None => {}
            }
        }
        trs
    }

    /// Returns how the engine mixes the keys: where the source does as this format does, the signs of rotations matter.
    pub(super) fn mix(&self) -> Mix {
        let rotation = |channel: &&&Channel| matches!(channel.track, Track::Rotation(_));
        match self.channels.iter().find(rotation).map(|channel| channel.interpolation) {
            Some(Interpolation::LinearNormalized) => Mix::Normalized,
            _ => Mix::NormalizedShorter,
        }
    }

    /// Returns the keys in a segment; `size` is that of the model.
    pub(super) fn keys(&self, segment: &Segment, size: f32, budget: &Budget) -> Result<Resampled<Trs>, Error> {
        let times = || self.channels.iter().flat_map(|channel| channel.times.iter().copied());
        let sorted = |places: &mut Vec<f64>| {
            places.sort_unstable_by(f64::total_cmp);
            places.dedup();
        };
        let mut marks: Vec<f64> = times().map(|time| segment.place(time)).collect();
        sorted(&mut marks);
        let mut frames: Vec<f64> = times().map(|time| segment.frame(time) as f64).collect();
        sorted(&mut frames);
        let own = frames.len();
        frames.extend([segment.start as f64, segment.end as f64]);
        sorted(&mut frames);
        let ends = frames.len() - own;
        let truth = |frame: f64| Some(self.at(segment.tick_at(frame)));
        let own = frames.into_iter().filter_map(|frame| Some((frame, truth(frame)?))).collect();
        let engine = Resampler { mix: self.mix(), grid: Grid::Whole, tolerance: TOLERANCE, size, wraps: None };
        let keys = engine.keys(own, &marks, truth, budget)?;
        Ok(Resampled { added: keys.added + ends, ..keys })
    }
}

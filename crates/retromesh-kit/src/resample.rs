//! Resampling: one movement as keys that a target mixes in its own way.
//!
//! [`Resampler::keys`] is the one place that divides the spans between keys. A format says how its engine mixes two keys, how
//! far the result may be off and where keys may be; the rates and the rounding stay with the format.

use crate::budget::Budget;
use glam::{Quat, Vec3};
use retromesh_core::error::Result;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::portable::{dot, length, slerp, unit_or_identity};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;

/// The bytes that the budget counts for a key: about four times what an exporter needs, because placing a key takes time too.
const KEY: usize = 512;

/// How a target mixes two neighbouring keys. Vectors are mixed by component whatever the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mix {
    /// Rotations go along the shorter arc at an even speed.
    Spherical,
    /// Rotations are mixed by component and brought to unit length, with the signs that the keys have.
    Normalized,
    /// The same, with the later key turned to the sign that makes the way shorter.
    NormalizedShorter,
}

/// Where keys may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grid {
    /// Anywhere that an `f32` can name: spans are cut in halves.
    Halves {
        /// How often a span is halved at most.
        max: u32,
        /// How long before the next key a step is held; at least to the number before it.
        step: f32,
    },
    /// On whole numbers: a span is cut where it is worst.
    Whole,
    /// On whole numbers, where alone the movement is known. Outside the keys the first and the last one hold.
    Sampled,
}

/// What a target makes of keys, and how far that may be from the movement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampler {
    /// How the target mixes two keys.
    pub mix: Mix,
    /// Where keys may be.
    pub grid: Grid,
    /// How far the target's values may be off: an angle in radians, a share of `size`, a difference of scales.
    pub tolerance: f32,
    /// What the distances of vectors are measured by.
    pub size: f32,
    /// The place at which the movement starts over: the last key is then mixed with the first one.
    pub wraps: Option<f64>,
}

/// Keys by ascending place.
pub type Keys<T> = Vec<(f64, T)>;

/// The keys that follow a movement.
#[derive(Debug, Clone, PartialEq)]
pub struct Resampled<T> {
    /// The keys that were given and those that were added.
    pub keys: Keys<T>,
    /// How many were added.
    pub added: usize,
    /// The largest error within the tolerance.
    pub error: f32,
    /// The starts of the spans that have no place for a key and are off by more, with the error.
    pub tight: Vec<(f64, f32)>,
}

/// A value that keys hold.
pub trait Value: Copy {
    /// Mixes two values.
    #[must_use]
    fn mix(self, other: Self, share: f32, mix: Mix) -> Self;

    /// Returns how far two values are apart: an angle in radians, or a share of `size`.
    fn distance(self, other: Self, size: f32) -> f32;

    /// Reads a sample of a channel of this kind.
    fn read(sample: Sample) -> Option<Self>;
}

impl Value for Vec3 {
    fn mix(self, other: Self, share: f32, _: Mix) -> Self {
        self.lerp(other, share)
    }

    fn distance(self, other: Self, size: f32) -> f32 {
        Vec3::distance(self, other) / size
    }

    fn read(sample: Sample) -> Option<Self> {
        match sample {
            Sample::Translation(value) | Sample::Scale(value) => Some(value),
            _ => None,
        }
    }
}

impl Value for Quat {
    fn mix(self, other: Self, share: f32, mix: Mix) -> Self {
        if mix == Mix::Spherical {
            return slerp(self, other, share);
        }
        let is_longer = mix == Mix::NormalizedShorter && dot(self, other) < 0.0;
        let other = if is_longer { -other } else { other };
        unit_or_identity(self * (1.0 - share) + other * share)
    }

    /// The angle, whatever the signs; exact for small ones, unlike the arc cosine.
    fn distance(self, other: Self, _: f32) -> f32 {
        let chord = length(self - other).min(length(self + other));
        4.0 * libm::asinf((chord * 0.5).min(1.0))
    }

    fn read(sample: Sample) -> Option<Self> {
        match sample {
            Sample::Rotation(value) => Some(value),
            _ => None,
        }
    }
}

impl Value for Trs {
    fn mix(self, other: Self, share: f32, mix: Mix) -> Self {
        Self {
            translation: self.translation.mix(other.translation, share, mix),
            rotation: self.rotation.mix(other.rotation, share, mix),
            scale: self.scale.mix(other.scale, share, mix),
        }
    }

    fn distance(self, other: Self, size: f32) -> f32 {
        let moved = self.translation.distance(other.translation) / size;
        self.rotation.distance(other.rotation, size).max(moved).max(self.scale.distance(other.scale))
    }

    fn read(_: Sample) -> Option<Self> {
        None
    }
}

/// The keys around a place: before the first one and after the last one, one of them.
#[derive(Clone, Copy)]
struct Span<T> {
    from: Option<(f64, T)>,
    to: Option<(f64, T)>,
    halvings: u32,
}

impl<T: Value> Span<T> {
    fn start(&self) -> f64 {
        self.from.map_or(f64::NEG_INFINITY, |key| key.0)
    }

    fn end(&self) -> f64 {
        self.to.map_or(f64::INFINITY, |key| key.0)
    }

    /// Returns what the target has at a place inside.
    fn at(&self, place: f64, mix: Mix) -> Option<T> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if place > from.0 => {
                Some(from.1.mix(to.1, ((place - from.0) / (to.0 - from.0)) as f32, mix))
            }
            (Some(key), _) | (None, Some(key)) => Some(key.1),
            (None, None) => None,
        }
    }
}

impl Resampler {
    /// Adds keys between `own` until the target follows the movement that `truth` says.
    ///
    /// `marks` are ascending places that are looked at besides those inside each span that show the difference between rules: where
    /// the movement changes direction.
    ///
    /// # Errors
    /// When the keys are more than the budget allows.
    pub fn keys<T: Value>(
        &self,
        own: Keys<T>,
        marks: &[f64],
        truth: impl Fn(f64) -> Option<T>,
        budget: &Budget,
    ) -> Result<Resampled<T>> {
        let mut spans: Vec<Span<T>> = self.spans(&own);
        spans.reverse();
        let mut resampled = Resampled { keys: own, added: 0, error: 0.0, tight: Vec::new() };
        while let Some(span) = spans.pop() {
            let (error, worst) = self.error(&span, marks, &truth);
            if error <= self.tolerance {
                resampled.error = resampled.error.max(error);
                continue;
            }
            let key = self.division(&span, worst).and_then(|place| Some((place, truth(self.once(place))?)));
            let Some(key) = key else {
                resampled.tight.push((span.start(), error));
                continue;
            };
            budget.take("keys between those of the source", 1, KEY)?;
            resampled.keys.push((self.once(key.0), key.1));
            resampled.added += 1;
            let halvings = span.halvings + 1;
            // The later part waits while the earlier one is looked at.
            spans.extend([Span { from: Some(key), halvings, ..span }, Span { to: Some(key), halvings, ..span }]);
        }
        resampled.keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(resampled)
    }

    /// Takes the keys away that the others give within the tolerance, from the last to the first; one stays.
    pub fn drop_needless<T: Value>(&self, keys: &mut Keys<T>, marks: &[f64], truth: impl Fn(f64) -> Option<T>) {
        for number in (0..keys.len()).rev() {
            let fits = |span: Span<T>| self.error(&span, marks, &truth).0 <= self.tolerance;
            if self.span_without(keys, number).is_some_and(fits) {
                keys.remove(number);
            }
        }
    }

    /// Returns the span that takes the place of a key; `None` where nothing says what is there without it.
    fn span_without<T: Value>(&self, keys: &[(f64, T)], number: usize) -> Option<Span<T>> {
        let (earlier, later) = (keys.get(..number)?, keys.get(number + 1..)?);
        let (from, to) = match (earlier.last().copied(), later.first().copied(), self.wraps) {
            (None, None, _) => return None,
            (Some(from), Some(to), _) => (Some(from), Some(to)),
            // At the ends of a round the movement goes on at the other end.
            (from, _, Some(length)) => {
                let rest = if from.is_some() { earlier } else { later };
                (rest.last().copied(), rest.first().map(|key| (key.0 + length, key.1)))
            }
            (from, to, None) if self.grid == Grid::Sampled => (from, to),
            _ => return None,
        };
        Some(Span { from, to, halvings: 0 })
    }

    /// Follows a channel between keys at some of its ticks; places are ticks.
    ///
    /// # Errors
    /// When the keys are more than the budget allows.
    pub fn channel<T: Value>(
        &self,
        channel: &Channel,
        ticks_per_second: f32,
        ticks: &[f32],
        budget: &Budget,
    ) -> Result<Resampled<T>> {
        let truth = |tick: f64| T::read(channel.sample(tick as f32, ticks_per_second)?);
        let own = ticks.iter().filter_map(|&tick| Some((f64::from(tick), truth(tick.into())?))).collect();
        if channel.interpolation == Interpolation::Step {
            return Ok(self.steps(own));
        }
        self.keys(own, &[], truth, budget)
    }

    /// Adds a key before each one but the first, up to which the value before it holds.
    pub fn steps<T: Value>(&self, own: Keys<T>) -> Resampled<T> {
        let mut keys: Keys<T> = Vec::with_capacity(own.len() * 2);
        let given = own.len();
        for key in own {
            let held = keys.last().and_then(|&before| Some((self.before(before.0, key.0)?, before.1)));
            keys.extend(held.into_iter().chain([key]));
        }
        Resampled { added: keys.len() - given, keys, error: 0.0, tight: Vec::new() }
    }

    /// Returns what the target has at a place.
    pub fn at<T: Value>(&self, keys: &[(f64, T)], place: f64) -> Option<T> {
        if let [only] = keys {
            return Some(only.1);
        }
        let after = keys.partition_point(|key| key.0 <= place);
        let mut from = after.checked_sub(1).and_then(|before| keys.get(before)).copied();
        let mut to = keys.get(after).copied();
        if let Some(length) = self.wraps {
            to = to.or_else(|| keys.first().map(|key| (key.0 + length, key.1)));
            from = from.or_else(|| keys.last().map(|key| (key.0 - length, key.1)));
        }
        Span { from, to, halvings: 0 }.at(place, self.mix)
    }

    /// Returns the spans of keys; those outside only where something is to be looked at there.
    fn spans<T: Value>(&self, keys: &[(f64, T)]) -> Vec<Span<T>> {
        let span = |from: Option<(f64, T)>, to: Option<(f64, T)>| Span { from, to, halvings: 0 };
        let (first, last) = (keys.first().copied(), keys.last().copied());
        let mut spans = Vec::with_capacity(keys.len() + 1);
        let open = self.grid == Grid::Sampled && self.wraps.is_none();
        spans.extend(first.filter(|_| open).map(|key| span(None, Some(key))));
        spans.extend(keys.windows(2).map(|pair| span(pair.first().copied(), pair.last().copied())));
        spans.extend(last.filter(|_| open).map(|key| span(Some(key), None)));
        if let (Some(length), Some(first)) = (self.wraps, first) {
            spans.push(span(last, Some((first.0 + length, first.1))));
        }
        spans
    }

    /// Returns the largest error inside a span and where it is.
    fn error<T: Value>(&self, span: &Span<T>, marks: &[f64], truth: impl Fn(f64) -> Option<T>) -> (f32, f64) {
        let (start, end) = (span.start(), span.end());
        let probes: &[f64] = match self.grid {
            // A curve that crosses the line in the middle shows at a quarter.
            Grid::Halves { .. } => &[0.25, 0.5, 0.75],
            // Where mixing by component and along the arc differ most, and the middle.
            Grid::Whole => &[0.211, 0.5, 0.789],
            Grid::Sampled => &[],
        };
        let inside = |from: f64, to: f64| {
            let range = marks.partition_point(|&mark| mark <= from)..marks.partition_point(|&mark| mark < to);
            marks.get(range).unwrap_or_default().iter().copied()
        };
        let length = self.wraps.unwrap_or(f64::INFINITY);
        let probes = probes.iter().map(|probe| self.rounded(start + (end - start) * probe));
        let again = inside(start - length, end - length).map(|mark| mark + length);
        let (mut error, mut worst) = (0.0, start);
        for place in probes.chain(inside(start, end)).chain(again) {
            let (Some(value), Some(found)) = (truth(self.once(place)), span.at(place, self.mix)) else { continue };
            let far = found.distance(value, self.size);
            // Numbers near the end of their range may overflow; more keys would not help.
            if far > error && far.is_finite() {
                (error, worst) = (far, place);
            }
        }
        (error, worst)
    }

    /// Returns the place that divides a span.
    fn division<T: Value>(&self, span: &Span<T>, worst: f64) -> Option<f64> {
        let (start, end) = (span.start(), span.end());
        let place = match self.grid {
            Grid::Halves { max, .. } if span.halvings >= max => return None,
            Grid::Halves { .. } => self.rounded(f64::midpoint(start, end)),
            Grid::Whole | Grid::Sampled => worst.round().max(start + 1.0).min(end - 1.0),
        };
        (start < place && place < end).then_some(place)
    }

    /// Returns the place before `to` up to which the value of a key at `from` holds.
    fn before(&self, from: f64, to: f64) -> Option<f64> {
        let place = match self.grid {
            Grid::Halves { step, .. } => {
                let last = f64::from((to as f32).next_down());
                self.rounded((to - f64::from(step)).min(last).max(f64::midpoint(from, to)))
            }
            Grid::Whole | Grid::Sampled => to - 1.0,
        };
        (from < place && place < to).then_some(place)
    }

    fn rounded(&self, place: f64) -> f64 {
        if matches!(self.grid, Grid::Halves { .. }) { f64::from(place as f32) } else { place }
    }

    /// Brings a place into the first round.
    fn once(&self, place: f64) -> f64 {
        self.wraps.map_or(place, |length| place.rem_euclid(length))
    }
}

/// Appends keys that belong to a section of a timeline, with keys at both of its ends, so that neighbours do not run together: the
/// first and the last value there, or `rest` without keys.
pub fn fence<T: Copy>(out: &mut Keys<T>, keys: &[(f64, T)], [start, end]: [f64; 2], rest: T) {
    let (first, last) =
        (keys.first().map_or((f64::INFINITY, rest), |key| *key), keys.last().map_or((start, rest), |key| *key));
    out.extend((first.0 > start).then_some((start, first.1)));
    out.extend_from_slice(keys);
    out.extend((last.0 < end).then_some((end, last.1)));
}

/// Returns the largest coordinate of a channel's values, by which their distances are measured; never zero.
pub fn extent(track: &Track) -> f32 {
    match track {
        Track::Translation(values) | Track::Scale(values) => {
            values.iter().map(|v| v.abs().max_element()).fold(1e-6, f32::max)
        }
        Track::Rotation(_) | Track::Weights { .. } => 1.0,
    }
}

#[cfg(test)]
mod tests;

//! The value of a node at a moment, bit for bit where the moment is a key.

use glam::{Quat, Vec3};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::pose::Sample;
use retromesh_core::scene::Trs;

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
            match exact(channel, tick).or_else(|| channel.sample(tick as f32, self.animation.ticks_per_second)) {
                Some(Sample::Translation(value)) => trs.translation = value,
                Some(Sample::Rotation(value)) => trs.rotation = value,
                Some(Sample::Scale(value)) => trs.scale = value,
                Some(Sample::Weights(_)) | None => {}
            }
        }
        trs
    }

    /// Tells whether the signs of rotations matter: the source interpolates as this format does.
    pub(super) fn keeps_signs(&self) -> bool {
        let rotation = |channel: &&&Channel| matches!(channel.track, Track::Rotation(_));
        let interpolation = self.channels.iter().find(rotation).map(|channel| channel.interpolation);
        interpolation == Some(Interpolation::LinearNormalized)
    }

    /// Returns the key times strictly between two ticks.
    pub(super) fn times_between(&self, start: f64, end: f64) -> impl Iterator<Item = f64> {
        self.channels.iter().flat_map(move |channel| {
            let first = channel.times.partition_point(|&time| f64::from(time) <= start);
            let last = channel.times.partition_point(|&time| f64::from(time) < end);
            channel.times.get(first..last).unwrap_or(&[]).iter().copied().map(f64::from)
        })
    }
}

/// Returns the value of the key at a tick; sampling would round it.
fn exact(channel: &Channel, tick: f64) -> Option<Sample> {
    let key = channel.times.binary_search_by(|&time| f64::from(time).total_cmp(&tick)).ok()?;
    let value = if channel.interpolation == Interpolation::CubicSpline { 3 * key + 1 } else { key };
    match &channel.track {
        Track::Translation(values) => values.get(value).copied().map(Sample::Translation),
        Track::Rotation(values) => values.get(value).copied().map(unit).map(Sample::Rotation),
        Track::Scale(values) => values.get(value).copied().map(Sample::Scale),
        Track::Weights { .. } => None,
    }
}

/// Normalises a rotation unless only rounding is off.
fn unit(q: Quat) -> Quat {
    if (q.length_squared() - 1.0).abs() <= 1e-5 {
        q
    } else if q.length_squared() > 0.0 && q.is_finite() {
        q.normalize()
    } else {
        Quat::IDENTITY
    }
}

/// Mixes two keys as the engine does: by component, the rotation normalised and not turned the shorter way.
pub(super) fn mix(a: &Trs, b: &Trs, t: f32) -> Trs {
    let rotation = a.rotation * (1.0 - t) + b.rotation * t;
    let length = rotation.length();
    Trs {
        translation: a.translation.lerp(b.translation, t),
        rotation: if length > 0.0 { rotation / length } else { Quat::IDENTITY },
        scale: a.scale.lerp(b.scale, t),
    }
}

/// How far two transforms are apart: the largest of the angle in radians, the share of `size` and the scale.
pub(super) fn distance(a: &Trs, b: &Trs, size: f32) -> f32 {
    let chord = |sign: f32| (a.rotation - b.rotation * sign).length();
    let angle = 2.0 * chord(1.0).min(chord(-1.0));
    let offset = largest(a.translation - b.translation) / size;
    angle.max(offset).max(largest(a.scale - b.scale))
}

fn largest(v: Vec3) -> f32 {
    v.abs().max_element()
}

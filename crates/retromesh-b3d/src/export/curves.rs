//! Keys on whole frames.

use glam::{Mat4, Quat, Vec3};
use retromesh_core::scene::Trs;
use retromesh_kit::resample::{Grid, Keys, Mix, Resampler, Value};

/// What the engines make of keys.
pub(super) const ENGINES: Resampler =
    Resampler { mix: Mix::Spherical, grid: Grid::Whole, tolerance: 2e-5, size: 1.0, wraps: None };

/// Appends a key; one at the frame of the last replaces it.
pub(crate) fn push<T>(keys: &mut Keys<T>, key: (f64, T)) {
    keys.pop_if(|last| last.0 >= key.0);
    keys.push(key);
}

/// Returns the values at many frames; the ends hold.
pub(super) fn at<T: Value>(keys: &Keys<T>, frames: &[f64]) -> Vec<T> {
    frames.iter().filter_map(|&frame| ENGINES.at(keys, frame)).collect()
}

/// The keys of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Curves {
    pub(crate) translation: Keys<Vec3>,
    pub(crate) rotation: Keys<Quat>,
    pub(crate) scale: Keys<Vec3>,
    /// How many components hold one value that no key of the source gives.
    held: usize,
}

impl Curves {
    pub(crate) fn is_empty(&self) -> bool {
        self.translation.is_empty() && self.rotation.is_empty() && self.scale.is_empty()
    }

    /// Returns all frames at which a component has a key.
    pub(crate) fn frames(&self) -> Vec<f64> {
        let mut all = [places(&self.translation), places(&self.rotation), places(&self.scale)].concat();
        all.sort_unstable_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Counts the keys of the source's components that are there because of one another.
    pub(crate) fn joined(&self) -> usize {
        let all = self.frames().len();
        let counts = [self.translation.len(), self.rotation.len(), self.scale.len()];
        let joined: usize = counts.into_iter().filter(|count| *count > 0).map(|count| all - count).sum();
        joined.saturating_sub(self.held * all.saturating_sub(1))
    }

    /// Returns the transform at a frame of a node that rests at `rest`.
    pub(crate) fn sample(&self, rest: &Trs, frame: f64) -> Trs {
        Trs {
            translation: ENGINES.at(&self.translation, frame).unwrap_or(rest.translation),
            rotation: ENGINES.at(&self.rotation, frame).unwrap_or(rest.rotation),
            scale: ENGINES.at(&self.scale, frame).unwrap_or(rest.scale),
        }
    }

    /// Keeps the rest transform in keys for the components that do not move.
    pub(crate) fn hold(&mut self, rest: &Trs, frame: f64) {
        // Among the frames that are there, so that no other component gets a key by it.
        let frame = self.frames().first().copied().unwrap_or(frame);
        if self.translation.is_empty() {
            self.translation = vec![(frame, rest.translation)];
            self.held += 1;
        }
        if self.rotation.is_empty() {
            self.rotation = vec![(frame, rest.rotation)];
            self.held += 1;
        }
        if self.scale.is_empty() {
            self.scale = vec![(frame, rest.scale)];
            self.held += 1;
        }
    }

    /// Puts a turn, a move and a uniform scale before all values.
    pub(crate) fn precede(&mut self, by: &Similarity) {
        self.translation.iter_mut().for_each(|(_, v)| *v = by.point(*v));
        self.rotation.iter_mut().for_each(|(_, q)| *q = by.rotation * *q);
        self.scale.iter_mut().for_each(|(_, s)| *s *= by.scale);
    }
}

fn places<T>(keys: &Keys<T>) -> Vec<f64> {
    keys.iter().map(|key| key.0).collect()
}

/// A turn, a move and a uniform scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Similarity {
    scale: f32,
    rotation: Quat,
    translation: Vec3,
}

impl Similarity {
    /// Reads a matrix; `None` when it has shear, a mirror or different scales.
    pub(crate) fn of(matrix: &Mat4) -> Option<Self> {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        let mean = (scale.x + scale.y + scale.z) / 3.0;
        let again = Mat4::from_scale_rotation_translation(Vec3::splat(mean), rotation, translation);
        let fits = mean > 0.0 && nearly(matrix, &again, 1.0);
        fits.then_some(Self { scale: mean, rotation, translation })
    }

    fn point(&self, p: Vec3) -> Vec3 {
        self.rotation * (p * self.scale) + self.translation
    }

    /// Puts it before a transform.
    pub(crate) fn before(&self, trs: &Trs) -> Trs {
        Trs {
            translation: self.point(trs.translation),
            rotation: self.rotation * trs.rotation,
            scale: trs.scale * self.scale,
        }
    }
}

/// Returns whether two transforms of a model of a size are the same but for rounding.
pub(crate) fn nearly(a: &Mat4, b: &Mat4, size: f32) -> bool {
    let linear = (0..3).all(|i| (a.col(i) - b.col(i)).abs().max_element() <= 1e-5 * b.col(i).length().max(1e-3));
    linear && (a.w_axis - b.w_axis).abs().max_element() <= 2e-6 * size.max(1e-6) + 1e-6 * b.w_axis.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_components_are_joined() {
        let mut curves = Curves::default();
        assert!(curves.is_empty() && curves.frames().is_empty());
        curves.translation = vec![(1.0, Vec3::ZERO), (5.0, Vec3::ZERO)];
        curves.rotation = vec![(2.0, Quat::IDENTITY), (5.0, Quat::IDENTITY)];
        assert_eq!(curves.frames(), [1.0, 2.0, 5.0]);
    }

    #[test]
    fn only_similar_transforms_are_similarities() {
        let turned = Mat4::from_scale_rotation_translation(Vec3::splat(2.0), Quat::from_rotation_x(1.0), Vec3::X);
        assert!(Similarity::of(&turned).is_some());
        assert!(Similarity::of(&Mat4::from_scale(Vec3::new(1.0, 2.0, 1.0))).is_none());
        assert!(Similarity::of(&Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))).is_none());
    }
}

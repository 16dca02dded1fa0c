//! Keys on whole frames.

use glam::{Mat4, Quat, Vec3};
use retromesh_core::scene::Trs;

/// The keys of one component: ascending frames and as many values; empty when the component does not move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve<T> {
    pub(crate) frames: Vec<i32>,
    pub(crate) values: Vec<T>,
}

impl<T> Default for Curve<T> {
    fn default() -> Self {
        Self { frames: Vec::new(), values: Vec::new() }
    }
}

/// A value that keys hold.
pub(crate) trait Value: Copy {
    /// Mixes two values as the format's engines do.
    fn mix(self, other: Self, t: f32) -> Self;
}

impl Value for Vec3 {
    fn mix(self, other: Self, t: f32) -> Self {
        self.lerp(other, t)
    }
}

impl Value for Quat {
    fn mix(self, other: Self, t: f32) -> Self {
        self.slerp(other, t)
    }
}

impl<T: Value> Curve<T> {
    /// Builds a curve that holds one value.
    pub(crate) fn constant(frame: i32, value: T) -> Self {
        Self { frames: vec![frame], values: vec![value] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Appends a key; one at the frame of the last replaces it.
    pub(crate) fn push(&mut self, frame: i32, value: T) {
        if self.frames.last().is_some_and(|&last| last >= frame) {
            if let Some(last) = self.values.last_mut() {
                *last = value;
            }
            return;
        }
        self.frames.push(frame);
        self.values.push(value);
    }

    /// Returns the value at a frame; the ends hold.
    pub(crate) fn sample(&self, frame: i32) -> Option<T> {
        let after = self.frames.partition_point(|&key| key <= frame);
        let before = after.saturating_sub(1);
        let start = *self.values.get(before)?;
        let (Some(&from), Some(&to), Some(&end)) =
            (self.frames.get(before), self.frames.get(after), self.values.get(after))
        else {
            return Some(start);
        };
        if frame <= from {
            return Some(start);
        }
        let t = (f64::from(frame) - f64::from(from)) / (f64::from(to) - f64::from(from));
        Some(start.mix(end, t as f32))
    }

    /// Returns the values at many frames.
    pub(crate) fn at(&self, frames: &[i32]) -> Vec<T> {
        if self.frames == frames {
            return self.values.clone();
        }
        frames.iter().filter_map(|&frame| self.sample(frame)).collect()
    }
}

/// The keys of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Curves {
    pub(crate) translation: Curve<Vec3>,
    pub(crate) rotation: Curve<Quat>,
    pub(crate) scale: Curve<Vec3>,
    /// How many components hold one value that no key of the source gives.
    held: usize,
}

impl Curves {
    pub(crate) fn is_empty(&self) -> bool {
        self.translation.is_empty() && self.rotation.is_empty() && self.scale.is_empty()
    }

    /// Returns all frames at which a component has a key.
    pub(crate) fn frames(&self) -> Vec<i32> {
        let lists = [&self.translation.frames, &self.rotation.frames, &self.scale.frames];
        let mut used = lists.into_iter().filter(|list| !list.is_empty());
        let Some(first) = used.next() else { return Vec::new() };
        if used.all(|list| list == first) {
            return first.clone();
        }
        let mut all: Vec<i32> = lists.into_iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Counts the keys of the source's components that are there because of one another.
    pub(crate) fn joined(&self) -> usize {
        let all = self.frames().len();
        let lists = [&self.translation.frames, &self.rotation.frames, &self.scale.frames];
        let joined: usize = lists.into_iter().filter(|list| !list.is_empty()).map(|list| all - list.len()).sum();
        joined.saturating_sub(self.held * all.saturating_sub(1))
    }

    /// Returns the transform at a frame of a node that rests at `rest`.
    pub(crate) fn sample(&self, rest: &Trs, frame: i32) -> Trs {
        Trs {
            translation: self.translation.sample(frame).unwrap_or(rest.translation),
            rotation: self.rotation.sample(frame).unwrap_or(rest.rotation),
            scale: self.scale.sample(frame).unwrap_or(rest.scale),
        }
    }

    /// Keeps the rest transform in keys for the components that do not move.
    pub(crate) fn hold(&mut self, rest: &Trs, frame: i32) {
        // Among the frames that are there, so that no other component gets a key by it.
        let frame = self.frames().first().copied().unwrap_or(frame);
        if self.translation.is_empty() {
            self.translation = Curve::constant(frame, rest.translation);
            self.held += 1;
        }
        if self.rotation.is_empty() {
            self.rotation = Curve::constant(frame, rest.rotation);
            self.held += 1;
        }
        if self.scale.is_empty() {
            self.scale = Curve::constant(frame, rest.scale);
            self.held += 1;
        }
    }

    /// Puts a turn, a move and a uniform scale before all values.
    pub(crate) fn precede(&mut self, by: &Similarity) {
        self.translation.values.iter_mut().for_each(|v| *v = by.point(*v));
        self.rotation.values.iter_mut().for_each(|q| *q = by.rotation * *q);
        self.scale.values.iter_mut().for_each(|s| *s *= by.scale);
    }
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

/// Tells whether two transforms of a model of a size are the same but for rounding.
pub(crate) fn nearly(a: &Mat4, b: &Mat4, size: f32) -> bool {
    let linear = (0..3).all(|i| (a.col(i) - b.col(i)).abs().max_element() <= 1e-5 * b.col(i).length().max(1e-3));
    linear && (a.w_axis - b.w_axis).abs().max_element() <= 2e-6 * size.max(1e-6) + 1e-6 * b.w_axis.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_hold_at_both_ends_and_mix_between() {
        let curve = Curve { frames: vec![1, 3], values: vec![Vec3::ZERO, Vec3::X * 4.0] };
        let rows = [(0, 0.0), (1, 0.0), (2, 2.0), (3, 4.0), (9, 4.0)];
        for (frame, x) in rows {
            assert_eq!(curve.sample(frame), Some(Vec3::X * x), "{frame}");
        }
        assert_eq!(Curve::<Vec3>::default().sample(1), None);
    }

    #[test]
    fn frames_of_components_are_joined() {
        let mut curves = Curves::default();
        assert!(curves.is_empty() && curves.frames().is_empty());
        curves.translation = Curve { frames: vec![1, 5], values: vec![Vec3::ZERO; 2] };
        curves.rotation = Curve { frames: vec![2, 5], values: vec![Quat::IDENTITY; 2] };
        assert_eq!(curves.frames(), [1, 2, 5]);
    }

    #[test]
    fn only_similar_transforms_are_similarities() {
        let turned = Mat4::from_scale_rotation_translation(Vec3::splat(2.0), Quat::from_rotation_x(1.0), Vec3::X);
        assert!(Similarity::of(&turned).is_some());
        assert!(Similarity::of(&Mat4::from_scale(Vec3::new(1.0, 2.0, 1.0))).is_none());
        assert!(Similarity::of(&Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))).is_none());
    }
}

//! Grids of whole numbers: what the places of quantised meshes are counted on.

use glam::{DMat4, DVec3, Vec3};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Trs;
use serde_json::{Value, json};

/// The member of this project's own extras that holds a grid.
pub(crate) const GRID: &str = "grid";
/// The largest count of steps from the origin.
const MAX: f64 = 65_535.0;
/// The largest count of steps that a morph target moves a vertex by.
pub(crate) const MAX_MOVED: f64 = 32_767.0;
/// The exponents of steps, so that neither they nor what they count leave the range of floats.
const EXPONENTS: (f64, f64) = (-100.0, 110.0);

/// A place on a grid is its origin and this many steps along each axis. A step is a power of two, so that the numbers of models that were
/// made on a grid stay what they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grid {
    pub(crate) origin: Vec3,
    pub(crate) step: f32,
}

impl Grid {
    /// Returns the finest grid that holds some meshes in all their shapes.
    pub(crate) fn around<'m>(meshes: impl Iterator<Item = &'m Mesh>) -> Self {
        let (mut min, mut max, mut moved) = (DVec3::INFINITY, DVec3::NEG_INFINITY, 0f64);
        for mesh in meshes {
            for place in mesh.positions.iter().map(|place| place.as_dvec3()) {
                (min, max) = (min.min(place), max.max(place));
            }
            let targets = mesh.morph_targets.iter().flat_map(|target| &target.positions).map(|place| place.as_dvec3());
            let frames = mesh.vertex_frames.iter().flat_map(|frame| frame.positions.iter().zip(&mesh.positions));
            let frames = frames.map(|(to, from)| to.as_dvec3() - from.as_dvec3());
            moved = targets.chain(frames).fold(moved, |moved, by| moved.max(by.abs().max_element()));
        }
        let size = (max - min).max_element().max(0.0);
        // One step each is for the origin, which lies on the grid, and for rounding.
        let needed = (size / (MAX - 1.0)).max(moved / (MAX_MOVED - 1.0));
        if needed <= 0.0 {
            return Self { origin: if min.is_finite() { min.as_vec3() } else { Vec3::ZERO }, step: 1.0 };
        }
        let step = libm::exp2(libm::log2(needed).ceil().clamp(EXPONENTS.0, EXPONENTS.1));
        Self { origin: ((min / step).floor() * step).as_vec3(), step: step as f32 }
    }

    /// Returns the steps to a place, whole numbers.
    pub(crate) fn steps(&self, place: Vec3) -> Vec3 {
        let steps = (place.as_dvec3() - self.origin.as_dvec3()) / f64::from(self.step);
        steps.round().clamp(DVec3::ZERO, DVec3::splat(MAX)).as_vec3()
    }

    /// Returns the steps of a move.
    pub(crate) fn moved(&self, by: Vec3) -> Vec3 {
        (by.as_dvec3() / f64::from(self.step))
            .round()
            .clamp(DVec3::splat(-MAX_MOVED), DVec3::splat(MAX_MOVED))
            .as_vec3()
    }

    /// Returns the place that this many steps lead to.
    pub(crate) fn place(&self, steps: Vec3) -> Vec3 {
        steps * self.step + self.origin
    }

    /// Returns the transform from steps to places.
    pub(crate) fn trs(&self) -> Trs {
        Trs { translation: self.origin, scale: Vec3::splat(self.step), ..Trs::IDENTITY }
    }

    /// Returns the same as a matrix.
    pub(crate) fn matrix(&self) -> DMat4 {
        let scale = DVec3::splat(self.step.into());
        DMat4::from_scale_rotation_translation(scale, glam::DQuat::IDENTITY, self.origin.as_dvec3())
    }

    pub(crate) fn to_json(self) -> Value {
        let [x, y, z] = self.origin.to_array();
        json!([x, y, z, self.step])
    }

    /// Reads a grid on which every count of 32 bits is a place.
    pub(crate) fn of_json(value: &Value) -> Option<Self> {
        let number = |value: &Value| value.as_f64().map(|x| x as f32);
        let numbers: Vec<f32> = value.as_array()?.iter().map(number).collect::<Option<_>>()?;
        let [x, y, z, step] = numbers.try_into().ok()?;
        let grid = Self { origin: Vec3::new(x, y, z), step };
        let far = grid.place(Vec3::splat(u32::MAX as f32)).is_finite()
            && grid.place(Vec3::splat(i32::MIN as f32)).is_finite();
        (step >= f32::MIN_POSITIVE && far).then_some(grid)
    }
}

//! The camera: from world positions to samples of the picture.

use crate::options::View;
use glam::{DVec3, Vec3};

/// Half the angle of view across the shorter side: a mild perspective.
const HALF_VIEW_TANGENT: f32 = 0.268;
/// How much of the picture the model fills.
const FILL: f32 = 0.92;

/// An axis-aligned box around what is drawn, in world units; doubles, so that the greatest finite floats have a size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The least x, y and z.
    pub min: DVec3,
    /// The greatest x, y and z.
    pub max: DVec3,
}

impl Bounds {
    /// Returns the box around points; not finite ones do not count, `None` without any that does.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let finite = points.into_iter().filter(|p| p.is_finite());
        let corners = finite.fold(None, |bounds: Option<(Vec3, Vec3)>, p| {
            Some(bounds.map_or((p, p), |(min, max)| (min.min(p), max.max(p))))
        });
        corners.map(|(min, max)| Self { min: min.as_dvec3(), max: max.as_dvec3() })
    }

    /// Returns the box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(crate) fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Returns half the diagonal, 1 for a point.
    pub(crate) fn radius(&self) -> f64 {
        let radius = (self.max - self.min).length() * 0.5;
        if radius > 0.0 && radius.is_finite() { radius } else { 1.0 }
    }

    fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, min: f64, max: f64| if i >> bit & 1 == 0 { min } else { max };
            DVec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )
        })
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self { min: DVec3::splat(-1.0), max: DVec3::ONE }
    }
}

/// A point as the picture sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Projected {
    /// To the right, in samples.
    pub(crate) x: f32,
    /// Downward, in samples.
    pub(crate) y: f32,
    /// One over the distance along the view: grows toward the viewer and is linear over the picture; 0 for a point that cannot
    /// be shown.
    pub(crate) inv_w: f32,
}

impl Projected {
    pub(crate) const NOWHERE: Self = Self { x: 0.0, y: 0.0, inv_w: 0.0 };
}

/// A camera that holds a box whole. It works in a space in which the box has the radius 1, whatever its size in the world.
#[derive(Debug, Clone)]
pub(crate) struct Camera {
    center: DVec3,
    inv_radius: f64,
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    /// Toward the viewer.
    pub(crate) back: Vec3,
    /// From the middle of the box to the viewer, in radii.
    pub(crate) distance: f32,
    /// Samples a unit of tangent.
    focal: f32,
    middle: [f32; 2],
}

impl Camera {
    /// Places a camera for a picture of the given number of samples.
    pub(crate) fn new(bounds: &Bounds, view: View, width: u32, height: u32) -> Self {
        let (sin_yaw, cos_yaw) = finite(view.yaw).to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = finite(view.pitch).clamp(-90.0, 90.0).to_radians().sin_cos();
        let back = Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        let right = Vec3::new(cos_yaw, 0.0, -sin_yaw);
        let up = back.cross(right);
        let (width, height) = (width as f32, height as f32);
        let focal = width.min(height) * 0.5 / HALF_VIEW_TANGENT;
        let mut camera = Self {
            center: bounds.center(),
            inv_radius: bounds.radius().recip(),
            right,
            up,
            back,
            distance: 0.0,
            focal,
            middle: [width * 0.5, height * 0.5],
        };
        camera.hold(bounds.corners().into_iter());
        camera
    }

    /// Moves as near as all points stay in the picture. Each asks for its own distance: the greatest is what all need.
    pub(crate) fn hold(&mut self, points: impl Iterator<Item = DVec3>) {
        let tangent = |half: f32| half * FILL / self.focal;
        let [across, along] = self.middle.map(tangent);
        let need = |p: DVec3| {
            let [x, y, z] = self.turn(self.unit(p));
            (x.abs() / across).max(y.abs() / along) + z
        };
        // Nothing in the box may come near the eye's plane, even where the box is a point or a line.
        self.distance = points.map(need).fold(1.2, f32::max);
    }

    fn unit(&self, p: DVec3) -> Vec3 {
        ((p - self.center) * self.inv_radius).as_vec3()
    }

    /// Returns a point of the unit space along right, up and back.
    fn turn(&self, p: Vec3) -> [f32; 3] {
        [p.dot(self.right), p.dot(self.up), p.dot(self.back)]
    }

    /// Projects a world position; points at or behind the eye, far outside or not finite give [`Projected::NOWHERE`].
    pub(crate) fn project(&self, p: Vec3) -> Projected {
        self.project_exact(p.as_dvec3())
    }

    pub(crate) fn project_exact(&self, p: DVec3) -> Projected {
        let [x, y, z] = self.turn(self.unit(p));
        let w = self.distance - z;
        if !(w > 0.02 && w < 1e6) {
            return Projected::NOWHERE;
        }
        let inv_w = w.recip();
        let (x, y) = (self.middle[0] + x * self.focal * inv_w, self.middle[1] - y * self.focal * inv_w);
        if x.abs() < 1e5 && y.abs() < 1e5 { Projected { x, y, inv_w } } else { Projected::NOWHERE }
    }

    /// Returns how many world units a length of the unit space is.
    pub(crate) fn radius(&self) -> f64 {
        self.inv_radius.recip()
    }
}

fn finite(x: f32) -> f32 {
    if x.is_finite() { x % 360.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_of_any_box_lies_in_the_picture() {
        let boxes = [
            (Vec3::ZERO, Vec3::ZERO),
            (Vec3::splat(-1.0), Vec3::ONE),
            (Vec3::new(-1e-30, 0.0, 0.0), Vec3::new(1e-30, 2e-30, 0.0)),
            (Vec3::splat(f32::MIN), Vec3::splat(f32::MAX)),
            (Vec3::new(1e6, 0.0, 0.0), Vec3::new(1e6 + 1.0, 0.5, 40.0)),
        ];
        for (min, max) in boxes {
            let bounds = Bounds::of([min, max]).unwrap();
            for (yaw, pitch) in [(0.0, 0.0), (35.0, 22.0), (90.0, -30.0), (10.0, 90.0), (f32::NAN, 1e30)] {
                for (width, height) in [(100, 100), (300, 20), (1, 1)] {
                    let camera = Camera::new(&bounds, View { yaw, pitch }, width, height);
                    for corner in bounds.corners() {
                        let p = camera.project_exact(corner);
                        let inside = p.inv_w > 0.0
                            && (0.0..=width as f32).contains(&p.x)
                            && (0.0..=height as f32).contains(&p.y);
                        assert!(inside, "{bounds:?} {yaw} {pitch} {width}x{height}: {p:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn right_is_right_and_up_is_up() {
        let bounds = Bounds::default();
        let rows = [
            (View::FRONT, -Vec3::X, Vec3::Y),
            (View::RIGHT, -Vec3::Z, Vec3::Y),
            (View::BACK, Vec3::X, Vec3::Y),
            (View::LEFT, Vec3::Z, Vec3::Y),
            (View::TOP, Vec3::X, -Vec3::Z),
            (View::BOTTOM, Vec3::X, Vec3::Z),
        ];
        for (view, right, up) in rows {
            let camera = Camera::new(&bounds, view, 100, 100);
            let (middle, right, up) = (camera.project(Vec3::ZERO), camera.project(right), camera.project(up));
            assert!(right.x > middle.x + 1.0 && (right.y - middle.y).abs() < 0.01, "{view:?}");
            assert!(up.y < middle.y - 1.0 && (up.x - middle.x).abs() < 0.01, "{view:?}");
        }
    }
}

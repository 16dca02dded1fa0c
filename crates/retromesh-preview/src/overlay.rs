//! What is drawn over a model: grid, axes, bones.

use crate::band::Band;
use crate::camera::{Bounds, Camera, Projected};
use crate::geometry::World;
use crate::options::Shot;
use glam::{DVec3, Vec4};

const GRID: Vec4 = Vec4::new(0.5, 0.52, 0.55, 0.6);
const BONE: Vec4 = Vec4::new(1.0, 0.86, 0.25, 0.9);
const JOINT: Vec4 = Vec4::new(1.0, 0.35, 0.15, 1.0);
const AXES: [Vec4; 3] =
    [Vec4::new(0.95, 0.25, 0.25, 1.0), Vec4::new(0.35, 0.85, 0.3, 1.0), Vec4::new(0.3, 0.5, 1.0, 1.0)];
/// Lines of the grid in each direction, at most.
const GRID_LINES: i32 = 10;

struct Line {
    ends: [Projected; 2],
    color: Vec4,
    width: f32,
}

/// The lines of a picture.
pub(crate) struct Overlay {
    covered: Vec<Line>,
    above: Vec<Line>,
}

impl Overlay {
    pub(crate) fn new(world: &World, camera: &Camera, shot: &Shot, samples: u32) -> Self {
        let mut overlay = Self { covered: Vec::new(), above: Vec::new() };
        let samples = samples as f32;
        let bounds = world.bounds.unwrap_or_default();
        if shot.grid {
            overlay.grid(&bounds, camera, samples);
        }
        if shot.axes {
            for (color, axis) in AXES.into_iter().zip([DVec3::X, DVec3::Y, DVec3::Z]) {
                let ends = [DVec3::ZERO, axis * camera.radius() * 0.6].map(|p| camera.project_exact(p));
                overlay.covered.push(Line { ends, color, width: samples * 2.0 });
            }
        }
        if shot.skeleton {
            overlay.bones(world, camera, samples);
        }
        overlay
    }

    /// A square grid at the model's foot, its step a round number of units.
    fn grid(&mut self, bounds: &Bounds, camera: &Camera, width: f32) {
        let extent = bounds.radius();
        let rough = extent / f64::from(GRID_LINES) * 2.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|f| f * power).into_iter().find(|s| *s >= rough).unwrap_or(rough);
        let center = bounds.center();
        let middle = DVec3::new((center.x / step).round() * step, bounds.min.y, (center.z / step).round() * step);
        let reach = step * f64::from(GRID_LINES / 2);
        for i in -GRID_LINES / 2..=GRID_LINES / 2 {
            let at = step * f64::from(i);
            let lines = [
                [DVec3::new(at, 0.0, -reach), DVec3::new(at, 0.0, reach)],
                [DVec3::new(-reach, 0.0, at), DVec3::new(reach, 0.0, at)],
            ];
            for [a, b] in lines {
                // Cut into pieces, so that what lies behind the eye takes only its own piece away.
                for piece in 0..8 {
                    let cut = |n: i32| camera.project_exact(middle + a.lerp(b, f64::from(n) / 8.0));
                    self.covered.push(Line { ends: [cut(piece), cut(piece + 1)], color: GRID, width });
                }
            }
        }
    }

    fn bones(&mut self, world: &World, camera: &Camera, samples: f32) {
        for bone in &world.bones {
            let joint = camera.project(bone.joint);
            if let Some(parent) = bone.parent {
                let ends = [camera.project(parent), joint];
                self.above.push(Line { ends, color: BONE, width: samples * 1.5 });
            }
        }
        // Joints last, so that no bone hides one.
        for bone in &world.bones {
            let joint = camera.project(bone.joint);
            let size = samples * 2.5;
            let moved = |x: f32| Projected { x: joint.x + x, ..joint };
            self.above.push(Line { ends: [moved(-size), moved(size)], color: JOINT, width: size * 2.0 });
        }
    }

    /// Draws what surfaces may cover.
    pub(crate) fn covered(&self, band: &mut Band) {
        self.covered.iter().for_each(|line| band.line(line.ends, line.color, line.width, true));
    }

    /// Draws what nothing covers.
    pub(crate) fn above(&self, band: &mut Band) {
        self.above.iter().for_each(|line| band.line(line.ends, line.color, line.width, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::View;
    use glam::Vec3;

    #[test]
    fn the_grid_is_small_for_a_model_of_any_size() {
        for size in [1e-30f32, 1.0, 777.0, 1e30] {
            let bounds = Bounds::of([Vec3::ZERO, Vec3::splat(size)]).unwrap();
            let world = World { bounds: Some(bounds), ..World::default() };
            let camera = Camera::new(&bounds, View::ISO, 100, 100);
            let overlay = Overlay::new(&world, &camera, &Shot { grid: true, axes: true, ..Shot::default() }, 1);
            assert_eq!(overlay.covered.len(), 22 * 8 + 3);
            assert!(overlay.covered.iter().filter(|l| l.ends.iter().all(|p| p.inv_w > 0.0)).count() > 100, "{size}");
        }
    }
}

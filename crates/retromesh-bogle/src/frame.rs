//! The axes of the layouts, and the turn between Blender's cameras and the scene's.

use crate::layout::Layout;
use glam::{Mat3, Mat4, Quat, Vec3};
use retromesh_core::space::{Axis, UvOrigin, Winding};
use retromesh_core::{Space, portable, unit};

/// Blender's axes, in which all files since L7 are: right-handed, z up.
pub(crate) const SPACE: Space = Space {
    right: Axis::PlusX,
    up: Axis::PlusZ,
    forward: Axis::PlusY,
    winding: Winding::CounterClockwise,
    uv_origin: UvOrigin::BottomLeft,
    metres_per_unit: 1.0,
};

/// The axes of L2 to L6, whose exporters turned (x, y, z) to (-x, z, y): right-handed, y up.
const Y_UP: Space = Space { right: Axis::MinusX, up: Axis::PlusY, forward: Axis::PlusZ, ..SPACE };

pub(crate) fn space(layout: Layout) -> Space {
    if layout.is_z_up() { SPACE } else { Y_UP }
}

/// Returns the turn that leads a camera or light of a scene to one of the format.
///
/// Blender's look along their own -z with y up: downward, with the top forward. The scene's look forward with the top upward.
/// The numbers are 0, 1 and -1, so a product with this matrix or its transpose is exact.
pub(crate) fn camera_turn(space: &Space) -> Mat4 {
    let [right, up, forward] = [space.right, space.up, space.forward].map(Axis::vector);
    // The columns of `from` are the axes of the scene's convention, those of `to` where they lead.
    let from = Mat3::from_cols(right, up, forward);
    let to = Mat3::from_cols(right, forward, -up);
    Mat4::from_mat3(to * from.transpose())
}

/// Returns the rotation of an axis and an angle; none for an axis without length.
pub(crate) fn axis_angle(axis: Vec3, angle: f32) -> Quat {
    unit(axis).map_or(Quat::IDENTITY, |axis| portable::about(axis, angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_look_down_with_the_top_forward() {
        for space in [SPACE, Y_UP] {
            assert!(space.is_valid() && space.is_right_handed());
            let look = camera_turn(&space);
            let [right, up, forward] = [space.right, space.up, space.forward].map(Axis::vector);
            assert_eq!(look.transform_vector3(forward), -up);
            assert_eq!(look.transform_vector3(up), forward);
            assert_eq!(look.transform_vector3(right), right);
            assert_eq!(look * look.transpose(), Mat4::IDENTITY);
        }
    }
}

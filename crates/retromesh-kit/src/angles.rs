//! Angles of Blitz3D: pitch, yaw and roll in degrees.
//!
//! The engine rolls about z first, then pitches about x, then turns about y. Positive pitch looks down, positive yaw looks left.

use glam::{Quat, Vec3};
use retromesh_core::portable::{about, product};

/// Returns the rotation of pitch, yaw and roll in degrees.
pub fn rotation(angles: Vec3) -> Quat {
    let turn = |axis: Vec3, degrees: f32| about(axis, degrees.to_radians());
    let (pitch, yaw, roll) = (turn(Vec3::X, angles.x), turn(Vec3::Y, -angles.y), turn(Vec3::Z, angles.z));
    product(product(yaw, pitch), roll)
}

/// Returns pitch, yaw and roll of a rotation in degrees.
pub fn of_rotation(rotation: Quat) -> Vec3 {
    let [right, up, forward] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| rotation * axis);
    let level = (forward.x * forward.x + forward.z * forward.z).sqrt();
    let degrees = |y: f32, x: f32| libm::atan2f(y, x).to_degrees() + 0.0;
    if level < STEEP {
        // Straight up or down, yaw and roll turn about one axis: all of it is yaw.
        return Vec3::new(degrees(-forward.y, level), degrees(right.z, right.x), 0.0);
    }
    Vec3::new(degrees(-forward.y, level), degrees(-forward.x, forward.z), degrees(right.y, up.y))
}

/// How long the level part of a direction is that counts as straight up or down.
const STEEP: f32 = 1e-5;

/// Returns whether two rotations turn alike, but for what other programs round.
pub fn are_alike(a: Quat, b: Quat) -> bool {
    /// Blender and the engine keep so much of a rotation.
    const NEAR: f32 = 1e-4;
    [Vec3::X, Vec3::Y].into_iter().all(|axis| (a * axis).abs_diff_eq(b * axis, NEAR))
}

/// Reads angles, a size or a colour from a text: of each the number at its start counts, and what is missing is 0.
pub fn three_numbers(text: &str) -> Vec3 {
    let mut parts = text.split_ascii_whitespace().map(leading_number);
    let mut next = || parts.next().unwrap_or(0.0);
    Vec3::new(next(), next(), next())
}

/// Returns the number at the start of a text as the engine does: of `1,5` it is 1, and 0 where there is none.
fn leading_number(text: &str) -> f32 {
    /// No number needs more characters.
    const LONGEST: usize = 64;
    let is_of_number = |c: &char| c.is_ascii_digit() || "+-.eE".contains(*c);
    let length = text.chars().take_while(is_of_number).take(LONGEST).count();
    let mut numbers = (1..=length).rev().filter_map(|length| text.get(..length)?.parse().ok());
    numbers.find(|number: &f32| number.is_finite()).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_those_of_the_engine() {
        // Angles, and where forward and right then point.
        let rows = [
            ([0.0, 0.0, 0.0], Vec3::Z, Vec3::X),
            ([90.0, 0.0, 0.0], Vec3::NEG_Y, Vec3::X),
            ([0.0, 90.0, 0.0], Vec3::NEG_X, Vec3::Z),
            ([0.0, 0.0, 90.0], Vec3::Z, Vec3::Y),
            ([90.0, 90.0, 0.0], Vec3::NEG_Y, Vec3::Z),
        ];
        for (angles, forward, right) in rows {
            let found = rotation(Vec3::from_array(angles));
            assert!((found * Vec3::Z).abs_diff_eq(forward, 1e-6), "{angles:?}");
            assert!((found * Vec3::X).abs_diff_eq(right, 1e-6), "{angles:?}");
        }
    }

    #[test]
    fn the_number_at_the_start_of_a_text_counts() {
        for (text, expected) in [
            ("1 -2.5 1e2", [1.0, -2.5, 100.0]),
            ("abc 1,5 45deg", [0.0, 1.0, 45.0]),
            ("", [0.0; 3]),
            ("1-2 +e inf", [1.0, 0.0, 0.0]),
        ] {
            assert_eq!(three_numbers(text), Vec3::from_array(expected), "{text}");
        }
    }

    #[test]
    fn angles_come_back() {
        for pitch in [-90.0, -45.0, 0.0, 30.0, 89.0, 90.0] {
            for yaw in [-180.0, -95.0, 0.0, 45.0, 179.0] {
                for roll in [-90.0, 0.0, 60.0] {
                    let turned = rotation(Vec3::new(pitch, yaw, roll));
                    assert!(are_alike(turned, rotation(of_rotation(turned))), "{pitch} {yaw} {roll}");
                }
            }
        }
    }
}

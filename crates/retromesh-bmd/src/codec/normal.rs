//! Normals of three F8A components.

use super::f8a;
use super::sweep::roundings;
use glam::{DVec3, Vec3};

/// Returns the stored normal, not scaled to unit length; x in bits 0 to 7, y in 8 to 15, z in 16 to 23.
#[inline]
pub fn decode(bits: u32) -> Vec3 {
    Vec3::new(f8a::decode(bits as u8), f8a::decode((bits >> 8) as u8), f8a::decode((bits >> 16) as u8))
}

/// The squares of the lengths that a normal is written with, and these.
const SQUARES: [f64; 2] = [0.81, 1.21];
const LENGTHS: [f64; 2] = [0.9, 1.1];

/// Squared sines that differ by less are those of one direction: a ten-thousandth of a degree, far below the steps of the codes and far
/// above what `f64` rounds away.
const SAME: f64 = 1e-12;

/// Returns the 24 bits of the nearest direction whose length is 0.9 to 1.1, among the 27 neighbours of the normal's own rounding
/// and its roundings at other lengths; 0 for a vector without length.
///
/// The engine does not scale normals to unit length, so the length counts too.
pub fn encode(normal: Vec3) -> u32 {
    let Some(unit) = normal.as_dvec3().try_normalize() else { return 0 };
    let start = unit.as_vec3().to_array().map(f8a::encode);
    let bits = |codes: [u8; 3]| u32::from(codes[0]) | u32::from(codes[1]) << 8 | u32::from(codes[2]) << 16;
    let mut best = (f64::INFINITY, f64::INFINITY, bits(start));
    let mut consider = |codes: [u8; 3]| {
        let candidate = decode(bits(codes)).as_dvec3();
        let square = candidate.length_squared();
        // Most candidates are clearly farther, which takes neither a division nor a root to see.
        let is_far = candidate.cross(unit).length_squared() > (best.0 + 2.0 * SAME) * square * (1.0 + 1e-9);
        if is_far || !(SQUARES[0]..=SQUARES[1]).contains(&square) {
            return;
        }
        let (miss, length_error) = (sine_squared(candidate, unit), (square.sqrt() - 1.0).abs());
        if miss < best.0 - SAME || (miss < best.0 + SAME && length_error < best.1) {
            best = (miss, length_error, bits(codes));
        }
    };
    for i in 0..27 {
        let steps = [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1];
        let [x, y, z] = start;
        consider([f8a::neighbour(x, steps[0]), f8a::neighbour(y, steps[1]), f8a::neighbour(z, steps[2])]);
    }
    roundings(unit.to_array(), LENGTHS, consider);
    best.2
}

/// The squared sine of the angle between a vector and a unit vector, and more where they are opposed; exact near zero.
fn sine_squared(a: DVec3, unit: DVec3) -> f64 {
    let sine = a.cross(unit).length_squared() / a.length_squared();
    if a.dot(unit) > 0.0 { sine } else { 4.0 - sine }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn worst_and_mean_angle_are_as_the_docs_say() {
        let mut random = Random::new(5);
        let (mut worst, mut sum) = (0.0f64, 0.0);
        let n = 1_000_000;
        for _ in 0..n {
            let unit = random.direction();
            let back = decode(encode(unit));
            assert!((0.9..=1.1).contains(&back.length()), "{unit}");
            let angle = sine_squared(back.as_dvec3(), unit.as_dvec3().normalize()).sqrt().asin().to_degrees();
            worst = worst.max(angle);
            sum += angle;
        }
        let mean = sum / f64::from(n);
        assert!(worst < 0.82 && mean < 0.16, "worst {worst}, mean {mean}");
    }

    #[test]
    fn what_is_read_is_written_with_the_same_bits() {
        let mut random = Random::new(6);
        // The first one is next to a direction that codes of two lengths have.
        let near = Vec3::new(0.580_518_1, 0.575_759_77, 0.575_759_77);
        for normal in std::iter::once(near).chain((0..100_000).map(|_| random.direction())) {
            let bits = encode(normal);
            assert_eq!(encode(decode(bits)), bits, "{normal}");
        }
    }

    #[test]
    fn axes_and_zero_are_exact() {
        for axis in [Vec3::X, Vec3::NEG_Y, Vec3::Z] {
            assert_eq!(decode(encode(axis)), axis);
        }
        assert_eq!((encode(Vec3::ZERO), encode(Vec3::NAN)), (0, 0));
    }
}

//! Three signed 9-bit fractions that share a 5-bit exponent.

use glam::Vec3;

/// The largest magnitude that is written: 255 of the largest steps.
pub const REACH: f32 = 130_560.0;

/// Returns the size of one step at a shared exponent, `2^(exponent - 22)`.
#[inline]
pub fn step(exponent: u32) -> f32 {
    f32::from_bits((127 - 22 + exponent) << 23)
}

/// Returns the vector of a word: x in bits 0 to 8, y in 9 to 17, z in 18 to 26, exponent in 27 to 31.
#[inline]
pub fn decode(word: u32) -> Vec3 {
    let step = step(word >> 27);
    let fraction = |shift: u32| ((word << shift) as i32 >> 23) as f32;
    Vec3::new(fraction(23), fraction(14), fraction(5)) * step
}

/// Returns the word of the nearest vector: the smallest exponent whose rounded fractions stay within ±255.
///
/// What is not a number becomes zero; components beyond ±130,560 are clamped. The zero vector is word 0.
pub fn encode(value: Vec3) -> u32 {
    let finite = value.map(|x| if x.is_nan() { 0.0 } else { x });
    let largest = finite.abs().max_element();
    let fits = |e: &u32| (largest / step(*e)).round() <= 255.0;
    // Smaller exponents leave 256 steps or more: a float of exponent `n` is at least `2^(n - 127)`, the smallest step is `2^-22`.
    let least = (largest.to_bits() >> 23).saturating_sub(127 - 22 + 7).min(31);
    let exponent = (least..31).find(fits).unwrap_or(31);
    let fraction = |x: f32| ((x / step(exponent)).round().clamp(-255.0, 255.0) as i32 as u32) & 0x1ff;
    let fractions = fraction(finite.x) | fraction(finite.y) << 9 | fraction(finite.z) << 18;
    if fractions == 0 { 0 } else { exponent << 27 | fractions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn known_words() {
        assert_eq!(decode(0), Vec3::ZERO);
        assert_eq!(decode(15 << 27 | 128), Vec3::X);
        assert_eq!(decode(0x7A01_0080), Vec3::ONE);
        assert_eq!(decode(31 << 27 | 0x100), Vec3::new(-131_072.0, 0.0, 0.0));
        assert_eq!(decode(0x07ff_ffff), Vec3::splat(-1.0 / 4_194_304.0));
    }

    #[test]
    fn every_exponent_and_fraction_comes_back() {
        for exponent in 0..32 {
            for fraction in 0..512u32 {
                let word = exponent << 27 | fraction << 18;
                let value = decode(word);
                let clamped = exponent == 31 && fraction == 0x100;
                assert!(clamped || decode(encode(value)) == value, "{word:#x}");
            }
        }
    }

    #[test]
    fn errors_are_within_half_a_step() {
        let mut random = Random::new(2);
        for _ in 0..1_000_000 {
            let size = random.power(-12, 17);
            let value = Vec3::new(random.signed(size), random.signed(size), random.signed(size));
            let error = (decode(encode(value)) - value).abs().max_element();
            let largest = value.abs().max_element();
            // The smallest step of which 255.5 reach the largest component.
            let reaches = |e: &i32| f64::from(largest) <= 255.5 * f64::from(*e).exp2();
            if let Some(e) = (-22..=9).find(reaches) {
                assert!(f64::from(error) <= 0.5 * f64::from(e).exp2(), "{value} off by {error}");
            }
        }
        assert_eq!(encode(Vec3::splat(f32::NAN)), 0);
        assert_eq!(decode(encode(Vec3::splat(f32::INFINITY))), Vec3::splat(130_560.0));
    }
}

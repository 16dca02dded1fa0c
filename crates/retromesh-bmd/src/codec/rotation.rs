//! Rotations of four F8A components: i, j, k, r from the lowest byte to the highest, scaled to unit length by the reader.

use super::f8a;
use super::sweep::roundings;
use glam::Quat;

/// The word that bone tables and key streams reserve: no rotation in a bone, no key in a stream.
pub const NONE: u32 = u32::MAX;

/// Returns the four stored numbers as x, y, z, w, not scaled to unit length.
pub fn decode_raw(word: u32) -> [f32; 4] {
    word.to_le_bytes().map(f8a::decode)
}

/// Returns the unit quaternion of a word; `None` when it has no length.
pub fn decode(word: u32) -> Option<Quat> {
    let raw = Quat::from_array(decode_raw(word));
    let length = raw.length();
    (length > 0.0).then(|| raw / length)
}

/// Returns the base rotation of a bone: words of all zeros and all ones mean none.
pub fn decode_base(word: u32) -> Quat {
    if word == NONE { Quat::IDENTITY } else { decode(word).unwrap_or(Quat::IDENTITY) }
}

/// The lengths, in units of one over the largest component, at which a best rounding is found: over one octave below the largest
/// code, because twice a word of smaller codes is a word again.
const LENGTHS: [f64; 2] = [63.0 / 64.0, 2.0];

/// Returns the word of the nearest rotation with the given sign; of equals that of the shortest.
///
/// All roundings of the quaternion at all lengths are compared, so no word is nearer. A quaternion without length becomes the
/// identity. Never returns the reserved words of all zeros and all ones.
pub fn encode(rotation: Quat) -> u32 {
    let components = rotation.to_array().map(f64::from);
    let length = components.iter().map(|c| c * c).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return encode(Quat::IDENTITY);
    }
    let unit = components.map(|c| c / length);
    let largest = unit.iter().fold(0.0f64, |max, c| max.max(c.abs()));
    let mut best = (f64::INFINITY, 0);
    roundings(unit, LENGTHS.map(|length| length / largest), |codes| {
        let word = u32::from_le_bytes(codes);
        let miss = sine_squared(codes.map(|code| f64::from(f8a::decode(code))), unit);
        if miss < best.0 - 1e-15 && word != NONE {
            best = (miss, word);
        }
    });
    best.1
}

/// The squared sine of the angle between a vector and a unit vector; exact near zero.
fn sine_squared(a: [f64; 4], unit: [f64; 4]) -> f64 {
    let along: f64 = a.iter().zip(unit).map(|(a, u)| a * u).sum();
    let across: f64 = a.iter().zip(unit).map(|(a, u)| (a - along * u).powi(2)).sum();
    across / a.iter().map(|c| c * c).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn identity_and_reserved_words() {
        assert_eq!(decode(0x7000_0000), Some(Quat::IDENTITY));
        assert_eq!(decode(0), None);
        assert_eq!((decode_base(0), decode_base(NONE)), (Quat::IDENTITY, Quat::IDENTITY));
        assert_eq!(decode(encode(Quat::IDENTITY)), Some(Quat::IDENTITY));
        assert_eq!(decode(encode(Quat::from_array([0.0; 4]))), Some(Quat::IDENTITY));
        let all_minus = Quat::from_array([-0.5; 4]);
        assert_ne!(encode(all_minus), NONE);
        assert_eq!(decode(encode(all_minus)), Some(all_minus));
    }

    #[test]
    fn worst_and_mean_angle_are_as_the_docs_say() {
        let mut random = Random::new(6);
        let (mut worst, mut sum) = (0.0f64, 0.0);
        let n = 1_000_000;
        for _ in 0..n {
            let q = random.rotation();
            let back = decode(encode(q)).unwrap_or(Quat::NAN);
            let (a, b) = (q.to_array().map(f64::from), back.to_array().map(f64::from));
            let chord: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
            let angle = (4.0 * (chord / 2.0).asin()).to_degrees();
            worst = worst.max(angle);
            sum += angle;
        }
        let mean = sum / f64::from(n);
        assert!(worst < 1.03 && mean < 0.278, "worst {worst}, mean {mean}");
    }

    /// The rotation that the format holds worst, as far as a search by climbing found.
    const WORST: [f64; 4] =
        [-0.352_227_360_602_102, -0.604_217_672_342_284_6, 0.616_952_520_306_189, 0.360_869_061_307_741_3];

    #[test]
    fn no_word_at_all_comes_within_a_degree_of_the_worst_rotation() {
        let degrees = |sine_squared: f64| 2.0 * sine_squared.sqrt().asin().to_degrees();
        let length = WORST.iter().map(|c| c * c).sum::<f64>().sqrt();
        let unit = WORST.map(|c| c.abs() / length);
        // Within three degrees of rotation a word's components differ from the quaternion at its length by less than a
        // fortieth of that length; all words for which that holds are tried, at all codes of the first component.
        let mut least = f64::INFINITY;
        let value = |code: u8| f64::from(f8a::decode(code));
        for first in 1..=0x7f {
            let near = |place: usize| {
                let lengths = [1.0, -1.0].map(|side| value(first) / (unit[0] + side / 40.0));
                let range = (unit[place] - 0.025) * lengths[0]..=(unit[place] + 0.025) * lengths[1];
                (0..=0x7f).filter(move |&code| range.contains(&value(code)))
            };
            for second in near(1) {
                for third in near(2) {
                    for fourth in near(3) {
                        least = least.min(sine_squared([first, second, third, fourth].map(value), unit));
                    }
                }
            }
        }
        assert!((1.055..1.056).contains(&degrees(least)), "{}", degrees(least));
        let word = encode(Quat::from_array(WORST.map(|c| c as f32)));
        let reached = sine_squared(decode_raw(word).map(|c| f64::from(c.abs())), unit);
        assert!(degrees(reached) - degrees(least) < 1e-5, "{} over {}", degrees(reached), degrees(least));
    }

    #[test]
    fn the_search_misses_nothing() {
        let mut random = Random::new(7);
        for _ in 0..1_000 {
            let q = random.rotation();
            let unit = q.to_array().map(|c| f64::from(c.abs()));
            let reached = sine_squared(decode_raw(encode(q)).map(|c| f64::from(c.abs())), unit);
            // A thousand lengths over three octaves, and each neighbour of what they round to.
            for step in 0..1_000 {
                let length = 0.4 * (f64::from(step) * 0.003).exp2();
                let codes = unit.map(|c| f8a::encode((c * length) as f32));
                for place in 0..4 {
                    let mut moved = codes;
                    moved[place] = f8a::neighbour(moved[place], 1 - 2 * (step % 2) as i16);
                    let miss = sine_squared(moved.map(|code| f64::from(f8a::decode(code))), unit);
                    assert!(miss.is_nan() || miss >= reached - 1e-9, "{q}: {miss} under {reached}");
                }
            }
        }
    }
}

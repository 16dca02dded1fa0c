//! Rotations of four F8A components: i, j, k, r from the lowest byte to the highest, scaled to unit length by the reader.

use super::f8a;
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

/// Common scales that are tried, over one octave below the largest code.
const SCALES: u32 = 65;

/// Returns the word of the nearest rotation with the given sign, found by trying 65 common scales.
///
/// A quaternion without length becomes the identity. Never returns the reserved words of all zeros and all ones.
pub fn encode(rotation: Quat) -> u32 {
    let [x, y, z, w] = rotation.to_array().map(f64::from);
    let length = (x * x + y * y + z * z + w * w).sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return encode(Quat::IDENTITY);
    }
    let unit = [x, y, z, w].map(|c| c / length);
    let largest = unit.iter().fold(0.0f64, |max, c| max.max(c.abs()));
    let mut best = (f64::NEG_INFINITY, 0);
    for i in 0..SCALES {
        let scale = f64::from(f8a::MAX) * (-f64::from(i) / f64::from(SCALES - 1)).exp2() / largest;
        let word = u32::from_le_bytes(unit.map(|c| f8a::encode((c * scale) as f32)));
        let back = decode_raw(word).map(f64::from);
        let dot: f64 = back.iter().zip(unit).map(|(a, b)| a * b).sum();
        let cosine = dot / back.iter().map(|c| c * c).sum::<f64>().sqrt();
        if cosine > best.0 + 1e-12 && word != NONE {
            best = (cosine, word);
        }
    }
    best.1
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
        // The worst is the format's own: twice the scales, and a search among neighbours, find nothing nearer.
        assert!(worst < 1.03 && mean < 0.3, "worst {worst}, mean {mean}");
    }
}

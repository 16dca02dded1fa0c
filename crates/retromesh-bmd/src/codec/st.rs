//! Texture coordinates: 11 and 12 bits with an offset of one half, and both layouts of the 128-bit vertex.

use glam::Vec2;

/// Returns the coordinates of the 24 bits of a 64-bit or odd-tagged 96-bit vertex: S, T of 11 bits, exponent of 2 bits.
///
/// The value is `(code / 1024 - 0.5) * 4^exponent`.
#[inline]
pub fn decode11(bits: u32) -> Vec2 {
    let scale = (1u32 << (2 * (bits >> 22 & 3))) as f32;
    Vec2::new((bits & 0x7ff) as f32 / 1024.0 - 0.5, (bits >> 11 & 0x7ff) as f32 / 1024.0 - 0.5) * scale
}

/// Returns the nearest 24 bits for [`decode11`], with the smallest exponent that reaches both coordinates.
pub fn encode11(st: Vec2) -> u32 {
    encode(st, 11, 3, |x, exponent| (x / (1u32 << (2 * exponent)) as f32 + 0.5) * 1024.0)
}

/// Returns the coordinates of the 24 bits of an even-tagged 96-bit vertex: S, T of 12 bits, `code / 2048 - 0.5`.
#[inline]
pub fn decode12(bits: u32) -> Vec2 {
    Vec2::new((bits & 0xfff) as f32 / 2048.0 - 0.5, (bits >> 12 & 0xfff) as f32 / 2048.0 - 0.5)
}

/// Returns the nearest 24 bits for [`decode12`], clamped to -0.5 to 1.4995.
pub fn encode12(st: Vec2) -> u32 {
    let bits = |x: f32| ((x + 0.5) * 2048.0).round().clamp(0.0, 4095.0) as u32;
    bits(st.y) << 12 | bits(st.x)
}

/// Returns the coordinates of the 32 bits of a 128-bit vertex: S, T of 14 bits, exponent of 4 bits.
///
/// The value is `(code / 4096 - 2) * 2^exponent`.
#[inline]
pub fn decode14(bits: u32) -> Vec2 {
    let scale = (1u32 << (bits >> 28)) as f32;
    Vec2::new((bits & 0x3fff) as f32 / 4096.0 - 2.0, (bits >> 14 & 0x3fff) as f32 / 4096.0 - 2.0) * scale
}

/// The largest exponent that [`encode14`] writes: greater ones look like the older layout.
const MAX_EXPONENT14: u32 = 7;

/// Returns the nearest 32 bits for [`decode14`], with the smallest exponent that reaches both coordinates; clamped to ±256.
pub fn encode14(st: Vec2) -> u32 {
    encode(st, 14, MAX_EXPONENT14, |x, exponent| (x / (1u32 << exponent) as f32 + 2.0) * 4096.0)
}

/// Returns an exponent and two codes of `bits` each, with the smallest exponent up to `largest` that reaches both coordinates.
fn encode(st: Vec2, bits: u32, largest: u32, code: impl Fn(f32, u32) -> f32) -> u32 {
    let max = ((1u32 << bits) - 1) as f32;
    let reaches = |e: &u32| [st.x, st.y].iter().all(|&x| (0.0..=max).contains(&code(x, *e).round()));
    let exponent = (0..largest).find(reaches).unwrap_or(largest);
    let code = |x: f32| code(x, exponent).round().clamp(0.0, max) as u32;
    exponent << (2 * bits) | code(st.y) << bits | code(st.x)
}

/// Returns the coordinates of the older 32-bit layout: two signed 16-bit numbers of 1/4096.
#[inline]
pub fn decode16(bits: u32) -> Vec2 {
    Vec2::new(f32::from(bits as i16), f32::from((bits >> 16) as i16)) / 4096.0
}

/// Returns whether the 128-bit texture coordinates of a mesh are in the older layout.
///
/// Small signed numbers repeat their sign in the top bits: one exponent nibble of 8 or more decides, and so do four or more
/// vertices whose bits 13 to 15 and 29 to 31 are all equal.
pub fn is_old_layout(words: impl Iterator<Item = u32>) -> bool {
    let (mut count, mut high, mut equal) = (0usize, false, true);
    for bits in words {
        count += 1;
        high |= bits >> 31 == 1;
        equal &= matches!(bits >> 13 & 7, 0 | 7) && matches!(bits >> 29, 0 | 7);
    }
    high || (count >= 4 && equal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn all_exponents_span_the_ranges_of_the_text() {
        for (e, low, high) in [(0, -0.5, 1.499), (1, -2.0, 5.996), (2, -8.0, 23.984), (3, -32.0, 95.936)] {
            assert_eq!(decode11(e << 22).x, low);
            assert!((decode11(e << 22 | 0x7ff << 11).y - high).abs() < 2e-3 * 4f32.powi(e as i32));
        }
        for e in 0..16u32 {
            assert_eq!(decode14(e << 28), Vec2::splat(-2.0 * 2f32.powi(e as i32)));
            assert_eq!(decode14(e << 28 | 0x3fff).x, (16383.0 / 4096.0 - 2.0) * 2f32.powi(e as i32));
        }
        assert_eq!(decode12(0xfff), Vec2::new(1.499_511_7, -0.5));
        assert_eq!(decode16(0xffff_1000), Vec2::new(1.0, -1.0 / 4096.0));
    }

    #[test]
    fn all_codes_come_back() {
        for e in 0..4 {
            for code in 0..2048 {
                let st = decode11(e << 22 | code << 11 | code);
                assert_eq!(decode11(encode11(st)), st);
            }
        }
        for code in 0..4096 {
            assert_eq!(encode12(decode12(code << 12 | code)), code << 12 | code);
        }
        for e in 0..=MAX_EXPONENT14 {
            for code in 0..16384 {
                let st = decode14(e << 28 | code << 14 | code);
                assert_eq!(decode14(encode14(st)), st);
            }
        }
    }

    #[test]
    fn errors_are_within_half_a_step() {
        let mut random = Random::new(3);
        for _ in 0..1_000_000 {
            let size = random.power(-2, 4);
            let st = Vec2::new(random.signed(size), random.signed(size));
            let error = |back: Vec2| (back - st).abs().max_element();
            // A coordinate x needs an exponent e with -4^e/2 <= x < 1.499 * 4^e.
            let need =
                (0..4).find(|e| st.min_element() >= -0.5 * 4f32.powi(*e) && st.max_element() < 1.499 * 4f32.powi(*e));
            let scale = 4f32.powi(need.unwrap_or(3));
            assert!(error(decode11(encode11(st))) <= 0.502 / 1024.0 * scale, "{st}");
            let need = (0..7).find(|e| st.abs().max_element() < 1.9998 * 2f32.powi(*e)).unwrap_or(7);
            assert!(error(decode14(encode14(st))) <= 0.502 / 4096.0 * 2f32.powi(need), "{st}");
            if st.min_element() >= -0.5 && st.max_element() < 1.4995 {
                assert!(error(decode12(encode12(st))) <= 0.502 / 2048.0, "{st}");
            }
        }
        // Exactly 1.5 is beyond the smallest range and takes the next exponent.
        assert_eq!(decode11(encode11(Vec2::splat(1.5))), Vec2::splat(1.5));
    }

    #[test]
    fn the_layout_is_distinguished() {
        let old = [0x0100_0200, 0xffff_fff0, 0x0001_0002, 0x0800_0010];
        let new: Vec<u32> = [0.0, 0.3, 0.7, 1.0].map(|x| encode14(Vec2::new(x, 1.0 - x))).to_vec();
        assert!(is_old_layout(old.into_iter()));
        assert!(!is_old_layout(new.into_iter()));
        assert!(!is_old_layout(std::iter::empty()));
    }
}

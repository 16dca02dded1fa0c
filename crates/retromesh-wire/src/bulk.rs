//! Checks over whole arrays at the speed of memory.

/// Bytes per block: a failed check stops at the end of its block, and the inner loops stay free of branches.
const BLOCK: usize = 16 * 1024;

/// Returns whether every little-endian `f32` of `bytes` is finite (no infinity, no NaN); up to three left-over bytes at the end
/// are ignored.
///
/// ```
/// use retromesh_wire::{Rows, all_finite};
/// assert!(all_finite(Rows::from(vec![1.0f32, -0.0]).bytes()));
/// assert!(!all_finite(Rows::from(vec![1.0, f32::NAN]).bytes()));
/// ```
pub fn all_finite(bytes: &[u8]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    const ONE: u32 = 0x0080_0000;
    bytes.chunks(BLOCK).all(|block| {
        let (words, _) = block.as_chunks::<4>();
        // One more overflows an exponent of all ones into the sign.
        let found = words.iter().fold(0, |found, &word| found | ((u32::from_le_bytes(word) & EXPONENT) + ONE));
        found >> 31 == 0
    })
}

/// Returns the greatest little-endian `u32` of `bytes`; an incomplete end is ignored.
///
/// ```
/// use retromesh_wire::{Rows, max_u32};
/// assert_eq!(max_u32(Rows::from(vec![[0u32, 5, 2], [3, 4, 1]]).bytes()), Some(5));
/// assert_eq!(max_u32(&[]), None);
/// ```
pub fn max_u32(bytes: &[u8]) -> Option<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    let first = words.first()?;
    Some(words.iter().fold(u32::from_le_bytes(*first), |max, &word| max.max(u32::from_le_bytes(word))))
}

/// Returns the greatest little-endian `u16` of `bytes`; an incomplete end is ignored.
pub fn max_u16(bytes: &[u8]) -> Option<u16> {
    let (words, _) = bytes.as_chunks::<2>();
    let first = words.first()?;
    Some(words.iter().fold(u16::from_le_bytes(*first), |max, &word| max.max(u16::from_le_bytes(word))))
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::error::PResult;
    use nom::number::complete as number;

    /// Returns pseudo-random bytes (xorshift), the same on each run.
    pub(crate) fn noise(length: usize) -> Vec<u8> {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .take(length)
        .collect()
    }

    /// Reads elements one by one with nom: slow and plainly right.
    pub(crate) fn each<T>(mut i: &[u8], element: impl Fn(&[u8]) -> PResult<'_, T>) -> Vec<T> {
        let mut all = Vec::new();
        while let Ok((rest, value)) = element(i) {
            all.push(value);
            i = rest;
        }
        all
    }

    #[test]
    fn checks_equal_the_nom_reference() {
        let noise = noise(40_000);
        let finite: Vec<u8> = noise.iter().map(|byte| byte & 0x3f).collect();
        for (length, start) in (0..100).chain([16_384, 16_385, 33_333]).flat_map(|n| (0..4).map(move |s| (n, s))) {
            for bytes in [&noise[start..start + length], &finite[start..start + length]] {
                let floats = each(bytes, |i| number::le_f32(i));
                assert_eq!(all_finite(bytes), floats.iter().all(|value| value.is_finite()), "{length} at {start}");
                assert_eq!(max_u32(bytes), each(bytes, |i| number::le_u32(i)).into_iter().max());
                assert_eq!(max_u16(bytes), each(bytes, |i| number::le_u16(i)).into_iter().max());
            }
        }
    }

    #[test]
    fn one_unusual_float_anywhere_is_found() {
        for unusual in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0x7f80_0001)] {
            for at in [0, 1, 63, 64, 4095, 4096, 4999] {
                let mut values = vec![f32::MAX; 5000];
                values[at] = unusual;
                assert!(!all_finite(crate::Rows::from(values).bytes()), "{unusual} at {at}");
            }
        }
    }
}

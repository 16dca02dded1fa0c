//! Texels of 8, 16 and 32 bits.

use crate::document::Texels;

/// Writes texels of a type without blocks as red, green, blue and alpha; types with blocks and indices have functions of their own.
pub(super) fn unpack(texels: Texels, bytes: &[u8], rgba: &mut [u8]) {
    match texels {
        Texels::Argb4444 => each16(bytes, rgba, |v| {
            let v = u32::from(v);
            // One nibble a byte, red lowest.
            ((v >> 8 & 15) | (v & 0xf0) << 4 | (v & 15) << 16 | (v >> 12) << 24) * 17
        }),
        Texels::Argb1555 => each16(bytes, rgba, |v| {
            let v = u32::from(v);
            let five = (v >> 10 & 31) | (v >> 5 & 31) << 8 | (v & 31) << 16;
            (five << 3 | five >> 2 & 0x0007_0707) | (0u32.wrapping_sub(v >> 15) << 24)
        }),
        Texels::Ai88 => each16(bytes, rgba, |v| (u32::from(v & 0xff) * 0x0001_0101) | (u32::from(v >> 8) << 24)),
        _ => {
            for (to, [b, g, r, a]) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *to = [*r, *g, *b, *a];
            }
        }
    }
}

/// Writes each texel of 16 bits as one of 32: red in the lowest byte, alpha in the highest.
#[inline]
fn each16(bytes: &[u8], rgba: &mut [u8], texel: impl Fn(u16) -> u32) {
    for (to, from) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(bytes.as_chunks::<2>().0) {
        *to = texel(u16::from_le_bytes(*from)).to_le_bytes();
    }
}

/// Looks up each index.
#[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
pub(super) fn unpack_indices(indices: &[u8], colors: &[[u8; 4]; 256], rgba: &mut [u8]) {
    for (to, index) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
        *to = colors[usize::from(*index)];
    }
}

/// Packs texels into a type without blocks and palette, each channel to the nearest value.
pub(crate) fn pack(texels: Texels, rgba: &[[u8; 4]]) -> Vec<u8> {
    let nearest = |value: u8, max: u16| (u16::from(value) * max + 127) / 255;
    let each16 = |texel: &dyn Fn([u8; 4]) -> u16| rgba.iter().flat_map(|&color| texel(color).to_le_bytes()).collect();
    match texels {
        Texels::Argb4444 => each16(&|color| {
            let [r, g, b, a] = color.map(|value| nearest(value, 15));
            a << 12 | r << 8 | g << 4 | b
        }),
        Texels::Argb1555 => each16(&|color| {
            let [r, g, b, _] = color.map(|value| nearest(value, 31));
            u16::from(color[3] >> 7) << 15 | r << 10 | g << 5 | b
        }),
        Texels::Ai88 => each16(&|[r, g, b, a]| u16::from_le_bytes([intensity(r, g, b), a])),
        _ => rgba.iter().flat_map(|&[r, g, b, a]| [b, g, r, a]).collect(),
    }
}

/// Returns the brightness of a colour; that of a grey is exact.
fn intensity(r: u8, g: u8, b: u8) -> u8 {
    ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114 + 500) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value of every 16-bit type, by the table of the format's page, and back.
    #[test]
    fn all_values_of_16_bits_are_as_the_format_says() {
        let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
        let byte = |v: u16| v as u8;
        let five = |v: u16| byte((v & 31) << 3 | (v & 31) >> 2);
        for texels in [Texels::Argb4444, Texels::Argb1555, Texels::Ai88] {
            let mut rgba = vec![0; all.len() * 2];
            unpack(texels, &all, &mut rgba);
            for (v, found) in (0..=u16::MAX).zip(rgba.as_chunks::<4>().0) {
                let expected = match texels {
                    Texels::Argb4444 => [v >> 8, v >> 4, v, v >> 12].map(|nibble| byte(nibble & 15) * 17),
                    Texels::Argb1555 => [five(v >> 10), five(v >> 5), five(v), byte(v >> 15) * 255],
                    _ => [byte(v), byte(v), byte(v), byte(v >> 8)],
                };
                assert_eq!(*found, expected, "{texels:?} {v:#06x}");
            }
            assert!(pack(texels, rgba.as_chunks().0) == all, "{texels:?}");
        }
    }

    #[test]
    fn rounding_stays_within_half_a_step() {
        for (texels, max) in [(Texels::Argb4444, 8), (Texels::Argb1555, 4)] {
            for value in 0..=255u8 {
                let packed = pack(texels, &[[value, 0, value, 255]]);
                let mut rgba = [0; 4];
                unpack(texels, &packed, &mut rgba);
                assert!(rgba[0].abs_diff(value) <= max && rgba[0] == rgba[2], "{texels:?} {value}: {rgba:?}");
                assert_eq!((rgba[1], rgba[3]), (0, 255));
            }
        }
    }

    #[test]
    fn wide_and_indexed_texels_are_reordered() {
        let mut rgba = [0; 8];
        unpack(Texels::Argb8888, &[1, 2, 3, 4, 5, 6, 7, 8], &mut rgba);
        assert_eq!(rgba, [3, 2, 1, 4, 7, 6, 5, 8]);
        assert_eq!(pack(Texels::Argb8888, rgba.as_chunks().0), [1, 2, 3, 4, 5, 6, 7, 8]);
        let mut colors = [[0; 4]; 256];
        colors[200] = [1, 2, 3, 4];
        unpack_indices(&[0, 200], &colors, &mut rgba);
        assert_eq!(rgba, [0, 0, 0, 0, 1, 2, 3, 4]);
    }
}

//! The colour byte of 96-bit and 128-bit vertices: sixteen hues in sixteen levels.

/// The hues as the engine shows them at level 15: red, green, blue.
const HUES: [[u8; 3]; 16] = [
    [0xff, 0xff, 0xff],
    [0xff, 0x55, 0x55],
    [0x55, 0xff, 0x55],
    [0xff, 0xff, 0x55],
    [0x55, 0x55, 0xff],
    [0xff, 0x55, 0xff],
    [0x55, 0xff, 0xff],
    [0x55, 0xaa, 0xff],
    [0xff, 0xaa, 0x55],
    [0xff, 0xaa, 0xaa],
    [0xaa, 0xff, 0xaa],
    [0xff, 0xff, 0xaa],
    [0xaa, 0xaa, 0xff],
    [0xff, 0xaa, 0xff],
    [0xaa, 0xff, 0xff],
    [0xaa, 0x55, 0xff],
];

/// The byte of white.
pub const WHITE: u8 = 0x0f;

/// Returns red, green, blue of a byte: the hue of the high nibble times (low nibble + 1) / 16, truncated.
pub fn decode(byte: u8) -> [u8; 3] {
    let hue = HUES.get(usize::from(byte >> 4)).copied().unwrap_or([0xff; 3]);
    hue.map(|channel| (u16::from(channel) * (u16::from(byte & 15) + 1) / 16) as u8)
}

/// Returns the byte of the nearest colour by plain distance in red, green, blue; the lowest of equals. True black is not available.
pub fn encode(rgb: [u8; 3]) -> u8 {
    // Of all colours this one is by far the most frequent.
    if rgb == [0xff; 3] {
        return WHITE;
    }
    let distance =
        |byte: &u8| -> u32 { decode(*byte).iter().zip(rgb).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    (0..=255).min_by_key(distance).unwrap_or(WHITE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bytes() {
        for (byte, rgb) in [
            (0x00, [0x0f, 0x0f, 0x0f]),
            (0x0f, [0xff, 0xff, 0xff]),
            (0x10, [0x0f, 0x05, 0x05]),
            (0x12, [0x2f, 0x0f, 0x0f]),
            (0xff, [0xaa, 0x55, 0xff]),
        ] {
            assert_eq!(decode(byte), rgb, "{byte:#x}");
        }
    }

    #[test]
    fn every_colour_is_its_own_nearest() {
        for byte in 0..=255 {
            assert_eq!(decode(encode(decode(byte))), decode(byte), "{byte:#x}");
        }
        assert_eq!((encode([255; 3]), encode([0; 3])), (WHITE, 0x10));
    }
}

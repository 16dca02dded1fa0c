//! Texels of 16 and 32 bits, and the stream that packs them.

use super::{ARGB4444, File, literals, packed, quarters, signed, unsigned};
use crate::Fixture;

const ARGB1555: u16 = 0x1555;
const AI88: u16 = 0x8080;
const ARGB8888: u16 = 0x8888;

/// A texel of 4444, with alpha by colour: opaque, two thirds, a third, clear.
fn t4444([r, g, b]: [u8; 3]) -> [u8; 2] {
    let alpha = match [r, g, b] {
        [255, 255, 255] => 0u16,
        [255, ..] => 15,
        [_, 255, _] => 10,
        _ => 5,
    };
    let nibble = |value: u8| u16::from(value >> 4);
    (alpha << 12 | nibble(r) << 8 | nibble(g) << 4 | nibble(b)).to_le_bytes()
}

/// A texel of 1555; white is clear.
fn t1555([r, g, b]: [u8; 3]) -> [u8; 2] {
    let alpha = u16::from([r, g, b] != [255; 3]);
    let five = |value: u8| u16::from(value >> 3);
    (alpha << 15 | five(r) << 10 | five(g) << 5 | five(b)).to_le_bytes()
}

/// A texel of AI88: intensity, and alpha from how blue it is.
fn ai88([r, g, b]: [u8; 3]) -> [u8; 2] {
    [r / 2 + g / 4, 255 - b / 2]
}

fn t8888([r, g, b]: [u8; 3]) -> [u8; 4] {
    [b, g, r, if b == 0 { 255 } else { 77 }]
}

pub(super) fn all() -> Vec<Fixture> {
    let spaces = [b' '; 128];
    let wide = quarters(4, 4, t8888);
    let unusual: Vec<u8> = quarters(5, 3, t1555);
    vec![
        File::new(ARGB4444)
            .mean([60, 60, 60, 128])
            .flag(1)
            .offsets(&[0x70, 0x70 + 7 + 148])
            .level(8, 8, &packed(&quarters(8, 8, t4444)))
            .level(4, 4, &packed(&quarters(4, 4, t4444)))
            .level(2, 2, &packed(&quarters(2, 2, t4444)))
            .paa("argb4444", "four bits a channel: the order of channels and rows; the third offset is not given"),
        File { word: None, ..File::new(0) }
            .flag(1)
            .level(8, 8, &packed(&quarters(8, 8, t4444)))
            .paa("argb4444-no-type-word", "neither type word nor palette: four bits a channel"),
        File::new(ARGB4444)
            .level(8, 8, &quarters(8, 8, t4444))
            .tail(&[0; 4])
            .paa("argb4444-stored", "texels that are not packed, as another tool writes and the game cannot read"),
        File::new(ARGB4444)
            .level(8, 8, &[literals(&quarters(8, 8, t4444)), vec![1, 2, 3, 4]].concat())
            .paa("argb4444-wrong-sum", "a checksum that is no sum of the bytes: reported, and the picture used"),
        File::new(ARGB4444)
            // Seven matches of 18 bytes and one of 3, of which the last byte falls off: distance 18, into the spaces.
            .level(8, 8, &[&[0][..], &[18, 15].repeat(7), &[18, 0], &signed(&spaces)].concat())
            .paa("argb4444-spaces", "matches into the spaces before the first byte; the last runs past the end"),
        File::new(ARGB4444)
            // A literal texel, then matches that repeat it: distance 2.
            .level(
                8,
                8,
                &[&[0b11][..], &[0x21, 0xf3], &[2, 15].repeat(6), &[0], &[2, 15], &signed(&[0x21, 0xf3].repeat(64))]
                    .concat(),
            )
            .paa("argb4444-run", "a match that repeats itself, over two control bytes"),
        File::new(ARGB4444)
            .marked(8, 8, &packed(&quarters(8, 8, t4444)))
            .paa("argb4444-marked", "the mark of packed indices before texels that are none"),
        File::new(ARGB1555)
            .mean([85, 85, 85, 192])
            .flag(2)
            .level(8, 8, &packed(&quarters(8, 8, t1555)))
            .level(4, 4, &packed(&quarters(4, 4, t1555)))
            .level(2, 2, &packed(&quarters(2, 2, t1555)))
            .paa("argb1555", "five bits a colour and one of alpha"),
        File::new(ARGB1555)
            .level(5, 3, &[literals(&unusual), signed(&unusual).to_vec()].concat())
            .paa("argb1555-odd", "sides that are no powers of two"),
        File::new(AI88)
            .level(8, 8, &packed(&quarters(8, 8, ai88)))
            .paa("ai88", "intensity in the low byte, alpha in the high one"),
        File::new(ARGB8888)
            .flag(1)
            .level(4, 4, &packed(&wide))
            .paa("argb8888", "eight bits a channel, packed with the sum of signed bytes"),
        File::new(ARGB8888)
            .level(4, 4, &[literals(&wide), unsigned(&wide).to_vec()].concat())
            .paa("argb8888-unsigned-sum", "the sum of unsigned bytes, as a later tool writes it"),
        File::new(ARGB8888).level(4, 4, &wide).paa("argb8888-raw", "eight bits a channel, not packed"),
    ]
}

//! Blocks: DXT1 to DXT5, and those that later games pack by LZO.
#![allow(
    clippy::unusual_byte_groupings,
    clippy::unwrap_used,
    reason = "bits are grouped as the codes are; the input is our own"
)]

use super::{DXT1, File};
use crate::Fixture;

/// Red, green, blue and white in five, six and five bits.
const COLORS: [u16; 4] = [0xf800, 0x07e0, 0x001f, 0xffff];

/// A block: two colours and the indices of its rows.
fn block(c0: u16, c1: u16, rows: [u8; 4]) -> Vec<u8> {
    [&c0.to_le_bytes()[..], &c1.to_le_bytes(), &rows].concat()
}

/// A picture of 8 x 8: one flat block a quarter.
fn corners() -> Vec<u8> {
    COLORS.iter().flat_map(|color| block(*color, 0, [0; 4])).collect()
}

/// A picture of 8 x 8 with alpha: each block with its own.
fn with_alpha(alpha: [[u8; 8]; 4]) -> Vec<u8> {
    COLORS.iter().zip(alpha).flat_map(|(color, alpha)| [&alpha[..], &block(*color, 0, [0; 4])].concat()).collect()
}

/// One row of all four indices, from the left.
const ALL: u8 = 0b11_10_01_00;

pub(super) fn all() -> Vec<Fixture> {
    let nibbles = [[0xff; 8], [0x88; 8], [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe], [0; 8]];
    // Eight indices in three bytes: 0 to 7 from the left, then 7 to 0.
    let ramp = [0b10_001_000, 0b1_100_011_0, 0b111_110_10, 0b01_110_111, 0b1_011_100_1, 0b000_001_01];
    let long = [255, 0, ramp[0], ramp[1], ramp[2], ramp[3], ramp[4], ramp[5]];
    let short = [10, 200, ramp[0], ramp[1], ramp[2], ramp[3], ramp[4], ramp[5]];
    let ramps = [[255, 255, 0, 0, 0, 0, 0, 0], long, short, [0; 8]];
    let four = block(0xf800, 0x001f, [ALL, !ALL, ALL, !ALL]);
    let three = block(0x001f, 0xf800, [ALL, !ALL, ALL, !ALL]);
    let noise: Vec<u8> =
        (0..32u8).flat_map(|n| block(u16::from(n) * 1031, u16::from(n) * 577, [n, ALL, !n, n ^ ALL])).collect();
    vec![
        File::new(DXT1)
            .mean([127, 127, 127, 255])
            .offsets(&[0x70, 0x97])
            .tag(b"CXAM", &[255; 4])
            .level(8, 8, &corners())
            .level(4, 4, &block(0x8410, 0, [0; 4]))
            .paa("dxt1-corners", "opaque DXT1: the order of channels, blocks and rows"),
        File::new(DXT1).level(4, 4, &four).paa("dxt1-four-colors", "four colours of a block, without any tag"),
        File::new(DXT1)
            .mean([60, 0, 60, 190])
            .flag(2)
            .level(4, 4, &three)
            .paa("dxt1-three-colors", "three colours and a clear one: the first colour is the smaller"),
        File::new(DXT1)
            .level(4, 4, &block(0x8410, 0x8410, [ALL; 4]))
            .paa("dxt1-equal-ends", "equal ends make three colours"),
        File::new(0xff02).flag(1).level(8, 8, &with_alpha(nibbles)).paa("dxt2", "DXT2: colours multiplied by alpha"),
        File::new(0xff03).flag(1).level(8, 8, &with_alpha(nibbles)).paa("dxt3", "DXT3: alpha of four bits a texel"),
        File::new(0xff03)
            .level(4, 4, &[&[0xff; 8][..], &three].concat())
            .paa("dxt3-colors", "next to an alpha of their own colours blend in thirds, whatever their order"),
        File::new(0xff04).flag(1).level(8, 8, &with_alpha(ramps)).paa("dxt4", "DXT4: colours multiplied by alpha"),
        File::new(0xff05)
            .mean([90, 90, 90, 120])
            .flag(0xffff_ff01)
            .level(8, 8, &with_alpha(ramps))
            .paa("dxt5", "DXT5: both ramps of alpha; FLAG with bits that mean nothing"),
        File::new(0xff05).level(8, 4, &with_alpha(ramps)[..32]).pac("dxt5-in-pac", "blocks under the other extension"),
        File::new(DXT1)
            .level(6, 5, &corners())
            .paa("dxt1-parts-of-blocks", "sides that are no multiple of four: parts of blocks are left out"),
        File::new(DXT1)
            .level(8, 8, &corners())
            .level(4, 4, &four)
            .level(2, 2, &four)
            .level(1, 1, &four)
            .paa("dxt1-tiny-levels", "levels smaller than a block"),
        File::new(DXT1)
            .mean([1, 2, 3, 254])
            .level(8, 8, &corners())
            .paa("dxt1-keyed-by-mean", "without FLAG a mean colour that is not opaque makes alpha a key"),
        File::new(DXT1)
            .mean([1, 2, 3, 255])
            .flag(2)
            .level(8, 8, &corners())
            .paa("dxt1-opaque-by-mean", "an opaque mean colour overrules FLAG"),
        File::new(DXT1)
            .level(0x8000 | 16, 32, &lzo_singles(&noise))
            .paa("dxt1-lzo", "the bit of the width: blocks packed by LZO, single bytes only"),
        File::new(DXT1)
            .level(0x8000 | 8, 8, &[&[17 + 8][..], &corners()[..8], &[0x20 | 0x16, 7 << 2, 0], &[0x11, 0, 0]].concat())
            .paa("dxt1-lzo-match", "LZO with a match that repeats itself"),
        File::new(DXT1)
            .tag(b"ZIWS", &[5, 4, 2, 3])
            .level(8, 8, &corners())
            .paa("dxt1-swizzled", "the tag of later games' normal maps is kept and not undone"),
    ]
}

/// An LZO stream without matches: a long run of single bytes, and the end.
fn lzo_singles(bytes: &[u8]) -> Vec<u8> {
    // A run is 3 + 15 + 255 for each zero + a last byte.
    let rest = bytes.len() - 18;
    let zeros = vec![0; (rest - 1) / 255];
    let last = (rest - 255 * zeros.len()) as u8;
    [&[0][..], &zeros, &[last], bytes, &[0x11, 0, 0]].concat()
}

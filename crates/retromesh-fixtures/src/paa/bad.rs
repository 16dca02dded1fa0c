//! What no reader should accept.

use super::{ARGB4444, DXT1, File, literals, packed, quarters};
use crate::Fixture;

fn file(name: &str, proves: &'static str, bytes: &[u8]) -> Fixture {
    Fixture { path: format!("paa/bad/{name}.paa"), bytes: bytes.to_vec(), proves }
}

/// A level's header with a size of its own.
fn head(word: u16, width: u16, height: u16, size: u32) -> Vec<u8> {
    let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [&word.to_le_bytes()[..], &[0, 0], &sides, &size.to_le_bytes()[..3]].concat()
}

pub(super) fn all() -> Vec<Fixture> {
    let tag = |size: u32| [&[0x01, 0xff][..], b"GGATCGVA", &size.to_le_bytes(), &[1, 2, 3]].concat();
    let texels = quarters(8, 8, |[r, g, _]| [r, g]);
    vec![
        file("empty", "no bytes", &[]),
        file("one-byte", "half a type word", &[1]),
        file("type-word-only", "no palette", &[1, 0xff]),
        file("no-levels", "nothing after the palette", &[1, 0xff, 0, 0]),
        file("end-at-once", "an end and no level", &[1, 0xff, 0, 0, 0, 0, 0, 0]),
        file("tag-cut", "a tag without a size", &tag(4)[..12]),
        file("tag-too-long", "a tag longer than the file", &tag(u32::MAX)),
        file("palette-of-300", "a palette of too many colours", &[44, 1, 0, 0, 0, 0]),
        file("palette-cut", "a palette beyond the file", &[8, 0, 1, 2, 3]),
        file("zeros", "neither type word, tag nor palette", &[0; 32]),
        file("text", "a text", b"this is no texture"),
        file("png", "another image under this name", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        file("width-zero", "a level without width", &head(DXT1, 0, 16, 0)),
        file("level-cut", "a level beyond the file", &[head(DXT1, 8, 8, 32), vec![0; 31]].concat()),
        file("size-huge", "the largest size of 24 bits", &[head(DXT1, 8, 8, 0xff_ffff), vec![0; 99]].concat()),
        file("sides-huge", "sides that no picture has", &[head(DXT1, 0x7fff, 0xffff, 8), vec![0; 8]].concat()),
        file("blocks-too-short", "fewer bytes than blocks", &[head(0xff05, 8, 8, 63), vec![0; 67]].concat()),
        file(
            "bomb",
            "a stream of 17 bytes for 16384 x 16384 texels",
            &[head(ARGB4444, 16384, 16384, 17), vec![0; 21]].concat(),
        ),
        file(
            "bomb-lzo",
            "LZO of 9 bytes for 16384 x 16384 texels",
            &[head(DXT1, 0xc000, 16384, 9), vec![0; 13]].concat(),
        ),
        File::new(ARGB4444)
            .level(8, 8, &literals(&texels)[..99])
            .paa("bad/stream-cut", "a stream that ends before its texels"),
        File::new(ARGB4444)
            .level(0x8000 | 8, 8, &packed(&texels)[..140])
            .paa("bad/lzo-bit-on-texels", "the bit for LZO on texels of 16 bits, which no stream of theirs fits"),
        File::new(DXT1)
            .level(0x8000 | 8, 8, &[17 + 4, 1, 2, 3, 4, 0x40 | 7 << 2, 9, 0x11, 0, 0])
            .paa("bad/lzo-before-start", "a match before the first byte"),
        File::new(DXT1).level(0x8000 | 8, 8, &[17 + 8, 1, 2, 3]).paa("bad/lzo-cut", "LZO that ends early"),
    ]
}

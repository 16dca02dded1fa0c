//! What real files have around their levels, and what an engine would not forgive.

use super::{ARGB4444, DXT1, File, packed};
use crate::Fixture;

/// A flat block.
const BLOCK: [u8; 8] = [0x10, 0x84, 0, 0, 0, 0, 0, 0];

fn flat(w: u16, h: u16) -> Vec<u8> {
    BLOCK.repeat(usize::from(w.div_ceil(4) * h.div_ceil(4)))
}

fn plain(w: u16, h: u16) -> File {
    File::new(DXT1).level(w, h, &flat(w, h))
}

pub(super) fn all() -> Vec<Fixture> {
    let chain =
        |sides: &[[u16; 2]]| sides.iter().fold(File::new(DXT1), |file, [w, h]| file.level(*w, *h, &flat(*w, *h)));
    vec![
        plain(8, 8).tail(&[]).paa("no-end", "the file ends with its last level"),
        plain(8, 16).tail(&[0; 4]).paa("short-end", "the end without the two bytes that real files have after it"),
        plain(16, 8).tail(&[0, 0, 0, 0, 0, 0, 7, 7, 7]).paa("trailing-bytes", "bytes after the end"),
        chain(&[[16, 16], [8, 8], [4, 4]])
            .offsets(&[0x4e, 0xd5, 0xfc])
            .paa("offsets-two-short", "offsets two bytes short, as in files of later tools"),
        chain(&[[16, 16], [8, 8]])
            .offsets(&[0x50, 0xd7])
            .paa("short-chain", "levels that end before a side of 4, with offsets"),
        plain(8, 8)
            .tag(b"DCBA", b"hello")
            .tag(b"CORP", b"#(rgb,8,8,3)color(1,0,0,1)\0")
            .tag(b"ENIL", &[])
            .paa("unknown-tags", "tags without a meaning, one of them empty"),
        plain(8, 8)
            .mean([1, 2, 3, 255])
            .mean([4, 5, 6, 255])
            .flag(1)
            .flag(2)
            .paa("repeated-tags", "the last mean counts, flags add up"),
        plain(8, 8).tag(b"CGVA", &[1, 2]).tag(b"GALF", &[]).paa("short-tags", "tags too short for their meaning"),
        plain(8, 8).palette(&[[1, 2, 3]]).paa("palette-unused", "a palette next to texels that are no indices"),
        chain(&[[16, 16], [8, 4], [4, 4]]).paa("not-halves", "a level that is not half the one before"),
        chain(&[[4; 2]; 20]).paa("20-levels", "more levels than a reader keeps"),
        File::new(DXT1)
            .level(8, 8, &[flat(8, 8), vec![1, 2, 3]].concat())
            .paa("level-too-long", "more bytes than the blocks need"),
        File::new(ARGB4444)
            .level(2, 2, &[packed(&[1, 2, 3, 4, 5, 6, 7, 0x80]), vec![9]].concat())
            .paa("stream-too-short", "a byte after a stream; sides that leave the game no level"),
        plain(8, 8)
            .level(4, 4, &[])
            .level(2, 2, &BLOCK)
            .paa("later-level-empty", "a level that cannot be unpacked after sound ones"),
        plain(8, 8)
            .tail(&[4, 0, 4, 0, 9, 0, 0, 1, 2])
            .paa("later-level-cut", "a level that the file's end cuts stays with the rest"),
        plain(8, 8).tail(&[4, 0, 0, 0, 0, 0, 0]).paa("later-level-flat", "a level without height ends the list"),
        plain(128, 8).paa("elongated", "a side sixteen times the other"),
        plain(12, 8).paa("no-power-of-two", "a side of twelve"),
    ]
}

//! Indices into a palette: run lengths, streams, and the colours that mean "clear".

use super::{File, packed, quarters};
use crate::Fixture;

/// Red, green, blue and white, as blue, green and red.
const COLORS: [[u8; 3]; 4] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255]];
const MAGENTA: [u8; 3] = [255, 0, 255];
const CYAN: [u8; 3] = [255, 255, 0];

fn index([r, g, b]: [u8; 3]) -> [u8; 1] {
    [COLORS.iter().position(|color| *color == [b, g, r]).unwrap_or_default() as u8]
}

/// Four runs of four a row pair, spelled out: 8 x 8 in quarters.
fn runs() -> Vec<u8> {
    let row = |a: u8, b: u8| [0x83, a, 0x83, b].repeat(4);
    [row(0, 1), row(2, 3)].concat()
}

fn indexed(colors: &[[u8; 3]]) -> File {
    File::default().palette(colors)
}

pub(super) fn all() -> Vec<Fixture> {
    let with = |extra: &[[u8; 3]]| [&COLORS[..], extra].concat();
    let greys: Vec<[u8; 3]> = (0..=255).map(|n| [n, n ^ 0x55, 255 - n]).collect();
    // Single bytes in runs of 128.
    let all: Vec<u8> = (0..=255u8).collect();
    let singles: Vec<u8> = all.chunks(128).flat_map(|part| [&[127], part].concat()).collect();
    let keyed = [&runs()[..runs().len() - 4], &[0x83, 4, 0x83, 3]].concat();
    vec![
        indexed(&COLORS)
            .mean([127, 127, 127, 255])
            .offsets(&[0x6a, 0x91])
            .level(8, 8, &runs())
            .level(4, 4, &[0x81, 0, 0x81, 1, 0x81, 0, 0x81, 1, 0x03, 2, 2, 3, 3, 0x03, 2, 2, 3, 3])
            .pac("p8", "indices in run lengths and single bytes: the order of channels and rows"),
        indexed(&COLORS).level(8, 8, &runs()).pac("p8-no-tags", "as in the oldest files: the palette comes first"),
        indexed(&COLORS)
            .mean([127, 127, 127, 255])
            .marked(8, 8, &packed(&quarters(8, 8, index)))
            .level(4, 4, &[0x87, 0, 0x87, 3])
            .pac("p8-marked", "a marked level is a stream, the next one run lengths again"),
        indexed(&with(&[MAGENTA]))
            .mean([10, 20, 30, 200])
            .flag(2)
            .level(8, 8, &keyed)
            .pac("p8-magenta", "magenta means clear, in the mean colour"),
        indexed(&with(&[CYAN]))
            .mean([10, 20, 30, 200])
            .level(8, 8, &keyed)
            .pac("p8-cyan", "cyan means clear, without FLAG"),
        indexed(&with(&[CYAN, MAGENTA]))
            .mean([10, 20, 30, 200])
            .level(8, 8, &keyed)
            .pac("p8-two-keys", "of two colours that mean clear the last one does"),
        indexed(&with(&[MAGENTA]))
            .mean([10, 20, 30, 255])
            .level(8, 8, &keyed)
            .pac("p8-key-without-effect", "a clear colour, but an opaque mean: faces are drawn without a key"),
        indexed(&greys).level(16, 16, &singles).pac("p8-256", "all 256 colours, single bytes only"),
        indexed(&COLORS)
            .mean([1, 1, 1, 255])
            .level(8, 8, &[0xbf, 9])
            .pac("p8-beyond-palette", "indices without a colour"),
        indexed(&COLORS).level(8, 8, &[0xff, 1]).pac("bad/runs-too-long", "a run past the picture"),
        indexed(&COLORS).level(8, 8, &[0x9f, 1]).pac("bad/runs-too-short", "run lengths of half the picture"),
        indexed(&COLORS).level(8, 8, &[0x9f]).pac("bad/run-cut", "a run without its byte"),
        indexed(&COLORS).mean([9, 9, 9, 255]).level(8, 8, &[&runs()[..], &[1, 2, 3]].concat()).paa(
            "p8-in-paa",
            "indices under the other extension, which the game takes for texels; bytes after the runs",
        ),
    ]
}

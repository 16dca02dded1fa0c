//! Textures: how fast they become pictures, and how near blocks are to what they are made of.

mod pictures;
mod quality;

use super::{Pages, apart};
use crate::Outcome;
use crate::clock::Clock;
use pictures::photo;
use retromesh::Diagnostics;
use retromesh_paa::{Document, Level, Texels, WriteOptions};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

/// The widths of the textures that are measured: the last has 64 times as many texels as the first.
const SIDES: [u32; 4] = [256, 512, 1024, 2048];
/// The picture that blocks are made of; larger textures repeat it, because packing blocks takes long.
const TILE: u32 = 256;
/// The least megabytes of RGBA a second: blocks of DXT1 and everything else.
const BOUNDS: [f64; 2] = [500.0, 300.0];

/// A decoder that the same blocks are given to.
type Peer = fn(&[u8], usize, &mut [u8]);

pub(super) fn run() -> Outcome {
    for (pages, about) in [(Pages::Fresh, "fresh pages"), (Pages::Kept, "pages of the runs before")] {
        println!("\nTextures, file to picture on one core, {about}; MB/s of RGBA");
        print!("{}", apart(&["paa-rows"], pages)?);
    }
    real();
    quality::run();
    Ok(())
}

/// Returns the best processor time of several runs.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let (start, mut best, mut runs) = (Clock::start(), Duration::MAX, 0);
    while runs < 10 || (runs < 1000 && start.elapsed() < Duration::from_millis(300)) {
        let clock = Clock::start();
        black_box(work());
        best = best.min(clock.elapsed());
        runs += 1;
    }
    best
}

/// Returns megabytes a second.
fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e6
}

/// Measures generated textures, in this process.
pub(super) fn rows() {
    let [a, b, c, d] = SIDES.map(|side| format!("{side} x {side}"));
    println!("{:<10} {a:>11} {b:>11} {c:>11} {d:>11} {:>9} {:>10} {:>9}", "", "memcpy", "texpresso", "bcdec_rs");
    let kinds = [
        Texels::P8,
        Texels::Argb4444,
        Texels::Argb1555,
        Texels::Ai88,
        Texels::Argb8888,
        Texels::Dxt1,
        Texels::Dxt3,
        Texels::Dxt5,
    ];
    for texels in kinds {
        // A level of more than 16 MiB does not fit into the file.
        let rates = SIDES.map(|side| {
            let file = texture(texels, side).ok()?;
            Some(rate((side * side * 4) as usize, best(|| decode(&file))))
        });
        let side = 1024;
        let copied = vec![7u8; (side * side * 4) as usize];
        let copy = rate(copied.len(), best(|| black_box(&copied).clone()));
        let peers = peers(texels).map_or_else(
            || ["-".to_owned(), "-".to_owned()],
            |peers| {
                let document = texture(texels, side).expect("blocks are small");
                let document = Document::parse(&document).expect("what was written");
                let body = document.levels.first().map_or(&[][..], |level| &level.body);
                peers.map(|peer| {
                    let time = best(|| {
                        let mut rgba = vec![0; copied.len()];
                        peer(body, side as usize, &mut rgba);
                        rgba
                    });
                    format!("{:.0}", rate(copied.len(), time))
                })
            },
        );
        let bound = BOUNDS[usize::from(texels != Texels::Dxt1)];
        let verdict = if rates.iter().flatten().all(|rate| *rate >= bound) { "" } else { "  under the bound" };
        let cell = |rate: Option<f64>| rate.map_or_else(|| format!("{:>11} ", "-"), |rate| format!("{rate:>11.0} "));
        let rates = rates.map(cell).concat();
        let [first, second] = peers;
        println!("{:<10} {rates}{copy:>9.0} {first:>10} {second:>9}{verdict}", texels.name());
    }
}

fn decode(file: &[u8]) -> retromesh_paa::Picture {
    Document::parse(file).and_then(|document| document.picture(0)).expect("what was written")
}

/// Makes a file with one level.
fn texture(texels: Texels, side: u32) -> Result<Vec<u8>, retromesh::Error> {
    let mut options = WriteOptions::default();
    options.texels = Some(texels);
    options.is_pac = texels == Texels::P8;
    let source = if texels.is_block() { TILE } else { side };
    let mut picture = photo(source);
    if texels == Texels::Argb8888 {
        // A level has 24 bits for its size: packed, texels of 32 bits must become smaller.
        picture.rgba.iter_mut().for_each(|value| *value &= 0xf0);
    }
    match texels {
        // A palette and no more than that.
        Texels::P8 => picture.rgba.as_chunks_mut().0.iter_mut().for_each(|[r, g, b, a]| {
            [*r, *g, *b, *a] = [*r & 0xe0, *g & 0xe0, *b & 0xc0, 255];
        }),
        Texels::Dxt3 => options.texels = Some(Texels::Dxt5),
        _ => {}
    }
    let mut document = Document::from_picture(&picture, &options, &mut Diagnostics::new())?;
    document.levels.truncate(1);
    if texels.is_block() {
        document.type_word = Some(texels);
        let body = document.levels.first().map(|level| level.body.to_vec()).unwrap_or_default();
        let body = body.repeat((side / TILE).pow(2) as usize);
        let level = Level { is_marked: false, stored_width: side as u16, height: side as u16, body: body.into() };
        document.levels = vec![level];
    }
    document.encode()
}

/// Returns the peers that decode such blocks.
fn peers(texels: Texels) -> Option<[Peer; 2]> {
    use texpresso::Format;
    macro_rules! peers {
        ($format:expr, $bytes:literal, $function:path) => {
            Some([
                |blocks, side, rgba| $format.decompress(blocks, side, side, rgba),
                |blocks, side, rgba| {
                    for (n, block) in blocks.chunks_exact($bytes).enumerate() {
                        let (x, y) = (n % (side / 4) * 4, n / (side / 4) * 4);
                        $function(block, &mut rgba[(y * side + x) * 4..], side * 4);
                    }
                },
            ])
        };
    }
    match texels {
        Texels::Dxt1 => peers!(Format::Bc1, 8, bcdec_rs::bc1),
        Texels::Dxt3 => peers!(Format::Bc2, 16, bcdec_rs::bc2),
        Texels::Dxt5 => peers!(Format::Bc3, 16, bcdec_rs::bc3),
        _ => None,
    }
}

/// Decodes the real files by type, where they are at hand.
fn real() {
    let mut files: BTreeMap<&str, (Vec<Vec<u8>>, usize)> = BTreeMap::new();
    let folder = crate::corpus_folder().join("paa");
    if !folder.is_dir() {
        println!("no corpus beside the workspace, no real textures to measure");
        return;
    }
    for file in retromesh_testkit::files_below(&folder, "paa") {
        let Ok(document) = Document::parse(&file.bytes) else { continue };
        let Ok(picture) = document.picture(0) else { continue };
        let packing = if document.levels.iter().any(Level::is_lzo) { "LZO" } else { "" };
        let name = match (document.texels(), packing) {
            (Texels::Dxt1, "LZO") => "DXT1 in LZO",
            (Texels::Dxt5, "LZO") => "DXT5 in LZO",
            (texels, _) => texels.name(),
        };
        let (files, bytes) = files.entry(name).or_default();
        *bytes += picture.rgba.len();
        files.push(file.bytes);
    }
    println!("\nReal textures, file to picture on one core; MB/s of RGBA");
    for (name, (files, bytes)) in files.iter().filter(|(_, (_, bytes))| *bytes > 100_000) {
        let time = best(|| files.iter().for_each(|file| drop(black_box(decode(file)))));
        println!("{:<28} {bytes:>10} {:>8.0}", format!("{} files of {name}", files.len()), rate(*bytes, time));
    }
}

//! Textures: how fast they become pictures and are packed, and how near blocks are to what they are made of, next to other crates.
//!
//! `cargo bench -p retromesh-paa`
#![allow(clippy::expect_used, clippy::print_stdout, clippy::indexing_slicing, reason = "what fails here was made here")]

mod pictures;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use pictures::{noise, photo, sign, sky};
use retromesh_core::Diagnostics;
use retromesh_paa::{Document, Level, Picture, Texels, WriteOptions};
use texpresso::{Algorithm, COLOUR_WEIGHTS_UNIFORM, Format, Params};

/// The width of the textures that are decoded; of those that are packed.
const SIDE: u32 = 1024;
const PACKED: u32 = 256;

const KINDS: [&str; 8] = ["P8", "ARGB4444", "ARGB1555", "AI88", "ARGB8888", "DXT1", "DXT3", "DXT5"];
const BLOCKS: [&str; 3] = ["DXT1", "DXT3", "DXT5"];

fn main() {
    quality();
    divan::main();
}

fn texels(kind: &str) -> Texels {
    use Texels::{Ai88, Argb1555, Argb4444, Argb8888, Dxt1, Dxt3, Dxt5, P8};
    let all = [P8, Argb4444, Argb1555, Ai88, Argb8888, Dxt1, Dxt3, Dxt5];
    KINDS.iter().position(|own| *own == kind).map(|at| all[at]).expect("a kind of the list")
}

/// Makes a file with one level. Blocks repeat a smaller picture, because packing them takes long.
fn texture(texels: Texels) -> Vec<u8> {
    let mut options = WriteOptions::default();
    options.texels = Some(if texels == Texels::Dxt3 { Texels::Dxt5 } else { texels });
    options.is_pac = texels == Texels::P8;
    let mut picture = photo(if texels.is_block() { PACKED } else { SIDE });
    match texels {
        // A level has 24 bits for its size: packed, texels of 32 bits must become smaller.
        Texels::Argb8888 => picture.rgba.iter_mut().for_each(|value| *value &= 0xf0),
        // A palette and no more than that.
        Texels::P8 => picture.rgba.as_chunks_mut().0.iter_mut().for_each(|[r, g, b, a]| {
            [*r, *g, *b, *a] = [*r & 0xe0, *g & 0xe0, *b & 0xc0, 255];
        }),
        _ => {}
    }
    let mut document = Document::from_picture(&picture, &options, &mut Diagnostics::new()).expect("it fits the type");
    document.levels.truncate(1);
    if texels.is_block() {
        let body = document.levels[0].body.repeat((SIDE / PACKED).pow(2) as usize);
        document = blocks(texels, SIDE, body).into_owned();
    }
    document.encode().expect("it fits a file")
}

/// Returns the document of one level of blocks.
fn blocks(texels: Texels, side: u32, body: Vec<u8>) -> Document<'static> {
    let level = Level { is_marked: false, stored_width: side as u16, height: side as u16, body: body.into() };
    Document { type_word: Some(texels), levels: vec![level], ..Document::default() }
}

fn decode(file: &[u8]) -> Picture {
    Document::parse(file).and_then(|document| document.picture(0)).expect("what was written")
}

fn rgba(side: u32) -> BytesCount {
    BytesCount::new((side * side * 4) as usize)
}

#[divan::bench(args = KINDS)]
fn to_picture(bencher: Bencher<'_, '_>, kind: &str) {
    let file = texture(texels(kind));
    bencher.counter(rgba(SIDE)).bench(|| decode(&file));
}

#[divan::bench(args = BLOCKS)]
fn to_picture_texpresso(bencher: Bencher<'_, '_>, kind: &str) {
    let (body, side) = (body(kind), SIDE as usize);
    let format = [Format::Bc1, Format::Bc2, Format::Bc3][BLOCKS.iter().position(|own| *own == kind).expect("blocks")];
    bencher.counter(rgba(SIDE)).bench(|| {
        let mut out = vec![0; side * side * 4];
        format.decompress(&body, side, side, &mut out);
        out
    });
}

/// A decoder of blocks of another crate.
type Decode = fn(&[u8], &mut [u8], usize);

#[divan::bench(args = BLOCKS)]
fn to_picture_bcdec(bencher: Bencher<'_, '_>, kind: &str) {
    let (body, side) = (body(kind), SIDE as usize);
    let (size, decode): (usize, Decode) = match kind {
        "DXT1" => (8, bcdec_rs::bc1),
        "DXT3" => (16, bcdec_rs::bc2),
        _ => (16, bcdec_rs::bc3),
    };
    bencher.counter(rgba(SIDE)).bench(|| {
        let mut out = vec![0; side * side * 4];
        for (n, block) in body.chunks_exact(size).enumerate() {
            let (x, y) = (n % (side / 4) * 4, n / (side / 4) * 4);
            decode(block, &mut out[(y * side + x) * 4..], side * 4);
        }
        out
    });
}

fn body(kind: &str) -> Vec<u8> {
    Document::parse(&texture(texels(kind))).expect("what was written").levels[0].body.to_vec()
}

#[divan::bench]
fn copy(bencher: Bencher<'_, '_>) {
    let bytes = vec![7u8; (SIDE * SIDE * 4) as usize];
    bencher.counter(rgba(SIDE)).bench(|| black_box(&bytes).clone());
}

#[divan::bench(args = ["DXT1", "DXT5"], sample_count = 5, sample_size = 1)]
fn from_picture(bencher: Bencher<'_, '_>, kind: &str) {
    let picture = photo(PACKED);
    bencher.counter(rgba(PACKED)).bench(|| ours(&picture, texels(kind)));
}

#[divan::bench(args = ["DXT1", "DXT5"], sample_count = 5, sample_size = 1)]
fn from_picture_texpresso(bencher: Bencher<'_, '_>, kind: &str) {
    let picture = photo(PACKED);
    bencher.counter(rgba(PACKED)).bench(|| theirs(&picture, texels(kind), Algorithm::ClusterFit));
}

fn ours(picture: &Picture, texels: Texels) -> Document<'static> {
    let mut options = WriteOptions::default();
    options.texels = Some(texels);
    Document::from_picture(picture, &options, &mut Diagnostics::new()).expect("it fits the type")
}

fn theirs(picture: &Picture, texels: Texels, algorithm: Algorithm) -> Document<'static> {
    let format = if texels == Texels::Dxt1 { Format::Bc1 } else { Format::Bc3 };
    let params = Params { algorithm, weights: COLOUR_WEIGHTS_UNIFORM, weigh_colour_by_alpha: false };
    let side = picture.width as usize;
    let mut body = vec![0; format.compressed_size(side, side)];
    format.compress(&picture.rgba, side, side, params, &mut body);
    blocks(texels, picture.width, body)
}

/// Prints how far packed blocks are from their picture. The same decoder judges both crates.
fn quality() {
    println!("PSNR in dB of pictures of {PACKED} x {PACKED}: this crate, texpresso's cluster fit, its iterative one");
    for texels in [Texels::Dxt1, Texels::Dxt5] {
        let pictures =
            [("photo", photo(PACKED)), ("sky", sky(PACKED)), ("sign", sign(PACKED)), ("noise", noise(PACKED))];
        for (name, mut picture) in pictures {
            if texels == Texels::Dxt1 {
                picture.rgba.as_chunks_mut::<4>().0.iter_mut().for_each(|texel| texel[3] = 255);
            }
            let packed = [
                ours(&picture, texels),
                theirs(&picture, texels, Algorithm::ClusterFit),
                theirs(&picture, texels, Algorithm::IterativeClusterFit),
            ];
            let cells = packed.map(|document| psnr(&picture, &document.picture(0).expect("whole blocks")));
            println!("{} {name:<6} {:>6.2} {:>6.2} {:>6.2}", texels.name(), cells[0], cells[1], cells[2]);
        }
    }
}

/// Returns the ratio of the highest signal to the error over all channels; the colours of what is clear do not count.
fn psnr(a: &Picture, b: &Picture) -> f64 {
    let squares = a.texels().iter().zip(b.texels()).flat_map(|(a, b)| {
        let first = if a[3] == 0 { 3 } else { 0 };
        a.iter().zip(b).skip(first).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2))
    });
    let mean = squares.sum::<f64>() / a.rgba.len() as f64;
    10.0 * (255.0f64.powi(2) / mean.max(1e-9)).log10()
}

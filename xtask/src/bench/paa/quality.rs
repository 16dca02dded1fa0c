//! How far packed blocks are from their picture, and how long packing takes, beside texpresso. The same decoder judges both.

use super::pictures::{noise, photo, sign, sky};
use super::rate;
use crate::clock::Clock;
use retromesh::Diagnostics;
use retromesh_paa::{Document, Level, Picture, Texels, WriteOptions};
use texpresso::{Algorithm, COLOUR_WEIGHTS_UNIFORM, Format, Params};

const SIDE: u32 = 256;

pub(super) fn run() {
    println!("\nBlocks beside their picture, {SIDE} x {SIDE}; PSNR in dB, and MB/s of RGBA packed");
    println!("{:<14} {:>16} {:>16} {:>16} {:>16}", "", "retromesh", "range fit", "cluster fit", "iterative");
    for texels in [Texels::Dxt1, Texels::Dxt5] {
        let pictures = [("photo", photo(SIDE)), ("sky", sky(SIDE)), ("sign", sign(SIDE)), ("noise", noise(SIDE))];
        for (name, mut picture) in pictures {
            if texels == Texels::Dxt1 {
                picture.rgba.as_chunks_mut::<4>().0.iter_mut().for_each(|texel| texel[3] = 255);
            }
            let mut cells = vec![ours(&picture, texels)];
            for algorithm in [Algorithm::RangeFit, Algorithm::ClusterFit, Algorithm::IterativeClusterFit] {
                cells.push(texpresso(&picture, texels, algorithm));
            }
            let cell = |(psnr, rate): &(f64, f64)| format!(" {:>16}", format!("{psnr:.2} ({rate:.1})"));
            let cells: Vec<String> = cells.iter().map(cell).collect();
            println!("{:<14}{}", format!("{} {name}", texels.name()), cells.concat());
        }
    }
}

fn ours(picture: &Picture, texels: Texels) -> (f64, f64) {
    let mut options = WriteOptions::default();
    options.texels = Some(texels);
    let begun = Clock::start();
    let document = Document::from_picture(picture, &options, &mut Diagnostics::new()).expect("it fits the type");
    // All levels are made; they have a third more texels than the picture.
    let rate = rate(picture.rgba.len() * 4 / 3, begun.elapsed());
    (psnr(picture, &document.picture(0).expect("what was written")), rate)
}

fn texpresso(picture: &Picture, texels: Texels, algorithm: Algorithm) -> (f64, f64) {
    let format = if texels == Texels::Dxt1 { Format::Bc1 } else { Format::Bc3 };
    let params = Params { algorithm, weights: COLOUR_WEIGHTS_UNIFORM, weigh_colour_by_alpha: false };
    let [width, height] = [picture.width, picture.height].map(|side| side as usize);
    let mut body = vec![0; format.compressed_size(width, height)];
    let begun = Clock::start();
    format.compress(&picture.rgba, width, height, params, &mut body);
    let rate = rate(picture.rgba.len(), begun.elapsed());
    let level = Level { is_marked: false, stored_width: width as u16, height: height as u16, body: body.into() };
    let document = Document { type_word: Some(texels), levels: vec![level], ..Document::default() };
    (psnr(picture, &document.picture(0).expect("whole blocks")), rate)
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

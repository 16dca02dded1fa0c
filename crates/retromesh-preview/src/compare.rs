//! Two pictures side by side with what differs: the eye's version of a diff.

use crate::camera::Bounds;
use crate::options::Shot;
use crate::picture::Picture;
use crate::stage::Stage;
use retromesh_core::{Error, ErrorKind, Result};

/// How much brighter differences are shown than they are.
const AMPLIFICATION: u16 = 4;

/// By how much a channel of a pixel that differs clearly is off, at least.
const CLEAR: u8 = 32;

/// What differs between two pictures of one size, in steps of 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Difference {
    /// The mean over all pixels and the four channels.
    pub mean: f64,
    /// The mean over the four channels of the pixels that are not the background in both.
    pub covered: f64,
    /// The largest of any channel of any pixel.
    pub max: u8,
    /// How many pixels differ.
    pub pixels: usize,
    /// How many percent of the pixels that are not the background in both differ clearly: by 32 or more.
    pub clear: f64,
}

impl Difference {
    /// Returns whether the mean of the covered pixels is within a limit, and the share of the pixels that differ clearly is within as many percent.
    pub fn is_within(&self, limit: f64) -> bool {
        self.covered <= limit && self.clear <= limit
    }
}

/// Two models compared.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// The first picture, the second, and their difference four times as bright, side by side.
    pub picture: Picture,
    /// The figure.
    pub difference: Difference,
}

/// Takes a picture of each of two scenes, with one camera that holds both; the shots may differ in their moments.
///
/// Fails where the shots differ in size.
pub fn compare_shots(a: &Stage, shot_a: &Shot, b: &Stage, shot_b: &Shot) -> Result<Comparison> {
    a.check_size(shot_a.width, shot_a.height, 3)?;
    let bounds = match (a.bounds(shot_a)?, b.bounds(shot_b)?) {
        (Some(a), Some(b)) => a.union(b),
        (a, b) => a.or(b).unwrap_or_else(Bounds::default),
    };
    let first = a.render_within(shot_a, &bounds)?.picture;
    let second = b.render_within(shot_b, &bounds)?.picture;
    let (difference, shown) = difference(&first, &second, shot_a.background)?;
    let mut picture = Picture::filled(shot_a.width * 3, shot_a.height, [0, 0, 0, 255]);
    for (i, part) in [first, second, shown].iter().enumerate() {
        picture.paste(part, shot_a.width * i as u32, 0);
    }
    Ok(Comparison { picture, difference })
}

/// Returns what differs between two pictures of one size and background, as a figure and as a picture.
pub fn difference(a: &Picture, b: &Picture, background: [u8; 4]) -> Result<(Difference, Picture)> {
    if (a.width, a.height) != (b.width, b.height) {
        let sizes = [a, b].map(|p| format!("{}x{}", p.width, p.height));
        let [expected, found] = sizes;
        return Err(Error::new("", ErrorKind::bad("size of the second picture", expected, found)));
    }
    let mut shown = Picture::filled(a.width, a.height, [0, 0, 0, 255]);
    let mut sum = 0u64;
    let (mut max, mut pixels, mut clear, mut covered) = (0, 0, 0u32, 0u32);
    for ((a, b), out) in a.pixels.iter().zip(&b.pixels).zip(&mut shown.pixels) {
        let apart: [u8; 4] = std::array::from_fn(|i| a[i].abs_diff(b[i]));
        sum += apart.iter().map(|&c| u64::from(c)).sum::<u64>();
        let largest = apart.into_iter().max().unwrap_or(0);
        max = max.max(largest);
        clear += u32::from(largest >= CLEAR);
        covered += u32::from([a, b] != [&background; 2]);
        pixels += usize::from(apart != [0; 4]);
        // A difference in alpha alone shows as grey.
        let bright = |c: u8| (u16::from(c.max(apart[3])) * AMPLIFICATION).min(255) as u8;
        *out = [bright(apart[0]), bright(apart[1]), bright(apart[2]), 255];
    }
    let counted = f64::from(covered.max(1));
    let mean = sum as f64 / (4 * a.pixels.len()).max(1) as f64;
    let (covered, clear) = (sum as f64 / (4.0 * counted), 100.0 * f64::from(clear) / counted);
    Ok((Difference { mean, covered, max, pixels, clear }, shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_counts_all_channels() {
        let a = Picture { width: 2, height: 1, pixels: vec![[10, 20, 30, 255]; 2] };
        let mut b = a.clone();
        assert_eq!(difference(&a, &b, [0; 4]).unwrap().0, Difference::default());
        b.pixels[1] = [10, 24, 18, 255];
        // A background of both pictures counts for nothing.
        for (background, covered) in [([0; 4], 2.0), ([10, 20, 30, 255], 4.0)] {
            let (figure, shown) = difference(&a, &b, background).unwrap();
            assert_eq!(figure, Difference { mean: 2.0, covered, max: 12, pixels: 1, clear: 0.0 });
            assert_eq!(shown.pixels, [[0, 0, 0, 255], [0, 16, 48, 255]]);
        }
        let error = difference(&a, &Picture::filled(1, 1, [0; 4]), [0; 4]).unwrap_err();
        assert_eq!(error.to_string(), "bad size of the second picture: expected 2x1, found 1x1");
    }

    #[test]
    fn a_small_part_that_is_elsewhere_counts_whatever_the_rest_is() {
        let mut pixels = vec![[0; 4]; 10_000];
        pixels[..1000].fill([100, 100, 100, 255]);
        let a = Picture { width: 100, height: 100, pixels };
        let apart = |count: usize, by: u8| {
            let mut b = a.clone();
            b.pixels[..count].fill([100 + by, 100, 100, 255]);
            difference(&a, &b, [0; 4]).unwrap().0
        };
        for (count, by, within) in [(20, 31, true), (10, 100, true), (11, 32, false), (1000, 4, true), (1000, 5, false)]
        {
            assert_eq!(apart(count, by).is_within(1.0), within, "{count} pixels by {by}");
        }
    }
}

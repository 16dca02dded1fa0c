//! A picture is painted in bands of rows, each on its own, so that the result does not depend on the number of threads.

use crate::camera::Projected;
use crate::picture::Picture;
use glam::Vec4;
use rayon::prelude::*;
use std::ops::Range;

/// Rows of pixels that a band holds at least.
const BAND_ROWS: u32 = 16;
/// The maximum number of bands: each tests every triangle's rows.
const MAX_BANDS: u32 = 64;
/// The number that stands for no triangle.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Some rows of samples.
pub(crate) struct Band {
    /// The width in samples.
    pub(crate) width: i32,
    /// The rows of the whole picture that it holds, in samples.
    pub(crate) rows: Range<i32>,
    /// Premultiplied colours.
    pub(crate) color: Vec<Vec4>,
    /// [`Projected::inv_w`] of what is nearest.
    pub(crate) depth: Vec<f32>,
    /// Who is nearest.
    pub(crate) owner: Vec<u32>,
}

impl Band {
    /// Returns where a row of the picture starts in the arrays.
    pub(crate) fn start(&self, y: i32) -> usize {
        (y - self.rows.start) as usize * self.width as usize
    }

    /// Puts a colour over a sample; `color` is not premultiplied.
    pub(crate) fn cover(&mut self, index: usize, color: Vec4) {
        if let Some(slot) = self.color.get_mut(index) {
            let alpha = color.w.clamp(0.0, 1.0);
            let over = (color.truncate() * alpha).extend(alpha);
            *slot = over + *slot * (1.0 - alpha);
        }
    }

    /// Draws a straight line of `width` samples. With `hidden_by_depth` nearer surfaces cover it; a hair's breadth does not count.
    pub(crate) fn line(&mut self, ends: [Projected; 2], color: Vec4, width: f32, hidden_by_depth: bool) {
        let [a, b] = ends;
        if a.inv_w <= 0.0 || b.inv_w <= 0.0 {
            return;
        }
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let steep = dy.abs() > dx.abs();
        let reach = width + 1.0;
        let x_range = (-reach, self.width as f32 + reach);
        let y_range = (self.rows.start as f32 - reach, self.rows.end as f32 + reach);
        let Some((from, to)) = clip(a.x, dx, x_range).and_then(|x| Some(overlap(x, clip(a.y, dy, y_range)?))) else {
            return;
        };
        if from > to {
            return;
        }
        // One step a sample along the longer direction, between the ends of the part that lies in the band.
        let (origin, length) = if steep { (a.y, dy) } else { (a.x, dx) };
        let (first, last) = (origin + from * length, origin + to * length);
        let (first, last) = (first.min(last).round() as i32, first.max(last).round() as i32);
        for step in first..=last {
            let t = if length == 0.0 { 0.0 } else { ((step as f32 + 0.5 - origin) / length).clamp(0.0, 1.0) };
            let inv_w = (a.inv_w + (b.inv_w - a.inv_w) * t) * 1.002;
            let across = if steep { a.x + dx * t } else { a.y + dy * t } - width * 0.5;
            let start = across.round() as i32;
            for offset in 0..(width.round() as i32).max(1) {
                let (x, y) = if steep { (start + offset, step) } else { (step, start + offset) };
                if !(0..self.width).contains(&x) || !self.rows.contains(&y) {
                    continue;
                }
                let index = self.start(y) + x as usize;
                if !hidden_by_depth || self.depth.get(index).is_some_and(|&depth| inv_w >= depth) {
                    self.cover(index, color);
                }
            }
        }
    }
}

/// Returns the shares of the way between which `start + t * delta` lies in a range.
fn clip(start: f32, delta: f32, (low, high): (f32, f32)) -> Option<(f32, f32)> {
    if delta == 0.0 {
        return (low..=high).contains(&start).then_some((0.0, 1.0));
    }
    let (a, b) = ((low - start) / delta, (high - start) / delta);
    Some((a.min(b).max(0.0), a.max(b).min(1.0)))
}

fn overlap(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    (a.0.max(b.0), a.1.min(b.1))
}

/// Paints a picture band by band: `paint` gets each band filled with the background, and samples are averaged to pixels.
pub(crate) fn paint(
    width: u32,
    height: u32,
    samples: u32,
    background: [u8; 4],
    paint: impl Fn(&mut Band) + Sync,
) -> Picture {
    let mut picture = Picture::filled(width, height, [0; 4]);
    let rows = height.div_ceil(MAX_BANDS).max(BAND_ROWS);
    let [r, g, b, a] = background.map(|c| f32::from(c) / 255.0);
    let ground = Vec4::new(r * a, g * a, b * a, a);
    let chunk = (rows as usize * width as usize).max(1);
    picture.pixels.par_chunks_mut(chunk).enumerate().for_each(|(i, pixels)| {
        let first = i as u32 * rows;
        let count = (height - first).min(rows);
        let size = (count * samples) as usize * (width * samples) as usize;
        let mut band = Band {
            width: (width * samples) as i32,
            rows: (first * samples) as i32..((first + count) * samples) as i32,
            color: vec![ground; size],
            depth: vec![0.0; size],
            owner: vec![NOBODY; size],
        };
        paint(&mut band);
        resolve(&band, samples as usize, width as usize, pixels);
    });
    picture
}

/// Averages samples to pixels.
fn resolve(band: &Band, samples: usize, width: usize, pixels: &mut [[u8; 4]]) {
    let share = 1.0 / (samples * samples) as f32;
    for (row, pixels) in band.color.chunks(width * samples * samples).zip(pixels.chunks_mut(width)) {
        for (x, pixel) in pixels.iter_mut().enumerate() {
            let lines = row.chunks(width * samples);
            let sum: Vec4 = lines.filter_map(|line| line.get(x * samples..(x + 1) * samples)).flatten().sum();
            let mean = sum * share;
            let color = if mean.w > 0.0 { (mean.truncate() / mean.w).extend(mean.w) } else { Vec4::ZERO };
            *pixel = color.to_array().map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_background_comes_out_as_it_went_in() {
        for background in [[1, 2, 3, 255], [200, 100, 50, 128], [0; 4]] {
            for (width, height, samples) in [(1, 1, 1), (33, 70, 2), (5, 1, 3)] {
                let picture = paint(width, height, samples, background, |_| {});
                assert!(picture.pixels.iter().all(|p| *p == background), "{background:?}");
            }
        }
    }

    #[test]
    fn lines_cross_bands_without_gaps_and_end_at_the_edges() {
        let at = |x, y| Projected { x, y, inv_w: 1.0 };
        let lines = [
            [at(10.5, -5e4), at(10.5, 5e4)],
            [at(-5e4, 40.0), at(5e4, 40.0)],
            [at(0.0, 0.0), at(100.0, 100.0)],
            [at(99.0, 0.0), at(0.0, 99.0)],
        ];
        for line in lines {
            let picture = paint(100, 100, 1, [0, 0, 0, 255], |band| band.line(line, Vec4::ONE, 1.0, false));
            let lit = picture.pixels.iter().filter(|p| p[0] == 255).count();
            assert!((98..=102).contains(&lit), "{line:?}: {lit}");
        }
        let dot = paint(9, 9, 1, [0; 4], |band| band.line([at(4.5, 4.5); 2], Vec4::ONE, 1.0, false));
        assert_eq!(dot.pixels.iter().filter(|p| p[0] == 255).count(), 1);
    }
}

//! Sides that are powers of two.

use super::Alpha;
use super::levels::{byte, light};
use crate::Picture;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The smallest side: below it the game has no level to use.
const SMALLEST: u32 = 8;
/// The largest side that the game loads.
const LARGEST: u32 = 4096;
/// The maximum that one side may be of the other.
const RATIO: u32 = 8;

/// Returns the size that the game can use and that is nearest to the given one.
pub(super) fn fitting(width: u32, height: u32) -> [u32; 2] {
    let [w, h] = [width, height].map(power);
    [w.max(h / RATIO), h.max(w / RATIO)]
}

/// Returns the power of two that is nearest by ratio, within the game's limits.
pub(super) fn power(side: u32) -> u32 {
    let above = side.clamp(SMALLEST, LARGEST).next_power_of_two();
    let below = (above / 2).max(SMALLEST);
    let side = u64::from(side.clamp(SMALLEST, LARGEST));
    if side * side < u64::from(above) * u64::from(below) { below } else { above }
}

/// Returns a picture in another size. One that is cut out stays cut out: its edge is where half of a texel is clear.
pub(super) fn scaled(picture: &Picture, size: [u32; 2]) -> Cow<'_, Picture> {
    if size == [picture.width, picture.height] {
        return Cow::Borrowed(picture);
    }
    let mut scaled = resize(picture, size);
    if picture.alpha() == Alpha::Keyed {
        for [.., alpha] in scaled.rgba.as_chunks_mut::<4>().0 {
            *alpha = if *alpha < 128 { 0 } else { 255 };
        }
    }
    Cow::Owned(scaled)
}

/// Scales a picture in both directions by a filter as wide as the coarser grid, in light and weighted by alpha.
fn resize(picture: &Picture, [width, height]: [u32; 2]) -> Picture {
    let texel = |[r, g, b, a]: &[u8; 4]| {
        let a = f32::from(*a) / 255.0;
        let [r, g, b] = [r, g, b].map(|value| f32::from(light(*value)) * a);
        [r, g, b, a]
    };
    let (w, h) = (picture.width as usize, picture.height as usize);
    let across = weights(w, width as usize);
    let line = |y: usize| -> Vec<[f32; 4]> {
        let row = picture.texels().iter().skip(y * w).take(w);
        let row: Vec<[f32; 4]> = row.map(texel).collect();
        across.iter().map(|weights| weighted(weights, |at| row.get(at))).collect()
    };
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    // The lines that the row at work is mixed from, and the number of the first of them.
    let (mut lines, mut held) = (VecDeque::new(), 0);
    for (first, weights) in weights(h, height as usize) {
        lines.drain(..lines.len().min(first.saturating_sub(held)));
        held = first;
        while lines.len() < weights.len() {
            lines.push_back(line(held + lines.len()));
        }
        for x in 0..width as usize {
            let [r, g, b, a] = weighted(&(0, &weights), |at| lines.get(at).and_then(|line| line.get(x)));
            let channel = |value: f32| byte((value / a.max(1e-6)).round().clamp(0.0, 65535.0) as u16);
            rgba.extend([channel(r), channel(g), channel(b), (a * 255.0).round().clamp(0.0, 255.0) as u8]);
        }
    }
    Picture { width, height, rgba }
}

/// For each place of a new side: the first old place and the weights from there on, which add up to 1.
fn weights(old: usize, new: usize) -> Vec<(usize, Vec<f32>)> {
    let scale = old as f32 / new as f32;
    let reach = scale.max(1.0);
    let place = |n: usize| {
        let center = (n as f32 + 0.5) * scale - 0.5;
        let first = (center - reach).ceil().max(0.0) as usize;
        let last = ((center + reach).floor().max(0.0) as usize).min(old - 1);
        let first = first.min(last);
        let tent = |at: usize| (1.0 - (at as f32 - center).abs() / reach).max(0.0);
        let total: f32 = (first..=last).map(tent).sum();
        let weight = |at: usize| if total > 0.0 { tent(at) / total } else { 1.0 / (last - first + 1) as f32 };
        (first, (first..=last).map(weight).collect())
    };
    (0..new).map(place).collect()
}

fn weighted<'a>(
    (first, weights): &(usize, impl AsRef<[f32]>),
    texel: impl Fn(usize) -> Option<&'a [f32; 4]>,
) -> [f32; 4] {
    let mut sum = [0.0; 4];
    for (at, weight) in (*first..).zip(weights.as_ref()) {
        for (sum, value) in sum.iter_mut().zip(texel(at).unwrap_or(&[0.0; 4])) {
            *sum += value * weight;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_become_the_nearest_powers_within_the_limits() {
        let rows = [
            ([256, 128], [256, 128]),
            ([300, 200], [256, 256]),
            ([363, 181], [512, 128]),
            ([1, 1], [8, 8]),
            ([9000, 4096], [4096, 4096]),
            ([1024, 16], [1024, 128]),
            ([16, 4096], [512, 4096]),
        ];
        for ([w, h], expected) in rows {
            assert_eq!(fitting(w, h), expected, "{w} x {h}");
        }
    }

    #[test]
    fn scaling_keeps_flat_colours_and_the_order_of_rows() {
        let flat = Picture::from_fn(10, 6, |_, _| [200, 100, 50, 128]);
        assert_eq!(resize(&flat, [16, 8]), Picture::from_fn(16, 8, |_, _| [200, 100, 50, 128]));
        let halves =
            Picture::from_fn(10, 10, |x, y| [if x < 5 { 255 } else { 0 }, if y < 5 { 255 } else { 0 }, 0, 255]);
        let scaled = resize(&halves, [8, 8]);
        let corner = |x: usize, y: usize| scaled.texels()[y * 8 + x];
        assert_eq!([corner(0, 0), corner(7, 0)], [[255, 255, 0, 255], [0, 255, 0, 255]]);
        assert_eq!([corner(0, 7), corner(7, 7)], [[255, 0, 0, 255], [0, 0, 0, 255]]);
    }
}

//! Texels to blocks.
//!
//! The two colours of a block are found by cluster fit: along the axis of the block's colours every way to cut them into the groups
//! of a block's two to four colours is tried, each with the ends that fit it best by least squares. Alpha has the ramp of its
//! extremes, or the shorter one next to clear and opaque where that is nearer.

use super::blocks::{four, ramp, three, widen};
use glam::Vec3;
use std::sync::LazyLock;

/// Alpha from here on is opaque where there is one bit of it.
const OPAQUE: u8 = 128;
/// A block is fitted again along the axis between its ends this often, as long as it becomes better.
const ROUNDS: usize = 3;

/// The sixteen texels of a block, row by row.
type Block = [[u8; 4]; 16];

/// Packs a picture of `width` columns into blocks of eight bytes; texels under half of alpha become clear.
pub(crate) fn dxt1(rgba: &[[u8; 4]], width: usize) -> Vec<u8> {
    blocks(rgba, width).flat_map(|block| color_block(&block, block.map(|[.., a]| a >= OPAQUE))).collect()
}

/// Packs a picture of `width` columns into blocks of sixteen bytes with interpolated alpha.
pub(crate) fn dxt5(rgba: &[[u8; 4]], width: usize) -> Vec<u8> {
    let pack = |block: Block| {
        let colors = color_block(&block, [true; 16]);
        alpha_block(&block.map(|[.., a]| a)).into_iter().chain(colors)
    };
    blocks(rgba, width).flat_map(pack).collect()
}

/// Cuts a picture into blocks; those over its edge repeat the last row and column.
fn blocks(rgba: &[[u8; 4]], width: usize) -> impl Iterator<Item = Block> {
    let width = width.max(1);
    let height = rgba.len() / width;
    let corners = (0..height).step_by(4).flat_map(move |y| (0..width).step_by(4).map(move |x| (x, y)));
    corners.map(move |(x, y)| {
        std::array::from_fn(|n| {
            let at = (y + n / 4).min(height - 1) * width + (x + n % 4).min(width - 1);
            rgba.get(at).copied().unwrap_or_default()
        })
    })
}

/// Packs colours; texels that are not `solid` become clear.
fn color_block(block: &Block, solid: [bool; 16]) -> [u8; 8] {
    let mut seen: Vec<[u8; 3]> =
        block.iter().zip(solid).filter(|(_, solid)| *solid).map(|([r, g, b, _], _)| [*r, *g, *b]).collect();
    let is_whole = seen.len() == 16;
    seen.sort_unstable();
    let points: Vec<Point> = seen.chunk_by(|a, b| a == b).filter_map(Point::of).collect();
    let ends = match (points.as_slice(), seen.first()) {
        ([], _) | (_, None) => return [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
        ([_], Some(color)) if is_whole => flat(*color),
        (points, _) => fitted(points, is_whole),
    };
    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    // The order of the ends says whether the fourth colour is one of its own or clear.
    let (ends, colors) = if is_whole { ([high, low], four(high, low)) } else { ([low, high], three(low, high)) };
    // Equal ends mean three colours; the first one is what is meant.
    let choices = match (is_whole, low == high) {
        (_, true) => 1,
        (true, _) => 4,
        (false, _) => 3,
    };
    let mut indices = 0u32;
    for (n, (texel, solid)) in block.iter().zip(solid).enumerate() {
        let index = if solid { nearest(&colors, choices, *texel) } else { 3 };
        indices |= index << (2 * n);
    }
    let [[a, b], [c, d]] = ends.map(u16::to_le_bytes);
    let [e, f, g, h] = indices.to_le_bytes();
    [a, b, c, d, e, f, g, h]
}

/// A colour of a block.
struct Point {
    color: Vec3,
    /// How many texels have it.
    weight: f32,
}

impl Point {
    fn of(texels: &[[u8; 3]]) -> Option<Self> {
        let color = Vec3::from_array(texels.first()?.map(f32::from));
        Some(Self { color, weight: texels.len() as f32 })
    }
}

/// Ends of five and of six bits whose mix, two parts of the first and one of the second, is nearest to each byte.
static MIXES: LazyLock<[[[u16; 2]; 256]; 2]> = LazyLock::new(|| [mixes(5), mixes(6)]);

fn mixes(bits: u32) -> [[u16; 2]; 256] {
    let wide = |end: u16| end << (8 - bits) | end >> (2 * bits - 8);
    let ends = || (0..1u16 << bits).flat_map(|a| (0..1u16 << bits).map(move |b| [a, b]));
    let mut best = [(u16::MAX, [0; 2]); 256];
    for ends @ [a, b] in ends() {
        let mix = (2 * wide(a) + wide(b) + 1) / 3;
        // Of equal mixes the one with the nearest ends: not every decoder rounds alike.
        for (value, (off, found)) in (0u16..).zip(&mut best) {
            let cost = value.abs_diff(mix) * 256 + a.abs_diff(b);
            if cost < *off {
                (*off, *found) = (cost, ends);
            }
        }
    }
    best.map(|(_, ends)| ends)
}

/// Returns the ends between which a colour is that fills a block.
#[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
fn flat(color: [u8; 3]) -> [u16; 2] {
    let [r, g, b] = color.map(usize::from);
    let ([r0, r1], [g0, g1], [b0, b1]) = (MIXES[0][r], MIXES[1][g], MIXES[0][b]);
    [r0 << 11 | g0 << 5 | b0, r1 << 11 | g1 << 5 | b1]
}

/// Returns the ends that fit colours best.
fn fitted(points: &[Point], is_whole: bool) -> [u16; 2] {
    let (_, mean) = middle(points);
    let mut best = Fit { ends: [pack(mean); 2], error: f32::INFINITY };
    let mut axis = axis(points);
    for _ in 0..ROUNDS {
        let before = best.error;
        fit(points, axis, is_whole, &mut best);
        if best.error >= before {
            break;
        }
        let [a, b] = best.ends.map(point);
        axis = b - a;
    }
    best.ends
}

/// Returns the number of the nearest of the first colours.
fn nearest(colors: &[[u8; 4]; 4], choices: usize, texel: [u8; 4]) -> u32 {
    let distance = |color: &[u8; 4]| -> u32 {
        color.iter().zip(texel).take(3).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..).zip(colors.iter().take(choices)).min_by_key(|(_, color)| distance(color)).map_or(0, |(n, _)| n)
}

/// A pair of ends, and how far off the block is with them up to a constant.
struct Fit {
    ends: [u16; 2],
    error: f32,
}

/// Finds better ends for points that are cut into groups along an axis: four groups for a block without clear texels, else three.
fn fit(points: &[Point], axis: Vec3, is_whole: bool, best: &mut Fit) {
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|a, b| a.color.dot(axis).total_cmp(&b.color.dot(axis)));
    let (all, mean) = middle(points);
    // The weight and the colours of the first points together, the colours from the middle: those of all are nothing.
    let mut sums = vec![(0.0, Vec3::ZERO)];
    sums.extend(sorted.iter().scan((0.0, Vec3::ZERO), |(weight, sum), point| {
        *weight += point.weight;
        *sum += (point.color - mean) * point.weight;
        Some((*weight, *sum))
    }));
    // The shares of the first end in the inner groups.
    let (w1, w2) = if is_whole { (2.0 / 3.0, 1.0 / 3.0) } else { (0.5, 0.0) };
    for (i, (n_i, sum_i)) in sums.iter().enumerate() {
        for (j, (n_j, sum_j)) in sums.iter().enumerate().skip(i) {
            let last = if is_whole { sums.len() - j } else { 1 };
            for (n_k, sum_k) in sums.iter().skip(j).take(last) {
                let [n0, n1, n2, n3] = [*n_i, n_j - n_i, n_k - n_j, all - n_k];
                let aa = n0 + w1 * w1 * n1 + w2 * w2 * n2;
                let bb = n3 + (1.0 - w1) * (1.0 - w1) * n1 + (1.0 - w2) * (1.0 - w2) * n2;
                let ab = w1 * (1.0 - w1) * n1 + w2 * (1.0 - w2) * n2;
                // The colours by the share that the first end has in them; by that of the second they are the opposite.
                let ax = *sum_i + w1 * (*sum_j - *sum_i) + w2 * (*sum_k - *sum_j);
                let det = aa * bb - ab * ab;
                // Ends of any numbers are at least as near as those of a few bits.
                if det > 1e-6 && ax.dot(ax) * all <= -best.error * det {
                    continue;
                }
                let (a, b) =
                    if det > 1e-6 { (ax * ((bb + ab) / det), ax * (-(aa + ab) / det)) } else { Default::default() };
                let ends = [pack(mean + a), pack(mean + b)];
                let [a, b] = ends.map(|end| point(end) - mean);
                let error = a.dot(a) * aa + b.dot(b) * bb + 2.0 * (a.dot(b) * ab - (a - b).dot(ax));
                if error < best.error {
                    *best = Fit { ends, error };
                }
            }
        }
    }
}

/// Returns the weight of all points, and the middle of their colours.
fn middle(points: &[Point]) -> (f32, Vec3) {
    let all: f32 = points.iter().map(|p| p.weight).sum();
    (all, points.iter().map(|p| p.color * p.weight).sum::<Vec3>() / all)
}

/// Returns the direction in which points differ most, by power iteration.
fn axis(points: &[Point]) -> Vec3 {
    let (_, mean) = middle(points);
    let off = || points.iter().map(|p| (p.color - mean, p.weight));
    let mut axis = off().map(|(off, _)| off).max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    for _ in 0..8 {
        axis =
            axis.and_then(|axis| off().map(|(off, weight)| off * off.dot(axis) * weight).sum::<Vec3>().try_normalize());
    }
    axis.unwrap_or(Vec3::ONE)
}

/// Rounds a colour to five, six and five bits.
fn pack(color: Vec3) -> u16 {
    // Not `round`, which is a call of a function where the processor is not known.
    let bits = |value: f32, max: f32| (value / 255.0 * max + 0.5).clamp(0.0, max) as u16;
    bits(color.x, 31.0) << 11 | bits(color.y, 63.0) << 5 | bits(color.z, 31.0)
}

fn point(color: u16) -> Vec3 {
    let [r, g, b] = widen(color).map(f32::from);
    Vec3::new(r, g, b)
}

/// Packs alpha with the better one of the two ramps.
fn alpha_block(alpha: &[u8; 16]) -> [u8; 8] {
    let all = || alpha.iter().copied();
    let inner = || all().filter(|a| !matches!(a, 0 | 255));
    let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let short = (inner().min().unwrap_or(0), inner().max().unwrap_or(0));
    let [long, short] = [alpha_with(alpha, high, low), alpha_with(alpha, short.0, short.1)];
    let (_, indices, a0, a1) = if short.0 < long.0 { short } else { long };
    let [a, b, c, d, e, f, ..] = indices.to_le_bytes();
    [a0, a1, a, b, c, d, e, f]
}

/// Returns the squared error and the indices of a ramp between two values, and these.
fn alpha_with(alpha: &[u8; 16], a0: u8, a1: u8) -> (u32, u64, u8, u8) {
    let ramp = ramp(a0, a1);
    let (mut error, mut indices) = (0, 0);
    for (n, value) in alpha.iter().enumerate() {
        let off = |entry: &u8| u32::from(entry.abs_diff(*value)).pow(2);
        let (index, entry) = (0u64..).zip(&ramp).min_by_key(|(_, entry)| off(entry)).unwrap_or((0, &0));
        error += off(entry);
        indices |= index << (3 * n);
    }
    (error, indices, a0, a1)
}

#[cfg(test)]
mod tests {
    use super::super::blocks::unpack;
    use super::*;
    use crate::document::Texels;

    fn back(texels: Texels, bytes: &[u8], width: usize, rgba: &[[u8; 4]]) -> Vec<[u8; 4]> {
        let mut out = vec![0; rgba.len() * 4];
        unpack(texels, bytes, width, &mut out);
        out.as_chunks().0.to_vec()
    }

    #[test]
    fn colours_that_a_block_can_hold_are_exact() {
        let [red, blue] = [[255, 0, 0, 255], [0, 0, 255, 255]];
        let clear = [0; 4];
        let pictures: [(&str, Block); 5] = [
            ("one colour", [[8, 4, 8, 255]; 16]),
            ("two colours", std::array::from_fn(|n| if n % 3 == 0 { red } else { blue })),
            ("thirds", std::array::from_fn(|n| [[255, 0, 0, 255], [170, 0, 85, 255], [85, 0, 170, 255], blue][n % 4])),
            ("a hole", std::array::from_fn(|n| if n == 5 { clear } else { red })),
            ("nothing", [clear; 16]),
        ];
        for (name, picture) in pictures {
            assert_eq!(back(Texels::Dxt1, &dxt1(&picture, 4), 4, &picture), picture, "{name}");
        }
    }

    #[test]
    fn alpha_is_near_and_its_extremes_are_exact() {
        let picture: Vec<[u8; 4]> = (0..64u8).map(|n| [n, n, n, n.wrapping_mul(37)]).collect();
        let found = back(Texels::Dxt5, &dxt5(&picture, 8), 8, &picture);
        let off = found.iter().zip(&picture).map(|(a, b)| a[3].abs_diff(b[3])).max();
        assert!(off <= Some(18), "{off:?}");
        let hard: Block = std::array::from_fn(|n| [9, 9, 9, [0, 255, 100, 120][n % 4]]);
        let found = back(Texels::Dxt5, &dxt5(&hard, 4), 4, &hard);
        assert!(found.iter().zip(hard).all(|(a, b)| a[3] == b[3]), "{found:?}");
    }

    #[test]
    fn a_flat_block_is_nearer_than_its_ends_could_be() {
        for value in 0..=255u8 {
            let color = [value, value, 255 - value, 255];
            let found = back(Texels::Dxt1, &dxt1(&[color; 16], 4), 4, &[color; 16])[0];
            let off = found.iter().zip(color).map(|(a, b)| a.abs_diff(b)).max();
            assert!(off <= Some(1), "{color:?} became {found:?}");
        }
    }

    #[test]
    fn parts_of_blocks_are_filled_up() {
        let picture: Vec<[u8; 4]> =
            (0..15).map(|n| if n % 5 < 3 { [255, 255, 255, 255] } else { [0, 0, 0, 255] }).collect();
        let packed = dxt1(&picture, 5);
        assert_eq!(packed.len(), 2 * 8);
        assert_eq!(back(Texels::Dxt1, &packed, 5, &picture), picture);
    }
}

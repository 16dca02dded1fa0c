//! The rasteriser: which samples a triangle covers, and with which weights of its corners.

use crate::camera::Projected;
use std::ops::Range;

/// Steps a sample is divided into.
const SUBPIXELS: i64 = 256;

/// A triangle on the grid of samples, its corners in the order that makes the area positive.
///
/// Edges are exact integers with a top-left rule, so that triangles that share an edge neither overlap nor leave a gap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// Which corner of the triangle each of the three here is.
    pub(crate) order: [usize; 3],
    x: [i64; 3],
    y: [i64; 3],
    pub(crate) inv_w: [f32; 3],
    area: i64,
    /// Whether the viewer sees the front.
    pub(crate) front: bool,
}

/// A square of samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Square {
    /// The leftmost column.
    pub(crate) x: i32,
    /// The uppermost row.
    pub(crate) y: i32,
    /// Samples in each direction.
    pub(crate) size: i32,
}

impl Square {
    /// A single sample.
    pub(crate) fn sample(x: i32, y: i32) -> Self {
        Self { x, y, size: 1 }
    }
}

/// A span of one row.
#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub(crate) y: i32,
    pub(crate) x: Range<i32>,
    /// Depth of the first sample, and what the next one adds.
    pub(crate) inv_w: f32,
    pub(crate) step: f32,
}

impl Setup {
    /// Prepares a triangle; `None` for one without area or with a corner that cannot be shown.
    #[inline]
    pub(crate) fn new(corners: [Projected; 3]) -> Option<Self> {
        if corners.iter().any(|p| p.inv_w <= 0.0) {
            return None;
        }
        let x = corners.map(|p| (p.x * SUBPIXELS as f32).round() as i64);
        let y = corners.map(|p| (p.y * SUBPIXELS as f32).round() as i64);
        let area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
        // Rows run downward, so counter-clockwise is negative.
        let front = area < 0;
        let order = if front { [0, 2, 1] } else { [0, 1, 2] };
        (area != 0).then(|| Self {
            order,
            x: order.map(|i| x[i]),
            y: order.map(|i| y[i]),
            inv_w: order.map(|i| corners[i].inv_w),
            area: area.abs(),
            front,
        })
    }

    /// Returns the rows whose middles it may cover.
    pub(crate) fn rows(&self) -> Range<i32> {
        middles(&self.y)
    }

    /// Returns about how many samples it covers in a picture of the given size, and at least one a row.
    pub(crate) fn cost(&self, width: i32, height: i32) -> u64 {
        let clamp = |range: Range<i32>, size: i32| (range.end.clamp(0, size) - range.start.clamp(0, size)) as u64;
        let (columns, rows) = (clamp(middles(&self.x), width), clamp(self.rows(), height));
        let area = (self.area / (2 * SUBPIXELS * SUBPIXELS)) as u64;
        area.min(columns * rows) + rows + 1
    }

    /// Returns how large it is, in samples.
    pub(crate) fn area(&self) -> f32 {
        self.area as f32 / (2 * SUBPIXELS * SUBPIXELS) as f32
    }

    /// The edge opposite to a corner: its value in the middle of a square of samples, and what a step of one to the right adds.
    fn edge(&self, corner: usize, square: Square) -> (i64, i64) {
        let (a, b) = ((corner + 1) % 3, (corner + 2) % 3);
        let (dx, dy) = (self.x[b] - self.x[a], self.y[b] - self.y[a]);
        let middle = |first: i32| i64::from(first) * SUBPIXELS + i64::from(square.size) * (SUBPIXELS / 2);
        (dx * (middle(square.y) - self.y[a]) - dy * (middle(square.x) - self.x[a]), -dy * SUBPIXELS)
    }

    /// Returns the share of each corner (in the order of the setup) in the middle of a square of samples.
    pub(crate) fn weights(&self, square: Square) -> [f32; 3] {
        let share = (self.area as f32).recip();
        std::array::from_fn(|corner| self.edge(corner, square).0 as f32 * share)
    }

    /// Calls `span` for each row of the given rows and columns that it covers.
    #[inline]
    pub(crate) fn spans(&self, rows: &Range<i32>, width: i32, mut span: impl FnMut(Span)) {
        let own = self.rows();
        let columns = middles(&self.x);
        let columns = columns.start.max(0)..columns.end.min(width);
        for y in own.start.max(rows.start)..own.end.min(rows.end) {
            let (mut start, mut end) = (columns.start, columns.end);
            let mut inv_w = 0.0;
            let mut step = 0.0;
            for corner in 0..3 {
                let (value, delta) = self.edge(corner, Square::sample(columns.start, y));
                inv_w += value as f64 * f64::from(self.inv_w[corner]);
                step += delta as f64 * f64::from(self.inv_w[corner]);
                // A sample right on an edge belongs to the triangle of which it is the top or left one.
                let value = if self.is_top_left(corner) { value } else { value - 1 };
                if delta > 0 {
                    // value + n * delta >= 0
                    start = start.max(columns.start + ceil_div(-value, delta));
                } else if delta < 0 {
                    end = end.min(columns.start + floor_div(value, -delta) + 1);
                } else if value < 0 {
                    end = start;
                }
            }
            if start < end {
                let area = self.area as f64;
                let inv_w = (inv_w + step * f64::from(start - columns.start)) / area;
                span(Span { y, x: start..end, inv_w: inv_w as f32, step: (step / area) as f32 });
            }
        }
    }

    fn is_top_left(&self, corner: usize) -> bool {
        let (a, b) = ((corner + 1) % 3, (corner + 2) % 3);
        let (dx, dy) = (self.x[b] - self.x[a], self.y[b] - self.y[a]);
        dy < 0 || (dy == 0 && dx > 0)
    }
}

/// Returns the samples whose middles lie between the least and the greatest of three values.
fn middles(values: &[i64; 3]) -> Range<i32> {
    let min = values[0].min(values[1]).min(values[2]);
    let max = values[0].max(values[1]).max(values[2]);
    let half = SUBPIXELS / 2;
    ((min - half).div_euclid(SUBPIXELS)) as i32..((max - half).div_euclid(SUBPIXELS) + 1) as i32
}

/// Divides by a positive number, rounded up; results are bounded by the width of a picture in every use that counts.
fn ceil_div(a: i64, b: i64) -> i32 {
    (-(-a).div_euclid(b)).clamp(-(1 << 30), 1 << 30) as i32
}

fn floor_div(a: i64, b: i64) -> i32 {
    a.div_euclid(b).clamp(-(1 << 30), 1 << 30) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Projected {
        Projected { x, y, inv_w: 1.0 }
    }

    fn covered(corners: [Projected; 3], counts: &mut [u32], size: i32) {
        if let Some(setup) = Setup::new(corners) {
            setup.spans(&(0..size), size, |span| {
                for x in span.x {
                    counts[(span.y * size + x) as usize] += 1;
                }
            });
        }
    }

    #[test]
    fn a_fan_covers_every_sample_once() {
        const SIZE: i32 = 40;
        // The hub wanders over sample middles, edges and unusual places; the rim leaves the picture.
        for hub in [(20.0, 20.0), (20.5, 20.5), (3.25, 37.9), (0.1, 0.1)] {
            let mut counts = vec![0; (SIZE * SIZE) as usize];
            let rim: Vec<Projected> = (0..13)
                .map(|i| {
                    let (sin, cos) = (i as f32 * std::f32::consts::TAU / 13.0).sin_cos();
                    at(20.0 + 90.0 * cos, 20.0 + 90.0 * sin)
                })
                .collect();
            for i in 0..13 {
                covered([at(hub.0, hub.1), rim[i], rim[(i + 1) % 13]], &mut counts, SIZE);
            }
            assert!(counts.iter().all(|&count| count == 1), "{hub:?}");
        }
    }

    #[test]
    fn facing_and_depth() {
        // Counter-clockwise as the viewer sees it, y downward.
        let near = |x, y, inv_w| Projected { x, y, inv_w };
        let corners = [near(0.0, 10.0, 1.0), near(10.0, 10.0, 2.0), near(0.0, 0.0, 1.0)];
        let setup = Setup::new(corners).unwrap();
        assert!(setup.front);
        assert!(!Setup::new([corners[0], corners[2], corners[1]]).unwrap().front);
        assert!(Setup::new([corners[0], corners[0], corners[1]]).is_none());
        let mut rows = 0;
        setup.spans(&(0..10), 10, |span| {
            rows += 1;
            assert!((span.inv_w - 1.05).abs() < 1e-3 && (span.step - 0.1).abs() < 1e-3, "{span:?}");
            let weights = setup.weights(Square::sample(span.x.start, span.y));
            let depth: f32 = weights.iter().zip(setup.inv_w).map(|(w, inv_w)| w * inv_w).sum();
            assert!((depth - span.inv_w).abs() < 1e-5);
        });
        // The middle of the first row lies right on the long edge, which belongs to the other side.
        assert_eq!(rows, 9);
    }
}

//! Quads that are split along the other diagonal: the same shape unless they are folded.

use super::accumulate::{Accumulator, short};
use super::surface::{Quad, Surface};
use glam::Vec3;
use retromesh_kit::Feature;
use std::collections::HashMap;

/// This many edges are distinguished in one place.
const MAX_IN_A_CELL: usize = 64;

/// The edges of triangles by the cell of their middle.
struct Edges {
    cell: f32,
    near: f32,
    found: HashMap<[i64; 3], Vec<[Vec3; 2]>>,
}

impl Edges {
    fn of(surface: &Surface<'_>, near: f32) -> Self {
        let cell = (near * 4.0).max(surface.size * 1e-5).max(f32::MIN_POSITIVE);
        let mut edges = Self { cell, near, found: HashMap::new() };
        for triangle in &surface.triangles {
            let [a, b, c] = surface.points(triangle);
            for edge in [[a, b], [b, c], [c, a]] {
                let known = edges.found.entry(edges.cell_of(edge[0].midpoint(edge[1]))).or_default();
                if known.len() < MAX_IN_A_CELL && !known.contains(&edge) {
                    known.push(edge);
                }
            }
        }
        edges
    }

    fn cell_of(&self, point: Vec3) -> [i64; 3] {
        point.to_array().map(|x| (x / self.cell).floor() as i64)
    }

    fn has(&self, [a, b]: [Vec3; 2]) -> bool {
        let apart = |x: Vec3, y: Vec3| x.distance(a).max(y.distance(b));
        let is_same = |&[x, y]: &[Vec3; 2]| apart(x, y).min(apart(y, x)) <= self.near;
        let middle = a.midpoint(b);
        (0..8u8).any(|corner| {
            let shift = |bit: u8| if corner >> bit & 1 == 1 { self.near } else { -self.near };
            let cell = self.cell_of(middle + Vec3::new(shift(0), shift(1), shift(2)));
            self.found.get(&cell).is_some_and(|edges| edges.iter().any(is_same))
        })
    }
}

/// Splits the quads of `a` along the other diagonal where the triangles of `b` are, and says of those whose shape that changes.
pub(super) fn turn(a: &mut Surface<'_>, b: &Surface<'_>, near: f32, size: f32, out: &mut Accumulator) {
    if a.quads.is_empty() {
        return;
    }
    let edges = Edges::of(b, near);
    for number in 0..a.quads.len() {
        let Quad { first, corners } = a.quads[number];
        let triangle = a.triangles[first as usize];
        let [p, q, r, s] = corners.map(|v| a.placed(&triangle).positions[v as usize]);
        // A quad that is not convex has one diagonal alone.
        let is_convex = (q - p).cross(s - p).dot((s - r).cross(q - r)) > 0.0;
        if !is_convex || edges.has([p, r]) || !edges.has([q, s]) {
            continue;
        }
        let [x, y, z, w] = corners;
        for (n, corners) in [[y, z, w], [y, w, x]].into_iter().enumerate() {
            a.triangles[first as usize + n].corners = corners;
        }
        let height = height([p, r], [q, s]);
        if height > near {
            let path = a.path(a.placed(&triangle).node.index());
            out.measure(Feature::Positions, &path, "folded quad", height, || {
                format!("split along another diagonal, at {p} ({} of the size)", short(f64::from(height / size)))
            });
        }
    }
}

/// Returns how far apart two diagonals pass each other.
fn height([p, r]: [Vec3; 2], [q, s]: [Vec3; 2]) -> f32 {
    let across = (r - p).cross(s - q).normalize_or_zero();
    across.dot(q - p).abs()
}

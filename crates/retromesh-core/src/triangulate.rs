//! Polygons as triangles.
//!
//! A polygon is flat, or nearly so: it is looked at along its normal by Newell's method. Where the fan from its first corner covers it, the
//! fan is taken; other polygons are cut by ears.

use crate::mesh::{Faces, Mesh, fan};
use earcut::Earcut;
use glam::Vec3;
use std::borrow::Cow;
use std::collections::HashMap;

/// Polygons of more corners are fanned out, which is reported: cutting ears takes time by the square of their number.
const MAX_CORNERS: usize = 1 << 14;

/// A share of a polygon's area that counts as nothing.
const ROUNDING: f64 = 1e-9;

/// Cuts polygons into triangles, one after another.
#[derive(Default)]
pub struct Triangulator {
    earcut: Option<Earcut<f64>>,
    flat: Vec<[f64; 2]>,
    cut: Vec<u32>,
}

impl Triangulator {
    /// Appends the triangles of a polygon, with the same winding.
    ///
    /// They are as large together as the polygon, and two less than it has corners.
    pub fn add(&mut self, positions: &[Vec3], face: &[u32], out: &mut Vec<[u32; 3]>) {
        if self.fans(positions, face) {
            out.extend(fan(face));
            return;
        }
        // The corners are cut in the same order whichever way they go round: a mirrored polygon has the same triangles.
        let backward = face.get(1) > face.last();
        let mut ring = face.to_vec();
        if backward {
            ring.get_mut(1..).unwrap_or_default().reverse();
            self.project(positions, &ring);
        }
        self.earcut.get_or_insert_with(Earcut::new).earcut_slice(&self.flat, &[], &mut self.cut);
        let (cut, _) = self.cut.as_chunks::<3>();
        // All turn the same way; the sum says which, as some may have no area.
        let clockwise = cut.iter().map(|&[a, b, c]| self.area(a as usize, b as usize, c as usize)).sum::<f64>() < 0.0;
        let along = |&[a, b, c]: &[u32; 3]| if clockwise { [a, c, b] } else { [a, b, c] };
        let mut triangles: Vec<[u32; 3]> = cut.iter().map(along).collect();
        insert_left_out(ring.len() as u32, &mut triangles);
        // A polygon that crosses itself has no inside: engines draw its fan.
        if triangles.len() + 2 != ring.len() {
            out.extend(fan(face));
            return;
        }
        let corner = |i: u32| ring.get(i as usize).copied().unwrap_or_default();
        out.extend(triangles.iter().map(|&[a, b, c]| if backward { [a, c, b] } else { [a, b, c] }.map(corner)));
    }

    /// Returns whether the fan from the first corner of a polygon covers it, or nothing better is known.
    pub fn fans(&mut self, positions: &[Vec3], face: &[u32]) -> bool {
        face.len() <= 3 || !self.project(positions, face) || self.fan_fits() || face.len() > MAX_CORNERS
    }

    /// Counts the polygons of a mesh that are fanned out though that is not their outline, because they have too many corners.
    pub fn too_large(&mut self, mesh: &Mesh) -> usize {
        let faces = mesh.parts.iter().flat_map(|part| part.faces.iter()).filter(|face| face.len() > MAX_CORNERS);
        faces.filter(|face| self.project(&mesh.positions, face) && !self.fan_fits()).count()
    }

    /// Projects a polygon along its normal, so that it turns counter-clockwise; `false` for one without area.
    fn project(&mut self, positions: &[Vec3], face: &[u32]) -> bool {
        let point = |v: &u32| positions.get(*v as usize).map_or([0.0; 3], |p| p.to_array().map(f64::from));
        let origin = face.first().map_or([0.0; 3], point);
        let points = || face.iter().map(|v| minus(point(v), origin));
        let next = points().skip(1).chain(points().take(1));
        let mut normal = [0.0; 3];
        for (a, b) in points().zip(next) {
            let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
            normal.iter_mut().zip(cross).for_each(|(sum, part)| *sum += part);
        }
        // The longest side of the normal is the one to look along.
        let [x, y, z] = normal.map(f64::abs);
        let (along, u, v) = if x >= y && x >= z {
            (0, 1, 2)
        } else if y >= z {
            (1, 2, 0)
        } else {
            (2, 0, 1)
        };
        let length: f64 = normal[along];
        self.flat.clear();
        self.flat.extend(points().map(|p| [p[u] * length.signum(), p[v]]));
        length != 0.0 && (x + y + z).is_finite()
    }

    /// Returns whether no triangle of the fan turns the other way.
    fn fan_fits(&self) -> bool {
        let areas = || (2..self.flat.len()).map(|i| self.area(0, i - 1, i));
        let whole: f64 = areas().sum();
        areas().all(|area| area >= -ROUNDING * whole)
    }

    /// Returns twice the area of a triangle, negative where it turns clockwise.
    fn area(&self, a: usize, b: usize, c: usize) -> f64 {
        let [a, b, c] = [a, b, c].map(|i| self.flat.get(i).copied().unwrap_or_default());
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }
}

/// Puts corners back that lie on an edge of others as the polygon is projected: in space they need not, and its neighbours may have them.
///
/// `triangles` turn as the corners go round; one with the edge that such corners lie on is split at them.
fn insert_left_out(corners: u32, triangles: &mut Vec<[u32; 3]>) {
    let mut is_kept = vec![false; corners as usize];
    for corner in triangles.as_flattened() {
        is_kept.get_mut(*corner as usize).into_iter().for_each(|kept| *kept = true);
    }
    if is_kept.iter().all(|kept| *kept) {
        return;
    }
    let edges = |[a, b, c]: [u32; 3]| [((a, b), c), ((b, c), a), ((c, a), b)];
    let mut apexes: HashMap<(u32, u32), (usize, u32)> = HashMap::new();
    for (number, triangle) in triangles.iter().enumerate() {
        apexes.extend(edges(*triangle).map(|(edge, apex)| (edge, (number, apex))));
    }
    let kept: Vec<u32> = (0..corners).zip(&is_kept).filter_map(|(corner, kept)| kept.then_some(corner)).collect();
    let next = kept.iter().skip(1).chain(kept.first());
    for (&from, &to) in kept.iter().zip(next) {
        let steps = (to + corners - from - 1) % corners + 1;
        let chain: Vec<u32> = (0..=steps).map(|step| (from + step) % corners).collect();
        if steps == 1 {
            continue;
        }
        let Some(&(number, apex)) = apexes.get(&(from, to)) else {
            triangles.extend(pairs(&chain).skip(1).map(|[a, b]| [from, a, b]));
            continue;
        };
        for (at, [a, b]) in pairs(&chain).enumerate() {
            let number = if at == 0 { number } else { triangles.len() };
            match triangles.get_mut(number) {
                Some(triangle) => *triangle = [a, b, apex],
                None => triangles.push([a, b, apex]),
            }
            apexes.extend(edges([a, b, apex]).map(|(edge, apex)| (edge, (number, apex))));
        }
    }
}

/// Returns each corner of a chain with the next one.
fn pairs(chain: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    chain.iter().zip(chain.iter().skip(1)).map(|(a, b)| [*a, *b])
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

impl Faces {
    /// Returns triangles; `positions` are those of the vertices.
    pub fn triangles(&self, positions: &[Vec3]) -> Cow<'_, [[u32; 3]]> {
        match self {
            Self::Triangles(triangles) => Cow::Borrowed(triangles),
            Self::Polygons { .. } => {
                let mut triangles = Vec::with_capacity(self.triangle_count());
                let mut triangulator = Triangulator::default();
                self.iter().for_each(|face| triangulator.add(positions, face, &mut triangles));
                Cow::Owned(triangles)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::*;

    /// Returns the triangles of a polygon in the plane, raised into space in several ways.
    fn check(points: &[[f32; 2]], area: f32, count: usize) {
        let placed: [fn([f32; 2]) -> Vec3; 4] = [
            |[x, y]| Vec3::new(x, y, 3.0),
            |[x, y]| Vec3::new(y, x, 0.0),
            |[x, y]| Vec3::new(0.0, x, y),
            |[x, y]| Vec3::new(x, 5.0, -y),
        ];
        for place in placed {
            let positions: Vec<Vec3> = points.iter().map(|p| place(*p)).collect();
            let face: Vec<u32> = (0..points.len() as u32).collect();
            let faces = Faces::Polygons { starts: vec![0, face.len() as u32], indices: face };
            let triangles = faces.triangles(&positions);
            let areas = triangles.iter().map(|t| {
                let [a, b, c] = t.map(|v| positions[v as usize]);
                (b - a).cross(c - a) / 2.0
            });
            let (sum, sizes) = areas.fold((Vec3::ZERO, 0.0), |(sum, size), a| (sum + a, size + a.length()));
            // Equal sums of vectors and of lengths: all triangles turn the same way.
            assert!((sum.length() - area).abs() < 1e-5 && (sizes - area).abs() < 1e-5, "{points:?}: {sum} {sizes}");
            assert_eq!(triangles.len(), count, "{points:?}");
        }
    }

    #[test]
    fn polygons_keep_their_area() {
        check(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.]], 4.0, 2);
        // An arrow, a letter L from each corner, a comb.
        check(&[[0., 0.], [2., 1.], [0., 2.], [1., 1.]], 1.0, 2);
        let mut corners = [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]];
        for _ in 0..6 {
            check(&corners, 4.0, 4);
            corners.rotate_left(1);
        }
        let comb = [
            [0., 0.],
            [5., 0.],
            [5., 2.],
            [4., 2.],
            [4., 1.],
            [3., 1.],
            [3., 2.],
            [2., 2.],
            [2., 1.],
            [1., 1.],
            [1., 2.],
            [0., 2.],
        ];
        check(&comb, 8.0, 10);
    }

    #[test]
    fn no_corner_is_left_out() {
        let p = Vec3::new;
        let rows: [(&str, Vec<Vec3>); 4] = [
            ("on an edge", vec![p(0., 0., 0.), p(4., 0., 0.), p(4., 4., 0.), p(2., 1., 0.), p(2., 0.5, 0.)]),
            (
                "on an edge as one looks at it",
                vec![p(0., 0., 0.), p(1., 0., 1.), p(2., 0., 0.5), p(4., 0., 0.), p(4., 4., 0.), p(2., 1., 0.)],
            ),
            ("twice the same", vec![p(0., 0., 0.), p(0., 0., 0.), p(4., 0., 0.), p(4., 4., 0.), p(2., 1., 0.)]),
            ("a spike", vec![p(0., 0., 0.), p(6., 0., 0.), p(4., 0., 0.), p(4., 4., 0.), p(2., 1., 0.)]),
        ];
        for (what, mut positions) in rows {
            for _ in 0..positions.len() {
                positions.rotate_left(1);
                let n = positions.len() as u32;
                for face in [(0..n).collect::<Vec<u32>>(), (0..n).rev().collect()] {
                    let mut triangles = Vec::new();
                    Triangulator::default().add(&positions, &face, &mut triangles);
                    assert_eq!(triangles.len() as u32, n - 2, "{what}");
                    // The edges of the polygon are there once each, in its order, and no others without their opposite.
                    let mut open: Vec<[u32; 2]> =
                        triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
                    for edge in open.clone() {
                        let both =
                            [open.iter().position(|e| *e == edge), open.iter().position(|e| *e == [edge[1], edge[0]])];
                        if let [Some(one), Some(other)] = both {
                            open.remove(one.max(other));
                            open.remove(one.min(other));
                        }
                    }
                    let mut edges: Vec<[u32; 2]> =
                        face.iter().zip(face.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]).collect();
                    open.sort_unstable();
                    edges.sort_unstable();
                    assert_eq!(open, edges, "{what}");
                }
            }
        }
    }

    /// The brim of a hat, whose outer edge goes below its inner one: the mesh of a game.
    #[test]
    fn polygons_that_cross_themselves_are_fanned_out() {
        let outer = [[1.257, 15.459, -8.168], [-0.01, 15.517, -8.29], [-1.277, 15.459, -8.168], [-2.3, 15.109, -7.466]];
        let inner =
            [[-1.282, 15.476, -8.201], [-0.01, 15.484, -8.228], [1.262, 15.476, -8.201], [2.279, 15.109, -7.466]];
        let positions: Vec<Vec3> = outer.into_iter().chain(inner).map(Vec3::from).collect();
        let face: Vec<u32> = (0..8).collect();
        let mut triangles = Vec::new();
        Triangulator::default().add(&positions, &face, &mut triangles);
        assert_eq!(triangles, fan(&face).collect::<Vec<_>>());
    }

    #[test]
    fn polygons_without_area_are_fanned_out() {
        check(&[[0., 0.], [1., 1.], [2., 2.], [3., 3.]], 0.0, 2);
        let far = Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 9, 9] };
        assert_eq!(far.triangles(&[Vec3::NAN, Vec3::ONE]).len(), 2);
    }
}

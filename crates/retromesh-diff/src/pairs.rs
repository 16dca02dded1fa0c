//! Pairs triangles: each with the one in the same place that resembles it most in appearance and motion.

use super::Side;
use super::accumulate::{Accumulator, short};
use super::clip;
use super::nodes::Nodes;
use super::surface::{Surface, Triangle};
use glam::Vec3;
use retromesh_core::Distinct;
use retromesh_kit::Feature;
use std::cell::OnceCell;
use std::collections::HashMap;

/// This many triangles in one place are looked at for each.
const MAX_CANDIDATES: usize = 64;

/// Where this many triangles of a node moved, they are paired in their order.
const MAX_MOVED: usize = 128;

/// Moments that tell triangles apart which coincide at rest.
const PROBES: usize = 3;

/// Vertices times probes beyond this are not posed for telling triangles apart.
const MAX_PROBED: usize = 1 << 23;

/// A pair of triangles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) a: u32,
    pub(super) b: u32,
    /// The corner of `b` that is the first of `a`.
    turn: u8,
    /// Whether the corners go round the other way.
    flipped: bool,
    /// How far apart the corners are, where that is too far.
    pub(super) moved: Option<f32>,
}

impl Pair {
    /// Returns the corner of the second triangle that is corner `i` of the first.
    pub(super) fn corner(&self, i: usize) -> usize {
        let turn = usize::from(self.turn);
        if self.flipped { (turn + 3 - i) % 3 } else { (turn + i) % 3 }
    }
}

/// Which triangle is which.
pub(super) struct Pairs {
    pub(super) matched: Vec<Pair>,
    only_a: Vec<u32>,
    only_b: Vec<u32>,
}

/// World positions by placed mesh.
type Posed = Vec<Vec<Vec3>>;

/// A cell of space.
type Cell = [i64; 3];

struct Search<'s> {
    a: &'s Surface<'s>,
    b: &'s Surface<'s>,
    nodes: &'s Nodes,
    /// World positions of both scenes at probed moments.
    probes: Vec<(Posed, Posed)>,
    near: f32,
    /// Whether only triangles of partners are paired.
    of_partners: bool,
    cell: f32,
    /// The triangles of the second scene by cell, once one is looked for: files that keep their order need none.
    cells: OnceCell<Cells>,
    used: Vec<bool>,
}

const NONE: u32 = u32::MAX;

impl Pairs {
    /// Pairs the triangles of two surfaces; `near` is how far apart the same corner may be. With `of_partners` none is paired with
    /// one of a node that is not the partner of its own.
    pub(super) fn new(
        a: &Surface<'_>,
        b: &Surface<'_>,
        nodes: &Nodes,
        clips: &clip::Pairs,
        near: f32,
        of_partners: bool,
    ) -> Self {
        let mut search = Search {
            a,
            b,
            nodes,
            probes: probes(a, b, clips),
            near: near.max(f32::MIN_POSITIVE),
            of_partners,
            cell: (near * 4.0).max(a.size.max(b.size) * 1e-5).max(f32::MIN_POSITIVE),
            cells: OnceCell::new(),
            used: vec![false; b.triangles.len()],
        };
        let mut matched = Vec::with_capacity(a.triangles.len());
        let mut left: Vec<u32> = (0..a.triangles.len() as u32).collect();
        for flipped in [false, true] {
            let mut expected = 0;
            left.retain(|&i| {
                let pair = search.best(i, expected, flipped);
                if let Some(pair) = pair {
                    expected = pair.b + 1;
                    search.used[pair.b as usize] = true;
                    matched.push(pair);
                }
                pair.is_none()
            });
        }
        let left_b: Vec<u32> = (0..b.triangles.len() as u32).filter(|&i| !search.used[i as usize]).collect();
        let mut pairs = Self { matched, only_a: Vec::new(), only_b: Vec::new() };
        pairs.moved(&search, &left, &left_b);
        pairs.matched.sort_by_key(|pair| pair.a);
        pairs
    }

    /// Pairs what is left in its order, where a node and its partner have as many left: triangles that moved. One of which an edge stayed gets
    /// the one with that edge, unless there are very many.
    fn moved(&mut self, search: &Search<'_>, of_a: &[u32], of_b: &[u32]) {
        let Search { a, b, nodes, .. } = *search;
        let mut groups: HashMap<usize, (Vec<u32>, Vec<u32>)> = HashMap::new();
        for &i in of_a {
            groups.entry(a.placed(&a.triangles[i as usize]).node.index()).or_default().0.push(i);
        }
        for &i in of_b {
            let node = b.placed(&b.triangles[i as usize]).node.index();
            match nodes.back[node] {
                Some(node) => groups.entry(node).or_default().1.push(i),
                None => self.only_b.push(i),
            }
        }
        for (of_a, of_b) in groups.into_values() {
            if of_a.len() != of_b.len() {
                self.only_a.extend(of_a);
                self.only_b.extend(of_b);
                continue;
            }
            if of_a.len() >= MAX_MOVED {
                self.matched.extend(of_a.into_iter().zip(of_b).map(|(i, j)| search.moved(i, j)));
                continue;
            }
            let mut free = of_b;
            for i in of_a {
                let keeps_edge = |j: &u32| (0..3).any(|turn| search.elsewhere(i, *j, turn) <= 1);
                let j = free.remove(free.iter().position(keeps_edge).unwrap_or(0));
                self.matched.push(search.moved(i, j));
            }
        }
        self.only_a.sort_unstable();
        self.only_b.sort_unstable();
    }

    /// Returns which triangles moved, turned over, or are in one scene only.
    pub(super) fn report(&self, a: &Surface<'_>, b: &Surface<'_>, out: &mut Accumulator, size: f32) {
        let mut paths: HashMap<u32, String> = HashMap::new();
        for pair in &self.matched {
            let triangle = &a.triangles[pair.a as usize];
            let mut path =
                || paths.entry(triangle.placed).or_insert_with(|| a.path(a.placed(triangle).node.index())).clone();
            if let Some(distance) = pair.moved {
                out.measure(Feature::Positions, &path(), "triangle", distance, || {
                    let [from, ..] = a.points(triangle);
                    format!("number {} at {from} ({} of the size)", pair.a, short(f64::from(distance / size)))
                });
            }
            if pair.flipped {
                out.measure(Feature::Winding, &path(), "triangle", 1.0, || format!("number {}", pair.a));
            }
        }
        for (surface, only, side) in [(a, &self.only_a, Side::First), (b, &self.only_b, Side::Second)] {
            let mut counts: HashMap<u32, usize> = HashMap::new();
            for &i in only {
                *counts.entry(surface.triangles[i as usize].placed).or_default() += 1;
            }
            for (placed, count) in counts {
                let path = surface.path(surface.placed[placed as usize].node.index());
                out.say(Feature::Positions, side, &path, format!("{count} triangles are in one only"));
            }
        }
    }
}

/// Triangles by cell.
struct Cells {
    numbers: Distinct,
    /// The place and the last triangle of each cell.
    known: Vec<(Cell, u32)>,
    /// The triangle before each in its cell.
    before: Vec<u32>,
}

impl Cells {
    fn new(cells: impl ExactSizeIterator<Item = Cell>) -> Self {
        let (numbers, before) = (Distinct::with_capacity(cells.len()), Vec::with_capacity(cells.len()));
        let mut this = Self { numbers, known: Vec::new(), before };
        for (triangle, cell) in (0..).zip(cells) {
            let (number, is_new) = this.numbers.number(words(cell), |number| this.known[number as usize].0 == cell);
            this.known.extend(is_new.then_some((cell, NONE)));
            let last = &mut this.known[number as usize].1;
            this.before.push(std::mem::replace(last, triangle));
        }
        this
    }

    /// Returns the triangles of a cell, the last first.
    fn of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let number = self.numbers.find(words(cell), |number| self.known[number as usize].0 == cell);
        let before = |triangle: u32| Some(triangle).filter(|triangle| *triangle != NONE);
        let last = number.and_then(|number| before(self.known[number as usize].1));
        std::iter::successors(last, move |triangle| before(self.before[*triangle as usize]))
    }
}

fn words(cell: Cell) -> impl Iterator<Item = u32> {
    cell.into_iter().flat_map(|x| [x as u32, (x >> 32) as u32])
}

impl Search<'_> {
    fn cell_of(&self, point: Vec3) -> Cell {
        point.to_array().map(|x| (x / self.cell).floor() as i64)
    }

    /// Finds the free triangle that is most like triangle `i` of the first scene; the expected one where it is as like as can be.
    fn best(&self, i: u32, expected: u32, flipped: bool) -> Option<Pair> {
        let points = self.a.points(&self.a.triangles[i as usize]);
        let mut best: Option<(f32, Pair)> = None;
        self.consider(i, expected, flipped, &points, &mut best);
        if let Some((unlike, pair)) = best
            && unlike < self.near
        {
            return Some(pair);
        }
        let all = || Cells::new(self.b.triangles.iter().map(|triangle| self.cell_of(middle(&self.b.points(triangle)))));
        let cells = self.cells.get_or_init(all);
        let center = middle(&points);
        let mut seen: Vec<Cell> = Vec::with_capacity(8);
        let mut looked_at = 0;
        for corner in 0..8u8 {
            let shift = |bit: u8| if corner >> bit & 1 == 1 { self.near } else { -self.near };
            let cell = self.cell_of(center + Vec3::new(shift(0), shift(1), shift(2)));
            if seen.contains(&cell) {
                continue;
            }
            seen.push(cell);
            for next in cells.of(cell) {
                if looked_at >= MAX_CANDIDATES {
                    break;
                }
                looked_at += usize::from(!self.used[next as usize]);
                self.consider(i, next, flipped, &points, &mut best);
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// Puts triangle `j` of the second scene in the place of the best, where it is nearer to triangle `i` of the first.
    fn consider(&self, i: u32, j: u32, flipped: bool, points: &[Vec3; 3], best: &mut Option<(f32, Pair)>) {
        if self.used.get(j as usize) != Some(&false) {
            return;
        }
        let (triangle, other) = (&self.a.triangles[i as usize], &self.b.triangles[j as usize]);
        if self.of_partners && !self.are_partners(triangle, other) {
            return;
        }
        let others = self.b.points(other);
        for turn in 0..3 {
            if apart(points, &others, turn, flipped) > self.near {
                continue;
            }
            let pair = Pair { a: i, b: j, turn, flipped, moved: None };
            let unlike = self.unlike(triangle, other, &pair);
            if best.is_none_or(|(least, _)| unlike < least) {
                *best = Some((unlike, pair));
            }
        }
    }

    /// Counts the corners of a triangle that are not where those of another are.
    fn elsewhere(&self, i: u32, j: u32, turn: u8) -> usize {
        let (points, others) =
            (self.a.points(&self.a.triangles[i as usize]), self.b.points(&self.b.triangles[j as usize]));
        let pair = Pair { a: i, b: j, turn, flipped: false, moved: None };
        (0..3).filter(|&corner| points[corner].distance(others[pair.corner(corner)]) > self.near).count()
    }

    /// Pairs two triangles that are not in one place, by the corners that are.
    fn moved(&self, i: u32, j: u32) -> Pair {
        let (x, y) = (&self.a.triangles[i as usize], &self.b.triangles[j as usize]);
        let (points, others) = (self.a.points(x), self.b.points(y));
        let turned = [0, 1, 2].map(|turn| {
            let distance = apart(&points, &others, turn, false);
            let pair = Pair { a: i, b: j, turn, flipped: false, moved: Some(distance) };
            ((self.elsewhere(i, j, turn), distance), pair)
        });
        let [first, second, third] = turned;
        let least = |a: ((usize, f32), Pair), b: ((usize, f32), Pair)| if b.0 < a.0 { b } else { a };
        least(least(first, second), third).1
    }

    /// Returns whether two triangles are of nodes that are partners.
    fn are_partners(&self, x: &Triangle, y: &Triangle) -> bool {
        self.nodes.forth[self.a.placed(x).node.index()] == Some(self.b.placed(y).node.index())
    }

    /// Measures how unlike two triangles in one place are.
    fn unlike(&self, x: &Triangle, y: &Triangle, pair: &Pair) -> f32 {
        let (mesh_x, mesh_y) = (self.a.placed(x), self.b.placed(y));
        let mut sum = 0.0;
        if !self.are_partners(x, y) {
            sum += 0.2;
        }
        let (appearance_x, appearance_y) = (self.a.appearance(x.material), self.b.appearance(y.material));
        if appearance_x.map(|appearance| appearance.0) != appearance_y.map(|appearance| appearance.0) {
            sum += 0.1;
        }
        if appearance_x.and_then(|appearance| appearance.1.as_ref())
            != appearance_y.and_then(|appearance| appearance.1.as_ref())
        {
            sum += 0.1;
        }
        for i in 0..3 {
            let (v, w) = (x.corners[i] as usize, y.corners[pair.corner(i)] as usize);
            if let (Some(n), Some(m)) = (mesh_x.normals.get(v), mesh_y.normals.get(w)) {
                sum += n.distance(*m);
            }
            let (uvs, others) = (mesh_x.mesh.uv_sets.first(), mesh_y.mesh.uv_sets.first());
            if let (Some(uv), Some(other)) = (uvs.and_then(|s| s.get(v)), others.and_then(|s| s.get(w))) {
                sum += uv.distance(*other);
            }
            let (colors, others) = (mesh_x.mesh.color_sets.first(), mesh_y.mesh.color_sets.first());
            if let (Some(color), Some(other)) = (colors.and_then(|s| s.get(v)), others.and_then(|s| s.get(w))) {
                sum += color.distance(*other);
            }
            for (first, second) in &self.probes {
                let p = first.get(x.placed as usize).and_then(|positions| positions.get(v));
                let q = second.get(y.placed as usize).and_then(|positions| positions.get(w));
                if let (Some(p), Some(q)) = (p, q) {
                    sum += p.distance(*q);
                }
            }
        }
        sum
    }
}

/// Poses both scenes at moments of their paired clips, spread over them.
fn probes(a: &Surface<'_>, b: &Surface<'_>, clips: &clip::Pairs) -> Vec<(Posed, Posed)> {
    let vertices: usize = a.placed.iter().chain(&b.placed).map(|placed| placed.positions.len()).sum();
    let wanted = PROBES.min(clips.pairs.len() * PROBES);
    if vertices * wanted > MAX_PROBED {
        return Vec::new();
    }
    let probe = |i: usize| {
        let (x, y) = &clips.pairs[i * clips.pairs.len() / wanted];
        let share = (i + 1) as f32 / (wanted + 1) as f32;
        (a.posed(&x.pose(a.scene, share)), b.posed(&y.pose(b.scene, share)))
    };
    (0..wanted).map(probe).collect()
}

/// Returns the factor by which the second scene is larger, where that alone is another about its triangles.
pub(super) fn factor(a: &Surface<'_>, b: &Surface<'_>, unshown: [&Surface<'_>; 2], tolerance: f32) -> Option<f32> {
    let factor = b.size / a.size;
    let is_scaled = |a: &Surface<'_>, b: &Surface<'_>| {
        let is_near = |(x, y): (&Triangle, &Triangle)| {
            let points = a.points(x).map(|point| point * factor);
            (0..3).any(|turn| apart(&points, &b.points(y), turn, false) <= tolerance * b.size)
        };
        a.triangles.len() == b.triangles.len() && a.triangles.iter().zip(&b.triangles).all(is_near)
    };
    let is_other = (factor - 1.0).abs() > tolerance && !a.triangles.is_empty();
    (is_other && is_scaled(a, b) && is_scaled(unshown[0], unshown[1])).then_some(factor)
}

fn middle(points: &[Vec3; 3]) -> Vec3 {
    (points[0] + points[1] + points[2]) / 3.0
}

/// Returns the largest distance of two corners.
fn apart(x: &[Vec3; 3], y: &[Vec3; 3], turn: u8, flipped: bool) -> f32 {
    let pair = Pair { a: 0, b: 0, turn, flipped, moved: None };
    (0..3).map(|i| x[i].distance(y[pair.corner(i)])).fold(0.0, f32::max)
}

//! Sharp edges, which ODOL does not store: found where normals part.

use super::built::NORMAL_TOLERANCE;
use super::points::PointMap;
use crate::flags::special;
use crate::odol7::Lod;
use glam::Vec3;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// No further edge.
const END: u32 = u32::MAX;
/// This many edges of a point are looked through; those after them are found by a map.
const LONG: usize = 32;

/// One side of an edge, as the first face that has it sees it.
struct Edge {
    other: u32,
    /// The vertices at the point with the lower number and at the other one.
    vertices: [u16; 2],
    /// The next edge of the same lower point.
    next: u32,
    sharp: bool,
}

/// The edges, chained by the point with the lower number.
struct Edges {
    first: Vec<u32>,
    all: Vec<Edge>,
    /// By both points the edges that are not among the first of their chain.
    far: HashMap<[u32; 2], u32>,
}

impl Edges {
    /// Returns an edge, or adds it.
    fn find_or_add(&mut self, low: u32, high: u32, vertices: [u16; 2]) -> Option<&mut Edge> {
        let head = self.first.get_mut(low as usize)?;
        let (mut at, mut last, mut steps) = (*head, END, 0);
        while steps < LONG
            && let Some(edge) = self.all.get(at as usize)
        {
            if edge.other == high {
                return self.all.get_mut(at as usize);
            }
            (last, at, steps) = (at, edge.next, steps + 1);
        }
        let new = self.all.len() as u32;
        if steps == LONG {
            match self.far.entry([low, high]) {
                Entry::Occupied(known) => return self.all.get_mut(*known.get() as usize),
                Entry::Vacant(place) => place.insert(new),
            };
        }
        self.all.push(Edge { other: high, vertices, next: at, sharp: false });
        match self.all.get_mut(last as usize) {
            Some(last) => last.next = new,
            None => *head = new,
        }
        self.all.last_mut()
    }
}

/// Returns the pairs of points, the lower number first, between which two faces have different normals at either end.
///
/// An editor computes one normal for all faces around a point that no sharp edge parts, so faces with different normals at a
/// point that they share along an edge are parted by it.
pub(super) fn sharp_edges(lod: &Lod<'_>, points: &PointMap) -> Vec<[u32; 2]> {
    let split = split_points(lod, points);
    if !split.contains(&true) {
        return Vec::new();
    }
    let is_split = |point: u32| split.get(point as usize) == Some(&true);
    let part = |a: u16, b: u16| a != b && lod.normals.get(a.into()).zip(lod.normals.get(b.into())).is_some_and(differ);
    let mut edges = Edges { first: vec![END; points.vertex_of.len()], all: Vec::new(), far: HashMap::new() };
    for face in lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN_PROXY == 0) {
        let corners = face.corners;
        let mut before = corners.iter().next_back();
        for vertex in corners.iter() {
            let [a, b] = [before.unwrap_or(vertex), vertex];
            before = Some(vertex);
            let (Some(p), Some(q)) = (points.of(a), points.of(b)) else { continue };
            if p == q || !(is_split(p) || is_split(q)) {
                continue;
            }
            let (low, high, vertices) = if p < q { (p, q, [a, b]) } else { (q, p, [b, a]) };
            if let Some(edge) = edges.find_or_add(low, high, vertices) {
                let [x, y] = edge.vertices;
                edge.sharp = edge.sharp || part(x, vertices[0]) || part(y, vertices[1]);
            }
        }
    }
    let mut sharp = Vec::new();
    for (low, &head) in (0u32..).zip(&edges.first) {
        let from = sharp.len();
        let mut at = head;
        while let Some(edge) = edges.all.get(at as usize) {
            if edge.sharp {
                sharp.push([low, edge.other]);
            }
            at = edge.next;
        }
        sharp.get_mut(from..).unwrap_or_default().sort_unstable();
    }
    sharp
}

/// Returns for each point whether its vertices have different normals.
fn split_points(lod: &Lod<'_>, points: &PointMap) -> Vec<bool> {
    let mut split = vec![false; points.vertex_of.len()];
    for ((normal, &point), vertex) in lod.normals.iter().zip(&points.point_of).zip(0..) {
        let Some(&own) = points.vertex_of.get(point as usize).filter(|&&own| own != vertex) else { continue };
        let parts = lod.normals.get(own as usize).is_some_and(|own| differ((own, normal)));
        if let Some(split) = split.get_mut(point as usize) {
            *split |= parts;
        }
    }
    split
}

/// Returns whether the engine would keep two normals apart.
fn differ((a, b): (Vec3, Vec3)) -> bool {
    a != b && a.distance(b) >= NORMAL_TOLERANCE
}

//! Sharp edges, which ODOL does not store: found where normals part.

use super::built::NORMAL_TOLERANCE;
use super::points::PointMap;
use crate::flags::special;
use crate::odol7::Lod;
use glam::Vec3;
use retromesh_core::{Extra, Extras};
use retromesh_wire::Rows;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// The extra with the sharp edges of a level: pairs of points.
pub(crate) const SHARP_EDGES: &str = "p3d.sharp_edges";
/// The extra with the edges that are sharp where no normals part, and those that are not where they do.
pub(crate) const UNLIKE_NORMALS: &str = "p3d.edges_unlike_normals";
/// What a level had of both before it got that of an original of another kind (`like`).
pub(crate) const EDITED_EDGES: [&str; 2] = ["p3d.sharp_edges_edited", "p3d.edges_unlike_normals_edited"];
/// No further edge, no point and no normal.
const NONE: u32 = u32::MAX;
/// This many edges of a point are looked through; those after them are found by a map.
const LONG: usize = 32;

/// One side of an edge, as the first face that has it sees it.
struct Edge {
    other: u32,
    /// The normals at the point with the lower number and at the other one.
    vertices: [u32; 2],
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
    fn find_or_add(&mut self, low: u32, high: u32, vertices: [u32; 2]) -> Option<&mut Edge> {
        let head = self.first.get_mut(low as usize)?;
        let (mut at, mut last, mut steps) = (*head, NONE, 0);
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

/// Returns the edges that an extra lists.
pub(crate) fn edges_of(extras: &Extras, key: &str) -> Vec<[u32; 2]> {
    let Some(Extra::Bytes(bytes)) = extras.get(key) else { return Vec::new() };
    Rows::from_bytes(bytes.as_slice()).map_or_else(Vec::new, |edges| edges.to_vec())
}

/// Returns the sharp edges of a level and those unlike its normals. Where it was edited as ODOL and the original is MLOD or the other way round, the
/// MLOD says it: what ODOL has as sharp is where its normals part.
pub(crate) fn edges_and_unlike(extras: &Extras, is_like_mlod: bool) -> [Vec<[u32; 2]>; 2] {
    let [sharp, mut unlike] = [SHARP_EDGES, UNLIKE_NORMALS].map(|key| edges_of(extras, key));
    let edited = EDITED_EDGES.map(|key| edges_of(extras, key));
    if !extras.contains_key(EDITED_EDGES[0]) {
        return [sharp, unlike];
    }
    if !is_like_mlod {
        return edited;
    }
    let [known, parted] =
        [&sharp, &edited[0]].map(|edges| edges.iter().copied().map(ascending).collect::<BTreeSet<_>>());
    unlike.extend(known.symmetric_difference(&parted));
    [sharp, unlike]
}

/// Returns an edge with its lower point first.
pub(crate) fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Returns the sharp edges of a level of ODOL.
pub(super) fn sharp_edges(lod: &Lod<'_>, points: &PointMap) -> Vec<[u32; 2]> {
    let faces = lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN_PROXY == 0);
    let corner = |vertex: u16| (points.of(vertex).unwrap_or(NONE), u32::from(vertex));
    let faces = faces.map(|face| face.corners.iter().map(corner));
    parted_edges(points.vertex_of.len(), |normal| lod.normals.get(normal as usize), faces)
}

/// Returns the pairs of points, the lower number first, between which two faces have different normals at either end. The corners of
/// faces are the numbers of points, of which there are `count`, and of normals.
///
/// An editor computes one normal for all faces around a point that no sharp edge parts, so faces with different normals at a
/// point that they share along an edge are parted by it.
pub(crate) fn parted_edges<C: DoubleEndedIterator<Item = (u32, u32)> + Clone>(
    count: usize,
    normal: impl Fn(u32) -> Option<Vec3>,
    faces: impl Iterator<Item = C> + Clone,
) -> Vec<[u32; 2]> {
    let part = |a: u32, b: u32| a != b && normal(a).zip(normal(b)).is_some_and(differ);
    // The first normal of each point, and whether another one parts from it.
    let mut normals = vec![(NONE, false); count];
    for (point, normal) in faces.clone().flatten() {
        let Some((first, is_split)) = normals.get_mut(point as usize) else { continue };
        if *first == NONE {
            *first = normal;
        }
        *is_split |= part(*first, normal);
    }
    if !normals.iter().any(|(_, is_split)| *is_split) {
        return Vec::new();
    }
    let is_split = |point: u32| normals.get(point as usize).is_some_and(|(_, is_split)| *is_split);
    let mut edges = Edges { first: vec![NONE; count], all: Vec::new(), far: HashMap::new() };
    for corners in faces {
        let mut before = corners.clone().next_back();
        for corner in corners {
            let [(p, a), (q, b)] = [before.unwrap_or(corner), corner];
            before = Some(corner);
            if p == q || p.max(q) as usize >= count || !(is_split(p) || is_split(q)) {
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

/// Returns whether the engine would keep two normals apart.
fn differ((a, b): (Vec3, Vec3)) -> bool {
    a != b && a.distance(b) >= NORMAL_TOLERANCE
}

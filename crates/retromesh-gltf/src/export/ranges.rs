//! Which vertices each primitive of a mesh has: readers that take accessors whole must not find the vertices of all others there.

use super::Exporter;
use retromesh_core::Result;
use retromesh_core::extras::{Extra, LINES, POINTS, vertices};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_kit::export::Compact;
use retromesh_kit::vertices::pick_vertices;
use std::borrow::Cow;
use std::ops::Range;

/// Parts share vertices where they use at least one of this many that each of them gets.
const SHARED: usize = 2;

/// Ranges of vertices, one after the other, and which of them each part has.
pub(super) struct Ranges {
    /// In the order in which parts use them first; together all vertices.
    pub(super) list: Vec<Range<u32>>,
    /// The number of the range of each part; 0 for a part that uses no vertex.
    pub(super) of_part: Vec<usize>,
    /// The number of each vertex in the mesh, where they are in another order, or some of them several times.
    pub(super) order: Option<Vec<u32>>,
}

impl Ranges {
    /// Returns one range that all parts share.
    pub(super) fn whole(mesh: &Mesh) -> Self {
        let all = 0..mesh.positions.len() as u32;
        Self { list: vec![all], of_part: vec![0; mesh.parts.len()], order: None }
    }

    /// Chooses ranges: one for all where parts use most of the vertices, else ranges of the vertices as they are, else the vertices of one
    /// part after the other.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let n = mesh.positions.len();
        let mut compact = Compact::new(n);
        let used: Vec<Vec<u32>> = mesh.parts.iter().map(|part| in_use(part, n, &mut compact)).collect();
        let drawn = used.iter().filter(|used| !used.is_empty()).count();
        let total: usize = used.iter().map(Vec::len).sum();
        if drawn < 2 || drawn * n <= SHARED * total {
            return Self::whole(mesh);
        }
        let as_they_are = Self::as_they_are(&used, n);
        let given = |ranges: &Self| {
            let sizes = used.iter().zip(&ranges.of_part).filter(|(used, _)| !used.is_empty());
            sizes.map(|(_, &range)| ranges.list[range].len()).sum::<usize>()
        };
        as_they_are.filter(|ranges| given(ranges) <= SHARED * total).unwrap_or_else(|| Self::one_a_part(&used, n))
    }

    /// Cuts the vertices between parts; `None` where the ranges are not in the order of the parts.
    fn as_they_are(used: &[Vec<u32>], n: usize) -> Option<Self> {
        let mut spans: Vec<(u32, u32)> = used.iter().filter_map(|used| Some((*used.first()?, *used.last()?))).collect();
        spans.sort_unstable();
        let (mut starts, mut end) = (vec![0], spans.first()?.1);
        for (first, last) in spans {
            if first > end {
                starts.push(first);
            }
            end = end.max(last);
        }
        let ends = starts.iter().skip(1).copied().chain([n as u32]);
        let ranges: Vec<Range<u32>> = starts.iter().zip(ends).map(|(&start, end)| start..end).collect();
        let range_of = |vertex: u32| starts.partition_point(|start| *start <= vertex) - 1;
        let of_part: Vec<usize> = used.iter().map(|used| used.first().map_or(0, |&first| range_of(first))).collect();
        let mut next = 0;
        for (&range, _) in of_part.iter().zip(used).filter(|(_, used)| !used.is_empty()) {
            if range > next {
                return None;
            }
            next = next.max(range + 1);
        }
        Some(Self { list: ranges, of_part, order: None })
    }

    /// Gives each part vertices of its own; those that no part uses come last.
    fn one_a_part(used: &[Vec<u32>], n: usize) -> Self {
        let (mut order, mut ranges, mut of_part) = (Vec::new(), Vec::new(), vec![0; used.len()]);
        let mut is_used = vec![false; n];
        for (part, used) in used.iter().enumerate().filter(|(_, used)| !used.is_empty()) {
            of_part[part] = ranges.len();
            let start = order.len() as u32;
            order.extend_from_slice(used);
            ranges.push(start..order.len() as u32);
            used.iter().for_each(|&vertex| is_used[vertex as usize] = true);
        }
        order.extend((0..n as u32).filter(|&vertex| !is_used[vertex as usize]));
        if let Some(last) = ranges.last_mut() {
            last.end = order.len() as u32;
        }
        Self { list: ranges, of_part, order: Some(order) }
    }
}

/// Returns the vertices that a part uses, each once, ascending.
fn in_use(part: &Part, n: usize, compact: &mut Compact) -> Vec<u32> {
    let loose = [LINES, POINTS].into_iter().find_map(|key| vertices(&part.extras, key, n)).unwrap_or_default();
    for &vertex in part.faces.indices().iter().chain(&loose) {
        compact.number(vertex);
    }
    let mut used = compact.take();
    used.sort_unstable();
    used
}

impl Exporter<'_> {
    /// Returns a mesh with its vertices in the order of the ranges; its normals are those that are written.
    pub(super) fn arranged(&mut self, mesh: &Mesh, ranges: &Ranges, order: &[u32]) -> Result<Mesh> {
        // The normal of a vertex without one comes from all its faces.
        let normals = self.normals(mesh)?.map(Cow::into_owned).unwrap_or_default();
        let mut arranged = Mesh { normals, selections: Vec::new(), ..mesh.clone() };
        pick_vertices(&mut arranged, order);
        let mut numbers = vec![0; mesh.positions.len()];
        for (part, &range) in arranged.parts.iter_mut().zip(&ranges.of_part) {
            let range = ranges.list[range].clone();
            range.for_each(|number| numbers[order[number as usize] as usize] = number);
            match &mut part.faces {
                Faces::Triangles(triangles) => renumber(triangles.as_flattened_mut(), &numbers),
                Faces::Polygons { indices, .. } => renumber(indices, &numbers),
            }
            for key in [LINES, POINTS] {
                let Some(mut list) = vertices(&part.extras, key, numbers.len()) else { continue };
                renumber(&mut list, &numbers);
                part.extras.insert(key.into(), Extra::List(list.into_iter().map(Extra::from).collect()));
            }
        }
        Ok(arranged)
    }
}

fn renumber(list: &mut [u32], numbers: &[u32]) {
    list.iter_mut().for_each(|vertex| *vertex = numbers[*vertex as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mesh of `n` vertices and parts of these triangles.
    fn mesh(n: usize, parts: &[&[[u32; 3]]]) -> Mesh {
        let part = |triangles: &&[[u32; 3]]| Part { faces: Faces::Triangles(triangles.to_vec()), ..Part::default() };
        Mesh { positions: vec![glam::Vec3::ZERO; n], parts: parts.iter().map(part).collect(), ..Mesh::default() }
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init, reason = "one range for all")]
    fn vertices_are_shared_where_most_are_used() {
        type Row<'a> = (&'a str, usize, &'a [&'a [[u32; 3]]], &'a [Range<u32>], &'a [usize], Option<&'a [u32]>);
        let rows: [Row<'_>; 6] = [
            ("one part", 9, &[&[[0, 1, 2]]], &[0..9], &[0], None),
            ("half of all", 6, &[&[[0, 1, 2]], &[[3, 4, 5]]], &[0..6], &[0, 0], None),
            (
                "three in a row, with one vertex between and an empty part",
                10,
                &[&[[2, 1, 0]], &[], &[[4, 5, 6]], &[[7, 8, 9]]],
                &[0..4, 4..7, 7..10],
                &[0, 0, 1, 2],
                None,
            ),
            (
                "two of four share a range",
                9,
                &[&[[0, 1, 2]], &[[1, 2, 0]], &[[3, 4, 5]], &[[6, 7, 8]]],
                &[0..3, 3..6, 6..9],
                &[0, 0, 1, 2],
                None,
            ),
            (
                "in another order",
                9,
                &[&[[3, 4, 5]], &[[0, 1, 2]], &[[6, 7, 8]]],
                &[0..3, 3..6, 6..9],
                &[0, 1, 2],
                Some(&[3, 4, 5, 0, 1, 2, 6, 7, 8]),
            ),
            (
                "mixed, with one that two use and one that none uses",
                9,
                &[&[[0, 3, 7]], &[[1, 4, 7]], &[[2, 5, 8]]],
                &[0..3, 3..6, 6..10],
                &[0, 1, 2],
                Some(&[0, 3, 7, 1, 4, 7, 2, 5, 8, 6]),
            ),
        ];
        for (what, n, parts, ranges, of_part, order) in rows {
            let found = Ranges::of(&mesh(n, parts));
            assert_eq!((&*found.list, &*found.of_part, found.order.as_deref()), (ranges, of_part, order), "{what}");
        }
    }
}

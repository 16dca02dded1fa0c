//! Which vertices of a mesh share a point of the editor.

use retromesh_core::Kinds;
use retromesh_core::mesh::Mesh;
use std::collections::HashMap;

/// The points of a mesh.
pub(super) struct Points {
    /// For each vertex its point.
    pub(super) of_vertex: Vec<u32>,
    /// For each point a vertex that stands for it.
    pub(super) vertex_of: Vec<u32>,
    /// The number of each point in the attribute `_POINT`, ascending; empty where the attribute was not used.
    pub(super) numbers: Vec<u32>,
}

impl Points {
    /// Takes the points from the attribute `_POINT`, as long as the vertices of most points still are in one place; else
    /// vertices in one place are one point. Programs give new vertices the number 0: those that are elsewhere than the first of their number are points of
    /// their own.
    pub(super) fn of(mesh: &Mesh) -> Self {
        mesh.point_numbers()
            .and_then(|numbers| Self::of_numbers(mesh, numbers))
            .unwrap_or_else(|| Self::of_positions(mesh))
    }

    fn of_numbers(mesh: &Mesh, numbers: &[u32]) -> Option<Self> {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        // Numbers without gaps are the points.
        let is_dense = sorted.last().is_none_or(|last| *last as usize == sorted.len() - 1);
        let mut vertex_of = vec![u32::MAX; sorted.len()];
        let mut of_vertex = Vec::with_capacity(numbers.len());
        let mut new = Vec::new();
        for (vertex, number) in (0u32..).zip(numbers) {
            let point = if is_dense { *number } else { sorted.partition_point(|other| other < number) as u32 };
            let slot = &mut vertex_of[point as usize];
            if *slot == u32::MAX {
                *slot = vertex;
            } else if mesh.positions[*slot as usize] != mesh.positions[vertex as usize] {
                new.push(vertex);
            }
            of_vertex.push(point);
        }
        if 2 * new.len() > numbers.len() {
            return None;
        }
        if !new.is_empty() {
            let places = mesh.places().of;
            let mut points: HashMap<u32, u32> =
                (0..).zip(&vertex_of).map(|(point, vertex)| (places[*vertex as usize], point)).collect();
            for vertex in new {
                let point = points.entry(places[vertex as usize]).or_insert_with(|| {
                    vertex_of.push(vertex);
                    vertex_of.len() as u32 - 1
                });
                of_vertex[vertex as usize] = *point;
            }
        }
        Some(Self { of_vertex, vertex_of, numbers: sorted })
    }

    /// Returns the point of a number of the attribute `_POINT`.
    pub(super) fn of_number(&self, number: u32) -> Option<u32> {
        self.numbers.binary_search(&number).ok().map(|point| point as u32)
    }

    fn of_positions(mesh: &Mesh) -> Self {
        let Kinds { of, firsts } = mesh.places();
        Self { of_vertex: of, vertex_of: firsts, numbers: Vec::new() }
    }
}

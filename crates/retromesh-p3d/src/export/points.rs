//! Which vertices of a mesh share a point of the editor.

use retromesh_core::mesh::{AttributeData, Mesh};
use std::collections::HashMap;

/// The points of a mesh.
pub(super) struct Points {
    /// For each vertex its point.
    pub(super) of_vertex: Vec<u32>,
    /// For each point a vertex that stands for it.
    pub(super) vertex_of: Vec<u32>,
    /// For each number of the attribute `_POINT` the point; empty where the attribute was not used.
    pub(super) of_number: HashMap<u32, u32>,
}

impl Points {
    /// Takes the points from the attribute `_POINT`, as long as the vertices of each point still are in one place; else
    /// vertices in one place are one point.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let numbers = mesh.attributes.iter().find(|attribute| attribute.name == "_POINT").and_then(|a| match &a.data {
            AttributeData::UInt(values) => Some(values),
            AttributeData::Float { .. } => None,
        });
        numbers.and_then(|numbers| Self::of_numbers(mesh, numbers)).unwrap_or_else(|| Self::of_positions(mesh))
    }

    fn of_numbers(mesh: &Mesh, numbers: &[u32]) -> Option<Self> {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let of_number: HashMap<u32, u32> = sorted.iter().copied().zip(0..).collect();
        let mut vertex_of = vec![u32::MAX; sorted.len()];
        let mut of_vertex = Vec::with_capacity(numbers.len());
        for (vertex, number) in (0u32..).zip(numbers) {
            let point = of_number[number];
            let slot = &mut vertex_of[point as usize];
            if *slot == u32::MAX {
                *slot = vertex;
            } else if mesh.positions[*slot as usize] != mesh.positions[vertex as usize] {
                return None;
            }
            of_vertex.push(point);
        }
        Some(Self { of_vertex, vertex_of, of_number })
    }

    fn of_positions(mesh: &Mesh) -> Self {
        let mut known: HashMap<[u32; 3], u32> = HashMap::with_capacity(mesh.positions.len());
        let mut vertex_of = Vec::new();
        let mut of_vertex = Vec::with_capacity(mesh.positions.len());
        for (vertex, position) in (0u32..).zip(&mesh.positions) {
            // Adding 0.0 turns -0.0 into 0.0, so that equal positions have equal bits.
            let key = position.to_array().map(|x| (x + 0.0).to_bits());
            let point = *known.entry(key).or_insert_with(|| {
                vertex_of.push(vertex);
                vertex_of.len() as u32 - 1
            });
            of_vertex.push(point);
        }
        Self { of_vertex, vertex_of, of_number: HashMap::new() }
    }
}

//! Faces whose corners have normals of their own: one vertex for each pair of a position and a normal.

use glam::Vec3;
use retromesh_core::Kinds;
use std::collections::HashMap;

const NONE: u32 = u32::MAX;

/// The vertices that corners make: first those of the file, then copies of some with further normals.
pub(super) struct Corners {
    /// The kind of each normal of the file; equal ones are one kind.
    kinds: Kinds,
    /// The kind of normal of each vertex so far.
    own: Vec<u32>,
    copies: HashMap<(u32, u32), u32>,
    /// The vertex of the file that each further vertex is a copy of.
    pub(super) sources: Vec<u32>,
}

impl Corners {
    pub(super) fn new(vertices: usize, normals: &[Vec3]) -> Self {
        let bits = |normal: usize| normals.get(normal).copied().unwrap_or_default().to_array().map(f32::to_bits);
        let kinds = Kinds::among(normals.len(), bits, |a, b| bits(a) == bits(b));
        Self { kinds, own: vec![NONE; vertices], copies: HashMap::new(), sources: Vec::new() }
    }

    /// Returns the vertex of a corner with a normal; `None` where the file has no such vertex.
    pub(super) fn vertex(&mut self, vertex: u32, normal: Option<u32>) -> Option<u32> {
        let own = self.own.get_mut(vertex as usize)?;
        let Some(kind) = normal.and_then(|normal| self.kinds.of.get(normal as usize).copied()) else {
            return Some(vertex);
        };
        if *own == NONE {
            *own = kind;
        }
        if *own == kind {
            return Some(vertex);
        }
        let next = (self.own.len() + self.sources.len()) as u32;
        let copy = *self.copies.entry((vertex, kind)).or_insert(next);
        if copy == next {
            self.sources.push(vertex);
        }
        Some(copy)
    }

    /// Returns the normals of all vertices and how many of them no corner gives one.
    pub(super) fn normals(&self, normals: &[Vec3]) -> (Vec<Vec3>, usize) {
        let mut all = vec![NONE; self.own.len() + self.sources.len()];
        let given = all.iter_mut().zip(&self.own);
        given.for_each(|(slot, &kind)| *slot = kind);
        for (&(_, kind), &vertex) in &self.copies {
            if let Some(slot) = all.get_mut(vertex as usize) {
                *slot = kind;
            }
        }
        let bare = all.iter().filter(|&&kind| kind == NONE).count();
        let normal = |&kind: &u32| {
            let first = self.kinds.firsts.get(kind as usize);
            first.and_then(|&first| normals.get(first as usize)).copied().unwrap_or(Vec3::Y)
        };
        (all.iter().map(normal).collect(), bare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_share_a_vertex_where_their_normals_are_equal() {
        let normals = [Vec3::X, Vec3::Y, Vec3::X];
        let mut corners = Corners::new(3, &normals);
        let found: Vec<_> = [(0, 0), (0, 1), (0, 2), (0, 1), (1, 1), (3, 0)]
            .map(|(vertex, normal)| corners.vertex(vertex, Some(normal)))
            .into();
        assert_eq!(found, [Some(0), Some(3), Some(0), Some(3), Some(1), None]);
        assert_eq!(corners.sources, [0]);
        assert_eq!(corners.normals(&normals), (vec![Vec3::X, Vec3::Y, Vec3::Y, Vec3::Y], 1));
    }
}

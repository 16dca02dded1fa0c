//! Flags of points, and the light and user values that vertices of one point have of different faces.

use super::points::Points;
use super::unseen;
use crate::flags::{clip, point, point_to_clip, user_to_face};
use retromesh_core::mesh::Mesh;

/// What is on the faces where the vertices of a point differ: ODOL has such values of points and faces alike on its vertices.
const VALUES: u32 = point::LIGHT | point::USER;

/// The flags of the points of a mesh.
pub(super) struct PointFlags<'m> {
    of_vertex: &'m [u32],
    /// For each point its flags.
    pub(super) of_point: Vec<u32>,
    /// For each point whether its vertices have several values.
    on_faces: Vec<bool>,
    /// How many vertices have flags that neither their point nor their faces can have.
    pub(super) mixed: usize,
}

impl<'m> PointFlags<'m> {
    pub(super) fn of(mesh: &'m Mesh, points: &Points) -> Self {
        let of_vertex = unseen::flags(mesh).unwrap_or_default();
        let first = |vertex: &u32| of_vertex.get(*vertex as usize).copied().unwrap_or(0);
        let mut of_point: Vec<u32> = points.vertex_of.iter().map(first).collect();
        let (mut on_faces, mut mixed) = (vec![false; of_point.len()], 0);
        for (flags, &point) in of_vertex.iter().zip(&points.of_vertex) {
            let other = flags ^ of_point[point as usize];
            on_faces[point as usize] |= other & VALUES != 0;
            mixed += usize::from(other & !VALUES != 0);
        }
        let several = of_point.iter_mut().zip(&on_faces).filter(|(_, on_faces)| **on_faces);
        several.for_each(|(flags, _)| *flags &= !VALUES);
        Self { of_vertex, of_point, on_faces, mixed }
    }

    /// Returns the flags that a face has for its points, where these have several values; counts the vertices that differ within it.
    pub(super) fn of_face(&mut self, face: &[u32], points: &Points) -> u32 {
        let is_mixed = |&vertex: &u32| self.on_faces[points.of_vertex[vertex as usize] as usize];
        if !face.iter().any(is_mixed) {
            return 0;
        }
        let user = |&vertex: &u32| (point_to_clip(self.of_vertex[vertex as usize] & VALUES, 0) & clip::USER) >> 20;
        let first = face.first().map_or(0, user);
        let differ = face.iter().filter(|vertex| is_mixed(vertex) && user(vertex) != first).count();
        let flags = user_to_face(first).filter(|_| differ == 0);
        self.mixed += if flags.is_none() { differ.max(1) } else { 0 };
        flags.unwrap_or(0)
    }
}

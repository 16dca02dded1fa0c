//! Which vertices share a point.

use crate::levels::FUNCTIONAL_FROM;
use crate::odol7::Lod;
use crate::settings::Points;

/// The points that a level of ODOL gets.
pub(crate) struct PointMap {
    /// For each point the vertex that stands for it.
    pub(crate) vertex_of: Vec<u32>,
    /// For each vertex its point.
    pub(crate) point_of: Vec<u32>,
    /// Points and vertices that refer to none of the others.
    pub(crate) out_of_range: usize,
    /// Points that ODOL knows; those after them belong to one vertex each.
    pub(crate) known: usize,
}

impl PointMap {
    /// Returns the point of a vertex.
    #[inline]
    pub(crate) fn of(&self, vertex: u16) -> Option<u32> {
        self.point_of.get(usize::from(vertex)).copied()
    }

    pub(crate) fn new(lod: &Lod<'_>, resolution: f32, points: Points) -> Self {
        let n = lod.positions.len() as u32;
        let merged = match points {
            Points::Split => false,
            Points::FunctionalMerged => resolution >= FUNCTIONAL_FROM,
            Points::Merged => true,
        };
        if !merged {
            let all: Vec<u32> = (0..n).collect();
            return Self { vertex_of: all.clone(), point_of: all, out_of_range: 0, known: 0 };
        }
        let mut out_of_range = 0;
        let known = lod.point_to_vertex.len() as u32;
        let mut vertex_of: Vec<u32> = lod.point_to_vertex.values().iter().map(u32::from).collect();
        let mut point_of: Vec<u32> = lod.vertex_to_point.values().iter().map(u32::from).collect();
        // Without an entry a vertex is a point of its own, as those that the engine adds are.
        point_of.resize(n as usize, u32::from(u16::MAX));
        for (vertex, point) in (0..n).zip(&mut point_of) {
            if *point >= known {
                out_of_range += usize::from(*point != u32::from(u16::MAX));
                *point = vertex_of.len() as u32;
                vertex_of.push(vertex);
            }
        }
        if vertex_of.iter().any(|&vertex| vertex >= n) {
            let mut fallback = vec![None; vertex_of.len()];
            for (vertex, &point) in (0..n).zip(&point_of) {
                if let Some(slot) = fallback.get_mut(point as usize) {
                    *slot = Some(vertex);
                }
            }
            for (vertex, fallback) in vertex_of.iter_mut().zip(fallback) {
                if *vertex >= n {
                    out_of_range += 1;
                    *vertex = fallback.unwrap_or(0);
                }
            }
            // Without any vertex there is nothing that a point could be.
            if n == 0 {
                vertex_of.clear();
            }
        }
        let known = (known as usize).min(vertex_of.len());
        Self { vertex_of, point_of, out_of_range, known }
    }
}

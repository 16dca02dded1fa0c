//! Whether meshes enclose a volume: what the format asks of a bone's solid, and what the engine needs of models to bump into.

use crate::codec::face::Face;
use crate::document::Mesh;
use crate::vertex::UvLayout;
use glam::{DVec3, Vec3};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What was found, judged on the stored, already rounded numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Directed edges without a face on their other side, by stored vertex numbers.
    pub open_edges: usize,
    /// The same after joining vertices of equal position.
    pub open_edges_welded: usize,
    /// Triangles without area after joining.
    pub degenerate: usize,
    /// Triangles that occur more than once after joining.
    pub duplicate: usize,
    /// The enclosed volume in cubic units; negative where faces look inward. Meaningful for closed meshes.
    pub volume: f64,
    /// The bones that vertices belong to, in ascending order.
    pub bones: Vec<u8>,
}

impl Report {
    /// Returns whether the meshes are a solid of a bone as the format asks: closed by shared vertices, facing outward, on one bone,
    /// which is that bone or bone 0.
    pub fn is_solid_of(&self, bone: u8) -> bool {
        let in_place = matches!(*self.bones, [only] if only == bone || only == 0);
        self.is_closed() && self.open_edges == 0 && self.duplicate == 0 && in_place
    }

    /// Returns whether the surface is closed and faces outward once equal positions are joined.
    pub fn is_closed(&self) -> bool {
        self.open_edges_welded == 0 && self.volume > 0.0
    }
}

/// Examines meshes as one surface, in the spaces of their bones.
pub fn examine<'m>(meshes: impl Iterator<Item = &'m Mesh<'m>>) -> Report {
    let mut surface = Surface::default();
    meshes.for_each(|mesh| surface.add(mesh));
    surface.report()
}

#[derive(Default)]
struct Surface {
    positions: Vec<Vec3>,
    /// The first vertex of equal position, by vertex.
    welded: Vec<u32>,
    first_at: HashMap<[u32; 3], u32>,
    triangles: Vec<[u32; 3]>,
    bones: BTreeSet<u8>,
}

impl Surface {
    fn add(&mut self, mesh: &Mesh<'_>) {
        let start = self.positions.len() as u32;
        // Positions do not depend on the layout of texture coordinates.
        for v in mesh.vertices(UvLayout::Current) {
            let next = self.positions.len() as u32;
            // Adding zero joins both zeros.
            let key = (v.position + Vec3::ZERO).to_array().map(f32::to_bits);
            self.welded.push(*self.first_at.entry(key).or_insert(next));
            self.positions.push(v.position);
            self.bones.insert(v.bone);
        }
        for Face { corners: [a, b, c, d], quad, .. } in mesh.faces() {
            self.triangles.push([a + start, b + start, c + start]);
            if quad {
                self.triangles.push([a + start, c + start, d + start]);
            }
        }
    }

    fn report(&self) -> Report {
        let weld = |v: u32| self.welded.get(v as usize).copied().unwrap_or(v);
        let position = |v: u32| self.positions.get(v as usize).map_or(DVec3::ZERO, |p| p.as_dvec3());
        let mut report = Report {
            open_edges: open_edges(self.triangles.iter().copied()),
            bones: self.bones.iter().copied().collect(),
            ..Report::default()
        };
        let mut seen = HashSet::new();
        let mut kept = Vec::with_capacity(self.triangles.len());
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(weld);
            if a == b || b == c || c == a {
                report.degenerate += 1;
                continue;
            }
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            report.duplicate += usize::from(!seen.insert(sorted));
            report.volume += position(a).dot(position(b).cross(position(c))) / 6.0;
            kept.push([a, b, c]);
        }
        report.open_edges_welded = open_edges(kept.into_iter());
        report
    }
}

fn open_edges(triangles: impl Iterator<Item = [u32; 3]>) -> usize {
    let mut balance: BTreeMap<(u32, u32), i64> = BTreeMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            // One direction counts up, the other down: what is left has no partner.
            let (key, step) = if from < to { ((from, to), 1) } else { ((to, from), -1) };
            *balance.entry(key).or_default() += step;
        }
    }
    balance.values().map(|open| open.unsigned_abs() as usize).sum()
}

//! Meshes to `MESH`, `VRTS` and `TRIS`, and weights to `BONE`.

use super::Exporter;
use crate::document::{Body, VertexWeight, Vertices};
use glam::{Vec2, Vec3};
use retromesh_core::mesh::{Influence, Mesh};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, NodeId, unit};
use retromesh_wire::{Put, Records, Rows};
use std::collections::BTreeMap;

/// The most vertices of one `TRIS`: engines number them with 16 bits.
const MAX_VERTICES: usize = 65_535;
/// The most bones of a vertex.
const MAX_INFLUENCES: usize = 4;
/// Shares are whole multiples of this, so that their sum is exactly one.
const UNIT: f64 = 1.0 / (1 << 24) as f64;

/// A mesh ready to be written.
pub(super) struct Geometry {
    /// `VRTS`, then each `TRIS`.
    pub(super) chunks: Vec<Body<'static>>,
    /// The rows of each bone by joint.
    pub(super) weights: BTreeMap<u32, Vec<VertexWeight>>,
}

/// Triangles of one brush.
pub(crate) struct Piece {
    pub(crate) brush: i32,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Exporter<'_> {
    /// Builds the chunks of the mesh that a node places; `None` when it has no face.
    pub(super) fn geometry(&mut self, id: NodeId) -> Result<Option<Geometry>, Error> {
        let Some(instance) = self.scene.node(id).and_then(|node| node.mesh.clone()) else { return Ok(None) };
        let Some(mesh) = self.scene.meshes.get(instance.mesh.index()) else { return Ok(None) };
        let skinned = instance.skeleton.is_some() && !mesh.weights.is_empty();
        let mut pieces = pieces_of(mesh, &instance);
        if pieces.is_empty() {
            return Ok(None);
        }
        let (cut, split) = cut(&mut pieces, mesh.positions.len());
        pieces = cut;
        let sources =
            if skinned { part(&mut pieces, mesh.positions.len()) } else { (0..mesh.positions.len() as u32).collect() };
        let (normals, mended) = normals(mesh, &self.scene.space);
        let records = vertices(mesh, &normals, &sources);
        let (mut weights, mut reduced) = (BTreeMap::new(), 0);
        if skinned {
            let own = instance.skeleton.and_then(|id| self.scene.skeletons.get(id.index()));
            let own = own.and_then(|skeleton| skeleton.joints.iter().position(|&joint| joint == id));
            let rows: Vec<Vec<Influence>> = mesh.weights.iter().map(|row| shares(row, &mut reduced)).collect();
            for (vertex, &source) in sources.iter().enumerate() {
                for influence in rows.get(source as usize).into_iter().flatten() {
                    if Some(influence.joint as usize) != own {
                        let row = VertexWeight { vertex: vertex as u32, weight: influence.weight };
                        weights.entry(influence.joint).or_insert_with(Vec::new).push(row);
                    }
                }
            }
        }
        let sets = mesh.uv_sets.len();
        self.note(Code::LostUvSet, "UV sets beyond the second", sets.saturating_sub(2))?;
        self.note(Code::NormalizedNormals, "", mended)?;
        self.note(Code::ReducedInfluences, "", reduced)?;
        self.note(Code::SplitMesh, "", split)?;
        let mut chunks = vec![Body::Vrts(Box::new(records))];
        for Piece { brush, triangles } in pieces {
            chunks.push(Body::Tris { brush_id: brush, triangles: Rows::from(triangles) });
        }
        Ok(Some(Geometry { chunks, weights }))
    }
}

/// Returns the triangles of each part that has any.
fn pieces_of(mesh: &Mesh, instance: &MeshInstance) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(mesh.parts.len());
    for (number, part) in mesh.parts.iter().enumerate() {
        let material = instance.materials.get(number).copied().flatten().or(part.material);
        let brush = material.map_or(-1, |material| material.0 as i32);
        let triangles: Vec<[u32; 3]> = part.faces.triangles().collect();
        if !triangles.is_empty() {
            pieces.push(Piece { brush, triangles });
        }
    }
    pieces
}

/// Cuts pieces of more vertices than engines can number and returns how many there were.
pub(crate) fn cut(pieces: &mut Vec<Piece>, vertices: usize) -> (Vec<Piece>, usize) {
    let pieces = std::mem::take(pieces);
    if vertices <= MAX_VERTICES {
        return (pieces, 0);
    }
    let mut seen = vec![u32::MAX; vertices];
    let (mut all, mut number, mut split) = (Vec::new(), 0u32, 0);
    for piece in pieces {
        let before = all.len();
        let mut current = Piece { brush: piece.brush, triangles: Vec::new() };
        let mut count = 0;
        for triangle in piece.triangles {
            let fresh = triangle.iter().filter(|&&v| seen.get(v as usize).is_some_and(|&s| s != number)).count();
            if count + fresh > MAX_VERTICES {
                let next = Piece { brush: piece.brush, triangles: Vec::new() };
                all.push(std::mem::replace(&mut current, next));
                (count, number) = (0, number + 1);
            }
            for v in triangle {
                if let Some(slot) = seen.get_mut(v as usize).filter(|slot| **slot != number) {
                    *slot = number;
                    count += 1;
                }
            }
            current.triangles.push(triangle);
        }
        all.push(current);
        number += 1;
        split += usize::from(all.len() - before > 1);
    }
    (all, split)
}

/// Gives each piece vertices of its own: later ones get copies. Returns the source of each vertex.
pub(crate) fn part(pieces: &mut [Piece], vertices: usize) -> Vec<u32> {
    let mut sources: Vec<u32> = (0..vertices as u32).collect();
    let mut owner = vec![u32::MAX; vertices];
    for (number, piece) in pieces.iter_mut().enumerate() {
        let number = number as u32;
        let mut copies: BTreeMap<u32, u32> = BTreeMap::new();
        for v in piece.triangles.iter_mut().flatten() {
            let Some(owner) = owner.get_mut(*v as usize) else { continue };
            if *owner == u32::MAX {
                *owner = number;
            }
            if *owner != number {
                *v = *copies.entry(*v).or_insert_with(|| {
                    sources.push(*v);
                    sources.len() as u32 - 1
                });
            }
        }
    }
    sources
}

/// Returns unit normals and how many had to be mended; none when the mesh has none.
fn normals(mesh: &Mesh, space: &retromesh_core::Space) -> (Vec<Vec3>, usize) {
    let is_unit = |n: &Vec3| (n.length_squared() - 1.0).abs() <= 2e-3;
    if mesh.normals.iter().all(is_unit) {
        return (mesh.normals.clone(), 0);
    }
    let mut computed: Option<Mesh> = None;
    let mut mended = 0;
    let all = mesh.normals.iter().enumerate().map(|(index, n)| {
        if is_unit(n) {
            return *n;
        }
        mended += 1;
        unit(*n).unwrap_or_else(|| {
            let computed = computed.get_or_insert_with(|| {
                let parts = mesh.parts.clone();
                let mut bare = Mesh { positions: mesh.positions.clone(), parts, ..Mesh::default() };
                bare.recompute_normals(space);
                bare
            });
            computed.normals.get(index).copied().unwrap_or(Vec3::Y)
        })
    });
    (all.collect(), mended)
}

/// Interleaves the vertices: always one set of texture coordinates at least, as every known file has.
fn vertices(mesh: &Mesh, normals: &[Vec3], sources: &[u32]) -> Vertices<'static> {
    let colors = mesh.color_sets.first();
    let sets = mesh.uv_sets.len().clamp(1, 2) as u32;
    let flag = |present: bool, flag: i32| if present { flag } else { 0 };
    let flags = flag(!normals.is_empty(), Vertices::NORMALS) | flag(colors.is_some(), Vertices::COLORS);
    let stride = Vertices::stride(flags, sets, 2);
    let mut bytes = Vec::with_capacity(stride * sources.len());
    for &source in sources {
        let source = source as usize;
        bytes.put_vec3(mesh.positions.get(source).copied().unwrap_or_default());
        if !normals.is_empty() {
            bytes.put_vec3(normals.get(source).copied().unwrap_or(Vec3::Y));
        }
        if let Some(colors) = colors {
            bytes.put_vec4(colors.get(source).copied().unwrap_or(glam::Vec4::ONE));
        }
        for set in 0..sets as usize {
            bytes.put_vec2(mesh.uv_sets.get(set).and_then(|set| set.get(source)).copied().unwrap_or(Vec2::ZERO));
        }
    }
    let records = Records::new(bytes, stride).unwrap_or_default();
    Vertices { flags, sets, set_size: 2, records }
}

/// Returns the largest influences of a vertex, in the source's order, with shares that sum to exactly one.
fn shares(row: &[Influence], reduced: &mut usize) -> Vec<Influence> {
    let mut kept: Vec<Influence> = row.iter().filter(|i| i.weight > 0.0 && i.weight.is_finite()).copied().collect();
    if kept.len() > MAX_INFLUENCES {
        *reduced += 1;
        let mut order: Vec<usize> = (0..kept.len()).collect();
        let weight = |&i: &usize| kept.get(i).map_or(0.0, |i| i.weight);
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        order.truncate(MAX_INFLUENCES);
        order.sort_unstable();
        kept = order.into_iter().filter_map(|i| kept.get(i).copied()).collect();
    }
    let sum: f64 = kept.iter().map(|i| f64::from(i.weight)).sum();
    if sum <= 0.0 {
        return Vec::new();
    }
    let mut units: Vec<i64> = kept.iter().map(|i| (f64::from(i.weight) / sum / UNIT).round() as i64).collect();
    let total: i64 = units.iter().sum();
    let whole = (1.0 / UNIT) as i64;
    // The largest share takes what rounding left over.
    if let Some(largest) = units.iter_mut().rev().max_by_key(|units| **units) {
        *largest += whole - total;
    }
    let influence = |(i, units): (&Influence, i64)| Influence { joint: i.joint, weight: (units as f64 * UNIT) as f32 };
    kept.iter().zip(units).filter(|(_, units)| *units > 0).map(influence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(weights: &[f32]) -> Vec<Influence> {
        weights.iter().enumerate().map(|(joint, &weight)| Influence { joint: joint as u32, weight }).collect()
    }

    #[test]
    fn shares_sum_to_exactly_one_and_stay() {
        let rows: [(&[f32], &[u32], usize); 5] = [
            (&[0.3, 0.3, 0.4], &[0, 1, 2], 0),
            (&[1.0], &[0], 0),
            (&[0.1, 0.2, 0.3, 0.15, 0.25], &[1, 2, 3, 4], 1),
            (&[0.2; 5], &[0, 1, 2, 3], 1),
            (&[1.0, 1e-30], &[0], 0),
        ];
        for (weights, joints, expected) in rows {
            let mut reduced = 0;
            let found = shares(&row(weights), &mut reduced);
            assert_eq!(found.iter().map(|i| i.joint).collect::<Vec<_>>(), joints, "{weights:?}");
            assert_eq!(reduced, expected);
            assert_eq!(found.iter().map(|i| f64::from(i.weight)).sum::<f64>(), 1.0, "{weights:?}");
            assert_eq!(shares(&found, &mut 0), found, "{weights:?}");
        }
    }

    #[test]
    fn large_pieces_are_cut_and_shared_vertices_copied() {
        let many: Vec<[u32; 3]> = (0..40_000).map(|i| [i * 2, i * 2 + 1, i * 2 + 2]).collect();
        let (cut, split) = cut(&mut vec![Piece { brush: 3, triangles: many.clone() }], 80_001);
        assert_eq!((cut.len(), split), (2, 1));
        assert_eq!(cut.iter().flat_map(|piece| piece.triangles.clone()).collect::<Vec<_>>(), many);
        let mut pieces: Vec<Piece> =
            [[0, 1, 2], [2, 1, 3]].into_iter().map(|t| Piece { brush: 0, triangles: vec![t] }).collect();
        assert_eq!(part(&mut pieces, 4), [0, 1, 2, 3, 2, 1]);
        assert_eq!(pieces[1].triangles, [[4, 5, 3]]);
    }
}

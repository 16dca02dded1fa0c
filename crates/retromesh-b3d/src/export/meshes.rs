//! Meshes to `MESH`, `VRTS` and `TRIS`, and weights to `BONE`.

use super::Exporter;
use crate::capability::INFO;
use crate::document::{Body, MAX_VERTICES, VertexWeight, Vertices};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::material::Material;
use retromesh_core::mesh::{Influence, Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, MaterialId, NodeId, Valid};
use retromesh_kit::export::{Rounding, parts_of, split, top_weights, unit_normals};
use retromesh_wire::{Put, Records, Rows};
use std::collections::BTreeMap;

/// Squared lengths of normals this near to one are left as they are.
const UNIT: f32 = 2e-3;

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
        let Some(instance) = self.scene[id].mesh.as_deref() else { return Ok(None) };
        let mesh = &self.scene[instance.mesh];
        let skeleton = instance.skeleton.filter(|_| !mesh.weights.is_empty()).map(|id| &self.scene[id]);
        let mut pieces = pieces_of(self.scene, instance);
        if pieces.is_empty() {
            return Ok(None);
        }
        let split = cut(&mut pieces, mesh.positions.len());
        let is_tinted = pieces.iter().any(|piece| self.tint(piece, true) != Vec4::ONE);
        let sources = if is_tinted || skeleton.is_some() {
            part(&mut pieces, mesh.positions.len())
        } else {
            (0..mesh.positions.len() as u32).collect()
        };
        let mut colors: Vec<Vec4> = match mesh.color_sets.first() {
            Some(set) => sources.iter().map(|&source| set[source as usize]).collect(),
            None => vec![Vec4::ONE; if is_tinted { sources.len() } else { 0 }],
        };
        for piece in pieces.iter().filter(|_| is_tinted) {
            let tint = self.tint(piece, !mesh.color_sets.is_empty());
            let mut corners: Vec<u32> = piece.triangles.as_flattened().to_vec();
            corners.sort_unstable();
            corners.dedup();
            corners.iter().for_each(|corner| colors[*corner as usize] *= tint);
        }
        let normals = unit_normals(mesh, &self.scene.space, UNIT);
        let records = vertices(mesh, &normals.normals, &colors, &sources);
        let (mut weights, mut reduced) = (BTreeMap::new(), 0);
        if let Some(skeleton) = skeleton {
            let own = skeleton.joints.iter().position(|&joint| joint == id);
            let mut shares = |row: &[Influence]| {
                let mut row = row.to_vec();
                reduced += usize::from(top_weights(&mut row, INFO.bones_per_vertex, Rounding::Exact).reduced);
                row
            };
            let rows: Vec<Vec<Influence>> = mesh.weights.iter().map(&mut shares).collect();
            for (vertex, &source) in sources.iter().enumerate() {
                for influence in rows[source as usize].iter().filter(|i| Some(i.joint as usize) != own) {
                    let row = VertexWeight { vertex: vertex as u32, weight: influence.weight };
                    weights.entry(influence.joint).or_insert_with(Vec::new).push(row);
                }
            }
        }
        let (sets, unusual) = (mesh.uv_sets.len(), normals.replaced + normals.scaled);
        self.diagnostics.note(Code::LostUvSet, sets.saturating_sub(2), "UV sets beyond the second")?;
        self.diagnostics.note(Code::NormalizedNormals, unusual, "")?;
        self.diagnostics.note(Code::ReducedInfluences, reduced, "")?;
        self.diagnostics.note(Code::SplitMesh, split, "")?;
        let mut chunks = vec![Body::Vrts(records)];
        for Piece { brush, triangles } in pieces {
            chunks.push(Body::Tris { brush_id: brush, triangles: Rows::from(triangles) });
        }
        Ok(Some(Geometry { chunks, weights }))
    }

    /// Returns what the colours of a piece's vertices are multiplied with: the colour of a material that asks for it. Where a mesh has no colours,
    /// engines that show those of vertices always find the colours of its materials in them.
    fn tint(&self, piece: &Piece, has_colors: bool) -> Vec4 {
        let material = usize::try_from(piece.brush).ok().and_then(|brush| self.scene.materials.get(brush));
        let is_in =
            |material: &&Material| material.multiplies_colors() || !has_colors && !material.shading.vertex_colors;
        material.filter(is_in).map_or(Vec4::ONE, |material| material.base_color.truncate().extend(1.0))
    }
}

/// Returns the triangles of each part that has any.
fn pieces_of(scene: &Valid<'_>, instance: &MeshInstance) -> Vec<Piece> {
    let piece = |(part, material): (&Part, Option<MaterialId>)| Piece {
        brush: material.map_or(-1, |material| material.0 as i32),
        triangles: part.faces.triangles(&scene[instance.mesh].positions).into_owned(),
    };
    parts_of(scene, instance).map(piece).filter(|piece| !piece.triangles.is_empty()).collect()
}

/// Cuts pieces of more vertices than engines can number and returns how many there were.
pub(crate) fn cut(pieces: &mut Vec<Piece>, vertices: usize) -> usize {
    if vertices <= MAX_VERTICES {
        return 0;
    }
    let mut count = 0;
    for Piece { brush, triangles } in std::mem::take(pieces) {
        let cut = split(triangles.into_iter(), vertices, MAX_VERTICES);
        count += usize::from(cut.len() > 1);
        pieces.extend(cut.into_iter().map(|cut| {
            let source = |vertex: u32| cut.sources[vertex as usize];
            Piece { brush, triangles: cut.triangles.iter().map(|triangle| triangle.map(source)).collect() }
        }));
    }
    count
}

/// Gives each piece vertices of its own: later ones get copies. Returns the source of each vertex.
pub(crate) fn part(pieces: &mut [Piece], vertices: usize) -> Vec<u32> {
    let mut sources: Vec<u32> = (0..vertices as u32).collect();
    let mut owner = vec![u32::MAX; vertices];
    for (number, piece) in (0..).zip(pieces) {
        let mut copies: BTreeMap<u32, u32> = BTreeMap::new();
        for v in piece.triangles.iter_mut().flatten() {
            let owner = &mut owner[*v as usize];
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

/// Interleaves the vertices: always one set of texture coordinates at least, as every known file has.
fn vertices(mesh: &Mesh, normals: &[Vec3], colors: &[Vec4], sources: &[u32]) -> Vertices<'static> {
    let sets = mesh.uv_sets.len().clamp(1, 2) as u32;
    let flag = |present: bool, flag: i32| if present { flag } else { 0 };
    let flags = flag(!normals.is_empty(), Vertices::NORMALS) | flag(!colors.is_empty(), Vertices::COLORS);
    let stride = Vertices::stride(flags, sets, 2);
    let mut bytes = Vec::with_capacity(stride * sources.len());
    for (vertex, &source) in sources.iter().enumerate() {
        let source = source as usize;
        bytes.put_vec3(mesh.positions[source]);
        if let Some(&normal) = normals.get(source) {
            bytes.put_vec3(normal);
        }
        if let Some(color) = colors.get(vertex) {
            bytes.put_row(color);
        }
        for set in 0..sets as usize {
            bytes.put_row(&mesh.uv_sets.get(set).map_or(Vec2::ZERO, |set| set[source]));
        }
    }
    let records = Records::new(bytes, stride).unwrap_or_default();
    Vertices { flags, sets, set_size: 2, records }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_pieces_are_cut_and_shared_vertices_copied() {
        let many: Vec<[u32; 3]> = (0..40_000).map(|i| [i * 2, i * 2 + 1, i * 2 + 2]).collect();
        let mut pieces = vec![Piece { brush: 3, triangles: many.clone() }];
        assert_eq!((cut(&mut pieces, 80_001), pieces.len()), (1, 2));
        assert_eq!(pieces.iter().flat_map(|piece| piece.triangles.clone()).collect::<Vec<_>>(), many);
        let mut pieces: Vec<Piece> =
            [[0, 1, 2], [2, 1, 3]].into_iter().map(|t| Piece { brush: 0, triangles: vec![t] }).collect();
        assert_eq!(part(&mut pieces, 4), [0, 1, 2, 3, 2, 1]);
        assert_eq!(pieces[1].triangles, [[4, 5, 3]]);
    }
}

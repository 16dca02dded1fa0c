//! Meshes for readers that number the vertices of each primitive with 16 bits: every primitive has vertices of its own.

use super::Exporter;
use super::luanti::Coordinates;
use super::meshes::Skinning;
use crate::extras_json::object;
use crate::place_of;
use glam::Vec2;
use gltf_json::Mesh as JsonMesh;
use retromesh_core::material::UvTransform;
use retromesh_core::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh_core::{Code, Finding, MaterialId, Result};
use serde_json::Map;

/// The most vertices of a primitive: Luanti refuses 65,535.
const MAX_VERTICES: usize = 65_534;

impl Exporter<'_> {
    /// Builds a mesh with a primitive or more for each part that has faces.
    pub(super) fn separate_mesh(
        &mut self,
        mesh: &Mesh,
        skin: Option<Skinning>,
        materials: &[Option<MaterialId>],
    ) -> Result<JsonMesh> {
        let mut primitives = Vec::with_capacity(mesh.parts.len());
        let mut split = 0;
        for (p, part) in mesh.parts.iter().enumerate() {
            let material = materials.get(p).copied().flatten().or(part.material);
            let coordinates = self.luanti.as_ref().zip(material).and_then(|(l, id)| l.coordinates.get(id.index()));
            let coordinates = coordinates.copied().unwrap_or(Coordinates { set: 0, transform: UvTransform::IDENTITY });
            let pieces = pieces(&part.faces, mesh.positions.len());
            split += usize::from(pieces.len() > 1);
            for piece in pieces {
                let own = piece.mesh(mesh, coordinates);
                let pool = self.pool(&own)?;
                let joints = match skin {
                    Some(skin) => self.joint_sets(&own, skin)?,
                    None => Vec::new(),
                };
                let named = Part { name: part.name.clone(), extras: part.extras.clone(), ..Part::default() };
                let indices = pool.indices.first().copied().flatten();
                primitives.push(self.primitive(&own, &named, (&pool, &joints), material, indices)?);
            }
        }
        self.diagnostics.report(Finding::new(Code::SplitMesh).times(split).within(place_of("mesh", &mesh.name)))?;
        let extras = object(&mesh.extras, Map::new());
        Ok(JsonMesh { extensions: None, extras, name: super::name(&mesh.name), primitives, weights: None })
    }
}

/// Triangles with few enough vertices.
#[derive(Debug, Default, PartialEq)]
struct Piece {
    /// The source of each vertex.
    sources: Vec<u32>,
    triangles: Vec<[u32; 3]>,
}

/// Cuts faces into pieces, in order; none for none.
fn pieces(faces: &Faces, vertices: usize) -> Vec<Piece> {
    const NONE: u32 = u32::MAX;
    let mut number = vec![NONE; vertices];
    let mut all = Vec::new();
    let mut piece = Piece::default();
    for triangle in faces.triangles() {
        let is_new = |v: &&u32| number.get(**v as usize) == Some(&NONE);
        if piece.sources.len() + triangle.iter().filter(is_new).count() > MAX_VERTICES {
            piece.sources.iter().for_each(|&v| {
                number.get_mut(v as usize).into_iter().for_each(|slot| *slot = NONE);
            });
            all.push(std::mem::take(&mut piece));
        }
        let own = triangle.map(|v| {
            let Some(slot) = number.get_mut(v as usize) else { return 0 };
            if *slot == NONE {
                *slot = piece.sources.len() as u32;
                piece.sources.push(v);
            }
            *slot
        });
        piece.triangles.push(own);
    }
    if !piece.triangles.is_empty() {
        all.push(piece);
    }
    all
}

impl Piece {
    /// Returns the piece as a mesh; the coordinates that its texture uses come first, moved to their place.
    fn mesh(self, source: &Mesh, coordinates: Coordinates) -> Mesh {
        let sources = &self.sources;
        let first = match source.uv_sets.get(coordinates.set) {
            Some(set) => gather(sources, set).into_iter().map(|uv| moved(uv, &coordinates.transform)).collect(),
            None => vec![Vec2::ZERO; sources.len()],
        };
        let others = source.uv_sets.iter().enumerate().filter(|(set, _)| *set != coordinates.set);
        let uv_sets = std::iter::once(first).chain(others.map(|(_, set)| gather(sources, set))).collect();
        let mut weights = Weights::default();
        if !source.weights.is_empty() {
            weights.starts.push(0);
            for &v in sources {
                let row: &[Influence] = source.weights.of(v as usize);
                weights.influences.extend_from_slice(row);
                weights.starts.push(weights.influences.len() as u32);
            }
        }
        Mesh {
            name: source.name.clone(),
            positions: gather(sources, &source.positions),
            normals: gather(sources, &source.normals),
            tangents: gather(sources, &source.tangents),
            color_sets: source.color_sets.iter().map(|set| gather(sources, set)).collect(),
            uv_sets,
            weights,
            parts: vec![Part { faces: Faces::Triangles(self.triangles), ..Part::default() }],
            ..Mesh::default()
        }
    }
}

fn moved(uv: Vec2, transform: &UvTransform) -> Vec2 {
    if transform.is_identity() { uv } else { transform.apply(uv) }
}

fn gather<T: Copy>(sources: &[u32], values: &[T]) -> Vec<T> {
    sources.iter().filter_map(|&v| values.get(v as usize)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_few_vertices_and_all_triangles() {
        let many: Vec<[u32; 3]> = (0..50_000).map(|i| [i * 2 + 2, i * 2, i * 2 + 1]).collect();
        let all = pieces(&Faces::Triangles(many.clone()), 100_001);
        assert_eq!(all.len(), 2);
        let mut found = Vec::new();
        for piece in &all {
            assert!(piece.sources.len() <= MAX_VERTICES);
            found.extend(piece.triangles.iter().map(|t| t.map(|v| piece.sources[v as usize])));
        }
        assert_eq!(found, many);
        assert_eq!(pieces(&Faces::default(), 9), []);
    }
}

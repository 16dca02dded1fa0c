//! Meshes for readers that number the vertices of each primitive with 16 bits: every primitive has vertices of its own.

use super::Exporter;
use super::luanti::Coordinates;
use super::meshes::{Shared, Skinning};
use super::ranges::Ranges;
use crate::extras_json::object;
use crate::place_of;
use glam::Vec2;
use gltf_json::Mesh as JsonMesh;
use gltf_json::mesh::Mode;
use retromesh_core::extras::{LINES, POINTS};
use retromesh_core::material::UvTransform;
use retromesh_core::mesh::{Faces, Mesh, Part, Weights};
use retromesh_core::{Code, Finding, MaterialId, Result};
use retromesh_kit::export::{self, Piece};
use serde_json::Map;

/// The maximum number of vertices of a primitive: Luanti refuses 65,535.
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
        for (part, &material) in mesh.parts.iter().zip(materials) {
            let coordinates = self.luanti.as_ref().zip(material).map(|(luanti, id)| luanti.coordinates[id.index()]);
            let coordinates = coordinates.unwrap_or(Coordinates { set: 0, transform: UvTransform::IDENTITY });
            let pieces = export::split(
                part.faces.triangles(&mesh.positions).iter().copied(),
                mesh.positions.len(),
                MAX_VERTICES,
            );
            split += usize::from(pieces.len() > 1);
            for piece in pieces {
                let own = piece_mesh(piece, mesh, coordinates);
                let pool = self.pool(&own, None, None, Ranges::whole(&own))?;
                let joints = skin.map_or(Ok(Vec::new()), |skin| self.joint_sets(&own, skin))?;
                let named = Part { name: part.name.clone(), extras: part.extras.clone(), ..Part::default() };
                let indices = pool.indices[0].map(|indices| (Mode::Triangles, indices));
                let shared = Shared {
                    vertices: &pool.vertices[0],
                    joints: &joints,
                    positions: &own.positions,
                    uv_sets: own.uv_sets.len(),
                };
                primitives.push(self.primitive(&named, shared, material, indices)?);
            }
        }
        self.diagnostics.report(Finding::new(Code::SplitMesh).times(split).within(place_of("mesh", &mesh.name)))?;
        let loose = mesh.parts.iter().filter(|part| [LINES, POINTS].iter().any(|key| part.extras.contains_key(*key)));
        let finding = Finding::new(Code::LostPrimitives).times(loose.count()).detail("lines and points");
        self.diagnostics.report(finding.within(place_of("mesh", &mesh.name)))?;
        let extras = object(&mesh.extras, Map::new());
        Ok(JsonMesh { extensions: None, extras, name: super::name(&mesh.name), primitives, weights: None })
    }
}

/// Returns a piece as a mesh; the coordinates that its texture uses come first, moved to their place.
fn piece_mesh(piece: Piece, source: &Mesh, coordinates: Coordinates) -> Mesh {
    let first = match source.uv_sets.get(coordinates.set) {
        Some(set) => piece.pick(set).into_iter().map(|uv| moved(uv, &coordinates.transform)).collect(),
        None => vec![Vec2::ZERO; piece.sources.len()],
    };
    let others = source.uv_sets.iter().enumerate().filter(|(set, _)| *set != coordinates.set);
    let uv_sets = std::iter::once(first).chain(others.map(|(_, set)| piece.pick(set))).collect();
    let mut weights = Weights::default();
    if !source.weights.is_empty() {
        weights.starts.push(0);
        for &v in &piece.sources {
            weights.influences.extend_from_slice(source.weights.of(v as usize));
            weights.starts.push(weights.influences.len() as u32);
        }
    }
    Mesh {
        name: source.name.clone(),
        positions: piece.pick(&source.positions),
        normals: piece.pick(&source.normals),
        tangents: piece.pick(&source.tangents),
        color_sets: source.color_sets.iter().map(|set| piece.pick(set)).collect(),
        uv_sets,
        weights,
        parts: vec![Part { faces: Faces::Triangles(piece.triangles), ..Part::default() }],
        ..Mesh::default()
    }
}

fn moved(uv: Vec2, transform: &UvTransform) -> Vec2 {
    if transform.is_identity() { uv } else { transform.apply(uv) }
}

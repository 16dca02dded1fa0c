//! Meshes cut into pieces of one material and at most 65,536 vertices.

use super::Exporter;
use super::basis::Basis;
use super::nodes::Tree;
use super::skins::{NOBODY, Skin};
use crate::document::MAX_VERTICES;
use glam::{Vec2, Vec3};
use retromesh_core::material::{Material, TextureLayer, TextureRole, UvTransform};
use retromesh_core::mesh::{Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, Finding, MaterialId, NodeId, NodeMap, Valid};
use retromesh_kit::export::{Piece as Chunk, parts_of, rgb_bytes, split, unit_normals};
use std::borrow::Cow;

/// Squared lengths this near to one are left as they are: narrow floats are off by this much, and the engine normalises anyway.
const UNIT: f32 = 4e-3;

/// What one entity draws.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) material: Option<MaterialId>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) normals: Vec<Vec3>,
    pub(super) positions: Vec<Vec3>,
    pub(super) colors: Vec<[u8; 3]>,
    pub(super) triangles: Vec<[u16; 3]>,
    /// Joint, first and last vertex.
    pub(super) bones: Vec<(NodeId, i32, i32)>,
}

impl Exporter<'_> {
    /// Returns the pieces of each node's mesh.
    pub(super) fn pieces(&mut self, tree: &Tree, bases: &NodeMap<Basis>) -> Result<NodeMap<Vec<Piece>>, Error> {
        let scene = self.scene;
        let mut pieces = NodeMap::from_fn(scene, |_| Vec::new());
        let world = scene.rest_pose().world;
        for id in tree.shown() {
            let Some(instance) = scene[id].mesh.as_deref() else { continue };
            let skin = self.skin(id, instance, &scene[instance.mesh], &world, &bases[id])?;
            pieces[id] = self.cut(instance, skin.as_ref(), &bases[id])?;
        }
        Ok(pieces)
    }

    fn cut(&mut self, instance: &MeshInstance, skin: Option<&Skin<'_>>, basis: &Basis) -> Result<Vec<Piece>, Error> {
        let mesh = &self.scene[instance.mesh];
        let normals = self.unit_normals(mesh)?;
        let groups = groups(self.scene, instance);
        let mut pieces = Vec::new();
        let mut used = vec![false; mesh.positions.len()];
        let whole = groups.len() <= 1 && mesh.positions.len() <= MAX_VERTICES;
        for (material, parts) in &groups {
            let triangles = parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
            let chunks = if whole {
                used.fill(true);
                vec![Chunk { sources: (0..mesh.positions.len() as u32).collect(), triangles: triangles.collect() }]
            } else {
                split(triangles, mesh.positions.len(), MAX_VERTICES)
            };
            for mut chunk in chunks.into_iter().filter(|chunk| !chunk.sources.is_empty()) {
                sort(&mut chunk, skin);
                chunk.sources.iter().for_each(|&vertex| used[vertex as usize] = true);
                pieces.push(self.piece(*material, mesh, &normals, &chunk, skin, basis));
            }
        }
        let unused = used.iter().filter(|used| !**used).count();
        self.diagnostics.report(Finding::new(Code::LostVertices).times(unused))?;
        Ok(pieces)
    }

    fn piece(
        &self,
        material: Option<MaterialId>,
        mesh: &Mesh,
        normals: &[Vec3],
        chunk: &Chunk,
        skin: Option<&Skin<'_>>,
        basis: &Basis,
    ) -> Piece {
        let appearance = material.map(|id| &self.scene[id]);
        let (set, transform) = self.uvs(appearance);
        let uvs = mesh.uv_sets.get(set);
        let colors = mesh.color_sets.first().filter(|_| appearance.is_some_and(|m| m.shading.vertex_colors));
        let mut piece = Piece { material, ..Piece::default() };
        for &vertex in &chunk.sources {
            let v = vertex as usize;
            let (position, normal) = (mesh.positions[v], normals[v]);
            let (position, normal) = match skin {
                Some(skin) => skin.place(v, position, normal, basis),
                None => (basis.point(position), basis.normal(normal)),
            };
            let uv = uvs.map_or(Vec2::ZERO, |set| set[v]);
            piece.uvs.push(if transform.is_identity() { uv } else { transform.apply(uv) });
            piece.normals.push(normal);
            piece.positions.push(position);
            piece.colors.extend(colors.map(|set| rgb_bytes(set[v])));
        }
        piece.triangles = chunk.triangles.iter().map(|corners| corners.map(|corner| corner as u16)).collect();
        if let Some(skin) = skin {
            piece.bones = bones(skin, &chunk.sources);
        }
        piece
    }

    /// Returns the UV set of a material's first colour texture and what moves it.
    fn uvs(&self, material: Option<&Material>) -> (usize, UvTransform) {
        let Some(layer) = material.and_then(color_layer) else { return (0, UvTransform::IDENTITY) };
        (layer.uv_set as usize, self.scene[layer.texture].transform)
    }

    /// Returns normals of unit length, made from the faces where the mesh has none.
    fn unit_normals<'m>(&mut self, mesh: &'m Mesh) -> Result<Cow<'m, [Vec3]>, Error> {
        if mesh.normals.is_empty() {
            let finding = Finding::new(Code::NormalizedNormals).times(mesh.positions.len());
            self.diagnostics.report(finding.detail("normals were made from the faces"))?;
            return Ok(mesh.computed_normals(&self.scene.space).into());
        }
        let unit = unit_normals(mesh, &self.scene.space, UNIT);
        self.diagnostics.report(Finding::new(Code::NormalizedNormals).times(unit.replaced + unit.scaled))?;
        Ok(unit.normals)
    }
}

/// Returns the layer that the engine can show: the first texture of colour.
pub(super) fn color_layer(material: &Material) -> Option<&TextureLayer> {
    material.layers.iter().find(|layer| layer.role == TextureRole::Color)
}

/// Gathers the parts of each material, in order of first use.
fn groups<'s>(scene: &'s Valid<'_>, instance: &'s MeshInstance) -> Vec<(Option<MaterialId>, Vec<&'s Part>)> {
    let mut groups: Vec<(Option<MaterialId>, Vec<&Part>)> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for (part, material) in parts_of(scene, instance) {
        let number = *numbers.entry(material).or_insert(groups.len());
        match groups.get_mut(number) {
            Some((_, parts)) => parts.push(part),
            None => groups.push((material, vec![part])),
        }
    }
    if groups.is_empty() {
        groups.push((None, Vec::new()));
    }
    groups
}

/// Sorts the vertices of a chunk by bone, then by number in the mesh; those without a bone come last.
fn sort(chunk: &mut Chunk, skin: Option<&Skin<'_>>) {
    let key = |&vertex: &u32| (skin.map_or(NOBODY, |skin| skin.owners[vertex as usize]), vertex);
    if chunk.sources.is_sorted_by_key(key) {
        return;
    }
    let mut order: Vec<u32> = (0..chunk.sources.len() as u32).collect();
    order.sort_unstable_by_key(|&number| key(&chunk.sources[number as usize]));
    let mut places = vec![0; order.len()];
    for (place, &number) in (0..).zip(&order) {
        places[number as usize] = place;
    }
    for corner in chunk.triangles.as_flattened_mut() {
        *corner = places[*corner as usize];
    }
    chunk.sources = order.iter().map(|&number| chunk.sources[number as usize]).collect();
}

/// Returns the range of vertices of each joint; a joint without vertices ends before it starts.
fn bones(skin: &Skin<'_>, vertices: &[u32]) -> Vec<(NodeId, i32, i32)> {
    let mut cursor = 0;
    let range = |(number, &joint): (usize, &NodeId)| {
        let first = cursor;
        cursor = vertices.partition_point(|&vertex| skin.owners[vertex as usize] <= number as u32);
        (joint, first as i32, cursor as i32 - 1)
    };
    skin.joints.iter().enumerate().map(range).collect()
}

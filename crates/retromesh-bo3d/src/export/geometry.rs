//! Meshes cut into pieces of one material and at most 65,536 vertices.

use super::Exporter;
use super::basis::Basis;
use super::skin::{NOBODY, Skin};
use super::tree::Tree;
use crate::document::MAX_VERTICES;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::material::{Material, TextureLayer, TextureRole, UvTransform};
use retromesh_core::mesh::{Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, Finding, MaterialId, NodeId, unit};

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

/// The vertices of a piece by number in the mesh, and its triangles by number in the piece.
struct Chunk {
    vertices: Vec<u32>,
    triangles: Vec<[u32; 3]>,
}

impl Exporter<'_> {
    /// Returns the pieces of each node's mesh.
    pub(super) fn pieces(&mut self, tree: &Tree, bases: &[Basis]) -> Result<Vec<Vec<Piece>>, Error> {
        let scene = self.scene;
        let mut pieces: Vec<Vec<Piece>> = scene.nodes.iter().map(|_| Vec::new()).collect();
        let world = scene.rest_pose().world;
        for &id in tree.order.iter().filter(|&&id| tree.shows(id)) {
            let Some(instance) = scene.node(id).and_then(|node| node.mesh.as_deref()) else { continue };
            let Some(mesh) = scene.meshes.get(instance.mesh.index()) else { continue };
            let basis = bases.get(id.index()).copied().unwrap_or_default();
            let skin = self.skin(id, instance, mesh, &world, &basis)?;
            if let Some(slot) = pieces.get_mut(id.index()) {
                *slot = self.cut(instance, mesh, skin.as_ref(), &basis)?;
            }
        }
        Ok(pieces)
    }

    fn cut(
        &mut self,
        instance: &MeshInstance,
        mesh: &Mesh,
        skin: Option<&Skin<'_>>,
        basis: &Basis,
    ) -> Result<Vec<Piece>, Error> {
        let mut mesh_normals = None;
        let normals = self.unit_normals(mesh, &mut mesh_normals)?;
        let groups = groups(instance, mesh);
        let mut pieces = Vec::new();
        let mut used = vec![false; mesh.positions.len()];
        let whole = groups.len() <= 1 && mesh.positions.len() <= MAX_VERTICES;
        for (material, parts) in &groups {
            let triangles = parts.iter().flat_map(|part| part.faces.triangles());
            let chunks = if whole {
                used.fill(true);
                vec![Chunk { vertices: (0..mesh.positions.len() as u32).collect(), triangles: triangles.collect() }]
            } else {
                chunks(mesh.positions.len(), triangles)
            };
            for mut chunk in chunks {
                sort(&mut chunk, skin);
                for &vertex in &chunk.vertices {
                    if let Some(flag) = used.get_mut(vertex as usize) {
                        *flag = true;
                    }
                }
                if !chunk.vertices.is_empty() {
                    pieces.push(self.piece(*material, mesh, normals, &chunk, skin, basis));
                }
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
        let look = material.and_then(|id| self.scene.materials.get(id.index()));
        let (set, transform) = self.uvs(look);
        let uvs = mesh.uv_sets.get(set).map_or(&[][..], Vec::as_slice);
        let colors = mesh.color_sets.first().filter(|_| look.is_some_and(|m| m.shading.vertex_colors));
        let mut piece = Piece { material, ..Piece::default() };
        for &vertex in &chunk.vertices {
            let v = vertex as usize;
            let position = mesh.positions.get(v).copied().unwrap_or_default();
            let normal = normals.get(v).copied().unwrap_or(Vec3::Y);
            let (position, normal) = match skin {
                Some(skin) => skin.place(v, position, normal, basis),
                None => (basis.point(position), basis.normal(normal)),
            };
            let uv = uvs.get(v).copied().unwrap_or_default();
            piece.uvs.push(if transform.is_identity() { uv } else { transform.apply(uv) });
            piece.normals.push(normal);
            piece.positions.push(position);
            piece.colors.extend(colors.and_then(|set| set.get(v)).map(|&color| bytes(color)));
        }
        piece.triangles = chunk.triangles.iter().map(|corners| corners.map(|corner| corner as u16)).collect();
        if let Some(skin) = skin {
            piece.bones = bones(skin, &chunk.vertices);
        }
        piece
    }

    /// Returns the UV set of a material's first colour texture and what moves it.
    fn uvs(&self, material: Option<&Material>) -> (usize, UvTransform) {
        let Some(layer) = material.and_then(color_layer) else { return (0, UvTransform::IDENTITY) };
        let texture = self.scene.textures.get(layer.texture.index());
        (layer.uv_set as usize, texture.map_or(UvTransform::IDENTITY, |texture| texture.transform))
    }

    /// Returns normals of unit length, made from the faces where the mesh has none.
    fn unit_normals<'m>(&mut self, mesh: &'m Mesh, made: &'m mut Option<Mesh>) -> Result<&'m [Vec3], Error> {
        // Narrow floats leave lengths that are off by this much; the engine normalises anyway.
        let is_unit = |n: &Vec3| (n.length_squared() - 1.0).abs() <= 4e-3;
        let odd = mesh.normals.iter().filter(|n| !is_unit(n)).count();
        if odd == 0 && !mesh.normals.is_empty() {
            return Ok(&mesh.normals);
        }
        let detail = if mesh.normals.is_empty() { "normals were made from the faces" } else { "" };
        let count = if mesh.normals.is_empty() { mesh.positions.len() } else { odd };
        self.diagnostics.report(Finding::new(Code::NormalizedNormals).times(count).detail(detail))?;
        let mut faces = Mesh { positions: mesh.positions.clone(), parts: mesh.parts.clone(), ..Mesh::default() };
        faces.recompute_normals(&self.scene.space);
        for (normal, &stored) in faces.normals.iter_mut().zip(&mesh.normals) {
            *normal = if is_unit(&stored) { stored } else { unit(stored).unwrap_or(*normal) };
        }
        Ok(&made.insert(faces).normals)
    }
}

/// Returns the layer that the engine can show: the first texture of colour.
pub(super) fn color_layer(material: &Material) -> Option<&TextureLayer> {
    material.layers.iter().find(|layer| layer.role == TextureRole::Color)
}

/// Gathers the parts of each material, in order of first use.
fn groups<'m>(instance: &MeshInstance, mesh: &'m Mesh) -> Vec<(Option<MaterialId>, Vec<&'m Part>)> {
    let mut groups: Vec<(Option<MaterialId>, Vec<&Part>)> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for (n, part) in mesh.parts.iter().enumerate() {
        let material = instance.materials.get(n).copied().flatten().or(part.material);
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

/// Distributes triangles over chunks, each with its own vertices.
fn chunks(count: usize, triangles: impl Iterator<Item = [u32; 3]>) -> Vec<Chunk> {
    let empty = || Chunk { vertices: Vec::new(), triangles: Vec::new() };
    let mut numbers = vec![NOBODY; count];
    let mut all = Vec::new();
    let mut chunk = empty();
    for corners in triangles {
        if chunk.vertices.len() + 3 > MAX_VERTICES {
            for &vertex in &chunk.vertices {
                if let Some(number) = numbers.get_mut(vertex as usize) {
                    *number = NOBODY;
                }
            }
            all.push(std::mem::replace(&mut chunk, empty()));
        }
        chunk.triangles.push(corners.map(|vertex| {
            let Some(number) = numbers.get_mut(vertex as usize) else { return 0 };
            if *number == NOBODY {
                *number = chunk.vertices.len() as u32;
                chunk.vertices.push(vertex);
            }
            *number
        }));
    }
    all.push(chunk);
    all
}

/// Sorts the vertices of a chunk by bone, then by number in the mesh; those without a bone come last.
fn sort(chunk: &mut Chunk, skin: Option<&Skin<'_>>) {
    let owner = |vertex: u32| skin.and_then(|skin| skin.owners.get(vertex as usize)).copied().unwrap_or(NOBODY);
    let key = |&vertex: &u32| (owner(vertex), vertex);
    if chunk.vertices.is_sorted_by_key(key) {
        return;
    }
    let mut order: Vec<u32> = (0..chunk.vertices.len() as u32).collect();
    let vertex = |number: u32| chunk.vertices.get(number as usize).copied().unwrap_or(0);
    order.sort_unstable_by_key(|&number| key(&vertex(number)));
    let mut places = vec![0; order.len()];
    for (place, &number) in order.iter().enumerate() {
        if let Some(slot) = places.get_mut(number as usize) {
            *slot = place as u32;
        }
    }
    let sorted = order.iter().map(|&number| vertex(number)).collect();
    for corner in chunk.triangles.as_flattened_mut() {
        *corner = places.get(*corner as usize).copied().unwrap_or(0);
    }
    chunk.vertices = sorted;
}

/// Returns the range of vertices of each joint; a joint without vertices ends before it starts.
fn bones(skin: &Skin<'_>, vertices: &[u32]) -> Vec<(NodeId, i32, i32)> {
    let owner = |vertex: u32| skin.owners.get(vertex as usize).copied().unwrap_or(NOBODY);
    let mut cursor = 0;
    let range = |(number, &joint): (usize, &NodeId)| {
        let first = cursor;
        cursor = vertices.partition_point(|&vertex| owner(vertex) <= number as u32);
        (joint, first as i32, cursor as i32 - 1)
    };
    skin.joints.iter().enumerate().map(range).collect()
}

fn bytes(color: Vec4) -> [u8; 3] {
    let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0).round() as u8;
    [byte(color.x), byte(color.y), byte(color.z)]
}

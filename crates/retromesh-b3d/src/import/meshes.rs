//! `MESH` chunks to meshes.

use super::Report;
use super::materials::Materials;
use super::nodes::MeshSource;
use crate::document::{Body, Chunk, Document, Vertices};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Attribute, AttributeData, Faces, Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, MeshId, Scene};
use retromesh_kit::ImportOptions;
use retromesh_kit::import::{normals, replace_non_finite};
use retromesh_wire::{Rows, all_finite};

/// Builds a mesh and places it at its node; one without vertices is left out.
pub(super) fn build(
    document: &Document<'_>,
    source: &MeshSource,
    options: &ImportOptions,
    materials: &mut Materials,
    scene: &mut Scene,
    report: &mut Report,
) {
    let mut first: Option<&Vertices<'_>> = None;
    let mut count = 0;
    for (index, chunk) in inside(document, source) {
        match &chunk.body {
            Body::Vrts(vertices) => {
                let twice = first.replace(first.unwrap_or(vertices)).is_some();
                let detail = "a mesh has several vertex lists; the first was used";
                report.add(Code::CountMismatch, detail, usize::from(twice), index);
            }
            Body::Tris { .. } => count += 1,
            _ => {}
        }
    }
    let Some(vertices) = first.filter(|vertices| !vertices.records.is_empty()) else {
        report.add(Code::EmptyPart, "a mesh without vertices", 1, source.chunk);
        return;
    };
    let mut mesh = split(vertices, source.chunk, report);
    mesh.parts.reserve_exact(count);
    for (index, chunk) in inside(document, source) {
        let Body::Tris { brush_id, triangles } = &chunk.body else { continue };
        if triangles.is_empty() {
            report.add(Code::EmptyPart, "a TRIS without triangles", 1, index);
            continue;
        }
        let triangles = in_range(triangles, mesh.positions.len(), index, report);
        let material = materials.resolve((source.brush_id, *brush_id), index, scene, report);
        mesh.parts.push(Part { material, faces: Faces::Triangles(triangles), ..Part::default() });
    }
    let contradict = normals::settle(&mut mesh, &scene.space, options.normals);
    report.add(Code::ContradictingNormals, "", usize::from(contradict), source.chunk);
    let id = MeshId::new(scene.meshes.len());
    if let Some(node) = scene.nodes.get_mut(source.node.index()) {
        mesh.name.clone_from(&node.name);
        node.mesh = Some(Box::new(MeshInstance::new(id)));
    }
    scene.meshes.push(mesh);
}

/// Returns the chunks right inside a mesh.
fn inside<'d>(document: &'d Document<'d>, source: &MeshSource) -> impl Iterator<Item = (usize, &'d Chunk<'d>)> {
    let depth = document.chunks.get(source.chunk).map_or(0, |chunk| chunk.depth);
    let rest = document.chunks.get(source.chunk + 1..).unwrap_or_default();
    let below = rest.iter().take_while(move |chunk| chunk.depth > depth);
    (source.chunk + 1..).zip(below).filter(move |(_, chunk)| chunk.depth == depth + 1)
}

/// Returns the triangles whose corners exist.
fn in_range(triangles: &Rows<'_, [u32; 3]>, vertices: usize, chunk: usize, report: &mut Report) -> Vec<[u32; 3]> {
    if let Some(all) = triangles.to_vec_below(vertices) {
        return all;
    }
    let kept: Vec<_> = triangles.iter().filter(|t| t.iter().all(|&v| (v as usize) < vertices)).collect();
    report.add(Code::IndexOutOfRange, "a triangle's vertex", triangles.len() - kept.len(), chunk);
    kept
}

/// One texture coordinate set in the making.
struct Set {
    offset: usize,
    uvs: Vec<Vec2>,
    /// All numbers of a set that has not two.
    all: Vec<f32>,
}

/// Splits interleaved vertices into arrays, in one sweep over memory.
fn split(vertices: &Vertices<'_>, chunk: usize, report: &mut Report) -> Mesh {
    let records = &vertices.records;
    let n = records.len();
    let size = vertices.set_size as usize;
    let (normal, color) = (vertices.normal_offset(), vertices.color_offset());
    let room = |present: bool| if present { n } else { 0 };
    let mut positions: Vec<Vec3> = Vec::with_capacity(n);
    let mut normals: Vec<Vec3> = Vec::with_capacity(room(normal.is_some()));
    let mut colors: Vec<Vec4> = Vec::with_capacity(room(color.is_some()));
    let mut sets: Vec<Set> = (0..if size == 0 { 0 } else { vertices.sets })
        .map(|set| Set {
            offset: vertices.uv_offset(set),
            uvs: Vec::with_capacity(n),
            all: Vec::with_capacity(if size == 2 { 0 } else { n * size }),
        })
        .collect();
    let (mut finite, mut zero_normals) = (true, 0);
    for block in records.blocks() {
        finite &= all_finite(block.bytes());
        block.extend_column(0, &mut positions);
        if let Some(offset) = normal {
            let start = normals.len();
            block.extend_column(offset, &mut normals);
            zero_normals += normals.iter().skip(start).filter(|&&normal| normal == Vec3::ZERO).count();
        }
        if let Some(offset) = color {
            block.extend_column(offset, &mut colors);
        }
        for set in &mut sets {
            if size == 2 {
                block.extend_column(set.offset, &mut set.uvs);
            }
        }
    }
    if size != 2 {
        sets.iter_mut().for_each(|set| widen(vertices, set));
    }
    if !finite {
        let not_finite =
            replace_non_finite(positions.iter_mut().chain(&mut normals).flat_map(AsMut::<[f32; 3]>::as_mut))
                + replace_non_finite(colors.iter_mut().flat_map(AsMut::<[f32; 4]>::as_mut))
                + replace_non_finite(sets.iter_mut().flat_map(|set| &mut set.uvs).flat_map(AsMut::<[f32; 2]>::as_mut));
        replace_non_finite(sets.iter_mut().flat_map(|set| &mut set.all));
        report.add(Code::NonFinite, "a vertex", not_finite, chunk);
    }
    report.add(Code::ZeroNormal, "", zero_normals, chunk);
    let mut mesh = Mesh { positions, normals, ..Mesh::default() };
    if color.is_some() {
        mesh.color_sets.push(colors);
    }
    for (index, set) in sets.into_iter().enumerate() {
        mesh.uv_sets.push(set.uvs);
        if size != 2 {
            let data = AttributeData::Float { components: size as u8, values: set.all };
            mesh.attributes.push(Attribute { name: format!("_UV_{index}"), data });
        }
    }
    mesh
}

/// Reads a set that has not two numbers: two of them as texture coordinates, and all as they are.
fn widen(vertices: &Vertices<'_>, set: &mut Set) {
    let size = vertices.set_size as usize;
    for index in 0..vertices.records.len() {
        let record = vertices.records.record(index).and_then(|record| record.get(set.offset..)).unwrap_or_default();
        let numbers = record.as_chunks::<4>().0.iter().take(size).map(|&bytes| f32::from_le_bytes(bytes));
        let start = set.all.len();
        set.all.extend(numbers);
        let at = |i: usize| if i < size { set.all.get(start + i).copied().unwrap_or(0.0) } else { 0.0 };
        set.uvs.push(Vec2::new(at(0), at(1)));
    }
}

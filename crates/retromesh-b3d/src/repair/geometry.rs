//! Repairs vertices and triangles.

use crate::document::{Body, Chunk, Document, VertexWeight, Vertices};
use crate::export;
use crate::import::SPACE;
use crate::lint::{has_wrong_normals, share, triangles_of};
use crate::outline::{MeshAt, Parts};
use glam::Vec3;
use retromesh_core::Kinds;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_wire::{Records, Rows, all_finite};
use std::collections::{BTreeMap, BTreeSet};

/// Removes chunks that hold no others.
pub(super) fn remove(document: &mut Document<'_>, gone: &BTreeSet<usize>) {
    let mut index = 0;
    document.chunks.retain(|_| {
        let stays = !gone.contains(&index);
        index += 1;
        stays
    });
}

fn set_triangles(document: &mut Document<'_>, chunk: usize, list: Vec<[u32; 3]>) {
    if let Some(Body::Tris { triangles, .. }) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) {
        *triangles = Rows::from(list);
    }
}

pub(super) fn drop_triangles(document: &mut Document<'_>) {
    for mesh in &Parts::read(document).meshes {
        let count = document.vertices(mesh).map_or(0, |vertices| vertices.records.len());
        for &chunk in &mesh.triangles {
            let Some(mut list) = triangles_of(document, chunk).map(Rows::to_vec) else { continue };
            list.retain(|triangle| triangle.iter().all(|&v| (v as usize) < count));
            set_triangles(document, chunk, list);
        }
    }
}

/// Replaces numbers of vertices, weights and brushes that are infinite or not numbers by 0, and colours of brushes by 1.
pub(super) fn make_finite(document: &mut Document<'_>) {
    for chunk in &mut document.chunks {
        match &mut chunk.body {
            Body::Vrts(vertices) if !all_finite(vertices.records.bytes()) => {
                for offset in (0..vertices.records.stride()).step_by(4) {
                    let mut column = vertices.records.to_vec::<f32>(offset);
                    column.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = 0.0);
                    vertices.records.set_column(offset, &column);
                }
            }
            Body::Bone(weights) if weights.iter().any(|row| !row.weight.is_finite()) => {
                let finite =
                    |row: VertexWeight| if row.weight.is_finite() { row } else { VertexWeight { weight: 0.0, ..row } };
                *weights = Rows::from(weights.iter().map(finite).collect::<Vec<_>>());
            }
            Body::Brus(list) => {
                for brush in &mut list.brushes {
                    brush.color.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = 1.0);
                    brush.shininess = if brush.shininess.is_finite() { brush.shininess } else { 0.0 };
                }
            }
            _ => {}
        }
    }
}

pub(super) fn drop_empty(document: &mut Document<'_>) {
    document.chunks.retain(|chunk| !matches!(&chunk.body, Body::Tris { triangles, .. } if triangles.is_empty()));
}

/// Keeps two texture coordinate sets of two numbers.
pub(super) fn cut_sets(document: &mut Document<'_>) {
    for chunk in &mut document.chunks {
        let Body::Vrts(vertices) = &mut chunk.body else { continue };
        let (sets, size) = (vertices.sets.min(2), vertices.set_size.min(2));
        if sets == vertices.sets && vertices.set_size <= 3 {
            continue;
        }
        let (base, stride) = (vertices.uv_offset(0), Vertices::stride(vertices.flags, sets, size));
        let mut bytes = Vec::with_capacity(stride * vertices.records.len());
        for index in 0..vertices.records.len() {
            let record = vertices.records.record(index).unwrap_or_default();
            bytes.extend_from_slice(record.get(..base).unwrap_or_default());
            for set in 0..sets {
                let at = vertices.uv_offset(set);
                bytes.extend_from_slice(record.get(at..at + 4 * size as usize).unwrap_or_default());
            }
        }
        if let Some(records) = Records::new(bytes, stride) {
            *vertices = Vertices { flags: vertices.flags, sets, set_size: size, records };
        }
    }
}

/// Computes normals that point against the faces anew, and those without length.
pub(super) fn recompute_normals(document: &mut Document<'_>) {
    for mesh in &Parts::read(document).meshes {
        let Some(vertices) = document.vertices(mesh).filter(|v| v.flags & Vertices::NORMALS != 0) else { continue };
        let wrong = has_wrong_normals(document, mesh);
        let stored = vertices.records.to_vec::<Vec3>(12);
        if !wrong && !stored.contains(&Vec3::ZERO) {
            continue;
        }
        let triangles = mesh.triangles.iter().filter_map(|&chunk| triangles_of(document, chunk));
        let triangles = triangles.flat_map(Rows::iter).collect();
        let part = Part { faces: Faces::Triangles(triangles), ..Part::default() };
        // Which edges are hard, the stored ones say, wrong as they are.
        let (positions, normals) = (vertices.records.to_vec(0), stored.clone());
        let mut bare = Mesh { positions, normals, parts: vec![part], ..Mesh::default() };
        bare.recompute_normals(&SPACE);
        if bare.normal_agreement(&SPACE).is_some_and(|mean| mean < retromesh_core::CONTRADICTION) {
            // Faces back to back cancel out where they meet: each vertex takes its own faces only.
            bare.normals = own_normals(&bare);
        }
        let pick = |(old, new): (&Vec3, &Vec3)| if wrong || *old == Vec3::ZERO { *new } else { *old };
        let normals: Vec<Vec3> = stored.iter().zip(&bare.normals).map(pick).collect();
        let Some(chunk) = mesh.vertices.and_then(|chunk| document.chunks.get_mut(chunk)) else { continue };
        if let Body::Vrts(vertices) = &mut chunk.body {
            vertices.records.set_column(12, &normals);
        }
    }
}

fn own_normals(mesh: &Mesh) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; mesh.positions.len()];
    for triangle in mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned()) {
        let [a, b, c] = triangle.map(|v| mesh.positions.get(v as usize).copied().unwrap_or_default());
        let face = (b - a).cross(c - a).normalize_or_zero();
        for v in triangle {
            if let Some(sum) = sums.get_mut(v as usize) {
                *sum += face;
            }
        }
    }
    sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(Vec3::Y)).collect()
}

/// The chunks of the bones of each mesh.
fn bones(parts: &Parts) -> BTreeMap<usize, Vec<usize>> {
    let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for node in &parts.nodes {
        if let Some(mesh) = node.around {
            all.entry(mesh).or_default().extend(&node.bones);
        }
    }
    all
}

/// Shares vertices that are equal in all, weights included.
pub(super) fn share_vertices(document: &mut Document<'_>) {
    let parts = Parts::read(document);
    let bones = bones(&parts);
    for (number, mesh) in parts.meshes.iter().enumerate() {
        let bones = bones.get(&number).map(Vec::as_slice).unwrap_or_default();
        let Kinds { firsts, of: kinds } = share(document, mesh, bones);
        if firsts.len() == kinds.len() {
            continue;
        }
        for &chunk in &mesh.triangles {
            let Some(mut list) = triangles_of(document, chunk).map(Rows::to_vec) else { continue };
            list.iter_mut().flatten().for_each(|v| *v = kinds.get(*v as usize).copied().unwrap_or(*v));
            set_triangles(document, chunk, list);
        }
        for &chunk in bones {
            let Some(Body::Bone(rows)) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) else { continue };
            let own = |row: &VertexWeight| {
                let vertex = *kinds.get(row.vertex as usize)?;
                (firsts.get(vertex as usize) == Some(&row.vertex)).then_some(VertexWeight { vertex, ..*row })
            };
            *rows = Rows::from(rows.iter().filter_map(|row| own(&row)).collect::<Vec<_>>());
        }
        set_vertices(document, mesh, &firsts);
    }
}

/// Makes the vertices of a mesh those of these numbers.
fn set_vertices(document: &mut Document<'_>, mesh: &MeshAt, sources: &[u32]) {
    let Some(chunk) = mesh.vertices.and_then(|chunk| document.chunks.get_mut(chunk)) else { return };
    let Body::Vrts(vertices) = &mut chunk.body else { return };
    let stride = vertices.records.stride();
    let mut bytes = Vec::with_capacity(sources.len() * stride);
    for &source in sources {
        bytes.extend_from_slice(vertices.records.record(source as usize).unwrap_or_default());
    }
    if let Some(records) = Records::new(bytes, stride) {
        vertices.records = records;
    }
}

/// Cuts `TRIS` of too many vertices, and gives those of skinned meshes vertices of their own.
pub(super) fn part(document: &mut Document<'_>) {
    let parts = Parts::read(document);
    let bones = bones(&parts);
    let mut added: Vec<(usize, Chunk<'_>)> = Vec::new();
    'meshes: for (number, mesh) in parts.meshes.iter().enumerate() {
        let count = document.vertices(mesh).map_or(0, |vertices| vertices.records.len());
        let mut pieces: Vec<(usize, export::Piece)> = Vec::new();
        for &chunk in &mesh.triangles {
            let Some(Body::Tris { brush_id, triangles }) = document.chunks.get(chunk).map(|chunk| &chunk.body) else {
                continue;
            };
            if triangles.iter().flatten().any(|corner| corner as usize >= count) {
                // What a triangle without a vertex belongs to is unknown: the mesh stays as it is.
                continue 'meshes;
            }
            let mut piece = vec![export::Piece { brush: *brush_id, triangles: triangles.to_vec() }];
            export::cut(&mut piece, count);
            pieces.extend(piece.into_iter().map(|piece| (chunk, piece)));
        }
        if let Some(bones) = bones.get(&number) {
            let (chunks, mut own): (Vec<usize>, Vec<export::Piece>) = pieces.into_iter().unzip();
            let sources = export::part(&mut own, count);
            pieces = chunks.into_iter().zip(own).collect();
            if sources.len() > count {
                copy_weights(document, bones, &sources, count);
                set_vertices(document, mesh, &sources);
            }
        }
        let mut last = usize::MAX;
        for (chunk, piece) in pieces {
            if chunk == last {
                let depth = document.chunks.get(chunk).map_or(0, |chunk| chunk.depth);
                let body = Body::Tris { brush_id: piece.brush, triangles: Rows::from(piece.triangles) };
                added.push((chunk, Chunk { depth, body }));
            } else {
                set_triangles(document, chunk, piece.triangles);
            }
            last = chunk;
        }
    }
    for (after, chunk) in added.into_iter().rev() {
        document.chunks.insert(after + 1, chunk);
    }
}

/// Gives copies of vertices the weights of their sources.
fn copy_weights(document: &mut Document<'_>, bones: &[usize], sources: &[u32], count: usize) {
    let mut copies: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (vertex, &source) in sources.iter().enumerate().skip(count) {
        copies.entry(source).or_default().push(vertex as u32);
    }
    for &chunk in bones {
        let Some(Body::Bone(rows)) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) else { continue };
        let copied: Vec<VertexWeight> = rows
            .iter()
            .flat_map(|row| {
                copies.get(&row.vertex).into_iter().flatten().map(move |&vertex| VertexWeight { vertex, ..row })
            })
            .collect();
        copied.into_iter().for_each(|row| rows.push(row));
    }
}

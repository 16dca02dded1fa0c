//! Rules about vertices, triangles and weights.

use super::{Id, Inspection};
use crate::document::{Body, Document, Vertices};
use crate::outline::{MeshAt, NodeAt};
use glam::Vec3;
use retromesh_core::CONTRADICTION;
use retromesh_wire::all_finite;
use std::collections::{BTreeMap, HashSet};

pub(super) fn lint(inspection: &mut Inspection<'_>) {
    let document = inspection.document;
    let nodes = std::mem::take(&mut inspection.parts.nodes);
    let meshes = std::mem::take(&mut inspection.parts.meshes);
    let mut bones: BTreeMap<usize, Vec<&NodeAt>> = BTreeMap::new();
    for node in nodes.iter().filter(|node| !node.bones.is_empty()) {
        if let Some(mesh) = node.around {
            bones.entry(mesh).or_default().push(node);
        }
    }
    let (mut layout, mut any) = (None, false);
    for (number, mesh) in meshes.iter().enumerate() {
        let vertices = document.vertices(mesh);
        let count = vertices.map_or(0, |vertices| vertices.records.len());
        let mut triangles = 0;
        for &chunk in &mesh.triangles {
            let Some(list) = triangles_of(document, chunk) else { continue };
            triangles += list.len();
            inspection.add(Id::EmptyTriangles, chunk, usize::from(list.is_empty()));
            let outside = |t: &&[u32; 3]| t.iter().any(|&v| v as usize >= count);
            inspection.add(Id::TriangleVertex, chunk, list.iter().filter(outside).count());
            if count > 65_535 {
                let used: HashSet<u32> = list.iter().flatten().copied().collect();
                inspection.add(Id::LargeSurface, chunk, usize::from(used.len() > 65_535));
            }
        }
        any |= triangles > 0 && count > 0;
        inspection.add(Id::EmptyMesh, mesh.chunk, usize::from(triangles == 0 || count == 0));
        let Some(vertices) = vertices else { continue };
        let chunk = mesh.vertices.unwrap_or(mesh.chunk);
        let own = (vertices.flags, vertices.sets, vertices.set_size);
        inspection.add(Id::MixedLayouts, chunk, usize::from(*layout.get_or_insert(own) != own));
        inspection.add(Id::UvSets, chunk, usize::from(vertices.sets > 2 || vertices.set_size > 3));
        inspection.add(Id::SecondUv, chunk, usize::from(vertices.sets > 1));
        inspection.add(Id::VertexColors, chunk, usize::from(vertices.flags & Vertices::COLORS != 0));
        inspection.add(Id::NotFinite, chunk, usize::from(!all_finite(vertices.records.bytes())));
        inspection.add(Id::WrongNormals, chunk, usize::from(has_wrong_normals(document, mesh)));
        if vertices.flags & Vertices::NORMALS != 0 {
            let zero = vertices.records.to_vec::<Vec3>(12).into_iter().filter(|normal| *normal == Vec3::ZERO).count();
            inspection.add(Id::ZeroNormals, chunk, zero);
        }
        let rows: Vec<usize> = bones.get(&number).into_iter().flatten().flat_map(|bone| bone.bones.clone()).collect();
        let signatures = signatures(document, mesh, &rows);
        let distinct: HashSet<&Vec<u8>> = signatures.iter().collect();
        inspection.add(Id::SameVertices, chunk, count - distinct.len());
        if let Some(bones) = bones.get(&number) {
            skin(inspection, mesh, bones, count);
        }
    }
    inspection.add(Id::NoMesh, 0, usize::from(!any));
    inspection.parts.nodes = nodes;
    inspection.parts.meshes = meshes;
}

fn skin(inspection: &mut Inspection<'_>, mesh: &MeshAt, bones: &[&NodeAt], count: usize) {
    let document = inspection.document;
    let mut weights = vec![0u32; count];
    for chunk in bones.iter().flat_map(|bone| &bone.bones) {
        let Some(Body::Bone(rows)) = document.chunks.get(*chunk).map(|chunk| &chunk.body) else { continue };
        let (mut zero, mut outside) = (0, 0);
        for row in rows {
            let positive = row.weight > 0.0;
            zero += usize::from(!positive);
            match weights.get_mut(row.vertex as usize) {
                Some(weight) => *weight += u32::from(positive),
                None => outside += 1,
            }
        }
        inspection.add(Id::ZeroWeights, *chunk, zero);
        inspection.add(Id::BoneVertex, *chunk, outside);
    }
    inspection.add(Id::ManyWeights, mesh.chunk, weights.iter().filter(|&&count| count > 4).count());
    inspection.add(Id::Unweighted, mesh.chunk, weights.iter().filter(|&&count| count == 0).count());
    let mut owner = vec![usize::MAX; count];
    let mut shared = 0;
    for &chunk in &mesh.triangles {
        for v in triangles_of(document, chunk).into_iter().flatten().flatten() {
            if let Some(owner) = owner.get_mut(v as usize) {
                shared += usize::from(*owner != chunk && *owner != usize::MAX);
                *owner = chunk;
            }
        }
    }
    inspection.add(Id::SharedVertex, mesh.chunk, shared);
}

pub(crate) fn triangles_of(document: &Document<'_>, chunk: usize) -> Option<Vec<[u32; 3]>> {
    match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Tris { triangles, .. }) => Some(triangles.to_vec()),
        _ => None,
    }
}

/// Tells whether the normals of a mesh point against its faces.
pub(crate) fn has_wrong_normals(document: &Document<'_>, mesh: &MeshAt) -> bool {
    let Some(vertices) = document.vertices(mesh).filter(|vertices| vertices.flags & Vertices::NORMALS != 0) else {
        return false;
    };
    let (positions, normals) = (vertices.records.to_vec::<Vec3>(0), vertices.records.to_vec::<Vec3>(12));
    let (mut sum, mut count) = (0.0f64, 0u64);
    for triangle in mesh.triangles.iter().filter_map(|&chunk| triangles_of(document, chunk)).flatten() {
        let [a, b, c] = triangle.map(|v| positions.get(v as usize).copied());
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        let Some(face) = (b - a).cross(c - a).try_normalize() else { continue };
        for normal in triangle.iter().filter_map(|&v| normals.get(v as usize)?.try_normalize()) {
            sum += f64::from(face.dot(normal));
            count += 1;
        }
    }
    count > 0 && sum / (count as f64) < f64::from(CONTRADICTION)
}

/// Returns all that makes each vertex of a mesh what it is, weights included.
pub(crate) fn signatures(document: &Document<'_>, mesh: &MeshAt, bones: &[usize]) -> Vec<Vec<u8>> {
    let Some(vertices) = document.vertices(mesh) else { return Vec::new() };
    let record = |index: usize| vertices.records.record(index).unwrap_or_default().to_vec();
    let mut all: Vec<Vec<u8>> = (0..vertices.records.len()).map(record).collect();
    for &chunk in bones {
        let Some(Body::Bone(rows)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
        for row in rows {
            if let Some(signature) = all.get_mut(row.vertex as usize) {
                signature.extend_from_slice(&(chunk as u32).to_le_bytes());
                signature.extend_from_slice(&row.weight.to_le_bytes());
            }
        }
    }
    all
}

//! Rules about vertices, triangles and weights.

use super::{Id, Inspection};
use crate::document::{Body, Document, Vertices};
use crate::outline::{MeshAt, NodeAt};
use glam::Vec3;
use retromesh_core::{CONTRADICTION, Kinds};
use retromesh_wire::{Rows, all_finite};
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
            let outside = |t: &[u32; 3]| t.iter().any(|&v| v as usize >= count);
            inspection.add(Id::TriangleVertex, chunk, list.iter().filter(outside).count());
            if count > 65_535 {
                inspection.add(Id::LargeSurface, chunk, usize::from(used(list, count) > 65_535));
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
            let zero = vertices.records.column::<Vec3>(12).filter(|normal| *normal == Vec3::ZERO).count();
            inspection.add(Id::ZeroNormals, chunk, zero);
        }
        let rows: Vec<usize> = bones.get(&number).into_iter().flatten().flat_map(|bone| bone.bones.clone()).collect();
        inspection.add(Id::SameVertices, chunk, count - share(document, mesh, &rows).firsts.len());
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
        for v in triangles_of(document, chunk).into_iter().flat_map(Rows::iter).flatten() {
            if let Some(owner) = owner.get_mut(v as usize) {
                shared += usize::from(*owner != chunk && *owner != usize::MAX);
                *owner = chunk;
            }
        }
    }
    inspection.add(Id::SharedVertex, mesh.chunk, shared);
}

/// Counts the different vertices of triangles, those that are not there among them.
fn used(triangles: &Rows<'_, [u32; 3]>, vertices: usize) -> usize {
    let mut is_used = vec![false; vertices];
    let mut astray: HashSet<u32> = HashSet::new();
    for vertex in triangles.iter().flatten() {
        match is_used.get_mut(vertex as usize) {
            Some(is_used) => *is_used = true,
            None => drop(astray.insert(vertex)),
        }
    }
    is_used.into_iter().filter(|is_used| *is_used).count() + astray.len()
}

pub(crate) fn triangles_of<'d>(document: &'d Document<'_>, chunk: usize) -> Option<&'d Rows<'d, [u32; 3]>> {
    match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Tris { triangles, .. }) => Some(triangles),
        _ => None,
    }
}

/// Tells whether the normals of a mesh point against its faces.
pub(crate) fn has_wrong_normals(document: &Document<'_>, mesh: &MeshAt) -> bool {
    let Some(vertices) = document.vertices(mesh).filter(|vertices| vertices.flags & Vertices::NORMALS != 0) else {
        return false;
    };
    let positions = vertices.records.to_vec::<Vec3>(0);
    let normals: Vec<Option<Vec3>> = vertices.records.column::<Vec3>(12).map(Vec3::try_normalize).collect();
    let (mut sum, mut count) = (0.0f64, 0u64);
    let triangles = mesh.triangles.iter().filter_map(|&chunk| triangles_of(document, chunk));
    for triangle in triangles.flat_map(Rows::iter) {
        let [a, b, c] = triangle.map(|v| positions.get(v as usize).copied());
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        let Some(face) = (b - a).cross(c - a).try_normalize() else { continue };
        for normal in triangle.iter().filter_map(|&v| *normals.get(v as usize)?) {
            sum += f64::from(face.dot(normal));
            count += 1;
        }
    }
    count > 0 && sum / (count as f64) < f64::from(CONTRADICTION)
}

/// Tells which vertices of a mesh are equal in all, weights included.
pub(crate) fn share(document: &Document<'_>, mesh: &MeshAt, bones: &[usize]) -> Kinds {
    let Some(vertices) = document.vertices(mesh) else { return Kinds::default() };
    let weights = Weights::read(document, bones, vertices.records.len());
    let value = |vertex: usize| (vertices.records.record(vertex).unwrap_or_default(), weights.of(vertex as u32));
    let words = |vertex: usize| {
        let (record, rows) = value(vertex);
        let words = record.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        words.chain(rows.iter().flatten().copied())
    };
    Kinds::among(vertices.records.len(), words, |a, b| value(a) == value(b))
}

/// The weights of vertices: the chunk and the bits of each.
struct Weights {
    /// Where the rows of each vertex begin, and where the last ones end; empty without rows.
    starts: Vec<u32>,
    rows: Vec<[u32; 2]>,
}

impl Weights {
    /// Sorts the weights of bones by vertex; those of a vertex keep their order.
    #[allow(
        clippy::indexing_slicing,
        reason = "the vertices are below their number, and the counts add up to the number of rows"
    )]
    fn read(document: &Document<'_>, bones: &[usize], vertices: usize) -> Self {
        let all = || {
            let rows = bones.iter().filter_map(|&chunk| match document.chunks.get(chunk).map(|chunk| &chunk.body) {
                Some(Body::Bone(rows)) => {
                    Some(rows.iter().map(move |row| (row.vertex, [chunk as u32, row.weight.to_bits()])))
                }
                _ => None,
            });
            rows.flatten().filter(|(vertex, _)| (*vertex as usize) < vertices)
        };
        if all().next().is_none() {
            return Self { starts: Vec::new(), rows: Vec::new() };
        }
        // Two places ahead, so that filling moves the starts to where they belong.
        let mut starts = vec![0; vertices + 2];
        let mut sum = 0;
        all().for_each(|(vertex, _)| starts[vertex as usize + 2] += 1);
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut rows = vec![[0; 2]; sum as usize];
        for (vertex, row) in all() {
            let next = &mut starts[vertex as usize + 1];
            rows[*next as usize] = row;
            *next += 1;
        }
        Self { starts, rows }
    }

    fn of(&self, vertex: u32) -> &[[u32; 2]] {
        let at = |place: u32| self.starts.get(place as usize).map_or(0, |&start| start as usize);
        self.rows.get(at(vertex)..at(vertex + 1)).unwrap_or_default()
    }
}

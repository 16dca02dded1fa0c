//! Rules about vertices, triangles and weights.

use super::{Id, Inspection, Sweep};
use crate::document::{Body, Document, Vertices};
use crate::export::MAX_VERTICES;
use crate::outline::{MeshAt, NodeAt};
use glam::Vec3;
use retromesh_core::Kinds;
use retromesh_wire::Rows;
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
        let sweep = Sweep::over(document, mesh);
        let mut triangles = 0;
        for &chunk in &mesh.triangles {
            let Some(list) = triangles_of(document, chunk) else { continue };
            triangles += list.len();
            inspection.add(Id::EmptyTriangles, chunk, usize::from(list.is_empty()));
            if !sweep.is_whole {
                let outside = |t: &[u32; 3]| t.iter().any(|&v| v as usize >= count);
                inspection.add(Id::TriangleVertex, chunk, list.iter().filter(outside).count());
            }
            inspection.count(Id::LargeSurface, chunk, || usize::from(is_large(list, count)));
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
        inspection.add(Id::NotFinite, chunk, usize::from(!sweep.is_finite));
        inspection.add(Id::WrongNormals, chunk, usize::from(sweep.wrong_normals));
        if vertices.flags & Vertices::NORMALS != 0 {
            let zero = || vertices.records.column::<Vec3>(12).filter(|normal| *normal == Vec3::ZERO).count();
            inspection.count(Id::ZeroNormals, chunk, zero);
        }
        inspection.count(Id::SameVertices, chunk, || {
            let bones = bones.get(&number).into_iter().flatten();
            let rows: Vec<usize> = bones.flat_map(|bone| bone.bones.iter().copied()).collect();
            count - share(document, mesh, &rows).firsts.len()
        });
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

/// Tells whether triangles have more different vertices than engines can number, those that are not there among them.
fn is_large(triangles: &Rows<'_, [u32; 3]>, vertices: usize) -> bool {
    if vertices <= MAX_VERTICES || triangles.len() <= MAX_VERTICES / 3 {
        return false;
    }
    let mut is_used = vec![false; vertices];
    let mut astray: HashSet<u32> = HashSet::new();
    let mut count = 0;
    for vertex in triangles.iter().flatten() {
        let is_new = match is_used.get_mut(vertex as usize) {
            Some(is_used) => !std::mem::replace(is_used, true),
            None => astray.insert(vertex),
        };
        count += usize::from(is_new);
        if count > MAX_VERTICES {
            return true;
        }
    }
    false
}

pub(crate) fn triangles_of<'d>(document: &'d Document<'_>, chunk: usize) -> Option<&'d Rows<'d, [u32; 3]>> {
    match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Tris { triangles, .. }) => Some(triangles),
        _ => None,
    }
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

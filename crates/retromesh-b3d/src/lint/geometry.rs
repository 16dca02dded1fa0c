//! Rules about vertices, triangles and weights.

use super::{Id, Inspection};
use crate::document::{Body, Document, MAX_VERTICES, Vertices};
use crate::outline::{MeshAt, NodeAt};
use glam::Vec3;
use retromesh_core::{CONTRADICTION, Kinds};
use retromesh_wire::{Row, Rows, all_finite};
use std::collections::{BTreeMap, HashSet};

/// How many tiles a node of Luanti has.
const TILES: usize = 6;

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
            inspection.count(Id::TriangleVertex, chunk, || list.iter().filter(outside).count());
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
        inspection.add(Id::NotFinite, chunk, usize::from(!all_finite(vertices.records.bytes())));
        inspection.count(Id::WrongNormals, chunk, || usize::from(has_wrong_normals(document, mesh)));
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
    let mut more = meshes.iter().flat_map(|mesh| &mesh.triangles).skip(TILES);
    // What moves is no model of a node.
    if let (Some(chunk), true) = (more.next(), nodes.iter().all(|node| node.bones.is_empty() && node.keys.is_empty())) {
        inspection.add(Id::Tiles, *chunk, 1 + more.count());
    }
    inspection.parts.nodes = nodes;
    inspection.parts.meshes = meshes;
}

fn skin(inspection: &mut Inspection<'_>, mesh: &MeshAt, bones: &[&NodeAt], count: usize) {
    let document = inspection.document;
    let mut weights = vec![0u32; count];
    for chunk in bones.iter().flat_map(|bone| &bone.bones) {
        let Some(Body::Bone(rows)) = document.chunks.get(*chunk).map(|chunk| &chunk.body) else { continue };
        let (mut zero, mut outside, mut not_finite) = (0, 0, 0);
        for row in rows {
            let positive = row.weight > 0.0;
            zero += usize::from(!positive);
            not_finite += usize::from(!row.weight.is_finite());
            match weights.get_mut(row.vertex as usize) {
                Some(weight) => *weight += u32::from(positive),
                None => outside += 1,
            }
        }
        inspection.add(Id::ZeroWeights, *chunk, zero);
        inspection.add(Id::BoneVertex, *chunk, outside);
        inspection.add(Id::NotFinite, *chunk, not_finite);
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

/// Returns whether the normals point against the faces: the mean cosine between the two is small.
pub(crate) fn has_wrong_normals(document: &Document<'_>, mesh: &MeshAt) -> bool {
    let Some(vertices) = document.vertices(mesh).filter(|vertices| vertices.normal_offset().is_some()) else {
        return false;
    };
    let corner = |vertex: u32| {
        let [x, y, z, u, v, w] = <[f32; 6]>::read(vertices.records.record(vertex as usize)?.first_chunk::<24>()?);
        Some((Vec3::new(x, y, z), Vec3::new(u, v, w)))
    };
    let (mut sum, mut count) = (0.0, 0);
    for triangle in mesh.triangles.iter().filter_map(|&chunk| triangles_of(document, chunk)).flat_map(Rows::iter) {
        let [Some((a, n)), Some((b, o)), Some((c, p))] = triangle.map(corner) else { continue };
        let Some(face) = (b - a).cross(c - a).try_normalize() else { continue };
        for normal in [n, o, p].into_iter().filter_map(Vec3::try_normalize) {
            sum += f64::from(face.dot(normal));
            count += 1;
        }
    }
    count > 0 && sum / f64::from(count) < f64::from(CONTRADICTION)
}

/// Returns whether triangles have more different vertices than engines can number, those that are not there among them.
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

/// Returns which vertices of a mesh are equal in all, weights included.
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

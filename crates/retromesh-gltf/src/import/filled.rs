//! Primitives without normals or texture coordinates next to others that have some: a mesh of the scene has one list of each for all.

use super::Importer;
use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::{Code, Result, Space};
use retromesh_kit::join::repeat;
use std::collections::HashMap;
use std::ops::Range;

/// The vertices of a mesh that lack something.
#[derive(Default)]
pub(super) struct Lacking {
    normals: Vec<Range<u32>>,
    /// With the number of coordinate sets that they have.
    uv_sets: Vec<(Range<u32>, usize)>,
}

impl Lacking {
    /// Notes what the vertices of a pool have.
    pub(super) fn note(&mut self, pool: &Mesh, vertices: Range<u32>) {
        if pool.normals.is_empty() {
            self.normals.push(vertices.clone());
        }
        self.uv_sets.push((vertices, pool.uv_sets.len()));
    }
}

impl Importer<'_, '_> {
    /// Shades faces without normals flat, as the standard asks, and says what was given to which vertices.
    pub(super) fn fill(&mut self, m: usize, mesh: &mut Mesh, lacking: &Lacking) -> Result<()> {
        /// About how many bytes one more vertex takes.
        const VERTEX: u64 = 128;
        let path = || format!("meshes[{m}]");
        let without_uvs = lacking.uv_sets.iter().filter(|(_, sets)| *sets < mesh.uv_sets.len());
        let count = without_uvs.map(|(vertices, _)| vertices.len()).sum();
        self.report(Code::FilledVertices, count, path, "texture coordinates of 0, as other primitives have some")?;
        if mesh.normals.is_empty() || lacking.normals.is_empty() {
            return Ok(());
        }
        let bare = |vertex: u32| {
            // The ranges follow one another.
            let at = lacking.normals.partition_point(|range| range.end <= vertex);
            lacking.normals.get(at).is_some_and(|range| range.contains(&vertex))
        };
        let corners = mesh.parts.iter().flat_map(|part| part.faces.indices()).filter(|vertex| bare(**vertex)).count();
        self.accessors.charge(corners as u64 * VERTEX).map_err(|error| error.within(path()))?;
        flatten(mesh, bare);
        let count = lacking.normals.iter().map(Range::len).sum();
        self.report(Code::FilledVertices, count, path, "flat normals, as other primitives have some")
    }
}

/// Gives the faces of bare vertices their own normals; where faces of several directions share a vertex, each gets one of its own.
fn flatten(mesh: &mut Mesh, bare: impl Fn(u32) -> bool) {
    let mut parts = std::mem::take(&mut mesh.parts);
    let mut taken: HashMap<u32, Vec3> = HashMap::new();
    let mut more: HashMap<(u32, [u32; 3]), u32> = HashMap::new();
    let mut sources = Vec::new();
    let count = mesh.positions.len() as u32;
    for part in &mut parts {
        let mut turn = |face: &mut [u32]| {
            let &[a, b, c, ..] = &*face else { return };
            if !bare(a) {
                return;
            }
            let normal = mesh.face_normal([a, b, c], &Space::GLTF).unwrap_or(Vec3::Y);
            for vertex in face {
                if *taken.entry(*vertex).or_insert(normal) != normal {
                    let key = (*vertex, normal.to_array().map(f32::to_bits));
                    *vertex = *more.entry(key).or_insert_with(|| {
                        sources.push((*vertex, normal));
                        count + sources.len() as u32 - 1
                    });
                }
            }
        };
        match &mut part.faces {
            Faces::Triangles(triangles) => triangles.iter_mut().for_each(|triangle| turn(triangle)),
            Faces::Polygons { starts, indices } => {
                for pair in starts.windows(2) {
                    let &[start, end] = pair else { continue };
                    turn(indices.get_mut(start as usize..end as usize).unwrap_or_default());
                }
            }
        }
    }
    mesh.parts = parts;
    for (vertex, normal) in taken {
        mesh.normals.get_mut(vertex as usize).into_iter().for_each(|own| *own = normal);
    }
    let list: Vec<u32> = sources.iter().map(|(vertex, _)| *vertex).collect();
    repeat(mesh, &list);
    for ((_, normal), own) in sources.iter().zip(mesh.normals.iter_mut().skip(count as usize)) {
        *own = *normal;
    }
}

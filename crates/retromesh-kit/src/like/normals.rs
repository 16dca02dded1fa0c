//! Normals that the original leaves to the game, which programs write for flat faces.

use super::Report;
use super::pairs::Pairs;
use super::selections::{Places, faces_of};
use super::surfaces::Surfaces;
use crate::vertices::{merge_vertices, own_normals};
use glam::Vec3;
use retromesh_core::mesh::Mesh;
use retromesh_core::{MeshId, Scene};
use std::collections::HashSet;

/// Two directions are one where their cosine is at least this.
const SAME_DIRECTION: f32 = 0.999;

/// Takes normals away where the mesh of the original has none and each is that of its face; vertices that only those kept apart become one again
/// where they were one: games compute a normal for each vertex.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mut seen: HashSet<MeshId> = HashSet::new();
    for id in original.node_ids() {
        let known = original[id].mesh.as_deref().map(|instance| &original[instance.mesh]);
        let own = pairs.edited[id.index()].and_then(|own| edited[own].mesh.as_deref()).map(|instance| instance.mesh);
        let (Some(known), Some(own)) = (known, own.filter(|own| seen.insert(*own))) else { continue };
        let mesh = &mut edited[own];
        if known.normals.is_empty() && !mesh.normals.is_empty() && is_flat(mesh) {
            (mesh.normals, mesh.tangents) = Default::default();
            let has_repeated = merge_vertices::<()>(&mut known.clone(), &[]) > 0;
            let keys = if has_repeated { vertices_of(mesh, known, &pairs.surfaces) } else { Vec::new() };
            merge_vertices(mesh, &keys);
            report.restored("normals that the game computes", &original[id].name);
        }
    }
}

/// Returns for each vertex the one of the original that it was, by its faces, or the normal of those where they are others now.
fn vertices_of(mesh: &Mesh, known: &Mesh, surfaces: &Surfaces) -> Vec<(Option<u32>, [i32; 3])> {
    let places = Places::of(mesh, known, surfaces);
    let (own_faces, mut keys): (Vec<&[u32]>, Vec<_>) =
        (faces_of(mesh).collect(), own_normals(mesh).into_iter().map(|normal| (None, normal)).collect());
    for (before, now) in faces_of(known).zip(&places.faces) {
        for own in now.iter().flat_map(|face| own_faces[*face as usize]) {
            let is_here = |corner: &&u32| places.of[1][**corner as usize] == places.of[0][*own as usize];
            if let Some(corner) = before.iter().find(is_here) {
                keys[*own as usize] = (Some(*corner), [0; 3]);
            }
        }
    }
    keys
}

fn is_flat(mesh: &Mesh) -> bool {
    mesh.parts.iter().flat_map(|part| part.faces.iter()).all(|face| {
        let place = |corner: u32| mesh.positions[corner as usize];
        let side = |[a, b, c]: [u32; 3]| (place(b) - place(a)).cross(place(c) - place(a));
        let normal = face.windows(2).map(|pair| side([face[0], pair[0], pair[1]])).sum::<Vec3>().normalize_or_zero();
        let is_along = |corner: &u32| mesh.normals[*corner as usize].dot(normal).abs() >= SAME_DIRECTION;
        normal == Vec3::ZERO || face.iter().all(is_along)
    })
}

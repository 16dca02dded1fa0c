//! An original that is another model.

use super::pairs::SAME_DISTANCE;
use crate::numbered::without_number;
use glam::{Mat4, Vec3};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Diagnostics, NodeId, Result, Scene};
use std::collections::HashSet;

/// The share of triangles from which two models are of one kind. Other rooms of a game with the same walls have fewer.
const ALIKE: f32 = 0.1;

/// Reports an original of whose nodes, meshes, materials and clips the scene has no name, or which has other triangles.
pub(super) fn report(edited: &Scene, original: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
    let [own, known] = [names(edited), names(original)];
    let is_known =
        |name: &String| known.contains(name) || without_number(name).is_some_and(|name| known.contains(name));
    let is_stranger = !own.is_empty() && !known.is_empty() && !own.iter().any(is_known);
    let detail = "no node, mesh, material or clip has a name of the original";
    diagnostics.note(Code::UnlikeOriginal, usize::from(is_stranger), detail)?;
    let detail = "less than a tenth of the triangles are in both, and most parts have another number of them";
    diagnostics.note(Code::UnlikeOriginal, usize::from(!is_stranger && has_other_triangles(edited, original)), detail)
}

fn names(scene: &Scene) -> HashSet<String> {
    let nodes = scene.nodes.iter().map(|node| node.name.clone());
    let meshes = scene.meshes.iter().map(|mesh| mesh.name.clone());
    let materials = scene.materials.iter().map(|material| material.name.clone());
    let clips = scene.clips().into_iter().map(|(_, clip)| clip.name);
    nodes.chain(meshes).chain(materials).chain(clips).filter(|name| !name.is_empty()).collect()
}

/// Returns whether hardly a triangle is where the original has one, and most are in parts with another number of triangles than each of the
/// original: a model that was moved, scaled or posed has the same numbers.
fn has_other_triangles(edited: &Scene, original: &Scene) -> bool {
    let [own_worlds, known_worlds] = [edited, original].map(worlds);
    let corners =
        known_worlds.iter().flat_map(|(mesh, world)| mesh.positions.iter().map(|at| world.transform_point3(*at)));
    let step = corners.map(|at| at.abs().max_element()).fold(0.0, f32::max) * SAME_DISTANCE;
    let [own, known] = [&own_worlds, &known_worlds].map(|worlds| triangles(worlds, step.max(f32::MIN_POSITIVE)));
    let shared = own.intersection(&known).count() as f32;
    if shared >= own.len().min(known.len()) as f32 * ALIKE {
        return false;
    }
    let parts = |scene: &Scene| -> Vec<usize> {
        scene.meshes.iter().flat_map(|mesh| &mesh.parts).map(|part| part.faces.triangle_count()).collect()
    };
    let counts: HashSet<usize> = parts(original).into_iter().collect();
    let (same, other): (Vec<usize>, Vec<usize>) = parts(edited).into_iter().partition(|count| counts.contains(count));
    same.iter().sum::<usize>() < other.iter().sum()
}

/// Returns the meshes, each where its first node has it at rest.
fn worlds(scene: &Scene) -> Vec<(&Mesh, Mat4)> {
    let pose = scene.rest_pose();
    let mut first: Vec<Option<NodeId>> = vec![None; scene.meshes.len()];
    for id in scene.node_ids() {
        if let Some(mesh) = scene[id].mesh.as_deref() {
            first[mesh.mesh.index()].get_or_insert(id);
        }
    }
    let meshes = scene.meshes.iter().zip(first);
    meshes.filter_map(|(mesh, node)| Some((mesh, pose.world[node?]))).collect()
}

/// Returns the corners of triangles in steps, in an order of their own.
fn triangles(worlds: &[(&Mesh, Mat4)], step: f32) -> HashSet<[[i32; 3]; 3]> {
    let mut all = HashSet::new();
    for (mesh, world) in worlds {
        let place = |corner: u32| (world.transform_point3(mesh.positions[corner as usize]) / step).round();
        let corner = |corner: u32| Vec3::to_array(&place(corner)).map(|x| x as i32);
        for part in &mesh.parts {
            all.extend(part.faces.triangles(&mesh.positions).iter().map(|triangle| {
                let mut corners = triangle.map(corner);
                corners.sort_unstable();
                corners
            }));
        }
    }
    all
}

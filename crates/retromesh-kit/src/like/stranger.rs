//! An original that is another model.

use crate::numbered::without_number;
use retromesh_core::{Code, Diagnostics, Result, Scene};
use std::collections::HashSet;

/// Reports an original of whose nodes, meshes, materials and clips the scene has no name.
pub(super) fn report(edited: &Scene, original: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
    let [own, known] = [names(edited), names(original)];
    let is_known =
        |name: &String| known.contains(name) || without_number(name).is_some_and(|name| known.contains(name));
    let is_stranger = !own.is_empty() && !known.is_empty() && !own.iter().any(is_known);
    let detail = "no node, mesh, material or clip has a name of the original";
    diagnostics.note(Code::UnlikeOriginal, usize::from(is_stranger), detail)
}

fn names(scene: &Scene) -> HashSet<String> {
    let nodes = scene.nodes.iter().map(|node| node.name.clone());
    let meshes = scene.meshes.iter().map(|mesh| mesh.name.clone());
    let materials = scene.materials.iter().map(|material| material.name.clone());
    let clips = scene.clips().into_iter().map(|(_, clip)| clip.name);
    nodes.chain(meshes).chain(materials).chain(clips).filter(|name| !name.is_empty()).collect()
}

//! Hidden meshes of several parts. Instances that are not drawn have no place in the tree, so their parts would lose each other.

use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::{Error, MeshId, NodeMap, Valid};

/// Joins the parts of meshes that nothing shows, where they are triangles of one material.
pub(super) fn join(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let is_hidden = NodeMap::inherited(&scene, |id, above| above == Some(&true) || scene[id].hidden);
    let mut hidden: Vec<Option<bool>> = vec![None; scene.meshes.len()];
    for (id, is_hidden) in is_hidden.iter() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let known = &mut hidden[instance.mesh.index()];
        *known = Some(known.unwrap_or(true) && *is_hidden && instance.materials.is_empty());
    }
    let is_meant = |id: &MeshId| hidden[id.index()] == Some(true) && is_joined(&scene[*id]);
    let meshes: Vec<MeshId> = (0..hidden.len()).map(MeshId::new).filter(is_meant).collect();
    if meshes.is_empty() {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    for id in meshes {
        let mut parts = std::mem::take(&mut edit.mesh_mut(id).parts);
        let triangles = parts.iter().flat_map(|part| part.faces.indices().chunks_exact(3));
        let triangles: Vec<[u32; 3]> = triangles.map(|corners| [corners[0], corners[1], corners[2]]).collect();
        parts.truncate(1);
        parts.iter_mut().for_each(|part| part.faces = Faces::Triangles(triangles.clone()));
        edit.mesh_mut(id).parts = parts;
    }
    Ok(edit.finish()?)
}

/// Returns whether the parts of a mesh differ in nothing but their triangles.
fn is_joined(mesh: &Mesh) -> bool {
    let Some((first, others)) = mesh.parts.split_first() else { return false };
    let is_plain = mesh
        .parts
        .iter()
        .all(|part| matches!(part.faces, Faces::Triangles(_)) && part.face_flags.is_empty() && part.extras.is_empty());
    let is_alike = others.iter().all(|part| part.material == first.material);
    !others.is_empty() && is_plain && is_alike && mesh.selections.is_empty()
}

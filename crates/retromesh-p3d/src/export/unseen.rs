//! Materials that no one sees, as their faces are hidden.

use super::proxies::of_selection;
use crate::convert::Variant;
use crate::flags::point::HIDDEN;
use crate::import::HIDDEN_MATERIAL;
use retromesh_core::material::AlphaMode;
use retromesh_core::mesh::{AttributeData, Mesh};
use retromesh_core::{Error, MaterialId, Valid, Violations};
use retromesh_kit::export::parts_of;
use std::collections::BTreeSet;

/// Makes materials without opacity opaque whose faces are all hidden or place proxies: the flags of the faces say it, and nothing is lost.
/// The name that reading gives them goes, too; of MLOD it gives it to proxies alone.
pub(super) fn make_opaque(scene: Valid<'_>, variant: Variant) -> Result<Valid<'_>, Error> {
    let clear = |id: &MaterialId| scene[*id].base_color.w == 0.0;
    let (mut used, mut seen, mut renamed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        let mesh = &scene[instance.mesh];
        let parts: Vec<_> = parts_of(&scene, instance).collect();
        if !parts.iter().filter_map(|(_, material)| *material).any(|id| clear(&id)) {
            continue;
        }
        let (places, is_hidden) = (places(mesh), hidden(mesh));
        let mut number = 0;
        for (part, material) in parts {
            let faces = number..number + part.faces.len() as u32;
            number = faces.end;
            let Some(id) = material.filter(clear) else { continue };
            used.insert(id);
            for (_, face) in faces.zip(part.faces.iter()).filter(|(number, _)| !places.contains(number)) {
                if !is_hidden(face) {
                    seen.insert(id);
                } else if variant != Variant::Odol {
                    renamed.insert(id);
                }
            }
        }
    }
    let unseen: Vec<MaterialId> = used.difference(&seen).copied().collect();
    if unseen.is_empty() {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    for id in unseen {
        let material = &mut edit.scene_mut().materials[id.index()];
        material.base_color.w = 1.0;
        material.alpha_mode = AlphaMode::Opaque;
        if material.name == HIDDEN_MATERIAL && !renamed.contains(&id) {
            material.name.clear();
        }
    }
    edit.finish().map_err(Violations::into_export_error)
}

/// Lists the faces of a mesh that place proxies.
fn places(mesh: &Mesh) -> BTreeSet<u32> {
    let places = mesh.selections.iter().filter(|selection| of_selection(selection.name.as_bytes()).is_some());
    places.flat_map(|selection| selection.faces.iter().copied()).collect()
}

/// Returns a function that answers whether a face of a mesh is hidden, by its vertices.
fn hidden(mesh: &Mesh) -> impl Fn(&[u32]) -> bool {
    let flags = mesh.attributes.iter().find(|attribute| attribute.name == "_POINT_FLAGS").map(|a| &a.data);
    let flags = match flags {
        Some(AttributeData::UInt(flags)) => flags.as_slice(),
        _ => &[],
    };
    let is_hidden = |vertex: &u32| flags.get(*vertex as usize).is_some_and(|flags| flags & HIDDEN != 0);
    move |face| face.iter().all(is_hidden)
}

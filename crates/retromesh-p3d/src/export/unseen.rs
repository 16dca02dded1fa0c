//! Materials that no one sees, and faces that they hide.

use super::points::Points;
use crate::convert::Variant;
use crate::flags::point::HIDDEN;
use crate::import::HIDDEN_MATERIAL;
use crate::proxies::of_selection;
use retromesh_core::material::AlphaMode;
use retromesh_core::mesh::{Attribute, AttributeData, Mesh, POINT_FLAGS};
use retromesh_core::{Error, MaterialId, MeshId, Valid, Violations};
use retromesh_kit::export::parts_of;
use std::collections::{BTreeMap, BTreeSet};

/// Hides faces whose material has no opacity and that share no point with others: what said that they are hidden, or place a proxy, a
/// program may have taken away.
pub(super) fn hide(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let is_clear = |material: Option<MaterialId>| material.is_some_and(|id| scene[id].base_color.w == 0.0);
    if !(0..scene.materials.len()).any(|number| is_clear(Some(MaterialId::new(number)))) {
        return Ok(scene);
    }
    // The vertices of the faces of each mesh that are seen, and of those that are not.
    let mut vertices: BTreeMap<MeshId, [BTreeSet<u32>; 2]> = BTreeMap::new();
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        let [seen, clear] = vertices.entry(instance.mesh).or_default();
        let mesh = &scene[instance.mesh];
        let (is_hidden, places, mut number) = (hidden(mesh), places(mesh), 0u32..);
        for (part, material) in parts_of(&scene, instance) {
            let side = if is_clear(material) { &mut *clear } else { &mut *seen };
            let faces = part.faces.iter().zip(&mut number);
            let faces = faces.filter(|(face, number)| !places.contains(number) && !is_hidden(face));
            side.extend(faces.flat_map(|(face, _)| face));
        }
    }
    let mut changed = Vec::new();
    for (id, [seen, clear]) in vertices.into_iter().filter(|(_, [_, clear])| !clear.is_empty()) {
        let mesh = &scene[id];
        let point_of = Points::of(mesh).of_vertex;
        let points =
            |vertices: &BTreeSet<u32>| vertices.iter().map(|v| point_of[*v as usize]).collect::<BTreeSet<u32>>();
        let hidden = &points(&clear) - &points(&seen);
        let before = flags(mesh).map_or_else(|| vec![0; mesh.vertex_count()], <[u32]>::to_vec);
        let flag = |(flags, point): (&u32, &u32)| if hidden.contains(point) { flags | HIDDEN } else { *flags };
        let after: Vec<u32> = before.iter().zip(&point_of).map(flag).collect();
        changed.extend((after != before).then_some((id, after)));
    }
    if changed.is_empty() {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    for (id, flags) in changed {
        let attributes = &mut edit.scene_mut().meshes[id.index()].attributes;
        attributes.retain(|attribute| attribute.name != POINT_FLAGS);
        attributes.push(Attribute { name: POINT_FLAGS.into(), data: AttributeData::UInt(flags) });
    }
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the flags of the points of a mesh, by vertex.
pub(super) fn flags(mesh: &Mesh) -> Option<&[u32]> {
    match &mesh.attributes.iter().find(|attribute| attribute.name == POINT_FLAGS)?.data {
        AttributeData::UInt(flags) => Some(flags),
        AttributeData::Float { .. } => None,
    }
}

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
    let flags = flags(mesh).unwrap_or_default();
    let is_hidden = |vertex: &u32| flags.get(*vertex as usize).is_some_and(|flags| flags & HIDDEN != 0);
    move |face| face.iter().all(is_hidden)
}

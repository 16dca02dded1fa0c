//! Parts of one mesh with one material become one part: each is a draw call of its own.

use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::material::{AlphaMode, Blend};
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::scene::Scene;
use retromesh_core::{MaterialId, Valid};
use std::collections::HashMap;

/// Merges the parts of a mesh that have one material, in each place of the mesh, and one name. Faces, nodes, names and materials stay; what was
/// done is reported as [`Code::Optimized`](retromesh_core::Code::Optimized).
///
/// Parts with values of their own stay as they are. Of materials that are blended, which are drawn in their order, only neighbours are merged.
pub(crate) fn merge_parts<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let groups = groups(&scene);
    let count: usize = scene.meshes.iter().map(|mesh| mesh.parts.len()).sum();
    let kept: usize = groups.iter().map(|groups| size(groups)).sum();
    if count == kept {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    let scene = edit.scene_mut();
    for (mesh, groups) in scene.meshes.iter_mut().zip(&groups) {
        merge(mesh, groups);
    }
    for instance in scene.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut()) {
        let mut materials = Vec::new();
        for (material, &group) in instance.materials.iter().zip(&groups[instance.mesh.index()]) {
            if group == materials.len() {
                materials.push(*material);
            }
        }
        instance.materials = materials;
    }
    diagnostics.note(Code::Optimized, count - kept, "parts were merged with another of the same material")?;
    Ok(edit.finish()?)
}

/// Returns for each mesh the new number of each part.
fn groups(scene: &Scene) -> Vec<Vec<usize>> {
    // What parts that may be merged have in common, by mesh: a number that becomes finer with each node.
    let mut kinds: Vec<Vec<usize>> = scene.meshes.iter().map(own_kinds).collect();
    let mut blended: Vec<Vec<bool>> = scene
        .meshes
        .iter()
        .map(|mesh| mesh.parts.iter().map(|part| is_blended(scene, part.material)).collect())
        .collect();
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        let (kinds, blended) = (&mut kinds[instance.mesh.index()], &mut blended[instance.mesh.index()]);
        let mut known = HashMap::new();
        for ((kind, blended), material) in kinds.iter_mut().zip(blended).zip(&instance.materials) {
            let next = known.len();
            *kind = *known.entry((*kind, *material)).or_insert(next);
            *blended |= is_blended(scene, *material);
        }
    }
    kinds.iter().zip(&blended).map(|(kinds, blended)| numbered(kinds, blended)).collect()
}

/// Numbers the parts of a mesh so that those that may be merged have one number.
fn own_kinds(mesh: &Mesh) -> Vec<usize> {
    let mut known: HashMap<(&str, Option<MaterialId>, bool, bool), usize> = HashMap::new();
    let mut kinds = Vec::with_capacity(mesh.parts.len());
    for (number, part) in mesh.parts.iter().enumerate() {
        let (is_flagged, has_triangles) = (!part.face_flags.is_empty(), matches!(part.faces, Faces::Triangles(_)));
        // A part that may not be merged is alone of its kind.
        let is_alone = !part.extras.is_empty() || part.faces.is_empty();
        let kind = (part.name.as_str(), part.material, is_flagged, has_triangles);
        kinds.push(if is_alone { number } else { *known.entry(kind).or_insert(number) });
    }
    kinds
}

/// Returns whether the order of faces with a material shows.
fn is_blended(scene: &Scene, material: Option<MaterialId>) -> bool {
    material.is_some_and(|id| {
        let material = &scene[id];
        material.alpha_mode == AlphaMode::Blend || material.blend != Blend::Alpha
    })
}

/// Returns the new number of each part, ascending by the first of each group.
fn numbered(kinds: &[usize], blended: &[bool]) -> Vec<usize> {
    let mut group_of: HashMap<usize, usize> = HashMap::new();
    let (mut groups, mut next) = (Vec::with_capacity(kinds.len()), 0);
    for (part, (kind, blended)) in kinds.iter().zip(blended).enumerate() {
        let follows = part > 0 && kinds[part - 1] == *kind;
        let known = group_of.get(kind).copied().filter(|_| follows || !blended);
        let group = known.unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        group_of.insert(*kind, group);
        groups.push(group);
    }
    groups
}

/// Returns how many groups there are; they are numbered by their first parts.
fn size(groups: &[usize]) -> usize {
    groups.iter().max().map_or(0, |last| last + 1)
}

fn merge(mesh: &mut Mesh, groups: &[usize]) {
    if size(groups) == mesh.parts.len() {
        return;
    }
    let parts = std::mem::take(&mut mesh.parts);
    // The new number of the first face of each part, in its group for now.
    let mut starts = Vec::with_capacity(parts.len());
    let sizes: Vec<usize> = parts.iter().map(|part| part.faces.len()).collect();
    for (part, &group) in parts.into_iter().zip(groups) {
        if let Some(first) = mesh.parts.get_mut(group) {
            starts.push(first.faces.len());
            append(&mut first.faces, part.faces);
            first.face_flags.extend(part.face_flags);
        } else {
            starts.push(0);
            mesh.parts.push(part);
        }
    }
    if mesh.selections.iter().all(|selection| selection.faces.is_empty()) {
        return;
    }
    let mut firsts = Vec::with_capacity(mesh.parts.len());
    let mut sum = 0;
    for part in &mesh.parts {
        firsts.push(sum);
        sum += part.faces.len();
    }
    let rows = starts.iter().zip(groups).zip(&sizes);
    let numbers: Vec<u32> = rows
        .flat_map(|((start, group), size)| (firsts[*group] + start..).take(*size))
        .map(|face| face as u32)
        .collect();
    for selection in &mut mesh.selections {
        selection.faces.iter_mut().for_each(|face| *face = numbers[*face as usize]);
        selection.faces.sort_unstable();
    }
}

/// Puts faces after others of the same kind.
fn append(faces: &mut Faces, more: Faces) {
    match (faces, more) {
        (Faces::Triangles(faces), Faces::Triangles(more)) => faces.extend(more),
        (Faces::Polygons { starts, indices }, Faces::Polygons { starts: more_starts, indices: more }) => {
            let end = indices.len() as u32;
            starts.extend(more_starts.iter().skip(1).map(|start| start + end));
            indices.extend(more);
        }
        _ => {}
    }
}

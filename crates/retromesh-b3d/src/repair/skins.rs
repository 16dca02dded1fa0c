//! Repairs weights and the place of skinned meshes.

use crate::document::{Body, Document, Keys, VertexWeight};
use crate::export::Similarity;
use crate::outline::{NodeAt, Parts};
use glam::{Mat4, Quat, Vec3};
use retromesh_core::scene::Trs;
use retromesh_wire::Rows;
use std::collections::BTreeMap;

/// Keeps the rows of bones that pass, given the number of vertices of their mesh.
fn retain(document: &mut Document<'_>, keep: impl Fn(&VertexWeight, usize) -> bool) {
    let parts = Parts::read(document);
    for node in &parts.nodes {
        let mesh = node.around.and_then(|mesh| parts.meshes.get(mesh));
        let Some(count) = mesh.map(|mesh| document.vertices(mesh).map_or(0, |v| v.records.len())) else { continue };
        for &chunk in &node.bones {
            if let Some(Body::Bone(rows)) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) {
                let kept: Vec<VertexWeight> = rows.iter().filter(|row| keep(row, count)).collect();
                if kept.len() < rows.len() {
                    *rows = Rows::from(kept);
                }
            }
        }
    }
}

pub(super) fn drop_foreign(document: &mut Document<'_>) {
    retain(document, |row, count| (row.vertex as usize) < count);
}

pub(super) fn drop_zero(document: &mut Document<'_>) {
    retain(document, |row, _| row.weight > 0.0);
}

/// Keeps the four largest weights of each vertex.
pub(super) fn reduce(document: &mut Document<'_>) {
    let parts = Parts::read(document);
    let mut all: BTreeMap<(usize, u32), Vec<(f32, usize)>> = BTreeMap::new();
    for node in &parts.nodes {
        let Some(mesh) = node.around else { continue };
        for &chunk in &node.bones {
            let Some(Body::Bone(rows)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
            for row in rows.iter().filter(|row| row.weight > 0.0) {
                all.entry((mesh, row.vertex)).or_default().push((row.weight, chunk));
            }
        }
    }
    for list in all.values_mut() {
        list.sort_by(|a, b| b.0.total_cmp(&a.0));
        list.truncate(4);
    }
    for node in &parts.nodes {
        let Some(mesh) = node.around else { continue };
        for &chunk in &node.bones {
            let Some(Body::Bone(rows)) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) else { continue };
            let stays = |row: &VertexWeight| {
                let list = all.get(&(mesh, row.vertex));
                list.is_some_and(|list| list.iter().any(|(_, kept)| *kept == chunk))
            };
            *rows = Rows::from(rows.iter().filter(stays).collect::<Vec<_>>());
        }
    }
}

/// Moves the transform of the node of a skinned mesh into the nodes below it, where that is exact.
pub(super) fn straighten(document: &mut Document<'_>) {
    let parts = Parts::read(document);
    let mut skinned: Vec<usize> =
        parts.nodes.iter().filter(|node| !node.bones.is_empty()).filter_map(|node| node.around).collect();
    skinned.sort_unstable();
    skinned.dedup();
    let mut children: BTreeMap<usize, Vec<&NodeAt>> = BTreeMap::new();
    for node in &parts.nodes {
        if let Some(parent) = node.parent {
            children.entry(parent).or_default().push(node);
        }
    }
    for index in skinned.into_iter().filter_map(|mesh| parts.meshes.get(mesh)).map(|mesh| mesh.node) {
        let Some(node) = parts.nodes.get(index).filter(|node| node.keys.is_empty()) else { continue };
        let Some(similarity) = transform_of(document, node.chunk).and_then(|trs| Similarity::of(&trs.matrix())) else {
            continue;
        };
        for child in children.get(&index).into_iter().flatten() {
            let moved = transform_of(document, child.chunk).map(|trs| similarity.before(&trs));
            if let (Some(trs), Some(Body::Node(node))) =
                (moved, document.chunks.get_mut(child.chunk).map(|chunk| &mut chunk.body))
            {
                (node.position, node.scale) = (trs.translation.to_array(), trs.scale.to_array());
                node.rotation = wxyz(trs.rotation);
            }
            for &chunk in &child.keys {
                if let Some(Body::Keys(keys)) = document.chunks.get_mut(chunk).map(|chunk| &mut chunk.body) {
                    precede(keys, &similarity);
                }
            }
        }
        if let Some(Body::Node(node)) = document.chunks.get_mut(node.chunk).map(|chunk| &mut chunk.body) {
            (node.position, node.scale, node.rotation) = ([0.0; 3], [1.0; 3], [1.0, 0.0, 0.0, 0.0]);
        }
    }
}

fn wxyz(q: Quat) -> [f32; 4] {
    [q.w, -q.x, -q.y, -q.z]
}

fn quat([w, x, y, z]: [f32; 4]) -> Quat {
    Quat::from_xyzw(-x, -y, -z, w)
}

fn transform_of(document: &Document<'_>, chunk: usize) -> Option<Trs> {
    let Some(Body::Node(node)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { return None };
    let (translation, scale) = (Vec3::from_array(node.position), Vec3::from_array(node.scale));
    let trs = Trs { translation, rotation: quat(node.rotation).normalize(), scale };
    (trs.matrix().is_finite() && trs.matrix() != Mat4::ZERO).then_some(trs)
}

fn precede(keys: &mut Keys<'_>, by: &Similarity) {
    let at = |translation: Vec3, rotation: Quat, scale: Vec3| by.before(&Trs { translation, rotation, scale });
    if let Some(offset) = keys.offset(Keys::POSITION) {
        let values = keys.records.to_vec::<Vec3>(offset).into_iter();
        let values: Vec<Vec3> = values.map(|v| at(v, Quat::IDENTITY, Vec3::ONE).translation).collect();
        keys.records.set_column(offset, &values);
    }
    if let Some(offset) = keys.offset(Keys::SCALE) {
        let values = keys.records.to_vec::<Vec3>(offset).into_iter();
        let values: Vec<Vec3> = values.map(|v| at(Vec3::ZERO, Quat::IDENTITY, v).scale).collect();
        keys.records.set_column(offset, &values);
    }
    if let Some(offset) = keys.offset(Keys::ROTATION) {
        let values = keys.records.to_vec::<[f32; 4]>(offset).into_iter();
        let values: Vec<[f32; 4]> = values.map(|q| wxyz(at(Vec3::ZERO, quat(q), Vec3::ONE).rotation)).collect();
        keys.records.set_column(offset, &values);
    }
}

//! Rules about nodes, and which bones deform which mesh.

use super::{Id, Inspection};
use crate::document::{Body, Node};
use crate::outline::NodeAt;
use retromesh_core::properties::Properties;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn lint(inspection: &mut Inspection<'_>) {
    let document = inspection.document;
    let nodes = std::mem::take(&mut inspection.parts.nodes);
    let meshes = std::mem::take(&mut inspection.parts.meshes);
    let fixed = |node: &NodeAt| match document.chunks.get(node.chunk).map(|chunk| &chunk.body) {
        Some(Body::Node(node)) => Some(node),
        _ => None,
    };
    let roots: Vec<usize> = nodes.iter().filter(|node| node.parent.is_none()).map(|node| node.chunk).collect();
    inspection.add(Id::Roots, roots.get(1).copied().unwrap_or(0), roots.len().saturating_sub(1));
    let mut bones: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        inspection.add(Id::NodeCount, node.chunk, usize::from(index > 254 && !node.bones.is_empty()));
        inspection.add(Id::Depth, node.chunk, usize::from(node.depth >= 100));
        let kinds = node.meshes.len() + node.bones.len();
        inspection.add(Id::NodeKind, node.chunk, usize::from(kinds > 1));
        inspection.add(Id::NodeOrder, node.chunk, usize::from(node.late));
        let Some(&bone) = node.bones.first() else { continue };
        let weighted = matches!(document.chunks.get(bone).map(|c| &c.body), Some(Body::Bone(rows)) if !rows.is_empty());
        let orphan = weighted && node.around.is_none();
        inspection.add(Id::OrphanBone, bone, usize::from(orphan));
        let astray = weighted && !orphan && node.last_mesh != node.around;
        inspection.add(Id::AstrayWeights, bone, usize::from(astray));
        if let Some(mesh) = node.around {
            let entry = bones.entry(mesh).or_insert((0, bone));
            entry.0 += 1;
        }
    }
    for &(count, bone) in bones.values() {
        inspection.add(Id::Bones, bone, usize::from(count > 254));
    }
    let skinned: Vec<usize> = bones.keys().copied().collect();
    let second = skinned.get(1).and_then(|&mesh| meshes.get(mesh)).map_or(0, |mesh| mesh.chunk);
    inspection.add(Id::SeveralSkins, second, skinned.len().saturating_sub(1));
    // Bones are handed to the first mesh node that ends after them; it must be the one around them.
    let mut waiting: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for index in 0..=nodes.len() {
        let depth = nodes.get(index).map_or(0, |node| node.depth as usize);
        while open.len() > depth {
            let Some(ended) = open.pop().and_then(|node| nodes.get(node)) else { continue };
            if let (Some(mesh), false) = (ended.mesh, waiting.is_empty()) {
                let foreign = waiting.drain(..).filter(|&around| around != mesh).count();
                inspection.add(Id::StolenBones, ended.chunk, usize::from(foreign > 0));
            }
        }
        open.push(index);
        if let Some(around) = nodes.get(index).filter(|node| !node.bones.is_empty()).and_then(|node| node.around) {
            waiting.push(around);
        }
    }
    let mut others: BTreeSet<&[u8]> = BTreeSet::new();
    let mut names: BTreeSet<&[u8]> = BTreeSet::new();
    for node in &nodes {
        if let Some(fixed) = fixed(node).filter(|_| node.bones.is_empty()) {
            others.insert(fixed.name.bytes());
        }
    }
    for node in nodes.iter().filter(|node| !node.bones.is_empty()) {
        let Some(name) = fixed(node).map(|node| node.name.bytes()) else { continue };
        inspection.add(Id::BoneNames, node.chunk, usize::from(!names.insert(name)));
        inspection.add(Id::BoneLikeNode, node.chunk, usize::from(others.contains(name)));
    }
    let (classed, plain): (Vec<&NodeAt>, Vec<&NodeAt>) = nodes
        .iter()
        .filter(|node| !node.meshes.is_empty())
        .partition(|node| fixed(node).is_some_and(|fixed| Properties::parse(&fixed.name.decode().0).is_some()));
    if !classed.is_empty() {
        plain.iter().for_each(|node| inspection.add(Id::NoClass, node.chunk, 1));
    }
    // Whether each node is in another place than the world's origin.
    let mut placed = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let above = node.parent.and_then(|parent| placed.get(parent)).copied().unwrap_or(false);
        let own = above || !fixed(node).is_some_and(is_at_origin);
        if let Some(slot) = placed.get_mut(index) {
            *slot = own;
        }
        let skinned = node.mesh.is_some_and(|mesh| bones.contains_key(&mesh));
        inspection.add(Id::PlacedSkin, node.chunk, usize::from(skinned && own));
        let inside = node.around.is_some_and(|mesh| bones.contains_key(&mesh));
        let plain = node.bones.is_empty() && node.anims.is_empty() && !node.keys.is_empty();
        inspection.add(Id::KeyedPlainNode, node.chunk, usize::from(inside && plain));
    }
    inspection.parts.nodes = nodes;
    inspection.parts.meshes = meshes;
}

/// Returns whether a node has no transform.
pub(super) fn is_at_origin(node: &Node<'_>) -> bool {
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6);
    near(&node.position, &[0.0; 3])
        && near(&node.scale, &[1.0; 3])
        && near(&node.rotation.map(f32::abs), &[1.0, 0.0, 0.0, 0.0])
}

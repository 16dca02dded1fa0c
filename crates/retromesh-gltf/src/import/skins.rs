//! Skins, and the nodes' links to meshes and skins.

use super::Importer;
use super::grids::grid;
use super::pools::{NOTABLE, SUM};
use crate::extras_json::split;
use glam::Mat4;
use retromesh_core::scene::MeshInstance;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, MeshId, NodeId, Result, SkeletonId};
use std::collections::HashSet;

impl Importer<'_, '_> {
    pub(super) fn skeletons(&mut self) -> Result<()> {
        for (i, skin) in self.root.skins.iter().enumerate() {
            let path = || format!("skins[{i}]");
            let (extras, own) = split(skin.extras.as_deref());
            let mut inverse_bind: Vec<Mat4> = match skin.inverse_bind_matrices {
                Some(accessor) => {
                    let rows = self.accessors.floats::<16>(accessor).map_err(|e| e.within(path()))?;
                    rows.iter().map(Mat4::from_cols_array).collect()
                }
                None => Vec::new(),
            };
            let missing = skin.joints.len().saturating_sub(inverse_bind.len());
            if skin.inverse_bind_matrices.is_some() {
                self.report(Code::CountMismatch, missing, path, "inverse bind matrices that are not there")?;
            }
            inverse_bind.resize(skin.joints.len(), Mat4::IDENTITY);
            let broken = inverse_bind.iter().filter(|m| !m.is_finite()).count();
            self.report(Code::NonFinite, broken, path, "inverse bind matrices became the identity")?;
            inverse_bind.iter_mut().filter(|m| !m.is_finite()).for_each(|m| *m = Mat4::IDENTITY);
            let mut joints: Vec<NodeId> = skin.joints.iter().map(|joint| NodeId::new(joint.value())).collect();
            let mut unique = HashSet::new();
            let good = joints.iter().all(|joint| joint.index() < self.scene.nodes.len() && unique.insert(*joint));
            if !good {
                // Joint numbers of weights would shift, so the whole skin goes.
                self.report(Code::IndexOutOfRange, 1, path, "a skin with a joint that does not exist or comes twice")?;
                (joints, inverse_bind) = (Vec::new(), Vec::new());
            }
            let named = own.get("neutral").and_then(serde_json::Value::as_u64);
            let node = named.and_then(|key| self.keys.get(&key).copied().flatten());
            let neutral = node.filter(|node| joints.last() == Some(node)).map(|_| joints.len() - 1);
            let stale = usize::from(named.is_some() && neutral.is_none() && good);
            self.report(
                Code::StaleExtras,
                stale,
                path,
                "a joint of vertices without weights is not the last any more",
            )?;
            if neutral.is_some() {
                joints.pop();
                inverse_bind.pop();
            }
            self.neutral.push(neutral);
            self.grids.skins.push(grid(&own));
            let name = skin.name.clone().unwrap_or_default();
            self.scene.skeletons.push(Skeleton { name, joints, inverse_bind, extras });
        }
        Ok(())
    }

    /// Places meshes, and binds them to their skins.
    pub(super) fn instances(&mut self) -> Result<()> {
        // The joints that each mesh may use: those that all its skins have.
        let mut joints: Vec<Option<usize>> = vec![None; self.scene.meshes.len()];
        let mut neutral: Vec<Option<usize>> = vec![None; self.scene.meshes.len()];
        let mut lost = 0;
        for (i, node) in self.root.nodes.iter().enumerate() {
            let mesh = node.mesh.map(|mesh| mesh.value()).filter(|&mesh| mesh < self.scene.meshes.len());
            lost += usize::from(node.mesh.is_some() && mesh.is_none());
            let Some(mesh) = mesh else { continue };
            let skin = node.skin.map(|skin| skin.value());
            let usable = |&skin: &usize| self.scene.skeletons.get(skin).is_some_and(|s| !s.joints.is_empty());
            let usable = skin.filter(usable);
            lost += usize::from(skin.is_some() && usable.is_none());
            if let Some(skin) = usable {
                let count = self.scene.skeletons.get(skin).map_or(0, |s| s.joints.len());
                if let (Some(joints), Some(neutral)) = (joints.get_mut(mesh), neutral.get_mut(mesh)) {
                    *joints = Some(joints.map_or(count, |known| known.min(count)));
                    *neutral = neutral.or(self.neutral.get(skin).copied().flatten());
                }
            }
            if let Some(node) = self.scene.nodes.get_mut(i) {
                let skeleton = usable.map(SkeletonId::new);
                node.mesh = Some(Box::new(MeshInstance { skeleton, ..MeshInstance::new(MeshId::new(mesh)) }));
            }
        }
        self.report(Code::IndexOutOfRange, lost, || "nodes".into(), "a mesh or skin that does not exist")?;
        for (m, (joints, neutral)) in joints.into_iter().zip(neutral).enumerate() {
            let Some(mesh) = self.scene.meshes.get_mut(m) else { continue };
            if mesh.weights.is_empty() {
                continue;
            }
            let Some(joints) = joints else {
                let what = "joints and weights of a mesh that no skin moves";
                self.report(Code::LostAttributes, 1, || format!("meshes[{m}]"), what)?;
                continue;
            };
            // What the exporter bound to a joint of its own is free again.
            mesh.weights.retain(|influence| Some(influence.joint as usize) != neutral);
            let lost = mesh.weights.retain(|influence| (influence.joint as usize) < joints);
            mesh.weights.normalize(SUM, NOTABLE);
            self.report(Code::IndexOutOfRange, lost, || format!("meshes[{m}]"), "weights of joints that do not exist")?;
        }
        self.node_weights()
    }

    /// Nodes may have morph weights of their own; a mesh that is placed once takes them.
    fn node_weights(&mut self) -> Result<()> {
        let mut uses = vec![0usize; self.scene.meshes.len()];
        for instance in self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
            uses.get_mut(instance.mesh.index()).into_iter().for_each(|count| *count += 1);
        }
        for (i, node) in self.root.nodes.iter().enumerate() {
            let (Some(weights), Some(mesh)) = (&node.weights, node.mesh) else { continue };
            let Some(target_mesh) = self.scene.meshes.get_mut(mesh.value()) else { continue };
            if uses.get(mesh.value()) == Some(&1) {
                for (target, &weight) in target_mesh.morph_targets.iter_mut().zip(weights) {
                    target.weight = if weight.is_finite() { weight } else { 0.0 };
                }
            } else if target_mesh.morph_targets.iter().zip(weights).any(|(t, w)| t.weight != *w) {
                self.report(Code::LostShapes, 1, || format!("nodes[{i}]"), "morph weights of one placement of a mesh")?;
            }
        }
        Ok(())
    }
}

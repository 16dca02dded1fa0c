//! Skins that Blender has written in another place than it shows them in.

use super::Importer;
use glam::Mat4;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Finding, NodeId, NodeMap, Result};
use std::collections::HashSet;

/// Matrices that differ by less are one; for larger numbers, by this share of them.
const NEAR: f32 = 1e-3;

impl Importer<'_, '_> {
    /// Reports skins that are away from where Blender has them.
    ///
    /// Blender writes vertices and inverse bind matrices as the armature is in the world. Where a bone in a pose carries it, and *Use Rest
    /// Position Armature* writes that bone at rest, all joints are off by the same. Joints in a pose of their own are on purpose.
    pub(super) fn displaced_skins(&mut self) -> Result<()> {
        let is_of_blender = |generator: &str| generator.starts_with("Khronos glTF Blender");
        if self.scene.skeletons.len() < 2 || !self.root.asset.generator.as_deref().is_some_and(is_of_blender) {
            return Ok(());
        }
        let world = self.scene.rest_pose().world;
        let joints = self.scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).copied().collect();
        for (number, skeleton) in self.scene.skeletons.iter().enumerate() {
            if self.is_displaced(skeleton, &joints, &world) {
                let name = &skeleton.name;
                let detail = format!(
                    "{name} is not where Blender shows it: untick Use Rest Position Armature of the export, or put what carries {name} to rest first"
                );
                let finding = Finding::new(Code::BakedRestPose).within(format!("skins[{number}]"));
                self.diagnostics.report(finding.detail(detail))?;
            }
        }
        Ok(())
    }

    fn is_displaced(&self, skeleton: &Skeleton, joints: &HashSet<NodeId>, world: &NodeMap<Mat4>) -> bool {
        let above = |id: &NodeId| self.scene[*id].parent;
        let Some(first) = skeleton.joints.first() else { return false };
        // The parents of an armature are seen only where the tree is one.
        let mut parents = std::iter::successors(above(first), above).take(self.scene.nodes.len());
        let armature = parents.find(|id| !joints.contains(id));
        if armature.is_none() || !parents.any(|id| joints.contains(&id)) {
            return false;
        }
        // Vertices without weights have a joint that Blender adds.
        let is_bone = |id: &NodeId| !self.scene[*id].name.starts_with("neutral_bone");
        let bones = skeleton.joints.iter().zip(&skeleton.inverse_bind).filter(|(id, _)| is_bone(id));
        let mut offsets = bones.map(|(id, inverse)| world[*id] * *inverse);
        let Some(offset) = offsets.next() else { return false };
        let size = offset.to_cols_array().iter().fold(1.0f32, |size, value| size.max(value.abs()));
        let is_same = |other: Mat4| offset.abs_diff_eq(other, NEAR * size);
        // Vertices may be in the space of the armature, too.
        let is_there = is_same(Mat4::IDENTITY) || armature.is_some_and(|id| is_same(world[id]));
        offset.is_finite() && !is_there && offsets.all(is_same)
    }
}

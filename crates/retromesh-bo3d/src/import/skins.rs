//! Bones: each moves a range of vertices, rigidly.

use super::{Importer, Place};
use crate::document::Bone;
use glam::Mat4;
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Error, NodeId, SkeletonId};
use retromesh_wire::Rows;
use std::collections::HashMap;

impl Importer<'_> {
    /// Builds a skeleton and weights for each mesh with bones. All nodes exist by now: a bone may be a later entity.
    pub(super) fn skins(&mut self) -> Result<(), Error> {
        let boned = |mesh: &crate::document::Mesh<'_>| !mesh.bones.is_empty();
        if !self.document.entities.iter().filter_map(|e| e.mesh.as_deref()).any(boned) {
            return Ok(());
        }
        let world = self.scene.rest_pose().world;
        for (place, entity) in self.entities() {
            let Some(mesh) = entity.mesh.as_deref().filter(|mesh| boned(mesh)) else { continue };
            let (joints, ranges) = self.joints(place, &mesh.bones)?;
            if joints.is_empty() {
                continue;
            }
            let weights = self.weights(place, mesh.vertices.len(), &ranges)?;
            let mut inverse_bind = Vec::with_capacity(joints.len());
            let own = world.values().get(place.number).copied().unwrap_or(Mat4::IDENTITY);
            let mut flat = 0;
            for joint in &joints {
                let joint = world[*joint];
                let inverse = (joint.as_dmat4().inverse() * own.as_dmat4()).as_mat4();
                flat += usize::from(!inverse.is_finite());
                inverse_bind.push(if inverse.is_finite() { inverse } else { Mat4::IDENTITY });
            }
            let finding = place.finding(Code::NonFinite).times(flat);
            self.diagnostics.report(finding.detail("a bone's rest transform has no inverse; the identity was used"))?;
            self.scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
            let skeleton = Some(SkeletonId::new(self.scene.skeletons.len() - 1));
            let instance = self.scene.nodes.get_mut(place.number).and_then(|node| node.mesh.as_deref_mut());
            let Some(instance) = instance else { continue };
            instance.skeleton = skeleton;
            if let Some(mesh) = self.scene.meshes.get_mut(instance.mesh.index()) {
                mesh.weights = weights;
            }
        }
        Ok(())
    }

    /// Returns the joints, each once, and for each usable bone its joint and its vertices.
    #[allow(clippy::type_complexity, reason = "a list of joints and a list of ranges")]
    fn joints(&mut self, place: Place, bones: &Rows<'_, Bone>) -> Result<(Vec<NodeId>, Vec<(u32, Bone)>), Error> {
        let mut numbers = HashMap::with_capacity(bones.len());
        let mut joints = Vec::new();
        let mut ranges = Vec::with_capacity(bones.len());
        for bone in bones {
            let Some(entity) = usize::try_from(bone.entity).ok().filter(|&e| e < self.scene.nodes.len()) else {
                continue;
            };
            let joint = *numbers.entry(entity).or_insert_with(|| {
                joints.push(NodeId::new(entity));
                joints.len() as u32 - 1
            });
            ranges.push((joint, bone));
        }
        let dropped = place.finding(Code::IndexOutOfRange).times(bones.len() - ranges.len());
        self.diagnostics.report(dropped.detail("a bone is not an entity"))?;
        Ok((joints, ranges))
    }

    fn weights(&mut self, place: Place, count: usize, ranges: &[(u32, Bone)]) -> Result<Weights, Error> {
        let mut owners = Owners::new(count);
        let (mut cut, mut claimed, mut owned) = (0, 0, 0);
        // From the last bone to the first, so that a vertex is given once and to the last of its bones.
        for (joint, bone) in ranges.iter().rev().filter(|(_, bone)| bone.first <= bone.last) {
            let (first, last) = (i64::from(bone.first).max(0), i64::from(bone.last).min(count as i64 - 1));
            cut += usize::from(first != i64::from(bone.first) || last != i64::from(bone.last));
            if first <= last {
                claimed += (last - first + 1) as usize;
                owned += owners.give(first as usize, last as usize, *joint);
            }
        }
        let finding = place.finding(Code::IndexOutOfRange).times(cut);
        self.diagnostics.report(finding.detail("a bone's vertices are not all in the mesh"))?;
        self.diagnostics.report(place.finding(Code::OverlappingBones).times(claimed - owned))?;
        Ok(owners.weights(owned))
    }
}

/// Gives vertices to joints, each at most once, in nearly linear time however the ranges overlap.
struct Owners {
    joints: Vec<u32>,
    /// For each vertex a vertex at or after it, all before which are taken.
    next: Vec<u32>,
}

const NOBODY: u32 = u32::MAX;

impl Owners {
    fn new(count: usize) -> Self {
        Self { joints: vec![NOBODY; count], next: (0..=count as u32).collect() }
    }

    /// Returns the first free vertex at or after `vertex`, halving the way for the next search.
    fn free(&mut self, vertex: usize) -> usize {
        let mut at = vertex as u32;
        while let Some(&next) = self.next.get(at as usize) {
            if next == at {
                break;
            }
            let far = self.next.get(next as usize).copied().unwrap_or(next);
            if let Some(slot) = self.next.get_mut(at as usize) {
                *slot = far;
            }
            at = far;
        }
        at as usize
    }

    /// Gives the free vertices of a range to a joint and returns how many they are.
    fn give(&mut self, first: usize, last: usize, joint: u32) -> usize {
        let mut given = 0;
        let mut vertex = self.free(first);
        while vertex <= last {
            if let (Some(owner), Some(next)) = (self.joints.get_mut(vertex), self.next.get_mut(vertex)) {
                *owner = joint;
                *next = vertex as u32 + 1;
            }
            given += 1;
            vertex = self.free(vertex + 1);
        }
        given
    }

    fn weights(&self, owned: usize) -> Weights {
        let mut weights =
            Weights { starts: Vec::with_capacity(self.joints.len() + 1), influences: Vec::with_capacity(owned) };
        weights.starts.push(0);
        for &joint in &self.joints {
            if joint != NOBODY {
                weights.influences.push(Influence { joint, weight: 1.0 });
            }
            weights.starts.push(weights.influences.len() as u32);
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vertex_goes_to_the_first_that_asks() {
        let mut owners = Owners::new(6);
        assert_eq!(
            (owners.give(2, 3, 7), owners.give(0, 4, 8), owners.give(1, 4, 9), owners.give(0, 5, 1)),
            (2, 3, 0, 1)
        );
        assert_eq!(owners.joints, [8, 8, 7, 7, 8, 1]);
        let weights = Owners { joints: vec![3, NOBODY, 4], next: Vec::new() }.weights(2);
        assert_eq!(weights.starts, [0, 1, 1, 2]);
    }
}

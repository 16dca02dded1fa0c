//! Nodes to frames.

use super::Exporter;
use crate::import::IN_FRAME;
use glam::{Affine3A, Mat4, Vec4};
use retromesh_core::{Code, Extra, Finding, NodeId, NodeMap, Result, Scene};
use std::collections::BTreeSet;

impl Exporter<'_> {
    /// Gives each node its name; those that something refers to have one in any case.
    pub(super) fn name_nodes(&mut self) -> Result<()> {
        let joints = self.scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).copied();
        let moved = self.scene.animations.iter().flat_map(|animation| &animation.channels).map(|c| c.target);
        let referred: BTreeSet<NodeId> = joints.chain(moved).collect();
        let mut names = self.names();
        let mut all = NodeMap::filled(&self.scene, String::new());
        for id in self.scene.depth_first().into_iter().filter(|id| !self.inside[*id]) {
            let own = &self.scene[id].name;
            if !own.is_empty() || referred.contains(&id) {
                all[id] = names.word(own, "frame");
            }
        }
        self.frames = all;
        self.diagnostics.note(Code::NamesMadeUnique, names.made_unique, "frames")?;
        self.diagnostics.note(Code::AlteredNames, names.altered, "names of frames are words")
    }

    /// Writes all nodes with what is at them.
    pub(super) fn tree(&mut self, materials: &[String]) -> Result<()> {
        enum Step {
            Open(NodeId),
            Close,
        }
        let mut stack: Vec<Step> = self.scene.roots.iter().rev().map(|&root| Step::Open(root)).collect();
        while let Some(step) = stack.pop() {
            let Step::Open(id) = step else {
                self.writer.close();
                continue;
            };
            self.writer.open("Frame", &self.frames[id]);
            let mut matrix = self.scene[id].transform.matrix();
            let is_affine = matrix.row(3) == Vec4::W;
            if !is_affine {
                let finding =
                    Finding::new(Code::ApproximatedTransform).detail("the last column of a matrix is 0 0 0 1");
                self.diagnostics.report(finding.within(format!("node {}", self.scene[id].name)))?;
                matrix = Mat4::from(Affine3A::from_mat4(matrix));
            }
            let matrix = matrix.to_cols_array();
            self.writer.object("FrameTransformMatrix", |values| {
                for (number, row) in matrix.chunks(4).enumerate() {
                    values.line();
                    for (place, value) in row.iter().enumerate() {
                        values.float(*value, if number == 3 && place == 3 { ";;" } else { "," });
                    }
                }
            });
            self.mesh(id, materials)?;
            let (inside, frames): (Vec<NodeId>, Vec<NodeId>) =
                self.scene[id].children.iter().partition(|child| self.inside[**child]);
            inside.into_iter().try_for_each(|child| self.mesh(child, materials))?;
            stack.push(Step::Close);
            stack.extend(frames.into_iter().rev().map(Step::Open));
        }
        Ok(())
    }
}

/// Finds the nodes that are still what they were read from: further meshes of the frames above them.
pub(super) fn inside(scene: &Scene) -> NodeMap<bool> {
    let mut inside = NodeMap::filled(scene, false);
    for id in scene.node_ids() {
        let node = &scene[id];
        let is_plain = node.children.is_empty() && node.transform.matrix() == Mat4::IDENTITY && node.parent.is_some();
        inside[id] = is_plain && node.mesh.is_some() && node.extras.get(IN_FRAME) == Some(&Extra::Bool(true));
    }
    let joints = scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).copied();
    let moved = scene.animations.iter().flat_map(|animation| &animation.channels).map(|channel| channel.target);
    joints.chain(moved).for_each(|id| inside[id] = false);
    inside
}

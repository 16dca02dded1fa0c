//! Skins into the shape that all engines read: bones below the node of their mesh, resting in the bind pose.

use super::Exporter;
use super::curves::{Curves, Similarity, nearly};
use super::skin::{Chains, extent, mesh_of, skeleton_of, transform};
use glam::{Mat3, Mat4};
use retromesh_core::mesh::{Influence, Mesh, Weights};
use retromesh_core::pose::Pose;
use retromesh_core::scene::{MeshInstance, Node, Transform, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Error, MeshId, NodeId, SkeletonId};
use std::collections::BTreeSet;

/// Which mesh a bone belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoneOf {
    /// The node of the mesh.
    pub(super) mesh: NodeId,
    /// The number of the joint in the skeleton of the mesh; `None` for a bone without weights.
    pub(super) joint: Option<u32>,
}

impl Exporter<'_> {
    /// Brings all skins into shape and notes the bones.
    pub(super) fn rigs(&mut self) -> Result<(), Error> {
        self.bones = vec![None; self.scene.nodes.len()];
        let skinned: Vec<NodeId> =
            self.scene.depth_first().into_iter().filter(|&id| skeleton_of(&self.scene, id).is_some()).collect();
        let mut chains = Chains::read(&self.scene);
        let mut rest: Vec<NodeId> = Vec::new();
        // Skins in shape first, so that none of their bones is taken away.
        for id in skinned {
            if self.fits(id, &chains) {
                self.claim(id);
            } else {
                rest.push(id);
            }
        }
        for id in rest {
            self.rehang(id)?;
        }
        chains = Chains::read(&self.scene);
        self.straighten(&chains);
        self.keyed_beside(&chains);
        let detail = "bones hang below the node of their mesh, which has no transform of its own";
        self.note(Code::MovedNodes, detail, self.moved.len())
    }

    /// Tells whether a skin is in shape already.
    fn fits(&self, id: NodeId, chains: &Chains) -> bool {
        let Some(skeleton) = skeleton_of(&self.scene, id) else { return false };
        let Some(mesh) = mesh_of(&self.scene, id) else { return false };
        let size = extent(mesh);
        let own = skeleton.joints.iter().position(|&joint| joint == id);
        let alone = |row: &[Influence]| row.len() == 1 || row.iter().all(|i| Some(i.joint as usize) != own);
        let bound = skeleton.joints.iter().zip(&skeleton.inverse_bind).all(|(&joint, inverse)| {
            let inside = joint == id || chains.mesh.get(joint.index()).copied().flatten() == Some(id);
            let plain = self.scene.node(joint).is_some_and(|node| joint == id || node.mesh.is_none());
            inside && plain && nearly(&(chains.of(joint) * *inverse), &Mat4::IDENTITY, size)
        });
        let still = || nearly(&chains.of(id), &Mat4::IDENTITY, size);
        bound && mesh.weights.iter().all(|row| alone(row) && (!row.is_empty() || still()))
    }

    /// Notes the bones of a skin that is in shape.
    fn claim(&mut self, id: NodeId) {
        let Some(skeleton) = skeleton_of(&self.scene, id) else { return };
        for (number, joint) in skeleton.joints.iter().enumerate() {
            if *joint == id {
                continue;
            }
            if let Some(slot) = self.bones.get_mut(joint.index()) {
                *slot = Some(BoneOf { mesh: id, joint: Some(number as u32) });
            }
        }
    }

    fn is_keyed(&self, id: NodeId) -> bool {
        self.motion.curves.get(id.index()).is_some_and(|curves| !curves.is_empty())
    }

    /// Puts the bones of a skin below its mesh, in the same poses.
    fn rehang(&mut self, id: NodeId) -> Result<(), Error> {
        let rest = self.scene.rest_pose();
        self.bind_bare(id, &rest);
        let (Some(skeleton), Some(mesh)) = (skeleton_of(&self.scene, id), mesh_of(&self.scene, id)) else {
            return Ok(());
        };
        let (mut skeleton, mut mesh) = (skeleton.clone(), mesh.clone());
        let world = |id: NodeId| rest.world.get(id.index()).copied().unwrap_or(Mat4::IDENTITY);
        // World matrices at rest against the bind pose: one common matrix means that nothing is bent.
        let bends =
            || skeleton.joints.iter().zip(&skeleton.inverse_bind).map(|(&joint, inverse)| world(joint) * *inverse);
        let size = extent(&mesh);
        let first = bends().next().unwrap_or(Mat4::IDENTITY);
        let common = bends().all(|bend| nearly(&bend, &first, size));
        let moving = self.motion.last > 0;
        if common {
            transform(&mut mesh, &first);
        } else if !moving {
            let (positions, normals) = (rest.positions(&self.scene, id), rest.normals(&self.scene, id));
            mesh.positions = positions;
            mesh.normals = normals;
            self.note(Code::BakedRestPose, "vertices were put where the rest pose holds them", 1)?;
        }
        let tops = self.tops(&skeleton.joints);
        let place = self.place(id, &rest);
        let taken =
            self.subtree(&tops).into_iter().any(|node| self.bones.get(node.index()).copied().flatten().is_some());
        let target = self.mesh_node(id, place, &tops, &rest);
        if taken {
            self.copy_joints(&tops, &mut skeleton, target, &rest)?;
        } else {
            for &top in &tops {
                let parent = self.scene.node(top).and_then(|node| node.parent);
                self.link(top, Some(target));
                self.precede(top, &parent.map_or(Mat4::IDENTITY, world))?;
            }
        }
        if !common && moving {
            self.rest_in_bind(&skeleton)?;
        }
        self.set_skin(target, mesh, skeleton);
        self.claim(target);
        Ok(())
    }

    /// Binds vertices that follow the mesh's node to a joint at that node.
    fn bind_bare(&mut self, id: NodeId, rest: &Pose) {
        let (Some(skeleton), Some(mesh)) = (skeleton_of(&self.scene, id), mesh_of(&self.scene, id)) else { return };
        if mesh.weights.iter().all(|row| !row.is_empty()) {
            return;
        }
        let (mut skeleton, mut mesh) = (skeleton.clone(), mesh.clone());
        let world = rest.world.get(id.index()).copied().unwrap_or(Mat4::IDENTITY);
        let bend = skeleton.joints.first().zip(skeleton.inverse_bind.first()).map(|(first, inverse)| {
            let joint = rest.world.get(first.index()).copied().unwrap_or(Mat4::IDENTITY);
            world.inverse() * joint * *inverse
        });
        let joint = skeleton.joints.iter().position(|&joint| joint == id).unwrap_or_else(|| {
            // Bound like the others, it bends like them at rest.
            let bind = bend.filter(|bind| bind.is_finite() && bind.inverse().is_finite()).unwrap_or(Mat4::IDENTITY);
            skeleton.joints.push(id);
            skeleton.inverse_bind.push(bind);
            skeleton.joints.len() - 1
        });
        let undo = skeleton.inverse_bind.get(joint).map_or(Mat4::IDENTITY, Mat4::inverse);
        let normal = Mat3::from_mat4(undo);
        for (vertex, row) in mesh.weights.iter().enumerate() {
            if !row.is_empty() {
                continue;
            }
            if let Some(p) = mesh.positions.get_mut(vertex) {
                *p = undo.transform_point3(*p);
            }
            if let Some(n) = mesh.normals.get_mut(vertex) {
                *n = (normal * *n).normalize_or(*n);
            }
        }
        let mut weights = Weights { starts: vec![0], influences: Vec::new() };
        for row in mesh.weights.iter() {
            weights.influences.extend_from_slice(row);
            if row.is_empty() {
                weights.influences.push(Influence { joint: joint as u32, weight: 1.0 });
            }
            weights.starts.push(weights.influences.len() as u32);
        }
        mesh.weights = weights;
        self.set_skin(id, mesh, skeleton);
    }

    fn set_skin(&mut self, id: NodeId, mesh: Mesh, skeleton: Skeleton) {
        let (mesh_id, skeleton_id) =
            (MeshId::new(self.scene.meshes.len()), SkeletonId::new(self.scene.skeletons.len()));
        let Some(node) = self.scene.nodes.get_mut(id.index()) else { return };
        let materials = node.mesh.take().map(|instance| instance.materials).unwrap_or_default();
        node.mesh = Some(Box::new(MeshInstance { mesh: mesh_id, skeleton: Some(skeleton_id), materials }));
        self.scene.meshes.push(mesh);
        self.scene.skeletons.push(skeleton);
    }

    /// Returns the topmost nodes that move the joints: joints or nodes with keys without such a node above.
    fn tops(&self, joints: &[NodeId]) -> Vec<NodeId> {
        let mut moves = vec![false; self.scene.nodes.len()];
        for joint in joints {
            if let Some(slot) = moves.get_mut(joint.index()) {
                *slot = true;
            }
        }
        let (mut tops, mut seen) = (Vec::new(), BTreeSet::new());
        // The topmost mover above each node, found on the way down.
        let mut above: Vec<Option<NodeId>> = vec![None; self.scene.nodes.len()];
        for id in self.scene.depth_first() {
            let parent = self.scene.node(id).and_then(|node| node.parent);
            let inherited = parent.and_then(|parent| above.get(parent.index()).copied().flatten());
            let own = inherited.or_else(|| (moves.get(id.index()) == Some(&true) || self.is_keyed(id)).then_some(id));
            if let Some(slot) = above.get_mut(id.index()) {
                *slot = own;
            }
            if moves.get(id.index()) == Some(&true)
                && let Some(top) = own
                && seen.insert(top)
            {
                tops.push(top);
            }
        }
        tops
    }

    /// Returns the deepest node above a mesh that stands still at the origin, not below a joint or another mesh.
    fn place(&self, id: NodeId, rest: &Pose) -> Option<NodeId> {
        let mut way = Vec::new();
        let mut at = self.scene.node(id).and_then(|node| node.parent);
        while let Some(node) = at {
            way.push(node);
            at = self.scene.node(node).and_then(|node| node.parent);
        }
        let joints: BTreeSet<NodeId> =
            self.scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).copied().collect();
        let good = |node: &NodeId| {
            let still = rest.world.get(node.index()).is_some_and(|m| m.abs_diff_eq(Mat4::IDENTITY, 1e-6));
            let plain = self.scene.node(*node).is_some_and(|node| node.mesh.is_none());
            still && plain && !self.is_keyed(*node) && !joints.contains(node)
        };
        way.into_iter().rev().take_while(good).last()
    }

    fn subtree(&self, tops: &[NodeId]) -> Vec<NodeId> {
        let mut all = Vec::new();
        let mut stack: Vec<NodeId> = tops.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            all.push(id);
            if let Some(node) = self.scene.node(id) {
                stack.extend(node.children.iter().rev());
            }
        }
        all
    }

    /// Returns a node at `place` without a transform that carries the mesh: the mesh's own where it can move there.
    fn mesh_node(&mut self, id: NodeId, place: Option<NodeId>, tops: &[NodeId], rest: &Pose) -> NodeId {
        let inside = self.subtree(tops).contains(&id);
        let still = rest.world.get(id.index()).is_some_and(|m| m.abs_diff_eq(Mat4::IDENTITY, 1e-6));
        let others = self.scene.node(id).is_some_and(|node| {
            node.camera.is_some() || node.light.is_some() || node.children.iter().any(|child| !tops.contains(child))
        });
        if !inside && !self.is_keyed(id) && (still || !others) {
            self.link(id, place);
            self.flatten(id);
            return id;
        }
        let Some(old) = self.scene.nodes.get_mut(id.index()) else { return id };
        let node = Node { name: old.name.clone(), mesh: old.mesh.take(), ..Node::default() };
        let new = self.add(place, node, Curves::default());
        self.moved.insert(new);
        new
    }

    /// Takes a node's transform away.
    fn flatten(&mut self, id: NodeId) {
        let Some(node) = self.scene.nodes.get_mut(id.index()) else { return };
        if node.transform.matrix() != Mat4::IDENTITY {
            self.moved.insert(id);
        }
        node.transform = Transform::default();
    }

    fn add(&mut self, parent: Option<NodeId>, node: Node, curves: Curves) -> NodeId {
        self.motion.curves.push(curves);
        self.bones.push(None);
        self.scene.add_node(parent, node)
    }

    /// Moves a node with all below it under another one.
    fn link(&mut self, id: NodeId, parent: Option<NodeId>) {
        let old = self.scene.node(id).and_then(|node| node.parent);
        if old == parent {
            return;
        }
        self.moved.insert(id);
        let list = match old {
            Some(old) => self.scene.nodes.get_mut(old.index()).map(|node| &mut node.children),
            None => Some(&mut self.scene.roots),
        };
        if let Some(list) = list {
            list.retain(|&child| child != id);
        }
        if let Some(node) = self.scene.nodes.get_mut(id.index()) {
            node.parent = parent;
        }
        match parent.and_then(|parent| self.scene.nodes.get_mut(parent.index())) {
            Some(parent) => parent.children.push(id),
            None => self.scene.roots.push(id),
        }
    }

    /// Puts a transform before that of a node and before its keys.
    fn precede(&mut self, id: NodeId, matrix: &Mat4) -> Result<(), Error> {
        if *matrix == Mat4::IDENTITY {
            return Ok(());
        }
        let Some(node) = self.scene.nodes.get_mut(id.index()) else { return Ok(()) };
        let Some(curves) = self.motion.curves.get_mut(id.index()) else { return Ok(()) };
        let rest = node.transform.trs();
        if let Some(similarity) = Similarity::of(matrix) {
            node.transform = match &node.transform {
                Transform::Trs(trs) => similarity.before(trs).into(),
                Transform::Matrix(own) => (*matrix * **own).into(),
            };
            curves.precede(&similarity);
            return Ok(());
        }
        // A scale that differs by axis does not pass through a rotation: the nearest is taken at each key.
        let nearest = |trs: &Trs| Transform::from(*matrix * trs.matrix()).trs();
        let mut new = Curves::default();
        for frame in curves.frames() {
            let trs = nearest(&curves.sample(&rest, frame));
            new.translation.push((frame, trs.translation));
            new.rotation.push((frame, trs.rotation));
            new.scale.push((frame, trs.scale));
        }
        *curves = new;
        node.transform = (*matrix * node.transform.matrix()).into();
        self.note(Code::ApproximatedTransform, "a scale that differs by axis above a bone", 1)
    }

    /// Gives a mesh joints of its own, in the place of those that another mesh has taken.
    fn copy_joints(
        &mut self,
        tops: &[NodeId],
        skeleton: &mut Skeleton,
        target: NodeId,
        rest: &Pose,
    ) -> Result<(), Error> {
        let all = self.subtree(tops);
        let mut needed = vec![false; self.scene.nodes.len()];
        for joint in &skeleton.joints {
            if let Some(slot) = needed.get_mut(joint.index()) {
                *slot = true;
            }
        }
        for &id in all.iter().rev() {
            let parent = self.scene.node(id).and_then(|node| node.parent);
            if needed.get(id.index()) == Some(&true)
                && let Some(slot) = parent.and_then(|parent| needed.get_mut(parent.index()))
            {
                *slot = true;
            }
        }
        let mut copies: Vec<Option<NodeId>> = vec![None; needed.len()];
        for id in all.into_iter().filter(|id| needed.get(id.index()) == Some(&true)) {
            let Some(node) = self.scene.node(id) else { continue };
            let parent = node.parent;
            let copy = Node { name: node.name.clone(), transform: node.transform.clone(), ..Node::default() };
            let curves = self.motion.curves.get(id.index()).cloned().unwrap_or_default();
            let top = tops.contains(&id);
            let above = if top { None } else { parent.and_then(|p| copies.get(p.index()).copied().flatten()) };
            let new = self.add(Some(above.unwrap_or(target)), copy, curves);
            if let Some(slot) = copies.get_mut(id.index()) {
                *slot = Some(new);
            }
            self.moved.insert(new);
            if top {
                let world = parent.and_then(|parent| rest.world.get(parent.index())).copied();
                self.precede(new, &world.unwrap_or(Mat4::IDENTITY))?;
            }
        }
        for joint in &mut skeleton.joints {
            *joint = copies.get(joint.index()).copied().flatten().unwrap_or(*joint);
        }
        Ok(())
    }

    /// Makes joints rest where the bind pose has them; keys hold where they rested.
    fn rest_in_bind(&mut self, skeleton: &Skeleton) -> Result<(), Error> {
        let mut binds: Vec<Option<Mat4>> = vec![None; self.scene.nodes.len()];
        for (joint, inverse) in skeleton.joints.iter().zip(&skeleton.inverse_bind) {
            let bind = inverse.inverse();
            if let Some(slot) = binds.get_mut(joint.index()).filter(|_| bind.is_finite()) {
                *slot = Some(bind);
            }
        }
        let mut world = vec![Mat4::IDENTITY; self.scene.nodes.len()];
        let mut sheared = 0;
        for id in self.scene.depth_first() {
            let Some(node) = self.scene.nodes.get_mut(id.index()) else { continue };
            let above = node.parent.and_then(|p| world.get(p.index())).copied().unwrap_or(Mat4::IDENTITY);
            if let Some(bind) = binds.get(id.index()).copied().flatten() {
                let old = node.transform.trs();
                let local = above.inverse() * bind;
                let new = Transform::from(local).trs();
                sheared += usize::from(!nearly(&new.matrix(), &local, 1.0));
                node.transform = new.into();
                if let Some(curves) = self.motion.curves.get_mut(id.index()) {
                    curves.hold(&old, 1.0);
                }
            }
            let own = above * node.transform.matrix();
            if let Some(slot) = world.get_mut(id.index()) {
                *slot = own;
            }
        }
        self.note(Code::BakedRestPose, "bones rest in the bind pose; keys hold the source's rest pose", 1)?;
        self.note(Code::ApproximatedTransform, "a bind matrix with shear", sheared)
    }

    /// Moves the transform of the node of a skinned mesh into its children, where that is exact.
    fn straighten(&mut self, chains: &Chains) {
        let mut meshes: Vec<NodeId> = self.bones.iter().flatten().map(|bone| bone.mesh).collect();
        meshes.sort_unstable();
        meshes.dedup();
        for id in meshes {
            let Some(node) = self.scene.node(id) else { continue };
            let own = chains.of(id);
            let (plain, lit) = (own == Mat4::IDENTITY, node.camera.is_some() || node.light.is_some());
            let similar = Similarity::of(&own);
            if plain || lit || self.is_keyed(id) {
                continue;
            }
            let Some(similarity) = similar else { continue };
            let children = node.children.clone();
            for child in children {
                if let (Some(node), Some(curves)) =
                    (self.scene.nodes.get_mut(child.index()), self.motion.curves.get_mut(child.index()))
                {
                    node.transform = match &node.transform {
                        Transform::Trs(trs) => similarity.before(trs).into(),
                        Transform::Matrix(matrix) => (own * **matrix).into(),
                    };
                    curves.precede(&similarity);
                }
            }
            self.flatten(id);
        }
    }

    /// Makes nodes with keys between bones bones too: engines move nothing else below a skinned mesh.
    fn keyed_beside(&mut self, chains: &Chains) {
        let has_bones: BTreeSet<NodeId> = self.bones.iter().flatten().map(|bone| bone.mesh).collect();
        for index in 0..self.scene.nodes.len() {
            let id = NodeId::new(index);
            let Some(mesh) = chains.mesh.get(index).copied().flatten() else { continue };
            let plain = self.scene.node(id).is_some_and(|node| node.mesh.is_none());
            let keyed = self.is_keyed(id);
            if let Some(slot) = self.bones.get_mut(index)
                && slot.is_none()
                && plain
                && keyed
                && has_bones.contains(&mesh)
            {
                *slot = Some(BoneOf { mesh, joint: None });
            }
        }
    }
}

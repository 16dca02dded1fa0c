//! Skins into the shape that all engines read: bones below the node of their mesh, resting in the bind pose.

use super::animations::Motion;
use super::curves::{Curves, Similarity, nearly};
use super::skins::{Chains, extent, is_still, largest, skin_of, transform};
use super::{Target, rigid};
use glam::{Mat3, Mat4};
use retromesh_core::mesh::{Influence, Mesh, Weights};
use retromesh_core::pose::Pose;
use retromesh_core::scene::{MeshInstance, Node, Transform, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, NodeMap, SceneEdit, Valid};
use retromesh_kit::{Budget, ExportOptions};
use std::collections::{BTreeSet, HashMap, HashSet};

/// About how many bytes a copied node takes until it is written.
const NODE: usize = 512;

/// Which mesh a bone belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoneOf {
    /// The node of the mesh.
    pub(super) mesh: NodeId,
    /// The number of the joint in the skeleton of the mesh; `None` for a bone without weights.
    pub(super) joint: Option<u32>,
}

/// A scene whose skins are in shape.
pub(super) struct Rigs<'s> {
    pub(super) scene: Valid<'s>,
    pub(super) motion: Motion,
    /// By node.
    pub(super) bones: NodeMap<Option<BoneOf>>,
}

/// Leaves out what is not shown, brings all skins into shape and notes the bones.
pub(super) fn rigs<'s>(
    scene: Valid<'s>,
    target: Target,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Rigs<'s>, Error> {
    let mut scene = scene.edit();
    let skins = scene.nodes.iter().filter_map(|node| node.mesh.as_deref()?.skeleton);
    let is_bone = |id: &NodeId| scene[*id].mesh.as_deref().is_none_or(|mesh| mesh.skeleton.is_none());
    let bones: BTreeSet<NodeId> = skins.flat_map(|skin| &scene[skin].joints).copied().filter(is_bone).collect();
    // Blitz3D itself moves whole nodes, and vertices without weights with the node of their mesh.
    let (below, detail) = if target == Target::Blitz3d {
        (Some(&bones), "meshes below a bone are bound to it: the engine would give them the skeleton of another mesh")
    } else {
        (None, "meshes that move with their node are parented to a bone of its name: the engine moves no others")
    };
    let budget = Budget::of(&scene, options);
    budget.take_instances(&scene)?;
    diagnostics.note(Code::MovedNodes, rigid::bind(&mut scene, below), detail)?;
    let motion = Motion::read(&scene, target, options, diagnostics, &budget)?;
    let bones = NodeMap::filled(&scene, None);
    let joints = scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).copied().collect();
    let mut rigger = Rigger { scene, diagnostics, budget, motion, joints, bones, moved: BTreeSet::new() };
    rigger.report_named()?;
    rigger.leave_out()?;
    rigger.join()?;
    let is_leading = target == Target::Blitz3d && rigger.is_mesh_below_plain_root();
    rigger.rigs(is_leading)?;
    rigger.single_root(target)?;
    let scene = rigger.scene.finish().map_err(retromesh_core::Violations::into_export_error)?;
    Ok(Rigs { scene, motion: rigger.motion, bones: rigger.bones })
}

/// A scene whose skins are brought into shape, one after another.
pub(super) struct Rigger<'s, 'd> {
    pub(super) scene: SceneEdit<'s>,
    pub(super) diagnostics: &'d mut Diagnostics,
    budget: Budget,
    pub(super) motion: Motion,
    /// The joints of all skeletons, copies included.
    pub(super) joints: BTreeSet<NodeId>,
    pub(super) bones: NodeMap<Option<BoneOf>>,
    /// The nodes that have another parent than in the source, or have given up their transforms.
    moved: BTreeSet<NodeId>,
}

impl Rigger<'_, '_> {
    /// Brings all skins into shape; a mesh that is `leading` becomes a root.
    fn rigs(&mut self, is_leading: bool) -> Result<(), Error> {
        let skinned: Vec<NodeId> =
            self.scene.depth_first().into_iter().filter(|&id| skin_of(&self.scene, id).is_some()).collect();
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
        let mut pose = Pose::default();
        for id in rest {
            self.reparent(id, &mut pose, is_leading)?;
        }
        chains = Chains::read(&self.scene);
        self.straighten(&chains);
        self.keyed_siblings(&chains);
        let detail = "bones were moved below the node of their mesh, which has no transform now";
        self.diagnostics.note(Code::MovedNodes, self.moved.len(), detail)
    }

    /// Returns whether a skin is in shape already.
    fn fits(&self, id: NodeId, chains: &Chains) -> bool {
        let Some((skeleton, mesh)) = skin_of(&self.scene, id) else { return false };
        let size = skeleton.joints.iter().map(|&joint| chains.reach[joint]).fold(extent(mesh), f32::max);
        let own = skeleton.joints.iter().position(|&joint| joint == id);
        let alone = |row: &[Influence]| row.len() == 1 || row.iter().all(|i| Some(i.joint as usize) != own);
        let bound = skeleton.joints.iter().zip(&skeleton.inverse_bind).all(|(&joint, inverse)| {
            let inside = joint == id || chains.mesh[joint] == Some(id) && self.scene[joint].mesh.is_none();
            inside && nearly(&(chains.matrix[joint] * *inverse), &Mat4::IDENTITY, size)
        });
        let still = || nearly(&chains.matrix[id], &Mat4::IDENTITY, size);
        // Vertices that no bone has are moved by the mesh's node, whatever the bind pose says of it.
        let bare = |row: &[Influence]| row.iter().all(|i| Some(i.joint as usize) == own);
        bound && mesh.weights.iter().all(|row| alone(row) && (!bare(row) || still()))
    }

    /// Notes the bones of a skin that is in shape.
    fn claim(&mut self, id: NodeId) {
        let Some((skeleton, _)) = skin_of(&self.scene, id) else { return };
        for (number, &joint) in skeleton.joints.iter().enumerate().filter(|(_, joint)| **joint != id) {
            self.bones[joint] = Some(BoneOf { mesh: id, joint: Some(number as u32) });
        }
    }

    pub(super) fn is_keyed(&self, id: NodeId) -> bool {
        !self.motion.curves[id].is_empty()
    }

    /// Puts the bones of a skin below its mesh, in the same poses. `rest` is room for [`rest_around`](Self::rest_around).
    fn reparent(&mut self, id: NodeId, rest: &mut Pose, is_leading: bool) -> Result<(), Error> {
        self.rest_around(id, rest);
        let rest = &*rest;
        self.bind_bare(id, rest);
        let Some((skeleton, mesh)) = skin_of(&self.scene, id) else { return Ok(()) };
        let (mut skeleton, mut mesh) = (skeleton.clone(), mesh.clone());
        // World matrices at rest against the bind pose: one common matrix means that nothing is deformed.
        let pairs = || skeleton.joints.iter().zip(&skeleton.inverse_bind);
        let offsets = || pairs().map(|(&joint, inverse)| rest.world[joint] * *inverse);
        let size = skeleton.joints.iter().map(|&joint| largest(&rest.world[joint])).fold(extent(&mesh), f32::max);
        let first = rest.world[skeleton.joints[0]] * skeleton.inverse_bind[0];
        let common = offsets().all(|offset| nearly(&offset, &first, size));
        let moving = self.motion.last > 0;
        if common {
            transform(&mut mesh, &first);
        } else if !moving {
            let normals = rest.skinned_normals(id, &mesh, Some(&skeleton));
            mesh.positions = rest.skinned_positions(id, &mesh, Some(&skeleton));
            mesh.normals = normals;
            self.diagnostics
                .report(Finding::new(Code::BakedRestPose).detail("vertices were put where the rest pose holds them"))?;
        }
        if is_leading {
            // What is above it is nothing by itself, though it may have keys.
            self.link(id, None);
        }
        let tops = self.tops(&skeleton.joints);
        let place = if is_leading { None } else { self.still_parent(id, rest) };
        let taken = self.subtree(&tops).into_iter().any(|node| self.bones[node].is_some());
        let target = self.mesh_node(id, place, &tops, rest);
        if taken {
            keep_used(&mut skeleton, &mut mesh);
            self.copy_joints(&mut skeleton, target, rest)?;
        } else {
            for &top in &tops {
                let above = self.scene[top].parent.map_or(Mat4::IDENTITY, |parent| rest.world[parent]);
                self.link(top, Some(target));
                self.precede(top, &above)?;
            }
        }
        if !common && moving {
            self.rest_in_bind(&skeleton, size)?;
        }
        self.set_skin(target, mesh, skeleton);
        self.claim(target);
        Ok(())
    }

    /// Binds vertices that follow the mesh's node to a joint at that node.
    fn bind_bare(&mut self, id: NodeId, rest: &Pose) {
        let Some((skeleton, mesh)) = skin_of(&self.scene, id) else { return };
        if mesh.weights.iter().all(|row| !row.is_empty()) {
            return;
        }
        let (mut skeleton, mut mesh) = (skeleton.clone(), mesh.clone());
        let bind = rest.world[id].inverse() * rest.world[skeleton.joints[0]] * skeleton.inverse_bind[0];
        let joint = skeleton.joints.iter().position(|&joint| joint == id).unwrap_or_else(|| {
            // Bound like the others, it moves like them at rest.
            let usable = bind.is_finite() && bind.inverse().is_finite();
            skeleton.joints.push(id);
            skeleton.inverse_bind.push(if usable { bind } else { Mat4::IDENTITY });
            skeleton.joints.len() - 1
        });
        let undo = skeleton.inverse_bind[joint].inverse();
        let normal = Mat3::from_mat4(undo);
        for (vertex, row) in mesh.weights.iter().enumerate() {
            if !row.is_empty() {
                continue;
            }
            mesh.positions[vertex] = undo.transform_point3(mesh.positions[vertex]);
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
        self.joints.extend(&skeleton.joints);
        let (mesh, skeleton) = (self.scene.add_mesh(mesh), Some(self.scene.add_skeleton(skeleton)));
        let node = self.scene.node_mut(id);
        let materials = node.mesh.take().map(|instance| instance.materials).unwrap_or_default();
        node.mesh = Some(Box::new(MeshInstance { mesh, skeleton, materials }));
    }

    /// Puts a skinned mesh's node, its joints and what is above them into the rest pose; of a scene of many copied joints that is all
    /// that one mesh needs.
    fn rest_around(&self, id: NodeId, pose: &mut Pose) {
        while pose.world.values().len() < self.scene.nodes.len() {
            pose.world.push(Mat4::IDENTITY);
        }
        let mut known = HashSet::new();
        let joints = skin_of(&self.scene, id).map_or(&[][..], |(skeleton, _)| &skeleton.joints);
        for &id in joints.iter().chain([&id]) {
            for id in self.way_to(id, |id| !known.insert(id)) {
                let node = &self.scene[id];
                let above = node.parent.map_or(Mat4::IDENTITY, |parent| pose.world[parent]);
                pose.world[id] = above * node.transform.matrix();
            }
        }
    }

    /// Returns the nodes from the one below the nearest that ends the way, or from a root, down to a node.
    fn way_to(&self, id: NodeId, mut ends: impl FnMut(NodeId) -> bool) -> Vec<NodeId> {
        let above = |id: &NodeId| self.scene[*id].parent;
        let mut way: Vec<NodeId> = std::iter::successors(Some(id), above).take_while(|&id| !ends(id)).collect();
        way.reverse();
        way
    }

    /// Returns the topmost nodes that move the joints: joints or nodes with keys without such a node above.
    fn tops(&self, joints: &[NodeId]) -> Vec<NodeId> {
        let own: HashSet<NodeId> = joints.iter().copied().collect();
        // The topmost mover at or above each node.
        let mut top_of: HashMap<NodeId, Option<NodeId>> = HashMap::new();
        let mut tops = BTreeSet::new();
        for &joint in joints {
            for id in self.way_to(joint, |id| top_of.contains_key(&id)) {
                let above = self.scene[id].parent.and_then(|parent| top_of.get(&parent).copied().flatten());
                top_of.insert(id, above.or_else(|| (own.contains(&id) || self.is_keyed(id)).then_some(id)));
            }
            tops.extend(top_of.get(&joint).copied().flatten());
        }
        if tops.len() < 2 {
            return tops.into_iter().collect();
        }
        let mut order = self.scene.depth_first();
        order.retain(|id| tops.contains(id));
        order
    }

    /// Returns the deepest node above a mesh that stands still at the origin, not below a joint or another mesh.
    fn still_parent(&self, id: NodeId, rest: &Pose) -> Option<NodeId> {
        let mut way: Vec<NodeId> = std::iter::successors(self.scene[id].parent, |id| self.scene[*id].parent).collect();
        way.reverse();
        let good = |node: &NodeId| {
            let plain = is_still(rest, *node) && self.scene[*node].mesh.is_none();
            plain && !self.is_keyed(*node) && !self.joints.contains(node)
        };
        way.into_iter().take_while(good).last()
    }

    fn subtree(&self, tops: &[NodeId]) -> Vec<NodeId> {
        let mut all = Vec::new();
        let mut stack: Vec<NodeId> = tops.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            all.push(id);
            stack.extend(self.scene[id].children.iter().rev());
        }
        all
    }

    /// Returns a node at `place` without a transform that carries the mesh: the mesh's own where it can move there.
    fn mesh_node(&mut self, id: NodeId, place: Option<NodeId>, tops: &[NodeId], rest: &Pose) -> NodeId {
        let inside = self.subtree(tops).contains(&id);
        let node = &self.scene[id];
        let others =
            node.camera.is_some() || node.light.is_some() || node.children.iter().any(|child| !tops.contains(child));
        if !inside && !self.is_keyed(id) && (is_still(rest, id) || !others) {
            self.link(id, place);
            self.flatten(id);
            return id;
        }
        let old = self.scene.node_mut(id);
        let node = Node { name: old.name.clone(), mesh: old.mesh.take(), ..Node::default() };
        let new = self.add(place, node, Curves::default());
        self.moved.insert(new);
        new
    }

    /// Takes a node's transform away.
    fn flatten(&mut self, id: NodeId) {
        let node = self.scene.node_mut(id);
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
        let old = self.scene[id].parent;
        if old == parent {
            return;
        }
        self.moved.insert(id);
        self.children(old).retain(|&child| child != id);
        self.scene.node_mut(id).parent = parent;
        self.children(parent).push(id);
    }

    /// Returns the children of a node, or the roots.
    fn children(&mut self, parent: Option<NodeId>) -> &mut Vec<NodeId> {
        match parent {
            Some(parent) => &mut self.scene.node_mut(parent).children,
            None => self.scene.roots_mut(),
        }
    }

    /// Puts a transform before that of a node and before its keys.
    pub(super) fn precede(&mut self, id: NodeId, matrix: &Mat4) -> Result<(), Error> {
        if *matrix == Mat4::IDENTITY {
            return Ok(());
        }
        let (node, curves) = (self.scene.node_mut(id), &mut self.motion.curves[id]);
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
        let finding = Finding::new(Code::ApproximatedTransform).within(format!("node {}", node.name));
        self.diagnostics.report(finding.detail("a scale that differs by axis above a bone"))
    }

    /// Gives a mesh joints of its own, in the place of those that another mesh has taken.
    fn copy_joints(&mut self, skeleton: &mut Skeleton, target: NodeId, rest: &Pose) -> Result<(), Error> {
        let tops = self.tops(&skeleton.joints);
        let all = self.subtree(&tops);
        let mut needed: HashSet<NodeId> = skeleton.joints.iter().copied().collect();
        for id in all.iter().rev() {
            if let Some(parent) = self.scene[*id].parent.filter(|_| needed.contains(id)) {
                needed.insert(parent);
            }
        }
        let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
        for id in all.into_iter().filter(|id| needed.contains(id)) {
            let what = "joints copied for each mesh that shares them: in the format they belong to one";
            self.budget.take(what, 1, NODE)?;
            let node = &self.scene[id];
            let parent = node.parent;
            let copy = Node { name: node.name.clone(), transform: node.transform.clone(), ..Node::default() };
            let curves = self.motion.curves[id].clone();
            let top = tops.contains(&id);
            let above = parent.filter(|_| !top).and_then(|parent| copies.get(&parent).copied());
            let new = self.add(Some(above.unwrap_or(target)), copy, curves);
            copies.insert(id, new);
            self.moved.insert(new);
            if top {
                self.precede(new, &parent.map_or(Mat4::IDENTITY, |parent| rest.world[parent]))?;
            }
        }
        for joint in &mut skeleton.joints {
            *joint = copies.get(joint).copied().unwrap_or(*joint);
        }
        Ok(())
    }

    /// Makes joints rest where the bind pose has them; keys hold where those rested that it has elsewhere.
    fn rest_in_bind(&mut self, skeleton: &Skeleton, size: f32) -> Result<(), Error> {
        let pairs = skeleton.joints.iter().zip(&skeleton.inverse_bind);
        let usable =
            |(&joint, inverse): (&NodeId, &Mat4)| Some((joint, inverse.inverse())).filter(|(_, m)| m.is_finite());
        let binds: HashMap<NodeId, Mat4> = pairs.filter_map(usable).collect();
        let mut world: HashMap<NodeId, Mat4> = HashMap::new();
        let mut sheared: Vec<String> = Vec::new();
        for &joint in &skeleton.joints {
            for id in self.way_to(joint, |id| world.contains_key(&id)) {
                let node = self.scene.node_mut(id);
                let above = node.parent.map_or(Mat4::IDENTITY, |parent| world[&parent]);
                let is_elsewhere = |bind: &&Mat4| !nearly(&(above * node.transform.matrix()), bind, size);
                if let Some(bind) = binds.get(&id).filter(is_elsewhere) {
                    let old = node.transform.trs();
                    let local = above.inverse() * *bind;
                    let new = Transform::from(local).trs();
                    sheared.extend((!nearly(&new.matrix(), &local, 1.0)).then(|| node.name.clone()));
                    node.transform = new.into();
                    self.motion.curves[id].hold(&old, 1.0);
                }
                world.insert(id, above * node.transform.matrix());
            }
        }
        self.diagnostics.report(
            Finding::new(Code::BakedRestPose).detail("bones rest in the bind pose; keys hold the source's rest pose"),
        )?;
        let first = sheared.first().map(|name| format!("node {name}")).unwrap_or_default();
        let finding = Finding::new(Code::ApproximatedTransform).times(sheared.len()).within(first);
        self.diagnostics.report(finding.detail("a bind matrix with shear"))
    }

    /// Moves the transform of the node of a skinned mesh into its children, where that is exact.
    fn straighten(&mut self, chains: &Chains) {
        for id in self.meshes_with_bones() {
            let node = &self.scene[id];
            let own = chains.matrix[id];
            let (plain, lit) = (own == Mat4::IDENTITY, node.camera.is_some() || node.light.is_some());
            let similar = Similarity::of(&own);
            if plain || lit || self.is_keyed(id) {
                continue;
            }
            let Some(similarity) = similar else { continue };
            let children = node.children.clone();
            for child in children {
                let node = self.scene.node_mut(child);
                node.transform = match &node.transform {
                    Transform::Trs(trs) => similarity.before(trs).into(),
                    Transform::Matrix(matrix) => (own * **matrix).into(),
                };
                self.motion.curves[child].precede(&similarity);
            }
            self.flatten(id);
        }
    }

    /// Makes nodes with keys between bones bones too: engines move nothing else below a skinned mesh.
    fn keyed_siblings(&mut self, chains: &Chains) {
        let has_bones = self.meshes_with_bones();
        for id in self.scene.node_ids() {
            let joins = self.bones[id].is_none() && self.scene[id].mesh.is_none() && self.is_keyed(id);
            if let Some(mesh) = chains.mesh[id].filter(|mesh| joins && has_bones.contains(mesh)) {
                self.bones[id] = Some(BoneOf { mesh, joint: None });
            }
        }
    }

    fn meshes_with_bones(&self) -> BTreeSet<NodeId> {
        self.bones.values().iter().flatten().map(|bone| bone.mesh).collect()
    }
}

/// Drops the joints that move no vertex of a mesh.
fn keep_used(skeleton: &mut Skeleton, mesh: &mut Mesh) {
    let mut numbers: Vec<Option<u32>> = vec![None; skeleton.joints.len()];
    mesh.weights.influences.iter().for_each(|influence| numbers[influence.joint as usize] = Some(0));
    let used: Vec<usize> = (0..numbers.len()).filter(|&joint| numbers[joint].is_some()).collect();
    (0..).zip(&used).for_each(|(number, &joint)| numbers[joint] = Some(number));
    skeleton.joints = used.iter().map(|&joint| skeleton.joints[joint]).collect();
    skeleton.inverse_bind = used.iter().map(|&joint| skeleton.inverse_bind[joint]).collect();
    for influence in &mut mesh.weights.influences {
        influence.joint = numbers[influence.joint as usize].unwrap_or_default();
    }
}

//! Skeletons to animation collections.

use super::Exporter;
use crate::ID;
use crate::document::{Bone, Collection};
use glam::{Mat4, Quat, Vec3};
use retromesh_core::scene::{Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Error, ErrorKind, Finding, NodeId, SkeletonId};
use retromesh_kit::listed;
use retromesh_wire::Rows;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How a node's skinned mesh is written.
#[derive(Debug, Clone)]
pub(super) struct Skin {
    /// The number of the collection, from 1.
    pub(super) collection: u32,
    /// The bone of each joint of the skeleton.
    pub(super) bone_of_joint: Vec<u32>,
    /// From the instance's space to the world's; `None` where that is the node's own.
    pub(super) world: Option<Mat4>,
}

/// A bone on the way from a joint.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    pub(super) node: NodeId,
    /// The bone above, by its place in the order of the bones.
    pub(super) parent: Option<usize>,
    /// What lies between the bone above and the joint's node without being a bone.
    pub(super) between: Option<Mat4>,
    /// The rest of the bone as written.
    pub(super) rest: Trs,
    pub(super) position: Vec3,
}

/// Matrices that differ less than this are taken as equal, in units.
const TOLERANCE: f32 = 1e-4;

impl Exporter<'_> {
    pub(super) fn write_skins(&mut self) -> Result<(), Error> {
        for id in self.scene.node_ids() {
            let Some(skeleton) = self.scene[id].mesh.as_deref().and_then(|instance| instance.skeleton) else {
                continue;
            };
            let skin = self.skin(id, skeleton)?;
            self.skins.insert(id, skin);
        }
        self.report_foreign_channels()
    }

    fn skin(&mut self, node: NodeId, id: SkeletonId) -> Result<Skin, Error> {
        let skeleton = &self.scene[id];
        let path = || format!("skeletons[{}]", id.0);
        let places: HashMap<NodeId, usize> = skeleton.joints.iter().enumerate().map(|(j, &id)| (id, j)).collect();
        let mut above_joint = self.joints_above(skeleton, &places);
        let freed = self.free_mover(skeleton, &mut above_joint);
        let order = self.joint_order(skeleton, &above_joint);
        let at = |id: NodeId| self.world[id];
        let mut rank = vec![usize::MAX; skeleton.joints.len()];
        for (b, &joint) in order.iter().enumerate() {
            rank[joint] = b;
        }
        let bind = |joint: usize| skeleton.inverse_bind[joint].inverse();
        let node_of = |joint: usize| skeleton.joints[joint];
        let first = order[0];
        // Where the joints at rest put the mesh: usually where its node is.
        let placed = at(node_of(first)) * bind(first).inverse();
        let own = at(node);
        let is_own = near(&placed, &own) || !placed.is_finite();
        let here = if is_own { own } else { placed };
        let at_rest = order.iter().all(|&joint| near(&(here.inverse() * at(node_of(joint))), &bind(joint)));
        let above = self.scene[node_of(first)].parent;
        let exact = above.and_then(|above| self.relative(Some(self.home(node, above)), above));
        let exact = exact.filter(|_| is_own || !here.inverse().is_finite());
        let base = exact.unwrap_or_else(|| here.inverse() * above.map_or(Mat4::IDENTITY, at));
        let base = if base.is_finite() { base } else { Mat4::IDENTITY };
        let mut joints: Vec<Joint> = Vec::with_capacity(order.len());
        let mut binds = Vec::with_capacity(order.len());
        let mut bone_of_joint = vec![0; skeleton.joints.len()];
        let (mut scaled, mut shifted) = (Vec::new(), 0);
        for (b, &joint) in order.iter().enumerate() {
            let id = node_of(joint);
            let parent = above_joint[joint].map(|above| rank[above]).filter(|&parent| parent < b);
            let anchor = parent.map(|parent| joints[parent].node).or(above);
            let parent_node = self.scene[id].parent;
            let between = if parent_node == anchor {
                None
            } else {
                let top = anchor.map_or(Mat4::IDENTITY, at);
                Some(top.inverse() * parent_node.map_or(Mat4::IDENTITY, at)).filter(Mat4::is_finite)
            };
            let local = &self.scene[id].transform;
            let outer = parent.map_or(base, |parent| binds[parent]);
            let rest = match between {
                None if at_rest => local.trs(),
                Some(between) if at_rest => trs(&(between * local.matrix())),
                _ => trs(&(outer.inverse() * bind(joint))),
            };
            // A flat matrix above has no inverse.
            let finite = rest.translation.is_finite() && rest.rotation.is_finite() && rest.scale.is_finite();
            let rest = if finite { rest } else { local.trs() };
            scaled.extend((!rest.scale.abs_diff_eq(Vec3::ONE, 1e-3)).then_some(id));
            let rest = Trs { rotation: unit(rest.rotation), scale: Vec3::ONE, ..rest };
            let position = turn_back(rest.rotation, rest.translation);
            // Keys turn bones; only the first is moved by them.
            let seen = trs(&between.map_or(local.matrix(), |between| between * local.matrix()));
            let size = rest.translation.abs().max_element().max(1.0);
            shifted += usize::from(b > 0 && !seen.translation.abs_diff_eq(rest.translation, TOLERANCE * size));
            binds.push(bind(joint));
            joints.push(Joint { node: id, parent, between, rest, position });
            bone_of_joint[joint] = b as u32;
        }
        let rests = [
            (is_own, "a skinned mesh is where its joints put it, not where its node is"),
            (at_rest || shifted > 0, "bones rest in the pose that the mesh is bound in; clips are as before"),
            (shifted == 0, "bones are, in clips too, where the mesh is bound, as the format cannot move them"),
        ];
        for (_, detail) in rests.into_iter().filter(|(holds, _)| !holds) {
            self.diagnostics.report(Finding::new(Code::BakedRestPose).within(path()).detail(detail))?;
        }
        self.report_astray(node, &order, &above_joint, &node_of)?;
        let finding = Finding::new(Code::FlattenedNodes).times(usize::from(freed)).within(path());
        self.diagnostics.report(finding.detail("a joint was taken off joints that never move, so that it can"))?;
        let first = scaled.first().map(|id| format!("node {}", self.scene[*id].name)).unwrap_or_default();
        self.report(Code::ApproximatedTransform, scaled.len(), || first)?;
        let bone = |joint: &Joint| Bone {
            position: joint.position.to_array(),
            rotation: joint.rest.rotation.to_array(),
            parent: joint.parent.map_or(0, |parent| parent as u32 + 1),
        };
        let mut bones: Vec<Bone> = joints.iter().map(bone).collect();
        let is_finite = |bone: &Bone| bone.position.iter().chain(&bone.rotation).all(|number| number.is_finite());
        if !bones.iter().all(is_finite) {
            let what = "numbers of bones are too large for what the format needs";
            return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        }
        let mut animations = self.animations(&joints)?;
        let numbers = self.help_bones(&mut bones, &mut animations, &path)?;
        bone_of_joint.iter_mut().for_each(|bone| *bone = numbers[*bone as usize]);
        let name = self.name(&skeleton.name);
        let lost = joints.iter().enumerate().filter_map(|(b, joint)| {
            let name = self.scene[joint.node].name.as_str();
            (!name.is_empty() && name != format!("{}.{b}", skeleton.name)).then_some(name)
        });
        let (finding, lost) = (Finding::new(Code::LostNames).within(path()), lost.collect::<Vec<&str>>());
        self.diagnostics.report(finding.times(lost.len()).detail(format!("names of bones: {}", listed(&lost))))?;
        let bones = Rows::from_slice(&bones);
        let collection = Collection { kind: 0, name, matrix: base.to_cols_array(), bones, animations };
        let known = self.document.collections.iter().position(|other| *other == collection);
        let index = known.unwrap_or(self.document.collections.len());
        if known.is_none() {
            self.document.collections.push(collection);
        }
        Ok(Skin { collection: index as u32 + 1, bone_of_joint, world: (!is_own).then_some(here) })
    }

    /// Returns the node above a mesh's node, in the same place, that carries the joints; the mesh's own where there is none.
    fn home(&self, node: NodeId, joint: NodeId) -> NodeId {
        let mut home = node;
        loop {
            if self.relative(Some(home), joint).is_some() {
                return home;
            }
            match &self.scene[home] {
                Node { parent: Some(parent), transform, .. } if transform.matrix() == Mat4::IDENTITY => home = *parent,
                _ => return node,
            }
        }
    }

    fn skeleton(&self, node: NodeId) -> Option<SkeletonId> {
        self.scene[node].mesh.as_ref()?.skeleton
    }

    /// Reports what of the hierarchy of a skin the format has no place for: joints are children of the mesh or of joints.
    fn report_astray(
        &mut self,
        node: NodeId,
        order: &[usize],
        above: &[Option<usize>],
        node_of: &dyn Fn(usize) -> NodeId,
    ) -> Result<(), Error> {
        let (mut astray, mut between) = (0, 0);
        for &place in order {
            let joint = node_of(place);
            let parent = self.scene[joint].parent;
            match above[place] {
                None => {
                    // The parts of an object share the skeleton of the first.
                    let home = self.home(node, joint);
                    let is_part = home == node || self.skeleton(home) == self.skeleton(node);
                    astray += usize::from(!is_part || self.relative(Some(home), joint).is_none());
                }
                Some(above) => between += usize::from(parent != Some(node_of(above))),
            }
        }
        let rows = [
            (astray, "joints were parented to the mesh that they move"),
            (between, "joints were parented to the next joint above, without the nodes between"),
        ];
        for (count, detail) in rows {
            let finding = Finding::new(Code::FlattenedNodes).times(count).within(format!("nodes[{}]", node.0));
            self.diagnostics.report(finding.detail(detail))?;
        }
        Ok(())
    }

    /// Parents the first joint that moves to the mesh where all joints above it stay at rest and no topmost one moves: only a topmost
    /// bone has a translation in the format. Returns whether there was one.
    fn free_mover(&self, skeleton: &Skeleton, above: &mut [Option<usize>]) -> bool {
        let is_in = |set: &HashSet<NodeId>, joint: usize| set.contains(&skeleton.joints[joint]);
        let order = self.joint_order(skeleton, above);
        if order.iter().any(|&joint| above[joint].is_none() && is_in(&self.moving, joint)) {
            return false;
        }
        // Whether all joints above one stay at rest.
        let mut is_free = vec![true; above.len()];
        for &joint in &order {
            if let Some(parent) = above[joint] {
                is_free[joint] = is_free[parent] && !is_in(&self.changing, parent);
            }
        }
        let mover = order.into_iter().find(|&joint| is_in(&self.moving, joint) && is_free[joint]);
        mover.map(|mover| above[mover] = None).is_some()
    }

    /// Returns the joints with each parent before its children, else in their order; the root that moves comes first, because
    /// the engine moves the first one.
    fn joint_order(&self, skeleton: &Skeleton, above: &[Option<usize>]) -> Vec<usize> {
        let count = skeleton.joints.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut roots = Vec::new();
        for (j, parent) in above.iter().enumerate() {
            match *parent {
                Some(parent) => children[parent].push(j),
                None => roots.push(j),
            }
        }
        let moves = |j: &usize| self.moving.contains(&skeleton.joints[*j]);
        if let Some(at) = roots.iter().position(moves) {
            let mover = roots.remove(at);
            roots.insert(0, mover);
        }
        // A joint is ready when its parent is written; of the ready ones the lowest comes next.
        let first = roots.first().copied();
        let mut ready: BTreeSet<usize> = roots.into_iter().collect();
        let mut order = Vec::with_capacity(count);
        while let Some(next) = first.filter(|_| order.is_empty()).or_else(|| ready.first().copied()) {
            ready.remove(&next);
            order.push(next);
            ready.extend(&children[next]);
        }
        order
    }

    /// Returns the nearest joint above each joint, by its place in the skeleton.
    fn joints_above(&self, skeleton: &Skeleton, places: &HashMap<NodeId, usize>) -> Vec<Option<usize>> {
        // What lies above nodes that are no joints: many joints may be below one long chain of them.
        let mut known: HashMap<NodeId, Option<usize>> = HashMap::new();
        let mut way = Vec::new();
        let search = |joint: &NodeId| {
            let mut above = self.scene[*joint].parent;
            let found = loop {
                let Some(id) = above else { break None };
                if let Some(found) = places.get(&id).map(|&place| Some(place)).or_else(|| known.get(&id).copied()) {
                    break found;
                }
                way.push(id);
                above = self.scene[id].parent;
            };
            known.extend(way.drain(..).map(|id| (id, found)));
            found
        };
        skeleton.joints.iter().map(search).collect()
    }

    /// Returns the transform from `node`'s space to that of `ancestor`; `None` where that is no ancestor.
    pub(super) fn relative(&self, ancestor: Option<NodeId>, node: NodeId) -> Option<Mat4> {
        let mut product: Option<Mat4> = None;
        let mut at = Some(node);
        while at != ancestor {
            let node = &self.scene[at?];
            let local = node.transform.matrix();
            product = Some(product.map_or(local, |product| local * product));
            at = node.parent;
        }
        Some(product.unwrap_or(Mat4::IDENTITY))
    }
}

/// Returns whether two matrices are equal within the tolerance, relative to their size.
fn near(a: &Mat4, b: &Mat4) -> bool {
    let size = b.to_cols_array().into_iter().fold(1.0f32, |size, x| size.max(x.abs()));
    a.abs_diff_eq(*b, TOLERANCE * size)
}

fn trs(matrix: &Mat4) -> Trs {
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    Trs { translation, rotation, scale }
}

/// Scales to unit length what is not nearly so.
pub(super) fn unit(q: Quat) -> Quat {
    let length = q.length();
    if (length - 1.0).abs() < TOLERANCE {
        q
    } else if length > 1e-6 && length.is_finite() {
        q / length
    } else {
        Quat::IDENTITY
    }
}

/// Turns a vector back. The result is rounded to 20 bits of its largest component: turning it there and back again gives the
/// same numbers, so that a file that is read and written repeatedly does not creep.
pub(super) fn turn_back(q: Quat, v: Vec3) -> Vec3 {
    if q == Quat::IDENTITY { v } else { rounded(q.inverse() * v, v.abs().max_element()) }
}

/// Rounds each component to 20 bits of `size`.
pub(super) fn rounded(v: Vec3, size: f32) -> Vec3 {
    if size == 0.0 || !size.is_finite() {
        return v;
    }
    let step = libm::exp2f(libm::log2f(size).ceil() - 19.0);
    if step > 0.0 && step.is_normal() { (v / step).round() * step } else { v }
}

/// Undoes a rotation before another: `a` inverse times `b`, rounded like [`turn_back`].
pub(super) fn undo(a: Quat, b: Quat) -> Quat {
    if a == Quat::IDENTITY {
        return b;
    }
    let steps = 524_288.0;
    Quat::from_array((a.inverse() * b).to_array().map(|x| (x * steps).round() / steps))
}

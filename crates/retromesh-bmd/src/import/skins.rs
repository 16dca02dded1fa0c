//! Bones to joints.

use crate::codec::{f8a, packed, rotation};
use crate::document::{Bone, Document};
use glam::{Mat4, Quat, Vec3};
use retromesh_core::extras::Extra;
use retromesh_core::scene::{Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, Scene, portable};

/// The joints that move a vertex of a bone, and where the vertex is when they are at rest.
#[derive(Debug, Clone)]
pub(super) struct Mover {
    /// Joint numbers in the skeleton with their weights, which sum to one.
    pub(super) joints: Vec<(u32, f32)>,
    /// From the bone's space to the model's in the pose of the bone table.
    pub(super) bind: Mat4,
}

/// The bones of a document in the scene.
#[derive(Debug, Default)]
pub(super) struct Rig {
    /// The node of each bone; `None` for pseudo-bones.
    pub(super) nodes: Vec<Option<NodeId>>,
    /// Origin and rotation of each bone relative to its parent.
    pub(super) base: Vec<(Vec3, Quat)>,
    /// What moves the vertices of each bone.
    pub(super) movers: Vec<Mover>,
}

impl Rig {
    /// Adds a node for each bone and a skeleton of them all; nothing for a static model.
    pub(super) fn build(
        document: &Document<'_>,
        scene: &mut Scene,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let bones = &document.bones;
        let mut rig = Self::default();
        if bones.is_empty() {
            return Ok(rig);
        }
        let parents = parents(bones, diagnostics)?;
        let mut skeleton = Skeleton::default();
        let mut binds = vec![None; bones.len()];
        rig.nodes = vec![None; bones.len()];
        rig.base = bones.iter().enumerate().map(|(n, bone)| base(n, bone)).collect();
        for n in order(&parents) {
            let (Some(bone), Some(&(origin, turn))) = (bones.get(n), rig.base.get(n)) else { continue };
            if bone.is_pseudo() {
                continue;
            }
            let parent = parents.get(n).copied().flatten();
            let above = parent.and_then(|p| binds.get(p).copied().flatten()).unwrap_or(Mat4::IDENTITY);
            let bind = above * Mat4::from_rotation_translation(turn, origin);
            let trs = Trs { translation: origin, rotation: turn, ..Trs::IDENTITY };
            let node = Node { name: name(bone, n, diagnostics)?, transform: trs.into(), ..Node::default() };
            let id = scene.add_node(parent.and_then(|p| rig.nodes.get(p).copied().flatten()), node);
            if let (Some(slot), Some(slot_bind)) = (rig.nodes.get_mut(n), binds.get_mut(n)) {
                (*slot, *slot_bind) = (Some(id), Some(bind));
            }
        }
        // Joint numbers are bone numbers as long as there are no pseudo-bones.
        let mut joint_of = vec![None; bones.len()];
        for ((slot, node), bind) in joint_of.iter_mut().zip(&rig.nodes).zip(&binds) {
            if let (Some(node), Some(bind)) = (node, bind) {
                *slot = Some(skeleton.joints.len() as u32);
                skeleton.joints.push(*node);
                skeleton.inverse_bind.push(inverse(bind));
            }
        }
        let fallback = Mover { joints: vec![(0, 1.0)], bind: Mat4::IDENTITY };
        for (n, bone) in bones.iter().enumerate() {
            let mover = match (joint_of.get(n).copied().flatten(), binds.get(n).copied().flatten()) {
                (Some(joint), Some(bind)) => Mover { joints: vec![(joint, 1.0)], bind },
                _ => blend(n, bone, &rig.nodes, &binds, scene, &mut skeleton, diagnostics)?
                    .unwrap_or_else(|| fallback.clone()),
            };
            rig.movers.push(mover);
        }
        if skeleton.joints.is_empty() {
            // Nothing but pseudo-bones: there is nothing that could move them.
            rig.movers.clear();
        } else {
            scene.skeletons.push(skeleton);
        }
        Ok(rig)
    }
}

/// A rigid or blended bind matrix turned round; the identity where a blend has no inverse.
fn inverse(bind: &Mat4) -> Mat4 {
    // Adding zero clears the signs of zeros.
    let inverse = portable::inverse(*bind) + Mat4::ZERO;
    if inverse.is_finite() { inverse } else { Mat4::IDENTITY }
}

/// The origin and rotation of a bone; bone 0 is fixed whatever its entry says.
fn base(n: usize, bone: &Bone<'_>) -> (Vec3, Quat) {
    if n == 0 {
        (Vec3::ZERO, Quat::IDENTITY)
    } else {
        (packed::decode(bone.def.origin), rotation::decode_base(bone.def.rotation))
    }
}

fn name(bone: &Bone<'_>, n: usize, diagnostics: &mut Diagnostics) -> Result<String, Error> {
    let Some(name) = &bone.name else { return Ok(if n == 0 { "base".into() } else { String::new() }) };
    if !name.is_utf8() {
        diagnostics.report(Finding::new(Code::LegacyText).detail(name.escaped()))?;
    }
    Ok(name.decode().0.into_owned())
}

/// Returns each bone's parent; parents that do not exist or make a cycle become none.
fn parents(bones: &[Bone<'_>], diagnostics: &mut Diagnostics) -> Result<Vec<Option<usize>>, Error> {
    let ordinary = |p: &usize| bones.get(*p).is_some_and(|bone| !bone.is_pseudo());
    let wanted = |(n, bone): (usize, &Bone<'_>)| (n > 0 && !bone.is_pseudo()).then_some(usize::from(bone.def.parent));
    let mut parents: Vec<Option<usize>> = bones.iter().enumerate().map(wanted).collect();
    for n in 0..parents.len() {
        let Some(Some(parent)) = parents.get(n).copied() else { continue };
        let mut above = Some(parent);
        let mut steps = 0;
        while let Some(p) = above.filter(|&p| p != n && steps <= bones.len()) {
            above = parents.get(p).copied().flatten();
            steps += 1;
        }
        if !ordinary(&parent) || above == Some(n) {
            diagnostics.report(Finding::new(Code::MissingParent).within(format!("BONE[{n}]")))?;
            if let Some(p) = parents.get_mut(n) {
                *p = None;
            }
        }
    }
    Ok(parents)
}

/// Returns the bones with parents before children.
fn order(parents: &[Option<usize>]) -> Vec<usize> {
    let depth = |n: usize| {
        let mut depth = 0;
        let mut above = parents.get(n).copied().flatten();
        while let Some(p) = above.filter(|_| depth <= parents.len()) {
            above = parents.get(p).copied().flatten();
            depth += 1;
        }
        depth
    };
    let mut order: Vec<(usize, usize)> = (0..parents.len()).map(|n| (depth(n), n)).collect();
    // Files in order keep their order.
    if parents.iter().enumerate().any(|(n, parent)| parent.is_some_and(|p| p >= n)) {
        order.sort_unstable();
    }
    order.into_iter().map(|(_, n)| n).collect()
}

/// Makes the joints of a pseudo-bone: one under each bone that it blends, at rest in the same place, whose inverse bind matrix is
/// that of the blend. Weighted with the pseudo-bone's weights they move a vertex exactly as the blend of the bones' matrices.
fn blend(
    n: usize,
    bone: &Bone<'_>,
    nodes: &[Option<NodeId>],
    binds: &[Option<Mat4>],
    scene: &mut Scene,
    skeleton: &mut Skeleton,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Mover>, Error> {
    let path = || format!("BONE[{n}]");
    let mut shares: Vec<(usize, f32)> = Vec::new();
    for (id, code) in bone.def.origin.to_le_bytes().into_iter().zip(bone.def.rotation.to_le_bytes()) {
        let (id, weight) = (usize::from(id), f8a::decode(code));
        if weight == 0.0 {
            continue;
        }
        if weight < 0.0 {
            diagnostics.report(Finding::new(Code::ZeroWeight).within(path()))?;
        } else if binds.get(id).copied().flatten().is_none() {
            diagnostics
                .report(Finding::new(Code::IndexOutOfRange).within(path()).detail("a pseudo-bone of no bone"))?;
        } else if let Some(share) = shares.iter_mut().find(|(other, _)| *other == id) {
            share.1 += weight;
        } else {
            shares.push((id, weight));
        }
    }
    let sum: f32 = shares.iter().map(|(_, weight)| weight).sum();
    if shares.is_empty() {
        diagnostics.report(Finding::new(Code::ZeroWeight).within(path()).detail("a pseudo-bone without weights"))?;
        return Ok(None);
    }
    let matrix = |id: usize| binds.get(id).copied().flatten().unwrap_or(Mat4::IDENTITY);
    let mut bind: Mat4 = shares.iter().fold(Mat4::ZERO, |bind, &(id, weight)| bind + matrix(id) * (weight / sum));
    // The blend of opposed rotations is flat; its vertices then follow the heaviest bone.
    if bind.determinant().abs() < 1e-6 {
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        shares.truncate(1);
        bind = shares.first().map_or(Mat4::IDENTITY, |&(id, _)| matrix(id));
        diagnostics.report(Finding::new(Code::ReducedInfluences).within(path()))?;
    }
    let sum: f32 = shares.iter().map(|(_, weight)| weight).sum();
    let base = name(bone, n, diagnostics)?;
    let mut joints = Vec::with_capacity(shares.len());
    for (id, weight) in shares {
        let mut node = Node { name: format!("{base}/{id}"), ..Node::default() };
        node.extras.insert("bmd.pseudo_bone".into(), Extra::Int(n as i64));
        joints.push((skeleton.joints.len() as u32, weight / sum));
        skeleton.joints.push(scene.add_node(nodes.get(id).copied().flatten(), node));
        skeleton.inverse_bind.push(inverse(&bind));
    }
    Ok(Some(Mover { joints, bind }))
}

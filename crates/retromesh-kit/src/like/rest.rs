//! The scale of joints at rest.

use super::Report;
use super::pairs::{Kind, Pairs};
use glam::Vec3;
use retromesh_core::scene::Trs;
use retromesh_core::{NodeId, Scene};

/// Two numbers of a transform that differ by less are one.
const NEAR: f32 = 1e-3;

/// Gives joints the scale that they have at rest in the original where they are in the same place and no joint has any: Blender's bones have
/// a scale in clips alone, and a mesh that is bound to larger ones.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let is_joint = |id: &NodeId| pairs.kinds[id.index()] == Kind::Joint;
    let joints = original.depth_first().into_iter().filter(is_joint);
    let known: Vec<(NodeId, NodeId)> = joints.filter_map(|id| Some((pairs.edited[id.index()]?, id))).collect();
    let trs = |scene: &Scene, id: NodeId| scene[id].transform.trs();
    if known.iter().any(|(own, _)| is_scaled(&trs(edited, *own))) {
        return;
    }
    for (own, id) in known {
        let (here, there) = (trs(edited, own), trs(original, id));
        let near = NEAR * there.translation.abs().max_element().max(1.0);
        if is_scaled(&there)
            && here.translation.abs_diff_eq(there.translation, near)
            && here.rotation.dot(there.rotation).abs() > 1.0 - NEAR
        {
            edited[own].transform = Trs { scale: there.scale, ..here }.into();
            report.restored("scales of joints at rest", &original[id].name);
        }
    }
}

fn is_scaled(trs: &Trs) -> bool {
    !trs.scale.abs_diff_eq(Vec3::ONE, NEAR)
}

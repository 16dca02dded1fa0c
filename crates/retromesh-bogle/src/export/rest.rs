//! Skins that rest away from the pose that they are bound in: the format shows the bind pose then, and in clips turns bones but moves none.

use glam::{Mat4, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::{Error, NodeId, Valid};
use std::collections::HashSet;

/// Poses that are nearer than this share of their size are the same.
const SAME: f32 = 1e-5;

/// Binds each skin in the pose that it rests in and puts its vertices there, where that changes no pose: nothing moves it, or each vertex
/// follows one joint. Returns how many there were.
pub(super) fn bake(scene: Valid<'_>) -> Result<(Valid<'_>, usize), Error> {
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let keyed: HashSet<NodeId> = channels
        .filter(|channel| !matches!(channel.track, Track::Weights { .. }))
        .map(|channel| channel.target)
        .collect();
    let rest = scene.rest_pose();
    let mut baked = Vec::new();
    for id in scene.node_ids() {
        let Some((mesh, skeleton)) = scene[id].mesh.as_deref().and_then(|m| Some((m.mesh, m.skeleton?))) else {
            continue;
        };
        let joints = &scene[skeleton].joints;
        let moves =
            |joint: &NodeId| std::iter::successors(Some(*joint), |at| scene[*at].parent).any(|at| keyed.contains(&at));
        let placed = |(joint, bind): (&NodeId, &Mat4)| rest.world[*joint] * *bind;
        let mut places = joints.iter().zip(&scene[skeleton].inverse_bind).map(placed);
        let Some(first) = places.next() else { continue };
        let size = first.to_cols_array().iter().fold(1f32, |size, x| size.max(x.abs()));
        let own = rest.world[id].inverse();
        let is_bound = places.all(|place| place.abs_diff_eq(first, SAME * size));
        let weights = &scene[mesh].weights;
        let blends = || weights.iter().any(|influences| influences.len() > 1);
        if is_bound || weights.is_empty() || !own.is_finite() || joints.iter().any(moves) && blends() {
            continue;
        }
        let mut deformed = scene[mesh].clone();
        deformed.positions = rest.positions(&scene, id).into_iter().map(|p| own.transform_point3(p)).collect();
        if !deformed.normals.is_empty() {
            let turn = |n: Vec3| own.transform_vector3(n).normalize_or_zero();
            deformed.normals = rest.normals(&scene, id).into_iter().map(turn).collect();
        }
        let mut bound = scene[skeleton].clone();
        bound.inverse_bind = joints.iter().map(|joint| rest.world[*joint].inverse() * rest.world[id]).collect();
        if bound.inverse_bind.iter().all(Mat4::is_finite) && deformed.positions.iter().all(|p| p.is_finite()) {
            baked.push((id, deformed, bound));
        }
    }
    let count = baked.len();
    let mut edit = scene.edit();
    for (id, mesh, skeleton) in baked {
        let (mesh, skeleton) = (edit.add_mesh(mesh), edit.add_skeleton(skeleton));
        edit.node_mut(id).mesh.iter_mut().for_each(|i| (i.mesh, i.skeleton) = (mesh, Some(skeleton)));
    }
    Ok((edit.finish()?, count))
}

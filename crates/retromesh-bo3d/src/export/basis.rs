//! Changes of the nodes' own axes that leave the picture as it is.
//!
//! Each node gets a constant `C` with `world = new_world * C`. Then `new_local = C_parent * local * C^-1`, at rest and in
//! every key, and vertices take in `C`. With `C` a scale the node becomes one of unit scale, with `C` a rotation its rest axes turn.

use super::tree::Tree;
use glam::{Quat, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::options::{BoneAxes, Scales};
use retromesh_core::scene::Trs;
use retromesh_core::{ExportOptions, NodeId, Scene};

/// The constant of a node: `p -> turn * (factor * p)`; both parts are those of nothing, or the factor is uniform, or the node has no
/// children and no turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Basis {
    pub(super) turn: Quat,
    pub(super) factor: Vec3,
}

impl Default for Basis {
    fn default() -> Self {
        Self { turn: Quat::IDENTITY, factor: Vec3::ONE }
    }
}

impl Basis {
    pub(super) fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// Moves a position into the new axes.
    pub(super) fn point(&self, p: Vec3) -> Vec3 {
        if self.is_identity() { p } else { self.turn * (self.factor * p) }
    }

    /// Turns a normal into the new axes.
    pub(super) fn normal(&self, n: Vec3) -> Vec3 {
        if self.is_identity() { n } else { (self.turn * (n / self.factor)).normalize_or_zero() }
    }
}

/// Returns a local transform between the new axes of the parent and those of the node.
pub(super) fn change(above: &Basis, own: &Basis, local: Trs) -> Trs {
    if above.is_identity() && own.is_identity() {
        return local;
    }
    Trs {
        translation: above.point(local.translation),
        rotation: (above.turn * local.rotation * own.turn.conjugate()).normalize(),
        scale: above.factor * local.scale / own.factor,
    }
}

/// Chooses the constant of each node.
pub(super) fn bases(scene: &Scene, tree: &Tree, options: &ExportOptions) -> Vec<Basis> {
    let mut bases = vec![Basis::default(); scene.nodes.len()];
    if options.scales != Scales::Keep {
        bake_scales(scene, tree, &mut bases);
    }
    if options.bone_axes == BoneAxes::Align {
        align(scene, tree, &mut bases);
    }
    bases
}

/// Scales nearer to one than this are rounding errors.
const NEARLY_ONE: f32 = 1e-6;

fn bake_scales(scene: &Scene, tree: &Tree, bases: &mut [Basis]) {
    let mut varies = vec![false; scene.nodes.len()];
    for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
        let Track::Scale(values) = &channel.track else { continue };
        let rest = scene.node(channel.target).map_or(Vec3::ONE, |node| node.transform.trs().scale);
        if let Some(flag) = varies.get_mut(channel.target.index()) {
            *flag |= values.iter().any(|&value| value != rest);
        }
    }
    for &id in &tree.order {
        let Some(node) = scene.node(id) else { continue };
        let above = node.parent.and_then(|parent| bases.get(parent.index())).map_or(Vec3::ONE, |basis| basis.factor);
        let scale = node.transform.trs().scale;
        let is_one = (scale - Vec3::ONE).abs().max_element() <= NEARLY_ONE;
        let is_uniform = is_uniform(scale);
        let moves = varies.get(id.index()).copied().unwrap_or(false);
        let can = scale.min_element() > 0.0 && (is_uniform || node.children.is_empty()) && !moves;
        if let Some(basis) = bases.get_mut(id.index()) {
            let own = if is_uniform { Vec3::splat(scale.x) } else { scale };
            basis.factor = if can && !is_one { above * own } else { above };
        }
    }
}

fn is_uniform(scale: Vec3) -> bool {
    (scale.max_element() - scale.min_element()).abs() <= NEARLY_ONE * scale.x.abs()
}

/// Turns the rest axes of each bone parallel to those of the mesh that it moves.
fn align(scene: &Scene, tree: &Tree, bases: &mut [Basis]) {
    let mut turns = vec![Quat::IDENTITY; scene.nodes.len()];
    for &id in &tree.order {
        let Some(node) = scene.node(id) else { continue };
        let above = node.parent.and_then(|parent| turns.get(parent.index())).copied().unwrap_or(Quat::IDENTITY);
        if let Some(turn) = turns.get_mut(id.index()) {
            *turn = (above * node.transform.trs().rotation).normalize();
        }
    }
    let turn_of = |id: NodeId| turns.get(id.index()).copied().unwrap_or(Quat::IDENTITY);
    for &id in tree.order.iter().filter(|&&id| tree.shows(id)) {
        let skeleton = scene.node(id).and_then(|node| node.mesh.as_deref()).and_then(|instance| instance.skeleton);
        let Some(skeleton) = skeleton.and_then(|id| scene.skeletons.get(id.index())) else { continue };
        for &joint in &skeleton.joints {
            let even = scales_of(scene, joint).all(is_uniform);
            if let Some(basis) = bases.get_mut(joint.index()).filter(|b| even && b.turn == Quat::IDENTITY) {
                basis.turn = (turn_of(id).conjugate() * turn_of(joint)).normalize();
            }
        }
    }
}

/// Returns the scales that a node has at rest and in keys.
fn scales_of(scene: &Scene, id: NodeId) -> impl Iterator<Item = Vec3> {
    let rest = scene.node(id).map(|node| node.transform.trs().scale);
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let keys = channels.filter(move |channel| channel.target == id).flat_map(|channel| match &channel.track {
        Track::Scale(values) => values.as_slice(),
        _ => &[],
    });
    rest.into_iter().chain(keys.copied())
}

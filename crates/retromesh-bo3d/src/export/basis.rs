//! Changes of the nodes' own axes that leave the picture as it is.
//!
//! Each node gets a constant `C` with `world = new_world * C`. Then `new_local = C_parent * local * C^-1`, at rest and in
//! every key, and vertices take in `C`. With `C` a scale the node becomes one of unit scale, with `C` a rotation its rest axes turn.

use super::nodes::Tree;
use crate::settings::{BoneAxes, Scales, Settings};
use glam::{Quat, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::scene::Trs;
use retromesh_core::{NodeId, NodeMap, Valid};

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
pub(super) fn bases(scene: &Valid<'_>, tree: &Tree, settings: &Settings) -> NodeMap<Basis> {
    let mut bases = NodeMap::filled(scene, Basis::default());
    if settings.scales != Scales::Keep {
        bake_scales(scene, tree, &mut bases);
    }
    if settings.bone_axes == BoneAxes::Align {
        align(scene, tree, &mut bases);
    }
    bases
}

/// Scales nearer to one than this are rounding errors.
const NEARLY_ONE: f32 = 1e-6;

fn bake_scales(scene: &Valid<'_>, tree: &Tree, bases: &mut NodeMap<Basis>) {
    let mut varies = NodeMap::filled(scene, false);
    for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
        let Track::Scale(values) = &channel.track else { continue };
        let rest = scene[channel.target].transform.trs().scale;
        varies[channel.target] |= values.iter().any(|&value| value != rest);
    }
    for &id in &tree.order {
        let node = &scene[id];
        let above = node.parent.map_or(Vec3::ONE, |parent| bases[parent].factor);
        let scale = node.transform.trs().scale;
        let is_one = (scale - Vec3::ONE).abs().max_element() <= NEARLY_ONE;
        let is_uniform = is_uniform(scale);
        let can = scale.min_element() > 0.0 && (is_uniform || node.children.is_empty()) && !varies[id];
        let own = if is_uniform { Vec3::splat(scale.x) } else { scale };
        bases[id].factor = if can && !is_one { above * own } else { above };
    }
}

fn is_uniform(scale: Vec3) -> bool {
    (scale.max_element() - scale.min_element()).abs() <= NEARLY_ONE * scale.x.abs()
}

/// Turns the rest axes of each bone parallel to those of the mesh that it moves.
fn align(scene: &Valid<'_>, tree: &Tree, bases: &mut NodeMap<Basis>) {
    let turns = NodeMap::inherited(scene, |id, above: Option<&Quat>| {
        (above.copied().unwrap_or(Quat::IDENTITY) * scene[id].transform.trs().rotation).normalize()
    });
    for id in tree.shown() {
        let Some(skeleton) = scene[id].mesh.as_deref().and_then(|instance| instance.skeleton) else { continue };
        for &joint in &scene[skeleton].joints {
            if bases[joint].turn == Quat::IDENTITY && scales_of(scene, joint).all(is_uniform) {
                bases[joint].turn = (turns[id].conjugate() * turns[joint]).normalize();
            }
        }
    }
}

/// Returns the scales that a node has at rest and in keys.
fn scales_of(scene: &Valid<'_>, id: NodeId) -> impl Iterator<Item = Vec3> {
    let rest = scene[id].transform.trs().scale;
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let keys = channels.filter(move |channel| channel.target == id).flat_map(|channel| match &channel.track {
        Track::Scale(values) => values.as_slice(),
        _ => &[],
    });
    std::iter::once(rest).chain(keys.copied())
}

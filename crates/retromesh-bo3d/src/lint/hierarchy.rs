//! Rules about parents, scales and bind rotations.

use super::{At, Id, is_one, parent_of};
use glam::Quat;
use retromesh_kit::Findings;

/// Rest rotations of a bone and its mesh that differ by less count as equal.
const SAME: f32 = 1e-4;

pub(super) fn lint(all: &[At<'_>], findings: &mut Findings) {
    let mut has_child = vec![false; all.len()];
    let mut turns: Vec<Quat> = Vec::with_capacity(all.len());
    for &at in all {
        let parent = parent_of(at);
        let wrong = match at.number {
            0 => at.entity.parent != -1,
            _ => usize::try_from(at.entity.parent).ok() != parent,
        };
        at.add(findings, Id::Parent, usize::from(wrong));
        let above = parent.and_then(|parent| turns.get(parent)).copied().unwrap_or(Quat::IDENTITY);
        let [w, x, y, z] = at.entity.rotation;
        let own = Quat::from_xyzw(x, y, z, w);
        let unit = own.length_squared().is_normal() && own.length_squared() < f32::MAX;
        turns.push(above * if unit { own.normalize() } else { Quat::IDENTITY });
        if let Some(flag) = parent.and_then(|parent| has_child.get_mut(parent)) {
            *flag = true;
        }
    }
    for (&at, has_child) in all.iter().zip(has_child) {
        let scaled = !is_one(at.entity.scale) || at.entity.keys.iter().any(|key| !is_one(key.scale));
        at.add(findings, Id::InheritedScale, usize::from(has_child && scaled));
        let Some(mesh) = at.entity.mesh.as_deref() else { continue };
        let own = turns.get(at.number).copied().unwrap_or(Quat::IDENTITY);
        let differs = |turn: &Quat| (own - *turn).length().min((own + *turn).length()) > SAME;
        let moving = mesh.bones.iter().filter(|bone| bone.first <= bone.last);
        let bones = moving.filter_map(|bone| turns.get(usize::try_from(bone.entity).ok()?));
        at.add(findings, Id::BindRotation, bones.filter(|turn| differs(turn)).count());
    }
}

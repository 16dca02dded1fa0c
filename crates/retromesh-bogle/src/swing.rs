//! Which bones swing: the engine turns a bone before it moves it, so one that turns takes its own offset around the joint above.

use crate::document::{Animation, Bone};
use glam::Vec3;
use retromesh_wire::Records;

/// The bones that the engine's shader has room for.
pub(crate) const SHADER_BONES: usize = 64;

/// The rotation of what does not turn.
pub(crate) const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The sine of half a turn that is too small to be seen, and the share of the longest offset that is too short.
pub(crate) const STILL: f32 = 1e-5;

/// Returns the sine of half the widest turn of each bone.
pub(crate) fn turns(bones: usize, animations: &[Animation<'_>]) -> Vec<f32> {
    let widest = |b: usize| {
        let keys = animations.iter().flat_map(|animation| animation.keys.column::<[f32; 4]>(16 + 16 * b));
        keys.map(|[x, y, z, _]| Vec3::new(x, y, z).length()).fold(0.0, f32::max)
    };
    (0..bones).map(widest).collect()
}

/// Returns how far each bone swings its offset; 0 where that is too little to be seen.
pub(crate) fn swings(bones: &[Bone], animations: &[Animation<'_>]) -> Vec<f32> {
    let offsets = animations.iter().flat_map(|animation| animation.keys.column::<Vec3>(4));
    let moved = offsets.map(Vec3::length).fold(0.0, f32::max);
    let mover = bones.iter().position(|bone| bone.parent == 0);
    let reach = |(b, bone): (usize, &Bone)| {
        Vec3::from_array(bone.position).length() + if mover == Some(b) { moved } else { 0.0 }
    };
    let reaches: Vec<f32> = bones.iter().enumerate().map(reach).collect();
    let longest = reaches.iter().copied().fold(0.0, f32::max);
    let swing = |(reach, turn): (&f32, f32)| Some(2.0 * turn * reach).filter(|swing| *swing > STILL * longest);
    reaches.iter().zip(turns(bones.len(), animations)).map(|row| swing(row).unwrap_or(0.0)).collect()
}

/// Returns the keys of a skeleton whose bones have the turns of the given ones; `None` does not turn.
pub(crate) fn rearranged(
    keys: &Records<'_>,
    bones: &(impl ExactSizeIterator<Item = Option<usize>> + Clone),
) -> Records<'static> {
    let mut out = Records::zeroed(keys.len(), Animation::key_size(bones.len())).unwrap_or_default();
    for k in 0..keys.len() {
        out.set(k, 0, keys.get::<[f32; 4]>(k, 0).unwrap_or_default());
        for (n, bone) in bones.clone().enumerate() {
            let turn = bone.and_then(|b| keys.get::<[f32; 4]>(k, 16 + 16 * b)).unwrap_or(UNTURNED);
            out.set(k, 16 + 16 * n, turn);
        }
    }
    out
}

//! Animation collections: a skeleton and the animations that are played on it.

use super::{at_most, finite, le_u8, list, string};
use crate::document::{Animation, Bone, Collection};
use retromesh_wire::{PResult, Row, Rows, all_finite, bad, count, fields, records, rows, within};

/// u8 type, name, u32 animations; matrix, u32 bones, the bones; the animations.
pub(super) fn collection(i: &[u8]) -> PResult<'_, Collection<'_>> {
    let (i, kind) = at_most(i, "collection type", 0, le_u8)?;
    let (i, name) = string(i, "name")?;
    let (i, animations) = fields::le_u32(i, "animation count")?;
    let (i, matrix) = finite(i, "skeleton matrix")?;
    let (i, n) = fields::le_u32(i, "bone count")?;
    let (i, bones) = within(|| "BONES", bones(i, n))?;
    let (i, animations) = list(i, "ANIMATION", animations, 8, |i| animation(i, bones.len()))?;
    Ok((i, Collection { kind: kind as u8, name, matrix, bones, animations }))
}

/// 3 floats of position, 4 of rotation, u32 parent: 32 bytes each.
fn bones(i: &[u8], n: u32) -> PResult<'_, Rows<'_, Bone>> {
    let (rest, bones) = rows::counted_rows::<Bone>(i, "bones", n)?;
    for (k, bone) in bones.iter().enumerate() {
        let here = i.get(k * Bone::SIZE..).unwrap_or_default();
        if !bone.position.iter().chain(&bone.rotation).all(|x| x.is_finite()) {
            return bad(here, "bone", "finite numbers", "one that is not");
        }
        at_most(here.get(28..).unwrap_or_default(), "bone parent", n, |i, what| fields::le_u32(i, what))?;
    }
    Ok((rest, bones))
}

/// Name, u32 keys, keys of 16 bytes and 16 more a bone.
fn animation(i: &[u8], bones: usize) -> PResult<'_, Animation<'_>> {
    let (i, name) = string(i, "name")?;
    let (i, n) = fields::le_u32(i, "key count")?;
    let size = Animation::key_size(bones);
    let (i, n) = count(i, "key", n, size)?;
    let (rest, keys) = records::records(i, "keys", n, size)?;
    if !all_finite(keys.bytes()) {
        return bad(i, "keys", "finite numbers", "one that is not");
    }
    Ok((rest, Animation { name, keys }))
}

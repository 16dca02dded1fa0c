//! Animation collections: a skeleton and the animations that are played on it.

use super::{BYTE, WORD, at_most, check_finite, finite, string};
use crate::document::{Animation, Bone, Collection};
use nom::Parser;
use nom::error::context;
use retromesh_wire::parsers::{count, counted, counted_rows, le_u32, records};
use retromesh_wire::{PResult, Row, Rows, bad};

/// u8 type, name, u32 animations; matrix, u32 bones, the bones; the animations.
pub(super) fn collection(i: &[u8]) -> PResult<'_, Collection<'_>> {
    let head = (at_most("collection type", BYTE, 0), string("name"), le_u32("animation count"));
    let skeleton =
        (finite("skeleton matrix"), le_u32("bone count").flat_map(|n| context("BONES", move |i| bones(i, n))));
    let (i, ((kind, name, animations), (matrix, bones))) = (head, skeleton).parse(i)?;
    let joints = bones.len();
    counted("ANIMATION", animations, 8, move |i| animation(i, joints))
        .parse(i)
        .map(|(i, animations)| (i, Collection { kind: kind as u8, name, matrix, bones, animations }))
}

/// 3 floats of position, 4 of rotation, u32 parent: 32 bytes each.
fn bones(i: &[u8], n: u32) -> PResult<'_, Rows<'_, Bone>> {
    let (rest, bones) = counted_rows::<Bone>("bones", n).parse(i)?;
    for (k, bone) in bones.iter().enumerate() {
        let here = i.get(k * Bone::SIZE..).unwrap_or_default();
        if !bone.position.iter().chain(&bone.rotation).all(|x| x.is_finite()) {
            return bad(here, "bone", "finite numbers", "one that is not");
        }
        at_most("bone parent", WORD, n).parse(here.get(28..).unwrap_or_default())?;
    }
    Ok((rest, bones))
}

/// Name, u32 keys, keys of 16 bytes and 16 more a bone.
fn animation(i: &[u8], bones: usize) -> PResult<'_, Animation<'_>> {
    let size = Animation::key_size(bones);
    let keys = le_u32("key count")
        .flat_map(|n| count("key", n, size))
        .flat_map(|n| records("keys", n, size).map_res(|keys| check_finite("keys", keys.bytes()).map(|()| keys)));
    (string("name"), keys).map(|(name, keys)| Animation { name, keys }).parse(i)
}

//! Fixes of key lists.

use crate::document::{Clip, Document};
use crate::keys::{Key, KeyWriter};
use std::borrow::Cow;

/// Restores the frames that long gaps lost; returns how many keys are at their frame again.
pub(super) fn restore_gaps(document: &mut Document<'_>) -> usize {
    let bones = document.keyed_bones();
    let mut restored = 0;
    for clip in &mut document.clips {
        let gaps = clip.keys(bones, false).filter(|key| key.after_long_gap).count();
        if gaps > 0 && rewrite(clip, bones, true, |_| true) {
            restored += gaps;
        }
    }
    restored
}

/// Drops the keys of bone 0, which no engine moves.
pub(super) fn drop_base_keys(document: &mut Document<'_>) {
    let bones = document.keyed_bones();
    for clip in &mut document.clips {
        // A gap that ran over stays as it is unless its own fix is asked for.
        let ran_over = clip.keys(bones, false).any(|key| key.after_long_gap);
        if !ran_over && clip.keys(bones, false).any(|key| key.bone == 0) {
            rewrite(clip, bones, false, |key| key.bone != 0);
        }
    }
}

/// Writes the keys that are kept; false where the list would not fit its place.
fn rewrite(clip: &mut Clip<'_>, bones: usize, repair: bool, kept: impl Fn(&Key) -> bool) -> bool {
    let mut writer = KeyWriter::default();
    let mut bone = 0;
    let mut stream = clip.keys(bones, repair);
    for key in stream.by_ref().filter(|k| kept(k) && k.rotation.or(k.translation).or(k.scale).is_some()) {
        (bone..key.bone).for_each(|_| writer.end_bone());
        bone = key.bone;
        writer.key(key.frame, key.rotation, key.translation, key.scale);
    }
    (bone..bones).for_each(|_| writer.end_bone());
    let fresh = [&writer.finish()[..], stream.rest()].concat();
    let fits = fresh.len() <= clip.keys.len();
    if fits {
        clip.def.key_bytes = fresh.len() as u32;
        clip.keys = Cow::Owned(fresh);
    }
    fits
}

//! Cures for damage whose cause is known.

use crate::codec::st;
use crate::document::Document;
use crate::keys::KeyWriter;
use crate::vertex::{Bits, Form, UvLayout, mark_current};
use std::borrow::Cow;

/// What a repair changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repaired {
    /// Keys behind gaps of 32 frames and more that are at their frame again.
    pub long_gaps: usize,
    /// Vertices whose texture coordinates were brought to the current layout.
    pub old_uvs: usize,
}

impl Document<'_> {
    /// Restores the frames that long gaps lost and brings old texture coordinates to the layout that the engine reads.
    ///
    /// Key lists become shorter by three bytes a gap; nothing else moves. Coordinates are exact unless they need the larger step of
    /// a higher exponent.
    pub fn cure(&mut self) -> Repaired {
        let bones = self.keyed_bones();
        let mut repaired = Repaired::default();
        for clip in &mut self.clips {
            let gaps = clip.keys(bones, false).filter(|key| key.after_long_gap).count();
            if gaps == 0 {
                continue;
            }
            let mut writer = KeyWriter::default();
            let mut bone = 0;
            let mut stream = clip.keys(bones, true);
            for key in stream.by_ref().filter(|k| k.rotation.or(k.translation).or(k.scale).is_some()) {
                (bone..key.bone).for_each(|_| writer.end_bone());
                bone = key.bone;
                writer.key(key.frame, key.rotation, key.translation, key.scale);
            }
            (bone..bones).for_each(|_| writer.end_bone());
            let fresh = [&writer.finish()[..], stream.rest()].concat();
            if fresh.len() <= clip.keys.len() {
                clip.def.key_bytes = fresh.len() as u32;
                clip.keys = Cow::Owned(fresh);
                repaired.long_gaps += gaps;
            }
        }
        for n in 0..self.meshes.len() {
            let old = self.uv_layout(n) == UvLayout::Old;
            if let Some(mesh) = self.meshes.get_mut(n).filter(|_| old) {
                let count = usize::from(mesh.def.vertex_count);
                let fresh = current_layout(&mesh.vertices, count, &mut repaired.old_uvs);
                mesh.vertices = Cow::Owned(fresh);
            }
        }
        repaired
    }
}

/// Returns a vertex list with the coordinates of its 128-bit vertices in the current layout.
fn current_layout(bytes: &[u8], count: usize, changed: &mut usize) -> Vec<u8> {
    let mut fresh = bytes.to_vec();
    let mut at = 0;
    for bits in Bits::walk(bytes).take(count) {
        if bits.form == Form::V128
            && let Some(place) = fresh.get_mut(at + 8..at + 12)
        {
            place.copy_from_slice(&st::encode14(st::decode16(bits.second as u32)).to_le_bytes());
            *changed += 1;
        }
        at += bits.form.size();
    }
    mark_current(&mut fresh, count);
    fresh
}

//! Fixes for damage whose cause is known, and for what the engine stumbles over, that change nothing else.

mod lists;
mod motion;

use crate::document::{Document, Gap};
use crate::lint::{Id, RULES};
use crate::places::move_all;
use retromesh_core::{Diagnostics, Error};
use retromesh_kit::{ImportOptions, Lint, Lints, Repair, Repairs, Target};

/// What a repair changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repaired {
    /// Keys after gaps of 32 frames and more that are at their frame again.
    pub long_gaps: usize,
    /// Vertices whose texture coordinates were brought to the current layout.
    pub old_uvs: usize,
}

impl Document<'_> {
    /// Restores the frames that long gaps lost and brings old texture coordinates to the layout that the engine reads.
    ///
    /// Key lists become shorter by three bytes a gap; nothing else moves. Coordinates are exact unless they need the larger step of
    /// a higher exponent.
    pub fn fix(&mut self) -> Repaired {
        Repaired { long_gaps: motion::restore_gaps(self), old_uvs: lists::renew_uvs(self) }
    }
}

/// Repairs one thing.
type Fix = fn(&mut Document<'static>);

/// The rules that have a fix, in the order in which they are applied.
const FIXES: [(Id, Fix); 7] = [
    (Id::LongGap, |document| {
        motion::restore_gaps(document);
    }),
    (Id::BaseKeys, motion::drop_base_keys),
    (Id::OldUvs, |document| {
        lists::renew_uvs(document);
    }),
    (Id::WideQuad, lists::split_wide_quads),
    (Id::FaceCount, lists::count_faces),
    (Id::MoreFaces, lists::pad_vertices),
    (Id::LastLargest, lists::put_smallest_last),
];

impl Repairs for Document<'_> {
    /// A file whose parts share bytes in such a way that repairing one would change another is left as it is.
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair, Error> {
        let before = self.lint(None);
        let is_due = |id: Id| RULES.get(id as usize).is_some_and(|rule| rule.is_due(&before, target, only));
        let mut repaired = self.clone().into_owned();
        FIXES.iter().filter(|(id, _)| is_due(*id)).for_each(|(_, fix)| fix(&mut repaired));
        let bytes = repaired.encode()?;
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        match Document::parse_with(&bytes, &options, &mut diagnostics) {
            Ok(read) if is_same(&read, &repaired) => {
                let (after, left) = (read.lint(None), read.lint(target));
                let is_gone = |found: &&Lint| {
                    found.rule.is_asked(target, only) && after.iter().all(|lint| lint.rule != found.rule)
                };
                let done = before.iter().filter(is_gone).cloned().collect();
                Ok(Repair { bytes, fixed: done, left })
            }
            _ => Ok(Repair { bytes: self.encode()?, fixed: Vec::new(), left: self.lint(target) }),
        }
    }

    /// Bytes after the end stay.
    fn without_slack(&self) -> Option<Vec<u8>> {
        let mut settled = self.clone().into_owned();
        let is_end =
            |gap: &Gap<'_>| gap.offset + gap.bytes.len() == self.size && gap.bytes.iter().any(|byte| *byte != 0);
        let end = settled.gaps.pop().filter(is_end);
        move_all(&mut settled);
        let mut bytes = settled.encode().ok()?;
        bytes.extend_from_slice(end.as_ref().map_or(&[], |gap| &gap.bytes));
        Some(bytes)
    }
}

/// Returns whether two documents hold the same meshes, levels, bones and clips.
fn is_same(a: &Document<'_>, b: &Document<'_>) -> bool {
    let names = |a: Option<&retromesh_wire::RawStr<'_>>, b: Option<&retromesh_wire::RawStr<'_>>| {
        a.map(retromesh_wire::RawStr::bytes) == b.map(retromesh_wire::RawStr::bytes)
    };
    let counts = |d: &Document<'_>| [d.meshes.len(), d.lods.len(), d.bones.len(), d.clips.len()];
    counts(a) == counts(b)
        && a.lods.bytes() == b.lods.bytes()
        && a.meshes.iter().zip(&b.meshes).all(|(a, b)| {
            a.def == b.def
                && a.vertices == b.vertices
                && a.faces == b.faces
                && names(a.material.as_ref(), b.material.as_ref())
        })
        && a.bones.iter().zip(&b.bones).all(|(a, b)| a.def == b.def && names(a.name.as_ref(), b.name.as_ref()))
        && a.clips
            .iter()
            .zip(&b.clips)
            .all(|(a, b)| a.def == b.def && a.keys == b.keys && names(a.name.as_ref(), b.name.as_ref()))
}

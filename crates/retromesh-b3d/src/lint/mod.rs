//! What engines and other readers refuse, drop or show wrong.

mod geometry;
mod materials;
mod motion;
mod rules;
mod tree;

pub(crate) use geometry::{has_wrong_normals, share, triangles_of};
pub(crate) use motion::is_off;
pub(crate) use rules::{IMAGES, Id, RULES};

use crate::document::{Body, Document};
use crate::encode::size;
use crate::outline::Parts;
use crate::walk::path_of;
use retromesh_kit::{Findings, Lint, Lints, Rule, Target};

/// A document under the rules.
struct Inspection<'d> {
    document: &'d Document<'d>,
    parts: Parts,
    offsets: Vec<u64>,
    wanted: &'d dyn Fn(&Rule) -> bool,
    findings: Findings,
}

impl Inspection<'_> {
    /// Returns whether a rule is asked for.
    fn wants(&self, id: Id) -> bool {
        RULES.get(id as usize).is_some_and(self.wanted)
    }

    /// Counts findings of a rule at a chunk, if it is asked for.
    fn count(&mut self, id: Id, chunk: usize, count: impl FnOnce() -> usize) {
        if self.wants(id) {
            self.add(id, chunk, count());
        }
    }

    /// Notes a finding of a rule at a chunk; zero times is none.
    fn add(&mut self, id: Id, chunk: usize, count: usize) {
        if count == 0 || !self.wants(id) {
            return;
        }
        let place = || (self.offsets.get(chunk).copied(), path_of(&self.document.chunks, chunk));
        self.findings.add(id, count, place);
    }
}

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint(self, &|rule| rule.is_for(target))
    }
}

/// Applies the rules that are wanted.
pub(crate) fn lint(document: &Document<'_>, wanted: &dyn Fn(&Rule) -> bool) -> Vec<Lint> {
    let (parts, offsets) = (Parts::read(document), offsets(document));
    let mut inspection = Inspection { document, parts, offsets, wanted, findings: Findings::new(RULES) };
    file(&mut inspection);
    tree::lint(&mut inspection);
    motion::lint(&mut inspection);
    geometry::lint(&mut inspection);
    materials::lint(&mut inspection);
    inspection.findings.of(None)
}

/// Returns where each chunk starts in the file.
fn offsets(document: &Document<'_>) -> Vec<u64> {
    let mut at = 12;
    let step = |chunk: &crate::Chunk<'_>| {
        let own = at;
        // Slack has no tag and no size.
        at += size(chunk) as u64 - if chunk.body.tag().is_none() { 8 } else { 0 };
        own
    };
    document.chunks.iter().map(step).collect()
}

/// Rules about the file as a whole.
fn file(inspection: &mut Inspection<'_>) {
    let document = inspection.document;
    for (id, at, is_off) in [(Id::Version, 8, document.version > 1), (Id::Size, 4, document.claimed_size.is_some())] {
        let count = usize::from(is_off && inspection.wants(id));
        inspection.findings.add(id, count, || (Some(at), String::new()));
    }
    for (index, chunk) in document.chunks.iter().enumerate() {
        let id = match chunk.body {
            Body::Slack(_) => Id::Slack,
            Body::Unknown { .. } => Id::UnknownChunk,
            Body::Seqs(_) => Id::Sequences,
            Body::Pivo => Id::Pivot,
            _ => continue,
        };
        inspection.add(id, index, 1);
    }
}

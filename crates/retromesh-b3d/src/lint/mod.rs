//! What engines and other readers refuse, drop or show wrong.

mod geometry;
mod looks;
mod motion;
mod rules;
mod tree;

pub(crate) use geometry::{has_wrong_normals, signatures, triangles_of};
pub(crate) use motion::is_off;
pub(crate) use rules::{Id, RULES};

use crate::document::{Body, Document};
use crate::encode::size;
use crate::outline::Parts;
use crate::walk::path_of;
use retromesh_core::Lint;

/// What the rules found so far: by rule, the count and the chunk of the first place.
struct Findings<'d> {
    document: &'d Document<'d>,
    parts: Parts,
    found: Vec<(usize, usize)>,
}

impl Findings<'_> {
    /// Counts a finding of a rule at a chunk; zero times is none.
    fn add(&mut self, id: Id, chunk: usize, count: usize) {
        if let Some(slot) = self.found.get_mut(id as usize).filter(|_| count > 0) {
            if slot.0 == 0 {
                slot.1 = chunk;
            }
            slot.0 += count;
        }
    }
}

/// Applies the rules of a target, or all rules for the empty name.
pub(crate) fn lint(document: &Document<'_>, target: &str) -> Vec<Lint> {
    let parts = Parts::read(document);
    let mut findings = Findings { document, parts, found: vec![(0, 0); RULES.len()] };
    file(&mut findings);
    tree::lint(&mut findings);
    motion::lint(&mut findings);
    geometry::lint(&mut findings);
    looks::lint(&mut findings);
    let applies = |rule: &&retromesh_core::Rule| target.is_empty() || rule.targets.contains(&target);
    let mut lints = Vec::new();
    let offsets = offsets(document);
    for (rule, &(count, chunk)) in RULES.iter().zip(&findings.found) {
        if count > 0 && applies(&rule) {
            let (offset, path) = (offsets.get(chunk).copied(), path_of(&document.chunks, chunk));
            lints.push(Lint { rule, count: count as u64, offset, path });
        }
    }
    lints
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
fn file(findings: &mut Findings<'_>) {
    let document = findings.document;
    findings.add(Id::Version, 0, usize::from(document.version > 1));
    findings.add(Id::Size, 0, usize::from(document.claimed_size.is_some()));
    for (index, chunk) in document.chunks.iter().enumerate() {
        let id = match chunk.body {
            Body::Slack(_) => Id::Slack,
            Body::Unknown { .. } => Id::UnknownChunk,
            Body::Seqs(_) => Id::Sequences,
            Body::Pivo => Id::Pivot,
            _ => continue,
        };
        findings.add(id, index, 1);
    }
}

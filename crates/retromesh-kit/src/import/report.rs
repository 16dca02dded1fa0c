//! Collects what an import has to report, and finds out the places only once at the end.

use retromesh_core::{Code, Diagnostics, Finding, Result};
use std::borrow::Cow;

/// More kinds are counted under the last of their code.
const MAX_KINDS: usize = 256;

/// One kind of finding with the first place where it happened.
struct Entry<P> {
    code: Code,
    detail: Cow<'static, str>,
    count: usize,
    place: P,
}

/// Findings by code and detail. A place `P` is what a reader has at hand, such as the number of a chunk; what users are shown of it may take
/// time to find out, and is asked for once a kind.
pub struct Report<P>(Vec<Entry<P>>);

impl<P> Default for Report<P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<P> Report<P> {
    /// Counts a finding at a place; a count of zero is none.
    pub fn add(&mut self, code: Code, detail: impl Into<Cow<'static, str>>, count: usize, place: P) {
        if count == 0 {
            return;
        }
        let (detail, full) = (detail.into(), self.0.len() >= MAX_KINDS);
        match self.0.iter_mut().find(|entry| entry.code == code && (entry.detail == detail || full)) {
            Some(entry) => entry.count += count,
            None => self.0.push(Entry { code, detail, count, place }),
        }
    }

    /// Reports everything; `locate` gives a finding its place.
    pub fn flush(self, diagnostics: &mut Diagnostics, locate: impl Fn(Finding, P) -> Finding) -> Result<()> {
        let located =
            |Entry { code, detail, count, place }| locate(Finding::new(code).times(count).detail(detail), place);
        self.0.into_iter().try_for_each(|entry| diagnostics.report(located(entry)))
    }
}

//! Collects what an import has to report, and names the places only once at the end.

use crate::document::Document;
use crate::outline::Outline;
use retromesh_core::{Code, Diagnostics, Finding, Result};
use std::borrow::Cow;

/// One kind of finding with the first object where it happened.
struct Entry {
    code: Code,
    detail: Cow<'static, str>,
    count: usize,
    object: u32,
}

/// Findings by code and detail; finding out the path of an object takes time, so it is done once a kind.
#[derive(Default)]
pub(super) struct Report(Vec<Entry>);

/// More kinds are counted under the last.
const MAX_KINDS: usize = 256;

impl Report {
    /// Counts a finding at an object; a count of zero is none.
    pub(super) fn add(&mut self, code: Code, detail: impl Into<Cow<'static, str>>, count: usize, object: u32) {
        if count == 0 {
            return;
        }
        let detail = detail.into();
        let full = self.0.len() >= MAX_KINDS;
        match self.0.iter_mut().find(|entry| entry.code == code && (entry.detail == detail || full)) {
            Some(entry) => entry.count += count,
            None => self.0.push(Entry { code, detail, count, object }),
        }
    }

    /// Reports everything.
    pub(super) fn flush(self, document: &Document<'_>, outline: &Outline, diagnostics: &mut Diagnostics) -> Result<()> {
        for Entry { code, detail, count, object } in self.0 {
            let path = outline.path(document, object);
            let finding = Finding::new(code).times(count).within(path).detail(detail);
            diagnostics.report(finding)?;
        }
        Ok(())
    }
}

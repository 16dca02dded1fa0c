//! Collects what an import has to report, and names the places only once at the end.

use crate::document::Document;
use crate::walk::path_of;
use retromesh_core::{Code, Diagnostics, Error, Finding};

/// One kind of finding with the first place where it happened.
struct Entry {
    code: Code,
    detail: &'static str,
    count: usize,
    chunk: usize,
}

/// Findings by code and detail; finding out the path of a chunk takes time, so it is done once a kind.
#[derive(Default)]
pub(crate) struct Report(Vec<Entry>);

impl Report {
    /// Counts a finding at a chunk; a count of zero is none.
    pub(crate) fn add(&mut self, code: Code, detail: &'static str, count: usize, chunk: usize) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|entry| entry.code == code && entry.detail == detail) {
            Some(entry) => entry.count += count,
            None => self.0.push(Entry { code, detail, count, chunk }),
        }
    }

    /// Reports everything.
    pub(crate) fn flush(self, document: &Document<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        for Entry { code, detail, count, chunk } in self.0 {
            let path = path_of(&document.chunks, chunk);
            let finding = Finding::new(code).times(count).within(path).detail(detail);
            diagnostics.report(finding)?;
        }
        Ok(())
    }
}

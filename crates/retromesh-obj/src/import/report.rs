//! Counts of what was met on the way, reported once at the end.

use retromesh_core::{Code, Diagnostics, Finding, Result};

/// Findings by code and detail; there are few kinds, so a list serves.
#[derive(Default)]
pub(super) struct Report(Vec<(Code, &'static str, usize, Option<u64>)>);

impl Report {
    /// Counts a finding; a count of 0 is none.
    pub(super) fn add(&mut self, code: Code, detail: &'static str, count: usize, offset: Option<u64>) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|entry| entry.0 == code && entry.1 == detail) {
            Some(entry) => entry.2 += count,
            None => self.0.push((code, detail, count, offset)),
        }
    }

    pub(super) fn report(self, diagnostics: &mut Diagnostics) -> Result<()> {
        self.report_within(diagnostics, "")
    }

    /// Reports with the name of the file that the offsets are of, where it is not the model.
    pub(super) fn report_within(self, diagnostics: &mut Diagnostics, file: &str) -> Result<()> {
        for (code, detail, count, offset) in self.0 {
            let finding = Finding::new(code).times(count).detail(detail).within(file.to_owned());
            diagnostics.report(match offset {
                Some(offset) => finding.at(offset),
                None => finding,
            })?;
        }
        Ok(())
    }
}

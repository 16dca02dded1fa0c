//! What all files of a run together gave.

use super::one::{Made, Outcome};
use crate::Exit;
use crate::outputs::Job;
use crate::terminal::{grouped, printable, shown};
use retromesh::{ErrorKind, Severity};
use std::time::Duration;

/// At most this many files that lost or approximated something are named.
const MAX_NAMED: usize = 10;

/// Shorter times are not worth telling.
const WORTH_TELLING: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct Totals {
    converted: u64,
    lossy: u64,
    /// Files that lost nothing, and in which something is only nearly what it was.
    approximated: u64,
    up_to_date: u64,
    denied: u64,
    failed: u64,
    /// Files that do not have what an option names.
    misused: u64,
    bytes_in: u64,
    bytes_out: u64,
    /// Files that were not begun.
    pub(super) waiting: u64,
    /// Whether the report could not be written.
    pub(super) unreported: bool,
    /// The first files that lost something, then the first that approximated something, with the codes.
    named: [Vec<String>; 2],
}

impl Totals {
    pub(super) fn add(&mut self, job: &Job, outcome: &Outcome) {
        match &outcome.result {
            Ok(Made::Converted { conversion, .. }) => {
                self.converted += 1;
                let worst = outcome.diagnostics.entries().iter().map(|entry| entry.code.severity()).max();
                let kind = match worst {
                    Some(Severity::Lost) => Some((0, &mut self.lossy)),
                    Some(Severity::Approximated) => Some((1, &mut self.approximated)),
                    _ => None,
                };
                if let (Some((kind, count)), Some(worst)) = (kind, worst) {
                    *count += 1;
                    if let Some(named) = self.named.get_mut(kind).filter(|named| named.len() < MAX_NAMED) {
                        named.push(line(job, outcome, worst));
                    }
                }
                self.bytes_in += conversion.bytes_in;
                self.bytes_out += conversion.bytes_out;
            }
            Ok(Made::UpToDate) => self.up_to_date += 1,
            Err(_) if outcome.is_denied() => self.denied += 1,
            Err(error) => {
                self.failed += 1;
                self.misused += u64::from(matches!(error.kind(), ErrorKind::Option { .. }));
            }
        }
    }

    pub(super) fn files(&self) -> u64 {
        self.converted + self.up_to_date + self.denied + self.failed
    }

    pub(super) fn summary(&self, time: Duration) -> String {
        let mut text = format!("{} converted", grouped(self.converted));
        for (count, what) in [
            (self.lossy, "with losses"),
            (self.approximated, "approximated"),
            (self.up_to_date, "up to date"),
            (self.denied, "denied"),
            (self.failed, "failed"),
            (self.waiting, "not begun"),
        ] {
            if count > 0 {
                text = format!("{text}, {} {what}", grouped(count));
            }
        }
        let (bytes_in, bytes_out) = (grouped(self.bytes_in), grouped(self.bytes_out));
        text = format!("{text}; {bytes_in} bytes to {bytes_out}");
        if time >= WORTH_TELLING {
            let rate = self.converted as f64 / time.as_secs_f64();
            text = format!("{text} in {:.1} s, {rate:.0} files a second", time.as_secs_f64());
        }
        text
    }

    /// Names the files that lost or approximated something, losses first; `report` is where all of them are.
    pub(super) fn named(&self, report: Option<&str>) -> Vec<String> {
        let mut lines: Vec<String> = self.named.iter().flatten().take(MAX_NAMED).cloned().collect();
        let more = self.lossy + self.approximated - lines.len() as u64;
        if more > 0 {
            let more = grouped(more);
            lines.push(match report {
                Some(report) => format!("and {more} more in {}", printable(report)),
                None => format!("and {more} more, which --report FILE lists"),
            });
        }
        lines
    }

    pub(super) fn exit(&self) -> Exit {
        match (self.waiting > 0, self.failed > 0 || self.unreported, self.denied > 0) {
            (true, ..) => Exit::Interrupted,
            // A frame, clip or level that no file has.
            (_, true, _) if self.misused > 0 && self.misused == self.files() => Exit::Usage,
            (_, true, _) => Exit::Failed,
            (_, _, true) => Exit::Denied,
            _ => Exit::Ok,
        }
    }
}

/// Names a file with the codes of what it lost, or approximated.
fn line(job: &Job, outcome: &Outcome, worst: Severity) -> String {
    let mut codes: Vec<&str> = Vec::new();
    for entry in outcome.diagnostics.entries().iter().filter(|entry| entry.code.severity() == worst) {
        if !codes.contains(&entry.code.id()) {
            codes.push(entry.code.id());
        }
    }
    format!("{}: {} {}", shown(&job.input.path), worst.name(), codes.join(", "))
}

impl Outcome {
    /// Returns whether the file was not written because of a diagnostic that the caller denied.
    pub(super) fn is_denied(&self) -> bool {
        let Err(error) = &self.result else { return false };
        matches!(error.kind(), ErrorKind::Denied { code, .. } if code.severity() != Severity::Defect)
    }
}

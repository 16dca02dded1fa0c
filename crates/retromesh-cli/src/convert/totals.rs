//! What all files of a run together gave.

use super::one::{Made, Outcome};
use crate::Exit;
use crate::outputs::Job;
use crate::terminal::{grouped, is_there, printable, shown};
use retromesh::{Code, ErrorKind, Severity};
use std::time::Duration;

/// At most this many files of which something is said are named.
const MAX_NAMED: usize = 10;

/// Shorter times are not worth telling.
const WORTH_TELLING: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct Totals {
    converted: u64,
    /// Of the classes of [`CLASSES`], how many files there are, and the first of those that none before has, with their codes.
    classes: [(u64, Vec<String>); CLASSES.len()],
    /// Files of any of the classes.
    classed: u64,
    pub(super) up_to_date: u64,
    denied: u64,
    failed: u64,
    /// Files that do not have what an option names.
    misused: u64,
    /// Files that were not written because there is one of their name.
    pub(super) existing: u64,
    bytes_in: u64,
    bytes_out: u64,
    /// Models in archives that have no place for their outputs.
    pub(super) archived: u64,
    /// Outputs that have another name than their input.
    renamed: Noted,
    /// Models that miss images.
    unfound: Noted,
    /// Models with other images than they name.
    changed: Noted,
    /// Models whose normals point against their faces: how many there are, and the first of them.
    contradicting: (usize, Vec<String>),
    /// Files that were not begun.
    pub(super) waiting: u64,
    /// Whether the Lua files of a mod were not written, as what is to be edited in them by hand is denied.
    pub(super) is_lua_denied: bool,
    /// Whether the report could not be written.
    pub(super) unreported: bool,
}

/// How many files have a diagnostic, and what it says of the first.
#[derive(Default)]
struct Noted {
    count: u64,
    first: String,
}

impl Noted {
    fn add(&mut self, job: &Job, outcome: &Outcome, code: Code) {
        if let Some(entry) = outcome.diagnostics.entries().iter().find(|entry| entry.code == code) {
            if self.count == 0 {
                self.first = format!("{}: {}", shown(&job.input.path), printable(&entry.detail));
            }
            self.count += 1;
        }
    }
}

/// What converted files are counted by, in the order in which they are named: a file counts in each that it has something of.
const CLASSES: [(Severity, &str); 3] =
    [(Severity::Defect, "with defects"), (Severity::Lost, "with losses"), (Severity::Approximated, "approximated")];

impl Totals {
    /// Says that normals point against faces, and in which models.
    pub(super) fn contradicting(&self) -> Option<String> {
        let (count, named) = &self.contradicting;
        let models = if *count == 1 { "model" } else { "models" };
        let more = if *count > named.len() { format!(" and {} more", count - named.len()) } else { String::new() };
        let named = named.join(", ") + &more;
        let what = "normals point against the faces, as in the source";
        (*count > 0).then(|| format!("note: in {count} {models} {what}: {named}; --normals recompute makes others"))
    }

    pub(super) fn add(&mut self, job: &Job, outcome: &Outcome) {
        if outcome.diagnostics.count(Code::ContradictingNormals) > 0 {
            let (count, named) = &mut self.contradicting;
            *count += 1;
            named.extend((*count <= MAX_NAMED).then(|| shown(&job.input.relative)));
        }
        if outcome.result.is_ok() {
            self.renamed.add(job, outcome, Code::RenamedFile);
            self.unfound.add(job, outcome, Code::MissingImage);
            self.changed.add(job, outcome, Code::ChangedImage);
        }
        match &outcome.result {
            Ok(Made::Converted { conversion, .. }) => {
                self.converted += 1;
                let mut is_named = false;
                for ((class, _), (count, named)) in CLASSES.iter().zip(&mut self.classes) {
                    if outcome.diagnostics.entries().iter().any(|entry| entry.code.severity() == *class) {
                        *count += 1;
                        if !std::mem::replace(&mut is_named, true) && named.len() < MAX_NAMED {
                            named.push(line(job, outcome));
                        }
                    }
                }
                self.classed += u64::from(is_named);
                self.bytes_in += conversion.bytes_in;
                self.bytes_out += conversion.bytes_out;
            }
            Ok(Made::UpToDate(..)) => self.up_to_date += 1,
            Err(_) if outcome.is_denied() => self.denied += 1,
            Err(error) => {
                self.failed += 1;
                self.misused += u64::from(matches!(error.kind(), ErrorKind::Option { .. }));
                self.existing += u64::from(is_there(error));
            }
        }
    }

    pub(super) fn files(&self) -> u64 {
        self.converted + self.up_to_date + self.denied + self.failed
    }

    /// Says it in one line; `others` is what was left out of folders.
    pub(super) fn summary(&self, time: Duration, others: &str) -> String {
        let mut text = format!("{} converted", grouped(self.converted));
        let classes = CLASSES.iter().zip(&self.classes).map(|((_, what), (count, _))| (*count, *what));
        let rest = [
            (self.up_to_date, "up to date"),
            (self.denied, "denied"),
            (self.failed, "failed"),
            (self.archived, "in archives left out"),
            (self.waiting, "not begun"),
        ];
        for (count, what) in classes.chain(rest).filter(|(count, _)| *count > 0) {
            text = format!("{text}, {} {what}", grouped(count));
        }
        let (bytes_in, bytes_out) = (grouped(self.bytes_in), grouped(self.bytes_out));
        text = format!("{text}; {bytes_in} bytes to {bytes_out}");
        if time >= WORTH_TELLING {
            let rate = self.converted as f64 / time.as_secs_f64();
            text = format!("{text} in {:.1} s, {rate:.0} files a second", time.as_secs_f64());
        }
        text + others
    }

    /// Names the files of which something is said, defects first; `report` is where all of them are.
    pub(super) fn named(&self, report: Option<&str>, has_root: bool) -> Vec<String> {
        let named = self.classes.iter().flat_map(|(_, named)| named);
        let mut lines: Vec<String> = named.take(MAX_NAMED).cloned().collect();
        let more = self.classed - lines.len() as u64;
        if more > 0 {
            let more = grouped(more);
            lines.push(match report {
                Some(report) => format!("and {more} more in {}", printable(report)),
                None => format!("and {more} more, which --report FILE lists"),
            });
        }
        if !lines.is_empty() {
            lines.push("`retromesh help CODE` explains a code".to_owned());
        }
        let Noted { count: renamed, first } = &self.renamed;
        lines.extend((*renamed > 0).then(|| match renamed {
            1 => first.clone(),
            _ => format!("{first}; {} more have another name, too", grouped(renamed - 1)),
        }));
        let Noted { count: changed, first } = &self.changed;
        let models = if *changed == 1 { "model has" } else { "models have" };
        let advice = "where a model still names the old file, put the new one, next to it, in its place";
        lines.extend((*changed > 0).then(|| format!("{changed} {models} changed images, as {first}; {advice}")));
        let Noted { count: unfound, first } = &self.unfound;
        let models = if *unfound == 1 { "model misses" } else { "models miss" };
        let advice = if has_root { "" } else { "; --root DIR names the folder of them" };
        lines.extend((*unfound > 0).then(|| format!("{unfound} {models} images, as {first}{advice}")));
        lines
    }

    pub(super) fn exit(&self) -> Exit {
        match (
            self.waiting > 0,
            self.failed + self.archived > 0 || self.unreported,
            self.denied > 0 || self.is_lua_denied,
        ) {
            (true, ..) => Exit::Interrupted,
            // A frame, clip or level that no file has.
            (_, true, _) if self.misused > 0 && self.misused == self.files() => Exit::Usage,
            (_, true, _) => Exit::Failed,
            (_, _, true) => Exit::Denied,
            _ => Exit::Ok,
        }
    }
}

/// Names a file with the codes of what was wrong with it, what it lost and what is approximated.
fn line(job: &Job, outcome: &Outcome) -> String {
    let mut said: Vec<String> = Vec::new();
    for (class, _) in CLASSES {
        let mut codes: Vec<&str> = Vec::new();
        for entry in outcome.diagnostics.entries().iter().filter(|entry| entry.code.severity() == class) {
            if !codes.contains(&entry.code.id()) {
                codes.push(entry.code.id());
            }
        }
        said.extend((!codes.is_empty()).then(|| format!("{} {}", class.name(), codes.join(", "))));
    }
    format!("{}: {}", shown(&job.input.path), said.join("; "))
}

impl Outcome {
    /// Returns whether the file was not written because of a diagnostic that the caller denied.
    pub(super) fn is_denied(&self) -> bool {
        let Err(error) = &self.result else { return false };
        matches!(error.kind(), ErrorKind::Denied { code, .. } if code.severity() != Severity::Defect)
    }
}

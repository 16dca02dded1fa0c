//! What is wrong with a file, for people: what the rules of a target found, and what breaks those of the format.

use crate::console::colored_output;
use crate::terminal::{arrow, headline};
use retromesh::facts::{DiagnosticInfo, FindingInfo, Verdict};
use retromesh::{Code, Severity};

/// Prints each finding about a file under a label such as `warning`: code, what happens, the place, and what to do or, under `repaired`, what was done.
pub(crate) fn print_findings(label: &str, file: &str, found: &[FindingInfo]) {
    let is_done = label == "repaired";
    for finding in found {
        let label = if finding.severity == Severity::Note.name() && !is_done { "note" } else { label };
        outln!("{}", headline(label, finding.code, finding.summary, finding.count, colored_output()));
        if let Some(line) = arrow(file, &finding.detail, &finding.path, finding.offset) {
            outln!("{line}");
        }
        // Of what is repaired there is nothing left to do; what was done is said.
        match finding.advice.strip_prefix("Repair the file: ") {
            _ if !is_done => outln!("  help: {}", finding.advice),
            Some(done) => outln!("  done: {}.", done.split([';', '.']).next().unwrap_or_default()),
            None => {}
        }
    }
}

/// Prints what breaks the rules of the format, and then as [`print_notes`] does.
pub(super) fn print_defects(file: &str, verdict: &Verdict) {
    print_entries("defect", file, verdict.defects());
    print_notes(file, verdict);
}

/// Prints which textures the game does not find where they are, and that the name is another's.
pub(super) fn print_notes(file: &str, verdict: &Verdict) {
    print_entries("note", file, verdict.elsewhere());
}

/// Prints each code once, with all places.
fn print_entries<'v>(label: &str, file: &str, entries: impl Iterator<Item = &'v DiagnosticInfo>) {
    let mut by_code: Vec<(Code, Vec<&DiagnosticInfo>)> = Vec::new();
    for entry in entries {
        let Some(code) = Code::from_id(entry.code) else { continue };
        match by_code.iter_mut().find(|(known, _)| *known == code) {
            Some((_, all)) => all.push(entry),
            None => by_code.push((code, vec![entry])),
        }
    }
    for (code, entries) in by_code {
        let count = entries.iter().map(|entry| entry.count).sum();
        outln!("{}", headline(label, code.id(), code.summary(), count, colored_output()));
        for line in entries.iter().filter_map(|entry| arrow(file, &entry.detail, &entry.path, entry.offset)) {
            outln!("{line}");
        }
        outln!("  help: {}", code.advice());
    }
}

//! What is wrong with a file, for people: what the rules of a target found, and what breaks those of the format.

use crate::console::colored_output;
use crate::terminal::{arrow, headline};
use retromesh::facts::{DiagnosticInfo, FindingInfo, Verdict};
use retromesh::{Code, Severity};

/// How advice begins that `retromesh repair` follows.
const REPAIR: &str = "Repair the file: ";

/// Prints what the rules of the target found: code, what happens, the place, and what to do, with the command where that is a repair.
pub(super) fn print_problems(file: &str, verdict: &Verdict) {
    let target = verdict.target.map_or_else(String::new, |target| format!(" --target {target}"));
    for finding in &verdict.findings {
        print_finding("warning", file, finding);
        match finding.advice.strip_prefix(REPAIR) {
            Some(done) => outln!("  help: `retromesh repair FILE -o NEW{target}`: {done}"),
            None => outln!("  help: {}", finding.advice),
        }
    }
}

/// Prints each finding about a file under a label such as `warning`: code, what happens, the place, and what to do or, under `repaired`, what was done.
pub(crate) fn print_findings(label: &str, file: &str, found: &[FindingInfo]) {
    for finding in found {
        print_finding(label, file, finding);
        // Of what is repaired there is nothing left to do; what was done is said.
        match finding.advice.strip_prefix(REPAIR) {
            _ if label != "repaired" => outln!("  help: {}", finding.advice),
            Some(done) => outln!("  done: {}.", done.split([';', '.']).next().unwrap_or_default()),
            None => {}
        }
    }
}

fn print_finding(label: &str, file: &str, finding: &FindingInfo) {
    let label = if finding.severity == Severity::Note.name() && label != "repaired" { "note" } else { label };
    outln!("{}", headline(label, finding.code, finding.summary, finding.count, colored_output()));
    if let Some(line) = arrow(file, &finding.detail, &finding.path, finding.offset) {
        outln!("{line}");
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

//! What is wrong with a file, for people: what the rules of a target found, and what breaks those of the format.

use crate::console::colored_output;
use crate::terminal::{arrow, headline};
use retromesh::facts::{FindingInfo, Verdict};
use retromesh::{Code, Severity};

/// Prints each finding about a file under a label such as `warning`: code, what happens, the place, and what to do or, under `repaired`, what was done.
pub(crate) fn print_findings(label: &str, file: &str, found: &[FindingInfo]) {
    let is_done = label == "repaired";
    for finding in found {
        let label = if finding.severity == Severity::Note.name() && !is_done { "note" } else { label };
        outln!("{}", headline(label, finding.code, finding.summary, finding.count, colored_output()));
        if let Some(line) = arrow(file, "", &finding.path, finding.offset) {
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

/// Prints what breaks the rules of the format, which textures the game does not find where they are, and that the name is another's.
pub(super) fn print_defects(file: &str, verdict: &Verdict) {
    let defects = verdict.defects().map(|defect| ("defect", defect));
    for (label, defect) in defects.chain(verdict.elsewhere().map(|note| ("note", note))) {
        let Some(code) = Code::from_id(defect.code) else { continue };
        outln!("{}", headline(label, defect.code, code.summary(), defect.count, colored_output()));
        if let Some(line) = arrow(file, &defect.detail, &defect.path, defect.offset) {
            outln!("{line}");
        }
        outln!("  help: {}", code.advice());
    }
}

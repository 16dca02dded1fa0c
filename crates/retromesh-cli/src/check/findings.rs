//! What the rules of a target found, for people.

use crate::console::colored_output;
use crate::terminal::{arrow, headline};
use retromesh::facts::FindingInfo;

/// Prints each finding about a file under a label such as `warning`: code, what happens, the place, and what to do.
pub(crate) fn print_findings(label: &str, file: &str, found: &[FindingInfo]) {
    for finding in found {
        outln!("{}", headline(label, finding.code, finding.summary, finding.count, colored_output()));
        if let Some(line) = arrow(file, "", &finding.path, finding.offset) {
            outln!("{line}");
        }
        outln!("  help: {}", finding.advice);
    }
}

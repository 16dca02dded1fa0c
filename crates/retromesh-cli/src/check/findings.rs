//! What the rules of a target found, for people.

use crate::terminal::{grouped, printable};
use retromesh::facts::FindingInfo;

/// Prints each finding: code, what happens, the place, and what to do.
pub(crate) fn print_findings(found: &[FindingInfo]) {
    for finding in found {
        let times = if finding.count == 1 { String::new() } else { format!(" x{}", grouped(finding.count)) };
        let offset = finding.offset.map_or(String::new(), |offset| format!(" at {offset:#x}"));
        let path = if finding.path.is_empty() { String::new() } else { format!(" in {}", printable(&finding.path)) };
        outln!("  {}{times}: {}{offset}{path}", finding.code, finding.summary);
        outln!("      {}", finding.advice);
    }
}

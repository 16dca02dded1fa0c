//! What the rules of a target found, for people and for programs.

use crate::terminal::{grouped, printable};
use retromesh::Lint;
use serde::Serialize;

/// One finding in the form of the JSON output.
#[derive(Debug, Serialize)]
pub(crate) struct FindingInfo {
    pub(crate) code: &'static str,
    pub(crate) count: u64,
    pub(crate) path: String,
    pub(crate) offset: Option<u64>,
    pub(crate) summary: &'static str,
    pub(crate) advice: &'static str,
}

/// Tells findings in the form of the JSON output.
pub(crate) fn findings(found: &[Lint]) -> Vec<FindingInfo> {
    let info = |lint: &Lint| FindingInfo {
        code: lint.rule.id,
        count: lint.count,
        path: lint.path.clone(),
        offset: lint.offset,
        summary: lint.rule.summary,
        advice: lint.rule.advice,
    };
    found.iter().map(info).collect()
}

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

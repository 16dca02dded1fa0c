//! Diagnostics, and what the rules of a target found.

use crate::{Code, Diagnostic, Diagnostics, Lint, Rule, Severity};
use serde::Serialize;

/// What was dropped, repaired or approximated.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DiagnosticInfo {
    /// The code: `lost-keys`.
    pub code: &'static str,
    /// How much it matters: `note`, `defect`, `approximated` or `lost`.
    pub severity: &'static str,
    /// How often it happened.
    pub count: u64,
    /// Where it happened first.
    pub path: String,
    /// The byte of the input where it happened first.
    pub offset: Option<u64>,
    /// What was found, in a few words.
    pub detail: String,
}

/// Returns diagnostics in the form of the JSON output.
pub fn diagnostics(found: &Diagnostics) -> Vec<DiagnosticInfo> {
    let info = |entry: &Diagnostic| DiagnosticInfo {
        code: entry.code.id(),
        severity: entry.code.severity().name(),
        count: entry.count,
        path: entry.path.clone(),
        offset: entry.offset,
        detail: entry.detail.clone(),
    };
    found.entries().iter().map(info).collect()
}

/// What a rule of a target found.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct FindingInfo {
    /// The id of the rule.
    pub code: &'static str,
    /// How often it was found.
    pub count: u64,
    /// Where it was found first.
    pub path: String,
    /// The byte of the input where it was found first.
    pub offset: Option<u64>,
    /// What was found, in a few words, where the summary does not say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What happens.
    pub summary: &'static str,
    /// What to do.
    pub advice: &'static str,
    /// `note` where nothing is wrong, else `defect`.
    pub severity: &'static str,
}

/// Returns findings in the form of the JSON output.
pub fn findings(found: &[Lint]) -> Vec<FindingInfo> {
    found.iter().map(|lint| FindingInfo::new(lint.rule, lint.count, lint.offset, lint.path.clone())).collect()
}

impl FindingInfo {
    /// Says where a rule found something.
    pub(crate) fn new(rule: &Rule, count: u64, offset: Option<u64>, path: String) -> Self {
        let severity = if rule.is_note { Severity::Note } else { Severity::Defect }.name();
        let (code, detail) = (rule.id, String::new());
        Self { code, count, path, offset, detail, summary: rule.summary, advice: rule.advice, severity }
    }
}

/// Returns what a file was read with that breaks the rules of its format, in the same form.
pub(super) fn of_reading(found: &Diagnostics) -> impl Iterator<Item = FindingInfo> {
    of_codes(found, |code| code.severity() == Severity::Defect)
}

/// Returns what was found by some codes as problems.
pub(super) fn of_codes(found: &Diagnostics, wrong: impl Fn(Code) -> bool) -> impl Iterator<Item = FindingInfo> {
    let entries = found.entries().iter().filter(move |entry| wrong(entry.code));
    entries.map(|entry| FindingInfo {
        code: entry.code.id(),
        count: entry.count,
        path: entry.path.clone(),
        offset: entry.offset,
        detail: entry.detail.clone(),
        summary: entry.code.summary(),
        advice: entry.code.advice(),
        severity: Severity::Defect.name(),
    })
}

//! What checks and conversions say.

use super::{List, Name};
use crate::enums::Severity;

/// What was dropped, repaired or approximated, or what a rule of an engine found.
#[repr(C)]
pub struct Diagnostic {
    /// The code: "lost-keys". `retromesh help CODE` explains it.
    pub code: Name,
    /// How much it matters; RETROMESH_SEVERITY_DEFECT for what a rule found.
    pub severity: Severity,
    /// How often it happened.
    pub count: u64,
    /// The byte of the input where it happened first, or RETROMESH_NO_OFFSET.
    pub offset: u64,
    /// The structure where it happened first.
    pub path: Name,
    /// What exactly was found, or empty.
    pub detail: Name,
    /// What the code means, in a sentence.
    pub summary: Name,
}

/// A file that a conversion in memory made.
#[repr(C)]
pub struct MadeFile {
    /// The name: a path, with slashes, below the folder of the model.
    pub name: Name,
    /// The bytes.
    pub bytes: List<u8>,
}

/// What a check or a conversion has to say. All that it leads to lives until `retromesh_report_free`.
#[repr(C)]
pub struct Report {
    /// Whether a check found nothing; a conversion that is done is always fine.
    pub ok: bool,
    /// The verdict of a check in a line, as `retromesh check` prints it; empty for a conversion.
    pub verdict: Name,
    /// The id of the format of the input.
    pub from: Name,
    /// The id of the format of the output; empty for a check.
    pub to: Name,
    /// The size of the input in bytes.
    pub bytes_in: u64,
    /// The size of the output and of what belongs next to it, in bytes; 0 for a check.
    pub bytes_out: u64,
    /// What was found while the file was read and written.
    pub diagnostics: List<Diagnostic>,
    /// What the rules of the option `target` of a check found.
    pub findings: List<Diagnostic>,
    /// What a conversion in memory made: the model, then what belongs next to it.
    pub files: List<MadeFile>,
}

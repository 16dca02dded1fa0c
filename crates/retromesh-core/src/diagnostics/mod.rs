//! What was lost, approximated or repaired on the way: coded, counted, with the place where it first happened.

mod codes;

pub use codes::Code;

use crate::error::{Error, ErrorKind, Result, write_place};
use std::borrow::Cow;
use std::fmt;

/// Says how much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A fact worth knowing; nothing was changed.
    Note,
    /// The input breaks its format's rules and was repaired; an error in strict mode.
    Defect,
    /// The output says nearly the same as the input.
    Approximated,
    /// The output does not hold something that the input held.
    Lost,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Approximated, Self::Defect, Self::Note];

    /// Returns the lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Defect => "defect",
            Self::Approximated => "approximated",
            Self::Lost => "lost",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One finding before it is counted: what the reporting code fills in.
#[derive(Debug, Clone)]
pub struct Finding {
    code: Code,
    count: u64,
    offset: Option<u64>,
    path: Cow<'static, str>,
    detail: Cow<'static, str>,
}

impl Finding {
    /// Builds a finding that happened once, at no known place.
    pub fn new(code: Code) -> Self {
        Self { code, count: 1, offset: None, path: "".into(), detail: "".into() }
    }

    /// Sets how many times it happened; a count of zero reports nothing.
    #[must_use]
    pub fn times(mut self, count: usize) -> Self {
        self.count = count as u64;
        self
    }

    /// Sets the absolute byte offset of the first occurrence.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Sets the structural path of the first occurrence.
    #[must_use]
    pub fn within(mut self, path: impl Into<Cow<'static, str>>) -> Self {
        self.path = path.into();
        self
    }

    /// Says what exactly was found, in a few words; findings of one code that differ in it are counted apart.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }
}

/// One counted entry of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code; its id is stable.
    pub code: Code,
    /// How many times it happened.
    pub count: u64,
    /// The absolute byte offset of the first occurrence, where it is known.
    pub offset: Option<u64>,
    /// The structural path of the first occurrence, or empty.
    pub path: String,
    /// What exactly was found, or empty.
    pub detail: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code.severity(), self.code)?;
        if self.count != 1 {
            write!(f, " x{}", self.count)?;
        }
        write!(f, ": {}", if self.detail.is_empty() { self.code.summary() } else { &self.detail })?;
        write_place(f, self.offset, &self.path)
    }
}

/// The maximum number of entries that one code may have; what exceeds it is counted in the last of them.
const MAX_DETAILS_PER_CODE: usize = 16;
/// That of images that are missing: whoever looks for them wants to know each.
const MAX_MISSING_IMAGES: usize = 1024;

/// Collects the diagnostics of one operation.
///
/// Entries are joined by code and detail, so the collection stays small whatever the input is.
///
/// ```
/// use retromesh_core::{Code, Diagnostics, Finding};
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.report(Finding::new(Code::ZeroWeight).times(3).within("NODE[2]"))?;
/// diagnostics.report(Finding::new(Code::ZeroWeight).times(2).within("NODE[7]"))?;
/// let entry = &diagnostics.entries()[0];
/// assert_eq!((entry.code.id(), entry.count, entry.path.as_str()), ("zero-weight", 5, "NODE[2]"));
/// # Ok::<(), retromesh_core::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    entries: Vec<Diagnostic>,
    strict: bool,
}

impl Diagnostics {
    /// Builds an empty, lenient collection: nothing reported is an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds an empty, strict collection: a reported [`Severity::Defect`] is an error.
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// Counts a finding, or fails with it if it is a defect and the collection strict.
    pub fn report(&mut self, finding: Finding) -> Result<()> {
        let Finding { code, count, offset, path, detail } = finding;
        if count == 0 {
            return Ok(());
        }
        if self.strict && code.severity() == Severity::Defect {
            let detail = if detail.is_empty() { Cow::Borrowed(code.summary()) } else { detail };
            let error = Error::new("", ErrorKind::Denied { code, detail }).within(path);
            return Err(match offset {
                Some(offset) => error.at(offset),
                None => error,
            });
        }
        let max = if code == Code::MissingImage { MAX_MISSING_IMAGES } else { MAX_DETAILS_PER_CODE };
        let mut same_code = 0;
        let mut last_of_code = None;
        for (i, entry) in self.entries.iter().enumerate().filter(|(_, e)| e.code == code) {
            same_code += 1;
            last_of_code = Some(i);
            if entry.detail == detail {
                same_code = max;
                break;
            }
        }
        match last_of_code.and_then(|i| self.entries.get_mut(i)) {
            Some(entry) if same_code >= max => entry.count = entry.count.saturating_add(count),
            _ => self.entries.push(Diagnostic {
                code,
                count,
                offset,
                path: path.into_owned(),
                detail: detail.into_owned(),
            }),
        }
        Ok(())
    }

    /// Reports something by how often it happened, or by whether it did, at no known place.
    pub fn note(&mut self, code: Code, times: impl Into<usize>, detail: impl Into<Cow<'static, str>>) -> Result<()> {
        self.report(Finding::new(code).times(times.into()).detail(detail))
    }

    /// Returns the entries in the order in which each first happened.
    pub fn entries(&self) -> &[Diagnostic] {
        &self.entries
    }

    /// Returns how many times a code was reported.
    pub fn count(&self, code: Code) -> u64 {
        self.entries.iter().filter(|e| e.code == code).map(|e| e.count).sum()
    }

    /// Returns whether something was lost or approximated.
    pub fn is_lossy(&self) -> bool {
        self.entries.iter().any(|e| e.code.severity() >= Severity::Approximated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_names_count_as_losses_and_new_names_of_files_do_not() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report(Finding::new(Code::RenamedFile)).unwrap();
        assert!(!diagnostics.is_lossy());
        for code in [Code::AlteredNames, Code::NamesMadeUnique, Code::TruncatedName] {
            let mut diagnostics = Diagnostics::new();
            diagnostics.report(Finding::new(code)).unwrap();
            assert!(diagnostics.is_lossy(), "{code}");
        }
    }

    #[test]
    fn each_missing_image_is_named() {
        for (code, expected) in [(Code::MissingImage, 100), (Code::UnsupportedImage, MAX_DETAILS_PER_CODE)] {
            let mut diagnostics = Diagnostics::new();
            (0..100).for_each(|n| diagnostics.report(Finding::new(code).detail(format!("{n}.png"))).unwrap());
            assert_eq!((diagnostics.entries().len(), diagnostics.count(code)), (expected, 100), "{code}");
        }
    }

    #[test]
    fn ids_are_unique_kebab_case_and_found_again() {
        for (i, &code) in Code::ALL.iter().enumerate() {
            assert!(code.id().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{code}");
            assert_eq!(Code::from_id(code.id()), Some(code));
            assert!(Code::ALL.iter().skip(i + 1).all(|c| c.id() != code.id()), "{code} twice");
            assert!(!code.summary().ends_with('.') && !code.advice().is_empty(), "{code}");
        }
    }

    #[test]
    fn details_are_counted_apart_up_to_a_limit() {
        let mut diagnostics = Diagnostics::new();
        for i in 0..100 {
            diagnostics.report(Finding::new(Code::UnsupportedImage).detail(format!("{i}.png"))).unwrap();
        }
        diagnostics.report(Finding::new(Code::UnsupportedImage).detail("3.png")).unwrap();
        assert_eq!(diagnostics.entries().len(), MAX_DETAILS_PER_CODE);
        assert_eq!(diagnostics.count(Code::UnsupportedImage), 101);
        assert_eq!(diagnostics.entries()[3].count, 2);
    }

    #[test]
    fn strict_fails_with_the_place() {
        let finding = || Finding::new(Code::ZeroNormal).at(16).within("NODE[1]");
        let error = Diagnostics::strict().report(finding()).unwrap_err();
        assert_eq!(error.to_string(), "zero-normal: a normal has no length at 0x10 in NODE[1]");
        assert!(Diagnostics::new().report(finding()).is_ok());
        assert!(Diagnostics::strict().report(finding().times(0)).is_ok());
    }
}

//! The one error type of the workspace: small, and precise about where and what.

use crate::diagnostics::Code;
use crate::valid::Violations;
use std::borrow::Cow;
use std::fmt;

/// The result of every fallible operation of the workspace.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Says what went wrong, in which format, at which byte offset and in which part of the file.
///
/// It is one pointer wide. Printed, it is one line:
///
/// ```
/// use retromesh_core::{Error, ErrorKind};
/// let error = Error::new("b3d", ErrorKind::bad("TRIS size", "a multiple of 12", "23")).at(0x2d).within("NODE[0] > TRIS[1]");
/// assert_eq!(error.to_string(), "b3d: bad TRIS size: expected a multiple of 12, found 23 at 0x2d in NODE[0] > TRIS[1]");
/// ```
#[derive(thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Located>);

#[derive(Debug, thiserror::Error)]
struct Located {
    format: &'static str,
    #[source]
    kind: ErrorKind,
    offset: Option<u64>,
    path: String,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.format.is_empty() {
            write!(f, "{}: ", self.format)?;
        }
        write!(f, "{}", self.kind)?;
        write_place(f, self.offset, &self.path)
    }
}

/// Ends a line with where something is, as far as that is known.
pub(crate) fn write_place(f: &mut fmt::Formatter<'_>, offset: Option<u64>, path: &str) -> fmt::Result {
    if let Some(offset) = offset {
        write!(f, " at {offset:#x}")?;
    }
    if path.is_empty() { Ok(()) } else { write!(f, " in {path}") }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Says which kind of thing went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends inside a structure.
    #[error("truncated {what}: expected {expected} bytes, found {found}")]
    Truncated {
        /// The structure or array that is cut.
        what: Cow<'static, str>,
        /// Bytes that it still needs.
        expected: u64,
        /// Bytes that are left.
        found: u64,
    },
    /// A value is not what the format allows.
    #[error("bad {what}: expected {expected}, found {found}")]
    Bad {
        /// The field.
        what: Cow<'static, str>,
        /// What the format allows there.
        expected: Cow<'static, str>,
        /// What the file holds.
        found: Cow<'static, str>,
    },
    /// An entry of an archive would be written outside the folder into which the archive is unpacked.
    #[error("bad name of an entry: expected a path below the archive, found {found:?}")]
    Outside {
        /// The name of the entry.
        found: String,
    },
    /// The format or version is known by name and not supported.
    #[error("{what} is not supported: {hint}")]
    Unsupported {
        /// What was found, by name.
        what: Cow<'static, str>,
        /// What is supported instead, or what to do.
        hint: Cow<'static, str>,
    },
    /// An option of the caller does not fit this file: a clip, a frame or a level that it does not have.
    #[error("no such {what}: expected {expected}, found {found}")]
    Option {
        /// What the option names.
        what: &'static str,
        /// What the file has.
        expected: Cow<'static, str>,
        /// What the caller asked for.
        found: Cow<'static, str>,
    },
    /// No format recognises the input.
    #[error("unknown format: {hint}")]
    UnknownFormat {
        /// What it is, where that says what to do.
        seen: Seen,
        /// What the bytes look like.
        hint: Cow<'static, str>,
    },
    /// A limit of the caller's [`Limits`](crate::Limits) is exceeded.
    #[error("{what} over the limit: at most {limit}, found {found}")]
    Limit {
        /// Which of the limits.
        kind: LimitKind,
        /// The limited quantity.
        what: Cow<'static, str>,
        /// The limit in force.
        limit: u64,
        /// What the input asks for.
        found: u64,
    },
    /// What is made of the input would be far larger than the input: see `Budget` in `retromesh-kit`.
    #[error("output would exceed {limit} bytes because of {what}")]
    Growth {
        /// What grew, and why.
        what: Cow<'static, str>,
        /// The limit in force.
        limit: u64,
    },
    /// The scene holds something that the target format cannot hold even approximately.
    #[error("cannot be written: {what}")]
    Unrepresentable {
        /// What cannot be written and why.
        what: Cow<'static, str>,
    },
    /// A scene that the caller has built breaks invariants.
    #[error("not a valid scene: {violations}")]
    InvalidScene {
        /// What is wrong with it.
        violations: Violations,
    },
    /// A diagnostic code was promoted to an error by the caller.
    #[error("{code}: {detail}")]
    Denied {
        /// The promoted code.
        code: Code,
        /// What was found.
        detail: Cow<'static, str>,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file's path as given.
        path: String,
        /// The operating system's error.
        source: std::io::Error,
    },
}

/// Says what an input is that no format recognises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Seen {
    /// Nothing: it has no bytes.
    Nothing,
    /// The text of a model, which can be packed.
    Text,
    /// Something else.
    Other,
}

/// Says which limit an input exceeds: a field of [`Limits`](crate::Limits), or another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`input_bytes`](crate::Limits::input_bytes).
    Input,
    /// [`unpacked_bytes`](crate::Limits::unpacked_bytes).
    Unpacked,
    /// [`depth`](crate::Limits::depth).
    Depth,
    /// [`lods`](crate::Limits::lods).
    Levels,
    /// One that no option of a call raises.
    Fixed,
}

impl ErrorKind {
    /// Builds [`ErrorKind::Limit`].
    pub fn limit(kind: LimitKind, what: impl Into<Cow<'static, str>>, limit: u64, found: u64) -> Self {
        Self::Limit { kind, what: what.into(), limit, found }
    }

    /// Builds [`ErrorKind::Bad`].
    pub fn bad(
        what: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::Bad { what: what.into(), expected: expected.into(), found: found.into() }
    }

    /// Builds [`ErrorKind::UnknownFormat`] of what is neither nothing nor the text of a model.
    pub fn unknown_format(hint: impl Into<Cow<'static, str>>) -> Self {
        Self::UnknownFormat { seen: Seen::Other, hint: hint.into() }
    }

    /// Builds [`ErrorKind::Option`].
    pub fn option(
        what: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::Option { what, expected: expected.into(), found: found.into() }
    }

    /// Builds [`ErrorKind::Truncated`].
    pub fn truncated(what: impl Into<Cow<'static, str>>, expected: u64, found: u64) -> Self {
        Self::Truncated { what: what.into(), expected, found }
    }

    /// Builds [`ErrorKind::Unsupported`].
    pub fn unsupported(what: impl Into<Cow<'static, str>>, hint: impl Into<Cow<'static, str>>) -> Self {
        Self::Unsupported { what: what.into(), hint: hint.into() }
    }

    /// Builds [`ErrorKind::Unrepresentable`].
    pub fn unrepresentable(what: impl Into<Cow<'static, str>>) -> Self {
        Self::Unrepresentable { what: what.into() }
    }
}

impl Error {
    /// Builds an error of a format (`""` for none) that has no place yet.
    pub fn new(format: &'static str, kind: ErrorKind) -> Self {
        Self(Box::new(Located { format, kind, offset: None, path: String::new() }))
    }

    /// Builds an input/output error about a file.
    pub fn io(path: impl Into<String>, source: std::io::Error) -> Self {
        Self::new("", ErrorKind::Io { path: path.into(), source })
    }

    /// Sets the absolute byte offset in the input.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Sets the structural path, outermost first, such as `NODE[0] > MESH`.
    #[must_use]
    pub fn within(mut self, path: impl Into<String>) -> Self {
        self.0.path = path.into();
        self
    }

    /// Names the format where the error has none yet.
    #[must_use]
    pub fn in_format(mut self, format: &'static str) -> Self {
        if self.0.format.is_empty() {
            self.0.format = format;
        }
        self
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the id of the format, or `""`.
    pub fn format(&self) -> &'static str {
        self.0.format
    }

    /// Returns the absolute byte offset in the input, where one is known.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Returns the structural path, or `""`.
    pub fn path(&self) -> &str {
        &self.0.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_one_line() {
        let bad = || ErrorKind::bad("TRIS size", "a multiple of 12", "23");
        let rows: [(Error, &str); 4] = [
            (Error::new("b3d", bad()), "b3d: bad TRIS size: expected a multiple of 12, found 23"),
            (Error::new("", bad()).at(45), "bad TRIS size: expected a multiple of 12, found 23 at 0x2d"),
            (
                Error::new("p3d", ErrorKind::truncated("LOD header", 12, 3)).within("LOD[0]"),
                "p3d: truncated LOD header: expected 12 bytes, found 3 in LOD[0]",
            ),
            (
                Error::new("p3d", ErrorKind::unsupported("ODOL v40 (Arma)", "only v7")),
                "p3d: ODOL v40 (Arma) is not supported: only v7",
            ),
        ];
        for (error, expected) in rows {
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn is_one_pointer_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }
}

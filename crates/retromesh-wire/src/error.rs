//! Failures of parsers: where, what and inside which structures.

use nom::Parser;
use retromesh_core::{Error, ErrorKind};
use std::borrow::Cow;
use std::fmt;

/// The result of every parser: the rest of the input and a value, or a [`Failure`].
pub type PResult<'a, T> = nom::IResult<&'a [u8], T, Failure<'a>>;

/// Any parser of borrowed bytes: a function, or a value made by [`parsers`](crate::parsers) and nom's combinators.
pub trait Parse<'a, T>: Parser<&'a [u8], Output = T, Error = Failure<'a>> {}

impl<'a, T, P: Parser<&'a [u8], Output = T, Error = Failure<'a>>> Parse<'a, T> for P {}

/// Records where and why a parser failed; one pointer wide.
///
/// Structures add their path segment with [`within`](crate::parsers::within) or nom's `context` while the failure travels outwards.
#[derive(Debug)]
pub struct Failure<'a>(Box<Trace<'a>>);

#[derive(Debug)]
struct Trace<'a> {
    at: &'a [u8],
    kind: ErrorKind,
    /// Innermost first.
    path: Vec<String>,
}

impl<'a> Failure<'a> {
    /// Builds a failure at the start of `at`, the input that is left.
    pub fn new(at: &'a [u8], kind: ErrorKind) -> Self {
        Self(Box::new(Trace { at, kind, path: Vec::new() }))
    }

    /// Returns the input that was left where the parser failed.
    pub fn at(&self) -> &'a [u8] {
        self.0.at
    }

    /// Returns the structural path, outermost first, such as `NODE[0] > MESH`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for segment in self.0.path.iter().rev() {
            if !path.is_empty() {
                path.push_str(" > ");
            }
            path.push_str(segment);
        }
        path
    }

    /// Adds the enclosing structure to the path.
    #[must_use]
    pub fn within(mut self, segment: impl Into<String>) -> Self {
        self.0.path.push(segment.into());
        self
    }

    /// Turns the failure into the error that users see, with its offset in `whole`.
    ///
    /// The offset is left out where the failure lies outside `whole`.
    pub fn into_error(self, format: &'static str, whole: &[u8]) -> Error {
        let path = self.path();
        let offset = checked_offset(whole, self.0.at);
        let error = Error::new(format, self.0.kind).within(path);
        match offset {
            Some(offset) => error.at(offset as u64),
            None => error,
        }
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind)?;
        if self.0.path.is_empty() { Ok(()) } else { write!(f, " in {}", self.path()) }
    }
}

impl<'a> nom::error::ParseError<&'a [u8]> for Failure<'a> {
    fn from_error_kind(at: &'a [u8], kind: nom::error::ErrorKind) -> Self {
        Self::new(at, ErrorKind::bad("structure", kind.description().to_owned(), show_bytes(at)))
    }

    /// Keeps the innermost cause.
    fn append(_: &'a [u8], _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

/// nom's `map_res` refuses a value with the kind of error that it was given; the place is where the value starts.
impl<'a> nom::error::FromExternalError<&'a [u8], ErrorKind> for Failure<'a> {
    fn from_external_error(at: &'a [u8], _: nom::error::ErrorKind, kind: ErrorKind) -> Self {
        Self::new(at, kind)
    }
}

/// nom's `context` adds a segment to the path.
impl<'a> nom::error::ContextError<&'a [u8]> for Failure<'a> {
    fn add_context(_: &'a [u8], segment: &'static str, other: Self) -> Self {
        other.within(segment)
    }
}

/// Fails at `i` with a kind of error.
pub fn fail<T>(i: &[u8], kind: ErrorKind) -> PResult<'_, T> {
    Err(nom::Err::Error(Failure::new(i, kind)))
}

/// Fails at `i` because a value is not what the format allows; where the value was just taken, nom's `map_res` says it.
///
/// ```
/// use nom::Parser;
/// use retromesh_core::ErrorKind;
/// use retromesh_wire::{parsers::le_u32, run};
/// let version = le_u32("version").map_res(|version| match version {
///     1 => Ok(version),
///     _ => Err(ErrorKind::bad("version", "1", version.to_string())),
/// });
/// let error = run("demo", &[9, 0, 0, 0], version).unwrap_err();
/// assert_eq!(error.to_string(), "demo: bad version: expected 1, found 9 at 0x0");
/// ```
pub fn bad<T>(
    i: &[u8],
    what: impl Into<Cow<'static, str>>,
    expected: impl Into<Cow<'static, str>>,
    found: impl Into<Cow<'static, str>>,
) -> PResult<'_, T> {
    fail(i, ErrorKind::bad(what, expected, found))
}

/// Strips nom's wrapper from a result, for callers that recover from a failure.
pub fn finish<T>(result: PResult<'_, T>) -> Result<(&[u8], T), Failure<'_>> {
    result.map_err(|error| match error {
        nom::Err::Error(failure) | nom::Err::Failure(failure) => failure,
        // Only streaming parsers report this, and the house style has none.
        nom::Err::Incomplete(_) => Failure::new(&[], ErrorKind::truncated("input", 1, 0)),
    })
}

/// Runs a parser over a whole input; what it leaves unread is ignored.
pub fn run<'a, T>(format: &'static str, whole: &'a [u8], mut parser: impl Parse<'a, T>) -> Result<T, Error> {
    match finish(parser.parse(whole)) {
        Ok((_, value)) => Ok(value),
        Err(failure) => Err(failure.into_error(format, whole)),
    }
}

/// Returns the byte offset of `part` in `whole`, or the length of `whole` where `part` lies outside it.
///
/// ```
/// let whole = [0u8; 10];
/// assert_eq!(retromesh_wire::offset_in(&whole, &whole[4..6]), 4);
/// ```
pub fn offset_in(whole: &[u8], part: &[u8]) -> u64 {
    checked_offset(whole, part).unwrap_or(whole.len()) as u64
}

fn checked_offset(whole: &[u8], part: &[u8]) -> Option<usize> {
    let offset = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    (offset.checked_add(part.len())? <= whole.len()).then_some(offset)
}

/// Shows the first bytes of an input in an error message, as quoted ASCII with escapes.
pub fn show_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "the end of the input".to_owned();
    }
    let shown = bytes.get(..bytes.len().min(8)).unwrap_or(bytes);
    format!("\"{}\"", shown.escape_ascii())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::parsers::{self, le_u8};
    use nom::{bytes::complete as bytes, error::context};

    fn check<'a, T: fmt::Debug>(whole: &'a [u8], parser: impl Parse<'a, T>, expected: &str) {
        assert_eq!(run("x", whole, parser).unwrap_err().to_string(), expected);
    }

    #[test]
    fn failures_name_offset_and_path() {
        let whole = b"abcdef";
        check(
            whole,
            |i: &'static [u8]| fail::<()>(&i[2..], ErrorKind::bad("a", "b", "c")),
            "x: bad a: expected b, found c at 0x2",
        );
        check(
            whole,
            context(
                "NODE",
                parsers::within(|| format!("TRIS[{}]", 1), |i: &'static [u8]| bad::<()>(&i[6..], "a", "b", "c")),
            ),
            "x: bad a: expected b, found c at 0x6 in NODE > TRIS[1]",
        );
        check(
            whole,
            |i: &'static [u8]| {
                Err(nom::Err::Failure(Failure::new(&i[1..], ErrorKind::truncated("t", 9, 5)))) as PResult<'_, ()>
            },
            "x: truncated t: expected 9 bytes, found 5 at 0x1",
        );
    }

    #[test]
    fn nom_errors_are_translated() {
        check(b"a\x1b", bytes::tag(&b"xy"[..]), "x: bad structure: expected Tag, found \"a\\x1b\" at 0x0");
        check(
            b"ab",
            |_: &'static [u8]| Err::<(&[u8], ()), _>(nom::Err::Incomplete(nom::Needed::Unknown)),
            "x: truncated input: expected 1 bytes, found 0",
        );
    }

    #[test]
    fn a_refused_value_is_placed_where_it_starts() {
        let mut value = (le_u8("a"), le_u8("b").map_res(|b| Err::<u8, _>(ErrorKind::bad("b", "less", b.to_string()))));
        check(b"\x01\x02", |i| value.parse(i), "x: bad b: expected less, found 2 at 0x1");
    }

    #[test]
    fn failures_of_another_buffer_have_no_offset() {
        let (whole, other) = ([0u8; 8], [1u8; 8]);
        let failure = Failure::new(&other[3..], ErrorKind::bad("a", "b", "c")).within("BLOCK");
        assert_eq!(failure.into_error("x", &whole).offset(), None);
        assert_eq!(offset_in(&whole, &other), 8);
    }

    #[test]
    fn is_one_pointer_wide() {
        assert_eq!(size_of::<Failure<'_>>(), size_of::<usize>());
    }
}

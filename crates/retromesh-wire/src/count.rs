//! The old form of [`parsers::count`].

use crate::error::PResult;
use crate::parsers;
use nom::Parser;

/// Old form of [`parsers::count`].
pub fn count<'a>(i: &'a [u8], what: &'static str, n: impl Into<i64>, min_element_size: usize) -> PResult<'a, usize> {
    parsers::count(what, n, min_element_size).parse(i)
}

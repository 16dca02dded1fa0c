//! Combinators that nom does not have in a form fit for these formats: they name the structures around a failure, and take no
//! more memory than the input.

use super::count;
use crate::error::Parse;
use nom::Parser;

/// Names the structure in which a failure happened; costs nothing otherwise.
///
/// A name that never changes goes through nom's `context`.
///
/// ```
/// use retromesh_wire::{parsers::{le_u32, within}, run};
/// let error = run("demo", &[0; 3], within(|| format!("MESH[{}]", 2), le_u32("flags"))).unwrap_err();
/// assert_eq!(error.to_string(), "demo: truncated flags: expected 4 bytes, found 3 at 0x0 in MESH[2]");
/// ```
pub fn within<'a, T>(segment: impl Fn() -> String, mut parser: impl Parse<'a, T>) -> impl Parse<'a, T> {
    move |i: &'a [u8]| parser.parse(i).map_err(|error| error.map(|failure| failure.within(segment())))
}

/// Takes `n` elements; a failure names the element, as in `LOD[3]`.
///
/// A count from the file goes through [`count`] first, so that the error says how many would fit.
///
/// ```
/// use retromesh_wire::{parsers::{le_u16, repeat}, run};
/// assert_eq!(run("demo", &[1, 0, 2, 0], repeat("KEY", 2, le_u16("time")))?, [1, 2]);
/// let error = run("demo", &[1, 0, 2, 0], repeat("KEY", 3, le_u16("time"))).unwrap_err();
/// assert_eq!(error.to_string(), "demo: truncated time: expected 2 bytes, found 0 at 0x4 in KEY[2]");
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub fn repeat<'a, T>(what: &'static str, n: usize, mut element: impl Parse<'a, T>) -> impl Parse<'a, Vec<T>> {
    move |mut i: &'a [u8]| {
        // Small elements are larger in memory than in the file: room for more than the input could hold is not taken in advance.
        let mut elements = Vec::with_capacity(n.min(i.len() / size_of::<T>().max(1)));
        for k in 0..n {
            let (rest, value) =
                element.parse(i).map_err(|error| error.map(|failure| failure.within(format!("{what}[{k}]"))))?;
            elements.push(value);
            i = rest;
        }
        Ok((i, elements))
    }
}

/// Takes as many elements as a count of the file says, of at least `smallest` bytes each; see [`count`] and [`repeat`].
pub fn counted<'a, T>(
    what: &'static str,
    n: u32,
    smallest: usize,
    mut element: impl Parse<'a, T>,
) -> impl Parse<'a, Vec<T>> {
    move |i| {
        let (i, n) = count(what, n, smallest).parse(i)?;
        repeat(what, n, |i| element.parse(i)).parse(i)
    }
}

/// Takes elements of at least `smallest` bytes until the input ends.
///
/// nom's `many0` would end at the first element that is broken; this fails there.
///
/// ```
/// use retromesh_wire::{parsers::{c_string, until_end}, run};
/// assert_eq!(run("demo", b"a\0bc\0", until_end(1, c_string("name")))?, ["a", "bc"]);
/// assert!(run("demo", b"a\0bc", until_end(1, c_string("name"))).is_err());
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub fn until_end<'a, T>(smallest: usize, mut element: impl Parse<'a, T>) -> impl Parse<'a, Vec<T>> {
    move |mut i: &'a [u8]| {
        let mut elements = Vec::with_capacity(i.len() / smallest.max(1));
        while !i.is_empty() {
            let (rest, value) = element.parse(i)?;
            elements.push(value);
            i = rest;
        }
        elements.shrink_to_fit();
        Ok((i, elements))
    }
}

/// Runs a parser at an offset of a whole file, and takes nothing: for formats that are read by following offsets.
///
/// An offset beyond the file is its end.
///
/// ```
/// use retromesh_wire::{parsers::{at, le_u16}, run};
/// assert_eq!(run("demo", &[1, 0, 2, 0], (at(2, le_u16("b")), at(0, le_u16("a"))))?, (2, 1));
/// let error = run("demo", &[1, 0, 2, 0], at(9, le_u16("b"))).unwrap_err();
/// assert_eq!(error.to_string(), "demo: truncated b: expected 2 bytes, found 0 at 0x4");
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub fn at<'a, T>(offset: usize, mut parser: impl Parse<'a, T>) -> impl Parse<'a, T> {
    move |whole: &'a [u8]| {
        let (_, here) = whole.split_at(offset.min(whole.len()));
        parser.parse(here).map(|(_, value)| (whole, value))
    }
}

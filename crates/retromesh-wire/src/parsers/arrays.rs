//! Arrays that borrow the input, and the guard before every counted loop.

use super::take;
use crate::error::{PResult, Parse, bad, fail};
use crate::records::Records;
use crate::row::Row;
use crate::rows::Rows;
use nom::Parser;
use retromesh_core::ErrorKind;

/// Checks a count from a file against the bytes that are left, so that no allocation or loop outgrows the input.
///
/// `n` elements of at least `min_element_size` bytes each must fit into what is left; a minimum of 0 counts as 1. Takes nothing and
/// gives the count.
///
/// ```
/// use retromesh_wire::{parsers::count, run};
/// assert_eq!(run("demo", &[0; 36], count("triangle", 3u32, 12))?, 3);
/// assert_eq!(
///     run("demo", &[0; 36], count("triangle", -1i32, 12)).unwrap_err().to_string(),
///     "demo: bad triangle count: expected at most 3 (12 bytes each, 36 bytes left), found -1 at 0x0"
/// );
/// # Ok::<(), retromesh_core::Error>(())
/// ```
#[inline]
pub fn count<'a>(what: &'static str, n: impl Into<i64>, min_element_size: usize) -> impl Parse<'a, usize> {
    let (n, each) = (n.into(), min_element_size.max(1));
    move |i: &'a [u8]| {
        let max = i.len() / each;
        match usize::try_from(n) {
            Ok(n) if n <= max => Ok((i, n)),
            _ => bad(
                i,
                format!("{what} count"),
                format!("at most {max} ({each} bytes each, {} bytes left)", i.len()),
                n.to_string(),
            ),
        }
    }
}

/// Takes exactly `n` rows.
///
/// A count that comes from the file goes through [`counted_rows`].
#[inline]
pub fn rows<'a, T: Row>(what: &'static str, n: usize) -> impl Parse<'a, Rows<'a, T>> {
    move |i| sized(i, what, n, T::SIZE.max(1)).map(|(i, bytes)| (i, Rows::view(bytes)))
}

/// Takes as many rows as a count of the file says, checked by [`count`](fn@count).
#[inline]
pub fn counted_rows<'a, T: Row>(what: &'static str, n: impl Into<i64>) -> impl Parse<'a, Rows<'a, T>> {
    count(what, n, T::SIZE).flat_map(move |n| rows(what, n))
}

/// Takes the whole input, which must be a whole number of rows.
///
/// ```
/// use retromesh_wire::{parsers::all_rows, run};
/// let error = run("b3d", &[0; 23], all_rows::<[u32; 3]>("TRIS")).unwrap_err();
/// assert_eq!(error.to_string(), "b3d: bad TRIS size: expected a multiple of 12, found 23 at 0x0");
/// ```
#[inline]
pub fn all_rows<'a, T: Row>(what: &'static str) -> impl Parse<'a, Rows<'a, T>> {
    move |i| all(i, what, T::SIZE.max(1)).map(|(i, bytes)| (i, Rows::view(bytes)))
}

/// Takes exactly `n` records of `stride` bytes.
#[inline]
pub fn records<'a>(what: &'static str, n: usize, stride: usize) -> impl Parse<'a, Records<'a>> {
    let stride = stride.max(1);
    move |i| sized(i, what, n, stride).map(|(i, bytes)| (i, Records::view(bytes, stride)))
}

/// Takes the whole input, which must be a whole number of records of `stride` bytes.
#[inline]
pub fn all_records<'a>(what: &'static str, stride: usize) -> impl Parse<'a, Records<'a>> {
    let stride = stride.max(1);
    move |i| all(i, what, stride).map(|(i, bytes)| (i, Records::view(bytes, stride)))
}

fn sized<'a>(i: &'a [u8], what: &'static str, n: usize, each: usize) -> PResult<'a, &'a [u8]> {
    match n.checked_mul(each) {
        Some(size) => take(what, size).parse(i),
        None => fail(i, ErrorKind::truncated(what, u64::MAX, i.len() as u64)),
    }
}

fn all<'a>(i: &'a [u8], what: &'static str, each: usize) -> PResult<'a, &'a [u8]> {
    if !i.len().is_multiple_of(each) {
        return bad(i, format!("{what} size"), format!("a multiple of {each}"), i.len().to_string());
    }
    take(what, i.len()).parse(i)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::error::{finish, run};
    use glam::Vec3;

    #[test]
    fn accepts_what_fits_and_nothing_else() {
        let input = [0u8; 24];
        let rows: [(i64, usize, bool); 10] = [
            (0, 12, true),
            (2, 12, true),
            (3, 12, false),
            (-1, 12, false),
            (24, 1, true),
            (24, 0, true),
            (25, 0, false),
            (i64::MAX, usize::MAX, false),
            (1, usize::MAX, false),
            (i64::MIN, 1, false),
        ];
        for (n, each, fits) in rows {
            let result = finish(count("thing", n, each).parse(&input));
            assert_eq!(result.is_ok(), fits, "{n} x {each}");
            if let Ok((rest, got)) = result {
                assert_eq!((rest.len(), got as i64), (24, n));
            }
        }
    }

    #[test]
    fn unusual_sizes_and_counts_are_errors() {
        fn check<'a, T>(input: &'a [u8], mut parser: impl Parse<'a, T>, expected: &str) {
            assert_eq!(run("x", input, |i| parser.parse(i)).err().unwrap().to_string(), expected);
        }
        let input = [0u8; 30];
        check(&input, rows::<Vec3>("keys", 3), "x: truncated keys: expected 36 bytes, found 30 at 0x0");
        check(
            &input,
            rows::<Vec3>("keys", usize::MAX),
            "x: truncated keys: expected 18446744073709551615 bytes, found 30 at 0x0",
        );
        check(
            &input,
            counted_rows::<Vec3>("keys", -5i32),
            "x: bad keys count: expected at most 2 (12 bytes each, 30 bytes left), found -5 at 0x0",
        );
        check(&input, all_rows::<Vec3>("keys"), "x: bad keys size: expected a multiple of 12, found 30 at 0x0");
        check(&input, all_records("VRTS", 32), "x: bad VRTS size: expected a multiple of 32, found 30 at 0x0");
        check(&input, records("VRTS", 2, 20), "x: truncated VRTS: expected 40 bytes, found 30 at 0x0");
        assert!(run("x", &input, records("VRTS", usize::MAX, 20)).is_err());
        let (rest, two) = rows::<Vec3>("keys", 2).parse(&input).unwrap();
        assert_eq!((rest.len(), two.len(), two.bytes().as_ptr()), (6, 2, input.as_ptr()));
    }
}

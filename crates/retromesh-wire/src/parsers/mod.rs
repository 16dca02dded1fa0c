//! Parsers as values, to be combined with nom: a structure is a tuple of its fields.
//!
//! Each takes the name of what it reads, which errors repeat. All numbers are little-endian, and none of the parsers asks for more
//! input: what is not there is an error. Floats keep their bits, signalling NaNs included.
//!
//! ```
//! use glam::Vec3;
//! use nom::Parser;
//! use retromesh_wire::parsers::{c_string, le_u32, vec3};
//! use retromesh_wire::{PResult, RawStr, run};
//!
//! struct Light<'a> {
//!     name: RawStr<'a>,
//!     color: Vec3,
//!     flags: u32,
//! }
//!
//! /// Name, colour, flags.
//! fn light(i: &[u8]) -> PResult<'_, Light<'_>> {
//!     (c_string("light name"), vec3("light color"), le_u32("light flags"))
//!         .map(|(name, color, flags)| Light { name, color, flags })
//!         .parse(i)
//! }
//!
//! let error = run("demo", b"sun\0\0\0\0\0", light).err().unwrap();
//! assert_eq!(error.to_string(), "demo: truncated light color: expected 12 bytes, found 4 at 0x4");
//! ```

mod arrays;
mod structures;

use crate::error::{Parse, bad, fail, show_bytes};
use crate::row::Row;
use crate::string::{FixedStr, RawStr};
use glam::Vec3;
use nom::Parser;
use retromesh_core::ErrorKind;
use std::ffi::CStr;

pub use arrays::{all_records, all_rows, count, counted_rows, records, rows};
pub use structures::{at, counted, repeat, until_end, within};

/// Takes `n` bytes.
///
/// ```
/// use retromesh_wire::{parsers::take, run};
/// assert_eq!(run("demo", b"abcd", take("name", 3))?, b"abc");
/// assert_eq!(
///     run("demo", b"ab", take("name", 3)).unwrap_err().to_string(),
///     "demo: truncated name: expected 3 bytes, found 2 at 0x0"
/// );
/// # Ok::<(), retromesh_core::Error>(())
/// ```
#[inline]
pub fn take<'a>(what: &'static str, n: usize) -> impl Parse<'a, &'a [u8]> {
    move |i: &'a [u8]| match i.split_at_checked(n) {
        Some((taken, rest)) => Ok((rest, taken)),
        None => fail(i, ErrorKind::truncated(what, n as u64, i.len() as u64)),
    }
}

/// Takes one row: a number, an array of numbers, a vector or a structure of fixed size.
#[inline]
pub fn row<'a, T: Row>(what: &'static str) -> impl Parse<'a, T> {
    take(what, T::SIZE).map(T::read)
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<'a>(what: &'static str) -> impl Parse<'a, $type> {
            row(what)
        }
    )*};
}

fields! {
    /// Takes a `u8`.
    le_u8: u8;
    /// Takes a `u16`.
    le_u16: u16;
    /// Takes a `u32`.
    le_u32: u32;
    /// Takes an `i32`.
    le_i32: i32;
    /// Takes an `f32`, bits untouched.
    le_f32: f32;
    /// Takes three `f32`.
    vec3: Vec3;
    /// Takes a four-byte tag as it is.
    tag4: [u8; 4];
}

/// Takes fixed bytes, such as a magic.
///
/// ```
/// use retromesh_wire::{parsers::expect, run};
/// let error = run("demo", b"BB2D....", expect("magic", b"BB3D")).unwrap_err();
/// assert_eq!(error.to_string(), "demo: bad magic: expected \"BB3D\", found \"BB2D\" at 0x0");
/// ```
pub fn expect<'a>(what: &'static str, bytes: &'static [u8]) -> impl Parse<'a, ()> {
    take(what, bytes.len()).map_res(move |found| {
        if found == bytes { Ok(()) } else { Err(ErrorKind::bad(what, show_bytes(bytes), show_bytes(found))) }
    })
}

/// Takes the bytes up to a NUL, and the NUL.
#[inline]
pub fn c_string<'a>(what: &'static str) -> impl Parse<'a, RawStr<'a>> {
    move |i: &'a [u8]| {
        // Examines many bytes at once.
        let end = CStr::from_bytes_until_nul(i).ok().map(CStr::count_bytes);
        match end.and_then(|end| Some((i.get(..end)?, i.get(end + 1..)?))) {
            Some((text, rest)) => Ok((rest, RawStr::new(text))),
            None => bad(i, what, "a string that ends in NUL", format!("{} bytes without one", i.len())),
        }
    }
}

/// Takes a string field of `n` bytes, kept whole with whatever follows its NUL.
#[inline]
pub fn fixed_string<'a>(what: &'static str, n: usize) -> impl Parse<'a, FixedStr<'a>> {
    take(what, n).map(FixedStr::new)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::error::run;

    #[test]
    fn each_field_reads_its_bytes_and_reports_each_truncation() {
        fn check<'a, T: PartialEq + std::fmt::Debug>(longer: &'a [u8], mut parser: impl Parse<'a, T>, expected: &T) {
            let (bytes, end) = longer.split_at(longer.len() - 1);
            let (rest, value) = parser.parse(longer).unwrap();
            assert_eq!((&value, rest), (expected, end));
            for cut in 0..bytes.len() {
                let error = run("x", &bytes[..cut], |i| parser.parse(i)).unwrap_err();
                let text = format!("x: truncated f: expected {} bytes, found {cut} at 0x0", bytes.len());
                assert_eq!(error.to_string(), text);
            }
        }
        check(&[0xff, 9], le_u8("f"), &255);
        check(&[1, 2, 9], le_u16("f"), &0x0201);
        check(&[1, 2, 3, 4, 9], le_u32("f"), &0x0403_0201);
        check(&[0xff; 5], le_i32("f"), &-1);
        check(&[0, 0, 0xc0, 0x3f, 9], le_f32("f"), &1.5);
        let four: Vec<u8> = [1f32, 2., 3., 4.].iter().flat_map(|v| v.to_le_bytes()).collect();
        check(&four[..13], vec3("f"), &Vec3::new(1., 2., 3.));
        check(b"TRIS.", tag4("f"), b"TRIS");
        check(b"ab\0c.", fixed_string("f", 4), &FixedStr::new(&b"ab\0c"[..]));
        check(b"BB3D.", expect("f", b"BB3D"), &());
    }

    #[test]
    fn strings_end_at_their_nul() {
        let (rest, text) = c_string("name").parse(b"ab\0cd").unwrap();
        assert_eq!((rest, text.bytes()), (&b"cd"[..], &b"ab"[..]));
        let (rest, text) = c_string("name").parse(b"\0").unwrap();
        assert_eq!((rest.len(), text.bytes().len()), (0, 0));
        let error = run("x", b"abc", c_string("name")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x: bad name: expected a string that ends in NUL, found 3 bytes without one at 0x0"
        );
    }

    #[test]
    fn floats_keep_their_bits() {
        for bits in [0x7f80_0001u32, 0xffbf_ffff, 0x7fc0_1234, 0x8000_0000, 0x0000_0001] {
            let bytes = bits.to_le_bytes();
            let (_, value) = le_f32("f").parse(&bytes).unwrap();
            assert_eq!(value.to_bits(), bits);
            let mut out = Vec::new();
            crate::Put::put_f32(&mut out, std::hint::black_box(value));
            assert_eq!(out, bytes);
        }
    }
}

//! Parsers of single fields; each takes the field's name, which errors repeat.
//!
//! All numbers are little-endian, all parsers are complete-mode. Floats keep their bits, signalling NaNs included.

use crate::error::{PResult, bad, fail, show_bytes};
use crate::row::Row;
use crate::string::{FixedStr, RawStr};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::ErrorKind;

/// Takes `n` bytes.
///
/// ```
/// use retromesh_wire::{fields::take, run};
/// assert_eq!(run("demo", b"abcd", |i| take(i, "name", 3))?, b"abc");
/// assert_eq!(
///     run("demo", b"ab", |i| take(i, "name", 3)).unwrap_err().to_string(),
///     "demo: truncated name: expected 3 more bytes, found 2 at 0x0"
/// );
/// # Ok::<(), retromesh_core::Error>(())
/// ```
#[inline]
pub fn take<'a>(i: &'a [u8], what: &'static str, n: usize) -> PResult<'a, &'a [u8]> {
    match i.split_at_checked(n) {
        Some((taken, rest)) => Ok((rest, taken)),
        None => fail(i, ErrorKind::truncated(what, n as u64, i.len() as u64)),
    }
}

/// Takes one row: a number, an array of numbers, a vector or a structure of fixed size.
#[inline]
pub fn row<'a, T: Row>(i: &'a [u8], what: &'static str) -> PResult<'a, T> {
    let (i, bytes) = take(i, what, T::SIZE)?;
    Ok((i, T::read(bytes)))
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<'a>(i: &'a [u8], what: &'static str) -> PResult<'a, $type> {
            row(i, what)
        }
    )*};
}

fields! {
    /// Takes a `u8`.
    le_u8: u8;
    /// Takes an `i8`.
    le_i8: i8;
    /// Takes a `u16`.
    le_u16: u16;
    /// Takes an `i16`.
    le_i16: i16;
    /// Takes a `u32`.
    le_u32: u32;
    /// Takes an `i32`.
    le_i32: i32;
    /// Takes an `f32`, bits untouched.
    le_f32: f32;
    /// Takes two `f32`.
    vec2: Vec2;
    /// Takes three `f32`.
    vec3: Vec3;
    /// Takes four `f32`.
    vec4: Vec4;
    /// Takes a four-byte tag as it is.
    tag4: [u8; 4];
}

/// Takes fixed bytes, such as a magic.
///
/// ```
/// use retromesh_wire::{fields::expect, run};
/// let error = run("demo", b"BB2D....", |i| expect(i, "magic", b"BB3D")).unwrap_err();
/// assert_eq!(error.to_string(), "demo: bad magic: expected \"BB3D\", found \"BB2D\" at 0x0");
/// ```
pub fn expect<'a>(i: &'a [u8], what: &'static str, bytes: &[u8]) -> PResult<'a, ()> {
    let (rest, found) = take(i, what, bytes.len())?;
    if found == bytes { Ok((rest, ())) } else { bad(i, what, show_bytes(bytes), show_bytes(found)) }
}

/// Takes the bytes up to a NUL, and the NUL.
pub fn c_string<'a>(i: &'a [u8], what: &'static str) -> PResult<'a, RawStr<'a>> {
    let end = i.iter().position(|&byte| byte == 0);
    match end.and_then(|end| Some((i.get(..end)?, i.get(end + 1..)?))) {
        Some((text, rest)) => Ok((rest, RawStr::new(text))),
        None => bad(i, what, "a string that ends in NUL", format!("{} bytes without one", i.len())),
    }
}

/// Takes a string field of `n` bytes, kept whole with whatever stands behind its NUL.
pub fn fixed_string<'a>(i: &'a [u8], what: &'static str, n: usize) -> PResult<'a, FixedStr<'a>> {
    let (i, bytes) = take(i, what, n)?;
    Ok((i, FixedStr::new(bytes)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::error::run;

    #[test]
    fn each_field_reads_its_bytes_and_reports_each_truncation() {
        fn check<T: PartialEq + std::fmt::Debug>(bytes: &[u8], parser: impl Fn(&[u8]) -> PResult<'_, T>, expected: &T) {
            let mut longer = bytes.to_vec();
            longer.push(0xee);
            let (rest, value) = parser(&longer).unwrap();
            assert_eq!((&value, rest), (expected, &[0xee][..]));
            for cut in 0..bytes.len() {
                let error = run("x", &bytes[..cut], |i| parser(i).map(|(i, _)| (i, ()))).unwrap_err();
                let text = format!("x: truncated f: expected {} more bytes, found {cut} at 0x0", bytes.len());
                assert_eq!(error.to_string(), text);
            }
        }
        check(&[0xff], |i| le_u8(i, "f"), &255);
        check(&[0xff], |i| le_i8(i, "f"), &-1);
        check(&[1, 2], |i| le_u16(i, "f"), &0x0201);
        check(&[0xfe, 0xff], |i| le_i16(i, "f"), &-2);
        check(&[1, 2, 3, 4], |i| le_u32(i, "f"), &0x0403_0201);
        check(&[0xff; 4], |i| le_i32(i, "f"), &-1);
        check(&1.5f32.to_le_bytes(), |i| le_f32(i, "f"), &1.5);
        let four: Vec<u8> = [1f32, 2., 3., 4.].iter().flat_map(|v| v.to_le_bytes()).collect();
        check(&four[..8], |i| vec2(i, "f"), &Vec2::new(1., 2.));
        check(&four[..12], |i| vec3(i, "f"), &Vec3::new(1., 2., 3.));
        check(&four, |i| vec4(i, "f"), &Vec4::new(1., 2., 3., 4.));
        check(b"TRIS", |i| tag4(i, "f"), b"TRIS");
        check(b"ab\0c", |i| fixed_string(i, "f", 4).map(|(i, text)| (i, text.bytes().to_vec())), &b"ab\0c".to_vec());
        check(b"BB3D", |i| expect(i, "f", b"BB3D"), &());
    }

    #[test]
    fn strings_end_at_their_nul() {
        let (rest, text) = c_string(b"ab\0cd", "name").unwrap();
        assert_eq!((rest, text.bytes()), (&b"cd"[..], &b"ab"[..]));
        let (rest, text) = c_string(b"\0", "name").unwrap();
        assert_eq!((rest.len(), text.bytes().len()), (0, 0));
        let error = run("x", b"abc", |i| c_string(i, "name")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x: bad name: expected a string that ends in NUL, found 3 bytes without one at 0x0"
        );
    }

    #[test]
    fn floats_keep_their_bits() {
        for bits in [0x7f80_0001u32, 0xffbf_ffff, 0x7fc0_1234, 0x8000_0000, 0x0000_0001] {
            let bytes = bits.to_le_bytes();
            let (_, value) = le_f32(&bytes, "f").unwrap();
            assert_eq!(value.to_bits(), bits);
            let mut out = Vec::new();
            crate::Put::put_f32(&mut out, std::hint::black_box(value));
            assert_eq!(out, bytes);
        }
    }
}

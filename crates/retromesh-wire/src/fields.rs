//! The old forms of [`parsers`].

use crate::error::{PResult, bad, show_bytes};
use crate::parsers;
use crate::row::Row;
use crate::string::{FixedStr, RawStr};
use glam::{Vec2, Vec3, Vec4};
use nom::Parser;

/// Old form.
#[inline]
pub fn take<'a>(i: &'a [u8], what: &'static str, n: usize) -> PResult<'a, &'a [u8]> {
    parsers::take(what, n).parse(i)
}

/// Old form.
#[inline]
pub fn row<'a, T: Row>(i: &'a [u8], what: &'static str) -> PResult<'a, T> {
    parsers::row(what).parse(i)
}

macro_rules! fields {
    ($($name:ident: $type:ty;)*) => {$(
        /// Old form.
        #[inline]
        pub fn $name<'a>(i: &'a [u8], what: &'static str) -> PResult<'a, $type> {
            row(i, what)
        }
    )*};
}

fields! {
    le_u8: u8;
    le_i8: i8;
    le_u16: u16;
    le_i16: i16;
    le_u32: u32;
    le_i32: i32;
    le_f32: f32;
    vec2: Vec2;
    vec3: Vec3;
    vec4: Vec4;
    tag4: [u8; 4];
}

/// Old form.
pub fn expect<'a>(i: &'a [u8], what: &'static str, bytes: &[u8]) -> PResult<'a, ()> {
    let (rest, found) = take(i, what, bytes.len())?;
    if found == bytes { Ok((rest, ())) } else { bad(i, what, show_bytes(bytes), show_bytes(found)) }
}

/// Old form.
pub fn c_string<'a>(i: &'a [u8], what: &'static str) -> PResult<'a, RawStr<'a>> {
    parsers::c_string(what).parse(i)
}

/// Old form.
pub fn fixed_string<'a>(i: &'a [u8], what: &'static str, n: usize) -> PResult<'a, FixedStr<'a>> {
    parsers::fixed_string(what, n).parse(i)
}

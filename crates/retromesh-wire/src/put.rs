//! The writing side: little-endian fields appended to a `Vec<u8>`.

use crate::records::Records;
use crate::row::Row;
use crate::rows::Rows;
use crate::string::RawStr;
use glam::Vec3;
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::layout::{Part, Shape};

/// Writes the methods that append one value of a type.
macro_rules! put_rows {
    ($($(#[$doc:meta])* $name:ident($value:ty);)+) => {
        $($(#[$doc])*
        fn $name(&mut self, value: $value) {
            self.put_row(&value);
        })+
    };
}

/// The place of a length field that is filled in when its body is complete; see [`Put::begin_len`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LenMark(pub(crate) usize);

/// Appends little-endian fields to a `Vec<u8>`.
///
/// Errors carry no format yet: see [`Error::in_format`].
///
/// ```
/// use retromesh_wire::Put;
/// let mut out = Vec::new();
/// out.put_bytes(b"TEXS");
/// let len = out.begin_len();
/// out.put_c_string(&"a.png".into())?;
/// out.put_u32(9);
/// out.end_len_u32(len)?;
/// assert_eq!(out, b"TEXS\x0a\0\0\0a.png\0\x09\0\0\0");
/// # Ok::<(), retromesh_core::Error>(())
/// ```
///
/// What names fields ([`Put::field`], [`Put::entry`], [`Put::begin`], [`Put::end`], [`Put::each`]) does nothing here; a [`Trace`](crate::Trace) of
/// the same calls shows with them which byte of a file is what.
pub trait Put {
    /// Names what is put next, a field or a structure.
    #[inline]
    fn field(&mut self, _name: &'static str) -> &mut Self {
        self
    }

    /// Names what is put next, one of a list.
    #[inline]
    fn entry(&mut self, _name: &'static str) -> &mut Self {
        self
    }

    /// Begins a structure of a kind; what follows is inside it.
    #[inline]
    fn begin(&mut self, _kind: &'static str) {}

    /// Ends the structure that was begun last.
    #[inline]
    fn end(&mut self) {}

    /// Appends a list of structures of a kind, each of them by `put`.
    #[inline]
    fn each<T>(
        &mut self,
        list: &'static str,
        kind: &'static str,
        items: &[T],
        mut put: impl FnMut(&T, &mut Self) -> Result<(), Error>,
    ) -> Result<(), Error>
    where
        Self: Sized,
    {
        items.iter().try_for_each(|item| {
            self.entry(list).begin(kind);
            put(item, self)?;
            self.end();
            Ok(())
        })
    }

    /// Appends the bytes of a text, without an end.
    #[inline]
    fn put_text(&mut self, text: &[u8]) {
        self.put_bytes(text);
    }

    /// Appends records; `parts` says what each is made of, where somebody wants to know.
    #[inline]
    fn put_records(&mut self, records: &Records<'_>, _parts: impl FnOnce() -> Vec<Part<'static>>) {
        self.put_bytes(records.bytes());
    }

    /// Appends bytes that `parts` would append one by one, which only somebody calls who wants to know.
    #[inline]
    fn put_parts(&mut self, bytes: &[u8], _parts: impl FnOnce(&mut Self)) {
        self.put_bytes(bytes);
    }

    /// Appends a compressed stream that unpacks to rows of a shape.
    #[inline]
    fn put_packed(&mut self, stream: &[u8], _unpacked: &[u8], _shape: Shape<'_>) {
        self.put_bytes(stream);
    }

    /// Appends the lower three bytes of a number.
    fn put_u24(&mut self, value: u32);

    /// Fills in a length field with a number that need not be right.
    fn set_len(&mut self, mark: LenMark, size: u32);

    /// Appends a row: a number, an array, a vector or a structure of fixed size.
    fn put_row<T: Row>(&mut self, row: &T);

    /// Appends bytes as they are.
    fn put_bytes(&mut self, bytes: &[u8]);

    /// Appends rows in bulk, without a count.
    fn put_slice<T: Row>(&mut self, rows: &[T]);

    /// Appends a `u32` count or size, which must fit.
    fn put_count_u32(&mut self, what: &'static str, n: usize) -> Result<(), Error>;

    /// Appends an `i32` count or size, which must fit and not be negative.
    fn put_count_i32(&mut self, what: &'static str, n: usize) -> Result<(), Error>;

    /// Appends a `u16` count or size, which must fit.
    fn put_count_u16(&mut self, what: &'static str, n: usize) -> Result<(), Error>;

    /// Appends a string and its NUL; an error if the string holds one itself.
    fn put_c_string(&mut self, text: &RawStr<'_>) -> Result<(), Error>;

    /// Appends a four-byte length field, to be filled in by [`Put::end_len_u32`].
    fn begin_len(&mut self) -> LenMark;

    /// Fills in a length field with the number of bytes after it; an error if that exceeds `u32::MAX`.
    fn end_len_u32(&mut self, mark: LenMark) -> Result<(), Error>;

    /// Appends rows as they are, without a count.
    fn put_rows<T: Row>(&mut self, rows: &Rows<'_, T>) {
        self.put_bytes(rows.bytes());
    }

    put_rows! {
        /// Appends a `u8`.
        put_u8(u8);
        /// Appends a `u16`.
        put_u16(u16);
        /// Appends an `i16`.
        put_i16(i16);
        /// Appends a `u32`.
        put_u32(u32);
        /// Appends an `i32`.
        put_i32(i32);
        /// Appends an `f32`, bits untouched.
        put_f32(f32);
        /// Appends three `f32`.
        put_vec3(Vec3);
    }
}

impl Put for Vec<u8> {
    #[inline]
    fn put_row<T: Row>(&mut self, row: &T) {
        row.write(self);
    }

    #[inline]
    fn put_bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn put_slice<T: Row>(&mut self, rows: &[T]) {
        T::write_all(rows, self);
    }

    fn put_count_u32(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_u32(u32::try_from(n).map_err(|_| too_large(what, n, u64::from(u32::MAX)))?);
        Ok(())
    }

    fn put_count_i32(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_i32(i32::try_from(n).map_err(|_| too_large(what, n, i32::MAX as u64))?);
        Ok(())
    }

    fn put_count_u16(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_u16(u16::try_from(n).map_err(|_| too_large(what, n, u64::from(u16::MAX)))?);
        Ok(())
    }

    fn put_c_string(&mut self, text: &RawStr<'_>) -> Result<(), Error> {
        if text.bytes().contains(&0) {
            let what = format!("string \"{}\", which holds a NUL, as a NUL-terminated one", text.escaped());
            return Err(Error::new("", ErrorKind::unrepresentable(what)));
        }
        self.extend_from_slice(text.bytes());
        self.push(0);
        Ok(())
    }

    fn put_u24(&mut self, value: u32) {
        let [a, b, c, _] = value.to_le_bytes();
        self.extend_from_slice(&[a, b, c]);
    }

    fn set_len(&mut self, LenMark(at): LenMark, size: u32) {
        if let Some(field) = self.get_mut(at..at.saturating_add(4)) {
            size.store(field);
        }
    }

    fn begin_len(&mut self) -> LenMark {
        let mark = LenMark(self.len());
        self.put_u32(0);
        mark
    }

    fn end_len_u32(&mut self, mark: LenMark) -> Result<(), Error> {
        end_len(self, mark, u64::from(u32::MAX))
    }
}

/// Fills in a length of at most `max`, which fits into 32 bits.
fn end_len(out: &mut [u8], LenMark(at): LenMark, max: u64) -> Result<(), Error> {
    let body = at.saturating_add(4);
    let Some((field, size)) = out.len().checked_sub(body).and_then(|size| Some((out.get_mut(at..body)?, size))) else {
        return Err(Error::new("", ErrorKind::unrepresentable("a length whose field was cut off")));
    };
    if size as u64 > max {
        return Err(too_large("size", size, max).at(at as u64));
    }
    (size as u32).store(field);
    Ok(())
}

fn too_large(what: &'static str, found: usize, max: u64) -> Error {
    let what = if what.ends_with('s') { format!("{found} {what}") } else { format!("{what} {found}") };
    Error::new("", ErrorKind::unrepresentable(format!("{what}; the maximum is {max}")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn fields_are_little_endian() {
        let mut out = Vec::new();
        out.put_u8(1);
        out.put_u16(0x0203);
        out.put_i16(-2);
        out.put_u32(0x0405_0607);
        out.put_i32(-3);
        out.put_f32(1.0);
        let numbers = [1, 3, 2, 0xfe, 0xff, 7, 6, 5, 4, 0xfd, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f];
        assert_eq!(out, numbers);

        let (mut vectors, mut floats) = (Vec::new(), Vec::new());
        vectors.put_vec3(Vec3::new(3., 4., 5.));
        floats.put_slice(&[3f32, 4., 5.]);
        assert_eq!(vectors, floats);

        let mut rows = Vec::new();
        rows.put_rows(&Rows::from(vec![[1u16, 2]]));
        assert_eq!(rows, [1, 0, 2, 0]);
    }

    #[test]
    fn lengths_nest_and_count_what_follows() {
        let mut out = Vec::new();
        let outer = out.begin_len();
        let inner = out.begin_len();
        out.put_bytes(b"abc");
        out.end_len_u32(inner).unwrap();
        out.end_len_u32(outer).unwrap();
        assert_eq!(out, b"\x07\0\0\0\x03\0\0\0abc");
        out.truncate(6);
        assert!(out.end_len_u32(inner).is_err());
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let mut out = Vec::new();
        assert!(out.put_count_u16("faces", 65_535).is_ok());
        let error = out.put_count_u16("faces", 65_536).unwrap_err();
        assert_eq!(error.to_string(), "cannot be written: 65536 faces; the maximum is 65535");
        assert!(out.put_count_i32("faces", 0x8000_0000).is_err() && out.put_count_u32("faces", 0x8000_0000).is_ok());
        assert!(out.put_count_u32("faces", usize::MAX).is_err());
        assert!(end_len(&mut [0; 14], LenMark(0), 9).is_err() && end_len(&mut [0; 13], LenMark(0), 9).is_ok());
        let error = out.put_c_string(&"a\0b".into()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot be written: string \"a\\u{0}b\", which holds a NUL, as a NUL-terminated one"
        );
        assert_eq!(out.len(), 2 + 4);
    }
}

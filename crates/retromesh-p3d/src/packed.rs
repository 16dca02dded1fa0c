//! Arrays that the file compresses from 1024 bytes on.

use nom::Parser;
use retromesh_core::{ErrorKind, LimitKind};
use retromesh_wire::lzss::{self, Sum};
use retromesh_wire::parsers::{counted_rows, le_u32, take};
use retromesh_wire::{IntoOwned, Parse, Put, Row, Rows, bad, fail};
use std::borrow::Cow;
use std::cell::Cell;

/// Arrays of fewer bytes are in the file as they are.
pub const PACKED_FROM: usize = 1024;

/// An array that the file compresses when it is large.
///
/// The unpacked values are always there. As long as they are not edited, the packed bytes of the input are kept next to them, so
/// that writing gives the same bytes whoever packed them; after an edit the array is packed anew.
///
/// ```
/// use retromesh_p3d::Packed;
/// let mut indices: Packed<u16> = (0..600).map(|i| i / 2).collect();
/// assert!(indices.packed_bytes().is_none());
/// indices.edit().set(0, 7);
/// assert_eq!(indices.values().get(0), Some(7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed<'a, T: Row> {
    values: Rows<'a, T>,
    kept: Option<Box<Kept<'a>>>,
}

/// Which arrays are to be packed anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repack {
    All,
    /// Those whose checksums are wrong: engines refuse them.
    Damaged,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Kept<'a> {
    /// The stream and its checksum.
    bytes: Cow<'a, [u8]>,
    checksum_matches: bool,
}

impl<'a, T: Row> Packed<'a, T> {
    /// Returns the unpacked values.
    pub fn values(&self) -> &Rows<'a, T> {
        &self.values
    }

    /// Returns the unpacked values for editing; the packed bytes of the input are given up.
    pub fn edit(&mut self) -> &mut Rows<'a, T> {
        self.kept = None;
        &mut self.values
    }

    /// Returns the packed bytes of the input, checksum included, if there are any and the values were not edited.
    pub fn packed_bytes(&self) -> Option<&[u8]> {
        self.kept.as_deref().map(|kept| &*kept.bytes)
    }

    /// Returns whether the checksum of the input is wrong.
    pub fn has_bad_checksum(&self) -> bool {
        self.kept.as_deref().is_some_and(|kept| !kept.checksum_matches)
    }

    /// Gives up the packed bytes of the input if they are asked for.
    pub(crate) fn repack_where(&mut self, which: Repack) {
        self.kept = self.kept.take().filter(|kept| which == Repack::Damaged && kept.checksum_matches);
    }

    /// Returns the packed bytes of the input where packing anew gives others.
    #[cfg(feature = "serde")]
    pub(crate) fn foreign_bytes(&self) -> Option<&[u8]> {
        self.packed_bytes().filter(|kept| *kept != lzss::encode(self.values.bytes(), Sum::Unsigned))
    }

    /// Keeps a stream next to the values where it unpacks to them and a file would hold one.
    #[cfg(feature = "serde")]
    pub(crate) fn with_stream(values: Rows<'a, T>, stream: Vec<u8>) -> Self {
        let size = values.bytes().len();
        let decoded = lzss::decode(&stream, size).ok().filter(|decoded| {
            size >= PACKED_FROM && decoded.consumed == stream.len() && decoded.bytes == values.bytes()
        });
        let kept = decoded.map(|decoded| {
            let checksum_matches = decoded.has_sum(Sum::Unsigned);
            Box::new(Kept { bytes: Cow::Owned(stream), checksum_matches })
        });
        Self { values, kept }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Packed<'static, T> {
        let kept = self.kept.map(|kept| {
            Box::new(Kept { bytes: Cow::Owned(kept.bytes.into_owned()), checksum_matches: kept.checksum_matches })
        });
        Packed { values: self.values.into_owned(), kept }
    }

    /// Appends count and array, packed or as they are.
    pub(crate) fn put(&self, what: &'static str, out: &mut impl Put) -> Result<(), retromesh_core::Error> {
        out.begin("packed_array");
        out.field("count").put_count_u32(what, self.len())?;
        match self.packed_bytes() {
            Some(kept) => self.put_stream(kept, out),
            None if self.values.bytes().len() < PACKED_FROM => out.field("values").put_rows(&self.values),
            None => self.put_stream(&lzss::encode(self.values.bytes(), Sum::Unsigned), out),
        }
        out.end();
        Ok(())
    }

    /// Appends a stream and the checksum after it.
    fn put_stream(&self, stream: &[u8], out: &mut impl Put) {
        if let Some((stream, checksum)) = stream.split_last_chunk::<4>() {
            out.field("stream").put_packed(stream, self.values.bytes(), T::SHAPE);
            out.field("checksum").put_u32(u32::from_le_bytes(*checksum));
        }
    }
}

impl<T: Row> IntoOwned for Packed<'_, T> {
    type Owned = Packed<'static, T>;

    fn into_owned(self) -> Packed<'static, T> {
        Packed::into_owned(self)
    }
}

impl<T: Row> Default for Packed<'_, T> {
    fn default() -> Self {
        Self { values: Rows::default(), kept: None }
    }
}

impl<'a, T: Row> From<Rows<'a, T>> for Packed<'a, T> {
    fn from(values: Rows<'a, T>) -> Self {
        Self { values, kept: None }
    }
}

impl<T: Row> From<Vec<T>> for Packed<'_, T> {
    fn from(values: Vec<T>) -> Self {
        Rows::from(values).into()
    }
}

impl<T: Row> FromIterator<T> for Packed<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Rows::from_iter(values).into()
    }
}

/// A text of one byte takes up to 300 in memory. So there may be this many in a file ...
const FREE_TEXTS: u64 = 1024;
/// ... and one more for this many of its bytes; in models of the game there is one for some hundreds.
const BYTES_A_TEXT: u64 = 64;

/// What one input may still grow to.
#[derive(Debug)]
pub(crate) struct Allowance {
    limit: u64,
    left: Cell<u64>,
    max_texts: u64,
    texts: Cell<u64>,
}

impl Allowance {
    /// Allows this many unpacked bytes, and the texts of an input of this many bytes.
    pub(crate) fn new(limit: u64, input: usize) -> Self {
        let max_texts = FREE_TEXTS + input as u64 / BYTES_A_TEXT;
        Self { limit, left: Cell::new(limit), max_texts, texts: Cell::new(0) }
    }

    /// Counts a text; takes nothing.
    pub(crate) fn text<'a>(&self) -> impl Parse<'a, ()> {
        |i| {
            let found = self.texts.get() + 1;
            self.texts.set(found);
            if found > self.max_texts {
                let what = "number of texture paths and properties";
                return fail(i, ErrorKind::limit(LimitKind::Fixed, what, self.max_texts, found));
            }
            Ok((i, ()))
        }
    }
}

/// A count, then that many values as they are if they take fewer than [`PACKED_FROM`] bytes, else a compressed stream and its checksum.
pub(crate) fn packed<'a, T: Row>(what: &'static str, allowance: &Allowance) -> impl Parse<'a, Packed<'a, T>> {
    move |i: &'a [u8]| {
        let (body, n) = le_u32(what).parse(i)?;
        let size = u64::from(n) * T::SIZE as u64;
        if size < PACKED_FROM as u64 {
            return counted_rows(what, n).map(Packed::from).parse(body);
        }
        let max = lzss::max_unpacked(body.len());
        if size > max as u64 {
            let expected =
                format!("at most {} ({} bytes each, {} packed bytes left)", max / T::SIZE, T::SIZE, body.len());
            return bad(i, format!("{what} count"), expected, n.to_string());
        }
        let Some(left) = allowance.left.get().checked_sub(size) else {
            let found = allowance.limit - allowance.left.get() + size;
            return fail(i, ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes", allowance.limit, found));
        };
        allowance.left.set(left);
        match lzss::decode(body, size as usize) {
            Ok(decoded) => {
                let (rest, kept) = take(what, decoded.consumed).parse(body)?;
                let kept = Kept { bytes: Cow::Borrowed(kept), checksum_matches: decoded.has_sum(Sum::Unsigned) };
                let values = Rows::from_bytes(decoded.bytes).unwrap_or_default();
                Ok((rest, Packed { values, kept: Some(Box::new(kept)) }))
            }
            Err(cut) => bad(
                body,
                format!("packed {what}"),
                format!("{size} bytes when unpacked, and a checksum"),
                format!("{} bytes at the end of the file", cut.unpacked),
            ),
        }
    }
}

//! Interleaved records whose stride is known only at run time.

use crate::record_blocks::{RecordBlock, RecordBlockMut, block_size, fits};
use crate::row::Row;
use std::borrow::Cow;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::Range;

/// An array of records of equal size, such as vertices with optional normals and colours.
///
/// The bytes are borrowed from the input until an edit. A column is a [`Row`] at a fixed byte offset of each record; one
/// that does not fit into the stride has no values.
///
/// ```
/// use glam::{Vec2, Vec3};
/// use retromesh_wire::Records;
/// let file: Vec<u8> = [1f32, 2., 3., 0.5, 0.25, 4., 5., 6., 0.75, 1.].iter().flat_map(|v| v.to_le_bytes()).collect();
/// let vertices = Records::new(file, 20).unwrap();
/// let (mut positions, mut uvs) = (Vec::<Vec3>::with_capacity(vertices.len()), Vec::<Vec2>::with_capacity(vertices.len()));
/// for block in vertices.blocks() {
///     block.extend_column(0, &mut positions);
///     block.extend_column(12, &mut uvs);
/// }
/// assert_eq!(positions, [Vec3::new(1., 2., 3.), Vec3::new(4., 5., 6.)]);
/// assert_eq!(uvs, [Vec2::new(0.5, 0.25), Vec2::new(0.75, 1.)]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Records<'a> {
    /// Always a whole number of records.
    bytes: Cow<'a, [u8]>,
    /// Never zero.
    stride: usize,
}

impl<'a> Records<'a> {
    /// Views bytes as records; `None` unless they are a whole number of records of `stride` (at least 1) bytes.
    pub fn new(bytes: impl Into<Cow<'a, [u8]>>, stride: usize) -> Option<Self> {
        let bytes = bytes.into();
        (stride != 0 && bytes.len().is_multiple_of(stride)).then_some(Self { bytes, stride })
    }

    /// Views a whole number of records of `stride` (at least 1) bytes.
    pub(crate) fn view(bytes: &'a [u8], stride: usize) -> Self {
        Self { bytes: Cow::Borrowed(bytes), stride }
    }

    /// Builds `len` records of zero bytes, to be filled with [`Records::set_column`]; `None` if `stride` is 0 or the size
    /// exceeds the address space.
    pub fn zeroed(len: usize, stride: usize) -> Option<Records<'static>> {
        let size = len.checked_mul(stride).filter(|&size| isize::try_from(size).is_ok())?;
        Records::new(vec![0; size], stride)
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.stride
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes of one record.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes of a record.
    pub fn record(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_mul(self.stride)?;
        self.bytes.get(start..start.checked_add(self.stride)?)
    }

    /// Returns the value at `offset` of a record.
    pub fn get<T: Row>(&self, index: usize, offset: usize) -> Option<T> {
        Some(T::read(self.record(index)?.get(offset..offset.checked_add(T::SIZE)?)?))
    }

    /// Replaces the value at `offset` of a record, copying borrowed bytes; `false` where there is none.
    pub fn set<T: Row>(&mut self, index: usize, offset: usize, value: T) -> bool {
        if index >= self.len() || !fits::<T>(offset, self.stride) {
            return false;
        }
        let start = index * self.stride + offset;
        match self.bytes.to_mut().get_mut(start..start + T::SIZE) {
            Some(bytes) => {
                value.store(bytes);
                true
            }
            None => false,
        }
    }

    /// Stores `values` at `offset` of the records in order, copying borrowed bytes; `false`, with nothing changed, unless
    /// there is a value for each record and the column fits into the stride.
    pub fn set_column<T: Row>(&mut self, offset: usize, values: &[T]) -> bool {
        if values.len() != self.len() || !fits::<T>(offset, self.stride) {
            return false;
        }
        self.for_each_block_mut(|range, mut block| block.set_column(offset, values.get(range).unwrap_or_default()));
        true
    }

    /// Iterates over one column.
    pub fn column<T: Row>(
        &self,
        offset: usize,
    ) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + FusedIterator + Clone + use<'_, T> {
        let bytes = if fits::<T>(offset, self.stride) { self.bytes() } else { &[] };
        let value = move |record: &[u8]| T::read(record.get(offset..offset + T::SIZE).unwrap_or_default());
        bytes.chunks_exact(self.stride).map(value)
    }

    /// Iterates over the records in blocks small enough for the first-level cache: the fast way to split records into
    /// several arrays in one sweep over memory.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = RecordBlock<'_>> {
        self.bytes.chunks(block_size(self.stride)).map(|bytes| RecordBlock { bytes, stride: self.stride })
    }

    /// Visits the records in blocks to be filled, copying borrowed bytes: the fast way to interleave several arrays in one
    /// sweep over memory. The range holds the indices of the block's records.
    ///
    /// ```
    /// use retromesh_wire::Records;
    /// let (a, b) = ([1u16, 2, 3], [4u16, 5, 6]);
    /// let mut pairs = Records::zeroed(3, 4).unwrap();
    /// pairs.for_each_block_mut(|range, mut block| {
    ///     block.set_column(0, &a[range.clone()]);
    ///     block.set_column(2, &b[range]);
    /// });
    /// assert_eq!(pairs.bytes(), [1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6, 0]);
    /// ```
    pub fn for_each_block_mut(&mut self, mut fill: impl FnMut(Range<usize>, RecordBlockMut<'_>)) {
        let (stride, mut start) = (self.stride, 0);
        for bytes in self.bytes.to_mut().chunks_mut(block_size(stride)) {
            let end = start + bytes.len() / stride;
            fill(start..end, RecordBlockMut { bytes, stride });
            start = end;
        }
    }

    /// Reads one column in bulk; several at once are cheaper with [`Records::blocks`].
    pub fn to_vec<T: Row>(&self, offset: usize) -> Vec<T> {
        let mut values = Vec::with_capacity(if fits::<T>(offset, self.stride) { self.len() } else { 0 });
        self.blocks().for_each(|block| block.extend_column(offset, &mut values));
        values
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> Records<'static> {
        Records { bytes: Cow::Owned(self.bytes.into_owned()), stride: self.stride }
    }
}

impl Default for Records<'_> {
    /// Returns no records, of one byte each.
    fn default() -> Self {
        Self { bytes: Cow::Borrowed(&[]), stride: 1 }
    }
}

/// Prints count, stride and digest, never the contents.
impl fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Records({} x {} bytes, {:016x})", self.len(), self.stride, retromesh_kit::digest(&self.bytes))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::bulk::tests::noise;
    use crate::parsers;
    use glam::{Vec2, Vec3};
    use nom::Parser;

    /// Reads a column record by record: slow and plainly right.
    fn reference<T: Row>(bytes: &[u8], stride: usize, offset: usize) -> Vec<T> {
        let mut i = bytes;
        let mut all = Vec::new();
        while let Ok((rest, record)) = parsers::take("record", stride).parse(i) {
            all.push(parsers::row("value").parse(&record[offset..]).unwrap().1);
            i = rest;
        }
        all
    }

    fn check<T: Row + PartialEq + fmt::Debug>(bytes: &[u8], stride: usize, offset: usize) {
        let encoded = |values: Vec<T>| crate::Rows::from(values);
        let expected = encoded(reference(bytes, stride, offset));
        let records = Records::new(bytes, stride).unwrap();
        let context = format!("{} bytes, stride {stride}, offset {offset}", bytes.len());
        assert_eq!(encoded(records.to_vec(offset)), expected, "{context}");
        assert_eq!(encoded(records.column(offset).collect()), expected, "{context}");
        let mut back: Vec<T> = records.column(offset).rev().collect();
        back.reverse();
        assert_eq!(encoded(back), expected, "{context}");
        assert_eq!(encoded((0..records.len()).map_while(|n| records.get(n, offset)).collect()), expected, "{context}");

        let mut blank = Records::zeroed(records.len(), stride).unwrap();
        assert!(blank.set_column(offset, &expected.to_vec()));
        assert_eq!(encoded(blank.to_vec(offset)), expected, "{context}");
    }

    #[test]
    fn every_way_to_read_a_column_agrees() {
        let noise = noise(60_000);
        for stride in [6, 12, 13, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 60, 64] {
            for n in (0..100).chain([16_384 / stride, 16_384 / stride + 1, 50_000 / stride]) {
                let bytes = &noise[n % 4..n % 4 + n * stride];
                check::<u16>(bytes, stride, 4);
                check::<u16>(bytes, stride, stride - 2);
                if stride >= 12 {
                    check::<Vec3>(bytes, stride, 0);
                    check::<Vec2>(bytes, stride, stride - 8);
                }
            }
        }
    }

    #[test]
    fn a_record_larger_than_a_block_is_a_block() {
        let bytes = noise(100_000);
        let records = Records::new(&bytes[..], 50_000).unwrap();
        assert_eq!(records.blocks().len(), 2);
        assert_eq!(records.to_vec::<u8>(49_999), [bytes[49_999], bytes[99_999]]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let input = [0u8; 30];
        assert!(Records::new(&input[..], 0).is_none());
        assert!(Records::new(&input[..], 12).is_none());
        let mut two = Records::new(&input[..24], 12).unwrap();
        assert_eq!(two.column::<Vec3>(1).count() + two.to_vec::<Vec3>(1).len(), 0);
        assert_eq!(two.column::<u8>(usize::MAX).count() + two.to_vec::<u8>(usize::MAX).len(), 0);
        assert!(!two.set_column(0, &[Vec3::ONE]) && !two.set_column(1, &[Vec3::ONE; 2]));
        assert!(!two.set(2, 0, 1u8) && !two.set(0, 12, 1u8));
        assert_eq!((two.get::<u16>(1, 11), two.record(2), two.record(usize::MAX)), (None, None, None));
        assert!(two.set(1, 8, 7u32));
        assert_eq!(two.get::<u32>(1, 8), Some(7));
        assert_eq!((Records::zeroed(usize::MAX, 2), Records::zeroed(1, 0)), (None, None));
        assert_eq!(Records::default().len(), 0);
    }
}

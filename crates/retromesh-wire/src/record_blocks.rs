//! Blocks of records: splitting interleaved records into columns.

use crate::row::Row;

/// Bytes per block: half of a usual first-level cache, so that each column after the first reads from it.
const BLOCK: usize = 16 * 1024;

/// Returns the bytes of the whole records that make a block: at least one.
pub(crate) fn block_size(stride: usize) -> usize {
    (BLOCK / stride.max(1)).max(1).saturating_mul(stride.max(1))
}

/// Returns whether a `T` at `offset` lies inside a record.
pub(crate) fn fits<T: Row>(offset: usize, stride: usize) -> bool {
    offset.checked_add(T::SIZE).is_some_and(|end| end <= stride)
}

/// A run of whole records that fits into the first-level cache.
#[derive(Debug, Clone, Copy)]
pub struct RecordBlock<'r> {
    pub(crate) bytes: &'r [u8],
    pub(crate) stride: usize,
}

impl<'r> RecordBlock<'r> {
    /// Returns the bytes of the block.
    pub fn bytes(&self) -> &'r [u8] {
        self.bytes
    }

    /// Appends the values at `offset` of each record; nothing if they do not fit into the stride.
    ///
    /// Reserve the whole length first: growing by blocks copies.
    #[inline]
    pub fn extend_column<T: Row>(&self, offset: usize, values: &mut Vec<T>) {
        self.extend_mapped(offset, values, |value: T| value);
    }

    /// Appends what `map` makes of the values at `offset` of each record; nothing if they do not fit into the stride.
    ///
    /// Reserve the whole length first: growing by blocks copies.
    #[inline]
    pub fn extend_mapped<T: Row, U, F: FnMut(T) -> U>(&self, offset: usize, values: &mut Vec<U>, map: F) {
        if !fits::<T>(offset, self.stride) {
            return;
        }
        let records = self.bytes.chunks_exact(self.stride);
        let value = |record: &[u8]| T::read(record.get(offset..offset + T::SIZE).unwrap_or_default());
        values.extend(records.map(value).map(map));
    }
}

/// A run of whole records to be filled, small enough for the first-level cache.
#[derive(Debug)]
pub struct RecordBlockMut<'r> {
    pub(crate) bytes: &'r mut [u8],
    pub(crate) stride: usize,
}

impl RecordBlockMut<'_> {
    /// Stores values at `offset` of the records in order, up to the shorter of the two; nothing if they do not fit into
    /// the stride.
    #[inline]
    pub fn set_column<T: Row>(&mut self, offset: usize, values: &[T]) {
        if !fits::<T>(offset, self.stride) {
            return;
        }
        for (record, value) in self.bytes.chunks_exact_mut(self.stride).zip(values) {
            value.store(record.get_mut(offset..offset + T::SIZE).unwrap_or_default());
        }
    }
}

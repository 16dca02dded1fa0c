//! Blocks of records: splitting interleaved records into columns.

use crate::row::Row;

/// Bytes per block: half of a usual first-level cache, so that each column after the first reads from it.
const BLOCK: usize = 16 * 1024;

/// Returns the bytes of the whole records that make a block: at least one.
pub(crate) fn block_size(stride: usize) -> usize {
    (BLOCK / stride.max(1)).max(1).saturating_mul(stride.max(1))
}

/// Tells whether a `T` at `offset` lies inside a record.
pub(crate) fn fits<T: Row>(offset: usize, stride: usize) -> bool {
    offset.checked_add(T::SIZE).is_some_and(|end| end <= stride)
}

/// Calls a function that takes the stride as a constant for the usual strides, so that addresses are known at compile
/// time, and another one for the rest.
macro_rules! with_stride {
    ($stride:expr, $constant:ident[$($type:ty),*]($($argument:expr),*), $otherwise:expr) => {
        match $stride {
            12 => $constant::<$($type,)* 12>($($argument),*),
            16 => $constant::<$($type,)* 16>($($argument),*),
            20 => $constant::<$($type,)* 20>($($argument),*),
            24 => $constant::<$($type,)* 24>($($argument),*),
            28 => $constant::<$($type,)* 28>($($argument),*),
            32 => $constant::<$($type,)* 32>($($argument),*),
            36 => $constant::<$($type,)* 36>($($argument),*),
            40 => $constant::<$($type,)* 40>($($argument),*),
            44 => $constant::<$($type,)* 44>($($argument),*),
            48 => $constant::<$($type,)* 48>($($argument),*),
            56 => $constant::<$($type,)* 56>($($argument),*),
            80 => $constant::<$($type,)* 80>($($argument),*),
            _ => $otherwise,
        }
    };
}

/// A run of whole records that fits into the first-level cache.
#[derive(Debug, Clone, Copy)]
pub struct RecordBlock<'r> {
    bytes: &'r [u8],
    stride: usize,
}

impl<'r> RecordBlock<'r> {
    pub(crate) fn new(bytes: &'r [u8], stride: usize) -> Self {
        Self { bytes, stride }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.stride
    }

    /// Tells whether there are no records; blocks of [`Records::blocks`](crate::Records::blocks) never are empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

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
        let bytes = self.bytes.get(offset..).unwrap_or_default();
        with_stride!(
            self.stride,
            extend[T, U, F](bytes, values, map),
            values.extend(bytes.chunks(self.stride).filter_map(|record| record.get(..T::SIZE)).map(T::read).map(map))
        );
    }
}

/// A run of whole records to be filled, small enough for the first-level cache.
#[derive(Debug)]
pub struct RecordBlockMut<'r> {
    bytes: &'r mut [u8],
    stride: usize,
}

impl<'r> RecordBlockMut<'r> {
    pub(crate) fn new(bytes: &'r mut [u8], stride: usize) -> Self {
        Self { bytes, stride }
    }

    /// Stores values at `offset` of the records in order, up to the shorter of the two; nothing if they do not fit into
    /// the stride.
    #[inline]
    pub fn set_column<T: Row>(&mut self, offset: usize, values: &[T]) {
        if !fits::<T>(offset, self.stride) {
            return;
        }
        let bytes = self.bytes.get_mut(offset..).unwrap_or_default();
        with_stride!(
            self.stride,
            store[T](bytes, values),
            for (record, value) in bytes.chunks_mut(self.stride).zip(values) {
                value.store(record.get_mut(..T::SIZE).unwrap_or_default());
            }
        );
    }
}

/// Appends what `map` makes of the value at the start of each record; the last record may be cut behind its value.
#[inline]
fn extend<T: Row, U, F: FnMut(T) -> U, const STRIDE: usize>(bytes: &[u8], values: &mut Vec<U>, mut map: F) {
    let (records, last) = bytes.as_chunks::<STRIDE>();
    values.extend(records.iter().map(|record| map(T::read(record.get(..T::SIZE).unwrap_or_default()))));
    values.extend(last.get(..T::SIZE).map(|value| map(T::read(value))));
}

/// Stores a value at the start of each record; the last record may be cut behind its value.
#[inline]
fn store<T: Row, const STRIDE: usize>(bytes: &mut [u8], values: &[T]) {
    let (records, last) = bytes.as_chunks_mut::<STRIDE>();
    for (record, value) in records.iter_mut().zip(values) {
        value.store(record.get_mut(..T::SIZE).unwrap_or_default());
    }
    if let (Some(record), Some(value)) = (last.get_mut(..T::SIZE), values.get(records.len())) {
        value.store(record);
    }
}

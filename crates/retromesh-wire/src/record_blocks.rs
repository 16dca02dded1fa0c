//! Blocks of records: splitting interleaved records into columns.

use crate::records::fits;
use crate::row::Row;

/// Bytes per block: half of a usual first-level cache, so that each column after the first reads from it.
pub(crate) const BLOCK: usize = 16 * 1024;

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
        if !fits::<T>(offset, self.stride) {
            return;
        }
        let bytes = self.bytes.get(offset..).unwrap_or_default();
        // The usual strides as constants: addresses then are known at compile time.
        match self.stride {
            12 => extend::<T, 12>(bytes, values),
            20 => extend::<T, 20>(bytes, values),
            24 => extend::<T, 24>(bytes, values),
            32 => extend::<T, 32>(bytes, values),
            36 => extend::<T, 36>(bytes, values),
            40 => extend::<T, 40>(bytes, values),
            48 => extend::<T, 48>(bytes, values),
            56 => extend::<T, 56>(bytes, values),
            stride => values.extend(bytes.chunks(stride).filter_map(|record| record.get(..T::SIZE)).map(T::read)),
        }
    }
}

/// Appends the value at the start of each record; the last record may be cut behind its value.
#[inline]
fn extend<T: Row, const STRIDE: usize>(bytes: &[u8], values: &mut Vec<T>) {
    let (records, last) = bytes.as_chunks::<STRIDE>();
    values.extend(records.iter().map(|record| T::read(record.get(..T::SIZE).unwrap_or_default())));
    values.extend(last.get(..T::SIZE).map(T::read));
}

//! Bulk conversion of half floats.

use crate::rows::Rows;
use half::f16;
use half::slice::HalfFloatSliceExt;

/// Values converted per call: both sides of a block stay in the first-level cache.
const BLOCK: usize = 1024;

impl<const N: usize> Rows<'_, [f16; N]> {
    /// Converts all rows to `f32` in bulk, exactly.
    ///
    /// ```
    /// use half::f16;
    /// use retromesh_wire::Rows;
    /// let rows = Rows::from(vec![[f16::ONE, f16::NEG_ONE]]);
    /// assert_eq!(rows.to_f32_vec(), [[1.0, -1.0]]);
    /// ```
    pub fn to_f32_vec(&self) -> Vec<[f32; N]> {
        let mut values = vec![[0.0; N]; self.len()];
        convert(self.bytes(), values.as_flattened_mut());
        values
    }
}

/// Converts little-endian half floats; stops at the shorter of the two.
fn convert(bytes: &[u8], values: &mut [f32]) {
    let mut block = [f16::ZERO; BLOCK];
    for (bytes, values) in bytes.chunks(2 * BLOCK).zip(values.chunks_mut(BLOCK)) {
        let (halves, _) = bytes.as_chunks::<2>();
        for (half, &bytes) in block.iter_mut().zip(halves) {
            *half = f16::from_le_bytes(bytes);
        }
        // `half` insists on equal lengths.
        let n = halves.len().min(values.len());
        if let (Some(halves), Some(values)) = (block.get(..n), values.get_mut(..n)) {
            halves.convert_to_f32_slice(values);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn every_half_converts_as_a_single_one_does() {
        let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
        let rows: Vec<[f16; 1]> = all.iter().map(|half| [*half]).collect();
        let bulk = Rows::from(rows).to_f32_vec();
        assert_eq!(bulk.len(), 65_536);
        for (half, [value]) in all.iter().zip(&bulk) {
            assert_eq!(half.to_f32().to_bits(), value.to_bits(), "{:#06x}", half.to_bits());
        }
        for n in 0..100 {
            let rows: Vec<[f16; 3]> = all[15_000..].as_chunks::<3>().0[..n].to_vec();
            let expected: Vec<[f32; 3]> = rows.iter().map(|row| row.map(f16::to_f32)).collect();
            assert_eq!(Rows::from(rows).to_f32_vec(), expected);
        }
    }
}

//! Elements of fixed size: numbers, arrays of them, vectors and structures.

use glam::{Vec2, Vec3, Vec4};
use half::f16;
use retromesh_kit::layout::{Number, Shape};

/// An array element of fixed size in little-endian bytes, without padding.
///
/// Implemented for `u8`, `i8`, `u16`, `i16`, `u32`, `i32`, `f32`, [`half::f16`], arrays of rows and glam's `Vec2`, `Vec3`,
/// `Vec4`; [`row_struct!`](crate::row_struct) implements it for structures of rows. Reading and storing a row keeps
/// every bit.
pub trait Row: Copy + 'static {
    /// Bytes of one row.
    const SIZE: usize;

    /// The row of zero bytes.
    const ZERO: Self;

    /// What a row is made of.
    const SHAPE: Shape<'static>;

    /// Reads a row from exactly [`Row::SIZE`] bytes; any other length gives [`Row::ZERO`].
    fn read(bytes: &[u8]) -> Self;

    /// Stores the row in exactly [`Row::SIZE`] bytes; does nothing for any other length.
    fn store(&self, bytes: &mut [u8]);

    /// Appends the row.
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let at = out.len();
        out.resize(at + Self::SIZE, 0);
        if let Some(bytes) = out.get_mut(at..) {
            self.store(bytes);
        }
    }

    /// Appends all whole rows of `bytes` to `out`, in bulk.
    #[inline]
    fn read_all(bytes: &[u8], out: &mut Vec<Self>) {
        out.extend(bytes.chunks_exact(Self::SIZE.max(1)).map(Self::read));
    }

    /// Appends `rows` to `out`, in bulk.
    fn write_all(rows: &[Self], out: &mut Vec<u8>) {
        const BLOCK: usize = 4096;
        out.reserve(rows.len().saturating_mul(Self::SIZE));
        let per_block = BLOCK / Self::SIZE.max(1);
        if per_block == 0 {
            rows.iter().for_each(|row| row.write(out));
            return;
        }
        // Rows are stored in a block that stays in the first-level cache: `out` is touched once and never zeroed.
        let mut block = [0u8; BLOCK];
        for rows in rows.chunks(per_block) {
            for (row, bytes) in rows.iter().zip(block.chunks_exact_mut(Self::SIZE.max(1))) {
                row.store(bytes);
            }
            out.extend_from_slice(block.get(..rows.len() * Self::SIZE).unwrap_or_default());
        }
    }
}

macro_rules! numbers {
    ($($type:ty = $zero:expr, $number:ident;)*) => {$(
        impl Row for $type {
            const SIZE: usize = size_of::<Self>();
            const ZERO: Self = $zero;
            const SHAPE: Shape<'static> = Shape::Numbers(Number::$number, 1);

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(Self::ZERO, Self::from_le_bytes)
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                if bytes.len() == Self::SIZE {
                    bytes.copy_from_slice(&self.to_le_bytes());
                }
            }
        }
    )*};
}

numbers! {
    u8 = 0, U8;
    i8 = 0, I8;
    u16 = 0, U16;
    i16 = 0, I16;
    u32 = 0, U32;
    i32 = 0, I32;
    f32 = 0.0, F32;
    f16 = f16::ZERO, F16;
}

impl<T: Row, const N: usize> Row for [T; N] {
    const SIZE: usize = T::SIZE * N;
    const ZERO: Self = [T::ZERO; N];
    const SHAPE: Shape<'static> = T::SHAPE.times(N);

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let mut row = Self::ZERO;
        if bytes.len() == Self::SIZE {
            for (value, bytes) in row.iter_mut().zip(bytes.chunks_exact(T::SIZE.max(1))) {
                *value = T::read(bytes);
            }
        }
        row
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        if bytes.len() == Self::SIZE {
            for (value, bytes) in self.iter().zip(bytes.chunks_exact_mut(T::SIZE.max(1))) {
                value.store(bytes);
            }
        }
    }
}

macro_rules! vectors {
    ($($type:ty: $n:literal;)*) => {$(
        impl Row for $type {
            const SIZE: usize = 4 * $n;
            const ZERO: Self = Self::ZERO;
            const SHAPE: Shape<'static> = Shape::Numbers(Number::F32, $n);

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                Self::from_array(Row::read(bytes))
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                self.to_array().store(bytes);
            }
        }
    )*};
}

vectors! {
    Vec2: 2;
    Vec3: 3;
    Vec4: 4;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::bulk::tests::{each, noise};
    use crate::error::PResult;
    use crate::row_struct;
    use nom::Parser;
    use nom::number::complete as number;
    use retromesh_kit::layout::Value;

    row_struct! {
        /// A face section.
        #[derive(PartialEq, Debug)]
        struct Section {
            start: u32,
            corners: [u16; 3],
            weight: f16,
            kind: u8,
            side: i8,
            scale: f32,
        }
    }

    /// Compares bulk reading and writing with the reference for each length and misalignment.
    fn check<T: Row>(element: impl Fn(&[u8]) -> PResult<'_, T>) {
        let noise = noise(4 * 4096);
        let lengths = (0..100).chain([4096, 4097, 9999]);
        for (length, start) in lengths.flat_map(|length| (0..4).map(move |start| (length, start))) {
            let bytes = &noise[start..start + length];
            let whole = length / T::SIZE * T::SIZE;
            let mut bulk = Vec::new();
            T::read_all(bytes, &mut bulk);
            let slow = each(bytes, &element);
            assert_eq!(bulk.len(), slow.len());
            let (mut a, mut b) = (Vec::new(), Vec::new());
            T::write_all(&bulk, &mut a);
            slow.iter().for_each(|row| row.write(&mut b));
            assert_eq!(a, bytes[..whole]);
            assert_eq!(b, bytes[..whole]);
        }
        for wrong in [0, T::SIZE - 1, T::SIZE + 1] {
            let mut zeros = Vec::new();
            T::read(&noise[..wrong]).write(&mut zeros);
            assert_eq!(zeros, vec![0; T::SIZE], "{wrong} bytes");
            let mut untouched = vec![0xaa; wrong];
            T::read(&noise[..T::SIZE]).store(&mut untouched);
            assert_eq!(untouched, vec![0xaa; wrong]);
        }
    }

    #[test]
    fn layouts_read_every_half_float_as_the_rows_do() {
        for bits in 0..=u16::MAX {
            let value = f16::from_bits(bits);
            let read = match Number::F16.read(&bits.to_le_bytes()) {
                Value::Float(read) => read,
                Value::Int(_) => panic!("a whole number"),
            };
            assert!(value.is_nan() && read.is_nan() || read.to_bits() == value.to_f32().to_bits(), "{bits:#x}");
        }
    }

    #[test]
    fn bulk_equals_the_nom_reference() {
        check::<u8>(|i| number::u8(i));
        check::<i8>(|i| number::i8(i));
        check::<u16>(|i| number::le_u16(i));
        check::<i16>(|i| number::le_i16(i));
        check::<u32>(|i| number::le_u32(i));
        check::<i32>(|i| number::le_i32(i));
        check::<f32>(|i| number::le_f32(i));
        check::<f16>(|i| number::le_u16.map(f16::from_bits).parse(i));
        check::<[u16; 3]>(|i| (number::le_u16, number::le_u16, number::le_u16).map(<[u16; 3]>::from).parse(i));
        check::<[u32; 3]>(|i| (number::le_u32, number::le_u32, number::le_u32).map(<[u32; 3]>::from).parse(i));
        check::<Vec2>(|i| (number::le_f32, number::le_f32).map(Vec2::from).parse(i));
        check::<Vec3>(|i| (number::le_f32, number::le_f32, number::le_f32).map(Vec3::from).parse(i));
        check::<Vec4>(|i| (number::le_f32, number::le_f32, number::le_f32, number::le_f32).map(Vec4::from).parse(i));
        check::<Section>(|i| {
            let (i, (start, a, b, c, weight, kind, side, scale)) = (
                number::le_u32,
                number::le_u16,
                number::le_u16,
                number::le_u16,
                number::le_u16,
                number::le_u8,
                number::le_i8,
                number::le_f32,
            )
                .parse(i)?;
            let weight = f16::from_bits(weight);
            Ok((i, Section { start, corners: [a, b, c], weight, kind, side, scale }))
        });
        assert_eq!(Section::SIZE, 18);
    }

    #[test]
    fn rows_of_no_size_and_of_more_than_a_block_are_harmless() {
        let mut out = Vec::new();
        <[u8; 0]>::write_all(&[[]; 3], &mut out);
        assert!(out.is_empty());
        let big = [[7u8; 5000]; 2];
        Row::write_all(&big, &mut out);
        assert_eq!(out, [7; 10_000]);
    }
}

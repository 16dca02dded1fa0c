//! Rows, records and texts for serde.
//!
//! An array is a sequence of rows and a row a tuple of numbers, whatever the row is made of, so that a text has one row a line.
//! What is deserialised owns its bytes. Formats that do not describe themselves (bincode, postcard) cannot read what is made here:
//! the number of values in a record is that of the record.

mod texts;
mod words;

pub use texts::{bytes, deserialize_pieces, serialize_pieces, tag};
pub use words::{Number, deserialize_words, floats, records, serialize_words};

use crate::{RawStr, Row, Rows};
use glam::{Vec2, Vec3, Vec4};
use half::f16;
use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A row as a flat list of numbers.
pub trait Flat: Row {
    /// How many numbers.
    const WIDTH: usize;

    /// Gives the numbers to a serialiser.
    fn put<S: SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error>;

    /// Takes the numbers from a deserialiser; `None` where there is not even the first.
    fn take<'de, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error>;

    /// Serialises the row: a tuple of its numbers. A number is itself.
    #[inline]
    fn serialize_row<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(Self::WIDTH)?;
        self.put(&mut tuple)?;
        tuple.end()
    }

    /// Deserialises what [`Flat::serialize_row`] gives.
    #[inline]
    fn deserialize_row<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit<T>(PhantomData<T>);

        impl<'de, T: Flat> Visitor<'de> for Visit<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} values", T::WIDTH)
            }

            #[inline]
            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<T, A::Error> {
                T::take(&mut values)?.ok_or_else(|| few(0, T::WIDTH))
            }
        }
        deserializer.deserialize_tuple(Self::WIDTH, Visit(PhantomData))
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Flat for $type {
            const WIDTH: usize = 1;

            #[inline]
            fn put<S: SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error> {
                tuple.serialize_element(self)
            }

            #[inline]
            fn take<'de, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error> {
                values.next_element()
            }

            #[inline]
            fn serialize_row<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }

            #[inline]
            fn deserialize_row<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}

numbers! { u8 i8 u16 i16 u32 i32 f32 }

impl Flat for f16 {
    const WIDTH: usize = 1;

    fn put<S: SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error> {
        tuple.serialize_element(&widened(*self))
    }

    fn take<'de, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(values.next_element::<f32>()?.map(narrowed))
    }

    fn serialize_row<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        widened(*self).serialize(serializer)
    }

    fn deserialize_row<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f32::deserialize(deserializer).map(narrowed)
    }
}

/// Bits of a NaN that a narrow float has.
const NARROW: u32 = 13;

/// Returns the float of fewest digits that is nearest to this one.
fn widened(value: f16) -> f32 {
    if value.is_nan() {
        // The conversion of processors sets a bit.
        let bits = u32::from(value.to_bits());
        return f32::from_bits((bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << NARROW);
    }
    let exact = f32::from(value);
    let short = (1..5).filter_map(|digits| format!("{exact:.digits$e}").parse().ok());
    short.chain([exact]).find(|&short| narrowed(short).to_bits() == value.to_bits()).unwrap_or(exact)
}

fn narrowed(value: f32) -> f16 {
    if value.is_nan() {
        let bits = value.to_bits();
        let payload = (bits >> NARROW & 0x3ff) as u16;
        return f16::from_bits((bits >> 16 & 0x8000) as u16 | 0x7c00 | if payload == 0 { 0x200 } else { payload });
    }
    f16::from_f32(value)
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    const WIDTH: usize = N * T::WIDTH;

    #[inline]
    fn put<S: SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error> {
        self.iter().try_for_each(|value| value.put(tuple))
    }

    #[inline]
    fn take<'de, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error> {
        let mut row = Self::ZERO;
        for (n, value) in row.iter_mut().enumerate() {
            match T::take(values)? {
                Some(taken) => *value = taken,
                None if n == 0 => return Ok(None),
                None => return Err(few(n * T::WIDTH, Self::WIDTH)),
            }
        }
        Ok(Some(row))
    }
}

macro_rules! vectors {
    ($($type:ty: $width:literal;)*) => {$(
        impl Flat for $type {
            const WIDTH: usize = $width;

            #[inline]
            fn put<S: SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error> {
                self.to_array().put(tuple)
            }

            #[inline]
            fn take<'de, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error> {
                Ok(<[f32; $width]>::take(values)?.map(Self::from_array))
            }
        }
    )*};
}

vectors! {
    Vec2: 2;
    Vec3: 3;
    Vec4: 4;
}

/// Says that a row ends too soon; for [`row_struct!`](crate::row_struct).
#[doc(hidden)]
pub fn few<E: de::Error>(found: usize, width: usize) -> E {
    E::invalid_length(found, &Width(width))
}

struct Width(usize);

impl de::Expected for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values", self.0)
    }
}

/// A row that is serialised as such.
#[derive(Debug, Clone, Copy)]
pub struct Cells<T>(pub T);

impl<T: Flat> Serialize for Cells<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_row(serializer)
    }
}

impl<'de, T: Flat> Deserialize<'de> for Cells<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Self)
    }
}

/// A row in a field: `#[serde(with = "retromesh_wire::values::cells")]`.
pub mod cells {
    use super::{Deserializer, Flat, Serializer};

    /// Serialises a row.
    pub fn serialize<T: Flat, S: Serializer>(row: &T, serializer: S) -> Result<S::Ok, S::Error> {
        row.serialize_row(serializer)
    }

    /// Deserialises a row.
    pub fn deserialize<'de, T: Flat, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::deserialize_row(deserializer)
    }
}

impl<T: Flat> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Cells))
    }
}

impl<'de, T: Flat> Deserialize<'de> for Rows<'_, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit<T>(PhantomData<T>);

        impl<'de, T: Flat> Visitor<'de> for Visit<T> {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of rows of {} values", T::WIDTH)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Vec<u8>, A::Error> {
                let mut bytes = Vec::new();
                while let Some(Cells(row)) = rows.next_element::<Cells<T>>()? {
                    row.write(&mut bytes);
                }
                Ok(bytes)
            }
        }
        let bytes = deserializer.deserialize_seq(Visit::<T>(PhantomData))?;
        Rows::from_bytes(bytes).ok_or_else(|| de::Error::custom("bytes that are no whole number of rows"))
    }
}

/// What a document may lack: where there is nothing of it, it is not serialised. See [`record!`](crate::record!).
pub trait Absent {
    /// Returns whether there is nothing: no elements, or only zeros.
    fn is_absent(&self) -> bool;
}

impl<T: Row> Absent for T {
    fn is_absent(&self) -> bool {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes.iter().all(|&byte| byte == 0)
    }
}

impl<T> Absent for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

macro_rules! lists {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> Absent for $type {
            fn is_absent(&self) -> bool {
                self.is_empty()
            }
        }
    )*};
}

lists! {
    [T] Vec<T>;
    [T: Row] Rows<'_, T>;
    [] RawStr<'_>;
    [] Cow<'_, [u8]>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_floats_keep_every_bit() {
        for bits in 0..=u16::MAX {
            assert_eq!(narrowed(widened(f16::from_bits(bits))).to_bits(), bits, "{bits:x}");
        }
        assert_eq!(
            [0.1, 1.0, 65504.0, -0.3333].map(|value| widened(f16::from_f32(value))),
            [0.1, 1.0, 65500.0, -0.3333]
        );
    }
}

//! Records: rows of words of four bytes, whose number is known only at run time.

use crate::Records;
use serde::de::{self, DeserializeSeed, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserializer, Serialize, Serializer};
use std::fmt;

/// What a number of a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// A float of 32 bits.
    F32,
    /// An integer of 32 bits.
    I32,
    /// An integer of 32 bits that is not negative.
    U32,
}

/// Serialises bytes as rows of `width` numbers of four bytes each; `kind` says what the number of a place is. The last row is shorter
/// where the bytes end.
pub fn serialize_words<S: Serializer>(
    bytes: &[u8],
    width: usize,
    kind: fn(usize) -> Number,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    struct Words<'a>(&'a [[u8; 4]], fn(usize) -> Number);

    impl Serialize for Words<'_> {
        #[inline]
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut row = serializer.serialize_tuple(self.0.len())?;
            for (place, word) in self.0.iter().enumerate() {
                match self.1(place) {
                    Number::F32 => row.serialize_element(&f32::from_le_bytes(*word)),
                    Number::I32 => row.serialize_element(&i32::from_le_bytes(*word)),
                    Number::U32 => row.serialize_element(&u32::from_le_bytes(*word)),
                }?;
            }
            row.end()
        }
    }
    let (words, _) = bytes.as_chunks::<4>();
    serializer.collect_seq(words.chunks(width.max(1)).map(|row| Words(row, kind)))
}

/// Deserialises what [`serialize_words`] gives: the bytes, and how many numbers are in a row. With `all_alike` a row of another
/// width than the first is an error.
pub fn deserialize_words<'de, D: Deserializer<'de>>(
    kind: fn(usize) -> Number,
    all_alike: bool,
    deserializer: D,
) -> Result<(Vec<u8>, usize), D::Error> {
    deserializer.deserialize_seq(VisitWords { kind, all_alike })
}

struct VisitWords {
    kind: fn(usize) -> Number,
    all_alike: bool,
}

impl<'de> Visitor<'de> for VisitWords {
    type Value = (Vec<u8>, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Self::Value, A::Error> {
        let (mut bytes, mut width) = (Vec::new(), None);
        while let Some(found) = rows.next_element_seed(WordRow { kind: self.kind, bytes: &mut bytes, width })? {
            width = width.or(self.all_alike.then_some(found));
        }
        Ok((bytes, width.unwrap_or_default()))
    }
}

/// One row, appended to the bytes of those before.
struct WordRow<'b> {
    kind: fn(usize) -> Number,
    bytes: &'b mut Vec<u8>,
    width: Option<usize>,
}

impl<'de> DeserializeSeed<'de> for WordRow<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        // A row is as long as it is.
        deserializer.deserialize_tuple(usize::MAX, self)
    }
}

impl<'de> Visitor<'de> for WordRow<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of numbers")
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<usize, A::Error> {
        let mut n = 0;
        loop {
            let word = match (self.kind)(n) {
                Number::F32 => values.next_element::<f32>()?.map(f32::to_le_bytes),
                Number::I32 => values.next_element::<i32>()?.map(i32::to_le_bytes),
                Number::U32 => values.next_element::<u32>()?.map(u32::to_le_bytes),
            };
            let Some(word) = word else { break };
            self.bytes.extend_from_slice(&word);
            n += 1;
        }
        match self.width {
            Some(width) if width != n => {
                Err(de::Error::invalid_length(n, &&*format!("{width} values, as in the first row")))
            }
            _ => Ok(n),
        }
    }
}

/// Builds records of what [`deserialize_words`] gives.
pub fn records<E: de::Error>((bytes, width): (Vec<u8>, usize)) -> Result<Records<'static>, E> {
    Records::new(bytes, (4 * width).max(1)).ok_or_else(|| E::custom("bytes that are no whole number of records"))
}

/// Records of floats in a field, a row each: `#[serde(with = "retromesh_wire::values::floats")]`.
pub mod floats {
    use super::{Deserializer, Number, Records, Serializer, deserialize_words, records, serialize_words};

    /// Serialises records.
    pub fn serialize<S: Serializer>(rows: &Records<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_words(rows.bytes(), rows.stride() / 4, |_| Number::F32, serializer)
    }

    /// Deserialises records.
    pub fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Records<'a>, D::Error> {
        records(deserialize_words(|_| Number::F32, true, deserializer)?)
    }
}

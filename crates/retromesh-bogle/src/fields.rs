//! Fields that serde cannot derive: vertices and keys as rows of floats, corners as rows of three.

use retromesh_wire::values::{Number, deserialize_words, records, serialize_words};
use retromesh_wire::{Records, Rows};
use serde::{Deserializer, Serializer};

/// Rows of floats. Bone numbers that are stored as integers are small floats.
pub(crate) mod floats {
    use super::{Deserializer, Number, Records, Serializer, deserialize_words, records, serialize_words};

    pub(crate) fn serialize<S: Serializer>(rows: &Records<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_words(rows.bytes(), rows.stride() / 4, |_| Number::F32, serializer)
    }

    pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Records<'a>, D::Error> {
        records(deserialize_words(|_| Number::F32, true, deserializer)?)
    }
}

/// The corners of a triangle a row.
pub(crate) mod corners {
    use super::{Deserializer, Number, Rows, Serializer, deserialize_words, serialize_words};

    pub(crate) fn serialize<S: Serializer>(indices: &Rows<'_, u32>, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_words(indices.bytes(), 3, |_| Number::U32, serializer)
    }

    pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Rows<'a, u32>, D::Error> {
        let (bytes, _) = deserialize_words(|_| Number::U32, false, deserializer)?;
        Rows::from_bytes(bytes).ok_or_else(|| serde::de::Error::custom("bytes that are no whole number of corners"))
    }
}

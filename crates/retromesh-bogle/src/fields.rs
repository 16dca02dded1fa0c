//! A field that serde cannot derive: corners, those of a triangle a row.

use retromesh_wire::Rows;
use retromesh_wire::values::{Number, deserialize_words, serialize_words};
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(indices: &Rows<'_, u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_words(indices.bytes(), 3, |_| Number::U32, serializer)
}

pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Rows<'a, u32>, D::Error> {
    let (bytes, _) = deserialize_words(|_| Number::U32, false, deserializer)?;
    Rows::from_bytes(bytes).ok_or_else(|| serde::de::Error::custom("bytes that are no whole number of corners"))
}

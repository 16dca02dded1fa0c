//! A field that serde cannot derive: keys as rows of a frame number and floats.

use retromesh_wire::Records;
use retromesh_wire::values::{Number, deserialize_words, records, serialize_words};
use serde::{Deserializer, Serializer};

fn kind(place: usize) -> Number {
    if place == 0 { Number::I32 } else { Number::F32 }
}

pub(crate) fn serialize<S: Serializer>(rows: &Records<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_words(rows.bytes(), rows.stride() / 4, kind, serializer)
}

pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Records<'a>, D::Error> {
    records(deserialize_words(kind, true, deserializer)?)
}

//! Fields that serde cannot derive: bytes that may not be there.

use retromesh_wire::values::bytes;
use serde::{Deserializer, Serializer};
use std::borrow::Cow;

#[allow(clippy::ref_option, reason = "serde calls it so")]
pub(crate) fn serialize<S: Serializer>(padding: &Option<Cow<'_, [u8]>>, serializer: S) -> Result<S::Ok, S::Error> {
    bytes::serialize(padding.as_deref().unwrap_or_default(), serializer)
}

pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cow<'a, [u8]>>, D::Error> {
    bytes::deserialize(deserializer).map(Some)
}

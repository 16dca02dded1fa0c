//! The document for serde: what was edited gets its places.

use crate::document::Document;
use crate::settle::settle;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Places, counts and sizes follow what is listed.
impl<'de> Deserialize<'de> for Document<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(settle(Self::deserialize(deserializer)?))
    }
}

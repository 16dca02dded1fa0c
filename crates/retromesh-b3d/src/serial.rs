//! Structures that serde cannot derive: chunks as depth and body.

use crate::document::{Body, Chunk, Keys, Vertices};
use crate::walk::{MAX_SET_SIZE, MAX_SETS};
use retromesh_wire::Records;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The depth, then the body.
impl Serialize for Chunk<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.depth, &self.body).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chunk<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (depth, body) = <(u32, Body<'_>)>::deserialize(deserializer)?;
        match &body {
            Body::Vrts(v) if v.sets > MAX_SETS || v.set_size > MAX_SET_SIZE => {
                let found = format!("{} sets of {}", v.sets, v.set_size);
                let expected = format!("at most {MAX_SETS} sets of {MAX_SET_SIZE}");
                return Err(D::Error::invalid_value(Unexpected::Other(&found), &&*expected));
            }
            Body::Vrts(v) => fits(&v.records, Vertices::stride(v.flags, v.sets, v.set_size))?,
            Body::Keys(keys) => fits(&keys.records, Keys::stride(keys.flags))?,
            _ => {}
        }
        Ok(Self { depth, body })
    }
}

/// Fails where rows have another width than the flags ask for.
fn fits<E: Error>(records: &Records<'_>, stride: usize) -> Result<(), E> {
    if records.is_empty() || records.stride() == stride {
        return Ok(());
    }
    let found = format!("rows of {}", records.stride() / 4);
    Err(E::invalid_value(Unexpected::Other(&found), &&*format!("rows of {} values, as the flags say", stride / 4)))
}

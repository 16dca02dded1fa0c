//! Fields that serde cannot derive: lists of packed words, a vertex, face or key a row.

use crate::faces::FaceStream;
use crate::keys::{ROTATION, SCALE, TRANSLATION};
use crate::vertex::Bits;
use retromesh_wire::values::{deserialize_pieces, serialize_pieces};
use serde::{Deserializer, Serializer};
use std::borrow::Cow;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) mod $name {
            use super::*;

            pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
                let size: fn(&[u8]) -> Option<usize> = $size;
                serialize_pieces(pieces(bytes, size), serializer)
            }

            pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'a, [u8]>, D::Error> {
                deserialize_pieces(deserializer)
            }
        }
    )*};
}

lists! {
    /// Vertices of 8, 12 or 16 bytes.
    vertices: |list| Bits::walk(list).next().map(|bits| bits.form.size());
    /// Faces of 4 or 8 bytes.
    faces: |list| FaceStream::new(list).next().map(|face| face.size());
    /// Keys: a tag and the words that it names.
    keys: |list| {
        let tag = list.first()?;
        Some(1 + 4 * [ROTATION, TRANSLATION, SCALE].iter().filter(|&bit| tag & bit != 0).count())
    };
}

/// Cuts a list into its words; what is cut itself is the last piece.
fn pieces(mut list: &[u8], size: fn(&[u8]) -> Option<usize>) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let size = size(list).unwrap_or(list.len()).min(list.len());
        let (piece, rest) = list.split_at_checked(size).filter(|(piece, _)| !piece.is_empty())?;
        list = rest;
        Some(piece)
    })
}

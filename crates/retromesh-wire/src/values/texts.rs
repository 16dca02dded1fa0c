//! Bytes and texts.

use crate::{FixedStr, RawStr};
use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Serialises bytes as a list of the pieces that they consist of.
pub fn serialize_pieces<'p, S: Serializer>(
    pieces: impl Iterator<Item = &'p [u8]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    struct Piece<'p>(&'p [u8]);

    impl Serialize for Piece<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }
    let mut sequence = serializer.serialize_seq(None)?;
    for piece in pieces {
        sequence.serialize_element(&Piece(piece))?;
    }
    sequence.end()
}

/// Deserialises what [`serialize_pieces`] gives.
pub fn deserialize_pieces<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'a, [u8]>, D::Error> {
    struct VisitPieces;

    impl<'de> Visitor<'de> for VisitPieces {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of bytes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut pieces: A) -> Result<Vec<u8>, A::Error> {
            struct Piece(Vec<u8>);

            impl<'de> Deserialize<'de> for Piece {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_byte_buf(VisitBytes).map(Self)
                }
            }
            let mut bytes = Vec::new();
            while let Some(Piece(piece)) = pieces.next_element()? {
                bytes.extend_from_slice(&piece);
            }
            Ok(bytes)
        }
    }
    deserializer.deserialize_seq(VisitPieces).map(Cow::Owned)
}

/// Takes bytes in any of the forms that formats have for them.
struct VisitBytes;

impl<'de> Visitor<'de> for VisitBytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_str<E>(self, text: &str) -> Result<Vec<u8>, E> {
        Ok(text.as_bytes().to_vec())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = values.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_byte_buf(self)
    }
}

/// Bytes in a field: `#[serde(with = "retromesh_wire::values::bytes")]`.
pub mod bytes {
    use super::{Cow, Deserializer, Serializer, VisitBytes};

    /// Serialises bytes.
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    /// Deserialises bytes.
    pub fn deserialize<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'a, [u8]>, D::Error> {
        deserializer.deserialize_byte_buf(VisitBytes).map(Cow::Owned)
    }
}

/// A tag of four bytes in a field, as text: `#[serde(with = "retromesh_wire::values::tag")]`.
pub mod tag {
    use super::{Deserialize, Deserializer, RawStr, Serialize, Serializer, Unexpected, de};

    /// Serialises a tag.
    pub fn serialize<S: Serializer>(tag: &[u8; 4], serializer: S) -> Result<S::Ok, S::Error> {
        RawStr::new(&tag[..]).serialize(serializer)
    }

    /// Deserialises a tag.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 4], D::Error> {
        let text = RawStr::deserialize(deserializer)?;
        let wrong = || de::Error::invalid_value(Unexpected::Bytes(text.bytes()), &"a text of four bytes");
        text.bytes().try_into().map_err(|_| wrong())
    }
}

/// Text where the bytes are UTF-8, else bytes; by the name of the newtype formats of text know that these are text, too.
impl Serialize for RawStr<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Plain<'a>(&'a [u8]);

        impl Serialize for Plain<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match std::str::from_utf8(self.0) {
                    Ok(text) => serializer.serialize_str(text),
                    Err(_) => serializer.serialize_bytes(self.0),
                }
            }
        }
        serializer.serialize_newtype_struct("RawStr", &Plain(self.bytes()))
    }
}

impl<'de> Deserialize<'de> for RawStr<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct("RawStr", VisitBytes).map(RawStr::new)
    }
}

/// The widest field of a format: what a length byte can say.
const WIDEST: u16 = 255;

/// The width, then the text with the bytes after it, as far as they are not all zero.
impl Serialize for FixedStr<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = self.bytes().iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let text = RawStr::new(self.bytes().get(..used).unwrap_or_default());
        (self.bytes().len(), text).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FixedStr<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (width, text) = <(u16, RawStr<'_>)>::deserialize(deserializer)?;
        if width > WIDEST {
            return Err(de::Error::invalid_value(Unexpected::Unsigned(width.into()), &"a width of at most 255"));
        }
        let mut bytes = text.bytes().to_vec();
        if bytes.len() > usize::from(width) {
            let found = format!("{} bytes", bytes.len());
            return Err(de::Error::invalid_value(Unexpected::Other(&found), &&*format!("at most {width} bytes")));
        }
        bytes.resize(width.into(), 0);
        Ok(Self::new(bytes))
    }
}

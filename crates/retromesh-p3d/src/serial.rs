//! What serde cannot derive: faces a row, and packed arrays.

use crate::mlod::{Corner, Kind};
use crate::packed::Packed;
use crate::{mlod, odol7};
use retromesh_wire::values::{Cells, Flat};
use retromesh_wire::{RawStr, Row, Rows, row_struct};
use serde::de::{DeserializeSeed, Error, SeqAccess, Unexpected, Visitor};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

row_struct! {
    /// What both layouts of MLOD have of a face, in the order of the file.
    struct Head {
        count: u32,
        corners: [Corner; 4],
        flags: u32,
    }
}

/// The faces of a level by its layout: texture and, in `P3DM`, material; corner count; point, normal, u and v of four corners; flags.
#[derive(Serialize, Deserialize)]
enum Faces<'a> {
    #[serde(rename = "SP3X")]
    Sp3x(Vec<(RawStr<'a>, Cells<Head>)>),
    #[serde(rename = "P3DM")]
    P3dm(Vec<(RawStr<'a>, RawStr<'a>, Cells<Head>)>),
}

impl Serialize for mlod::FaceList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let head =
            |face: &mlod::Face<'_>| Cells(Head { count: face.count, corners: face.all_corners, flags: face.flags });
        match self.kind {
            Kind::Sp3x => Faces::Sp3x(
                self.fields()
                    .zip(self.iter())
                    .map(|(field, face)| {
                        let used = field.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                        (RawStr::new(field.get(..used).unwrap_or_default()), head(&face))
                    })
                    .collect(),
            ),
            Kind::P3dm => Faces::P3dm(
                self.iter()
                    .map(|face| {
                        let head = head(&face);
                        (face.texture, face.material, head)
                    })
                    .collect(),
            ),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for mlod::FaceList<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let faces = Faces::deserialize(deserializer)?;
        let kind = if matches!(faces, Faces::Sp3x(_)) { Kind::Sp3x } else { Kind::P3dm };
        let mut list = mlod::FaceList::new(kind);
        let mut push = |texture: RawStr<'static>, material: RawStr<'static>, Cells(head): Cells<Head>| {
            let Head { count, corners, flags } = head;
            let name = texture.to_string();
            let has_nul = kind == Kind::P3dm && [&texture, &material].iter().any(|text| text.bytes().contains(&0));
            if list.push(&mlod::Face { texture, material, count, all_corners: corners, flags }) && !has_nul {
                return Ok(());
            }
            let expected = if has_nul { "a path without NUL" } else { "a texture of at most 32 bytes" };
            Err(D::Error::invalid_value(Unexpected::Str(&name), &expected))
        };
        match faces {
            Faces::Sp3x(faces) => faces.into_iter().try_for_each(|(t, head)| push(t, RawStr::default(), head))?,
            Faces::P3dm(faces) => faces.into_iter().try_for_each(|(t, m, head)| push(t, m, head))?,
        }
        Ok(list)
    }
}

/// Flags, texture, then the vertex numbers.
impl Serialize for odol7::FaceList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Line<'a>(odol7::Face<'a>);

        impl Serialize for Line<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut line = serializer.serialize_tuple(2 + self.0.corners.len())?;
                line.serialize_element(&self.0.special)?;
                line.serialize_element(&self.0.texture)?;
                self.0.corners.iter().try_for_each(|corner| line.serialize_element(&corner))?;
                line.end()
            }
        }
        let mut faces = serializer.serialize_seq(Some(self.len()))?;
        self.iter().try_for_each(|face| faces.serialize_element(&Line(face)))?;
        faces.end()
    }
}

impl<'de> Deserialize<'de> for odol7::FaceList<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut list = odol7::FaceList::default();
        deserializer.deserialize_seq(Lines(&mut list))?;
        Ok(list)
    }
}

struct Lines<'l>(&'l mut odol7::FaceList<'static>);

impl<'de> Visitor<'de> for Lines<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of faces")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut faces: A) -> Result<(), A::Error> {
        while faces.next_element_seed(Line(self.0))?.is_some() {}
        Ok(())
    }
}

struct Line<'l>(&'l mut odol7::FaceList<'static>);

impl<'de> DeserializeSeed<'de> for Line<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // A face is as long as it is.
        deserializer.deserialize_tuple(usize::MAX, self)
    }
}

impl<'de> Visitor<'de> for Line<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("flags, texture and at most 255 vertex numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        let (Some(special), Some(texture)) = (values.next_element()?, values.next_element()?) else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let mut corners = Vec::new();
        while let Some(corner) = values.next_element::<u16>()? {
            corners.push(corner);
        }
        if self.0.push(special, texture, &corners) {
            Ok(())
        } else {
            Err(A::Error::invalid_length(2 + corners.len(), &self))
        }
    }
}

/// A packed array: its values, and the stream where another packer than ours has made it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields, bound = "T: Flat")]
enum Stored<'a, T: Row> {
    List(Rows<'a, T>),
    Packed {
        values: Rows<'a, T>,
        #[serde(with = "retromesh_wire::values::bytes")]
        stream: Cow<'a, [u8]>,
    },
}

impl<T: Flat> Serialize for Packed<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.values().borrowed();
        match self.foreign_bytes() {
            None => Stored::List(values),
            Some(stream) => Stored::Packed { values, stream: stream.into() },
        }
        .serialize(serializer)
    }
}

/// A stream that does not unpack to the values is given up: they were edited.
impl<'de, T: Flat> Deserialize<'de> for Packed<'_, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Stored::<T>::deserialize(deserializer)? {
            Stored::List(values) => values.into(),
            Stored::Packed { values, stream } => Packed::with_stream(values, stream.into_owned()),
        })
    }
}

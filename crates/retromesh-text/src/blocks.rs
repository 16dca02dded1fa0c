//! What stands in brackets or on a line: elements, fields, variants.

use crate::error::Error;
use crate::read::{Reader, Result};
use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

/// The elements of a list, up to its closing bracket.
pub(crate) struct Elements<'r, 't>(&'r mut Reader<'t>);

impl<'r, 't> Elements<'r, 't> {
    pub(crate) fn new(reader: &'r mut Reader<'t>) -> Self {
        Self(reader)
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let reader = &mut *self.0;
        reader.space();
        if reader.peek() == Some(b']') {
            reader.step();
            return Ok(None);
        }
        let start = reader.offset();
        reader.row = false;
        let value = seed.deserialize(&mut *reader).map_err(|error| error.at(start))?;
        // A row may be of no values, and would be so for ever where the list has no end.
        if reader.offset() == start {
            return Err(reader.expected("a row or `]`"));
        }
        if reader.row && !reader.ends() {
            return Err(reader.expected("the end of the line"));
        }
        Ok(Some(value))
    }
}

/// The values of a tuple, up to the end of the line.
pub(crate) struct Row<'r, 't> {
    reader: &'r mut Reader<'t>,
    length: usize,
    read: usize,
}

impl<'r, 't> Row<'r, 't> {
    /// Reads so many values; `usize::MAX` for those that are there.
    pub(crate) fn new(reader: &'r mut Reader<'t>, length: usize) -> Self {
        Self { reader, length, read: 0 }
    }
}

impl<'de> SeqAccess<'de> for Row<'_, '_> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.read == self.length {
            return Ok(None);
        }
        if self.reader.ends() {
            if self.length == usize::MAX {
                return Ok(None);
            }
            let found = format!("{} in front of the end of the line", self.read);
            return Err(Error::new(format!("{} values", self.length), found).at(self.reader.offset()));
        }
        self.read += 1;
        let start = self.reader.offset();
        seed.deserialize(&mut *self.reader).map(Some).map_err(|error| error.at(start))
    }
}

/// The fields of a structure, a line each.
pub(crate) struct Fields<'r, 't> {
    reader: &'r mut Reader<'t>,
    /// Whether a brace closes them, and not the end of the text.
    braced: bool,
}

impl<'r, 't> Fields<'r, 't> {
    pub(crate) fn new(reader: &'r mut Reader<'t>, braced: bool) -> Self {
        Self { reader, braced }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.reader.space();
        match self.reader.peek() {
            Some(b'}') if self.braced => {
                self.reader.step();
                return Ok(None);
            }
            None if !self.braced => return Ok(None),
            _ => {}
        }
        let start = self.reader.offset();
        let key = self.reader.word(if self.braced { "the name of a field or `}`" } else { "the name of a field" })?;
        seed.deserialize(StrDeserializer::new(key)).map(Some).map_err(|error: Error| error.at(start))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.reader.blank();
        let start = self.reader.offset();
        let value = seed.deserialize(&mut *self.reader).map_err(|error| error.at(start))?;
        if !self.reader.ends() {
            return Err(self.reader.expected("the end of the line"));
        }
        Ok(value)
    }
}

/// A variant: its name, then what it holds.
pub(crate) struct Variant<'r, 't>(pub(crate) &'r mut Reader<'t>);

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        let start = self.0.offset();
        let name = self.0.word("a name")?;
        let value = seed.deserialize(StrDeserializer::new(name)).map_err(|error: Error| error.at(start))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.0.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

//! What is in brackets or on a line: elements, fields, variants.

use crate::error::Error;
use crate::read::{Reader, Result};
use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

/// The elements of a list, up to its closing bracket.
pub(crate) struct Elements<'r, 't> {
    pub(crate) reader: &'r mut Reader<'t>,
    /// Where the first one begins.
    pub(crate) first: Option<usize>,
}

impl Elements<'_, '_> {
    /// Returns where the next element begins; `None` at the closing bracket, which is taken.
    fn begin(&mut self) -> Option<usize> {
        let reader = &mut *self.reader;
        reader.space();
        if reader.peek() == Some(b']') {
            reader.step();
            return None;
        }
        reader.row = false;
        self.first.get_or_insert(reader.offset());
        Some(reader.offset())
    }

    /// Sets the place of an error of an element: of a second row that is unlike the first the first one, where all others are like the second.
    #[cold]
    fn blamed(&self, error: Error, start: usize) -> Error {
        let rows = |at: usize| self.reader.text.get(at..).unwrap_or_default().lines();
        let count = |row: &str| row.split('#').next().unwrap_or_default().split_whitespace().count();
        let is_row = !error.has_place() && error.expected().ends_with("as in the first row");
        let Some(first) = self.first.filter(|_| is_row) else { return error.at(start) };
        let found = rows(first).next().map_or(0, count);
        let list = rows(first).skip(1).take_while(|row| !row.trim_start().starts_with(']'));
        let mut others = list.map(count).filter(|count| *count > 0);
        let wanted = others.next().unwrap_or_default();
        // Alone a second row is no better than the first.
        if wanted == found || others.next() != Some(wanted) || others.any(|count| count != wanted) {
            return error.at(start);
        }
        Error::new(format!("{wanted} values, as in the other rows"), format!("{found} values")).at(first)
    }

    /// Checks that an element ends where it may.
    fn end(&mut self, start: usize) -> Result {
        let reader = &mut *self.reader;
        // A row may be of no values, and would be so for ever where the list has no end.
        if reader.offset() == start {
            return Err(reader.expected("a row or `]`"));
        }
        if reader.row && !reader.ends() {
            return Err(reader.expected("the end of the line"));
        }
        Ok(())
    }
}

// What is generic here is compiled for every type of every document: it is kept short.
impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(start) = self.begin() else { return Ok(None) };
        let value = seed.deserialize(&mut *self.reader).map_err(|error| self.blamed(error, start))?;
        self.end(start)?;
        Ok(Some(value))
    }
}

/// The values of a tuple, up to the end of the line.
pub(crate) struct Row<'r, 't> {
    pub(crate) reader: &'r mut Reader<'t>,
    /// How many there are; `usize::MAX` for as many as are there.
    pub(crate) length: usize,
    pub(crate) read: usize,
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
    pub(crate) reader: &'r mut Reader<'t>,
    /// Whether a brace closes them, and not the end of the text.
    pub(crate) braced: bool,
}

impl<'t> Fields<'_, 't> {
    /// Takes the name of the next field; `None` at the end of the structure. Also returns where it begins.
    fn name(&mut self) -> Result<Option<(&'t str, usize)>> {
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
        let name = self.reader.word(if self.braced { "the name of a field or `}`" } else { "the name of a field" })?;
        Ok(Some((name, start)))
    }

    /// Goes to the value of a field and returns where it begins.
    fn value(&mut self) -> usize {
        self.reader.blank();
        self.reader.offset()
    }

    /// Checks that a field ends with its line.
    fn end(&mut self) -> Result {
        if self.reader.ends() { Ok(()) } else { Err(self.reader.expected("the end of the line")) }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, start)) = self.name()? else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(name)).map(Some).map_err(|error: Error| error.at(start))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let start = self.value();
        let value = seed.deserialize(&mut *self.reader).map_err(|error| error.at(start))?;
        self.end()?;
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

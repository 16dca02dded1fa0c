//! Text to values.

use crate::blocks::{Elements, Fields, Row, Variant};
use crate::error::{Error, quoted};
use crate::{number, quoted};
use serde::de::{self, Visitor};
use serde::forward_to_deserialize_any;

pub(crate) type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Blocks may lie in each other this deep: those of documents need no more, and each costs stack.
const DEEPEST: u32 = 32;

/// A place in a text.
pub(crate) struct Reader<'t> {
    pub(crate) text: &'t str,
    at: usize,
    depth: u32,
    /// Whether the structure without braces has begun.
    begun: bool,
    /// Whether the value that was read last ends with its line.
    pub(crate) row: bool,
}

impl<'t> Reader<'t> {
    /// Starts after the first line.
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, depth: 0, begun: false, row: false }
    }

    /// Returns the place in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn step(&mut self) {
        self.at += 1;
    }

    /// Skips blanks of a line.
    #[inline]
    pub(crate) fn blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Skips blanks, comments and ends of lines.
    pub(crate) fn space(&mut self) {
        loop {
            self.blank();
            match self.peek() {
                Some(b'\n') => self.at += 1,
                Some(b'#') => {
                    self.at += self.rest().iter().position(|&byte| byte == b'\n').unwrap_or(self.rest().len());
                }
                _ => return,
            }
        }
    }

    /// Returns whether nothing but a comment or a closing bracket follows on the line, after blanks.
    #[inline]
    pub(crate) fn ends(&mut self) -> bool {
        self.blank();
        matches!(self.peek(), None | Some(b'\n' | b'#' | b']' | b'}'))
    }

    /// Returns the word or number that begins here; empty where a bracket, a quote or the end of the line is next.
    #[inline]
    fn token(&self) -> &'t str {
        let is_end = |byte: &u8| {
            matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'"' | b'#')
        };
        let length = self.rest().iter().position(is_end).unwrap_or(self.rest().len());
        self.text.get(self.at..self.at + length).unwrap_or_default()
    }

    /// Takes a word.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'t str> {
        let token = self.token();
        if token.is_empty() {
            return Err(self.expected(what));
        }
        self.at += token.len();
        Ok(token)
    }

    /// Says what was expected at this place.
    pub(crate) fn expected(&self, what: impl Into<String>) -> Error {
        let token = self.token();
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some(b'\n' | b'#') => "the end of the line".to_owned(),
            Some(byte) if token.is_empty() => quoted(&[byte]),
            _ => quoted(token.as_bytes()),
        };
        Error::new(what, found).at(self.at)
    }

    /// Takes an opening bracket; [`close`](Self::close) follows when what it holds was read.
    fn open(&mut self, bracket: u8, what: &str) -> Result {
        self.blank();
        if self.peek() != Some(bracket) {
            return Err(self.expected(what));
        }
        if self.depth == DEEPEST {
            return Err(self.expected(format!("at most {DEEPEST} blocks in each other")));
        }
        self.at += 1;
        self.depth += 1;
        Ok(())
    }

    /// Leaves a block, whose closing bracket was taken.
    fn close(&mut self) {
        self.depth -= 1;
        self.row = false;
    }

    /// Takes a token that `read` understands.
    #[inline]
    fn scalar<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        self.blank();
        let token = self.token();
        let value = read(token).ok_or_else(|| self.expected(what))?;
        self.at += token.len();
        Ok(value)
    }

    fn int<T: TryFrom<i128>>(&mut self, what: &str) -> Result<T> {
        self.scalar(what, |token| number::read_int(token)?.try_into().ok())
    }

    /// Takes a quoted text.
    fn quoted(&mut self) -> Result<Vec<u8>> {
        self.blank();
        let Some(text) = self.text.get(self.at..).and_then(|rest| rest.strip_prefix('"')) else {
            return Err(self.expected("a text in quotes"));
        };
        let start = self.at + 1;
        let (bytes, used) = quoted::read(text).map_err(|(at, error)| error.at(start + at))?;
        self.at = start + used;
        Ok(bytes)
    }

    /// Takes bytes: hexadecimal digits, two a byte.
    fn hex(&mut self) -> Result<Vec<u8>> {
        self.open(b'<', "bytes in <>")?;
        let mut bytes = Vec::new();
        loop {
            self.space();
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            match (digit(self.peek()), digit(self.text.as_bytes().get(self.at + 1).copied())) {
                (Some(high), Some(low)) => bytes.push((high << 4 | low) as u8),
                _ if self.peek() == Some(b'>') => break,
                _ => return Err(self.expected("two hexadecimal digits or `>`")),
            }
            self.at += 2;
        }
        self.at += 1;
        self.close();
        Ok(bytes)
    }
}

macro_rules! ints {
    ($($method:ident, $visit:ident, $what:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.int($what)?)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for &mut Reader<'_> {
    type Error = Error;

    forward_to_deserialize_any! { identifier }

    ints! {
        deserialize_i8, visit_i8, "an integer of 8 bits";
        deserialize_i16, visit_i16, "an integer of 16 bits";
        deserialize_i32, visit_i32, "an integer of 32 bits";
        deserialize_i64, visit_i64, "an integer of 64 bits";
        deserialize_u8, visit_u8, "an integer from 0 to 255";
        deserialize_u16, visit_u16, "an integer from 0 to 65535";
        deserialize_u32, visit_u32, "an integer from 0 to 4294967295";
        deserialize_u64, visit_u64, "an integer of 64 bits that is not negative";
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f32(self.scalar("a number", number::read_f32)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.scalar("a number", number::read_f64)?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.scalar("`true` or `false`", |token| match token {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        })?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(self.expected("no character"))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let start = self.at;
        match String::from_utf8(self.quoted()?) {
            Ok(text) => visitor.visit_string(text),
            Err(_) => Err(Error::new("text in UTF-8", "other bytes").at(start)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.blank();
        let bytes = if self.peek() == Some(b'"') { self.quoted() } else { self.hex() }?;
        visitor.visit_byte_buf(bytes)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.blank();
        if self.token() == "none" {
            self.at += "none".len();
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.scalar("`none`", |token| (token == "none").then_some(()))?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.open(b'[', "a list in []")?;
        let value = visitor.visit_seq(Elements { reader: self, first: None })?;
        self.close();
        Ok(value)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(Row { reader: self, length, read: 0 })?;
        self.row = true;
        Ok(value)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, length: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(self.expected("no map"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let start = self.at;
        let braced = std::mem::replace(&mut self.begun, true);
        if braced {
            self.open(b'{', "a structure in {}").map_err(|error| error.at(start))?;
        }
        let fields = visitor.visit_map(Fields { reader: self, braced });
        if !braced {
            return fields;
        }
        let value = fields.map_err(|error| error.at(start))?;
        self.close();
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if !std::mem::replace(&mut self.begun, true) {
            self.space();
            let value = visitor.visit_enum(Variant(self))?;
            self.space();
            return if self.peek().is_none() { Ok(value) } else { Err(self.expected("the end of the text")) };
        }
        self.blank();
        visitor.visit_enum(Variant(self))
    }

    /// Documents know what comes next; nothing else is read.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(self.expected("a value of a known type"))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }
}

//! Values to text.

use crate::error::Error;
use crate::{number, quoted};
use serde::ser::{self, Serialize};

/// Scalars of a sequence on one line.
const PER_LINE: usize = 16;
/// Bytes on one line.
const BYTES_PER_LINE: usize = 32;
/// The name of the newtype whose bytes are written as text in quotes, also where they are no UTF-8.
const RAW: &str = "RawStr";

/// The text under construction.
#[allow(clippy::struct_excessive_bools, reason = "what is true of the line is true by itself")]
pub(crate) struct Writer {
    out: String,
    depth: usize,
    /// Whether the structure without braces has begun.
    begun: bool,
    /// Whether nothing is on the line yet.
    fresh: bool,
    /// The number and whether there are many, where an element of a sequence is next.
    element: Option<(usize, bool)>,
    /// Whether the innermost open block has taken a new line.
    broken: bool,
    /// Whether bytes that come next are text.
    raw: bool,
}

type Result<T = (), E = Error> = std::result::Result<T, E>;

impl Writer {
    /// Starts a text with its first line.
    pub(crate) fn new(head: String) -> Self {
        Self { out: head, depth: 0, begun: false, fresh: false, element: None, broken: false, raw: false }
    }

    pub(crate) fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }

    /// Begins a new line.
    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        (self.fresh, self.broken) = (true, true);
    }

    /// Goes to where a value of one line or a block begins.
    #[inline]
    fn value(&mut self) {
        if self.element.take().is_some() {
            self.line();
        }
        self.gap();
    }

    /// Goes to where a number or word begins; many of them share a line.
    #[inline]
    fn scalar(&mut self) {
        match self.element.take() {
            Some((n, true)) if n.is_multiple_of(PER_LINE) => self.line(),
            Some((0, _)) => self.fresh = true,
            _ => {}
        }
        self.gap();
    }

    #[inline]
    fn gap(&mut self) {
        if !std::mem::take(&mut self.fresh) {
            self.out.push(' ');
        }
    }

    fn open(&mut self, bracket: char) -> bool {
        self.out.push(bracket);
        self.depth += 1;
        std::mem::take(&mut self.broken)
    }

    fn close(&mut self, bracket: char, before: bool) {
        self.depth -= 1;
        if self.broken {
            self.line();
        }
        self.fresh = false;
        self.broken |= before;
        self.out.push(bracket);
    }

    fn word(&mut self, word: &str) {
        if !std::mem::replace(&mut self.begun, true) {
            self.line();
        }
        self.value();
        self.out.push_str(word);
    }

    fn unsupported<T>(what: &str) -> Result<T> {
        Err(Error::new("a value that text can hold", what))
    }
}

/// A sequence, structure, or fields of a variant that is being written.
pub(crate) struct Block<'w> {
    writer: &'w mut Writer,
    /// The closing bracket; none for tuples and at the top.
    close: Option<char>,
    before: bool,
    count: usize,
    many: bool,
}

impl<'w> Block<'w> {
    fn inline(writer: &'w mut Writer) -> Self {
        Self { writer, close: None, before: false, count: 0, many: false }
    }

    fn braces(writer: &'w mut Writer) -> Self {
        writer.gap();
        let before = writer.open('{');
        Self { writer, close: Some('}'), before, count: 0, many: false }
    }

    fn finish(self) {
        if let Some(close) = self.close {
            self.writer.close(close, self.before);
        }
    }

    /// Writes the name of a field.
    fn name(&mut self, key: &str) {
        self.writer.line();
        self.writer.out.push_str(key);
        self.writer.fresh = false;
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty) with $put:path;)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result {
            self.scalar();
            $put(&mut self.out, value);
            Ok(())
        }
    )*};
}

impl<'w> ser::Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Block<'w>;
    type SerializeTuple = Block<'w>;
    type SerializeTupleStruct = Block<'w>;
    type SerializeTupleVariant = Block<'w>;
    type SerializeMap = ser::Impossible<(), Error>;
    type SerializeStruct = Block<'w>;
    type SerializeStructVariant = Block<'w>;

    scalars! {
        serialize_i8(i8) with number::put_int;
        serialize_i16(i16) with number::put_int;
        serialize_i32(i32) with number::put_int;
        serialize_i64(i64) with number::put_int;
        serialize_u8(u8) with number::put_int;
        serialize_u16(u16) with number::put_int;
        serialize_u32(u32) with number::put_int;
        serialize_u64(u64) with number::put_int;
        serialize_f32(f32) with number::put_f32;
        serialize_f64(f64) with number::put_f64;
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.scalar();
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, _: char) -> Result {
        Writer::unsupported("a character")
    }

    fn serialize_str(self, text: &str) -> Result {
        self.value();
        quoted::put(&mut self.out, text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.value();
        if std::mem::take(&mut self.raw) {
            quoted::put(&mut self.out, bytes);
            return Ok(());
        }
        let before = self.open('<');
        for line in bytes.chunks(BYTES_PER_LINE) {
            if bytes.len() > BYTES_PER_LINE {
                self.line();
            }
            for byte in line {
                for digit in [byte >> 4, byte & 15] {
                    self.out.push(char::from(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
                }
            }
        }
        self.close('>', before);
        Ok(())
    }

    fn serialize_none(self) -> Result {
        self.word("none");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.word(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result {
        self.raw = name == RAW;
        let written = value.serialize(&mut *self);
        self.raw = false;
        written
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.word(variant);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Block<'w>> {
        self.value();
        let many = length.is_none_or(|length| length > PER_LINE);
        let before = self.open('[');
        Ok(Block { writer: self, close: Some(']'), before, count: 0, many })
    }

    fn serialize_tuple(self, _: usize) -> Result<Block<'w>> {
        if self.element.take().is_some() {
            self.line();
        }
        Ok(Block::inline(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Block<'w>> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Block<'w>> {
        self.word(variant);
        Ok(Block::inline(self))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        Writer::unsupported("a map")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Block<'w>> {
        if !std::mem::replace(&mut self.begun, true) {
            return Ok(Block::inline(self));
        }
        if self.element.take().is_some() {
            self.line();
        }
        Ok(Block::braces(self))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Block<'w>> {
        self.word(variant);
        Ok(Block::braces(self))
    }
}

impl ser::SerializeSeq for Block<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.writer.element = Some((self.count, self.many));
        self.count += 1;
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result {
        self.finish();
        Ok(())
    }
}

macro_rules! inline {
    ($($trait:ident::$method:ident;)*) => {$(
        impl ser::$trait for Block<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Result {
                Ok(())
            }
        }
    )*};
}

inline! {
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! fields {
    ($($trait:ident;)*) => {$(
        impl ser::$trait for Block<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
                self.name(key);
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Result {
                self.finish();
                Ok(())
            }
        }
    )*};
}

fields! {
    SerializeStruct;
    SerializeStructVariant;
}

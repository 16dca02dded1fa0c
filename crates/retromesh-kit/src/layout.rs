//! Which byte of a file is what: structures and fields with their places, as a stream of events.
//!
//! A format's document walks itself in the order of the file ([`ByteLayout`]) and gives a [`Visit`] where each
//! structure begins, what each field is, and where the structure ends. The fields cover each byte of the file once. Nothing is
//! collected on the way, so the walk needs no more memory for a large file than for a small one.
//! [`Json`](json::Json) prints the walk.

pub mod json;
mod summary;

use crate::format::{ByteLayout, Model};
use retromesh_core::{Error, ErrorKind, Result};
use std::fmt::{self, Write};
use std::ops::ControlFlow;

/// Returns what says which byte of a file is what; fails where the file is a text.
pub fn of_model(model: &dyn Model) -> Result<&dyn ByteLayout> {
    let text = || Error::new("", ErrorKind::unsupported("a layout of bytes", "the formats that are texts have none"));
    model.as_layout().ok_or_else(text)
}

/// Takes what a walk through a file finds; [`ControlFlow::Break`] ends it.
pub trait Visit {
    /// A structure begins; what follows is inside it, until [`Visit::end`].
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()>;

    /// A field.
    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()>;

    /// The innermost structure ends before this byte.
    fn end(&mut self, end: u64) -> ControlFlow<()>;
}

/// Takes note of nothing: a walk that only finds out whether there is a layout.
impl Visit for () {
    fn begin(&mut self, _place: Place, _kind: &'static str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn field(&mut self, _field: &Field<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self, _end: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The name of a structure or field in the structure around it, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The name, as in the specifications of the formats.
    pub name: &'static str,
    /// Its number, where it is one of a list.
    pub index: Option<u64>,
    /// Bytes from the start of the file.
    pub offset: u64,
}

/// A field: bytes that belong together, and how they are read.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// The name and the place.
    pub place: Place,
    /// The bytes as they are in the file.
    pub bytes: &'a [u8],
    /// How they are read.
    pub kind: Kind<'a>,
}

/// How the bytes of a field are read.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a> {
    /// Bytes without a further meaning.
    Bytes,
    /// A text; all bytes are part of it.
    Text,
    /// A text that ends in a NUL, which is one of the bytes.
    Terminated,
    /// A number, or a few of one kind.
    Numbers(Number, usize),
    /// Rows of this shape, until the bytes end.
    Rows(Shape<'a>),
    /// A compressed stream that unpacks to these rows.
    Packed {
        /// What it unpacks to.
        unpacked: &'a [u8],
        /// The rows in it.
        shape: Shape<'a>,
    },
    /// Bytes that another field has shown already, from another place of the file. They count once.
    Shared,
}

/// A kind of number; all are little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Number {
    U8,
    I8,
    U16,
    I16,
    U24,
    U32,
    I32,
    F16,
    F32,
}

impl Number {
    /// Returns the bytes of one.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::F16 => 2,
            Self::U24 => 3,
            Self::U32 | Self::I32 | Self::F32 => 4,
        }
    }

    /// Returns the name, such as `u16`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
            Self::I16 => "i16",
            Self::U24 => "u24",
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::F16 => "f16",
            Self::F32 => "f32",
        }
    }

    /// Reads one from the start of some bytes; 0 where there are not enough.
    pub fn read(self, bytes: &[u8]) -> Value {
        fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
            bytes.first_chunk().copied().unwrap_or([0; N])
        }
        match self {
            Self::U8 => Value::Int(u8::from_le_bytes(first(bytes)).into()),
            Self::I8 => Value::Int(i8::from_le_bytes(first(bytes)).into()),
            Self::U16 => Value::Int(u16::from_le_bytes(first(bytes)).into()),
            Self::I16 => Value::Int(i16::from_le_bytes(first(bytes)).into()),
            Self::U24 => {
                let [a, b, c] = first(bytes);
                Value::Int(u32::from_le_bytes([a, b, c, 0]).into())
            }
            Self::U32 => Value::Int(u32::from_le_bytes(first(bytes)).into()),
            Self::I32 => Value::Int(i32::from_le_bytes(first(bytes)).into()),
            Self::F16 => Value::Float(half(u16::from_le_bytes(first(bytes)))),
            Self::F32 => Value::Float(f32::from_le_bytes(first(bytes))),
        }
    }
}

/// Widens a half float of IEEE 754.
fn half(bits: u16) -> f32 {
    const SMALLEST: f32 = 1.0 / 16_777_216.0;
    let (sign, exponent, fraction) = (u32::from(bits >> 15) << 31, u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    let size = match exponent {
        0 => fraction as f32 * SMALLEST,
        31 => f32::from_bits(0xff << 23 | fraction << 13),
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    f32::from_bits(sign | size.to_bits())
}

/// A number that was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f32),
}

/// Prints the shortest form that reads as the same bits, other NaNs than the usual one apart.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => fmt::Debug::fmt(value, f),
        }
    }
}

/// What a row of fixed size is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape<'a> {
    /// Some numbers of one kind.
    Numbers(Number, usize),
    /// Parts with names.
    Record(&'a [Part<'a>]),
}

/// A part of a [`Shape::Record`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// The name.
    pub name: &'static str,
    /// What it is made of.
    pub shape: Shape<'a>,
}

impl Part<'_> {
    /// Builds a part of some numbers.
    pub const fn new(name: &'static str, number: Number, count: usize) -> Self {
        Self { name, shape: Shape::Numbers(number, count) }
    }
}

impl Shape<'_> {
    /// Returns the bytes of one row.
    pub fn size(self) -> usize {
        match self {
            Self::Numbers(number, count) => number.size() * count,
            Self::Record(parts) => parts.iter().map(|part| part.shape.size()).sum(),
        }
    }

    /// Returns the shape of an array of such rows, which are numbers.
    #[must_use]
    pub const fn times(self, n: usize) -> Self {
        match self {
            Self::Numbers(number, count) => Self::Numbers(number, count * n),
            Self::Record(parts) => Self::Record(parts),
        }
    }

    /// Finds what lies at a byte of a row: the path in the row, such as `.position[2]`, the offset in the row, and the number.
    pub fn at(self, offset: usize) -> Option<(String, usize, Number)> {
        let (mut path, mut start, mut shape) = (String::new(), 0, self);
        loop {
            match shape {
                Self::Numbers(number, count) => {
                    let n = (offset - start) / number.size();
                    if count > 1 {
                        // Writing to a string cannot fail.
                        let _ = write!(path, "[{n}]");
                    }
                    return (n < count).then(|| (path, start + n * number.size(), number));
                }
                Self::Record(parts) => {
                    let mut inside = None;
                    for part in parts {
                        let end = start + part.shape.size();
                        if offset < end {
                            inside = Some(part);
                            break;
                        }
                        start = end;
                    }
                    let part = inside?;
                    let _ = write!(path, ".{}", part.name);
                    shape = part.shape;
                }
            }
        }
    }

    /// Prints a row: a number, or a list of what it is made of.
    pub fn print(self, row: &[u8], out: &mut dyn Write) -> fmt::Result {
        match self {
            Self::Numbers(number, 1) => print_number(number, row, out),
            Self::Numbers(number, count) => {
                out.write_char('[')?;
                for (n, bytes) in row.chunks(number.size()).take(count).enumerate() {
                    out.write_str(if n == 0 { "" } else { ", " })?;
                    print_number(number, bytes, out)?;
                }
                out.write_char(']')
            }
            Self::Record(parts) => {
                out.write_char('[')?;
                let mut rest = row;
                for (n, part) in parts.iter().enumerate() {
                    out.write_str(if n == 0 { "" } else { ", " })?;
                    let (bytes, after) = rest.split_at_checked(part.shape.size()).unwrap_or_default();
                    part.shape.print(bytes, out)?;
                    rest = after;
                }
                out.write_char(']')
            }
        }
    }
}

/// Prints a number as JSON has it; floats that JSON does not have, as a string with their bits.
fn print_number(number: Number, bytes: &[u8], out: &mut dyn Write) -> fmt::Result {
    match number.read(bytes) {
        Value::Float(value) if value.is_nan() => {
            out.write_str("\"nan:")?;
            bytes.iter().take(number.size()).rev().try_for_each(|byte| write!(out, "{byte:02x}"))?;
            out.write_char('"')
        }
        Value::Float(value) if value.is_infinite() => out.write_str(if value > 0.0 { "\"inf\"" } else { "\"-inf\"" }),
        value => write!(out, "{value}"),
    }
}

/// Prints what kind of numbers it is: `f32`, or `f32[3]`.
impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers(number, 1) => f.write_str(number.name()),
            Self::Numbers(number, count) => write!(f, "{}[{count}]", number.name()),
            Self::Record(_) => f.write_str("record"),
        }
    }
}

/// Prints `name` or `name[3]`, as one step of a path.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "{}[{index}]", self.name),
            None => f.write_str(self.name),
        }
    }
}

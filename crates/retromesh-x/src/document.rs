//! The lossless image of a file: a header, and a flat list of pieces of text or of binary tokens.

use retromesh_wire::{RawStr, Rows};
use std::borrow::Cow;

/// Mirrors a `.x` file.
///
/// Pieces and tokens are one list in file order. What is inside an object follows from the braces, so nesting costs no stack, neither to
/// walk nor to drop.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Document<'a> {
    /// The version: `0302` or `0303` in all known files.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::tag"))]
    pub version: [u8; 4],
    /// The bits of a float: `0032` or `0064`. It means nothing in a text.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::tag"))]
    pub float_size: [u8; 4],
    /// The objects.
    pub content: Content<'a>,
    /// What follows the last token of a binary file.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "retromesh_wire::values::bytes")
    )]
    pub trailing: Cow<'a, [u8]>,
    /// The bytes after the header of a packed file. They are written again as long as they unpack to the content.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub packed: Option<Packed<'a>>,
}

/// The bytes of a packed file after its header: the unpacked size, then packed blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Packed<'a> {
    /// The bytes as they are in the file.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::bytes"))]
    pub bytes: Cow<'a, [u8]>,
}

/// The objects of a file, as text or as binary tokens.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Content<'a> {
    /// A text.
    Text(Vec<Piece<'a>>),
    /// Binary tokens.
    Binary(Vec<Token<'a>>),
}

/// A piece of a text, spelled as in the file. Blanks and comments belong to the piece that follows them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Piece<'a> {
    /// The begin of an object: its type, its name where it has one, the opening brace.
    Open(RawStr<'a>),
    /// The end of an object: the closing brace.
    Close(RawStr<'a>),
    /// A reference to an object: its name in braces.
    Reference(RawStr<'a>),
    /// Values of the object around it: numbers, strings, identifiers, with all separators.
    Values(RawStr<'a>),
    /// A template from its first word to its closing brace.
    Template(RawStr<'a>),
}

impl Piece<'_> {
    /// Returns the text.
    pub fn text(&self) -> &[u8] {
        match self {
            Self::Open(text)
            | Self::Close(text)
            | Self::Reference(text)
            | Self::Values(text)
            | Self::Template(text) => text.bytes(),
        }
    }

    fn into_owned(self) -> Piece<'static> {
        match self {
            Self::Open(text) => Piece::Open(text.into_owned()),
            Self::Close(text) => Piece::Close(text.into_owned()),
            Self::Reference(text) => Piece::Reference(text.into_owned()),
            Self::Values(text) => Piece::Values(text.into_owned()),
            Self::Template(text) => Piece::Template(text.into_owned()),
        }
    }
}

/// A token of a binary file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Token<'a> {
    /// 1: a type, a name or a word.
    Name(RawStr<'a>),
    /// 2: a string; a separator follows as a token of its own.
    Text(RawStr<'a>),
    /// 3: an integer.
    Integer(u32),
    /// 5: the identifier of a template or object.
    Guid([u8; 16]),
    /// 6: integers.
    Integers(Rows<'a, u32>),
    /// 7: floats, where they have 32 bits.
    Floats(Rows<'a, f32>),
    /// 7: floats, where they have 64 bits, each as its lower and its upper half.
    Doubles(Rows<'a, [u32; 2]>),
    /// 10 to 20, 31 and 40 to 52: braces, separators and words of templates.
    Mark(u16),
}

impl Token<'_> {
    /// The number of the mark `{`.
    pub const OPEN: u16 = 10;
    /// The number of the mark `}`.
    pub const CLOSE: u16 = 11;
    /// The number of the word `template`.
    pub const TEMPLATE: u16 = 31;

    fn into_owned(self) -> Token<'static> {
        match self {
            Self::Name(text) => Token::Name(text.into_owned()),
            Self::Text(text) => Token::Text(text.into_owned()),
            Self::Integer(value) => Token::Integer(value),
            Self::Guid(bytes) => Token::Guid(bytes),
            Self::Integers(rows) => Token::Integers(rows.into_owned()),
            Self::Floats(rows) => Token::Floats(rows.into_owned()),
            Self::Doubles(rows) => Token::Doubles(rows.into_owned()),
            Self::Mark(mark) => Token::Mark(mark),
        }
    }
}

impl Content<'_> {
    /// Copies everything that is borrowed.
    pub fn into_owned(self) -> Content<'static> {
        match self {
            Self::Text(pieces) => Content::Text(pieces.into_iter().map(Piece::into_owned).collect()),
            Self::Binary(tokens) => Content::Binary(tokens.into_iter().map(Token::into_owned).collect()),
        }
    }
}

impl Document<'_> {
    /// Copies everything that is borrowed.
    pub fn into_owned(self) -> Document<'static> {
        Document {
            version: self.version,
            float_size: self.float_size,
            content: self.content.into_owned(),
            trailing: Cow::Owned(self.trailing.into_owned()),
            packed: self.packed.map(|packed| Packed { bytes: Cow::Owned(packed.bytes.into_owned()) }),
        }
    }

    /// Returns the four letters of the header that say how the file is stored.
    pub fn storage(&self) -> &'static [u8; 4] {
        match (&self.content, &self.packed) {
            (Content::Text(_), None) => b"txt ",
            (Content::Text(_), Some(_)) => b"tzip",
            (Content::Binary(_), None) => b"bin ",
            (Content::Binary(_), Some(_)) => b"bzip",
        }
    }
}

//! The lossless image of a file: a header, and a flat list of pieces of text or of binary tokens.

use retromesh_wire::{RawStr, Rows, record};
use std::borrow::Cow;

record! {
    /// Mirrors a `.x` file.
    ///
    /// Pieces and tokens are one list in file order. What is inside an object follows from the braces, so nesting costs no stack, neither to
    /// walk nor to drop.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Document<'a> {
        /// The version: `0302` or `0303` in all known files.
        #[serde(with = "retromesh_wire::values::tag")]
        pub version: [u8; 4],
        /// The bits of a float: `0032` or `0064`. It means nothing in a text.
        #[serde(with = "retromesh_wire::values::tag")]
        pub float_size: [u8; 4],
        /// The objects.
        pub content: Content<'a>,
        /// What follows the last token of a binary file.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
        /// The bytes after the header of a packed file. They are written again as long as they unpack to the content.
        pub packed: Option<Packed<'a>> = default,
    }

    /// The bytes of a packed file after its header: the unpacked size, then packed blocks.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Packed<'a> {
        /// The bytes as they are in the file.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub bytes: Cow<'a, [u8]>,
    }

    /// The objects of a file, as text or as binary tokens.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Content<'a> {
        /// A text.
        Text(Vec<Piece<'a>>),
        /// Binary tokens.
        Binary(Vec<Token<'a>>),
    }

    /// A piece of a text, spelled as in the file. Blanks and comments belong to the piece that follows them.
    #[derive(Debug, Clone, PartialEq, Eq)]
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

    /// A token of a binary file.
    #[derive(Debug, Clone, PartialEq)]
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
}

impl Token<'_> {
    /// The number of the mark `{`.
    pub const OPEN: u16 = 10;
    /// The number of the mark `}`.
    pub const CLOSE: u16 = 11;
    /// The number of the word `template`.
    pub const TEMPLATE: u16 = 31;
}

impl Document<'_> {
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

//! The lossless document: what the file holds, in its order.

use retromesh_core::ErrorKind;
use retromesh_wire::{plain, record};
use std::borrow::Cow;

record! {
    /// A texture file.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Document<'a> {
        /// The type word, if the file begins with one that is known.
        pub type_word: Option<Texels> = default,
        /// The tags, in the order of the file.
        pub tags: Vec<Tag<'a>>,
        /// The palette: blue, green and red of each colour.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub palette: Cow<'a, [u8]> = default,
        /// The levels, the largest first; there is at least one.
        pub levels: Vec<Level<'a>>,
        /// Whether a level header of zeros ends the list.
        pub has_end: bool,
        /// What follows: two zero bytes in the game's own files.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }

    /// A tag: a name and bytes.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Tag<'a> {
        /// The name as it is read, such as `AVGC`; the file holds it backwards.
        #[serde(with = "retromesh_wire::values::tag")]
        pub name: [u8; 4],
        /// The content.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub data: Cow<'a, [u8]>,
    }

    /// One level of a texture.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Level<'a> {
        /// Whether 1234 x 8765 comes before the size: the body of an indexed level is then packed as those of 16-bit levels are.
        pub is_marked: bool,
        /// The width as stored: the highest bit says that the body of a block-compressed level is packed once more.
        pub stored_width: u16,
        /// The height in texels.
        pub height: u16,
        /// The texels as stored, with their checksum.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub body: Cow<'a, [u8]>,
    }
}

impl Level<'_> {
    /// The bit of the width that says "packed by LZO".
    pub const LZO: u16 = 0x8000;
    /// The width and height that mark a level.
    pub const MARK: [u16; 2] = [1234, 8765];

    /// Returns the width in texels.
    pub fn width(&self) -> u16 {
        self.stored_width & !Self::LZO
    }

    /// Returns whether the body is packed by LZO.
    pub fn is_lzo(&self) -> bool {
        self.stored_width & Self::LZO != 0
    }

    /// Returns the bytes that the level takes in the file.
    pub fn byte_len(&self) -> usize {
        7 + 4 * usize::from(self.is_marked) + self.body.len()
    }
}

/// How texels are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Texels {
    /// Blocks of 4 x 4 in 8 bytes, opaque or with one clear colour.
    Dxt1,
    /// As [`Texels::Dxt3`], with colours multiplied by alpha.
    Dxt2,
    /// Blocks in 16 bytes with 4 bits of alpha a texel.
    Dxt3,
    /// As [`Texels::Dxt5`], with colours multiplied by alpha.
    Dxt4,
    /// Blocks in 16 bytes with interpolated alpha.
    Dxt5,
    /// 16 bits: four each of alpha, red, green and blue.
    Argb4444,
    /// 16 bits: one of alpha, five each of red, green and blue.
    Argb1555,
    /// 16 bits: intensity and alpha.
    Ai88,
    /// 32 bits.
    Argb8888,
    /// A byte that points into the palette.
    P8,
}

impl Texels {
    /// All types with their words in the file; [`Texels::P8`] has none.
    const WORDS: [(Self, u16); 9] = [
        (Self::Dxt1, 0xff01),
        (Self::Dxt2, 0xff02),
        (Self::Dxt3, 0xff03),
        (Self::Dxt4, 0xff04),
        (Self::Dxt5, 0xff05),
        (Self::Argb4444, 0x4444),
        (Self::Argb1555, 0x1555),
        (Self::Ai88, 0x8080),
        (Self::Argb8888, 0x8888),
    ];

    /// Returns the type of a word.
    pub fn from_word(word: u16) -> Option<Self> {
        Self::WORDS.iter().find(|(_, own)| *own == word).map(|(texels, _)| *texels)
    }

    /// Returns the type's word; `None` for [`Texels::P8`].
    pub fn word(self) -> Option<u16> {
        Self::WORDS.iter().find(|(texels, _)| *texels == self).map(|(_, word)| *word)
    }

    /// Returns the usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dxt1 => "DXT1",
            Self::Dxt2 => "DXT2",
            Self::Dxt3 => "DXT3",
            Self::Dxt4 => "DXT4",
            Self::Dxt5 => "DXT5",
            Self::Argb4444 => "ARGB4444",
            Self::Argb1555 => "ARGB1555",
            Self::Ai88 => "AI88",
            Self::Argb8888 => "ARGB8888",
            Self::P8 => "P8",
        }
    }

    /// Returns whether texels are stored in blocks of 4 x 4.
    pub fn is_block(self) -> bool {
        matches!(self, Self::Dxt1 | Self::Dxt2 | Self::Dxt3 | Self::Dxt4 | Self::Dxt5)
    }

    /// Returns the bytes of a level of this size before it is packed.
    pub fn byte_len(self, width: u16, height: u16) -> usize {
        let (w, h) = (usize::from(width), usize::from(height));
        let blocks = w.div_ceil(4) * h.div_ceil(4);
        match self {
            Self::Dxt1 => blocks * 8,
            Self::Dxt2 | Self::Dxt3 | Self::Dxt4 | Self::Dxt5 => blocks * 16,
            Self::Argb4444 | Self::Argb1555 | Self::Ai88 => w * h * 2,
            Self::Argb8888 => w * h * 4,
            Self::P8 => w * h,
        }
    }
}

impl Document<'_> {
    /// Returns how the texels are stored: without a type word by the content, a palette meaning indices and none 4444.
    pub fn texels(&self) -> Texels {
        self.type_word.unwrap_or(if self.palette.is_empty() { Texels::Argb4444 } else { Texels::P8 })
    }

    /// Returns the content of the last tag of a name.
    pub fn tag(&self, name: &[u8; 4]) -> Option<&[u8]> {
        self.tags.iter().rev().find(|tag| tag.name == *name).map(|tag| &*tag.data)
    }

    /// Returns the width and height of the largest level.
    pub fn size(&self) -> [u16; 2] {
        self.levels.first().map_or([0; 2], |level| [level.width(), level.height])
    }

    /// Returns the place of each level's header in the file.
    pub fn level_offsets(&self) -> Vec<usize> {
        let tags: usize = self.tags.iter().map(|tag| 12 + tag.data.len()).sum();
        let mut at = 2 * usize::from(self.type_word.is_some()) + tags + 2 + self.palette.len();
        let offset = |level: &Level<'_>| {
            let start = at;
            at += level.byte_len();
            start
        };
        self.levels.iter().map(offset).collect()
    }

    pub(crate) fn level(&self, number: usize) -> Result<&Level<'_>, ErrorKind> {
        let none = || ErrorKind::bad("level", format!("one of {}", self.levels.len()), number.to_string());
        self.levels.get(number).ok_or_else(none)
    }
}

plain! { Texels }

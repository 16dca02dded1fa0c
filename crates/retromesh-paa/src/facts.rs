//! What the engine takes from a texture's tags: its mean colour, and how its alpha is meant.

use crate::document::{Document, Texels};
use retromesh_core::material::TextureFacts;

/// The tags whose meaning is known; all begin with four bytes of it.
pub(crate) const KNOWN: [&[u8; 4]; 5] = [b"AVGC", b"MAXC", b"FLAG", b"OFFS", b"SWIZ"];

/// Bit of `FLAG`: alpha is blended.
pub(crate) const FLAG_ALPHA: u32 = 1;
/// Bit of `FLAG`: alpha is a key.
pub(crate) const FLAG_KEYED: u32 = 2;

/// The colours of a palette that stand for "nothing", as blue, green and red.
pub(crate) const KEYS: [[u8; 3]; 2] = [[0xff, 0, 0xff], [0xff, 0xff, 0]];

impl Document<'_> {
    /// Returns what the engine takes from the tags when it loads a model that uses the texture.
    ///
    /// The mean colour is 0 where the file does not tell it. Textures of 4444, AI88 and 8888 are always blended.
    pub fn facts(&self) -> TextureFacts {
        let flags = self.tags.iter().filter(|tag| tag.name == *b"FLAG").filter_map(|tag| word(&tag.data));
        let flags = flags.fold(0, |all, flags| all | flags);
        texture_facts(flags, self.mean().unwrap_or(0), self.texels(), self.key().is_some())
    }

    /// Returns the mean colour, 0xAARRGGBB: that of the last tag for it that is long enough.
    pub fn mean(&self) -> Option<u32> {
        self.tags.iter().rev().filter(|tag| tag.name == *b"AVGC").find_map(|tag| word(&tag.data))
    }

    /// Returns the palette's index that stands for "nothing": the last of the key colours.
    pub(crate) fn key(&self) -> Option<usize> {
        self.palette.as_chunks::<3>().0.iter().rposition(|color| KEYS.contains(color))
    }
}

/// Returns what the engine takes from a texture with these flags, this mean colour and type, and perhaps with a key in its palette.
pub(crate) fn texture_facts(flags: u32, mean: u32, texels: Texels, has_key: bool) -> TextureFacts {
    let mut alpha = flags & FLAG_ALPHA != 0;
    let mut keyed = flags & FLAG_KEYED != 0 || has_key;
    if mean != 0 {
        match mean >> 24 {
            0xff => keyed = false,
            _ if !alpha => keyed = true,
            _ => {}
        }
    }
    alpha |= matches!(texels, Texels::Argb4444 | Texels::Ai88 | Texels::Argb8888);
    TextureFacts { mean, alpha, keyed }
}

fn word(data: &[u8]) -> Option<u32> {
    data.first_chunk().map(|word| u32::from_le_bytes(*word))
}

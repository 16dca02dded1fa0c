//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, Level, Texels};
use crate::write::{Game, WriteOptions};
use crate::{ID, parse};
use retromesh_core::{Diagnostics, Error, ErrorKind, Valid};
use retromesh_kit::{Confidence, ExportOptions, Format, Output};

/// The media type that scenes give the bytes of a texture.
pub const MIME: &str = "image/x-paa";

/// The textures of Operation Flashpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paa;

/// The one value of [`Paa`].
pub static FORMAT: Paa = Paa;

impl Format for Paa {
    retromesh_kit::format_methods!(info INFO, read Document);
    retromesh_kit::document_text!(ID, Document);

    /// A type word or a tag is a signature; a palette alone, as in the oldest files, could be anything.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        let word = bytes.first_chunk().and_then(|word| Texels::from_word(u16::from_le_bytes(*word)));
        let after = bytes.get(2..).unwrap_or_default();
        match word {
            _ if bytes.starts_with(parse::TAG) || (word.is_some() && after.starts_with(parse::TAG)) => {
                Confidence::Certain
            }
            Some(_) if after.starts_with(&[0, 0]) => Confidence::Maybe,
            _ => Confidence::No,
        }
    }

    fn write(&self, _: &Valid<'_>, _: &ExportOptions, _: &mut Diagnostics) -> Result<Output, Error> {
        Err(Error::new(ID, ErrorKind::unrepresentable("a model as a texture: textures are made of pictures")))
    }
}

retromesh_kit::doors! {
    Document of ID;
    /// Parses a texture file.
    ///
    /// Everything borrows `bytes`; levels stay packed. What the format does not allow but can be read is reported; the texels
    /// themselves are looked at by [`Document::picture`]. Errors name the field and its offset.
    parse_with;
    /// Builds a scene: a card as high as a unit that shows the largest level, blended or cut out as the engine draws it. Its image is
    /// the file itself, of the media type [`MIME`].
    ///
    /// The largest level is unpacked to see that it can be; fails where not.
    to_scene_with;
    /// Writes the document. Fails where a field does not fit, which cannot be for a parsed document.
    encode;
}
retromesh_kit::model!(Document, version, lint, layout, sizes);

fn version(document: &Document<'_>) -> String {
    let [width, height] = document.size();
    let count = document.levels.len();
    let plural = if count == 1 { "" } else { "s" };
    format!("{}, {width} x {height}, {count} level{plural}", document.texels().name())
}

impl Document<'_> {
    /// Lists how many bytes each kind of part takes.
    pub fn sizes(&self) -> Vec<(&'static str, u64)> {
        let tags: usize = self.tags.iter().map(|tag| 12 + tag.data.len()).sum();
        let levels: usize = self.levels.iter().map(Level::byte_len).sum();
        let all = [("tags", tags), ("palette", self.palette.len()), ("levels", levels)];
        all.into_iter().filter(|(_, size)| *size > 0).map(|(what, size)| (what, size as u64)).collect()
    }
}

impl WriteOptions {
    /// Takes from the options of a conversion what concerns textures: target and extension.
    pub fn of(options: &ExportOptions) -> Result<Self, Error> {
        const BY_NAME: [(&str, Texels); 7] = [
            ("dxt1", Texels::Dxt1),
            ("dxt5", Texels::Dxt5),
            ("argb4444", Texels::Argb4444),
            ("argb1555", Texels::Argb1555),
            ("ai88", Texels::Ai88),
            ("argb8888", Texels::Argb8888),
            ("p8", Texels::P8),
        ];
        let is_pac = options.file_name.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("pac"));
        let game = |game, texels| Ok(Self { texels, game, is_pac });
        match INFO.target_of(options)?.name {
            "arma" => game(Game::Arma, None),
            name => game(Game::Flashpoint, BY_NAME.iter().find(|(own, _)| *own == name).map(|(_, texels)| *texels)),
        }
    }
}

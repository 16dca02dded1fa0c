//! Picture to document: the type is chosen by what the picture holds, the sides become powers of two, and all levels are made.

mod dds;
mod indexed;
mod levels;
mod resize;

use crate::codec::{pack_blocks, runs, texels};
use crate::document::{Document, Level, Tag, Texels};
use crate::encode::LONGEST_BODY;
use crate::facts::{self, FLAG_ALPHA, FLAG_KEYED, KEYS};
use crate::{ID, Picture};
use retromesh_core::material::TextureFacts;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_wire::lzss::{self, Sum};
use std::borrow::Cow;

/// Chooses how a picture becomes a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// How texels are stored; `None` chooses by the picture.
    pub texels: Option<Texels>,
    /// For which game the type is chosen.
    pub game: Game,
    /// Whether the file will be called `.pac`, for which the game takes blocks and indices only.
    pub is_pac: bool,
}

/// A game whose textures differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Game {
    /// Operation Flashpoint and Arma: Cold War Assault.
    #[default]
    Flashpoint,
    /// Armed Assault and later.
    Arma,
}

/// What the alpha of a picture needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alpha {
    /// Nothing: all is opaque.
    Opaque,
    /// One bit.
    Keyed,
    /// More than that.
    Smooth,
}

impl Document<'static> {
    /// Makes a texture of a picture, with tags and all levels.
    ///
    /// Sides that are no powers of two within the game's limits are scaled, and colours are rounded or compressed by most types; both
    /// are reported. Fails where the type that is asked for cannot hold the picture at all, or not in the size that a level may have.
    pub fn from_picture(
        picture: &Picture,
        options: &WriteOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        picture.refuse_empty()?;
        let mut size = resize::fitting(picture.width, picture.height);
        let mut scaled = resize::scaled(picture, size);
        let mut palette = indexed::palette(&scaled);
        let texels = options.choose(&scaled, palette.is_some())?;
        // Blocks have the same size whatever they show.
        while texels.is_block() && texels.byte_len(size[0] as u16, size[1] as u16) > LONGEST_BODY {
            size = size.map(|side| side / 2);
            scaled = resize::scaled(picture, size);
            palette = None;
        }
        picture.report_size(size, "", diagnostics)?;
        let document = write(&scaled, texels, palette)?;
        report_rounding(&scaled, &document.picture(0)?, texels, diagnostics)?;
        Ok(document)
    }
}

impl Picture {
    /// Returns about how many bytes making a texture of a picture takes beyond the picture: scaled, all levels, packed, and read again.
    pub fn texture_takes(&self) -> usize {
        let [width, height] = resize::fitting(self.width, self.height);
        let scaled = if [width, height] == [self.width, self.height] { 0 } else { 4 };
        // The levels are a third more than the largest; blocks take a byte, and so does what is packed.
        (width as usize * height as usize).saturating_mul(scaled + 6 + 4 + 1)
    }
}

impl WriteOptions {
    /// Returns whether texels of every picture can be stored in this way.
    pub fn holds(&self, texels: Texels) -> bool {
        match texels {
            Texels::Dxt1 | Texels::Dxt5 => true,
            Texels::Argb4444 | Texels::Argb1555 | Texels::Ai88 | Texels::Argb8888 => !self.is_pac,
            _ => false,
        }
    }

    fn choose(self, picture: &Picture, fits_palette: bool) -> Result<Texels, Error> {
        let alpha = picture.alpha();
        let refuse = |what: &'static str| Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        Ok(match (self.texels, alpha, self.game) {
            (Some(Texels::P8), ..) if !fits_palette => {
                return refuse("indices of more than 256 colours, of smooth alpha or of a colour that means \"clear\"");
            }
            (Some(Texels::P8), ..) if !self.is_pac => {
                return refuse(
                    "indices in a .paa file: the game takes them for texels of 16 bits; it reads them from .pac",
                );
            }
            (Some(Texels::Dxt2 | Texels::Dxt3 | Texels::Dxt4), ..) => return refuse("DXT2, DXT3 and DXT4"),
            (Some(texels), ..) if self.is_pac && !texels.is_block() && texels != Texels::P8 => {
                return refuse("texels of 16 bits in a .pac file: the game reads them from .paa only");
            }
            (Some(texels), ..) => texels,
            (None, Alpha::Opaque | Alpha::Keyed, Game::Flashpoint) if self.is_pac && fits_palette => Texels::P8,
            (None, Alpha::Opaque | Alpha::Keyed, Game::Flashpoint) | (None, Alpha::Opaque, Game::Arma) => Texels::Dxt1,
            (None, Alpha::Smooth, Game::Flashpoint) if self.is_pac => {
                return refuse("smooth alpha in a .pac file: the game reads it from .paa only");
            }
            (None, Alpha::Smooth, Game::Flashpoint) if picture.is_grey() => Texels::Ai88,
            (None, Alpha::Smooth, Game::Flashpoint) => Texels::Argb4444,
            (None, Alpha::Keyed | Alpha::Smooth, Game::Arma) => Texels::Dxt5,
        })
    }
}

impl Picture {
    /// Returns what a model would take from the texture that [`Document::from_picture`] makes, without packing it.
    ///
    /// The mean is that of the picture as it is, before its sides become powers of two. Fails where no texture can be made.
    pub fn facts(&self, options: &WriteOptions) -> Result<TextureFacts, Error> {
        let texels = options.choose(self, indexed::palette(self).is_some())?;
        let alpha = self.alpha();
        let has_key = texels == Texels::P8 && alpha == Alpha::Keyed;
        Ok(facts::texture_facts(flags(alpha, texels), self.mean(), texels, has_key))
    }

    fn refuse_empty(&self) -> Result<(), Error> {
        let len = (self.width as usize).saturating_mul(self.height as usize).saturating_mul(4);
        if len == 0 || self.rgba.len() != len {
            return Err(Error::new(ID, ErrorKind::unrepresentable("a picture without texels")));
        }
        Ok(())
    }

    fn report_size(&self, size: [u32; 2], advice: &str, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        if size == [self.width, self.height] {
            return Ok(());
        }
        let detail = format!("{} x {} to {} x {}{advice}", self.width, self.height, size[0], size[1]);
        diagnostics.report(Finding::new(Code::ResizedImage).detail(detail))
    }

    /// Returns what the alpha needs.
    pub(crate) fn alpha(&self) -> Alpha {
        let mut need = Alpha::Opaque;
        for [.., a] in self.texels() {
            match a {
                255 => {}
                0 => need = Alpha::Keyed,
                _ => return Alpha::Smooth,
            }
        }
        need
    }

    fn is_grey(&self) -> bool {
        self.texels().iter().all(|[r, g, b, a]| *a == 0 || (r == g && g == b))
    }

    /// Returns the mean colour as the game's tools store it, 0xAARRGGBB: colours weigh as much as they are opaque.
    fn mean(&self) -> u32 {
        let mut sums = [0u64; 4];
        for [r, g, b, a] in self.texels() {
            let a = u64::from(*a);
            sums.iter_mut().zip([*r, *g, *b]).for_each(|(sum, value)| *sum += u64::from(value) * a);
            sums[3] += a;
        }
        let [r, g, b] = [sums[0], sums[1], sums[2]].map(|sum| (sum + sums[3] / 2) / sums[3].max(1));
        let count = self.texels().len() as u64;
        let a = (sums[3] + count / 2) / count.max(1);
        // The game takes a mean of 255 for "no alpha at all".
        let a = if sums[3] < count * 255 { a.min(254) } else { 255 };
        (a << 24 | r << 16 | g << 8 | b) as u32
    }
}

/// Returns what the tag `FLAG` says of a texture; 0 where there is none.
fn flags(alpha: Alpha, texels: Texels) -> u32 {
    match (alpha, texels) {
        (Alpha::Opaque, _) => 0,
        (_, Texels::Dxt1 | Texels::Argb1555 | Texels::P8) => FLAG_KEYED,
        _ => FLAG_ALPHA,
    }
}

/// Writes a picture whose sides are as the game wants them.
fn write(picture: &Picture, texels: Texels, palette: Option<indexed::Palette>) -> Result<Document<'static>, Error> {
    let tag = |name: &[u8; 4], data: u32| Tag { name: *name, data: Cow::Owned(data.to_le_bytes().to_vec()) };
    let mut tags = vec![tag(b"AVGC", picture.mean()), tag(b"MAXC", u32::MAX)];
    let flags = flags(picture.alpha(), texels);
    tags.extend((flags != 0).then(|| tag(b"FLAG", flags)));
    tags.push(Tag { name: *b"OFFS", data: Cow::Owned(vec![0; 64]) });
    let mut document = Document {
        type_word: Some(texels).filter(|texels| *texels != Texels::P8),
        tags,
        has_end: true,
        trailing: Cow::Borrowed(&[0; 2]),
        ..Document::default()
    };
    let palette = palette.filter(|_| texels == Texels::P8);
    if let Some(palette) = &palette {
        document.palette = Cow::Owned(palette.bytes());
    }
    // Packed types of the game's own tools go on to a side of 2, the others stop at 4.
    let smallest = if texels.is_block() || texels == Texels::P8 { 4 } else { 2 };
    for level in levels::chain(picture, smallest) {
        let body = pack(&level, texels, palette.as_ref());
        if body.len() > LONGEST_BODY {
            let what = format!(
                "{} x {} texels in {} bytes, a level having at most {LONGEST_BODY}",
                level.width,
                level.height,
                body.len()
            );
            return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        }
        let [stored_width, height] = [level.width, level.height].map(|side| side as u16);
        document.levels.push(Level { is_marked: false, stored_width, height, body: Cow::Owned(body) });
    }
    let offsets = document.level_offsets().into_iter().map(|offset| (offset as u32).to_le_bytes());
    let mut table: Vec<u8> = offsets.flatten().collect();
    table.resize(64, 0);
    if let Some(tag) = document.tags.last_mut() {
        tag.data = Cow::Owned(table);
    }
    Ok(document)
}

fn pack(level: &Picture, texels: Texels, palette: Option<&indexed::Palette>) -> Vec<u8> {
    match (texels, palette) {
        (_, Some(palette)) => runs::encode(&palette.indices(level)),
        (Texels::Dxt1, _) => pack_blocks::dxt1(level.texels(), level.width as usize),
        (texels, _) if texels.is_block() => pack_blocks::dxt5(level.texels(), level.width as usize),
        (texels, _) => lzss::encode(&texels::pack(texels, level.texels()), Sum::Signed),
    }
}

/// Reports how far the largest level is from the picture; colours of what is clear do not count.
fn report_rounding(
    picture: &Picture,
    found: &Picture,
    texels: Texels,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let (mut max, mut sum, mut changed) = (0u8, 0u64, 0usize);
    for (a, b) in picture.texels().iter().zip(found.texels()) {
        let channels = if a[3] == 0 { 3..4 } else { 0..4 };
        let off = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
        let (mut worst, skip) = (0, channels.start);
        for off in off.skip(skip) {
            worst = worst.max(off);
            sum += u64::from(off);
        }
        max = max.max(worst);
        changed += usize::from(worst > 0);
    }
    let mean = sum as f64 / (4 * picture.texels().len()) as f64;
    let detail = format!("{}: by up to {max} of 255, {mean:.2} on average", texels.name());
    diagnostics.note(Code::RoundedColors, changed, detail)
}

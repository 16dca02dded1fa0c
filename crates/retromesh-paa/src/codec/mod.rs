//! Packed bytes to texels and back, one file a scheme.

pub(crate) mod blocks;
mod lzo;
pub(crate) mod pack_blocks;
pub(crate) mod runs;
pub(crate) mod texels;

use crate::document::{Document, Level, Texels};
use crate::picture::Picture;
use crate::{ID, parse::LARGEST_SIDE};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::lzss::{self, Sum};
use std::borrow::Cow;

/// A level before its texels are looked at.
pub(crate) struct Unpacked<'a> {
    /// The bytes, exactly as many as the size asks for.
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) packing: Packing,
    /// Bytes of the body that were not needed.
    pub(crate) unused: usize,
}

/// How a level was packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Not at all, as is usual for blocks.
    Raw,
    /// Not at all, although the engine unpacks such levels.
    Stored,
    Lzss(Checksum),
    Runs,
    Lzo,
}

/// What the checksum of an LZSS stream adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Checksum {
    Signed,
    Unsigned,
    Wrong,
}

impl Packing {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Stored => "stored without packing",
            Self::Lzss(Checksum::Signed) => "lzss",
            Self::Lzss(Checksum::Unsigned) => "lzss with an unsigned sum",
            Self::Lzss(Checksum::Wrong) => "lzss with a wrong sum",
            Self::Runs => "run lengths",
            Self::Lzo => "lzo",
        }
    }
}

impl Document<'_> {
    /// Unpacks a level to RGBA.
    ///
    /// A wrong checksum is no error as long as all bytes come out; building a scene reports it. No more is allocated than the packed
    /// bytes can fill.
    pub fn picture(&self, level: usize) -> Result<Picture, Error> {
        let locate = |kind| self.fault(level, kind);
        let wanted = self.level(level).map_err(locate)?;
        let unpacked = self.unpack(wanted).map_err(locate)?;
        let (width, height) = (usize::from(wanted.width()), usize::from(wanted.height));
        let mut rgba = vec![0; width * height * 4];
        match self.texels() {
            texels if texels.is_block() => blocks::unpack(texels, &unpacked.bytes, width, &mut rgba),
            Texels::P8 => texels::unpack_indices(&unpacked.bytes, &self.colors(), &mut rgba),
            texels => texels::unpack(texels, &unpacked.bytes, &mut rgba),
        }
        Ok(Picture { width: width as u32, height: height as u32, rgba })
    }

    /// Returns what is wrong with a level as an error with its place.
    pub(crate) fn fault(&self, level: usize, kind: ErrorKind) -> Error {
        let error = Error::new(ID, kind).within(format!("level[{level}]"));
        if let Some(at) = self.level_offsets().get(level) { error.at(*at as u64) } else { error }
    }

    /// Undoes the packing of a level.
    pub(crate) fn unpack<'d>(&self, level: &'d Level<'_>) -> Result<Unpacked<'d>, ErrorKind> {
        let texels = self.texels();
        let (width, height) = (level.width(), level.height);
        let sides = 1..=LARGEST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            let expected = format!("sides of 1 to {LARGEST_SIDE}");
            return Err(ErrorKind::bad("level", expected, format!("{width} x {height}")));
        }
        let len = texels.byte_len(width, height);
        let body = &*level.body;
        match texels {
            Texels::P8 if !level.is_marked => runs(body, len),
            texels if texels.is_block() && level.is_lzo() => {
                let bytes = lzo::decode(body, len)?;
                Ok(Unpacked { bytes: Cow::Owned(bytes), packing: Packing::Lzo, unused: 0 })
            }
            texels if texels.is_block() => {
                let Some((bytes, rest)) = body.split_at_checked(len) else {
                    return Err(ErrorKind::truncated(texels.name(), len as u64, body.len() as u64));
                };
                Ok(Unpacked { bytes: Cow::Borrowed(bytes), packing: Packing::Raw, unused: rest.len() })
            }
            Texels::Argb8888 if body.len() == len => {
                Ok(Unpacked { bytes: Cow::Borrowed(body), packing: Packing::Raw, unused: 0 })
            }
            _ => lzss(level, len),
        }
    }

    /// Returns the palette as red, green, blue and alpha. Indices without a colour are clear; the key is clear and of the mean colour.
    fn colors(&self) -> [[u8; 4]; 256] {
        let mut colors = [[0; 4]; 256];
        for (color, [b, g, r]) in colors.iter_mut().zip(self.palette.as_chunks::<3>().0) {
            *color = [*r, *g, *b, 0xff];
        }
        if let Some(key) = self.key().and_then(|key| colors.get_mut(key)) {
            let [b, g, r, _] = self.mean().unwrap_or(0).to_le_bytes();
            *key = [r, g, b, 0];
        }
        colors
    }
}

fn runs(body: &[u8], len: usize) -> Result<Unpacked<'static>, ErrorKind> {
    let (bytes, used) = runs::decode(body, len)?;
    Ok(Unpacked { bytes: Cow::Owned(bytes), packing: Packing::Runs, unused: body.len() - used })
}

/// Unpacks a stream; where that fails and the body is as long as the texels, it was never packed.
fn lzss<'d>(level: &'d Level<'_>, len: usize) -> Result<Unpacked<'d>, ErrorKind> {
    let body = &*level.body;
    let stored =
        || (body.len() == len).then_some(Unpacked { bytes: Cow::Borrowed(body), packing: Packing::Stored, unused: 0 });
    let decoded = match lzss::decode(body, len) {
        Ok(decoded) => decoded,
        Err(cut) => {
            let found = format!("{} bytes at the end of the level", cut.unpacked);
            let kind = || ErrorKind::bad("packed level", format!("{len} bytes when unpacked, and a checksum"), found);
            return stored().ok_or_else(kind);
        }
    };
    let checksum = if decoded.has_sum(Sum::Signed) {
        Checksum::Signed
    } else if decoded.has_sum(Sum::Unsigned) {
        Checksum::Unsigned
    } else if let Some(stored) = stored() {
        return Ok(stored);
    } else if level.is_lzo() {
        // The bit means another packer, which has no part in these types.
        return Err(ErrorKind::bad(
            "checksum",
            format!("{:#x}", Sum::Signed.of(&decoded.bytes)),
            format!("{:#x}", decoded.sum),
        ));
    } else {
        Checksum::Wrong
    };
    let unused = body.len() - decoded.consumed;
    Ok(Unpacked { bytes: Cow::Owned(decoded.bytes), packing: Packing::Lzss(checksum), unused })
}

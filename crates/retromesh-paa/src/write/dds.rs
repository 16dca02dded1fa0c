//! A picture as a DDS file: blocks and levels as in a texture of the game, in the container that the BGBTech engine loads.

use super::{Alpha, levels, pack, report_rounding, resize};
use crate::Picture;
use crate::codec::blocks;
use crate::document::Texels;
use retromesh_core::{Diagnostics, Error};
use retromesh_wire::Put;

/// The largest side that the engine's renderer takes; it takes squares only.
const LARGEST: u32 = 256;
/// What follows the magic, by Direct3D's `DDS_HEADER`: its size, and that of the pixel format in it.
const HEADER_SIZE: u32 = 124;
const FORMAT_SIZE: u32 = 32;
/// Capabilities, height, width, pixel format, number of levels and size of the largest are there.
const HAS_FIELDS: u32 = 0x1 | 0x2 | 0x4 | 0x1000 | 0x2_0000 | 0x8_0000;
/// The pixel format is four letters.
const IS_FOUR_CC: u32 = 0x4;
/// A texture, of several surfaces, which are levels.
const TEXTURE_OF_LEVELS: u32 = 0x1000 | 0x8 | 0x40_0000;

impl Picture {
    /// Makes a DDS file: DXT1, or DXT5 where alpha needs more than a bit, with all levels down to one texel.
    ///
    /// Its side is a power of two, from 8 to the 256 that the BGBTech engine takes. Another size and rounded colours are reported.
    pub fn to_dds(&self, diagnostics: &mut Diagnostics) -> Result<Vec<u8>, Error> {
        self.refuse_empty()?;
        let side = resize::power(self.width.max(self.height)).min(LARGEST);
        self.report_size([side; 2], ": save it square, with a side of at most 256", diagnostics)?;
        let picture = resize::scaled(self, [side; 2]);
        let texels = if picture.alpha() == Alpha::Smooth { Texels::Dxt5 } else { Texels::Dxt1 };
        let bodies: Vec<Vec<u8>> = levels::chain(&picture, 1).iter().map(|level| pack(level, texels, None)).collect();
        let largest = bodies.first().map_or(&[][..], Vec::as_slice);
        let mut found = Picture { rgba: vec![0; picture.rgba.len()], ..*picture };
        blocks::unpack(texels, largest, side as usize, &mut found.rgba);
        report_rounding(&picture, &found, texels, diagnostics)?;
        let mut out = Vec::with_capacity(128 + bodies.iter().map(Vec::len).sum::<usize>());
        out.put_bytes(b"DDS ");
        out.put_slice(&[HEADER_SIZE, HAS_FIELDS, side, side, largest.len() as u32, 0, bodies.len() as u32]);
        out.put_bytes(&[0; 44]);
        out.put_slice(&[FORMAT_SIZE, IS_FOUR_CC]);
        out.put_bytes(if texels == Texels::Dxt5 { b"DXT5" } else { b"DXT1" });
        out.put_bytes(&[0; 20]);
        out.put_slice(&[TEXTURE_OF_LEVELS, 0, 0, 0, 0]);
        bodies.iter().for_each(|body| out.put_bytes(body));
        Ok(out)
    }
}

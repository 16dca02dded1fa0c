//! Images of the usual formats, to and from which textures are converted.

use super::transcode;
use image::ImageFormat;
use retromesh_core::material::{AlphaMode, Image, ImageData};
use retromesh_core::{Diagnostics, Error, ErrorKind, LimitKind, Limits, Result, Scene, Valid};
use retromesh_kit::{Budget, Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model, Output};
use std::fmt;

/// PNG, TGA, BMP and JPEG.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raster;

/// PNG, TGA, BMP and JPEG, for the table of formats.
pub(crate) static RASTER: Raster = Raster;

const ID: &str = "image";

static INFO: FormatInfo = FormatInfo::new(ID, "image", &["png", "tga", "bmp", "jpg", "jpeg"])
    .only_read(&["jpg", "jpeg"])
    .byte_exact(false)
    .has_variants(true);

impl Format for Raster {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        match image::guess_format(bytes) {
            Ok(ImageFormat::Png | ImageFormat::Jpeg) => Confidence::Certain,
            // Two letters say little; four bytes of the header are 0, too.
            Ok(ImageFormat::Bmp) if bytes.get(6..10) == Some(&[0; 4]) => Confidence::Maybe,
            _ => Confidence::No,
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _: &dyn Files,
        _: &ImportOptions,
        _: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        // TGA has no signature: what is none of the others can only be that.
        let (kind, size) = transcode::size(bytes)
            .ok_or_else(|| Error::new(ID, ErrorKind::bad("image", "one of PNG, TGA, BMP or JPEG", "another")))?;
        Ok(Box::new(Picture { bytes, kind, size }))
    }

    fn write(&self, _: &Valid<'_>, _: &ExportOptions, _: &mut Diagnostics) -> Result<Output> {
        Err(Error::new(ID, ErrorKind::unsupported("writing image", "choose another output format")))
    }
}

/// The texels of a file may take this many bytes ...
const FREE_BYTES: u64 = 1 << 27;
/// ... and this many more for each of its own.
const REPEATS: u64 = 64;

/// An image file.
struct Picture<'a> {
    bytes: &'a [u8],
    kind: ImageFormat,
    size: [u32; 2],
}

impl Picture<'_> {
    /// Refuses a file that declares far more texels than it can hold, unless more than usual is allowed.
    fn allow(&self, limits: &Limits) -> Result<()> {
        let found = self.size.into_iter().fold(4, |bytes: u64, side| bytes.saturating_mul(side.into()));
        let own = FREE_BYTES + REPEATS * self.bytes.len() as u64;
        let limit = limits.unpacked_of(own);
        if found > limit {
            return Err(Error::new(
                ID,
                ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes of an image", limit, found),
            ));
        }
        Ok(())
    }
}

impl Model for Picture<'_> {
    fn version(&self) -> String {
        let [width, height] = self.size;
        format!("{}, {width} x {height}", self.kind.extensions_str().first().unwrap_or(&"").to_uppercase())
    }

    fn encode(&self) -> Result<Vec<u8>> {
        Ok(self.bytes.to_vec())
    }

    fn to_scene_with(&self, options: &ImportOptions, _: &mut Diagnostics) -> Result<Scene> {
        self.allow(&options.limits)?;
        let name = format!("image.{}", self.kind.extensions_str().first().unwrap_or(&""));
        let (budget, broken) = (Budget::of_bytes(u64::MAX), || {
            Error::new(ID, ErrorKind::bad("image", "one that can be decoded", "another"))
        });
        let has_alpha = transcode::has_alpha(&name, self.bytes, &budget)?.ok_or_else(broken)?;
        let alpha = if has_alpha { AlphaMode::Blend } else { AlphaMode::Opaque };
        let data = match super::mime(&name) {
            Some(mime) => Some(ImageData { mime: mime.to_owned(), bytes: self.bytes.to_vec() }),
            None => transcode::to_png(&name, self.bytes, &budget)?,
        };
        Ok(Scene::card(Image { path: String::new(), uri: None, data }, self.size, alpha))
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "image {}", self.version())
    }
}

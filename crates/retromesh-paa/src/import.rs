//! Document to scene: a texture is a card that shows it.

use crate::MIME;
use crate::codec::{Checksum, Packing};
use crate::document::{Document, Texels};
use retromesh_core::material::{Image, ImageData};
use retromesh_core::{Code, Diagnostics, Error, Finding, Scene};
use retromesh_kit::ImportOptions;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.judge(options, diagnostics)?;
        let data = Some(ImageData { mime: MIME.to_owned(), bytes: self.encode()? });
        let image = Image { path: String::new(), uri: None, data };
        Ok(Scene::card(image, self.size().map(u32::from), self.facts().alpha_mode()))
    }

    /// Unpacks the largest level and reports what is unusual about it.
    fn judge(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let at = |kind| self.fault(0, kind);
        let level = self.level(0).map_err(at)?;
        let size = 4 * u64::from(level.width()) * u64::from(level.height);
        options.limits.allow_unpacked(size).map_err(|error| error.within("level[0]"))?;
        let unpacked = self.unpack(level).map_err(at)?;
        let mut report = |code, count, detail: &'static str| {
            diagnostics.report(Finding::new(code).times(count).within("level[0]").detail(detail))
        };
        report(Code::SizeMismatch, usize::from(unpacked.unused > 0), "more bytes than the texels need")?;
        match unpacked.packing {
            Packing::Lzss(Checksum::Wrong) => report(Code::ChecksumMismatch, 1, "")?,
            Packing::Stored => report(Code::MisleadingHint, 1, "texels that the game unpacks are not packed")?,
            _ => {}
        }
        if self.texels() == Texels::P8 {
            let colors = self.palette.len() / 3;
            let outside = unpacked.bytes.iter().filter(|index| usize::from(**index) >= colors).count();
            report(Code::IndexOutOfRange, outside, "indices beyond the palette, shown clear")?;
        }
        let multiplied = matches!(self.texels(), Texels::Dxt2 | Texels::Dxt4);
        report(Code::ApproximatedBlend, usize::from(multiplied), "colours multiplied by alpha are shown as they are")
    }
}

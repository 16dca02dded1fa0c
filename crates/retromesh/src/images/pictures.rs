//! Pictures that become pictures of another format.

use crate::formats::pictures;
use crate::source::Source;
use retromesh_core::{Diagnostics, Error, ErrorKind, Result};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Output};

/// Returns whether a format is one of pictures.
pub(crate) fn is_picture(format: &dyn Format) -> bool {
    pictures().iter().any(|picture| picture.info().id == format.info().id)
}

/// Writes a picture as another format of pictures. Fails for a model: that has to be drawn.
#[cfg(all(feature = "images", feature = "paa"))]
pub(crate) fn convert_picture(
    source: &Source,
    to: &dyn Format,
    import: &ImportOptions,
    export: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Output> {
    use super::{RASTER, transcode};
    use retromesh_core::{Code, Finding, Scene};
    use retromesh_kit::Budget;
    use retromesh_paa::{Document, WriteOptions};

    /// The tags that say what the picture says: they are made anew.
    const WRITTEN: [&[u8; 4]; 4] = [b"AVGC", b"MAXC", b"FLAG", b"OFFS"];

    let from = source.format.info().id;
    let mut texels = None;
    if !is_picture(source.format) {
        let what = format!("converting a model to {} file", to.info().a_name());
        return Err(Error::new(from, ErrorKind::unsupported(what, "`retromesh render` makes a picture of a model")));
    }
    let budget = Budget::of(&Scene::default(), export);
    let picture = if from == RASTER.info().id {
        transcode::picture(&source.name, &source.bytes, &budget)?
    } else {
        budget.allow_for(source.bytes.len());
        let document = Document::parse_with(&source.bytes, import, diagnostics)?;
        document.to_scene_with(import, diagnostics)?;
        texels = Some(document.texels());
        for tag in document.tags.iter().filter(|tag| !WRITTEN.contains(&&tag.name)) {
            let detail = format!("the tag {}", tag.name.escape_ascii());
            diagnostics.report(Finding::new(Code::LostExtras).detail(detail))?;
        }
        Some(transcode::texture_picture(&document, &budget)??)
    };
    let picture =
        picture.ok_or_else(|| Error::new(from, ErrorKind::bad("picture", "one that can be decoded", "another")))?;
    if to.info().id == RASTER.info().id {
        let bytes = transcode::encode_as(&export.file_name, picture).ok_or_else(|| {
            let kind = ErrorKind::unsupported(format!("writing {}", export.file_name), "choose .png, .tga or .bmp");
            Error::new(to.info().id, kind)
        })?;
        return Ok(bytes.into());
    }
    budget.take(transcode::PIXELS, picture.texture_takes(), 1)?;
    let mut options = WriteOptions::of(export)?;
    if export.target.is_none() {
        options.texels = texels.filter(|texels| options.holds(*texels));
    }
    Ok(Document::from_picture(&picture, &options, diagnostics)?.encode()?.into())
}

/// Without a decoder there are no pictures to write.
#[cfg(not(all(feature = "images", feature = "paa")))]
pub(crate) fn convert_picture(
    source: &Source,
    to: &dyn Format,
    _: &ImportOptions,
    _: &ExportOptions,
    _: &mut Diagnostics,
) -> Result<Output> {
    let what = format!("{} as {}", source.format.info().name, to.info().name);
    Err(Error::new("", ErrorKind::unsupported(what, "build with the features `images` and `paa`")))
}

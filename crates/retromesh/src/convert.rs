//! From file to scene, and from file to file.

use crate::detect::format_by_extension;
use crate::images::find_images;
use crate::save::{Overwrite, save};
use crate::source::Source;
use retromesh_core::{
    Code, Diagnostics, Error, ErrorKind, ExportOptions, Format, FormatInfo, ImportOptions, Output, Result, Scene,
};
use std::path::Path;

/// A file that was read.
#[derive(Debug)]
pub struct Opened {
    /// The scene.
    pub scene: Scene,
    /// The format that the file is of.
    pub format: &'static FormatInfo,
    /// The version or variant of the file.
    pub version: String,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// What a conversion did.
#[derive(Debug)]
pub struct Conversion {
    /// The format of the input.
    pub from: &'static FormatInfo,
    /// The format of the output.
    pub to: &'static FormatInfo,
    /// The size of the input in bytes.
    pub bytes_in: u64,
    /// The size of the output and its sidecars in bytes.
    pub bytes_out: u64,
}

/// Reads a model file of any format, with what lies beside it, into a scene.
pub fn open(path: impl AsRef<Path>, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Opened> {
    let source = Source::load(path, &options.limits)?;
    open_source(&source, options, diagnostics)
}

fn open_source(source: &Source, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Opened> {
    let format = source.format.info();
    let model = source.read(options, diagnostics)?;
    let scene = model.to_scene(options, diagnostics).map_err(|e| e.in_format(format.id))?;
    Ok(Opened { scene, format, version: model.version(), bytes: source.bytes.len() as u64 })
}

/// Converts a file to the format that the extension of `output` stands for.
///
/// Nothing is written when anything fails or when a diagnostic is among `denied`; the error is then of kind
/// [`ErrorKind::Denied`], and `diagnostics` hold the whole report.
pub fn convert(
    input: &Path,
    output: &Path,
    import: &ImportOptions,
    export: &ExportOptions,
    denied: &dyn Fn(Code) -> bool,
    overwrite: Overwrite,
    diagnostics: &mut Diagnostics,
) -> Result<Conversion> {
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    let to = format_by_extension(&extension).ok_or_else(|| {
        let hint = format!("no format has the extension {extension:?}");
        Error::new("", ErrorKind::UnknownFormat { hint: hint.into() })
    })?;
    let source = Source::load(input, &import.limits)?;
    let mut opened = open_source(&source, import, diagnostics)?;
    find_images(&mut opened.scene, &source.folder, export.textures, diagnostics)?;
    let written = write(to, &opened.scene, output, export, diagnostics)?;
    if let Some(entry) = diagnostics.entries().iter().find(|entry| denied(entry.code)) {
        let detail = if entry.detail.is_empty() { entry.code.summary().to_owned() } else { entry.detail.clone() };
        return Err(Error::new("", ErrorKind::Denied { code: entry.code, detail: detail.into() }));
    }
    save(output, &written, overwrite)?;
    let sidecars: usize = written.sidecars.iter().map(|(_, bytes)| bytes.len()).sum();
    let bytes_out = (written.bytes.len() + sidecars) as u64;
    Ok(Conversion { from: opened.format, to: to.info(), bytes_in: opened.bytes, bytes_out })
}

fn write(
    to: &dyn Format,
    scene: &Scene,
    output: &Path,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Output> {
    let mut options = options.clone();
    options.file_name = output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    to.write(scene, &options, diagnostics).map_err(|e| e.in_format(to.info().id))
}

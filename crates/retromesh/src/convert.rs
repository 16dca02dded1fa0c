//! From file to scene, and from file to file.

use crate::detect::{detect, format_by_extension};
use crate::folder::Folder;
use crate::images::find_images;
use crate::save::{Overwrite, save};
use retromesh_core::{
    Code, Diagnostics, Error, ErrorKind, ExportOptions, Format, FormatInfo, ImportOptions, Limits, Output, Result,
    Scene,
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

/// Reads a file whole; one over the limit of input bytes is an error.
pub fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>> {
    let io = |e| Error::io(path.to_string_lossy(), e);
    let size = std::fs::metadata(path).map_err(io)?.len();
    if size > limits.input_bytes {
        let kind = ErrorKind::Limit { what: "input size".into(), limit: limits.input_bytes, found: size };
        return Err(Error::new("", kind));
    }
    std::fs::read(path).map_err(io)
}

/// Reads a model file of any format, with what lies beside it, into a scene.
pub fn open(path: impl AsRef<Path>, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Opened> {
    let path = path.as_ref();
    let bytes = read_file(path, &options.limits)?;
    let folder = Folder::of_file(path, options.limits.input_bytes);
    let format = detect(&bytes, path)?;
    let id = format.info().id;
    let model = format.read(&bytes, &folder, options, diagnostics).map_err(|e| e.in_format(id))?;
    let scene = model.to_scene(options, diagnostics).map_err(|e| e.in_format(id))?;
    Ok(Opened { scene, format: format.info(), version: model.version(), bytes: bytes.len() as u64 })
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
    let mut opened = open(input, import, diagnostics)?;
    let folder = Folder::of_file(input, import.limits.input_bytes);
    find_images(&mut opened.scene, &folder, export.textures, diagnostics)?;
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

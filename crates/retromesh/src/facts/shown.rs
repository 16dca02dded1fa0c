//! A model as pages show it.

use crate::material::Image;
use crate::procedural;
use crate::{
    Code, DEFAULT_EXTENSION, Diagnostics, Error, ErrorKind, ExportOptions, ImportOptions, Request, Result, Scene,
    Source, Target,
};
use std::collections::HashSet;

/// A model as pages show it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Shown {
    /// The file that `retromesh convert` writes.
    pub glb: Vec<u8>,
    /// The images that are named and were not found, or are no pictures.
    pub missing: Vec<String>,
    /// The targets that make files of the variant that the scene was read from, with the ids of their formats.
    pub variants: Vec<(&'static str, &'static Target)>,
}

impl Shown {
    /// Writes a model as GLB, in memory; the diagnostics are those of the conversion.
    pub fn of(source: &Source, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self> {
        let glb = crate::format_by_extension(DEFAULT_EXTENSION)
            .ok_or_else(|| Error::new("", ErrorKind::unknown_format(DEFAULT_EXTENSION)))?;
        let export = ExportOptions::default();
        let written = crate::convert_source(source, glb, &Request::new(options, &export), diagnostics)?;
        let missing = written.scene.as_ref().map(|scene| missing(scene, diagnostics)).unwrap_or_default();
        let variants = written.scene.as_ref().map(|scene| variants(scene)).unwrap_or_default();
        Ok(Self { glb: written.output.bytes, missing, variants })
    }
}

/// Lists the targets that make files of the variant that a scene was read from.
fn variants(scene: &Scene) -> Vec<(&'static str, &'static Target)> {
    let of_format = |format: &&'static dyn crate::Format| {
        Some((format.info().id, format.info().target(format.target_of(scene)?).ok()?))
    };
    crate::formats().iter().filter_map(of_format).collect()
}

/// Lists the images that were not found, and those of which the conversion reported that they are no pictures.
fn missing(scene: &Scene, diagnostics: &Diagnostics) -> Vec<String> {
    let refused = diagnostics.entries().iter().filter(|entry| entry.code == Code::UnsupportedImage);
    let refused: HashSet<&str> = refused.map(|entry| entry.detail.as_str()).collect();
    let is_shown = |image: &&Image| {
        procedural::color(&image.path).is_some() || (image.data.is_some() && !refused.contains(image.file_name()))
    };
    let missing = scene.images.iter().filter(|image| !is_shown(image) && !image.path.is_empty());
    missing.map(|image| image.path.clone()).collect()
}

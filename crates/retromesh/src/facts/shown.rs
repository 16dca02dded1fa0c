//! A model as pages show it.

use crate::images::begins_as_picture;
use crate::material::Image;
use crate::{
    DEFAULT_EXTENSION, Diagnostics, Error, ErrorKind, ExportOptions, ImportOptions, Request, Result, Scene, Source,
};

/// A model as pages show it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Shown {
    /// The file that `retromesh convert` writes.
    pub glb: Vec<u8>,
    /// The images that are named and were not found, or are no pictures.
    pub missing: Vec<String>,
}

impl Shown {
    /// Writes a model as GLB, in memory; the diagnostics are those of the conversion.
    pub fn of(source: &Source, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self> {
        let glb = crate::format_by_extension(DEFAULT_EXTENSION)
            .ok_or_else(|| Error::new("", ErrorKind::unknown_format(DEFAULT_EXTENSION)))?;
        let export = ExportOptions::default();
        let written = crate::convert_source(source, glb, &Request::new(options, &export), diagnostics)?;
        let missing = written.scene.map(|scene| missing(&scene)).unwrap_or_default();
        Ok(Self { glb: written.output.bytes, missing })
    }
}

fn missing(scene: &Scene) -> Vec<String> {
    let is_shown = |image: &&Image| image.data.as_ref().is_some_and(|data| begins_as_picture(&data.bytes));
    let missing = scene.images.iter().filter(|image| !is_shown(image) && !image.path.is_empty());
    missing.map(|image| image.path.clone()).collect()
}

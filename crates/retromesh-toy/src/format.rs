//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use retromesh_core::{Diagnostics, Error, Scene, Valid};
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model, Output};
use std::fmt;

/// The toy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Toy;

/// The one value of [`Toy`].
pub static FORMAT: Toy = Toy;

retromesh_kit::doors!(Document);

impl Format for Toy {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_with(bytes, options, diagnostics)?))
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }
}

impl Model for Document<'_> {
    /// The format has no versions.
    fn version(&self) -> String {
        String::new()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}

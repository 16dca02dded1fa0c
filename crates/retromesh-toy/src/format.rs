//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use retromesh_core::{Diagnostics, Error, Valid};
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model, Output};

/// The toy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Toy;

/// The one value of [`Toy`].
pub static FORMAT: Toy = Toy;

retromesh_kit::doors!(Document);
// The format has no versions.
retromesh_kit::model!(Document, |_| String::new());

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

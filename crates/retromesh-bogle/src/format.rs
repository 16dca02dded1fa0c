//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::Document;
use crate::frame::SPACE;
use crate::parse::SIGNATURE;
use retromesh_core::{Diagnostics, Error, Space, Valid};
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model, Output};

/// BOGLE, the Blender-to-OpenGL exporter's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bogle;

/// The one value of [`Bogle`].
pub static FORMAT: Bogle = Bogle;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |document| document.layout.name().to_owned(), lint, textures, layout);

impl Format for Bogle {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(SIGNATURE) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_with_files(bytes, files, options, diagnostics)?))
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
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

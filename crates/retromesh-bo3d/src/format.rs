//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use crate::export;
use retromesh_core::{Diagnostics, Error, Space, Valid};
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Model, Output};

/// The format of the bOGL engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bo3d;

/// The one value of [`Bo3d`].
pub static FORMAT: Bo3d = Bo3d;

retromesh_kit::doors!(Document);
retromesh_kit::model!(
    Document,
    |document| format!("{}, {}-bit vertices", document.version, document.floats.bits()),
    lint,
    textures,
    layout
);

impl Format for Bo3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
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

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(Space::GLTF)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

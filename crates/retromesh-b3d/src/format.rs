//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use crate::parse::is_openbve;
use retromesh_core::{Diagnostics, Error, Valid};
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Model, Output};

/// The Blitz3D format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct B3d;

/// The Blitz3D format, for tables of formats.
pub static FORMAT: B3d = B3d;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |document| document.version.to_string(), lint, repair, textures, layout);

impl Format for B3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    /// A text of openBVE is claimed too, so that the error can say what it is.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"BB3D") {
            Confidence::Certain
        } else if is_openbve(bytes) {
            Confidence::Maybe
        } else {
            Confidence::No
        }
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

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::Document;
use crate::frame::SPACE;
use crate::parse::SIGNATURE;
use retromesh_core::Space;
use retromesh_kit::{Confidence, ExportOptions, Format};

/// BOGLE, the Blender-to-OpenGL exporter's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bogle;

/// The one value of [`Bogle`].
pub static FORMAT: Bogle = Bogle;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |document| document.layout.name().to_owned(), lint, textures, layout);

impl Format for Bogle {
    retromesh_kit::format_methods!(info INFO, read_with_files Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(SIGNATURE) { Confidence::Certain } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
    }
}

//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use retromesh_core::{Result, Valid};
use retromesh_kit::{Confidence, ExportOptions, Format, FrameTable};

/// The DirectX format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct X;

/// The DirectX format, for tables of formats.
pub static FORMAT: X = X;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, version, lint, repair, textures);

fn version(document: &Document<'_>) -> String {
    format!("{} {}", document.version.escape_ascii(), document.storage().escape_ascii().to_string().trim())
}

impl Format for X {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"xof ") { Confidence::Certain } else { Confidence::No }
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        export::frame_table(scene, options)
    }
}

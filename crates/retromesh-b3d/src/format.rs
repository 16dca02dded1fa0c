//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use crate::parse::is_openbve;
use retromesh_core::{Error, Valid};
use retromesh_kit::{Confidence, ExportOptions, Format, FrameTable};

/// The Blitz3D format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct B3d;

/// The Blitz3D format, for tables of formats.
pub static FORMAT: B3d = B3d;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |document| document.version.to_string(), lint, repair, textures, layout);

impl Format for B3d {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
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

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

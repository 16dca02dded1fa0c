//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use crate::export;
use retromesh_core::{Error, Space, Valid};
use retromesh_kit::{Confidence, ExportOptions, Format, FrameTable};

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
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(Space::GLTF)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

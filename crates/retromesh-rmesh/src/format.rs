//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, HEADER};
use crate::parse::is_rm2;
use retromesh_kit::{Confidence, Format};

/// The rooms of SCP - Containment Breach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RMesh;

/// The one value of [`RMesh`].
pub static FORMAT: RMesh = RMesh;

retromesh_kit::doors!(Document);
retromesh_kit::model!(
    Document,
    |document| document.header().escape_ascii().to_string(),
    lint,
    repair,
    textures,
    layout,
    references
);

impl Format for RMesh {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        let is_room = bytes.get(4..).is_some_and(|text| text.starts_with(HEADER));
        if is_room || is_rm2(bytes) { Confidence::Certain } else { Confidence::No }
    }
}

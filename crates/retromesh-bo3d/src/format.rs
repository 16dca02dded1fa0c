//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use crate::export;
use retromesh_core::Space;
use retromesh_kit::{Confidence, ExportOptions, Format};

/// The format of the bOGL engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bo3d;

/// The one value of [`Bo3d`].
pub static FORMAT: Bo3d = Bo3d;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file; arrays and names borrow from `bytes`.
    ///
    /// What breaks the format's rules without preventing that the file is read is reported: a version other than 100, sizes that
    /// disagree with the lists, padding that is not zero, bytes left over.
    parse_with;
    /// Builds the scene: one node an entity, in file order, in the space of glTF.
    ///
    /// A parent that is not an earlier entity is replaced by the first entity, as the engine does. Keys, indices and numbers
    /// that break the scene's rules are sanitizer or dropped with a diagnostic. The file has no animation rate: that of the options or
    /// [`DEFAULT_RATE`](crate::DEFAULT_RATE) is used.
    to_scene_with;
    /// Builds the document of a scene in any space, for the bOGL engine, and the images that exist in it only.
    ///
    /// What the format cannot hold is reported. Fails for an unknown target and for more than 2^31 entities.
    from_scene_with;
    /// Writes the file: for a parsed document the bytes that were read.
    ///
    /// Fails when a count exceeds 31 bits, a mesh has no vertices, or one has vertices of another width than
    /// [`Document::floats`].
    encode;
}
retromesh_kit::model!(
    Document,
    |document| format!("{}, {}-bit vertices", document.version, document.floats.bits()),
    lint,
    textures,
    layout
);

impl Format for Bo3d {
    retromesh_kit::format_methods!(info INFO, read Document, write Document, frame_table export);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(Space::GLTF)
    }
}

//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use retromesh_kit::{Confidence, Format};

/// The DirectX format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct X;

/// The DirectX format, for tables of formats.
pub static FORMAT: X = X;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Reads a file into its document, without copying geometry that is not packed.
    ///
    /// Every text without NUL bytes among its letters is accepted; what is wrong with its braces is reported.
    parse_with;
    /// Builds the scene: a node for each frame, and one for each mesh that has no frame of its own.
    ///
    /// Damage is repaired and reported; it is an error only if `diagnostics` says so.
    to_scene_with;
    /// Builds the document of a scene in any space, for the reader that the options name, and the images that exist in it only.
    ///
    /// What the format cannot hold is reported. Fails for an unknown target.
    from_scene_with;
    /// Writes the file; what was read comes out byte for byte. Content of a packed file that was edited is packed anew.
    ///
    /// Fails where a list or a text of a binary file has more than 32 bits can count.
    encode;
}
retromesh_kit::model!(Document, version, lint, repair, textures);

fn version(document: &Document<'_>) -> String {
    format!("{} {}", document.version.escape_ascii(), document.storage().escape_ascii().to_string().trim())
}

impl Format for X {
    retromesh_kit::format_methods!(info INFO, read Document, write Document, frame_table export);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"xof ") { Confidence::Certain } else { Confidence::No }
    }
}

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

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file; arrays and texts borrow from `bytes`.
    ///
    /// An entity of unknown kind has no size: it is reported as damage, and where that is no error the entities before it are kept.
    parse_with;
    /// Builds the scene, in the game's space and unit.
    ///
    /// Damage is replaced or left out, and reported; it is an error only if `diagnostics` says so.
    to_scene_with;
    /// Builds the document of a scene in any space, for the game, and the images that exist in it only.
    ///
    /// What the format cannot hold is reported. Fails for an unknown target.
    from_scene_with;
    /// Writes the file: for a parsed document the bytes that were read.
    ///
    /// Fails when a count exceeds 31 bits, a slot without a texture has a name, or a prop has no file.
    encode;
}
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

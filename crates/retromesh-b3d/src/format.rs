//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use crate::parse::is_openbve;
use retromesh_kit::{Confidence, Format};

/// The Blitz3D format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct B3d;

/// The Blitz3D format, for tables of formats.
pub static FORMAT: B3d = B3d;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Reads a file into its document, without copying geometry.
    ///
    /// Sizes are checked against their surroundings, counts against the bytes that are there. What breaks the rules but can be
    /// read (a wrong version, bytes left over) is kept and reported.
    parse_with;
    /// Builds the scene, in the format's own space and frame numbers.
    ///
    /// Damage is repaired and reported; it is an error only if `diagnostics` says so.
    to_scene_with;
    /// Builds the document of a scene in any space, for the engine that the options name, and the images that exist in it only.
    ///
    /// What the format cannot hold is reported. Fails for an unknown target.
    from_scene_with;
    /// Writes the file; what was read comes out byte for byte.
    ///
    /// Fails where a chunk lies deeper than inside the one before it, where a string holds a NUL, where a brush has not as
    /// many textures as its chunk has slots, and where a size exceeds 32 bits.
    encode;
}
retromesh_kit::model!(Document, |document| document.version.to_string(), lint, repair, textures, layout);

impl Format for B3d {
    retromesh_kit::format_methods!(info INFO, read Document, write Document, frame_table export);
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
}

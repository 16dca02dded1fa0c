//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use retromesh_kit::{Confidence, Format};

/// The toy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Toy;

/// The one value of [`Toy`].
pub static FORMAT: Toy = Toy;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file; arrays borrow from `bytes`. Bytes after the triangles are reported.
    parse_with;
    /// Builds the scene; without vertices it is empty. Triangles of vertices that do not exist are dropped, and numbers that are none replaced; both are reported.
    to_scene_with;
    /// Builds the document of a scene in any space. What the format has no place for is reported.
    ///
    /// Fails for an unknown target and for more vertices than 32 bits number.
    from_scene_with;
    /// Writes the file: for a parsed document the bytes that were read. Fails when a count exceeds 32 bits.
    encode;
}
// The format has no versions.
retromesh_kit::model!(Document, |_| String::new());

impl Format for Toy {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }
}

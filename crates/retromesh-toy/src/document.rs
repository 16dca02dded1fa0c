//! The lossless document: a `.toy` file, structure by structure.

use glam::Vec3;
use retromesh_wire::Rows;
use std::borrow::Cow;

/// The four bytes at the start of a file.
pub const MAGIC: [u8; 4] = *b"TOY1";

/// A `.toy` file. Counts are those of the lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document<'a> {
    /// The places of the vertices.
    pub positions: Rows<'a, Vec3>,
    /// Three vertices each, counter-clockwise seen from outside.
    pub triangles: Rows<'a, [u32; 3]>,
    /// Bytes after the triangles.
    pub trailing: Cow<'a, [u8]>,
}

impl Document<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> Document<'static> {
        let Self { positions, triangles, trailing } = self;
        Document {
            positions: positions.into_owned(),
            triangles: triangles.into_owned(),
            trailing: Cow::Owned(trailing.into_owned()),
        }
    }
}

//! The face list of a mesh.

use crate::codec::face::Face;

/// Walks a face list until it ends or a word is cut.
#[derive(Debug, Clone)]
pub struct FaceStream<'a> {
    bytes: &'a [u8],
}

impl<'a> FaceStream<'a> {
    /// Starts at the first word.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Returns what is left of the list.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Iterator for FaceStream<'_> {
    type Item = Face;

    #[inline]
    fn next(&mut self) -> Option<Face> {
        let (face, rest) = Face::read(self.bytes)?;
        self.bytes = rest;
        Some(face)
    }
}

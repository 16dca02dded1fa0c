//! Document to bytes.

use crate::document::Document;
use retromesh_core::Result;

impl Document<'_> {
    /// Writes the text: the bytes that were read. Libraries are files of their own.
    pub fn encode(&self) -> Result<Vec<u8>> {
        Ok(self.text.to_vec())
    }
}

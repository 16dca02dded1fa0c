//! Document to bytes.

use crate::document::Document;
use retromesh_core::Result;

impl Document<'_> {
    /// Returns the file's bytes. Buffers next to it are files of their own.
    pub fn encode(&self) -> Result<Vec<u8>> {
        Ok(self.bytes.to_vec())
    }
}

//! Document to bytes.

use crate::document::Document;
use crate::parse::utf8;
use retromesh_core::Result;

impl Document<'_> {
    /// Writes the text: the bytes that were read, as long as nothing was edited. Libraries are files of their own.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let unedited = self.utf16.as_ref().filter(|bytes| utf8(bytes) == self.text);
        Ok(unedited.unwrap_or(&self.text).to_vec())
    }
}

//! Document to bytes.

use crate::document::Document;
use retromesh_core::Error;

impl Document<'_> {
    /// Writes the document back: the bytes that were parsed, as long as nothing was edited.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Odol(odol) => odol.encode(),
            Self::Mlod(mlod) => mlod.encode(),
        }
    }
}

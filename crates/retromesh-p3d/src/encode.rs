//! Document to bytes.

use crate::document::Document;
use retromesh_core::Error;
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::Trace;

impl Document<'_> {
    /// Writes the document back: the bytes that were parsed, as long as nothing was edited.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Odol(odol) => odol.encode(),
            Self::Mlod(mlod) => mlod.encode(),
        }
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        Trace::walk(crate::ID, bytes, visit, |out| match self {
            Self::Odol(odol) => odol.put(out),
            Self::Mlod(mlod) => mlod.put(out),
        })
    }
}

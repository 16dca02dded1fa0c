//! Document to text.

use crate::document::Document;
use std::fmt;

impl Document<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Odol(odol) => odol.dump(out),
            Self::Mlod(mlod) => mlod.dump(out),
        }
    }
}

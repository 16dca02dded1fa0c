//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use retromesh_kit::{Confidence, Format};

/// The toy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Toy;

/// The one value of [`Toy`].
pub static FORMAT: Toy = Toy;

retromesh_kit::doors!(Document);
// The format has no versions.
retromesh_kit::model!(Document, |_| String::new());

impl Format for Toy {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }
}

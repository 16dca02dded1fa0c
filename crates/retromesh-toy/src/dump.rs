//! Prints documents.

use crate::document::Document;
use retromesh_kit::dump::{Printer, integers, numbers};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, arrays summed up.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        writeln!(p, "TOY1");
        p.set_depth(1);
        writeln!(p, "positions {}", numbers(self.positions.iter().map(|v| v.to_array())));
        writeln!(p, "triangles {}", integers(self.triangles.iter().flatten()));
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

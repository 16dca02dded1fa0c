//! Prints documents.

use crate::document::Document;
use retromesh_kit::dump::{Printer, bytes, integers, numbers};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, arrays summed up.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        p.line(format_args!("TOY1"))?;
        p.set_depth(1);
        p.line(format_args!("positions {}", numbers(self.positions.iter().map(|v| v.to_array()))))?;
        p.line(format_args!("triangles {}", integers(self.triangles.iter().flatten().map(i64::from))))?;
        if self.trailing.is_empty() { Ok(()) } else { p.line(format_args!("trailing {}", bytes(&self.trailing))) }
    }
}

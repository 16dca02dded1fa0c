//! The printer of documents.

use crate::document::{Document, Level, Texels};
use retromesh_kit::dump::{Printer, bytes, integers};
use std::fmt::{self, Write};

/// The texels of a level are shown where they take this many bytes ...
const FREE_BYTES: usize = 1 << 20;
/// ... and for each packed byte this many more.
const REPEATS: usize = 64;

impl Document<'_> {
    /// Prints the document, one structure a line, with what each level unpacks to.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let word = self.type_word.and_then(Texels::word);
        let word = word.map_or_else(|| "no type word".to_owned(), |word| format!("type word {word:#06x}"));
        writeln!(p, "paa {} {word} levels {}", self.texels().name(), self.levels.len());
        for tag in &self.tags {
            writeln!(p, "{} {}", tag.name.escape_ascii(), bytes(&tag.data));
        }
        let facts = self.facts();
        writeln!(p, "mean {:08x} alpha {} keyed {}", facts.mean, facts.alpha, facts.keyed);
        if !self.palette.is_empty() {
            writeln!(p, "palette {} {}", self.palette.len() / 3, bytes(&self.palette));
        }
        for (n, (level, offset)) in self.levels.iter().zip(self.level_offsets()).enumerate() {
            let mark = if level.is_marked { " marked" } else { "" };
            let (width, height) = (level.width(), level.height);
            let body = bytes(&level.body);
            p.block(format_args!("level[{n}] at {offset:#x} {width} x {height}{mark} body {body}"), |p| {
                self.dump_level(p, n, level);
            });
        }
        if !self.has_end {
            writeln!(p, "no end mark");
        }
        writeln!(p, "trailing {}", bytes(&self.trailing));
        p.finish()
    }

    fn dump_level(&self, p: &mut Printer<'_>, n: usize, level: &Level<'_>) {
        let unpacked = match self.unpack(level) {
            Ok(unpacked) => unpacked,
            Err(error) => return writeln!(p, "error: {error}"),
        };
        let unused = if unpacked.unused == 0 { String::new() } else { format!(" {} bytes unused", unpacked.unused) };
        writeln!(p, "{}{unused}", unpacked.packing.name());
        let texels = 4 * usize::from(level.width()) * usize::from(level.height);
        if texels > FREE_BYTES + REPEATS * level.body.len() {
            return writeln!(p, "{texels} bytes of texels, which are not shown");
        }
        let picture = match self.picture(n) {
            Ok(picture) => picture,
            Err(error) => return writeln!(p, "error: {error}"),
        };
        for (n, channel) in ["red", "green", "blue", "alpha"].into_iter().enumerate() {
            writeln!(p, "{channel} {}", integers(picture.rgba.iter().copied().skip(n).step_by(4)));
        }
    }
}

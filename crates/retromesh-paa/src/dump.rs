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
        p.line(format_args!("paa {} {word} levels {}", self.texels().name(), self.levels.len()))?;
        for tag in &self.tags {
            p.line(format_args!("{} {}", tag.name.escape_ascii(), bytes(&tag.data)))?;
        }
        let facts = self.facts();
        p.line(format_args!("mean {:08x} alpha {} keyed {}", facts.mean, facts.alpha, facts.keyed))?;
        if !self.palette.is_empty() {
            p.line(format_args!("palette {} {}", self.palette.len() / 3, bytes(&self.palette)))?;
        }
        for (n, (level, offset)) in self.levels.iter().zip(self.level_offsets()).enumerate() {
            let mark = if level.is_marked { " marked" } else { "" };
            let (width, height) = (level.width(), level.height);
            let head = format_args!("level[{n}] at {offset:#x} {width} x {height}{mark} body {}", bytes(&level.body));
            p.block(head, |p| self.dump_level(p, n, level))?;
        }
        if !self.has_end {
            p.line(format_args!("no end mark"))?;
        }
        p.line(format_args!("trailing {}", bytes(&self.trailing)))
    }

    fn dump_level(&self, p: &mut Printer<'_>, n: usize, level: &Level<'_>) -> fmt::Result {
        let unpacked = match self.unpack(level) {
            Ok(unpacked) => unpacked,
            Err(error) => return p.line(format_args!("error: {error}")),
        };
        let unused = if unpacked.unused == 0 { String::new() } else { format!(" {} bytes unused", unpacked.unused) };
        p.line(format_args!("{}{unused}", unpacked.packing.name()))?;
        let texels = 4 * usize::from(level.width()) * usize::from(level.height);
        if texels > FREE_BYTES + REPEATS * level.body.len() {
            return p.line(format_args!("{texels} bytes of texels, which are not shown"));
        }
        let picture = match self.picture(n) {
            Ok(picture) => picture,
            Err(error) => return p.line(format_args!("error: {error}")),
        };
        for (n, channel) in ["red", "green", "blue", "alpha"].into_iter().enumerate() {
            let values = picture.rgba.iter().skip(n).step_by(4);
            p.line(format_args!("{channel} {}", integers(values.map(|value| i64::from(*value)))))?;
        }
        Ok(())
    }
}

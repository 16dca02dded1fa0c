//! `retromesh dump --hex`: bytes next to what they are.

use super::path::Path;
use crate::terminal::printable;
use retromesh::layout::{Field, Kind, Place, Shape, Visit};
use std::fmt::{self, Write};
use std::ops::ControlFlow;

/// Bytes in a line.
const WIDTH: usize = 16;
/// This many lines of bytes, or rows of an array, are printed where they are not wanted whole.
const MAX: usize = 4;
/// This many characters of a value are printed.
const LONGEST: usize = 100;
/// Deeper structures are not moved to the right any more.
const MAX_INDENT: usize = 24;

/// Prints each structure and field in a line, or in several where it has many bytes.
pub(super) struct Hex<'o> {
    out: &'o mut dyn Write,
    only: Option<&'o str>,
    whole: bool,
    colored: bool,
    path: Path,
    /// How deep the structure is that was asked for, while the walk is inside it.
    inside: Option<usize>,
    found: bool,
    outcome: fmt::Result,
}

impl<'o> Hex<'o> {
    pub(super) fn new(out: &'o mut dyn Write, only: Option<&'o str>, whole: bool, colored: bool) -> Self {
        let inside = if only.is_none() { Some(0) } else { None };
        Self { out, only, whole, colored, path: Path::default(), inside, found: false, outcome: Ok(()) }
    }

    /// Says whether all was printed, and whether there was what was asked for.
    pub(super) fn finish(self) -> (fmt::Result, bool) {
        (self.outcome, self.found)
    }

    fn keep(&mut self, printed: fmt::Result) -> ControlFlow<()> {
        self.outcome = printed;
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Returns whether the path is what was asked for.
    fn is_asked_for(&self) -> bool {
        self.only == Some(self.path.text())
    }

    /// Prints a line: where, bytes, name and what it holds; names are under the structure that they are in.
    fn line(&mut self, offset: Option<u64>, bytes: &[u8], depth: usize, name: &str, text: &str) -> fmt::Result {
        let (grey, blue, reset) = if self.colored { ("\x1b[90m", "\x1b[36m", "\x1b[0m") } else { ("", "", "") };
        match offset {
            Some(offset) => write!(self.out, "{grey}{offset:08x}{reset}  ")?,
            None => self.out.write_str("          ")?,
        }
        for n in 0..WIDTH {
            match bytes.get(n) {
                Some(byte) => write!(self.out, "{byte:02x} ")?,
                None if name.is_empty() => break,
                None => self.out.write_str("   ")?,
            }
        }
        if !name.is_empty() {
            let indent = 1 + 2 * depth.min(MAX_INDENT);
            write!(self.out, "{:indent$}{blue}{}{reset}{text}", "", printable(name))?;
        }
        self.out.write_char('\n')
    }

    fn print_field(&mut self, field: &Field<'_>) -> fmt::Result {
        let depth = self.path.depth().saturating_sub(self.inside.unwrap_or(0));
        let name = field.place.to_string();
        let Field { place, bytes, kind } = *field;
        if let Kind::Rows(shape) = kind {
            let text = format!(": {}", field.kind_name());
            self.line(None, &[], depth, &name, &text)?;
            return self.print_rows(shape, place.offset, bytes, depth + 1);
        }
        let value = printable(&field.summary(LONGEST));
        let text = match kind {
            Kind::Packed { .. } => format!(": {}: {value}", field.kind_name()),
            Kind::Shared => format!(": the same bytes as another: {value}"),
            Kind::Bytes if bytes.len() > WIDTH => format!(": {} bytes", bytes.len()),
            Kind::Bytes => String::new(),
            _ => format!(" = {value}"),
        };
        self.print_bytes(place.offset, bytes, depth, &name, &text)
    }

    /// Prints bytes over several lines, what they are next to the first.
    fn print_bytes(&mut self, offset: u64, bytes: &[u8], depth: usize, name: &str, text: &str) -> fmt::Result {
        let (first, rest) = bytes.split_at(bytes.len().min(WIDTH));
        self.line(Some(offset), first, depth, name, text)?;
        let max = if self.whole { usize::MAX } else { MAX - 1 };
        let mut at = offset + WIDTH as u64;
        for line in rest.chunks(WIDTH).take(max) {
            self.line(Some(at), line, 0, "", "")?;
            at += WIDTH as u64;
        }
        match rest.len().saturating_sub(max.saturating_mul(WIDTH)) {
            0 => Ok(()),
            left => writeln!(self.out, "          .. {left} more bytes"),
        }
    }

    fn print_rows(&mut self, shape: Shape<'_>, offset: u64, bytes: &[u8], depth: usize) -> fmt::Result {
        let size = shape.size().max(1);
        let count = bytes.len() / size;
        let max = if self.whole { usize::MAX } else { MAX };
        for (n, row) in bytes.chunks_exact(size).take(max).enumerate() {
            let mut value = String::new();
            shape.print(row, &mut value)?;
            self.print_bytes(offset + (n * size) as u64, row, depth, &format!("[{n}]"), &format!(" = {value}"))?;
        }
        match count.saturating_sub(max) {
            0 => Ok(()),
            left => writeln!(self.out, "          .. {left} more rows"),
        }
    }
}

impl Visit for Hex<'_> {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        let outer = self.path.depth();
        self.path.push(place);
        if self.inside.is_none() && self.is_asked_for() {
            (self.inside, self.found) = (Some(outer), true);
        }
        match self.inside {
            Some(from) => {
                let printed = self.line(None, &[], outer - from, &place.to_string(), &format!(": {kind}"));
                self.keep(printed)
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        if self.inside.is_some() {
            let printed = self.print_field(field);
            return self.keep(printed);
        }
        self.path.push(field.place);
        let is_asked_for = self.is_asked_for();
        self.path.pop();
        if !is_asked_for {
            return ControlFlow::Continue(());
        }
        (self.inside, self.found) = (Some(self.path.depth()), true);
        let printed = self.print_field(field);
        let _ends = self.keep(printed);
        ControlFlow::Break(())
    }

    fn end(&mut self, _end: u64) -> ControlFlow<()> {
        self.path.pop();
        if self.only.is_some() && self.inside == Some(self.path.depth()) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

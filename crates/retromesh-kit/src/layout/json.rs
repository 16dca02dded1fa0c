//! A walk as JSON, printed as it goes.

use super::{Field, Kind, Place, Shape, Visit};
use crate::format::{FormatInfo, Model};
use std::fmt::{self, Write};
use std::ops::ControlFlow;

/// This many bytes of a field are printed where arrays are not whole.
const HEAD: usize = 16;
/// Deeper structures are not moved to the right any more.
const MAX_INDENT: usize = 32;

/// The name of the schema of [`print`](fn@print), with its number.
pub const SCHEMA: &str = "retromesh-dump-1";

/// Prints the object of a file: what it is, and all that is in it. A document without a layout leaves it empty.
pub fn print(
    out: &mut dyn Write,
    file: &str,
    format: &FormatInfo,
    model: &dyn Model,
    bytes: &[u8],
    whole: bool,
) -> fmt::Result {
    write!(out, "{{\"schema\":\"{SCHEMA}\",\"file\":")?;
    print_string(file, out)?;
    write!(out, ",\"error\":null,\"format\":\"{}\",\"version\":", format.id)?;
    print_string(&model.version(), out)?;
    write!(out, ",\"length\":{},\"children\":[", bytes.len())?;
    let mut json = Json::new(out, whole);
    if let Some(layout) = model.as_layout() {
        // Why there is nothing to print was said by whoever asked before.
        let _refused = layout.layout(bytes, &mut json);
    }
    json.finish()?;
    out.write_str("\n]}")
}

/// Prints each structure and field as an object in a line, as `docs/schemas/dump.json` describes them.
///
/// Nothing is kept but how deep the walk is, so any file can be printed. What goes wrong while printing ends the walk: ask
/// [`Json::finish`].
pub struct Json<'o> {
    out: &'o mut dyn Write,
    whole: bool,
    /// For each open structure, where it begins, and whether something is inside it already.
    open: Vec<(u64, bool)>,
    outcome: fmt::Result,
}

impl<'o> Json<'o> {
    /// Prints to `out`, arrays summed up unless they are wanted whole.
    pub fn new(out: &'o mut dyn Write, whole: bool) -> Self {
        Self { out, whole, open: vec![(0, false)], outcome: Ok(()) }
    }

    /// Says whether all was printed.
    pub fn finish(self) -> fmt::Result {
        self.outcome
    }

    fn continue_if(&mut self, printed: fmt::Result) -> ControlFlow<()> {
        self.outcome = printed;
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn head(&mut self, place: Place) -> fmt::Result {
        let depth = self.open.len().min(MAX_INDENT);
        let comma = self.open.last_mut().is_some_and(|(_, has_one)| std::mem::replace(has_one, true));
        self.out.write_str(if comma { ",\n" } else { "\n" })?;
        write!(self.out, "{:depth$}{{\"name\":\"{}\"", "", place.name)?;
        if let Some(index) = place.index {
            write!(self.out, ",\"index\":{index}")?;
        }
        Ok(())
    }

    fn print_begin(&mut self, place: Place, kind: &'static str) -> fmt::Result {
        self.head(place)?;
        write!(self.out, ",\"kind\":\"{kind}\",\"offset\":{},\"children\":[", place.offset)?;
        self.open.push((place.offset, false));
        Ok(())
    }

    fn print_end(&mut self, end: u64) -> fmt::Result {
        match self.open.pop() {
            Some((start, _)) => write!(self.out, "],\"length\":{}}}", end.saturating_sub(start)),
            None => Ok(()),
        }
    }

    fn print_field(&mut self, field: &Field<'_>) -> fmt::Result {
        let Field { place, bytes, kind } = *field;
        self.head(place)?;
        let is_short = self.whole || bytes.len() <= HEAD;
        let (offset, length) = (place.offset, bytes.len());
        let out = &mut *self.out;
        let at = |out: &mut dyn Write, kind: &dyn fmt::Display| {
            write!(out, ",\"kind\":\"{kind}\",\"offset\":{offset},\"length\":{length}")
        };
        match kind {
            Kind::Bytes | Kind::Shared => {
                at(out, if matches!(kind, Kind::Bytes) { &"bytes" } else { &"shared" })?;
                let (key, shown) =
                    if is_short { ("value", bytes) } else { ("head", bytes.get(..HEAD).unwrap_or(bytes)) };
                write!(out, ",\"{key}\":\"")?;
                print_hex(shown, out)?;
                out.write_str("\"}")
            }
            Kind::Text | Kind::Terminated => {
                let is_terminated = matches!(kind, Kind::Terminated);
                at(out, if is_terminated { &"cstring" } else { &"text" })?;
                let text = if is_terminated { bytes.split_last().map_or(bytes, |(_, text)| text) } else { bytes };
                if let Ok(text) = std::str::from_utf8(text) {
                    out.write_str(",\"value\":")?;
                    print_string(text, out)?;
                } else {
                    out.write_str(",\"hex\":\"")?;
                    print_hex(text, out)?;
                    out.write_char('"')?;
                }
                out.write_char('}')
            }
            Kind::Numbers(number, count) => {
                let shape = Shape::Numbers(number, count);
                at(out, &shape)?;
                out.write_str(",\"value\":")?;
                shape.print(bytes, out)?;
                out.write_char('}')
            }
            Kind::Rows(shape) => {
                at(out, &shape)?;
                print_rows(shape, bytes, self.whole, out)?;
                out.write_char('}')
            }
            Kind::Packed { unpacked, shape } => {
                at(out, &"packed")?;
                if self.whole {
                    out.write_str(",\"value\":\"")?;
                    print_hex(bytes, out)?;
                    out.write_char('"')?;
                }
                let length = unpacked.len();
                write!(out, ",\"unpacked\":{{\"kind\":\"{shape}\",\"length\":{length}")?;
                print_rows(shape, unpacked, self.whole, out)?;
                out.write_str("}}")
            }
        }
    }
}

impl Visit for Json<'_> {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        let printed = self.print_begin(place, kind);
        self.continue_if(printed)
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        let printed = self.print_field(field);
        self.continue_if(printed)
    }

    fn end(&mut self, end: u64) -> ControlFlow<()> {
        let printed = self.print_end(end);
        self.continue_if(printed)
    }
}

/// The columns, the number of rows, and the rows: all of them, or the first and the last.
fn print_rows(shape: Shape<'_>, bytes: &[u8], whole: bool, out: &mut dyn Write) -> fmt::Result {
    if let Shape::Record(_) = shape {
        out.write_str(",\"columns\":")?;
        print_columns(shape, out)?;
    }
    let size = shape.size().max(1);
    let count = bytes.len() / size;
    write!(out, ",\"count\":{count}")?;
    if whole {
        out.write_str(",\"rows\":[")?;
        for (n, row) in bytes.chunks_exact(size).enumerate() {
            out.write_str(if n == 0 { "" } else { "," })?;
            shape.print(row, out)?;
        }
        return out.write_char(']');
    }
    let mut rows = bytes.chunks_exact(size);
    if let Some(first) = rows.next() {
        out.write_str(",\"first\":")?;
        shape.print(first, out)?;
        out.write_str(",\"last\":")?;
        shape.print(rows.next_back().unwrap_or(first), out)?;
    }
    Ok(())
}

fn print_columns(shape: Shape<'_>, out: &mut dyn Write) -> fmt::Result {
    let Shape::Record(parts) = shape else { return Ok(()) };
    out.write_char('[')?;
    for (n, part) in parts.iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        write!(out, "{comma}{{\"name\":\"{}\",\"kind\":\"{}\"", part.name, part.shape)?;
        if let Shape::Record(_) = part.shape {
            out.write_str(",\"columns\":")?;
            print_columns(part.shape, out)?;
        }
        out.write_char('}')?;
    }
    out.write_char(']')
}

fn print_hex(bytes: &[u8], out: &mut dyn Write) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

/// Prints a string of JSON; characters that steer a terminal are escaped.
pub fn print_string(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

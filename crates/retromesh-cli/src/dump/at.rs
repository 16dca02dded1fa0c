//! `retromesh dump --at`: what a byte is.

use super::path::Path;
use crate::terminal::printable;
use retromesh::layout::{self, Field, Kind, Place, Shape, Visit};
use retromesh::{Error, ErrorKind, Model, Result, Source};
use std::fmt;
use std::ops::ControlFlow;

/// This many characters of a value are printed.
const LONGEST: usize = 200;

/// Says what the byte at an offset is.
pub(super) fn print(offset: u64, source: &Source, model: &dyn Model, out: &mut dyn fmt::Write) -> Result<fmt::Result> {
    let mut find = Find { offset, path: Path::default(), found: None };
    layout::of_model(model)?.layout(&source.bytes, &mut find)?;
    find.found.map(|text| out.write_str(&text)).ok_or_else(|| {
        let expected = format!("less than {:#x}, the size of the file", source.bytes.len());
        Error::new(source.format.info().id, ErrorKind::bad("offset", expected, format!("{offset:#x}")))
    })
}

struct Find {
    offset: u64,
    path: Path,
    found: Option<String>,
}

impl Visit for Find {
    fn begin(&mut self, place: Place, _kind: &'static str) -> ControlFlow<()> {
        self.path.push(place);
        ControlFlow::Continue(())
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        let start = field.place.offset;
        let is_inside = (start..start + field.bytes.len() as u64).contains(&self.offset);
        if !is_inside || matches!(field.kind, Kind::Shared) {
            return ControlFlow::Continue(());
        }
        self.path.push(field.place);
        self.found = Some(explain(self.path.text(), field, (self.offset - start) as usize));
        ControlFlow::Break(())
    }

    fn end(&mut self, _end: u64) -> ControlFlow<()> {
        self.path.pop();
        ControlFlow::Continue(())
    }
}

/// Says what the byte at an offset in a field is.
fn explain(path: &str, field: &Field<'_>, offset: usize) -> String {
    // The number that the byte is a part of: its path, where it begins in the field, its size, its kind and its value.
    let inside = |shape: Shape<'_>| {
        let row = offset / shape.size().max(1);
        let (path, start, number) = shape.at(offset % shape.size().max(1))?;
        let start = row * shape.size() + start;
        let mut value = String::new();
        let bytes = field.bytes.get(start..).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = Shape::Numbers(number, 1).print(bytes, &mut value);
        Some((row, path, start, number.size(), number.name().to_owned(), value))
    };
    let (suffix, start, size, kind, value) = match field.kind {
        Kind::Rows(shape) => inside(shape)
            .map(|(row, path, start, size, kind, value)| (format!("[{row}]{path}"), start, size, kind, value)),
        Kind::Numbers(number, count) => inside(Shape::Numbers(number, count))
            .map(|(_, path, start, size, kind, value)| (path, start, size, kind, value)),
        _ => None,
    }
    .unwrap_or_else(|| (String::new(), 0, field.bytes.len(), field.kind_name(), field.summary(LONGEST)));
    let from = field.place.offset + start as u64;
    let byte = field.bytes.get(offset).copied().unwrap_or_default();
    format!(
        "{path}{suffix}\n  byte {byte:#04x}, number {} of {size} from {from:#x} on\n  {kind}: {}\n",
        offset - start + 1,
        printable(&value)
    )
}

//! The other side of writing: which byte of a file is what.

use crate::put::{LenMark, Put};
use crate::records::Records;
use crate::row::Row;
use crate::rows::Rows;
use crate::string::RawStr;
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::layout::{Field, Kind, Number, Part, Place, Shape, Visit};
use std::ops::ControlFlow;

/// Takes the calls that write a document, and gives a [`Visit`] what each byte of its file is.
///
/// The file is there already, so nothing is collected: what is put is compared with it, and reported. That makes the places right by
/// construction, as long as writing gives back what was read.
///
/// ```
/// use retromesh_wire::{Put, Trace};
///
/// fn write(out: &mut impl Put) {
///     out.field("version").put_u32(7);
///     out.entry("points").put_row(&[1f32, 2., 3.]);
/// }
///
/// let mut file = Vec::new();
/// write(&mut file);
/// Trace::walk("xm", &file, &mut (), |out| Ok(write(out)))?;
/// assert!(Trace::walk("xm", &file[..8], &mut (), |out| Ok(write(out))).is_err());
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub struct Trace<'f, 'v> {
    file: &'f [u8],
    at: usize,
    visit: &'v mut dyn Visit,
    name: &'static str,
    is_entry: bool,
    /// For each structure that is open, the list that it was in last, and its length so far.
    lists: Vec<(&'static str, u64)>,
    /// The first byte that is not what is put.
    differs: Option<usize>,
    flow: ControlFlow<()>,
}

impl<'f, 'v> Trace<'f, 'v> {
    /// Walks through a file of a format by what writes it. Fails as that fails, and where it would write another file.
    pub fn walk(
        format: &'static str,
        file: &'f [u8],
        visit: &'v mut dyn Visit,
        write: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (flow, lists) = (ControlFlow::Continue(()), vec![("", 0)]);
        let mut this = Self { file, at: 0, visit, name: "", is_entry: false, lists, differs: None, flow };
        write(&mut this).map_err(|error| error.in_format(format))?;
        let Some(at) = this.differs.or((this.at != file.len()).then_some(this.at)) else { return Ok(()) };
        let kind = ErrorKind::bad("file", "the bytes that the document was read from", "others");
        Err(Error::new(format, kind).at(at as u64))
    }

    /// Returns the name that was given last, with its number in its list.
    fn place(&mut self) -> Place {
        let (name, offset) = (std::mem::take(&mut self.name), self.at as u64);
        let is_entry = std::mem::take(&mut self.is_entry);
        let index = match self.lists.last_mut() {
            Some((list, count)) if is_entry => {
                *count = if *list == name { *count + 1 } else { 0 };
                *list = name;
                Some(*count)
            }
            _ => None,
        };
        Place { name, index, offset }
    }

    /// Takes the next bytes of the file, which are to be these; where the file is another, nothing is reported any more.
    fn expect_bytes(&mut self, len: usize, is_same: impl FnOnce(&[u8]) -> bool) -> Option<&'f [u8]> {
        let end = self.at.checked_add(len)?;
        let bytes = self.file.get(self.at..end).filter(|bytes| is_same(bytes));
        if bytes.is_none() {
            self.differs = self.differs.or(Some(self.at));
            self.flow = ControlFlow::Break(());
        }
        bytes
    }

    fn report_field(&mut self, bytes: Option<&'f [u8]>, kind: Kind<'_>) {
        let place = self.place();
        if let Some(bytes) = bytes {
            // A list without entries is no field.
            let is_nothing = bytes.is_empty() && !matches!(kind, Kind::Text);
            if self.flow.is_continue() && !is_nothing {
                self.flow = self.visit.field(&Field { place, bytes, kind });
            }
            self.at += bytes.len();
        }
    }

    fn put(&mut self, bytes: &[u8], kind: Kind<'_>) {
        let found = self.expect_bytes(bytes.len(), |found| found == bytes);
        self.report_field(found, kind);
    }

    /// Reports a row: numbers as one field, a structure with each of its parts.
    fn put_shape(&mut self, bytes: &[u8], shape: Shape<'static>) {
        let mut parts = vec![(self.name, self.is_entry, shape)];
        let mut rest = bytes;
        // A structure in a structure ends where its parts do.
        let mut ends: Vec<usize> = Vec::new();
        while let Some((name, is_entry, shape)) = parts.pop() {
            (self.name, self.is_entry) = (name, is_entry);
            match shape {
                Shape::Numbers(number, count) => {
                    let (bytes, after) = rest.split_at_checked(shape.size()).unwrap_or_default();
                    self.put(bytes, Kind::Numbers(number, count));
                    rest = after;
                }
                Shape::Record(inside) => {
                    self.begin("record");
                    ends.push(parts.len());
                    parts.extend(inside.iter().rev().map(|part| (part.name, false, part.shape)));
                }
            }
            while ends.last() == Some(&parts.len()) {
                ends.pop();
                self.end();
            }
        }
    }

    fn put_number(&mut self, what: &'static str, n: usize, number: Number) -> Result<(), Error> {
        let value = u32::try_from(n).map_err(|_| {
            Error::new("", ErrorKind::unrepresentable(format!("{what} {n} in {} bytes", number.size())))
        })?;
        let bytes = value.to_le_bytes();
        self.put(bytes.get(..number.size()).unwrap_or(&bytes), Kind::Numbers(number, 1));
        Ok(())
    }

    /// Compares a length field that was passed with what it should be.
    fn check_len(&mut self, LenMark(at): LenMark, size: usize) {
        let field = self.file.get(at..at.saturating_add(4)).map(u32::read);
        if field.map(|field| field as usize) != Some(size) {
            self.differs = self.differs.or(Some(at));
        }
    }
}

impl Put for Trace<'_, '_> {
    fn field(&mut self, name: &'static str) -> &mut Self {
        (self.name, self.is_entry) = (name, false);
        self
    }

    fn entry(&mut self, name: &'static str) -> &mut Self {
        (self.name, self.is_entry) = (name, true);
        self
    }

    fn begin(&mut self, kind: &'static str) {
        let place = self.place();
        self.lists.push(("", 0));
        if self.flow.is_continue() {
            self.flow = self.visit.begin(place, kind);
        }
    }

    fn end(&mut self) {
        self.lists.pop();
        if self.flow.is_continue() {
            self.flow = self.visit.end(self.at as u64);
        }
    }

    fn put_row<T: Row>(&mut self, row: &T) {
        let mut bytes = Vec::with_capacity(T::SIZE);
        row.write(&mut bytes);
        self.put_shape(&bytes, T::SHAPE);
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        self.put(bytes, Kind::Bytes);
    }

    fn put_text(&mut self, text: &[u8]) {
        self.put(text, Kind::Text);
    }

    fn put_slice<T: Row>(&mut self, rows: &[T]) {
        self.put_rows(&Rows::from(rows));
    }

    fn put_rows<T: Row>(&mut self, rows: &Rows<'_, T>) {
        self.put(rows.bytes(), Kind::Rows(T::SHAPE));
    }

    fn put_records(&mut self, records: &Records<'_>, parts: impl FnOnce() -> Vec<Part<'static>>) {
        self.put(records.bytes(), Kind::Rows(Shape::Record(&parts())));
    }

    fn put_parts(&mut self, _bytes: &[u8], parts: impl FnOnce(&mut Self)) {
        parts(self);
    }

    fn put_packed(&mut self, stream: &[u8], unpacked: &[u8], shape: Shape<'_>) {
        self.put(stream, Kind::Packed { unpacked, shape });
    }

    fn put_u24(&mut self, value: u32) {
        let bytes = value.to_le_bytes();
        self.put(bytes.first_chunk::<3>().unwrap_or(&[0; 3]), Kind::Numbers(Number::U24, 1));
    }

    fn put_count_u32(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_number(what, n, Number::U32)
    }

    fn put_count_i32(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_number(what, n, Number::I32)
    }

    fn put_count_u16(&mut self, what: &'static str, n: usize) -> Result<(), Error> {
        self.put_number(what, n, Number::U16)
    }

    fn put_c_string(&mut self, text: &RawStr<'_>) -> Result<(), Error> {
        let text = text.bytes();
        let found = self.expect_bytes(text.len() + 1, |found| found.split_last() == Some((&0, text)));
        self.report_field(found, Kind::Terminated);
        Ok(())
    }

    fn begin_len(&mut self) -> LenMark {
        let mark = LenMark(self.at);
        let found = self.expect_bytes(4, |_| true);
        self.report_field(found, Kind::Numbers(Number::U32, 1));
        mark
    }

    fn end_len_u32(&mut self, mark: LenMark) -> Result<(), Error> {
        self.check_len(mark, self.at.saturating_sub(mark.0 + 4));
        Ok(())
    }

    fn set_len(&mut self, mark: LenMark, size: u32) {
        self.check_len(mark, size as usize);
    }
}

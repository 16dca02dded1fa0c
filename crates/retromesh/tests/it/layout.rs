//! What a layout says covers every byte of a file once, and says what the bytes say.
#![allow(clippy::unwrap_used, missing_docs)]

use retromesh::layout::{Field, Kind, Place, Visit, json};
use retromesh::{Diagnostics, Files, Format, ImportOptions, NoFiles, all_formats};
use retromesh_testkit::{File, fixtures};
use std::ops::ControlFlow;

/// Checks a walk as it goes.
struct Cover<'a> {
    file: &'a [u8],
    at: u64,
    open: Vec<u64>,
    fields: usize,
    unpacked: usize,
}

impl Visit for Cover<'_> {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        assert!(!place.name.is_empty() && !kind.is_empty(), "a structure without a name at {:#x}", place.offset);
        assert_eq!(place.offset, self.at, "{place}");
        self.open.push(self.at);
        ControlFlow::Continue(())
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        let (place, len) = (field.place, field.bytes.len());
        assert!(!place.name.is_empty(), "a field without a name at {:#x}", place.offset);
        let start = place.offset as usize;
        assert_eq!(field.bytes, &self.file[start..start + len], "{place}: other bytes");
        match field.kind {
            Kind::Shared => return ControlFlow::Continue(()),
            Kind::Terminated => assert_eq!(field.bytes.iter().position(|&byte| byte == 0), Some(len - 1), "{place}"),
            Kind::Numbers(number, count) => assert_eq!(len, number.size() * count, "{place}"),
            Kind::Rows(shape) => assert!(shape.size() > 0 && len.is_multiple_of(shape.size()), "{place}"),
            Kind::Packed { unpacked, shape } => {
                assert!(unpacked.len().is_multiple_of(shape.size()), "{place}");
                self.unpacked += 1;
            }
            Kind::Bytes | Kind::Text => {}
        }
        assert_eq!(place.offset, self.at, "{place}: a gap or an overlap");
        self.at += len as u64;
        self.fields += 1;
        ControlFlow::Continue(())
    }

    fn end(&mut self, end: u64) -> ControlFlow<()> {
        assert_eq!(end, self.at);
        assert!(self.open.pop().is_some(), "an end without a beginning");
        ControlFlow::Continue(())
    }
}

/// Checks all fixtures of a format; returns how many files there are, fields in them, and packed ones among these.
fn check(format: &dyn Format, files: &[File], sidecars: &dyn Files) -> (usize, usize, usize) {
    let (mut count, mut fields, mut packed) = (0, 0, 0);
    for File { name, bytes, .. } in files {
        let options = ImportOptions::default();
        let Ok(model) = format.read(bytes, sidecars, &options, &mut Diagnostics::new()) else { continue };
        let layout = model.as_layout().unwrap();
        let mut cover = Cover { file: bytes, at: 0, open: Vec::new(), fields: 0, unpacked: 0 };
        layout.layout(bytes, &mut cover).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((cover.at, cover.open.len()), (bytes.len() as u64, 0), "{name}: not all of it");
        (count, fields, packed) = (count + 1, fields + cover.fields, packed + cover.unpacked);
        // Another file is not taken for this one.
        if let Some(last) = bytes.len().checked_sub(1) {
            let mut other = bytes.clone();
            other[last] ^= 1;
            assert!(layout.layout(&other, &mut ()).is_err(), "{name}: changed");
            assert!(layout.layout(&bytes[..last], &mut ()).is_err(), "{name}: cut");
        }
        for whole in [false, true] {
            let mut text = String::new();
            json::print(&mut text, name, format.info(), &*model, bytes, whole).unwrap();
            assert!(text.ends_with("\n]}"), "{name}");
        }
    }
    (count, fields, packed)
}

/// Formats without a layout of bytes: texts, and what other people's crates read.
const WITHOUT: [&str; 5] = ["gltf", "image", "obj", "rtm", "x"];

#[test]
fn the_fields_of_every_format_cover_every_byte_once() {
    let (mut all, mut packed_ones) = (0, 0);
    for format in all_formats().filter(|format| !WITHOUT.contains(&format.info().id)) {
        let info = format.info();
        let files: Vec<File> = info.extensions.iter().flat_map(|extension| fixtures(info.id, extension, 1)).collect();
        let (files, fields, packed) = check(format, &files, &NoFiles);
        assert!(files >= 20 && fields > 300, "{}: {fields} fields in {files} files", info.id);
        all += fields;
        packed_ones += packed;
    }
    assert!(all > 8_000 && packed_ones > 10, "{all} fields, {packed_ones} packed");
}

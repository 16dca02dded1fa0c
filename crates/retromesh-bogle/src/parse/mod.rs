//! Bytes to document: every layout is tried, and one must fit.

mod animations;
mod components;
mod objects;

use crate::ID;
use crate::document::{Document, GeometryData};
use crate::layout::Layout;
use crate::settings::Settings;
use crate::tree::{self, AfterClose};
use nom::Parser;
use nom::combinator::{cond, rest};
use nom::sequence::{preceded, terminated};
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, LimitKind};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Files, ImportOptions};
use retromesh_wire::parsers::{c_string, count, expect, le_u32, records, rows, take, within};
use retromesh_wire::{Failure, PResult, Parse, RawStr, Records, Row, all_finite, bad, finish, max_u32, offset_in, run};
use std::borrow::Cow;

/// The five letters and the version byte that start every file.
pub(crate) const SIGNATURE: &[u8; 6] = b"BOGLE\0";

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let settings = Settings::of(&options.settings)?;
        let body = run(ID, bytes, preceded(expect("signature and version", SIGNATURE), rest))?;
        let (mut document, others) = match detect(bytes, body, Rest::None) {
            Err(_) if settings.unloadable => detect(bytes, body, Rest::Any)?,
            detected => detected?,
        };
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(ToString::to_string).collect();
            let detail = format!("{} would fit as well as {}", names.join(" and "), document.layout);
            diagnostics.report(Finding::new(Code::AmbiguousLayout).detail(detail))?;
        }
        let trailing = Finding::new(Code::TrailingBytes).times(document.trailing.len());
        diagnostics.report(trailing.at((bytes.len() - document.trailing.len()) as u64))?;
        load_geometries(&mut document, files, options, diagnostics)?;
        Ok(document)
    }
}

/// At most this many layouts are named where none fits.
const MAX_NAMED: usize = 3;

/// What may follow the end of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    None,
    Any,
}

/// Returns the document that the bytes mean, and the older layouts that they would fit with another meaning.
///
/// The layout of the specification goes before all others; of two others neither does.
fn detect<'a>(whole: &'a [u8], body: &'a [u8], rest: Rest) -> Result<(Document<'a>, Vec<Layout>), Error> {
    let mut fitting: Option<Document<'a>> = None;
    let mut others = Vec::new();
    let mut failures: Vec<(Layout, u64, Failure<'a>)> = Vec::new();
    for layout in Layout::TRIED {
        match (finish(file(body, layout, rest)), &fitting) {
            (Ok((_, document)), None) => fitting = Some(document),
            (Ok((_, document)), Some(first)) => {
                // Layouts that differ in parts which the file does not have give the same content.
                if (Document { layout: first.layout, ..document }) == *first {
                    continue;
                }
                others.push(layout);
                if first.layout != Layout::L15 {
                    let found = format!("{} and {layout}, which both fit", first.layout);
                    return Err(Error::new(ID, ErrorKind::bad("layout", "exactly one that fits", found)));
                }
            }
            (Err(failure), _) => failures.push((layout, offset_in(whole, failure.at()), failure)),
        }
    }
    fitting.map(|document| (document, others)).ok_or_else(|| {
        // The layout that got farthest is the likeliest: it comes first.
        failures.sort_by_key(|&(_, offset, _)| std::cmp::Reverse(offset));
        let first = failures.iter().take(MAX_NAMED);
        let mut reasons: Vec<String> =
            first.map(|(layout, offset, failure)| format!("{layout}: {failure} at {offset:#x}")).collect();
        reasons.extend(failures.len().checked_sub(MAX_NAMED).map(|more| format!("{more} more")));
        let error =
            Error::new(ID, ErrorKind::bad("layout", "one of L1 to L16", format!("none ({})", reasons.join("; "))));
        match failures.first() {
            Some(&(_, offset, _)) => error.at(offset),
            None => error,
        }
    })
}

/// Loads the geometries that lie in files of their own: together no more than one input may have, for many can name the same file.
fn load_geometries(
    document: &mut Document<'_>,
    files: &dyn Files,
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let limit = options.limits.input_bytes;
    let mut loaded = 0u64;
    for (n, geometry) in document.geometries.iter_mut().enumerate() {
        if geometry.data.is_some() {
            continue;
        }
        let path = bgg_path(&geometry.file);
        let Some(bytes) = files.load(&path) else {
            diagnostics.report(
                Finding::new(Code::MissingFile).within(format!("GEOMETRY[{n}]")).detail(format!("no {path}")),
            )?;
            continue;
        };
        loaded = loaded.saturating_add(bytes.len() as u64);
        if loaded > limit {
            let what = "geometries in files of their own";
            return Err(Error::new(ID, ErrorKind::limit(LimitKind::Input, what, limit, loaded)));
        }
        let data = run(ID, &bytes, within(|| format!("GEOMETRY[{n}] > {path}"), bgg))?;
        geometry.data = Some(data.into_owned());
    }
    Ok(())
}

/// Returns the path of a geometry file, relative to the model.
pub(crate) fn bgg_path(file: &RawStr<'_>) -> String {
    format!("geometries/{}.bgg", file.decode().0)
}

/// Parses a `.bgg` file: u32 vertex count, u32 index count, vertices of 80 bytes, u32 indices.
pub(crate) fn bgg(i: &[u8]) -> PResult<'_, GeometryData<'_>> {
    terminated(geometry_data(Layout::L16), end).parse(i)
}

fn file(i: &[u8], layout: Layout, rest: Rest) -> PResult<'_, Document<'_>> {
    let (i, mut document) = if layout.has_objects() { objects::file(i, layout) } else { components::file(i, layout) }?;
    if rest == Rest::None {
        end(i)?;
    }
    document.trailing = Cow::Borrowed(i);
    Ok((&[], document))
}

fn end(i: &[u8]) -> PResult<'_, ()> {
    if i.is_empty() { Ok((i, ())) } else { bad(i, "end of file", "no more bytes", format!("{} more", i.len())) }
}

/// Takes what only some layouts have; the default in all others.
fn given<'a, T: Default>(present: bool, parser: impl Parse<'a, T>) -> impl Parse<'a, T> {
    cond(present, parser).map(Option::unwrap_or_default)
}

/// Takes a value whose numbers must be finite.
fn finite<'a, T: Row>(what: &'static str) -> impl Parse<'a, T> {
    take(what, T::SIZE).map_res(move |bytes| check_finite(what, bytes).map(|()| T::read(bytes)))
}

fn check_finite(what: &'static str, bytes: &[u8]) -> Result<(), ErrorKind> {
    if all_finite(bytes) { Ok(()) } else { Err(ErrorKind::bad(what, "finite numbers", "one that is not")) }
}

/// Bytes of a small integer.
const BYTE: usize = 1;
/// Bytes of a large integer.
const WORD: usize = 4;

/// Takes an integer of this many bytes that is at most `max`.
fn at_most<'a>(what: &'static str, size: usize, max: u32) -> impl Parse<'a, u32> {
    take(what, size).map_res(move |bytes| {
        let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        if value <= max { Ok(value) } else { Err(ErrorKind::bad(what, format!("at most {max}"), value.to_string())) }
    })
}

/// Takes text of `n` bytes, none of them a control character.
fn text<'a>(what: &'static str, n: impl Into<i64>) -> impl Parse<'a, RawStr<'a>> {
    count(what, n, 1)
        .flat_map(move |n| take(what, n))
        .map_res(move |bytes| check_printable(what, bytes).map(|()| RawStr::new(bytes)))
}

fn check_printable(what: &'static str, bytes: &[u8]) -> Result<(), ErrorKind> {
    match bytes.iter().find(|byte| byte.is_ascii_control()) {
        Some(byte) => Err(ErrorKind::bad(what, "text", format!("a control character {byte:#04x}"))),
        None => Ok(()),
    }
}

/// Takes a u32 length and as many bytes of text.
fn string<'a>(what: &'static str) -> impl Parse<'a, RawStr<'a>> {
    le_u32(what).flat_map(move |n| text(what, n))
}

/// Takes vertices and the corners of triangles over them, after the counts of both.
fn geometry_data<'a>(layout: Layout) -> impl Parse<'a, GeometryData<'a>> {
    (le_u32("vertex count"), le_u32("index count"))
        .flat_map(move |(vertices, indices)| counted_geometry(layout, vertices, indices))
}

/// Takes this many vertices and corners of triangles over them.
fn counted_geometry<'a>(layout: Layout, vertices: u32, indices: u32) -> impl Parse<'a, GeometryData<'a>> {
    let size = layout.vertex_size();
    let indices = count("index", indices, 4).flat_map(|n| rows::<u32>("indices", n));
    (
        count("vertex", vertices, size)
            .flat_map(move |n| records("vertices", n, size))
            .map_res(|vertices| check_finite("vertices", vertices.bytes()).map(|()| vertices)),
        indices.map_res(move |indices| match max_u32(indices.bytes()) {
            Some(largest) if largest >= vertices => {
                Err(ErrorKind::bad("indices", format!("vertices under {vertices}"), largest.to_string()))
            }
            _ => Ok(indices),
        }),
    )
        // No vertices have no size, so that layouts agree about them.
        .map(|(vertices, indices)| GeometryData {
            vertices: if vertices.is_empty() { Records::default() } else { vertices },
            indices,
        })
}

/// Takes the text of a tree, which must be one, and its closing NUL.
fn tree<'a>(layout: Layout, nodes: u32) -> impl Parse<'a, RawStr<'a>> {
    move |i: &'a [u8]| {
        let (rest, text) = c_string("tree").parse(i)?;
        match tree::read(text.bytes(), nodes as usize, after_close(layout)) {
            Ok(_) => Ok((rest, text)),
            Err(wrong) => bad(i.get(wrong.at..).unwrap_or_default(), "tree", wrong.expected, wrong.found),
        }
    }
}

/// Returns what the loaders of a layout's time hold for the last node after a brace closes.
pub(crate) fn after_close(layout: Layout) -> AfterClose {
    if layout < Layout::L12b { AfterClose::Closed } else { AfterClose::LastRead }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]
    use super::*;
    use retromesh_testkit::fixtures;

    /// Returns every layout that fits a file.
    fn fitting(bytes: &[u8]) -> Vec<Layout> {
        let Some(body) = bytes.strip_prefix(SIGNATURE) else { return Vec::new() };
        let fits = |layout: &Layout| finish(file(body, *layout, Rest::None)).is_ok();
        Layout::TRIED.into_iter().filter(fits).collect()
    }

    #[test]
    fn each_layout_has_a_fixture_that_no_other_layout_fits() {
        let files = fixtures("bgl", "bgl", 80);
        for layout in Layout::TRIED {
            let name = format!("layout-{}.bgl", layout.to_string().strip_prefix('L').unwrap());
            let file = files.iter().find(|file| file.name == name).unwrap();
            assert_eq!(fitting(&file.bytes), [layout], "{name}");
        }
    }

    /// Files without geometries are the same in L15 and L16.
    #[test]
    fn every_file_has_one_layout() {
        let mut counts = [0; 3];
        for file in fixtures("bgl", "bgl", 80) {
            let layouts = fitting(&file.bytes);
            let accepted = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new());
            match layouts.as_slice() {
                [] => assert!(accepted.is_err(), "{}", file.name),
                [only] => assert_eq!(accepted.unwrap().layout, *only, "{}", file.name),
                [Layout::L15, Layout::L16] => assert_eq!(accepted.unwrap().geometries.len(), 0, "{}", file.name),
                [Layout::L15, ..] => assert_eq!(accepted.unwrap().layout, Layout::L15, "{}", file.name),
                several => assert!(accepted.is_err(), "{} fits {several:?}", file.name),
            }
            counts[layouts.len().min(2)] += 1;
        }
        let [none, one, several] = counts;
        assert!(one >= 45 && several >= 10, "{none} files fit no layout, {one} one, {several} several");
    }
}

//! Bytes to document. Every offset is from the first byte; the file is read by following them.

use crate::ID;
use crate::document::{Bone, BoneDef, Clip, ClipDef, Document, Gap, Header, LodDef, MAGIC, Mesh, MeshDef, Span};
use crate::faces::FaceStream;
use crate::keys::{End, KeyStream};
use crate::vertex::{Bits, Form};
use nom::Parser;
use nom::combinator::{peek, success};
use nom::sequence::preceded;
use retromesh_core::{Diagnostics, Error, ErrorKind, LimitKind};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{all_rows, at, expect, repeat, row};
use retromesh_wire::{Failure, PResult, Parse, RawStr, Row, Rows, bad, run};
use std::borrow::Cow;
use std::cell::Cell;

/// The maximum number of meshes, and of clips; the engine stops at 256 of each.
const MAX_ENTRIES: usize = 1024;
/// The maximum number of levels of detail; the engine stops at 64.
const MAX_LODS: usize = 256;
/// The maximum number of bones: their numbers are bytes.
const MAX_BONES: usize = 256;
/// The maximum number of mesh uses by all levels together.
const MAX_LOD_MESHES: usize = 2048;
/// The longest name, without its zero byte; the engine stops at 255.
const MAX_NAME: usize = 1024;
/// Bytes that lists may share with each other beyond the size of the file. Without a bound a small file of many meshes that all
/// point at one list would unpack to any size.
const MAX_SHARED: usize = 1 << 16;

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        _options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let error = |kind| Err(Error::new(ID, kind));
        if let Some(foreign) = crate::detect::foreign(bytes) {
            return error(ErrorKind::unsupported(foreign.what, foreign.hint));
        }
        let document = run(ID, bytes, document)?;
        crate::report::report(&document, diagnostics)?;
        Ok(document)
    }
}

/// A file, whose structures point to each other.
struct File<'a> {
    whole: &'a [u8],
    /// The bytes of all lists so far.
    listed: Cell<usize>,
}

/// The header, then what its spans point to.
fn document(i: &[u8]) -> PResult<'_, Document<'_>> {
    let file = File { whole: i, listed: Cell::new(0) };
    let (_, header) = preceded(peek(expect("magic", &MAGIC)), row::<Header>("header")).parse(i)?;
    let (_, (meshes, lods, bones)) = (
        at(0x10, table::<MeshDef>(&file, "mesh table", MAX_ENTRIES))
            .and_then(entries::<MeshDef, _>("MESH", |i| mesh(i, &file))),
        at(0x18, levels(&file)),
        at(0x20, table::<BoneDef>(&file, "bone table", MAX_BONES))
            .and_then(entries::<BoneDef, _>("BONE", |i| bone(i, &file))),
    )
        .parse(i)?;
    let mut document = Document { header, meshes, lods, bones, clips: Vec::new(), gaps: Vec::new(), size: i.len() };
    let keyed = document.keyed_bones();
    (_, document.clips) = at(0x28, table::<ClipDef>(&file, "clip table", MAX_ENTRIES))
        .and_then(entries::<ClipDef, _>("CLIP", |i| clip(i, &file, keyed)))
        .parse(i)?;
    document.gaps = gaps(&document, i);
    Ok((&[], document))
}

/// The bytes of the whole entries of a table, by the span that is written here; bytes after the last entry become a gap.
fn table<'a, T: Row>(file: &File<'a>, what: &'static str, max: usize) -> impl Parse<'a, &'a [u8]> {
    row::<Span>(what).map_res(move |span| {
        let bytes = file.follow(what, span)?;
        let n = bytes.len() / T::SIZE;
        if n > max {
            return Err(limit(what, max, n));
        }
        Ok(bytes.get(..n * T::SIZE).unwrap_or_default())
    })
}

/// All entries of a table.
fn entries<'a, D: Row, T>(what: &'static str, mut entry: impl Parse<'a, T>) -> impl Parse<'a, Vec<T>> {
    move |i: &'a [u8]| repeat(what, i.len() / D::SIZE, |i| entry.parse(i)).parse(i)
}

/// The levels of detail.
fn levels<'a>(file: &File<'a>) -> impl Parse<'a, Rows<'a, LodDef>> {
    let what = "level table";
    table::<LodDef>(file, what, MAX_LODS).and_then(all_rows(what)).map_res(|lods: Rows<'a, LodDef>| {
        let used = lods.iter().map(|lod| usize::from(lod.count)).sum();
        if used > MAX_LOD_MESHES { Err(limit("meshes of all levels", MAX_LOD_MESHES, used)) } else { Ok(lods) }
    })
}

/// A mesh, by its entry: vertex list, face list, material name.
fn mesh<'a>(i: &'a [u8], file: &File<'a>) -> PResult<'a, Mesh<'a>> {
    let (rest, def) = row::<MeshDef>("mesh").parse(i)?;
    let (vertices, faces) =
        (Span { offset: def.vertices, size: def.vertex_bytes }, Span { offset: def.faces, size: def.face_bytes });
    let (_, (vertices, faces, material)) = (
        at(0, list(file, "vertex list", vertices)).and_then(|i| check_vertices(i, def.vertex_count)),
        at(4, list(file, "face list", faces)).and_then(|i| check_faces(i, def.vertex_count)),
        at(8, name(file, "material name", def.material)),
    )
        .parse(i)?;
    Ok((rest, Mesh { def, material, vertices: Cow::Borrowed(vertices), faces: Cow::Borrowed(faces) }))
}

/// A bone, by its entry: its name.
fn bone<'a>(i: &'a [u8], file: &File<'a>) -> PResult<'a, Bone<'a>> {
    let (rest, def) = row::<BoneDef>("bone").parse(i)?;
    let (_, name) = at(8, name(file, "name", def.name)).parse(i)?;
    Ok((rest, Bone { def, name }))
}

/// A clip, by its entry: key list, name. `keyed` bones have keys.
fn clip<'a>(i: &'a [u8], file: &File<'a>, keyed: usize) -> PResult<'a, Clip<'a>> {
    let (rest, def) = row::<ClipDef>("clip").parse(i)?;
    let keys = Span { offset: def.keys, size: def.key_bytes };
    let (_, (keys, name)) = (at(8, list(file, "key list", keys)), at(0, name(file, "name", def.name))).parse(i)?;
    check_keys(keys, keyed)?;
    Ok((rest, Clip { def, name, keys: Cow::Borrowed(keys) }))
}

/// A vertex, face or key list, by its span; takes nothing.
fn list<'a>(file: &File<'a>, what: &'static str, span: Span) -> impl Parse<'a, &'a [u8]> {
    success(span).map_res(move |span| {
        let bytes = file.follow(what, span)?;
        let (listed, max) = (file.listed.get() + bytes.len(), file.whole.len() + MAX_SHARED);
        file.listed.set(listed);
        if listed > max { Err(limit("bytes of all lists", max, listed)) } else { Ok(bytes) }
    })
}

/// A name, by its offset; 0 is none. Takes nothing.
fn name<'a>(file: &File<'a>, what: &'static str, offset: u32) -> impl Parse<'a, Option<RawStr<'a>>> {
    move |i: &'a [u8]| {
        if offset == 0 {
            return Ok((i, None));
        }
        let Some(bytes) = file.whole.get(offset as usize..).filter(|bytes| !bytes.is_empty()) else {
            let expected = format!("an offset within the {} bytes of the file", file.whole.len());
            return bad(i, what, expected, format!("{offset:#x}"));
        };
        let end = bytes.iter().take(MAX_NAME + 1).position(|&byte| byte == 0);
        match end.and_then(|end| bytes.get(..end)) {
            Some(text) => Ok((i, Some(RawStr::new(text)))),
            None => bad(bytes, what, format!("a zero byte within {MAX_NAME} bytes"), "none"),
        }
    }
}

impl<'a> File<'a> {
    /// Finds the bytes of a span; offset 0 is none.
    fn follow(&self, what: &'static str, Span { offset, size }: Span) -> Result<&'a [u8], ErrorKind> {
        if offset == 0 {
            return Ok(&[]);
        }
        let (start, whole) = (offset as usize, self.whole);
        start.checked_add(size as usize).and_then(|end| whole.get(start..end)).ok_or_else(|| {
            let expected = format!("within the {} bytes of the file", whole.len());
            ErrorKind::bad(what, expected, format!("{size} bytes from {offset:#x}"))
        })
    }
}

fn limit(what: &'static str, max: usize, found: usize) -> ErrorKind {
    ErrorKind::limit(LimitKind::Fixed, what, max as u64, found as u64)
}

/// Checks that a vertex list has all its vertices.
fn check_vertices(list: &[u8], count: u16) -> PResult<'_, &[u8]> {
    let mut stream = Bits::walk(list);
    for n in 0..count {
        if stream.next().is_none() {
            let left = stream.rest();
            let form = left.get(7).map_or(Form::V64, |&tag| Form::of_tag(tag));
            let kind = ErrorKind::truncated("vertex", form.size() as u64, left.len() as u64);
            return fail_within(format!("VERTEX[{n}]"), left, kind);
        }
    }
    Ok((&[], list))
}

/// Checks that a face list ends after a face, and that each face has its vertices.
fn check_faces(list: &[u8], vertices: u16) -> PResult<'_, &[u8]> {
    let mut stream = FaceStream::new(list);
    let (mut n, mut start) = (0, list);
    while let Some(face) = stream.next() {
        if let Some(index) = face.indices().iter().find(|&&index| index >= u32::from(vertices)) {
            let kind = ErrorKind::bad("vertex index", format!("below {vertices}"), index.to_string());
            return fail_within(format!("FACE[{n}]"), start, kind);
        }
        (n, start) = (n + 1, stream.rest());
    }
    if start.len() >= 4 {
        return fail_within(format!("FACE[{n}]"), start, ErrorKind::truncated("face", 8, start.len() as u64));
    }
    Ok((&[], list))
}

/// Checks that the last key of a list is whole.
fn check_keys(list: &[u8], bones: usize) -> PResult<'_, ()> {
    let mut stream = KeyStream::new(list, bones, false);
    stream.by_ref().for_each(drop);
    let left = stream.rest();
    match stream.end() {
        End::Cut(bone) => fail_within(format!("BONE[{bone}]"), left, ErrorKind::truncated("key", 5, left.len() as u64)),
        _ => Ok((&[], ())),
    }
}

fn fail_within<T>(segment: String, at: &[u8], kind: ErrorKind) -> PResult<'_, T> {
    Err(nom::Err::Error(Failure::new(at, kind).within(segment)))
}

/// Returns the bytes that no structure claims.
fn gaps<'a>(document: &Document<'_>, whole: &'a [u8]) -> Vec<Gap<'a>> {
    let Document { header, meshes, lods, bones, clips, .. } = document;
    let text = |offset: u32, name: &Option<RawStr<'_>>| (offset, name.as_ref().map_or(0, |name| name.len() + 1));
    let mut claims = vec![
        (0, Header::SIZE),
        (header.meshes.offset, meshes.len() * MeshDef::SIZE),
        (header.lods.offset, lods.len() * LodDef::SIZE),
        (header.bones.offset, bones.len() * BoneDef::SIZE),
        (header.clips.offset, clips.len() * ClipDef::SIZE),
    ];
    for Mesh { def, material, vertices, faces } in meshes {
        claims.extend([(def.vertices, vertices.len()), (def.faces, faces.len()), text(def.material, material)]);
    }
    claims.extend(bones.iter().map(|bone| text(bone.def.name, &bone.name)));
    claims.extend(clips.iter().flat_map(|clip| [(clip.def.keys, clip.keys.len()), text(clip.def.name, &clip.name)]));
    claims.retain(|&(_, size)| size > 0);
    claims.sort_unstable();
    let mut gaps = Vec::new();
    let mut end = 0;
    for (start, size) in claims.into_iter().map(|(start, size)| (start as usize, size)).chain([(whole.len(), 0)]) {
        if let Some(bytes) = whole.get(end..start).filter(|bytes| !bytes.is_empty()) {
            gaps.push(Gap { offset: end, bytes: Cow::Borrowed(bytes) });
        }
        end = end.max(start + size);
    }
    gaps
}

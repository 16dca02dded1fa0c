//! Bytes to document. Every offset is from the first byte; the file is read by following them.

use crate::document::{Bone, BoneDef, Clip, ClipDef, Document, Gap, Header, LodDef, MAGIC, Mesh, MeshDef, Span};
use crate::keys::End;
use crate::vertex::{Bits, Form};
use retromesh_core::{Diagnostics, Error, ErrorKind, ImportOptions};
use retromesh_wire::{PResult, RawStr, Row, Rows, bad, fail, fields, run, within};
use std::borrow::Cow;

/// The most meshes, and the most clips; the engine stops at 256 of each.
const MAX_ENTRIES: usize = 1024;
/// The most levels of detail; the engine stops at 64.
const MAX_LODS: usize = 256;
/// The most bones: their numbers are bytes.
const MAX_BONES: usize = 256;
/// The most mesh uses by all levels together.
const MAX_LOD_MESHES: usize = 2048;
/// The longest name, without its zero byte; the engine stops at 255.
const MAX_NAME: usize = 1024;
/// Bytes that lists may share with each other beyond the size of the file. Without a bound a small file of many meshes that all
/// point at one list would unpack to any size.
const MAX_SHARED: usize = 1 << 16;

impl<'a> Document<'a> {
    /// Parses a file into its lossless document.
    ///
    /// Refused is what cannot be followed: offsets and lists beyond the file, vertex numbers beyond the list, cut lists, other formats.
    pub fn parse_with(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let error = |kind| Err(Error::new("bmd", kind));
        if bytes.len() as u64 > options.limits.input_bytes {
            let (limit, found) = (options.limits.input_bytes, bytes.len() as u64);
            return error(ErrorKind::Limit { what: "input".into(), limit, found });
        }
        if let Some(foreign) = crate::detect::foreign(bytes) {
            return error(ErrorKind::unsupported(foreign.what, foreign.hint));
        }
        let mut parser = Parser { whole: bytes, claims: Vec::new(), listed: 0 };
        let document = run("bmd", bytes, |i| parser.document(i).map(|document| (i, document)))?;
        crate::report::report(&document, diagnostics).map_err(|e| e.in_format("bmd"))?;
        Ok(document)
    }
}

struct Parser<'a> {
    whole: &'a [u8],
    /// Start and end of every structure.
    claims: Vec<(usize, usize)>,
    /// The bytes of all lists so far.
    listed: usize,
}

/// A result without remaining input: structures are found by offset.
type At<'a, T> = Result<T, nom::Err<retromesh_wire::Failure<'a>>>;

/// Forgets the remaining input.
fn at<T>(result: PResult<'_, T>) -> At<'_, T> {
    result.map(|(_, value)| value)
}

impl<'a> Parser<'a> {
    fn document(&mut self, i: &'a [u8]) -> At<'a, Document<'a>> {
        at(fields::expect(i, "magic", &MAGIC))?;
        let header: Header = at(fields::row(i, "header"))?;
        self.claims.push((0, Header::SIZE));
        let defs = self.table::<MeshDef>(0x10, "mesh table", header.meshes, MAX_ENTRIES)?;
        let mut meshes = Vec::with_capacity(defs.len());
        for (n, def) in defs.iter().enumerate() {
            let place = header.meshes.offset as usize + n * MeshDef::SIZE;
            meshes.push(named(|| format!("MESH[{n}]"), self.mesh(place, def))?);
        }
        let lods = self.table::<LodDef>(0x18, "level table", header.lods, MAX_LODS)?;
        let used: usize = lods.iter().map(|lod| usize::from(lod.count)).sum();
        if used > MAX_LOD_MESHES {
            return at(self.limit(0x18, "meshes of all levels", MAX_LOD_MESHES, used));
        }
        let defs = self.table::<BoneDef>(0x20, "bone table", header.bones, MAX_BONES)?;
        let mut bones = Vec::with_capacity(defs.len());
        for (n, def) in defs.iter().enumerate() {
            let place = header.bones.offset as usize + n * BoneDef::SIZE + 8;
            let name = named(|| format!("BONE[{n}]"), self.text(place, "name", def.name))?;
            bones.push(Bone { def, name });
        }
        let defs = self.table::<ClipDef>(0x28, "clip table", header.clips, MAX_ENTRIES)?;
        let mut document = Document { header, meshes, lods, bones, clips: Vec::new(), gaps: Vec::new(), size: i.len() };
        let keyed = document.keyed_bones();
        document.clips.reserve_exact(defs.len());
        for (n, def) in defs.iter().enumerate() {
            let place = header.clips.offset as usize + n * ClipDef::SIZE;
            document.clips.push(named(|| format!("CLIP[{n}]"), self.clip(place, def, keyed))?);
        }
        document.gaps = self.gaps();
        Ok(document)
    }

    /// Reads a mesh: vertex list, face list, material name. `place` is where its entry lies.
    fn mesh(&mut self, place: usize, def: MeshDef) -> At<'a, Mesh<'a>> {
        let vertices = self.list(place, "vertex list", Span { offset: def.vertices, size: def.vertex_bytes })?;
        let mut stream = Bits::walk(vertices);
        for n in 0..def.vertex_count {
            if stream.next().is_none() {
                let form = stream.rest().get(7).map_or(Form::V64, |&tag| Form::of_tag(tag));
                let kind = ErrorKind::truncated("vertex", form.size() as u64, stream.rest().len() as u64);
                return named(|| format!("VERTEX[{n}]"), at(fail(stream.rest(), kind)));
            }
        }
        let faces = self.list(place + 4, "face list", Span { offset: def.faces, size: def.face_bytes })?;
        let mesh = |material| Mesh { def, material, vertices: Cow::Borrowed(vertices), faces: Cow::Borrowed(faces) };
        let mut stream = crate::faces::FaceStream::new(faces);
        let mut n = 0usize;
        let mut start = stream.rest();
        while let Some(face) = stream.next() {
            if let Some(&index) = face.indices().iter().find(|&&index| index >= u32::from(def.vertex_count)) {
                let expected = format!("below {}", def.vertex_count);
                return named(|| format!("FACE[{n}]"), at(bad(start, "vertex index", expected, index.to_string())));
            }
            start = stream.rest();
            n += 1;
        }
        if stream.rest().len() >= 4 {
            let kind = ErrorKind::truncated("face", 8, stream.rest().len() as u64);
            return named(|| format!("FACE[{n}]"), at(fail(stream.rest(), kind)));
        }
        Ok(mesh(self.text(place + 8, "material name", def.material)?))
    }

    /// Reads a clip: key list, name.
    fn clip(&mut self, place: usize, def: ClipDef, keyed: usize) -> At<'a, Clip<'a>> {
        let keys = self.list(place + 8, "key list", Span { offset: def.keys, size: def.key_bytes })?;
        let name = self.text(place, "name", def.name)?;
        let clip = Clip { def, name, keys: Cow::Borrowed(keys) };
        let mut stream = crate::keys::KeyStream::new(keys, keyed, false);
        stream.by_ref().for_each(drop);
        if let End::Cut(bone) = stream.end() {
            let kind = ErrorKind::truncated("key", 5, stream.rest().len() as u64);
            return named(|| format!("BONE[{bone}]"), at(fail(stream.rest(), kind)));
        }
        Ok(clip)
    }

    /// Reads the whole entries of a table; bytes behind the last one become a gap.
    fn table<T: Row>(&mut self, place: usize, what: &'static str, span: Span, most: usize) -> At<'a, Rows<'a, T>> {
        let bytes = self.span(place, what, span)?;
        let n = bytes.len() / T::SIZE;
        if n > most {
            return at(self.limit(place, what, most, n));
        }
        let bytes = bytes.get(..n * T::SIZE).unwrap_or(&[]);
        self.claim(span.offset as usize, bytes.len());
        Ok(Rows::from_bytes(bytes).unwrap_or_default())
    }

    /// Reads a vertex, face or key list.
    fn list(&mut self, place: usize, what: &'static str, span: Span) -> At<'a, &'a [u8]> {
        let bytes = self.span(place, what, span)?;
        self.listed += bytes.len();
        let most = self.whole.len() + MAX_SHARED;
        if self.listed > most {
            return at(self.limit(place, "bytes of all lists", most, self.listed));
        }
        self.claim(span.offset as usize, bytes.len());
        Ok(bytes)
    }

    /// Finds the bytes of a span; offset 0 is none. `place` is where the span is written.
    fn span(&self, place: usize, what: &'static str, span: Span) -> At<'a, &'a [u8]> {
        if span.offset == 0 {
            return Ok(&[]);
        }
        let (offset, size) = (span.offset as usize, span.size as usize);
        if let Some(bytes) = offset.checked_add(size).and_then(|end| self.whole.get(offset..end)) {
            return Ok(bytes);
        }
        let expected = format!("within the {} bytes of the file", self.whole.len());
        at(bad(self.here(place), what, expected, format!("{size} bytes from {offset:#x}")))
    }

    /// Reads a name by its offset; 0 is none.
    fn text(&mut self, place: usize, what: &'static str, offset: u32) -> At<'a, Option<RawStr<'a>>> {
        if offset == 0 {
            return Ok(None);
        }
        let start = offset as usize;
        let Some(bytes) = self.whole.get(start..).filter(|bytes| !bytes.is_empty()) else {
            let expected = format!("an offset within the {} bytes of the file", self.whole.len());
            return at(bad(self.here(place), what, expected, format!("{offset:#x}")));
        };
        let end = bytes.iter().take(MAX_NAME + 1).position(|&byte| byte == 0);
        let Some(text) = end.and_then(|end| bytes.get(..end)) else {
            let expected = format!("a zero byte within {MAX_NAME} bytes");
            return at(bad(bytes, what, expected, "none"));
        };
        self.claim(start, text.len() + 1);
        Ok(Some(RawStr::new(text)))
    }

    fn here(&self, place: usize) -> &'a [u8] {
        self.whole.get(place..).unwrap_or(&[])
    }

    fn limit<T>(&self, place: usize, what: &'static str, most: usize, found: usize) -> PResult<'a, T> {
        let kind = ErrorKind::Limit { what: what.into(), limit: most as u64, found: found as u64 };
        fail(self.here(place), kind)
    }

    fn claim(&mut self, start: usize, size: usize) {
        if size > 0 {
            self.claims.push((start, start + size));
        }
    }

    /// Returns the bytes between the claims.
    fn gaps(&mut self) -> Vec<Gap<'a>> {
        self.claims.push((self.whole.len(), self.whole.len()));
        self.claims.sort_unstable();
        let mut gaps = Vec::new();
        let mut end = 0;
        for &(start, next) in &self.claims {
            if let Some(bytes) = self.whole.get(end..start).filter(|bytes| !bytes.is_empty()) {
                gaps.push(Gap { offset: end, bytes: Cow::Borrowed(bytes) });
            }
            end = end.max(next);
        }
        gaps
    }
}

/// Names the structure in which a failure happened.
fn named<T>(name: impl FnOnce() -> String, result: At<'_, T>) -> At<'_, T> {
    at(within(name, result.map(|value| (&[][..], value))))
}

//! Bytes to document.
//!
//! A file is one `BB3D` chunk. A chunk is a tag of four letters, a size (u32, not counting tag and size) and a body. The body
//! of `BB3D`, `NODE` and `MESH` is a fixed part followed by chunks; all others hold data only. Numbers are little-endian,
//! strings end in NUL.

use crate::ID;
use crate::document::{Anim, Body, Brush, Brushes, Chunk, Document, Keys, Node, Sequence, Texture, Vertices};
use crate::walk::{Broken, Found, MAX_SET_SIZE, MAX_SETS, MAX_SLOTS, Place, Walk, path_of_next};
use nom::Parser;
use nom::combinator::rest;
use nom::sequence::preceded;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{all_records, all_rows, c_string, expect, le_f32, le_i32, le_u32, row, rows, until_end};
use retromesh_wire::{PResult, Parse, finish, offset_in, run};

impl<'a> Document<'a> {
    pub(crate) fn read(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let head = run(ID, bytes, head).map_err(|error| not_blitz(bytes).unwrap_or(error));
        let (size, version, body) = head?;
        let (body, trailing) = body.split_at_checked((size as usize).saturating_sub(4)).unwrap_or((body, &[]));
        let claimed_size = (size as usize > body.len() + 4).then_some(size);
        let mut report = |code: Code, at: &[u8], count: usize, detail: String| {
            let finding = Finding::new(code).times(count).at(offset_in(bytes, at)).detail(detail);
            diagnostics.report(finding)
        };
        let field = |at: usize| bytes.get(at..).unwrap_or_default();
        if version != 1 {
            report(Code::VersionMismatch, field(8), 1, format!("version {version}, where engines write 1"))?;
        }
        if claimed_size.is_some() {
            let detail = format!("BB3D claims {size} bytes, {} are there", body.len() + 4);
            report(Code::SizeMismatch, field(4), 1, detail)?;
        }
        if !trailing.is_empty() {
            report(Code::TrailingBytes, trailing, trailing.len(), "after the BB3D chunk".to_owned())?;
        }
        let count = Walk::new(body).take_while(Result::is_ok).count();
        let mut chunks: Vec<Chunk<'a>> = Vec::with_capacity(count);
        for found in Walk::new(body) {
            let found = found.map_err(|broken| located(broken, bytes, &chunks))?;
            let Found { depth, tag, .. } = found;
            options.limits.allow_nesting(depth)?;
            let (rest, body) = match finish(chunk_body(&found)) {
                Ok(parsed) => parsed,
                Err(failure) => return Err(located(Broken { depth, tag, failure }, bytes, &chunks)),
            };
            match &body {
                Body::Unknown { tag, .. } => {
                    report(Code::UnknownChunk, found.body, 1, format!("chunk {}", tag.escape_ascii()))?;
                }
                Body::Slack(_) => report(Code::SlackBytes, found.body, 1, String::new())?,
                _ => {}
            }
            chunks.push(Chunk { depth, body });
            if !rest.is_empty() {
                report(Code::SlackBytes, rest, 1, String::new())?;
                chunks.push(Chunk { depth: depth + 1, body: Body::Slack(rest.into()) });
            }
        }
        Ok(Document { version, claimed_size, chunks, trailing: trailing.into() })
    }
}

/// Turns a failure into an error that says which chunk failed.
fn located(Broken { depth, tag, failure }: Broken<'_>, bytes: &[u8], before: &[Chunk<'_>]) -> Error {
    failure.into_error(ID, bytes).within(path_of_next(before, depth, tag))
}

/// `BB3D`, size, version, chunks.
fn head(i: &[u8]) -> PResult<'_, (u32, i32, &[u8])> {
    let size = le_u32("BB3D size").map_res(|size| match size {
        0..4 => Err(ErrorKind::bad("BB3D size", "at least 4", size.to_string())),
        _ => Ok(size),
    });
    preceded(expect("magic", b"BB3D"), (size, le_i32("version"), rest)).parse(i)
}

/// Says what a text is that shares the extension.
fn not_blitz(bytes: &[u8]) -> Option<Error> {
    is_openbve(bytes).then(|| {
        let hint = "openBVE's text objects only share the extension; Blitz3D files start with BB3D";
        Error::new(ID, ErrorKind::unsupported("an openBVE text object (not Blitz3D)", hint)).at(0)
    })
}

/// Returns whether bytes look like an object of the train simulator openBVE: commands of a mesh builder in plain text.
pub(crate) fn is_openbve(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    // Every model is asked, and nearly all end here.
    if head.contains(&0) {
        return false;
    }
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    ["[meshbuilder", "createmeshbuilder", "addvertex"].iter().any(|mark| text.contains(mark))
}

/// The body of a chunk by its tag and place; what is left of it is slack.
fn chunk_body<'a>(found: &Found<'a>) -> PResult<'a, Body<'a>> {
    let &Found { tag, place, body: i, .. } = found;
    let Some(tag) = tag else { return Ok((&[], Body::Slack(i.into()))) };
    match (place, &tag) {
        (Place::File, b"TEXS") => textures(i),
        (Place::File, b"BRUS") => brushes(i),
        (Place::File | Place::Node, b"NODE") => node(i),
        (Place::Node, b"MESH") => le_i32("MESH brush").map(|brush_id| Body::Mesh { brush_id }).parse(i),
        (Place::Node, b"BONE") => all_rows("BONE").map(Body::Bone).parse(i),
        (Place::Node, b"KEYS") => keys(i),
        (Place::Node, b"ANIM") => anim(i),
        // Undocumented: one of another layout is kept as it is.
        (Place::Node, b"SEQS") => sequence(i).or_else(|_| Ok((&[], Body::Unknown { tag, bytes: i.into() }))),
        (Place::Node, b"PIVO") => Ok((i, Body::Pivo)),
        (Place::Mesh, b"VRTS") => vertices(i),
        (Place::Mesh, b"TRIS") => triangles(i),
        _ => Ok((&[], Body::Unknown { tag, bytes: i.into() })),
    }
}

/// Returns whether a chunk has no meaning in a place.
pub(crate) fn is_unknown(place: Place, tag: [u8; 4], body: &[u8]) -> bool {
    matches!(chunk_body(&Found { depth: 0, tag: Some(tag), place, body }), Ok((_, Body::Unknown { .. })))
}

/// The minimum number of bytes of a texture and of a brush without slots: an empty name and seven numbers.
const MIN_ENTRY: usize = 1 + 7 * 4;

/// Entries until the end: file (string), flags, blend (i32), position, scale (2 f32 each), rotation (f32).
fn textures(i: &[u8]) -> PResult<'_, Body<'_>> {
    let texture = (
        c_string("texture file"),
        le_i32("texture flags"),
        le_i32("texture blend"),
        row("texture position"),
        row("texture scale"),
        le_f32("texture rotation"),
    )
        .map(|(file, flags, blend, position, scale, rotation)| Texture {
            file,
            flags,
            blend,
            position,
            scale,
            rotation,
        });
    until_end(MIN_ENTRY, texture).map(Body::Texs).parse(i)
}

/// Slots a brush (u32), then entries until the end: name (string), red, green, blue, alpha, shininess (f32), blend, fx (i32),
/// one texture number (i32) a slot.
fn brushes(i: &[u8]) -> PResult<'_, Body<'_>> {
    let (i, slots) = up_to("BRUS slots", MAX_SLOTS).parse(i)?;
    let brush = (
        c_string("brush name"),
        row("brush color"),
        le_f32("brush shininess"),
        le_i32("brush blend"),
        le_i32("brush fx"),
        rows("brush textures", slots as usize),
    )
        .map(|(name, color, shininess, blend, fx, textures)| Brush { name, color, shininess, blend, fx, textures });
    until_end(MIN_ENTRY + 4 * slots as usize, brush)
        .map(|brushes| Body::Brus(Box::new(Brushes { slots, brushes })))
        .parse(i)
}

/// Takes a number from 0 to `max`; a greater one was negative when it was written.
fn up_to<'a>(what: &'static str, max: u32) -> impl Parse<'a, u32> {
    le_u32(what).map_res(move |n| {
        if n <= max { Ok(n) } else { Err(ErrorKind::bad(what, format!("0 to {max}"), (n as i32).to_string())) }
    })
}

/// Name (string), position, scale (3 f32 each), rotation (w, x, y, z); chunks follow.
fn node(i: &[u8]) -> PResult<'_, Body<'_>> {
    (c_string("NODE name"), row("NODE position"), row("NODE scale"), row("NODE rotation"))
        .map(|(name, position, scale, rotation)| Body::Node(Node { name, position, scale, rotation }))
        .parse(i)
}

/// Flags, number of sets, numbers a set (i32), then vertices until the end.
fn vertices(i: &[u8]) -> PResult<'_, Body<'_>> {
    (le_i32("VRTS flags"), up_to("VRTS sets", MAX_SETS), up_to("VRTS set size", MAX_SET_SIZE))
        .flat_map(|(flags, sets, set_size)| {
            let records = all_records("VRTS", Vertices::stride(flags, sets, set_size));
            records.map(move |records| Body::Vrts(Vertices { flags, sets, set_size, records }))
        })
        .parse(i)
}

/// Brush (i32), then three vertex numbers (u32) a triangle until the end.
fn triangles(i: &[u8]) -> PResult<'_, Body<'_>> {
    (le_i32("TRIS brush"), all_rows("TRIS")).map(|(brush_id, triangles)| Body::Tris { brush_id, triangles }).parse(i)
}

/// Flags (i32), then keys until the end: frame (i32) and the components that the flags name.
fn keys(i: &[u8]) -> PResult<'_, Body<'_>> {
    le_i32("KEYS flags")
        .flat_map(|flags| {
            let records = all_records("KEYS", Keys::stride(flags));
            records.map(move |records| Body::Keys(Keys { flags, records }))
        })
        .parse(i)
}

/// Flags, frames (i32), frames per second (f32).
fn anim(i: &[u8]) -> PResult<'_, Body<'_>> {
    (le_i32("ANIM flags"), le_i32("ANIM frames"), le_f32("ANIM fps"))
        .map(|(flags, frames, fps)| Body::Anim(Anim { flags, frames, fps }))
        .parse(i)
}

/// Name (string), first frame, last frame, zero (i32).
fn sequence(i: &[u8]) -> PResult<'_, Body<'_>> {
    (c_string("SEQS name"), le_i32("SEQS first"), le_i32("SEQS last"), le_i32("SEQS reserved"))
        .map(|(name, first, last, reserved)| Body::Seqs(Box::new(Sequence { name, first, last, reserved })))
        .parse(i)
}

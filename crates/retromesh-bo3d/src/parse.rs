//! Bytes to document, one function per structure of the file.

use crate::document::{
    Bone, Document, Entity, Floats, HEADER_SIZE, HalfVertex, Key, MAGIC, Mesh, Oddities, PIVOT_HEADER_SIZE, Paddings,
    VERSION, Vertex, Vertices, padding_of,
};
use crate::format::ID;
use retromesh_core::options::Unloadable;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, ImportOptions};
use retromesh_wire::fields::{expect, le_f32, le_i32, le_u32, row, take, vec3};
use retromesh_wire::rows::counted_rows;
use retromesh_wire::{PResult, RawStr, bad, count, fail, run, within};
use std::borrow::Cow;

impl<'a> Document<'a> {
    /// Parses a file; arrays and names borrow from `bytes`.
    ///
    /// What breaks the format's rules without preventing that the file is read is reported: a version other than 100, sizes that
    /// disagree with the lists, padding that is not zero, bytes left over.
    pub fn parse_with(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let (size, limit) = (bytes.len() as u64, options.limits.input_bytes);
        if size > limit {
            return Err(Error::new(ID, ErrorKind::Limit { what: "input size".into(), limit, found: size }));
        }
        let newest = if options.unloadable == Unloadable::Read { i32::MAX } else { VERSION };
        let parsed = run(ID, bytes, |i| document(i, newest))?;
        report(&parsed, diagnostics).map_err(|e| e.in_format(ID))?;
        Ok(parsed)
    }
}

/// The file: magic, version, entity count, length of the entity list, bits of a vertex number, entities.
fn document(i: &[u8], newest: i32) -> PResult<'_, Document<'_>> {
    let (i, ()) = expect(i, "magic", &MAGIC)?;
    let at_version = i;
    let (i, version) = le_i32(i, "version")?;
    if version > newest {
        let what = format!("version {version}");
        return fail(at_version, ErrorKind::unsupported(what, format!("versions up to {VERSION} are known")));
    }
    let (i, entity_count) = le_i32(i, "entity count")?;
    let (i, length) = le_i32(i, "list length")?;
    let (i, floats) = floats(i)?;
    let declared_length = (usize::try_from(length) != Ok(i.len())).then_some(length);
    let (mut i, entity_count) = count(i, "entity", entity_count, PIVOT_HEADER_SIZE)?;
    let mut entities = Vec::with_capacity(entity_count);
    for n in 0..entity_count {
        let (rest, entity) = within(|| format!("ENTITY[{n}]"), entity(i, floats))?;
        entities.push(entity);
        i = rest;
    }
    Ok((&[], Document { version, declared_length, floats, entities, trailing: Cow::Borrowed(i) }))
}

/// The bits of a vertex number: 16 or 32.
fn floats(i: &[u8]) -> PResult<'_, Floats> {
    let (rest, bits) = le_i32(i, "vertex float width")?;
    match bits {
        16 => Ok((rest, Floats::F16)),
        32 => Ok((rest, Floats::F32)),
        _ => bad(i, "vertex float width", "16 or 32", bits.to_string()),
    }
}

/// An entity: header, keyframes, name, and for a mesh its lists; the next one starts at a multiple of four after its size.
fn entity(start: &[u8], floats: Floats) -> PResult<'_, Entity<'_>> {
    let (i, size) = le_i32(start, "entity size")?;
    let Some(declared_end) = usize::try_from(size).ok().filter(|&size| size <= start.len()) else {
        return bad(start, "entity size", format!("0 to {}, what the file has left", start.len()), size.to_string());
    };
    let (i, parent) = le_i32(i, "parent")?;
    let (i, position) = vec3(i, "position")?;
    let (i, scale) = vec3(i, "scale")?;
    let (i, rotation) = row(i, "rotation")?;
    let (i, animation_length) = le_i32(i, "animation length")?;
    let (i, key_count) = le_i32(i, "keyframe count")?;
    let (i, name_length) = le_i32(i, "name length")?;
    let (i, vertex_count) = le_i32(i, "vertex count")?;
    let (i, head) = if vertex_count == 0 { (i, None) } else { mesh_header(i).map(|(i, head)| (i, Some(head)))? };
    let (i, keys) = counted_rows::<Key>(i, "keyframe", key_count)?;
    let (i, (name, name_padding)) = text(i, "name byte", name_length)?;
    let mut padding = Paddings { name: name_padding, ..Paddings::default() };
    let (i, mesh) = match head {
        Some(head) => mesh(i, &head, vertex_count, floats, &mut padding).map(|(i, mesh)| (i, Some(Box::new(mesh))))?,
        None => (i, None),
    };
    let laid_out = start.len() - i.len();
    let end = declared_end.next_multiple_of(4).min(start.len());
    let (i, slack) = take(i, "slack", end.saturating_sub(laid_out))?;
    let declared_size = (laid_out + slack.len() != declared_end).then_some(size);
    let oddities = Oddities { declared_size, padding, slack: Cow::Borrowed(slack) };
    let oddities = (oddities != Oddities::default()).then(|| Box::new(oddities));
    Ok((i, Entity { parent, position, scale, rotation, animation_length, keys, name, mesh, oddities }))
}

/// What the header of a mesh has beyond that of a pivot.
struct MeshHeader {
    color_count: i32,
    triangle_count: i32,
    texture_length: i32,
    color: [u8; 4],
    alpha: f32,
    fx: u32,
    bone_count: i32,
}

/// Counts of vertex colours and triangles, length of the texture name, colour, alpha, effects, count of bones.
fn mesh_header(i: &[u8]) -> PResult<'_, MeshHeader> {
    let (i, color_count) = le_i32(i, "vertex colour count")?;
    let (i, triangle_count) = le_i32(i, "triangle count")?;
    let (i, texture_length) = le_i32(i, "texture name length")?;
    let (i, color) = row(i, "colour")?;
    let (i, alpha) = le_f32(i, "alpha")?;
    let (i, fx) = le_u32(i, "effects")?;
    let (i, bone_count) = le_i32(i, "bone count")?;
    Ok((i, MeshHeader { color_count, triangle_count, texture_length, color, alpha, fx, bone_count }))
}

/// The lists of a mesh: vertices, vertex colours, triangles, texture name, bones.
fn mesh<'a>(
    i: &'a [u8],
    head: &MeshHeader,
    vertex_count: i32,
    floats: Floats,
    padding: &mut Paddings<'a>,
) -> PResult<'a, Mesh<'a>> {
    let (i, vertices) = match floats {
        Floats::F16 => counted_rows::<HalfVertex>(i, "vertex", vertex_count).map(|(i, v)| (i, Vertices::F16(v)))?,
        Floats::F32 => counted_rows::<Vertex>(i, "vertex", vertex_count).map(|(i, v)| (i, Vertices::F32(v)))?,
    };
    let (i, colors) = counted_rows::<[u8; 3]>(i, "vertex colour", head.color_count)?;
    let (i, odd) = padding_behind(i, colors.bytes().len())?;
    padding.colors = odd;
    let (i, triangles) = counted_rows::<[u16; 3]>(i, "triangle", head.triangle_count)?;
    let (i, odd) = padding_behind(i, triangles.bytes().len())?;
    padding.triangles = odd;
    let (i, (texture, odd)) = text(i, "texture name byte", head.texture_length)?;
    padding.texture = odd;
    let (i, bones) = counted_rows::<Bone>(i, "bone", head.bone_count)?;
    let (color, alpha, fx) = (head.color, head.alpha, head.fx);
    Ok((i, Mesh { vertices, colors, triangles, texture, color, alpha, fx, bones }))
}

/// The bytes of a text and their padding.
#[allow(clippy::type_complexity, reason = "a pair of a text and of its padding")]
fn text<'a>(i: &'a [u8], what: &'static str, length: i32) -> PResult<'a, (RawStr<'a>, Option<Cow<'a, [u8]>>)> {
    let (i, length) = count(i, what, length, 1)?;
    let (i, bytes) = take(i, what, length)?;
    let (i, padding) = padding_behind(i, length)?;
    Ok((i, (RawStr::new(bytes), padding)))
}

/// Padding to a multiple of four; `None` where it is plain. Only the end of the file may cut it.
fn padding_behind(i: &[u8], len: usize) -> PResult<'_, Option<Cow<'_, [u8]>>> {
    let wanted = padding_of(len);
    let (i, bytes) = take(i, "padding", wanted.min(i.len()))?;
    let plain = bytes.len() == wanted && bytes.iter().all(|&byte| byte == 0);
    Ok((i, (!plain).then_some(Cow::Borrowed(bytes))))
}

/// Reports what a plain file does not have.
fn report(document: &Document<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    if document.version != VERSION {
        let detail = format!("version {} was read as {VERSION}", document.version);
        diagnostics.report(Finding::new(Code::VersionMismatch).at(4).detail(detail))?;
    }
    if document.entities.is_empty() {
        diagnostics.report(Finding::new(Code::EmptyModel).at(8).detail("the file has no entities"))?;
    }
    if let Some(length) = document.declared_length {
        let detail = format!("the entity list is not {length} bytes long");
        diagnostics.report(Finding::new(Code::SizeMismatch).at(12).detail(detail))?;
    }
    let mut end = HEADER_SIZE as u64;
    for (n, (at, entity)) in document.entities_with_offsets().enumerate() {
        let size = entity.byte_len();
        end = at + size as u64;
        let Some(odd) = entity.oddities.as_deref() else { continue };
        let finding = |code| Finding::new(code).at(at).within(format!("ENTITY[{n}]"));
        if let Some(declared) = odd.declared_size {
            let lists = size - odd.slack.len();
            let detail = if (declared as usize) < lists { "smaller than its lists" } else { "not a multiple of four" };
            diagnostics.report(finding(Code::SizeMismatch).detail(format!("an entity's size is {detail}")))?;
        }
        let Paddings { name, colors, triangles, texture } = &odd.padding;
        let paddings = [name, colors, triangles, texture].into_iter().flatten().count();
        diagnostics.report(finding(Code::SlackBytes).times(paddings).detail("padding is not zero or is cut"))?;
        let slack = finding(Code::SlackBytes).times(odd.slack.len());
        diagnostics.report(slack.detail("bytes are left over at the end of an entity"))?;
    }
    diagnostics.report(Finding::new(Code::TrailingBytes).times(document.trailing.len()).at(end))
}

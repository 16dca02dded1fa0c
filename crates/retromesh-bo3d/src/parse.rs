//! Bytes to document, one function per structure of the file.

use crate::ID;
use crate::document::{
    Deviations, Document, Entity, Floats, HEADER_SIZE, MAGIC, Mesh, PIVOT_HEADER_SIZE, Paddings, VERSION, Vertices,
    padding_of,
};
use crate::settings::Settings;
use nom::Parser;
use nom::combinator::{cond, rest};
use nom::sequence::preceded;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;
use retromesh_wire::parsers::{count, counted_rows, expect, le_f32, le_i32, le_u32, repeat, row, take, vec3};
use retromesh_wire::{PResult, Parse, RawStr, run};
use std::borrow::Cow;

impl<'a> Document<'a> {
    pub(crate) fn read(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let settings = Settings::of(&options.settings)?;
        let newest = if settings.unloadable { i32::MAX } else { VERSION };
        let parsed = run(ID, bytes, |i| document(i, newest))?;
        report(&parsed, diagnostics)?;
        Ok(parsed)
    }
}

/// The file: magic, version, entity count, length of the entity list, bits of a vertex number, entities.
fn document(i: &[u8], newest: i32) -> PResult<'_, Document<'_>> {
    let version = le_i32("version").map_res(|version| {
        let hint = || format!("versions up to {VERSION} are known");
        if version <= newest { Ok(version) } else { Err(ErrorKind::unsupported(format!("version {version}"), hint())) }
    });
    let header = (version, le_i32("entity count"), le_i32("list length"), floats);
    let (i, (version, entity_count, length, floats)) = preceded(expect("magic", &MAGIC), header).parse(i)?;
    let declared_length = (usize::try_from(length) != Ok(i.len())).then_some(length);
    count("entity", entity_count, PIVOT_HEADER_SIZE)
        .flat_map(|n| (repeat("ENTITY", n, |i| entity(i, floats)), rest))
        .map(|(entities, trailing)| Document { version, declared_length, floats, entities, trailing: trailing.into() })
        .parse(i)
}

/// The bits of a vertex number: 16 or 32.
fn floats(i: &[u8]) -> PResult<'_, Floats> {
    le_i32("vertex float width")
        .map_res(|bits| match bits {
            16 => Ok(Floats::F16),
            32 => Ok(Floats::F32),
            _ => Err(ErrorKind::bad("vertex float width", "16 or 32", bits.to_string())),
        })
        .parse(i)
}

/// An entity: header, keyframes, name, and for a mesh its lists; the next one starts at a multiple of four after its size.
fn entity(start: &[u8], floats: Floats) -> PResult<'_, Entity<'_>> {
    let left = start.len();
    let size = le_i32("entity size").map_res(|size| match usize::try_from(size) {
        Ok(end) if end <= left => Ok((size, end)),
        _ => Err(ErrorKind::bad("entity size", format!("0 to {left}, what the file has left"), size.to_string())),
    });
    let place = (le_i32("parent"), vec3("position"), vec3("scale"), row("rotation"));
    let counts = (le_i32("animation length"), le_i32("keyframe count"), le_i32("name length"), le_i32("vertex count"));
    let (i, ((size, declared_end), (parent, position, scale, rotation), counts)) =
        (size, place, counts).parse(start)?;
    let (animation_length, key_count, name_length, vertex_count) = counts;
    let (i, (head, keys, (name, padding))) = (
        cond(vertex_count != 0, mesh_header),
        counted_rows("keyframe", key_count),
        padded(text("name byte", name_length)),
    )
        .parse(i)?;
    let mut padding = Paddings { name: padding, ..Paddings::default() };
    let (i, mesh) = match head {
        Some(head) => mesh(i, &head, vertex_count, floats, &mut padding).map(|(i, mesh)| (i, Some(Box::new(mesh))))?,
        None => (i, None),
    };
    let laid_out = left - i.len();
    let end = declared_end.next_multiple_of(4).min(left);
    let (i, slack) = take("slack", end.saturating_sub(laid_out)).parse(i)?;
    let declared_size = (laid_out + slack.len() != declared_end).then_some(size);
    let deviations = Deviations { declared_size, padding, slack: Cow::Borrowed(slack) };
    let deviations = (deviations != Deviations::default()).then(|| Box::new(deviations));
    Ok((i, Entity { parent, position, scale, rotation, animation_length, keys, name, mesh, deviations }))
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
    let counts = (le_i32("vertex colour count"), le_i32("triangle count"), le_i32("texture name length"));
    let (i, ((color_count, triangle_count, texture_length), color, alpha, fx, bone_count)) =
        (counts, row("colour"), le_f32("alpha"), le_u32("effects"), le_i32("bone count")).parse(i)?;
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
    let &MeshHeader { color, alpha, fx, .. } = head;
    (
        vertices(vertex_count, floats),
        padded(counted_rows("vertex colour", head.color_count)),
        padded(counted_rows("triangle", head.triangle_count)),
        padded(text("texture name byte", head.texture_length)),
        counted_rows("bone", head.bone_count),
    )
        .map(|(vertices, colors, triangles, texture, bones)| {
            (padding.colors, padding.triangles, padding.texture) = (colors.1, triangles.1, texture.1);
            Mesh { vertices, colors: colors.0, triangles: triangles.0, texture: texture.0, color, alpha, fx, bones }
        })
        .parse(i)
}

/// Vertices of either width.
fn vertices<'a>(n: i32, floats: Floats) -> impl Parse<'a, Vertices<'a>> {
    move |i| match floats {
        Floats::F16 => counted_rows("vertex", n).map(Vertices::F16).parse(i),
        Floats::F32 => counted_rows("vertex", n).map(Vertices::F32).parse(i),
    }
}

/// This many bytes of text.
fn text<'a>(what: &'static str, length: i32) -> impl Parse<'a, RawStr<'a>> {
    count(what, length, 1).flat_map(move |n| take(what, n)).map(RawStr::new)
}

/// A list and its padding to a multiple of four; `None` where that is plain. Only the end of the file may cut it.
fn padded<'a, T>(mut list: impl Parse<'a, T>) -> impl Parse<'a, (T, Option<Cow<'a, [u8]>>)> {
    move |start: &'a [u8]| {
        let (i, value) = list.parse(start)?;
        let wanted = padding_of(start.len() - i.len());
        let (i, bytes) = take("padding", wanted.min(i.len())).parse(i)?;
        let plain = bytes.len() == wanted && bytes.iter().all(|&byte| byte == 0);
        Ok((i, (value, (!plain).then_some(Cow::Borrowed(bytes)))))
    }
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
        let Some(deviations) = entity.deviations.as_deref() else { continue };
        let finding = |code| Finding::new(code).at(at).within(format!("ENTITY[{n}]"));
        if let Some(declared) = deviations.declared_size {
            let lists = size - deviations.slack.len();
            let detail = if (declared as usize) < lists { "smaller than its lists" } else { "not a multiple of four" };
            diagnostics.report(finding(Code::SizeMismatch).detail(format!("an entity's size is {detail}")))?;
        }
        let Paddings { name, colors, triangles, texture } = &deviations.padding;
        let paddings = [name, colors, triangles, texture].into_iter().flatten().count();
        diagnostics.report(finding(Code::SlackBytes).times(paddings).detail("padding is not zero or is cut"))?;
        let slack = finding(Code::SlackBytes).times(deviations.slack.len());
        diagnostics.report(slack.detail("bytes are left over at the end of an entity"))?;
    }
    diagnostics.report(Finding::new(Code::TrailingBytes).times(document.trailing.len()).at(end))
}

//! Bytes to ODOL document: one function for each structure of the file.

use super::document::{FACE_HEAD, FaceList, Frame, Lod, ModelInfo, NamedSelection, Odol, Property, ProxyRef};
use crate::levels::level_count;
use crate::packed::{Allowance, packed};
use nom::Parser;
use nom::combinator::{recognize, rest};
use nom::error::context;
use nom::sequence::preceded;
use retromesh_core::{ErrorKind, Limits};
use retromesh_wire::parsers::{
    c_string, count, counted, counted_rows, expect, le_f32, le_i32, le_u8, le_u32, repeat, row, take, vec3,
};
use retromesh_wire::{PResult, Parse, Row, Rows};
use std::borrow::Cow;

/// The first bytes of a file.
pub const MAGIC: &[u8; 4] = b"ODOL";
/// The version of Operation Flashpoint and Arma: Cold War Assault.
pub const VERSION: u32 = 7;

/// The fewest bytes of a named selection.
const SMALLEST_SELECTION: usize = 30;

/// `ODOL`, version, level count, levels, model info.
pub(crate) fn file<'a>(i: &'a [u8], limits: &Limits) -> PResult<'a, Odol<'a>> {
    let (i, n) = preceded((expect("magic", MAGIC), version), level_count(limits)).parse(i)?;
    let allowance = Allowance::new(limits.unpacked_bytes, i.len());
    let levels = repeat("LOD", n as usize, |i| lod_body(i, &allowance));
    (levels, context("ModelInfo", |i| model_info(i, n, &allowance)), rest)
        .map(|(lods, info, trailing)| Odol { lods, info, trailing: Cow::Borrowed(trailing) })
        .parse(i)
}

/// The version, which must be 7: others are other formats under the same magic.
fn version(i: &[u8]) -> PResult<'_, ()> {
    let supported = |version| {
        let game = match version {
            VERSION => return Ok(()),
            28..=40 => " (Armed Assault)",
            41..=51 => " (Arma 2)",
            52..=80 => " (Arma 3 or DayZ)",
            _ => "",
        };
        let hint = "only v7 (Operation Flashpoint, Arma: Cold War Assault) is; the tools of Mikero read others";
        Err(ErrorKind::unsupported(format!("ODOL v{version}{game}"), hint))
    };
    le_u32("version").map_res(supported).parse(i)
}

/// A level of detail: 23 fields in file order.
fn lod_body<'a>(i: &'a [u8], allowance: &Allowance) -> PResult<'a, Lod<'a>> {
    let (i, (clip, uvs, positions, normals, or_hints, and_hints, min, max, center, radius)) = (
        packed("clip flags", allowance),
        packed("texture coordinates", allowance),
        plain("positions"),
        plain("normals"),
        le_u32("or-hints"),
        le_u32("and-hints"),
        vec3("minimum"),
        vec3("maximum"),
        vec3("centre"),
        le_f32("radius"),
    )
        .parse(i)?;
    let (i, (textures, point_to_vertex, vertex_to_point, face_count, face_memory)) = (
        list("texture", 1, preceded(allowance.text(), c_string("texture path"))),
        packed("point to vertex", allowance),
        packed("vertex to point", allowance),
        le_u32("face count"),
        le_u32("face memory"),
    )
        .parse(i)?;
    let (i, (faces, sections, selections, properties, frames, color_top, color, special, proxies)) = (
        |i| face_list(i, face_count),
        plain("sections"),
        list("selection", SMALLEST_SELECTION, |i| selection(i, allowance)),
        list("property", 2, preceded(allowance.text(), property)),
        list("frame", 8, frame),
        le_u32("colour from above"),
        le_u32("colour"),
        le_u32("flags"),
        list("proxy", 57, proxy),
    )
        .parse(i)?;
    let lod = Lod {
        clip,
        uvs,
        positions,
        normals,
        or_hints,
        and_hints,
        min,
        max,
        center,
        radius,
        textures,
        point_to_vertex,
        vertex_to_point,
        face_memory,
        faces,
        sections,
        selections,
        properties,
        frames,
        color_top,
        color,
        special,
        proxies,
    };
    Ok((i, lod))
}

/// A count and that many rows, never compressed.
fn plain<'a, T: Row>(what: &'static str) -> impl Parse<'a, Rows<'a, T>> {
    le_u32(what).flat_map(move |n| counted_rows(what, n))
}

/// A count and that many items of at least `smallest` bytes.
fn list<'a, T>(what: &'static str, smallest: usize, mut item: impl Parse<'a, T>) -> impl Parse<'a, Vec<T>> {
    move |i| {
        let (i, n) = le_u32(what).parse(i)?;
        counted(what, n, smallest, |i| item.parse(i)).parse(i)
    }
}

/// Faces: flags u32, texture i16, corner count u8, corners u16.
fn face_list(i: &[u8], n: u32) -> PResult<'_, FaceList<'_>> {
    let (i, n) = count("face", n, FACE_HEAD).parse(i)?;
    // One look at each corner count finds the end; where there is none, the walk after says which face has it.
    let size = (0..n).try_fold(0usize, |at, _| Some(at + FACE_HEAD + 2 * usize::from(*i.get(at + FACE_HEAD - 1)?)));
    let (rest, bytes) = match size.and_then(|size| i.split_at_checked(size)) {
        Some((bytes, rest)) => (rest, bytes),
        None => recognize(repeat("face", n, face)).parse(i)?,
    };
    Ok((rest, FaceList { bytes: Cow::Borrowed(bytes), len: n }))
}

fn face(i: &[u8]) -> PResult<'_, ()> {
    let corners = |head: &[u8]| 2 * usize::from(head.last().copied().unwrap_or(0));
    take("face", FACE_HEAD).flat_map(|head| take("corners", corners(head))).map(|_| ()).parse(i)
}

/// A named selection: name and seven arrays.
fn selection<'a>(i: &'a [u8], allowance: &Allowance) -> PResult<'a, NamedSelection<'a>> {
    let (i, (name, faces, face_weights, face_offsets, needs_sections, sections, vertices, vertex_weights)) = (
        c_string("selection name"),
        packed("selected faces", allowance),
        packed("face weights", allowance),
        packed("face offsets", allowance),
        le_u8("section switch"),
        packed("selected sections", allowance),
        packed("selected vertices", allowance),
        packed("vertex weights", allowance),
    )
        .parse(i)?;
    let selection =
        NamedSelection { name, faces, face_weights, face_offsets, needs_sections, sections, vertices, vertex_weights };
    Ok((i, selection))
}

/// A named property: two strings.
fn property(i: &[u8]) -> PResult<'_, Property<'_>> {
    (c_string("property name"), c_string("property value")).map(|(name, value)| Property { name, value }).parse(i)
}

/// A frame: time f32 and positions.
fn frame(i: &[u8]) -> PResult<'_, Frame<'_>> {
    (le_f32("time"), plain("frame positions")).map(|(time, positions)| Frame { time, positions }).parse(i)
}

/// A proxy: name, four columns, number, selection.
fn proxy(i: &[u8]) -> PResult<'_, ProxyRef<'_>> {
    (c_string("proxy name"), row("proxy transform"), le_i32("proxy number"), le_i32("proxy selection"))
        .map(|(name, transform, id, selection)| ProxyRef { name, transform, id, selection })
        .parse(i)
}

/// The model info: one resolution a level, then everything about the whole.
fn model_info<'a>(i: &'a [u8], lods: u32, allowance: &Allowance) -> PResult<'a, ModelInfo<'a>> {
    (counted_rows("resolutions", lods), row("model facts"), packed("masses", allowance), row("model totals"))
        .map(|(resolutions, facts, masses, totals)| ModelInfo { resolutions, facts, masses, totals })
        .parse(i)
}

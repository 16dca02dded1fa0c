//! Bytes to ODOL document: one function for each structure of the file.

use super::document::{FACE_HEAD, FaceList, Frame, Lod, ModelInfo, NamedSelection, Odol, Property, ProxyRef, Section};
use crate::packed::{Allowance, packed};
use retromesh_core::{ErrorKind, Limits};
use retromesh_wire::fields::{c_string, expect, le_f32, le_i32, le_u8, le_u32, row, take, vec3};
use retromesh_wire::rows::counted_rows;
use retromesh_wire::{PResult, RawStr, Row, Rows, count, fail, within};
use std::borrow::Cow;

/// The first bytes of a file.
pub const MAGIC: &[u8; 4] = b"ODOL";
/// The version of Operation Flashpoint and Arma: Cold War Assault.
pub const VERSION: u32 = 7;

/// The fewest bytes of a named selection.
const SMALLEST_SELECTION: usize = 30;

/// `ODOL`, version, level count, levels, model info.
pub(crate) fn file<'a>(i: &'a [u8], limits: &Limits) -> PResult<'a, Odol<'a>> {
    let (i, ()) = expect(i, "magic", MAGIC)?;
    let (i, ()) = version(i)?;
    let (mut rest, n) = le_u32(i, "level count")?;
    if n > limits.lods {
        let (limit, found) = (limits.lods.into(), n.into());
        return fail(i, ErrorKind::Limit { what: "number of levels".into(), limit, found });
    }
    let allowance = Allowance::new(limits.unpacked_bytes, i.len());
    let mut lods = Vec::new();
    for index in 0..n {
        let lod;
        (rest, lod) = within(|| format!("LOD[{index}]"), lod_body(rest, &allowance))?;
        lods.push(lod);
    }
    let (trailing, info) = within(|| "ModelInfo", model_info(rest, n as usize, &allowance))?;
    Ok((&[], Odol { lods, info, trailing: Cow::Borrowed(trailing) }))
}

/// The version, which must be 7: others are other formats under the same magic.
fn version(i: &[u8]) -> PResult<'_, ()> {
    let (rest, version) = le_u32(i, "version")?;
    if version == VERSION {
        return Ok((rest, ()));
    }
    let game = match version {
        28..=40 => " (Armed Assault)",
        41..=51 => " (Arma 2)",
        52..=80 => " (Arma 3 or DayZ)",
        _ => "",
    };
    let hint = "only v7 (Operation Flashpoint, Arma: Cold War Assault) is";
    fail(i, ErrorKind::unsupported(format!("ODOL v{version}{game}"), hint))
}

/// A level of detail: 23 fields in file order.
fn lod_body<'a>(i: &'a [u8], allowance: &Allowance) -> PResult<'a, Lod<'a>> {
    let (i, clip) = packed(i, "clip flags", allowance)?;
    let (i, uvs) = packed(i, "texture coordinates", allowance)?;
    let (i, positions) = plain(i, "positions")?;
    let (i, normals) = plain(i, "normals")?;
    let (i, or_hints) = le_u32(i, "or-hints")?;
    let (i, and_hints) = le_u32(i, "and-hints")?;
    let (i, min) = vec3(i, "minimum")?;
    let (i, max) = vec3(i, "maximum")?;
    let (i, center) = vec3(i, "centre")?;
    let (i, radius) = le_f32(i, "radius")?;
    let (i, textures) = list(i, "texture", 1, |i| c_string(allowance.text(i)?.0, "texture path"))?;
    let (i, point_to_vertex) = packed(i, "point to vertex", allowance)?;
    let (i, vertex_to_point) = packed(i, "vertex to point", allowance)?;
    let (i, face_count) = le_u32(i, "face count")?;
    let (i, face_memory) = le_u32(i, "face memory")?;
    let (i, faces) = face_list(i, face_count)?;
    let (i, sections) = plain::<Section>(i, "sections")?;
    let (i, selections) = list(i, "selection", SMALLEST_SELECTION, |i| selection(i, allowance))?;
    let (i, properties) = list(i, "property", 2, |i| property(allowance.text(i)?.0))?;
    let (i, frames) = list(i, "frame", 8, frame)?;
    let (i, color_top) = le_u32(i, "colour from above")?;
    let (i, color) = le_u32(i, "colour")?;
    let (i, special) = le_u32(i, "flags")?;
    let (i, proxies) = list(i, "proxy", 57, proxy)?;
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
fn plain<'a, T: Row>(i: &'a [u8], what: &'static str) -> PResult<'a, Rows<'a, T>> {
    let (i, n) = le_u32(i, what)?;
    counted_rows(i, what, n)
}

/// A count and that many items of at least `smallest` bytes.
fn list<'a, T>(
    i: &'a [u8],
    what: &'static str,
    smallest: usize,
    item: impl Fn(&'a [u8]) -> PResult<'a, T>,
) -> PResult<'a, Vec<T>> {
    let (i, n) = le_u32(i, what)?;
    let (mut i, n) = count(i, what, n, smallest)?;
    let mut items = Vec::new();
    for index in 0..n {
        let value;
        (i, value) = within(|| format!("{what}[{index}]"), item(i))?;
        items.push(value);
    }
    Ok((i, items))
}

/// Faces: flags u32, texture i16, corner count u8, corners u16.
fn face_list(i: &[u8], n: u32) -> PResult<'_, FaceList<'_>> {
    let (mut rest, n) = count(i, "face", n, FACE_HEAD)?;
    // One look at each corner count finds the end; where there is none, the walk below says which face has it.
    let size = (0..n).try_fold(0usize, |at, _| Some(at + FACE_HEAD + 2 * usize::from(*rest.get(at + FACE_HEAD - 1)?)));
    if let Some((bytes, rest)) = size.and_then(|size| rest.split_at_checked(size)) {
        return Ok((rest, FaceList { bytes: Cow::Borrowed(bytes), len: n }));
    }
    for index in 0..n {
        let head;
        (rest, head) = within(|| format!("face[{index}]"), take(rest, "face", FACE_HEAD))?;
        let corners = 2 * usize::from(head.last().copied().unwrap_or(0));
        (rest, _) = within(|| format!("face[{index}]"), take(rest, "corners", corners))?;
    }
    let (rest, bytes) = take(i, "faces", i.len() - rest.len())?;
    Ok((rest, FaceList { bytes: Cow::Borrowed(bytes), len: n }))
}

/// A named selection: name and seven arrays.
fn selection<'a>(i: &'a [u8], allowance: &Allowance) -> PResult<'a, NamedSelection<'a>> {
    let (i, name) = c_string(i, "selection name")?;
    let (i, faces) = packed(i, "selected faces", allowance)?;
    let (i, face_weights) = packed(i, "face weights", allowance)?;
    let (i, face_offsets) = packed(i, "face offsets", allowance)?;
    let (i, needs_sections) = le_u8(i, "section switch")?;
    let (i, sections) = packed(i, "selected sections", allowance)?;
    let (i, vertices) = packed(i, "selected vertices", allowance)?;
    let (i, vertex_weights) = packed(i, "vertex weights", allowance)?;
    let selection =
        NamedSelection { name, faces, face_weights, face_offsets, needs_sections, sections, vertices, vertex_weights };
    Ok((i, selection))
}

/// A named property: two strings.
fn property(i: &[u8]) -> PResult<'_, Property<'_>> {
    let (i, name): (_, RawStr<'_>) = c_string(i, "property name")?;
    let (i, value) = c_string(i, "property value")?;
    Ok((i, Property { name, value }))
}

/// A frame: time f32 and positions.
fn frame(i: &[u8]) -> PResult<'_, Frame<'_>> {
    let (i, time) = le_f32(i, "time")?;
    let (i, positions) = plain(i, "frame positions")?;
    Ok((i, Frame { time, positions }))
}

/// A proxy: name, four columns, number, selection.
fn proxy(i: &[u8]) -> PResult<'_, ProxyRef<'_>> {
    let (i, name) = c_string(i, "proxy name")?;
    let (i, transform) = row(i, "proxy transform")?;
    let (i, id) = le_i32(i, "proxy number")?;
    let (i, selection) = le_i32(i, "proxy selection")?;
    Ok((i, ProxyRef { name, transform, id, selection }))
}

/// The model info: one resolution a level, then everything about the whole.
fn model_info<'a>(i: &'a [u8], lods: usize, allowance: &Allowance) -> PResult<'a, ModelInfo<'a>> {
    let (i, resolutions) = counted_rows(i, "resolutions", lods as i64)?;
    let (i, facts) = row(i, "model facts")?;
    let (i, masses) = packed(i, "masses", allowance)?;
    let (i, totals) = row(i, "model totals")?;
    Ok((i, ModelInfo { resolutions, facts, masses, totals }))
}

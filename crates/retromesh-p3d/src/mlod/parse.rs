//! Bytes to MLOD document: one function for each structure of the file.

use super::document::{Kind, Lod, Mlod, NAME, Point, Tag, TagBody, TagName, UvSet};
use super::faces::{FaceList, P3DM_HEAD, SP3X_FACE};
use glam::Vec3;
use retromesh_core::{ErrorKind, Limits};
use retromesh_wire::error::show_bytes;
use retromesh_wire::fields::{c_string, expect, fixed_string, le_f32, le_u8, le_u32, tag4, take};
use retromesh_wire::rows::{counted_rows, rows};
use retromesh_wire::{FixedStr, PResult, Rows, bad, count, fail, within};
use std::borrow::Cow;
use std::cell::Cell;

/// The first bytes of a file.
pub const MAGIC: &[u8; 4] = b"MLOD";
/// The version that the tools write.
pub const VERSION: u32 = 0x101;

/// The header of a level.
const HEADER: usize = 28;
/// Bytes of the default path.
const DEFAULT_PATH: usize = 32;

/// `MLOD`, version, level count, levels, and perhaps a default path.
pub(crate) fn file<'a>(i: &'a [u8], limits: &Limits) -> PResult<'a, Mlod<'a>> {
    let (i, ()) = expect(i, "magic", MAGIC)?;
    let (after, version) = le_u32(i, "version")?;
    if version >> 8 > 1 {
        return bad(i, "version", "0x101", format!("{version:#x}"));
    }
    let (mut rest, n) = le_u32(after, "level count")?;
    if n > limits.lods {
        let (limit, found) = (limits.lods.into(), n.into());
        return fail(after, ErrorKind::Limit { what: "number of levels".into(), limit, found });
    }
    let mut lods = Vec::new();
    for index in 0..n {
        let lod;
        (rest, lod) = within(|| format!("LOD[{index}]"), lod_body(rest))?;
        lods.push(lod);
    }
    let (default_path, trailing) = match rest.split_at_checked(DEFAULT_PATH) {
        Some((path, trailing)) => (Some(FixedStr::new(path)), trailing),
        None => (None, rest),
    };
    Ok((&[], Mlod { version, lods, default_path, trailing: Cow::Borrowed(trailing) }))
}

/// A level: header, points, normals, faces, tags, resolution.
fn lod_body(i: &[u8]) -> PResult<'_, Lod<'_>> {
    let (after, magic) = tag4(i, "level magic")?;
    let kind = match &magic {
        b"SP3X" => Kind::Sp3x,
        b"P3DM" => Kind::P3dm,
        b"SP3D" => {
            return fail(i, ErrorKind::unsupported("level layout SP3D (demo)", "save the model as SP3X with O2 Light"));
        }
        _ => return bad(i, "level magic", "\"SP3X\" or \"P3DM\"", show_bytes(&magic)),
    };
    let (at_version, header_size) = le_u32(after, "header size")?;
    if (header_size as usize) < HEADER {
        return bad(after, "header size", "28 or more", header_size.to_string());
    }
    let (i, version) = le_u32(at_version, "level version")?;
    let (i, point_count) = le_u32(i, "point count")?;
    let (i, normal_count) = le_u32(i, "normal count")?;
    let (i, face_count) = le_u32(i, "face count")?;
    let (i, flags) = le_u32(i, "level flags")?;
    let (i, header_slack) = take(i, "header", header_size as usize - HEADER)?;
    let (i, points) = counted_rows::<Point>(i, "points", point_count)?;
    let (i, normals) = counted_rows(i, "normals", normal_count)?;
    let (i, faces) = face_list(i, kind, face_count)?;
    let (mut i, ()) = expect(i, "tag magic", b"TAGG")?;
    let sizes = Sizes { points: points.len(), faces: faces.len(), corners: Cell::new(None) };
    let mut tags = Vec::new();
    loop {
        let tag;
        (i, tag) = within(|| format!("TAGG[{}]", tags.len()), self::tag(i, kind, &sizes, &faces))?;
        let end = tag.text().bytes().eq_ignore_ascii_case(Tag::END.as_bytes());
        tags.push(tag);
        if end {
            break;
        }
    }
    let (i, resolution) = le_f32(i, "resolution")?;
    let header_slack = Cow::Borrowed(header_slack);
    Ok((i, Lod { kind, version, flags, header_slack, points, normals, faces, tags, resolution }))
}

/// Faces. `SP3X`: texture char\[32\], corner count i32, four corners, flags u32. `P3DM`: the same with the texture and a material as
/// strings at the end.
fn face_list(i: &[u8], kind: Kind, n: u32) -> PResult<'_, FaceList<'_>> {
    let smallest = match kind {
        Kind::Sp3x => SP3X_FACE,
        Kind::P3dm => P3DM_HEAD + 2,
    };
    let (mut rest, n) = count(i, "face", n, smallest)?;
    match kind {
        Kind::Sp3x => (rest, _) = take(i, "faces", n * SP3X_FACE)?,
        Kind::P3dm => {
            for index in 0..n {
                (rest, ()) = within(|| format!("face[{index}]"), p3dm_face(rest))?;
            }
        }
    }
    let (rest, bytes) = take(i, "faces", i.len() - rest.len())?;
    Ok((rest, FaceList { kind, bytes: Cow::Borrowed(bytes), len: n }))
}

fn p3dm_face(i: &[u8]) -> PResult<'_, ()> {
    let (i, _) = take(i, "face", P3DM_HEAD)?;
    let (i, _) = c_string(i, "texture path")?;
    let (i, _) = c_string(i, "material path")?;
    Ok((i, ()))
}

/// What tells the kind of a tag's body.
struct Sizes {
    points: usize,
    faces: usize,
    /// Counted when the first UV set asks for it, and only then.
    corners: Cell<Option<usize>>,
}

/// A tag. `SP3X`: name char\[64\], size, body. `P3DM`: active u8, name, size, body.
fn tag<'a>(i: &'a [u8], kind: Kind, sizes: &Sizes, faces: &FaceList<'a>) -> PResult<'a, Tag<'a>> {
    let (i, active, name) = match kind {
        Kind::Sp3x => {
            let (i, name) = fixed_string(i, "tag name", NAME)?;
            (i, 1, TagName::Fixed(name))
        }
        Kind::P3dm => {
            let (i, active) = le_u8(i, "tag switch")?;
            let (i, name) = c_string(i, "tag name")?;
            (i, active, TagName::Terminated(name))
        }
    };
    let (i, size) = le_u32(i, "tag size")?;
    let (i, bytes) = take(i, "tag", size as usize)?;
    let mut tag = Tag { active, name, body: TagBody::Other(Cow::Borrowed(bytes)) };
    if let Some(body) = tag_body(&tag.text().bytes().to_ascii_lowercase(), bytes, sizes, faces) {
        tag.body = body;
    }
    Ok((i, tag))
}

/// Views a tag's bytes as what its lower-case name says; `None` where the size does not fit or the name is unknown.
fn tag_body<'a>(name: &[u8], bytes: &'a [u8], sizes: &Sizes, faces: &FaceList<'_>) -> Option<TagBody<'a>> {
    let selection = || {
        let (points, faces) = bytes.split_at_checked(sizes.points)?;
        let body = TagBody::Selection { points: Rows::from_bytes(points)?, faces: Rows::from_bytes(faces)? };
        (faces.len() == sizes.faces).then_some(body)
    };
    match name {
        b"#sharpedges#" => Some(TagBody::SharpEdges(Rows::from_bytes(bytes)?)),
        b"#property#" => {
            let (name, value) = bytes.split_at_checked(NAME)?;
            let body = TagBody::Property { name: FixedStr::new(name), value: FixedStr::new(value) };
            (value.len() == NAME).then_some(body)
        }
        b"#mass#" => Rows::from_bytes(bytes).filter(|masses| masses.len() == sizes.points).map(TagBody::Mass),
        b"#animation#" => {
            let (points, time) = le_f32(bytes, "time").ok()?;
            let points = Rows::<Vec3>::from_bytes(points).filter(|points| points.len() == sizes.points)?;
            Some(TagBody::Animation { time, points })
        }
        b"#uvset#" => {
            let (uvs, id) = le_u32(bytes, "set number").ok()?;
            let uvs = Rows::from_bytes(uvs)?;
            let corners = sizes.corners.get().unwrap_or_else(|| faces.iter().map(|face| face.corners().len()).sum());
            sizes.corners.set(Some(corners));
            (uvs.len() == corners).then_some(TagBody::UvSet(UvSet { id, uvs }))
        }
        b"#materialindex#" => {
            let (rest, index) = rows::<[u32; 4]>(bytes, "index", 1).ok()?;
            (rest.is_empty()).then_some(TagBody::MaterialIndex(index.first()?))
        }
        b"#selected#" | b"#hide#" | b"#hidden#" | b"#lock#" => selection(),
        [b'#', ..] => None,
        _ => selection(),
    }
}

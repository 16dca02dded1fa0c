//! Bytes to MLOD document: one function for each structure of the file.

use super::document::{Lod, Mlod, NAME, Tag, TagBody, TagName, UvSet};
use super::faces::{FaceList, Kind, P3DM_HEAD, SP3X_FACE};
use crate::levels::level_count;
use glam::Vec3;
use nom::Parser;
use nom::combinator::{all_consuming, opt, recognize, rest};
use nom::sequence::preceded;
use retromesh_core::{ErrorKind, Limits};
use retromesh_wire::error::show_bytes;
use retromesh_wire::parsers::{
    all_rows, c_string, count, counted_rows, expect, fixed_string, le_f32, le_u8, le_u32, repeat, row, tag4, take,
    within,
};
use retromesh_wire::{FixedStr, PResult, Rows};
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
    let version = le_u32("version").map_res(|version| match version >> 8 {
        0 | 1 => Ok(version),
        _ => Err(ErrorKind::bad("version", "0x101", format!("{version:#x}"))),
    });
    let (i, (version, n)) = preceded(expect("magic", MAGIC), (version, level_count(limits))).parse(i)?;
    (repeat("LOD", n as usize, lod_body), opt(fixed_string("default path", DEFAULT_PATH)), rest)
        .map(|(lods, default_path, trailing)| Mlod { version, lods, default_path, trailing: Cow::Borrowed(trailing) })
        .parse(i)
}

/// A level: header, points, normals, faces, tags, resolution.
fn lod_body(i: &[u8]) -> PResult<'_, Lod<'_>> {
    let header_size = le_u32("header size").map_res(|size| match (size as usize).checked_sub(HEADER) {
        Some(slack) => Ok(slack),
        None => Err(ErrorKind::bad("header size", "28 or more", size.to_string())),
    });
    let (i, (kind, slack, version)) = (level_kind, header_size, le_u32("level version")).parse(i)?;
    let (i, (point_count, normal_count, face_count, flags, header_slack)) = (
        le_u32("point count"),
        le_u32("normal count"),
        le_u32("face count"),
        le_u32("level flags"),
        take("header", slack).map(Cow::Borrowed),
    )
        .parse(i)?;
    let (mut i, (points, normals, faces, ())) = (
        counted_rows("points", point_count),
        counted_rows("normals", normal_count),
        |i| face_list(i, kind, face_count),
        expect("tag magic", b"TAGG"),
    )
        .parse(i)?;
    let sizes = Sizes { points: points.len(), faces: faces.len(), corners: Cell::new(None) };
    let mut tags: Vec<Tag<'_>> = Vec::new();
    while !tags.last().is_some_and(|tag| tag.text().bytes().eq_ignore_ascii_case(Tag::END.as_bytes())) {
        let tag;
        (i, tag) = within(|| format!("TAGG[{}]", tags.len()), |i| self::tag(i, kind, &sizes, &faces)).parse(i)?;
        tags.push(tag);
    }
    let (i, resolution) = le_f32("resolution").parse(i)?;
    Ok((i, Lod { kind, version, flags, header_slack, points, normals, faces, tags, resolution }))
}

/// The magic of a level.
fn level_kind(i: &[u8]) -> PResult<'_, Kind> {
    let kind = |magic: [u8; 4]| match &magic {
        b"SP3X" => Ok(Kind::Sp3x),
        b"P3DM" => Ok(Kind::P3dm),
        b"SP3D" => Err(ErrorKind::unsupported("level layout SP3D (demo)", "save the model as SP3X with O2 Light")),
        _ => Err(ErrorKind::bad("level magic", "\"SP3X\" or \"P3DM\"", show_bytes(&magic))),
    };
    tag4("level magic").map_res(kind).parse(i)
}

/// Faces. `SP3X`: texture char\[32\], corner count i32, four corners, flags u32. `P3DM`: the same with the texture and a material as
/// strings at the end.
fn face_list(i: &[u8], kind: Kind, n: u32) -> PResult<'_, FaceList<'_>> {
    let smallest = match kind {
        Kind::Sp3x => SP3X_FACE,
        Kind::P3dm => P3DM_HEAD + 2,
    };
    let (i, len) = count("face", n, smallest).parse(i)?;
    let (i, bytes) = match kind {
        Kind::Sp3x => take("faces", len * SP3X_FACE).parse(i)?,
        Kind::P3dm => recognize(repeat("face", len, p3dm_face)).parse(i)?,
    };
    Ok((i, FaceList { kind, bytes: Cow::Borrowed(bytes), len }))
}

fn p3dm_face(i: &[u8]) -> PResult<'_, ()> {
    (take("face", P3DM_HEAD), c_string("texture path"), c_string("material path")).map(|_| ()).parse(i)
}

/// What says the kind of a tag's body.
struct Sizes {
    points: usize,
    faces: usize,
    /// Counted when the first UV set asks for it, and only then.
    corners: Cell<Option<usize>>,
}

/// A tag. `SP3X`: name char\[64\], size, body. `P3DM`: active u8, name, size, body.
fn tag<'a>(i: &'a [u8], kind: Kind, sizes: &Sizes, faces: &FaceList<'a>) -> PResult<'a, Tag<'a>> {
    let (i, (active, name)) = match kind {
        Kind::Sp3x => fixed_string("tag name", NAME).map(|name| (1, TagName::Fixed(name))).parse(i)?,
        Kind::P3dm => (le_u8("tag switch"), c_string("tag name").map(TagName::Terminated)).parse(i)?,
    };
    let (i, bytes) = le_u32("tag size").flat_map(|size| take("tag", size as usize)).parse(i)?;
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
            let (_, (time, points)) = (le_f32("time"), all_rows::<Vec3>("points")).parse(bytes).ok()?;
            (points.len() == sizes.points).then_some(TagBody::Animation { time, points })
        }
        b"#uvset#" => {
            let (_, (id, uvs)) = (le_u32("set number"), all_rows("texture coordinates")).parse(bytes).ok()?;
            let corners = sizes.corners.get().unwrap_or_else(|| faces.iter().map(|face| face.corners().len()).sum());
            sizes.corners.set(Some(corners));
            (uvs.len() == corners).then_some(TagBody::UvSet(UvSet { id, uvs }))
        }
        b"#materialindex#" => {
            all_consuming(row("index")).parse(bytes).ok().map(|(_, index)| TagBody::MaterialIndex(index))
        }
        b"#selected#" | b"#hide#" | b"#hidden#" | b"#lock#" => selection(),
        [b'#', ..] => None,
        _ => selection(),
    }
}

//! One level of MLOD as the engine binarises it: vertices, faces in sections, selections.

use super::built::{Built, Textures, Vertex, Vertices};
use super::carried::{CLAMPING, OF_TEXTURE, carried, carried_clamping, clamping, is_carrier, key, of_name, seen_alpha};
use super::normals::Normals;
use super::sections::{mark, membership, sections, wanted};
use super::sharp::{ascending, parted_edges};
use super::summary::Bounds;
use super::{Kept, OdolOptions};
use crate::flags::{clip, face, face_to_special, negate_weight, point, special};
use crate::levels::role_of;
use crate::mlod::{self, TagBody};
use crate::odol7::{Frame, Lod, NamedSelection, Property};
use crate::packed::Packed;
use glam::{Vec2, Vec3};
use retromesh_core::scene::LodRole;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::RawStr;
use std::collections::BTreeSet;

/// The engine clears texture coordinates beyond this.
const UV_LIMIT: f32 = 1e5;
/// What binarising left out or changed, counted.
#[derive(Default)]
pub(super) struct Losses {
    /// Levels without normals.
    pub(super) counts: usize,
    /// Points or normals that do not exist.
    pub(super) indices: usize,
    /// Faces with neither three nor four corners.
    pub(super) thin_faces: usize,
    /// Points whose flags the engine clears.
    pub(super) flags: usize,
    /// Texture coordinates that the engine clears.
    pub(super) uvs: usize,
    /// Selections whose names the engine ignores.
    pub(super) ignored_selections: usize,
    /// Tags that ODOL has no place for.
    pub(super) tags: usize,
    /// Corners that became a vertex that differs from them a little.
    pub(super) rounded: usize,
    /// Further sets of texture coordinates.
    pub(super) uv_sets: usize,
    /// The editor's own selections: chosen, hidden, locked.
    pub(super) editor: usize,
    /// Pairs of points between which normals part.
    pub(super) sharp_edges: usize,
    /// Pairs of points between which no normals part, though they are sharp.
    pub(super) unparted_edges: usize,
    /// Faces with a material file.
    pub(super) materials: usize,
    /// Faces with flags that the engine does not take over.
    pub(super) face_flags: usize,
    /// Hidden points of faces that are not all hidden.
    pub(super) hidden_points: usize,
    /// Selections with the names of proxies that place none.
    pub(super) proxies: usize,
    /// Masses outside the geometry level.
    pub(super) masses: usize,
    /// Names that became lower case.
    pub(super) names: usize,
}

/// What a face is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FaceKind {
    /// To be seen.
    Plain,
    /// To be hit.
    Geometry,
    /// To place a proxy.
    Proxy,
}

/// Binarises a level; its positions are those of the file less `center`.
pub(super) fn binarise(
    lod: &mlod::Lod<'_>,
    center: Vec3,
    options: &OdolOptions,
    kept: &[Kept],
    losses: &mut Losses,
) -> Result<Lod<'static>, Error> {
    let points = lod.points.to_vec();
    let proxies = proxy_faces(lod);
    let geometry = is_geometry(lod.resolution);
    let mut vertices = Vertices::new(points.iter().map(|point| point.flags).collect(), lod.normals.len());
    let normals = Normals::of(lod);
    losses.counts += usize::from(normals.of_points && !lod.faces.is_empty());
    count_edges(lod, &normals, losses);
    let mut textures = Textures::new(options, carried(lod));
    let mut faces: Vec<Option<Built>> = Vec::with_capacity(lod.faces.len());
    for (number, face) in lod.faces.iter().enumerate() {
        let kind = match proxies.binary_search(&(number as u32)) {
            Ok(_) => FaceKind::Proxy,
            Err(_) if geometry => FaceKind::Geometry,
            Err(_) => FaceKind::Plain,
        };
        let mut built = build(&face, kind, &normals, &mut vertices, &mut textures, losses);
        let kept = kept.get(number).copied().flatten().filter(|_| kind != FaceKind::Proxy);
        built.iter_mut().for_each(|built| built.special = with_kept(built.special, kept));
        faces.push(built);
    }
    losses.hidden_points += hidden_points(lod, &points, &proxies);
    losses.rounded += vertices.rounded;
    vertices.add_unused();
    let order = vertices.sort();
    let count = vertices.all.len();
    if count > usize::from(u16::MAX) || faces.len() > usize::from(u16::MAX) || points.len() > usize::from(u16::MAX) {
        let what = format!(
            "a level of {} points, {count} vertices and {} faces: ODOL v7 counts to 65535",
            points.len(),
            faces.len()
        );
        return Err(Error::new(crate::ID, ErrorKind::unrepresentable(what)));
    }
    losses.flags += points.iter().filter(|p| p.flags & !(point::KNOWN | point::NORMALS) != 0).count();

    let mut out = Lod::default();
    let position = |vertex: &Vertex| points.get(vertex.point as usize).map_or(Vec3::ZERO, |p| p.position - center);
    let positions: Vec<Vec3> = vertices.all.iter().map(position).collect();
    let bounds = Bounds::of(positions.iter().copied());
    (out.min, out.max, out.center) = (bounds.min, bounds.max, bounds.center());
    out.radius = positions.iter().map(|p| p.distance(out.center)).fold(0.0, f32::max);
    out.or_hints = vertices.all.iter().fold(0, |all, v| all | v.clip) & clip::HINTS;
    out.and_hints = vertices.all.iter().fold(u32::MAX, |all, v| all & v.clip) & clip::HINTS;
    out.positions = positions.into();
    out.clip = vertices.all.iter().map(|v| v.clip).collect();
    out.uvs = vertices.all.iter().map(|v| v.uv).collect();
    out.normals = vertices.all.iter().map(|v| v.normal).collect();
    out.vertex_to_point = vertices.all.iter().map(|v| v.point as u16).collect();
    let mut representative = vec![0u16; points.len()];
    for (index, vertex) in vertices.all.iter().enumerate().rev() {
        if let Some(slot) = representative.get_mut(vertex.point as usize) {
            *slot = index as u16;
        }
    }
    out.point_to_vertex = Packed::from(representative);
    let wanted = wanted(lod, &options.section_selections);
    let new_numbers = sections(&faces, &order, &vertices, &textures, &membership(lod, &wanted), &mut out);
    // The faces of a geometry level all have more flags than a level takes over from them.
    if geometry && !out.faces.is_empty() {
        out.special |= special::GEOMETRY;
    }
    out.textures = textures.names;
    contents(lod, center, &new_numbers, &mut out, losses);
    mark(&mut out, &wanted);
    Ok(out)
}

/// Returns the numbers of the faces that place proxies, ascending: the only face of a `proxy:` selection.
pub(crate) fn proxy_faces(lod: &mlod::Lod<'_>) -> Vec<u32> {
    let mut numbers: Vec<u32> = lod
        .tags
        .iter()
        .filter(|tag| crate::proxies::after_prefix(tag.text().bytes()).is_some())
        .filter_map(|tag| match &tag.body {
            TagBody::Selection { faces, .. } => {
                let mut selected = (0u32..).zip(faces.iter()).filter(|(_, byte)| *byte != 0);
                selected.next().filter(|_| selected.next().is_none()).map(|(number, _)| number)
            }
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Counts the sharp edges at which normals part, which ODOL has by these, and the others.
fn count_edges(lod: &mlod::Lod<'_>, normals: &Normals, losses: &mut Losses) {
    let edges = lod.tags.iter().filter_map(|tag| match &tag.body {
        TagBody::SharpEdges(edges) => Some(edges.to_vec()),
        _ => None,
    });
    let edges: Vec<[u32; 2]> = edges.flatten().collect();
    if edges.is_empty() {
        return;
    }
    let faces: Vec<mlod::Face<'_>> = lod.faces.iter().collect();
    let faces = faces.iter().map(|face| face.corners().iter().map(|corner| (corner.point, normals.number(corner))));
    let parted = parted_edges(lod.points.len(), |number| normals.of_number(number), faces);
    let parted: BTreeSet<[u32; 2]> = parted.into_iter().collect();
    let kept = edges.iter().filter(|edge| parted.contains(&ascending(**edge))).count();
    losses.sharp_edges += kept;
    losses.unparted_edges += edges.len() - kept;
}

/// Counts the hidden points without a hidden face, which alone ODOL has.
fn hidden_points(lod: &mlod::Lod<'_>, points: &[mlod::Point], proxies: &[u32]) -> usize {
    let mut lost: Vec<bool> = points.iter().map(|point| point.flags & point::HIDDEN != 0).collect();
    if lost.contains(&true) {
        let is_hidden = |corner: &mlod::Corner| {
            points.get(corner.point as usize).is_some_and(|point| point.flags & point::HIDDEN != 0)
        };
        let plain = (0u32..).zip(lod.faces.iter()).filter(|(number, _)| proxies.binary_search(number).is_err());
        for (_, face) in plain.filter(|(_, face)| face.corners().iter().all(is_hidden)) {
            face.corners().iter().for_each(|corner| _ = lost.get_mut(corner.point as usize).map(|lost| *lost = false));
        }
    }
    lost.into_iter().filter(|lost| *lost).count()
}

/// Makes the vertices of a face; `None` where it has no place in ODOL.
fn build(
    face: &mlod::Face<'_>,
    kind: FaceKind,
    normals: &Normals,
    vertices: &mut Vertices,
    textures: &mut Textures<'_>,
    losses: &mut Losses,
) -> Option<Built> {
    let corners = face.corners();
    if corners.is_empty() {
        losses.thin_faces += 1;
        return None;
    }
    if corners.iter().any(|corner| corner.point as usize >= vertices.flags.len()) {
        losses.indices += 1;
        return None;
    }
    let mut flags = face_to_special(face.flags);
    losses.materials += usize::from(!face.material.is_empty());
    // Those of a proxy are always the same but for light and user values.
    let kept = if kind == FaceKind::Proxy { face::LIGHT | face::USER } else { face::KNOWN };
    losses.face_flags += usize::from(face.flags & !kept != 0);
    let hidden = |corner: &mlod::Corner| {
        vertices.flags.get(corner.point as usize).is_some_and(|flags| flags & point::HIDDEN != 0)
    };
    if corners.iter().all(hidden) {
        flags |= special::IS_HIDDEN | special::NO_TEXTURE_MERGER;
    }
    let texture = if kind == FaceKind::Proxy {
        flags = special::PROXY;
        -1
    } else {
        flags |= texture_flags(face.texture.bytes(), corners, textures);
        if kind == FaceKind::Geometry {
            flags |= special::GEOMETRY;
        }
        let before = textures.names.len();
        let number = textures.number(face.texture.bytes());
        losses.names += usize::from(textures.names.len() > before && has_upper(face.texture.bytes()));
        number
    };
    let mut built = Built { corners: [0; 4], len: corners.len(), texture, special: flags };
    for (slot, corner) in built.corners.iter_mut().zip(corners) {
        let normal = normals.get(corner).unwrap_or_else(|| {
            losses.indices += 1;
            Vec3::Y
        });
        let uv = if corner.uv.abs().max_element() <= UV_LIMIT {
            corner.uv
        } else {
            losses.uvs += 1;
            Vec2::ZERO
        };
        *slot = vertices.of_corner(corner, face.flags, normal, uv);
    }
    let [a, b, c, d] = built.corners;
    built.corners = if built.len == 4 { [b, a, d, c] } else { [b, a, c, d] };
    Some(built)
}

/// Returns the flags of a face with those that it keeps: how its texture goes on, and where that has the same alpha, the others.
fn with_kept(flags: u32, kept: Kept) -> u32 {
    let Some((had, stays)) = kept else { return flags };
    let stays = if seen_alpha(had) == seen_alpha(flags) { stays } else { stays & CLAMPING };
    flags & !stays | had & stays
}

/// The flags that come from texture and texture coordinates.
///
/// Whether a texture has alpha is stored in the texture, so the caller says it, else what the level carries from the ODOL that it was; an
/// extension says that alpha is sorted, and a number in the name that there are more pictures of it.
fn texture_flags(texture: &[u8], corners: &[mlod::Corner], textures: &Textures<'_>) -> u32 {
    let texture = texture.to_ascii_lowercase();
    let options = textures.options;
    let facts = options.textures.get(&texture);
    let carried = textures.carried.get(&key(&texture)).copied();
    let clamped = carried.and_then(carried_clamping);
    let carried = carried.map(|flags| flags & OF_TEXTURE).filter(|_| facts.is_none());
    let mut flags = carried.unwrap_or_else(|| of_name(&texture));
    if options.alpha_textures.contains(&texture) || facts.is_some_and(|facts| facts.alpha) {
        flags |= special::IS_ALPHA | special::IS_ALPHA_ORDERED;
    }
    if options.keyed_textures.contains(&texture) || facts.is_some_and(|facts| facts.keyed) {
        flags |= special::IS_TRANSPARENT;
    }
    flags | clamped.unwrap_or_else(|| clamping(corners.iter().map(|corner| corner.uv)))
}

pub(super) fn is_geometry(resolution: f32) -> bool {
    matches!(role_of(resolution), LodRole::Geometry | LodRole::FireGeometry | LodRole::ViewGeometry)
}

/// Fills in selections, properties and frames.
fn contents(
    lod: &mlod::Lod<'_>,
    center: Vec3,
    new_numbers: &[Option<u16>],
    out: &mut Lod<'static>,
    losses: &mut Losses,
) {
    for tag in &lod.tags {
        let name = tag.text();
        match &tag.body {
            TagBody::Selection { points, faces } if tag.is_selection() => {
                if matches!(name.bytes().first(), Some(b'-' | b'.')) {
                    losses.ignored_selections += 1;
                } else {
                    losses.names += usize::from(has_upper(name.bytes()));
                    let name = RawStr::new(name.bytes().to_ascii_lowercase());
                    out.selections.push(selection(name, &points.to_vec(), &faces.to_vec(), new_numbers, out));
                }
            }
            TagBody::Property { name, .. } if is_carrier(name.text().bytes()) => {}
            TagBody::Property { name, value } => {
                let lower = |text: &RawStr<'_>| RawStr::new(text.bytes().to_ascii_lowercase());
                losses.names += usize::from(has_upper(name.text().bytes()) || has_upper(value.text().bytes()));
                out.properties.push(Property { name: lower(&name.text()), value: lower(&value.text()) });
            }
            TagBody::Animation { time, points } => {
                let position = |point: u16| points.get(usize::from(point)).unwrap_or_default() - center;
                let positions = out.vertex_to_point.values().iter().map(position).collect();
                out.frames.push(Frame { time: *time, positions });
            }
            // Those of the geometry level are written with the model.
            TagBody::Mass(_) => losses.masses += usize::from(role_of(lod.resolution) != LodRole::Geometry),
            TagBody::SharpEdges(_) => {}
            TagBody::Selection { .. } => losses.editor += 1,
            TagBody::UvSet(set) => losses.uv_sets += usize::from(set.id != 0),
            TagBody::Other(bytes) if bytes.is_empty() || tag.is_sections() => {}
            TagBody::Other(_) | TagBody::MaterialIndex(_) => losses.tags += 1,
        }
    }
    out.frames.sort_by(|a, b| a.time.total_cmp(&b.time));
}

fn has_upper(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_uppercase)
}

fn selection(
    name: RawStr<'static>,
    points: &[u8],
    faces: &[u8],
    new_numbers: &[Option<u16>],
    out: &Lod<'_>,
) -> NamedSelection<'static> {
    let selected = |(vertex, point): (u16, u16)| {
        let byte = points.get(usize::from(point)).copied().unwrap_or(0);
        (byte != 0).then_some((vertex, negate_weight(byte)))
    };
    let (vertices, weights): (Vec<u16>, Vec<u8>) =
        (0u16..).zip(out.vertex_to_point.values()).filter_map(selected).unzip();
    // The engine drops weights when all are full or nearly so.
    let weights = if weights.iter().all(|&weight| weight >= 254) { Vec::new() } else { weights };
    let chosen = |(byte, number): (&u8, &Option<u16>)| Some((number.filter(|_| *byte != 0)?, negate_weight(*byte)));
    let (faces, face_weights): (Vec<u16>, Vec<u8>) = faces.iter().zip(new_numbers).filter_map(chosen).unzip();
    let face_weights = if face_weights.iter().all(|&weight| weight >= 254) { Vec::new() } else { face_weights };
    NamedSelection {
        name,
        faces: faces.into(),
        face_weights: face_weights.into(),
        vertices: vertices.into(),
        vertex_weights: weights.into(),
        ..NamedSelection::default()
    }
}

//! One level of MLOD as the engine binarises it: vertices, faces in sections, selections.

use super::OdolOptions;
use super::summary::Bounds;
use crate::flags::{clip, face_to_special, negate_weight, point, point_to_clip, special};
use crate::levels::role_of;
use crate::mlod::{self, TagBody};
use crate::odol7::{FaceList, Frame, Lod, NamedSelection, Property, Section};
use crate::packed::Packed;
use glam::{Vec2, Vec3};
use retromesh_core::scene::LodRole;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::RawStr;
use std::collections::HashMap;

/// Corners of one point become one vertex when their normals are nearer than this.
const NORMAL_TOLERANCE: f32 = 0.05;
/// Corners of one point become one vertex when their texture coordinates are nearer than this.
const UV_TOLERANCE: f32 = 0.005;
/// The engine clears texture coordinates beyond this.
const UV_LIMIT: f32 = 1e5;
/// How far texture coordinates may leave the image and still count as inside.
const CLAMP_TOLERANCE: f32 = 1e-3;
/// The bytes of a face in the engine's memory, without its corners.
const FACE_MEMORY: u32 = 10;
/// No further vertex.
const END: u32 = u32::MAX;

/// What binarising left out or changed, counted.
#[derive(Default)]
pub(super) struct Losses {
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
}

/// A face on its way: the vertices in ODOL order, and what its section is made of.
struct Built {
    corners: [u32; 4],
    len: usize,
    texture: i16,
    special: u32,
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

#[derive(Clone, Copy)]
struct Vertex {
    point: u32,
    clip: u32,
    normal: Vec3,
    uv: Vec2,
    /// The next vertex of the same point.
    next: u32,
}

/// Binarises a level; its positions are those of the file less `center`.
pub(super) fn binarise(
    lod: &mlod::Lod<'_>,
    center: Vec3,
    options: &OdolOptions,
    losses: &mut Losses,
) -> Result<Lod<'static>, Error> {
    let points = lod.points.to_vec();
    let proxies = proxy_faces(lod);
    let geometry = is_geometry(lod.resolution);
    let mut vertices = Vertices::new(points.iter().map(|point| point.flags).collect());
    let normals = lod.normals.to_vec();
    let mut textures = Textures { options, names: Vec::new(), numbers: HashMap::new() };
    let mut faces: Vec<Option<Built>> = Vec::with_capacity(lod.faces.len());
    for (number, face) in lod.faces.iter().enumerate() {
        let kind = match proxies.binary_search(&(number as u32)) {
            Ok(_) => FaceKind::Proxy,
            Err(_) if geometry => FaceKind::Geometry,
            Err(_) => FaceKind::Plain,
        };
        faces.push(build(&face, kind, &normals, &mut vertices, &mut textures, losses));
    }
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
    let new_numbers = sections(&faces, &order, &vertices, &textures, &mut out);
    // The faces of a geometry level all have more flags than a level takes over from them.
    if geometry && !out.faces.is_empty() {
        out.special |= special::GEOMETRY;
    }
    out.textures = textures.names;
    contents(lod, center, &new_numbers, &mut out, losses);
    Ok(out)
}

/// Returns the numbers of the faces that place proxies, ascending: the only face of a `proxy:` selection.
pub(crate) fn proxy_faces(lod: &mlod::Lod<'_>) -> Vec<u32> {
    let mut numbers: Vec<u32> = lod
        .tags
        .iter()
        .filter(|tag| tag.text().bytes().to_ascii_lowercase().starts_with(super::summary::PROXY))
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

/// Texture paths in order of first use, lower case.
struct Textures<'o> {
    options: &'o OdolOptions,
    names: Vec<RawStr<'static>>,
    numbers: HashMap<Vec<u8>, i16>,
}

impl Textures<'_> {
    fn number(&mut self, path: &[u8]) -> i16 {
        let path = path.to_ascii_lowercase();
        if let Some(&number) = self.numbers.get(&path) {
            return number;
        }
        let Ok(number) = i16::try_from(self.names.len()) else { return -1 };
        self.names.push(RawStr::new(path.clone()));
        self.numbers.insert(path, number);
        number
    }
}

/// The vertices made so far, chained by point.
struct Vertices {
    flags: Vec<u32>,
    first: Vec<u32>,
    all: Vec<Vertex>,
}

impl Vertices {
    fn new(flags: Vec<u32>) -> Self {
        let first = vec![END; flags.len()];
        Self { flags, first, all: Vec::new() }
    }

    /// Returns the vertex of a corner: one that is near enough, or a new one.
    fn of_corner(&mut self, point: u32, face_flags: u32, normal: Vec3, uv: Vec2) -> u32 {
        let flags = self.flags.get(point as usize).copied().unwrap_or(0);
        let clip = point_to_clip(flags, face_flags);
        let mut at = self.first.get(point as usize).copied().unwrap_or(END);
        let mut last = END;
        while let Some(vertex) = self.all.get(at as usize) {
            let near = (vertex.uv - uv).abs().max_element() < UV_TOLERANCE;
            if near && vertex.clip == clip && vertex.normal.distance(normal) < NORMAL_TOLERANCE {
                return at;
            }
            last = at;
            at = vertex.next;
        }
        let new = self.all.len() as u32;
        self.all.push(Vertex { point, clip, normal, uv, next: END });
        match self.all.get_mut(last as usize) {
            Some(vertex) => vertex.next = new,
            None => self.first.iter_mut().skip(point as usize).take(1).for_each(|slot| *slot = new),
        }
        new
    }

    /// Gives each point without a vertex one that has neither normal nor texture coordinate.
    fn add_unused(&mut self) {
        for (point, &flags) in (0u32..).zip(&self.flags) {
            if self.first.get(point as usize) == Some(&END) {
                let clip = point_to_clip(flags, 0);
                self.all.push(Vertex { point, clip, normal: Vec3::ZERO, uv: Vec2::ZERO, next: END });
            }
        }
    }

    /// Sorts the vertices as the engine does and returns the new number of each.
    fn sort(&mut self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.all.len() as u32).collect();
        order.sort_by_key(|&v| self.all.get(v as usize).map(|v| (v.clip & clip::ORDER, v.point)));
        let mut numbers = vec![0; order.len()];
        for (new, &old) in (0u32..).zip(&order) {
            if let Some(slot) = numbers.get_mut(old as usize) {
                *slot = new;
            }
        }
        self.all = order.iter().filter_map(|&v| self.all.get(v as usize).copied()).collect();
        numbers
    }
}

/// Makes the vertices of a face; `None` where it has no place in ODOL.
fn build(
    face: &mlod::Face<'_>,
    kind: FaceKind,
    normals: &[Vec3],
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
        flags |= texture_flags(face.texture.bytes(), corners, textures.options);
        if kind == FaceKind::Geometry {
            flags |= special::GEOMETRY;
        }
        textures.number(face.texture.bytes())
    };
    let mut built = Built { corners: [0; 4], len: corners.len(), texture, special: flags };
    for (slot, corner) in built.corners.iter_mut().zip(corners) {
        let normal = normals.get(corner.normal as usize).copied().unwrap_or_else(|| {
            losses.indices += 1;
            Vec3::Y
        });
        let uv = if corner.uv.abs().max_element() <= UV_LIMIT {
            corner.uv
        } else {
            losses.uvs += 1;
            Vec2::ZERO
        };
        *slot = vertices.of_corner(corner.point, face.flags, normal, uv);
    }
    let [a, b, c, d] = built.corners;
    built.corners = if built.len == 4 { [b, a, d, c] } else { [b, a, c, d] };
    Some(built)
}

/// The flags that come from texture and texture coordinates.
///
/// Whether a texture has alpha stands in the texture, so the caller says it; an extension says that alpha is sorted.
fn texture_flags(texture: &[u8], corners: &[mlod::Corner], options: &OdolOptions) -> u32 {
    let texture = texture.to_ascii_lowercase();
    let inside = |value: f32| (-CLAMP_TOLERANCE..=1.0 + CLAMP_TOLERANCE).contains(&value);
    let mut flags = 0;
    if texture.ends_with(b".paa") {
        flags |= special::IS_ALPHA_ORDERED;
    }
    if options.alpha_textures.contains(&texture) {
        flags |= special::IS_ALPHA | special::IS_ALPHA_ORDERED;
    }
    if corners.iter().all(|corner| inside(corner.uv.x)) {
        flags |= special::CLAMP_U;
    }
    if corners.iter().all(|corner| inside(corner.uv.y)) {
        flags |= special::CLAMP_V;
    }
    if flags & (special::CLAMP_U | special::CLAMP_V) == 0 { flags | special::NO_CLAMP } else { flags }
}

/// Groups the faces by texture, flags and material in order of first appearance, fills in faces and sections, and returns the
/// new number of each old face.
fn sections(
    faces: &[Option<Built>],
    order: &[u32],
    vertices: &Vertices,
    textures: &Textures<'_>,
    out: &mut Lod<'static>,
) -> Vec<Option<u16>> {
    let vertex = |v: u32| order.get(v as usize).copied().unwrap_or(0);
    let material = |face: &Built| {
        let user = |&v: &u32| vertices.all.get(vertex(v) as usize).map_or(0, |v| (v.clip & clip::USER) >> 20);
        face.corners.iter().take(face.len).map(user).min().unwrap_or(0) as i32
    };
    let mut groups: Vec<(Section, Vec<u32>)> = Vec::new();
    let mut known: HashMap<(i16, u32, i32), usize> = HashMap::new();
    for (number, face) in (0u32..).zip(faces) {
        let Some(face) = face else { continue };
        let key = (face.texture, face.special, material(face));
        let group = *known.entry(key).or_insert_with(|| {
            let empty =
                usize::try_from(face.texture).ok().and_then(|t| textures.names.get(t)).is_none_or(RawStr::is_empty);
            let texture = if empty { -1 } else { face.texture };
            groups.push((Section { begin: 0, end: 0, material: key.2, texture, special: face.special }, Vec::new()));
            groups.len() - 1
        });
        if let Some((_, members)) = groups.get_mut(group) {
            members.push(number);
        }
    }
    let mut new_numbers = vec![None; faces.len()];
    let mut list = FaceList::default();
    let (mut any, mut every) = (0, u32::MAX);
    for (section, members) in &mut groups {
        section.begin = out.face_memory;
        for &number in members.iter() {
            let Some(Some(face)) = faces.get(number as usize) else { continue };
            if let Some(slot) = new_numbers.get_mut(number as usize) {
                *slot = Some(list.len() as u16);
            }
            let corners = face.corners.map(|v| vertex(v) as u16);
            list.push(face.special, face.texture, corners.get(..face.len).unwrap_or_default());
            out.face_memory += FACE_MEMORY + 2 * face.len as u32;
        }
        section.end = out.face_memory;
        any |= section.special;
        every &= section.special;
    }
    out.faces = list;
    out.sections = groups.iter().map(|(section, _)| *section).collect();
    out.special = any & special::ANY | every & special::EVERY;
    new_numbers
}

fn is_geometry(resolution: f32) -> bool {
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
                    let name = RawStr::new(name.bytes().to_ascii_lowercase());
                    out.selections.push(selection(name, &points.to_vec(), &faces.to_vec(), new_numbers, out));
                }
            }
            TagBody::Property { name, value } => {
                let lower = |text: &RawStr<'_>| RawStr::new(text.bytes().to_ascii_lowercase());
                out.properties.push(Property { name: lower(&name.text()), value: lower(&value.text()) });
            }
            TagBody::Animation { time, points } => {
                let position = |point: u16| points.get(usize::from(point)).unwrap_or_default() - center;
                let positions = out.vertex_to_point.values().iter().map(position).collect();
                out.frames.push(Frame { time: *time, positions });
            }
            // Masses are written with the model; the editor's state and normals' edges mean nothing to the game.
            TagBody::Mass(_) | TagBody::SharpEdges(_) | TagBody::Selection { .. } => {}
            TagBody::UvSet(set) if set.id == 0 => {}
            TagBody::Other(bytes) if bytes.is_empty() => {}
            TagBody::Other(_) | TagBody::UvSet(_) | TagBody::MaterialIndex(_) => losses.tags += 1,
        }
    }
    out.frames.sort_by(|a, b| a.time.total_cmp(&b.time));
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
    let faces: Vec<u16> =
        faces.iter().zip(new_numbers).filter(|(byte, _)| **byte != 0).filter_map(|(_, number)| *number).collect();
    NamedSelection {
        name,
        faces: faces.into(),
        vertices: vertices.into(),
        vertex_weights: weights.into(),
        ..NamedSelection::default()
    }
}

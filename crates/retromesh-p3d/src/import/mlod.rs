//! MLOD to scene: corners that share point, normal and texture coordinates become one vertex.

use super::materials::Appearance;
use super::split::Split;
use super::{
    Builder, MLOD_SPACE, NO_LEVEL, PartFaces, VERSION, add_masses, edges_extra, face_numbers, parted, properties,
    selection,
};
use crate::convert::{SHARP_EDGES, UNLIKE_NORMALS, ascending, carried, edges_of, proxy_faces, proxy_transform};
use crate::flags::special;
use crate::mlod::{Face, Lod, Mlod, Tag, TagBody};
use crate::proxies::of_selection;
use glam::Vec3;
use retromesh_core::mesh::{Mesh, Part, VertexFrame};
use retromesh_core::scene::Scene;
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras};
use retromesh_kit::ImportOptions;
use retromesh_wire::RawStr;
use std::collections::{BTreeSet, HashMap};

pub(super) fn scene(mlod: &Mlod<'_>, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
    let mut builder = Builder::new(MLOD_SPACE, options, diagnostics)?;
    for (index, lod) in mlod.lods.iter().enumerate() {
        level(&mut builder, lod, index)?;
    }
    let path = usize::from(mlod.default_path.as_ref().is_some_and(|path| !path.text().is_empty()));
    builder.diagnostics.note(Code::LostBytes, path, "the editor's default path")?;
    let version = mlod
        .lods
        .first()
        .map_or_else(|| NO_LEVEL.to_owned(), |lod| format!("MLOD {}", lod.kind.magic().escape_ascii()));
    builder.scene.extras.insert(VERSION.into(), version.into());
    Ok(builder.scene)
}

fn level(builder: &mut Builder<'_>, lod: &Lod<'_>, index: usize) -> Result<(), Error> {
    let mut split = Split::new(lod);
    let proxy_faces = proxy_faces(lod);
    let mut parts = Parts { room: lod.faces.len(), ..Parts::default() };
    let (mut bad_indices, mut thin) = (0, 0);
    let mut at = 0;
    for (number, face) in (0u32..).zip(lod.faces.iter()) {
        let corners = face.corners();
        let start = at;
        at += corners.len();
        if corners.is_empty() {
            thin += 1;
            continue;
        }
        if corners.iter().any(|corner| corner.point as usize >= lod.points.len()) {
            bad_indices += 1;
            continue;
        }
        if !lod.normals.is_empty() {
            bad_indices += corners.iter().filter(|corner| corner.normal as usize >= lod.normals.len()).count();
        }
        let mut vertices = [0; 4];
        for ((slot, corner), at) in vertices.iter_mut().zip(corners).zip(start..) {
            *slot = split.vertex(corner.point, corner.normal, corner.uv, at);
        }
        let vertices = vertices.get_mut(..corners.len()).unwrap_or_default();
        if let [_, _, _, _] = vertices {
            // The engine swaps pairs of corners and then draws the fan from the first: its diagonal goes from the second to the fourth.
            vertices.rotate_left(1);
        }
        let proxy = proxy_faces.binary_search(&number).is_ok();
        if let Some(part) = parts.of(&face, proxy) {
            part.push(number, face.flags, vertices);
        }
    }
    split.add_unused();
    let unshaded = usize::from(at > 0 && lod.normals.is_empty());
    builder.report(Code::CountMismatch, unshaded, index, "a level without normals")?;
    builder.report(Code::IndexOutOfRange, bad_indices, index, "corners of faces")?;
    builder.report(Code::DegenerateFace, thin, index, "a face with neither three nor four corners")?;

    let mut mesh = split.mesh(builder, lod, index)?;
    let selections = lod.tags.iter().any(Tag::is_selection);
    let numbers = if selections { face_numbers(&parts.faces, lod.faces.len()) } else { Vec::new() };
    let carried = carried::carried(lod);
    for (faces, key) in parts.faces.into_iter().zip(parts.keys) {
        let said = || {
            let texture = key.texture.bytes().to_ascii_lowercase();
            carried.get(&carried::key(&texture)).copied().unwrap_or_else(|| carried::of_name(&texture))
        };
        let special =
            if key.proxy { special::IS_HIDDEN_PROXY } else { said() & (special::IS_ALPHA | special::IS_TRANSPARENT) };
        let appearance =
            Appearance { texture: builder.text(&key.texture)?, material: builder.text(&key.material)?, special };
        let material = builder.materials.of(appearance, &mut builder.scene);
        mesh.parts.push(faces.into_part(Part { material, ..Part::default() }));
    }
    let points = split.points();
    let mut extras = tags(builder, lod, index, &numbers, &points, &mut mesh)?;
    if let Some(unlike) = unlike_normals(&mesh, &points, lod.points.len(), &extras) {
        extras.insert(UNLIKE_NORMALS.into(), unlike);
    }
    let proxies = proxies(lod);
    let node = builder.level(index, lod.resolution, mesh, extras)?;
    for (path, id, columns) in proxies {
        builder.proxy(node, path, id, columns, index)?;
    }
    Ok(())
}

/// What the faces of a part have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    texture: RawStr<'static>,
    material: RawStr<'static>,
    /// Whether they place proxies.
    proxy: bool,
}

/// Parts in order of first appearance.
#[derive(Default)]
struct Parts {
    keys: Vec<Key>,
    faces: Vec<PartFaces>,
    known: HashMap<Key, usize>,
    last: usize,
    /// The faces that the first part has room for: mostly it is the largest.
    room: usize,
}

impl Parts {
    /// Returns the part that a face belongs to.
    fn of(&mut self, face: &Face<'_>, proxy: bool) -> Option<&mut PartFaces> {
        // Two empty slices are not compared: their pointers lead nowhere, and there a comparison of no bytes takes 50 ns.
        let equal = |a: &RawStr<'_>, b: &RawStr<'_>| a.len() == b.len() && (a.is_empty() || a == b);
        let same = |key: &Key| {
            key.proxy == proxy && equal(&key.texture, &face.texture) && equal(&key.material, &face.material)
        };
        if !self.keys.get(self.last).is_some_and(same) {
            let own = |text: &RawStr<'_>| RawStr::new(text.bytes().to_vec());
            let key = Key { texture: own(&face.texture), material: own(&face.material), proxy };
            self.last = *self.known.entry(key).or_insert_with_key(|key| {
                self.keys.push(key.clone());
                self.faces.push(PartFaces::with_capacity(std::mem::take(&mut self.room)));
                self.faces.len() - 1
            });
        }
        self.faces.get_mut(self.last)
    }
}

/// Adds selections, frames and masses to the mesh; returns what goes to the node.
fn tags(
    builder: &mut Builder<'_>,
    lod: &Lod<'_>,
    index: usize,
    numbers: &[Option<u32>],
    points: &[u32],
    mesh: &mut Mesh,
) -> Result<Extras, Error> {
    let mut extras = Extras::new();
    let mut pairs = Vec::new();
    let wanted: Vec<&[u8]> = lod.section_selections().collect();
    let (mut others, mut editor) = (0, 0);
    for tag in &lod.tags {
        match &tag.body {
            TagBody::Selection { points: bytes, faces } if tag.is_selection() => {
                let byte = |(vertex, point): (u32, &u32)| {
                    bytes.get(*point as usize).filter(|byte| *byte != 0).map(|byte| (vertex, byte))
                };
                let vertices = (0u32..).zip(points).filter_map(byte).collect();
                let chosen = faces.iter().zip(numbers).filter(|(byte, _)| *byte != 0).filter_map(|(_, number)| *number);
                let name = builder.text(&tag.text())?;
                let mut selection = selection(name, vertices, chosen.collect());
                if wanted.contains(&tag.text().bytes()) {
                    selection.extras.insert("p3d.needs_sections".into(), true.into());
                }
                mesh.selections.push(selection);
            }
            TagBody::Property { name, value } => {
                pairs.push((builder.text(&name.text())?, builder.text(&value.text())?));
            }
            // The first counts, as in the engine.
            TagBody::Mass(_) if mesh.attributes.iter().any(|a| a.name == "_MASS") => others += 1,
            TagBody::Mass(masses) => {
                let not_finite = masses.iter().filter(|mass| !mass.is_finite()).count();
                builder.report(Code::NonFinite, not_finite, index, "masses")?;
                add_masses(mesh, &masses.to_vec(), points);
            }
            TagBody::Animation { time, points: positions } if time.is_finite() => {
                let all = builder.vectors(positions, positions.len(), index, "frame positions")?;
                let position = |point: &u32| all.get(*point as usize).copied().unwrap_or_default();
                mesh.vertex_frames.push(VertexFrame { time: *time, positions: points.iter().map(position).collect() });
            }
            TagBody::SharpEdges(edges) => {
                let count = lod.points.len();
                let bad = edges.iter().filter(|edge| edge.iter().any(|point| *point as usize >= count)).count();
                builder.report(Code::IndexOutOfRange, bad, index, "points of sharp edges")?;
                extras.insert(SHARP_EDGES.into(), Extra::Bytes(edges.bytes().to_vec()));
            }
            TagBody::MaterialIndex(values) => {
                let values = values.iter().map(|&value| value.into()).collect();
                extras.insert("p3d.material_index".into(), Extra::List(values));
            }
            // Coordinates are on the vertices.
            TagBody::UvSet(_) => {}
            TagBody::Selection { .. } => editor += 1,
            TagBody::Other(bytes) if bytes.is_empty() || tag.is_sections() => {}
            TagBody::Other(_) | TagBody::Animation { .. } => others += 1,
        }
    }
    mesh.vertex_frames.sort_by(|a, b| a.time.total_cmp(&b.time));
    builder.report(Code::LostChunk, others, index, "tags of unknown kind or wrong size")?;
    builder.report(Code::LostChunk, editor, index, "selections of the editor's own")?;
    let further = |tag: &&Tag<'_>| matches!(&tag.body, TagBody::UvSet(set) if set.id != 0);
    let sets = lod.tags.iter().filter(further).count().saturating_sub(Mesh::MAX_UV_SETS - 1);
    builder.report(Code::LostUvSet, sets, index, "a scene has eight")?;
    extras.extend(properties(pairs));
    Ok(extras)
}

/// Returns the edges that are sharp where no normals part, those that are not where they do, and those of vertices without a normal, to which programs
/// give one; `None` without any.
fn unlike_normals(mesh: &Mesh, points: &[u32], count: usize, extras: &Extras) -> Option<Extra> {
    let normal = |vertex: u32| mesh.normals.get(vertex as usize)?.try_normalize();
    let corner = |vertex: &u32| (points.get(*vertex as usize).copied().unwrap_or(u32::MAX), *vertex);
    let all: Vec<&[u32]> = mesh.parts.iter().flat_map(|part| part.faces.iter()).collect();
    let faces = all.iter().map(|face| face.iter().map(corner));
    let parted: BTreeSet<[u32; 2]> = parted(mesh, points, count).into_iter().collect();
    let sharp: BTreeSet<[u32; 2]> = edges_of(extras, SHARP_EDGES).into_iter().map(ascending).collect();
    let mut unlike: BTreeSet<[u32; 2]> = parted.symmetric_difference(&sharp).copied().collect();
    let edges = faces.flat_map(|face| face.clone().zip(face.cycle().skip(1)));
    let unknown = edges.filter(|((_, a), (_, b))| normal(*a).is_none() || normal(*b).is_none());
    unlike.extend(unknown.map(|((p, _), (q, _))| ascending([p, q])));
    edges_extra(&unlike)
}

/// Returns path, number and columns of each proxy: a `proxy:` selection of one face with three corners.
fn proxies(lod: &Lod<'_>) -> Vec<(String, i32, [Vec3; 4])> {
    let mut proxies = Vec::new();
    for tag in lod.tags.iter().filter(|tag| tag.is_selection()) {
        let Some(proxy) = of_selection(tag.text().bytes()) else { continue };
        let TagBody::Selection { points, faces } = &tag.body else { continue };
        let chosen = points.iter().zip(lod.points.iter()).filter(|(byte, _)| *byte != 0);
        let corners: Vec<Vec3> = chosen.map(|(_, point)| point.position).collect();
        let one_face = faces.iter().filter(|byte| *byte != 0).count() == 1;
        if let (&[a, b, c], true) = (corners.as_slice(), one_face) {
            proxies.push((proxy.path, proxy.id, proxy_transform([a, b, c])));
        }
    }
    proxies
}

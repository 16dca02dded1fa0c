//! Where everything goes in a new file: header, strings, tables, lists.

use super::Target;
use super::animations::ClipPlan;
use super::pack::{Errors, Packed, PackedMesh};
use super::skins::Rig;
use crate::ID;
use crate::document::{Bone, BoneDef, Clip, ClipDef, Document, Header, LodDef, MAGIC, Mesh, MeshDef, Span};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{RawStr, Row};
use std::borrow::Cow;
use std::collections::HashMap;

/// Tables and vertex lists start at multiples of this.
const ALIGNMENT: usize = 8;
/// The engine reads 16 bytes for each vertex and 8 for each face, so as many may follow the last one.
const SPARE: usize = 8;
/// The longest name that fits the engine's buffers.
const MAX_NAME: usize = 255;
/// What the engine puts after the names of textures.
pub(super) const EXTENSION: &str = ".dds";
/// Mesh numbers are bytes.
const MAX_MESHES: usize = 255;

/// Returns the start of a name that fits, and counts the names that do not.
fn fitting(name: &str, errors: &mut Errors) -> String {
    let mut end = name.len().min(MAX_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    errors.cut_names += usize::from(end < name.len());
    name[..end].to_owned()
}

/// Returns the name of a material that the engine may read past its end: it compares the last four bytes with an extension, and reads
/// before a name of fewer. One that it takes off again does no harm.
fn with_end(name: &str, target: Target) -> Cow<'_, str> {
    if target == Target::Engine && name.len() < EXTENSION.len() {
        return format!("{name}{EXTENSION}").into();
    }
    name.into()
}

/// A name and where it is.
type Name = (u32, Option<RawStr<'static>>);

/// Gives places to strings and lists; equal ones share one.
struct Places {
    end: usize,
    texts: HashMap<String, u32>,
    lists: HashMap<Vec<u8>, u32>,
}

impl Places {
    fn text(&mut self, text: Option<&str>) -> u32 {
        let Some(text) = text else { return 0 };
        if let Some(&offset) = self.texts.get(text) {
            return offset;
        }
        let offset = self.reserve(text.len() + 1, 1);
        self.texts.insert(text.to_owned(), offset);
        offset
    }

    fn list(&mut self, bytes: &[u8], alignment: usize) -> u32 {
        if bytes.is_empty() {
            return 0;
        }
        if let Some(&offset) = self.lists.get(bytes) {
            return offset;
        }
        let offset = self.reserve(bytes.len(), alignment);
        self.lists.insert(bytes.to_vec(), offset);
        offset
    }

    fn table(&mut self, entries: usize, entry: usize) -> Span {
        if entries == 0 {
            return Span::default();
        }
        let size = entries * entry;
        Span { offset: self.reserve(size, ALIGNMENT), size: size as u32 }
    }

    fn reserve(&mut self, size: usize, alignment: usize) -> u32 {
        let start = self.end.next_multiple_of(alignment);
        self.end = start + size;
        start as u32
    }
}

/// Puts the parts of a file together.
pub(super) fn assemble(
    packed: &Packed,
    rig: &Rig,
    clips: &[ClipPlan],
    target: Target,
    errors: &mut Errors,
) -> Result<Document<'static>, Error> {
    let order = order(packed, rig.bones.is_empty() && target == Target::Engine);
    let mut all: Vec<&PackedMesh> = order.iter().flat_map(|group| group.meshes.iter()).collect();
    // The number 0 means no solid as long as mesh 0 is drawn.
    let filler = PackedMesh { material: Some("#FFFFFF".into()), ..PackedMesh::default() };
    if packed.levels.iter().all(|(_, meshes)| meshes.is_empty()) && !packed.solids.is_empty() {
        all.insert(0, &filler);
    }
    let first_solid = all.len();
    all.extend(packed.solids.iter().map(|(_, mesh)| mesh));
    for (what, count, limit) in [("meshes", all.len(), MAX_MESHES), ("levels of detail", packed.levels.len(), 255)] {
        if count > limit {
            let what = format!("{count} {what}: their numbers are bytes");
            return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        }
    }
    let mut places = Places { end: Header::SIZE, texts: HashMap::new(), lists: HashMap::new() };
    let mut text = |name: Option<&str>| {
        let name = name.map(|name| fitting(name, errors));
        (places.text(name.as_deref()), name.map(RawStr::from))
    };
    let mut material = |mesh: &PackedMesh| text(mesh.material.as_deref().map(|name| with_end(name, target)).as_deref());
    let materials: Vec<Name> = all.iter().map(|mesh| material(mesh)).collect();
    let bone_names: Vec<Name> = rig.bones.iter().map(|bone| text(Some(&bone.name))).collect();
    let clip_names: Vec<Name> = clips.iter().map(|clip| text(Some(&clip.name))).collect();
    let lods = levels(packed, &order);
    let header = Header {
        magic: MAGIC,
        reserved: [0; 3],
        meshes: places.table(all.len(), MeshDef::SIZE),
        lods: places.table(lods.len(), LodDef::SIZE),
        bones: places.table(rig.bones.len(), BoneDef::SIZE),
        clips: places.table(clips.len(), ClipDef::SIZE),
    };
    let vertices: Vec<u32> = all.iter().map(|mesh| places.list(&mesh.vertices, ALIGNMENT)).collect();
    let faces: Vec<u32> = all.iter().map(|mesh| places.list(&mesh.faces, 4)).collect();
    let keys: Vec<u32> = clips.iter().map(|clip| places.list(&clip.keys, 1)).collect();
    if target == Target::Engine {
        places.end += SPARE;
    }
    let solid_of = |bone: usize| {
        let at = packed.solids.iter().position(|(owner, _)| usize::from(*owner) == bone);
        at.map_or(0, |at| (first_solid + at) as u8)
    };
    let offset = |list: &[u32], n: usize| list.get(n).copied().unwrap_or(0);
    let name = |list: &[Name], n: usize| list.get(n).cloned().unwrap_or_default();
    let mesh = |(n, mesh): (usize, &&PackedMesh)| Mesh {
        def: MeshDef {
            vertices: offset(&vertices, n),
            faces: offset(&faces, n),
            material: name(&materials, n).0,
            vertex_count: mesh.vertex_count,
            face_count: mesh.face_count,
            vertex_bytes: mesh.vertices.len() as u32,
            face_bytes: mesh.faces.len() as u32,
            flags: mesh.flags,
            reserved: 0,
        },
        material: name(&materials, n).1,
        vertices: Cow::Owned(mesh.vertices.clone()),
        faces: Cow::Owned(mesh.faces.clone()),
    };
    let bone = |(n, bone): (usize, &super::skins::Bone)| Bone {
        def: BoneDef {
            origin: bone.origin,
            rotation: 0,
            name: name(&bone_names, n).0,
            parent: bone.parent as u8,
            solid: solid_of(n),
            reserved: [0; 2],
        },
        name: name(&bone_names, n).1,
    };
    let clip = |(n, clip): (usize, &ClipPlan)| Clip {
        def: ClipDef {
            name: name(&clip_names, n).0,
            frames: clip.frames,
            rate: clip.rate,
            reserved: [0; 2],
            keys: offset(&keys, n),
            key_bytes: clip.keys.len() as u32,
        },
        name: name(&clip_names, n).1,
        keys: Cow::Owned(clip.keys.clone()),
    };
    Ok(Document {
        header,
        meshes: all.iter().enumerate().map(mesh).collect(),
        lods: lods.into(),
        bones: rig.bones.iter().enumerate().map(bone).collect(),
        clips: clips.iter().enumerate().map(clip).collect(),
        gaps: Vec::new(),
        size: places.end,
    })
}

/// Meshes that are together in the table.
struct Group<'a> {
    /// The level of detail that draws them.
    level: Option<usize>,
    meshes: &'a [PackedMesh],
}

/// Puts the drawn meshes, level by level, before those that are kept but not drawn; with `smallest_last` the group of the mesh with
/// the fewest vertices goes last, because the engine shades all meshes of a static model with the vertex count of the last one.
fn order(packed: &Packed, smallest_last: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = packed
        .levels
        .iter()
        .enumerate()
        .map(|(n, (_, meshes))| Group { level: Some(n), meshes })
        .chain(packed.undrawn.iter().map(|mesh| Group { level: None, meshes: std::slice::from_ref(mesh) }))
        .collect();
    let least = |group: &Group<'_>| group.meshes.iter().map(|mesh| mesh.vertex_count).min();
    let smallest = (0..groups.len()).filter_map(|n| Some((groups.get(n).and_then(least)?, std::cmp::Reverse(n)))).min();
    if let Some((_, std::cmp::Reverse(n))) = smallest.filter(|_| smallest_last) {
        let last = groups.remove(n);
        groups.push(last);
    }
    groups
}

/// Returns the level table: always one entry at least, because the engine asks for it.
fn levels(packed: &Packed, order: &[Group<'_>]) -> Vec<LodDef> {
    let mut lods: Vec<LodDef> =
        packed.levels.iter().map(|(scale, _)| LodDef { scale: *scale, ..LodDef::default() }).collect();
    let mut first = 0;
    for group in order {
        if let Some(lod) = group.level.and_then(|level| lods.get_mut(level)) {
            (lod.first, lod.count) = (first as u8, group.meshes.len() as u8);
        }
        first += group.meshes.len();
    }
    if lods.is_empty() {
        lods.push(LodDef { scale: 0x01, ..LodDef::default() });
    }
    lods
}

//! New places for the parts of a document.

use crate::document::{BoneDef, ClipDef, Document, Header, LodDef, MeshDef, Span};
use retromesh_wire::{RawStr, Row};
use std::collections::HashMap;

/// The alignment of tables and lists.
const ALIGNMENT: usize = 16;
/// The engine reads up to this many bytes beyond the last vertex or face.
const SPARE: usize = 8;

/// Returns the bytes of a name with the zero that ends it.
pub(crate) fn ended(name: &RawStr<'_>) -> Vec<u8> {
    [name.bytes(), &[0]].concat()
}

/// The places that were given so far: equal bytes share one.
struct Places {
    end: usize,
    taken: HashMap<Vec<u8>, u32>,
}

impl Places {
    /// Returns the offset of a part; 0 for one without bytes.
    fn give(&mut self, bytes: &[u8], alignment: usize) -> u32 {
        if bytes.is_empty() {
            return 0;
        }
        if let Some(place) = self.taken.get(bytes) {
            return *place;
        }
        let start = self.end.next_multiple_of(alignment);
        self.end = start + bytes.len();
        // The writer refuses what lies beyond 4 GiB.
        let place = u32::try_from(start).unwrap_or(u32::MAX);
        self.taken.insert(bytes.to_vec(), place);
        place
    }

    fn name(&mut self, name: Option<&RawStr<'_>>) -> u32 {
        name.map_or(0, |name| self.give(&ended(name), 1))
    }

    fn table(&mut self, len: usize, row: usize) -> Span {
        let offset = self.end.next_multiple_of(ALIGNMENT);
        if len == 0 {
            return Span::default();
        }
        self.end = offset + len * row;
        Span { offset: offset as u32, size: (len * row) as u32 }
    }
}

/// Gives all parts new places: tables, names, lists.
pub(crate) fn move_all(document: &mut Document<'_>) {
    let mut places = Places { end: Header::SIZE, taken: HashMap::new() };
    let header = &mut document.header;
    header.meshes = places.table(document.meshes.len(), MeshDef::SIZE);
    header.lods = places.table(document.lods.len(), LodDef::SIZE);
    header.bones = places.table(document.bones.len(), BoneDef::SIZE);
    header.clips = places.table(document.clips.len(), ClipDef::SIZE);
    document.meshes.iter_mut().for_each(|mesh| mesh.def.material = places.name(mesh.material.as_ref()));
    document.bones.iter_mut().for_each(|bone| bone.def.name = places.name(bone.name.as_ref()));
    document.clips.iter_mut().for_each(|clip| clip.def.name = places.name(clip.name.as_ref()));
    for mesh in &mut document.meshes {
        mesh.def.vertices = places.give(&mesh.vertices, ALIGNMENT);
        mesh.def.faces = places.give(&mesh.faces, ALIGNMENT);
        mesh.def.vertex_bytes = mesh.vertices.len() as u32;
        mesh.def.face_bytes = mesh.faces.len() as u32;
    }
    for clip in &mut document.clips {
        clip.def.keys = places.give(&clip.keys, 1);
        clip.def.key_bytes = clip.keys.len() as u32;
    }
    document.gaps.clear();
    document.size = places.end + SPARE;
}

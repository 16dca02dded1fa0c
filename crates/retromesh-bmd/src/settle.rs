//! Sizes, counts and places of an edited document.

use crate::document::{BoneDef, ClipDef, Document, Header, LodDef, MeshDef, Span};
use crate::places::{ended, move_all};
use crate::vertex::Bits;
use retromesh_wire::{RawStr, Row};

/// Leaves a document as it is where each part has its place in the file; else gives all parts new places one after the other, and sets
/// offsets, sizes and the counts of lists that have another size.
pub(crate) fn settle(mut document: Document<'_>) -> Document<'_> {
    if has_sizes(&document) && is_whole(&document) {
        return document;
    }
    for mesh in &mut document.meshes {
        let def = &mut mesh.def;
        if mesh.vertices.len() != def.vertex_bytes as usize {
            let count = Bits::walk(&mesh.vertices).count();
            def.vertex_count = u16::try_from(count).unwrap_or(u16::MAX);
        }
        if mesh.faces.len() != def.face_bytes as usize {
            def.face_count = u16::try_from(crate::faces::FaceStream::new(&mesh.faces).count()).unwrap_or(u16::MAX);
        }
    }
    move_all(&mut document);
    document
}

/// Returns whether the recorded sizes are those of the lists and tables.
fn has_sizes(document: &Document<'_>) -> bool {
    let Header { meshes, lods, bones, clips, .. } = document.header;
    let table = |span: Span, len: usize, row: usize| len == if span.offset == 0 { 0 } else { span.size as usize / row };
    let list = |offset: u32, size: u32, len: usize| len == if offset == 0 { 0 } else { size as usize };
    let name = |offset: u32, name: &Option<RawStr<'_>>| (offset == 0) == name.is_none();
    table(meshes, document.meshes.len(), MeshDef::SIZE)
        && table(lods, document.lods.len(), LodDef::SIZE)
        && table(bones, document.bones.len(), BoneDef::SIZE)
        && table(clips, document.clips.len(), ClipDef::SIZE)
        && document.meshes.iter().all(|mesh| {
            let def = &mesh.def;
            list(def.vertices, def.vertex_bytes, mesh.vertices.len())
                && list(def.faces, def.face_bytes, mesh.faces.len())
                && name(def.material, &mesh.material)
        })
        && document.bones.iter().all(|bone| name(bone.def.name, &bone.name))
        && document
            .clips
            .iter()
            .all(|clip| list(clip.def.keys, clip.def.key_bytes, clip.keys.len()) && name(clip.def.name, &clip.name))
}

/// Returns whether the parts cover the file, and none covers another with other bytes.
fn is_whole(document: &Document<'_>) -> bool {
    let parts = parts(document);
    let mut places: Vec<_> = parts.iter().map(|(offset, bytes)| (*offset, bytes.len())).collect();
    places.extend(document.gaps.iter().map(|gap| (gap.offset, gap.bytes.len())));
    places.sort_unstable();
    let mut end = 0;
    for (offset, len) in places {
        if offset > end && len > 0 {
            return false;
        }
        end = end.max(offset.saturating_add(len));
    }
    // From here on the size is bounded by what is listed.
    let Some(bytes) = (end == document.size).then(|| document.encode().ok()).flatten() else { return false };
    parts.iter().all(|(offset, part)| bytes.get(*offset..*offset + part.len()) == Some(part))
}

/// Returns all parts but the gaps, with their offsets.
fn parts(document: &Document<'_>) -> Vec<(usize, Vec<u8>)> {
    fn rows<T: Row>(rows: impl Iterator<Item = T>) -> Vec<u8> {
        let mut bytes = Vec::new();
        rows.for_each(|row| row.write(&mut bytes));
        bytes
    }
    let header = &document.header;
    let mut parts = vec![
        (0, rows([*header].into_iter())),
        (header.meshes.offset as usize, rows(document.meshes.iter().map(|mesh| mesh.def))),
        (header.lods.offset as usize, document.lods.bytes().to_vec()),
        (header.bones.offset as usize, rows(document.bones.iter().map(|bone| bone.def))),
        (header.clips.offset as usize, rows(document.clips.iter().map(|clip| clip.def))),
    ];
    let mut name = |offset: u32, name: &Option<RawStr<'_>>| {
        parts.extend(name.as_ref().map(|name| (offset as usize, ended(name))));
    };
    document.meshes.iter().for_each(|mesh| name(mesh.def.material, &mesh.material));
    document.bones.iter().for_each(|bone| name(bone.def.name, &bone.name));
    document.clips.iter().for_each(|clip| name(clip.def.name, &clip.name));
    for mesh in &document.meshes {
        parts.push((mesh.def.vertices as usize, mesh.vertices.to_vec()));
        parts.push((mesh.def.faces as usize, mesh.faces.to_vec()));
    }
    parts.extend(document.clips.iter().map(|clip| (clip.def.keys as usize, clip.keys.to_vec())));
    parts.retain(|(_, bytes)| !bytes.is_empty());
    parts
}

//! Sections: runs of faces with one look, and the selections that the game's configuration asks for as sections.

use super::built::{Built, Textures, Vertices};
use crate::flags::{clip, special};
use crate::mlod::{self, TagBody};
use crate::odol7::{FACE_MEMORY, FaceList, Lod, Section};
use retromesh_wire::RawStr;
use std::collections::{BTreeSet, HashMap};

/// Returns the names of the selections of a level that are to be sections, in lower case.
pub(super) fn wanted(lod: &mlod::Lod<'_>, asked: &BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
    lod.section_selections().map(<[u8]>::to_ascii_lowercase).chain(asked.iter().cloned()).collect()
}

/// Returns a number for each face, the same for faces that are in the same of the wanted selections.
pub(super) fn membership(lod: &mlod::Lod<'_>, wanted: &BTreeSet<Vec<u8>>) -> Vec<u32> {
    let mut numbers = vec![0u32; lod.faces.len()];
    for tag in lod.tags.iter().filter(|tag| tag.is_selection()) {
        let TagBody::Selection { faces, .. } = &tag.body else { continue };
        if !wanted.contains(&tag.text().bytes().to_ascii_lowercase()) {
            continue;
        }
        let mut known: HashMap<(u32, bool), u32> = HashMap::new();
        for (number, byte) in numbers.iter_mut().zip(faces) {
            let next = known.len() as u32;
            *number = *known.entry((*number, byte != 0)).or_insert(next);
        }
    }
    numbers
}

/// Groups the faces by texture, flags, material and membership in order of first appearance, fills in faces and sections, and
/// returns the new number of each old face.
pub(super) fn sections(
    faces: &[Option<Built>],
    order: &[u32],
    vertices: &Vertices,
    textures: &Textures<'_>,
    membership: &[u32],
    out: &mut Lod<'static>,
) -> Vec<Option<u16>> {
    let vertex = |v: u32| order.get(v as usize).copied().unwrap_or(0);
    let material = |face: &Built| {
        let user = |&v: &u32| vertices.all.get(vertex(v) as usize).map_or(0, |v| (v.clip & clip::USER) >> 20);
        face.corners.iter().take(face.len).map(user).min().unwrap_or(0) as i32
    };
    let mut groups: Vec<(Section, Vec<u32>)> = Vec::new();
    let mut known: HashMap<(i16, u32, i32, u32), usize> = HashMap::new();
    for (number, face) in (0u32..).zip(faces) {
        let Some(face) = face else { continue };
        let member = membership.get(number as usize).copied().unwrap_or(0);
        let key = (face.texture, face.special, material(face), member);
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

/// Marks the wanted selections and lists their faces' places in memory and the sections that lie in them as a whole.
pub(super) fn mark(out: &mut Lod<'static>, wanted: &BTreeSet<Vec<u8>>) {
    if wanted.is_empty() {
        return;
    }
    let mut places = Vec::with_capacity(out.faces.len());
    let mut at = 0;
    for face in out.faces.iter() {
        places.push(at);
        at += FACE_MEMORY + 2 * face.corners.len() as u32;
    }
    for selection in out.selections.iter_mut().filter(|selection| wanted.contains(selection.name.bytes())) {
        selection.needs_sections = 1;
        let faces = selection.faces.values();
        let offsets: Vec<u32> = faces.iter().filter_map(|face| places.get(usize::from(face)).copied()).collect();
        let inside: BTreeSet<u32> = offsets.iter().copied().collect();
        let whole = |section: &Section| {
            let [from, to] = [section.begin, section.end].map(|end| places.partition_point(|at| *at < end));
            let faces = places.get(from..to).unwrap_or_default();
            !faces.is_empty() && faces.iter().all(|at| inside.contains(at))
        };
        let sections: Vec<u32> =
            (0u32..).zip(&out.sections).filter(|(_, section)| whole(section)).map(|(number, _)| number).collect();
        selection.face_offsets = offsets.into();
        selection.sections = sections.into();
    }
}

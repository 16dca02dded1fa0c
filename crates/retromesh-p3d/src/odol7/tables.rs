//! What the tables of a model say about its faces, levels and points, and do not hold: the game reads them without a check.

use super::document::{Lod, Odol};
use super::sums;
use crate::convert::proxy_transform;
use crate::levels::role_of;
use crate::proxies::{after_prefix, proxy_name};
use glam::Vec3;
use retromesh_core::Code;
use retromesh_core::scene::LodRole;
use retromesh_wire::{RawStr, Row};
use std::collections::BTreeMap;
use std::ops::Range;

/// The bytes of a face in the engine's memory, without its corners.
pub(crate) const FACE_MEMORY: u32 = 10;

/// Something that a table says wrongly.
pub(crate) struct Wrong {
    /// What breaks the rules of the format; `None` where the table is whole and says something else than what it is about.
    pub(crate) code: Option<Code>,
    pub(crate) detail: &'static str,
    pub(crate) path: String,
}

const RANGE: Option<Code> = Some(Code::IndexOutOfRange);
const COUNT: Option<Code> = Some(Code::CountMismatch);

/// The slots of levels for a purpose, in file order, and the levels that belong there.
const SLOTS: [(&str, LodRole); 12] = [
    ("memory", LodRole::Memory),
    ("geometry", LodRole::Geometry),
    ("fire_geometry", LodRole::FireGeometry),
    ("view_geometry", LodRole::ViewGeometry),
    ("view_pilot_geometry", LodRole::ViewPilotGeometry),
    ("view_gunner_geometry", LodRole::ViewGunnerGeometry),
    ("view_commander_geometry", LodRole::ViewCommanderGeometry),
    ("view_cargo_geometry", LodRole::ViewCargoGeometry),
    ("land_contact", LodRole::LandContact),
    ("roadway", LodRole::Roadway),
    ("paths", LodRole::Paths),
    ("hit_points", LodRole::HitPoints),
];

/// Finds what the tables of a model say wrongly.
pub(crate) fn wrong_tables(odol: &Odol<'_>) -> Vec<Wrong> {
    let mut found = Vec::new();
    for (index, lod) in odol.lods.iter().enumerate() {
        let mut add = |code, detail, path: String| {
            let path = if path.is_empty() { format!("LOD[{index}]") } else { format!("LOD[{index}] > {path}") };
            found.push(Wrong { code, detail, path });
        };
        points(lod, &mut add);
        let places = places(lod);
        if places.last() != Some(&lod.face_memory) {
            add(None, "the memory of the faces is not that of the level's", String::new());
        }
        sections(lod, &places, &mut add);
        selections(lod, &places, &mut add);
        proxies(lod, &mut add);
        sums::of_level(lod, &mut add);
    }
    let mut add = |code, detail, path: &str| found.push(Wrong { code, detail, path: format!("ModelInfo > {path}") });
    levels(odol, &mut add);
    sums::of_model(odol, &mut add);
    let geometry = usize::try_from(odol.info.totals.lods.geometry).ok().and_then(|slot| odol.lods.get(slot));
    let points = geometry.map_or(0, |lod| lod.point_to_vertex.len());
    if !odol.info.masses.is_empty() && odol.info.masses.len() != points {
        add(COUNT, "masses and points of the geometry level", "masses");
    }
    found
}

fn points(lod: &Lod<'_>, add: &mut impl FnMut(Option<Code>, &'static str, String)) {
    let of_vertex = lod.vertex_to_point.values();
    if of_vertex.len() != lod.positions.len() {
        add(COUNT, "points of vertices", String::new());
        return;
    }
    let other = |(point, vertex): &(u16, u16)| of_vertex.get(usize::from(*vertex)).is_some_and(|own| own != *point);
    if let Some((point, _)) = (0..).zip(lod.point_to_vertex.values()).find(other) {
        add(None, "the vertex of a point is another point's", format!("point[{point}]"));
    }
    let places = lod.point_to_vertex.values();
    let is_apart = |(point, position): &(u16, Vec3)| {
        let first = places.get(usize::from(*point)).and_then(|vertex| lod.positions.get(usize::from(vertex)));
        first.is_some_and(|first| (0.01..f32::INFINITY).contains(&first.distance(*position)))
    };
    if let Some((point, _)) = of_vertex.iter().zip(&lod.positions).find(is_apart) {
        add(None, "the vertices of a point are in two places", format!("point[{point}]"));
    }
}

/// Returns where each face begins in the engine's memory, and where the last one ends.
fn places(lod: &Lod<'_>) -> Vec<u32> {
    let mut at = 0u32;
    let ends = lod.faces.iter().map(|face| {
        at = at.saturating_add(FACE_MEMORY + 2 * face.corners.len() as u32);
        at
    });
    std::iter::once(0).chain(ends).collect()
}

/// Returns the faces of a section; `None` where it does not begin and end with a face.
fn faces_of(places: &[u32], begin: u32, end: u32) -> Option<Range<usize>> {
    let [from, to] = [begin, end].map(|at| places.binary_search(&at).ok());
    Some(from?..to?).filter(|faces| faces.start <= faces.end)
}

fn sections(lod: &Lod<'_>, places: &[u32], add: &mut impl FnMut(Option<Code>, &'static str, String)) {
    let is_empty = |texture: i16| {
        usize::try_from(texture).ok().and_then(|index| lod.textures.get(index)).is_none_or(RawStr::is_empty)
    };
    let textures: Vec<(i16, u32)> = lod.faces.iter().map(|face| (face.texture, face.special)).collect();
    let mut drawn = Some(0);
    for (index, section) in lod.sections.iter().enumerate() {
        let path = || format!("section[{index}]");
        let is_known = usize::try_from(section.texture).map_or(section.texture == -1, |at| at < lod.textures.len());
        if !is_known {
            add(RANGE, "textures of sections", path());
        }
        let Some(faces) = faces_of(places, section.begin, section.end) else {
            add(RANGE, "faces of sections", path());
            drawn = None;
            continue;
        };
        drawn = drawn.map(|drawn| drawn + faces.len());
        let other = |&(texture, special): &(i16, u32)| {
            let same = texture == section.texture || is_empty(texture) && is_empty(section.texture);
            special != section.special || is_known && !same
        };
        if textures.get(faces).is_some_and(|textures| textures.iter().any(other)) {
            add(None, "a section has another texture or other flags than its faces", path());
        }
    }
    // Without sections the engine makes them.
    if !lod.sections.is_empty() && drawn.is_some_and(|drawn| drawn != lod.faces.len()) {
        add(COUNT, "faces of all sections and of the level", String::new());
    }
}

/// Returns the section of each face, and how many faces each section has; `None` where sections are missing or not whole.
fn owners(lod: &Lod<'_>, places: &[u32]) -> Option<(Vec<u32>, Vec<usize>)> {
    let mut owners = vec![u32::MAX; lod.faces.len()];
    let mut sizes = Vec::new();
    for (number, section) in (0..).zip(&lod.sections) {
        let faces = owners.get_mut(faces_of(places, section.begin, section.end)?)?;
        if faces.iter().any(|owner| *owner != u32::MAX) {
            return None;
        }
        sizes.push(faces.len());
        faces.fill(number);
    }
    (!sizes.is_empty()).then_some((owners, sizes))
}

/// Returns what is sorted, each item once.
fn each_once<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

fn selections(lod: &Lod<'_>, places: &[u32], add: &mut impl FnMut(Option<Code>, &'static str, String)) {
    let owners = owners(lod, places);
    for (index, selection) in lod.selections.iter().enumerate() {
        let path = || format!("selection[{index}]");
        let (faces, vertices) = (selection.faces.len(), selection.vertices.len());
        let counts = [
            (selection.face_weights.len(), faces, "weights and faces of a selection"),
            (selection.vertex_weights.len(), vertices, "weights and vertices of a selection"),
        ];
        counts.iter().filter(|(n, of, _)| *n != 0 && n != of).for_each(|(_, _, detail)| add(COUNT, detail, path()));
        let is_known = selection.sections.values().iter().all(|section| (section as usize) < lod.sections.len());
        if !is_known {
            add(RANGE, "sections of selections", path());
        } else if selection.needs_sections == 0 && !selection.sections.is_empty() {
            add(None, "a selection has sections and says that it needs none", path());
        }
        let inside = each_once(selection.faces.values().to_vec());
        if inside.len() < faces || each_once(selection.vertices.values().to_vec()).len() < vertices {
            add(None, "a selection has a face or a vertex twice", path());
        }
        if let Some((owners, sizes)) = owners.as_ref().filter(|_| is_known && selection.needs_sections != 0) {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            for owner in inside.iter().filter_map(|face| owners.get(usize::from(*face))) {
                *counts.entry(*owner).or_default() += 1;
            }
            let is_whole = |(section, count): &(u32, usize)| sizes.get(*section as usize) == Some(count);
            let whole = counts.into_iter().filter(is_whole).map(|(section, _)| section);
            let named = each_once(selection.sections.values().to_vec());
            if selection.face_offsets.len() != faces || !whole.eq(named) {
                add(None, "a selection needs sections and does not name those of its faces", path());
            }
        }
        let mut offsets = selection.faces.values().iter().zip(selection.face_offsets.values());
        if offsets.any(|(face, offset)| places.get(usize::from(face)).is_some_and(|place| *place != offset)) {
            add(None, "the places of a selection's faces are not those of its faces", path());
        }
    }
}

/// Counts what the proxies of a level say otherwise than their triangles and selections.
pub(crate) fn wrong_proxies(lod: &Lod<'_>) -> usize {
    let mut count = 0;
    proxies(lod, &mut |code, _, _| count += usize::from(code.is_none()));
    count
}

fn proxies(lod: &Lod<'_>, add: &mut impl FnMut(Option<Code>, &'static str, String)) {
    for (index, proxy) in lod.proxies.iter().enumerate() {
        let path = || format!("proxy[{index}]");
        let Some(named) = usize::try_from(proxy.selection).ok().and_then(|index| lod.selections.get(index)) else {
            add(RANGE, "selections of proxies", path());
            continue;
        };
        let Some(rest) = after_prefix(named.name.bytes()) else {
            add(None, "the selection of a proxy is no proxy's", path());
            continue;
        };
        let (name, id) = proxy_name(rest);
        if id != proxy.id || !name.eq_ignore_ascii_case(proxy.name.bytes()) {
            add(None, "the path or number of a proxy is not that of its selection", path());
        }
        let vertices = named.vertices.values().iter().take(4);
        let corners: Vec<Vec3> = vertices.filter_map(|vertex| lod.positions.get(usize::from(vertex))).collect();
        let Ok(corners) = <[Vec3; 3]>::try_from(corners) else {
            add(None, "the selection of a proxy is no triangle", path());
            continue;
        };
        let differs = |(own, expected): (&Vec3, &Vec3)| own.distance(*expected) > 0.01;
        if proxy.transform.iter().zip(&proxy_transform(corners)).any(differs) {
            add(None, "the place of a proxy is not that of its triangle", path());
        }
    }
}

fn levels(odol: &Odol<'_>, add: &mut impl FnMut(Option<Code>, &'static str, &str)) {
    let roles: Vec<LodRole> = odol.info.resolutions.to_vec().into_iter().map(role_of).collect();
    let mut slots = [0; SLOTS.len()];
    odol.info.totals.lods.store(&mut slots);
    for (slot, (name, role)) in slots.into_iter().map(|slot| slot as i8).zip(SLOTS) {
        let named = usize::try_from(slot).ok().and_then(|index| roles.get(index));
        // Other geometries replace those that are missing.
        let falls_back =
            name.ends_with("_geometry") && matches!(named, Some(LodRole::Geometry | LodRole::ViewGeometry));
        let is_right = named.map_or(!roles.contains(&role), |named| *named == role || falls_back);
        let path = format!("lods.{name}");
        if slot != -1 && named.is_none() {
            add(RANGE, "levels for a purpose", &path);
        } else if !is_right {
            add(None, "the level for a purpose is another one", &path);
        }
    }
}

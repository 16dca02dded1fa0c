//! What the fixtures hold between them: every struct, every special level, both sides of the length from which arrays are packed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::Diagnostics;
use retromesh_core::scene::LodRole;
use retromesh_kit::ImportOptions;
use retromesh_p3d::mlod::{Kind, Mlod, TagBody};
use retromesh_p3d::odol7::Odol;
use retromesh_p3d::{Document, Packed, role_of};
use retromesh_testkit::fixtures;
use retromesh_wire::Row;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The documents of all fixtures that are whole.
fn documents() -> (Vec<Odol<'static>>, Vec<Mlod<'static>>) {
    let (mut odols, mut mlods) = (Vec::new(), Vec::new());
    for file in fixtures("p3d", "p3d", 70).iter().filter(|file| !file.name.starts_with("bad/")) {
        match Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap() {
            Document::Odol(odol) => odols.push(odol.into_owned()),
            Document::Mlod(mlod) => mlods.push(mlod.into_owned()),
        }
    }
    (odols, mlods)
}

/// For each kind of array the numbers of bytes that occur, and whether the file has them packed.
type Lengths = BTreeMap<&'static str, BTreeSet<(usize, bool)>>;

fn note<T: Row>(name: &'static str, array: &Packed<'_, T>, lengths: &mut Lengths) {
    let length = array.values().bytes().len();
    lengths.entry(name).or_default().insert((length, array.packed_bytes().is_some()));
}

#[test]
fn every_array_is_on_both_sides_of_the_threshold() {
    let mut lengths = Lengths::new();
    let (odols, _) = documents();
    for odol in &odols {
        note("masses, 4", &odol.info.masses, &mut lengths);
        for lod in &odol.lods {
            note("clip flags, 4", &lod.clip, &mut lengths);
            note("texture coordinates, 8", &lod.uvs, &mut lengths);
            note("point to vertex, 2", &lod.point_to_vertex, &mut lengths);
            note("vertex to point, 2", &lod.vertex_to_point, &mut lengths);
            for selection in &lod.selections {
                note("faces, 2", &selection.faces, &mut lengths);
                note("face weights, 1", &selection.face_weights, &mut lengths);
                note("face offsets, 4", &selection.face_offsets, &mut lengths);
                note("sections, 4", &selection.sections, &mut lengths);
                note("vertices, 2", &selection.vertices, &mut lengths);
                note("vertex weights, 1", &selection.vertex_weights, &mut lengths);
            }
        }
    }
    assert_eq!(lengths.len(), 11);
    for (name, lengths) in lengths {
        let size: usize = name.rsplit(' ').next().unwrap().parse().unwrap();
        assert!(lengths.contains(&(1024 - size, false)), "{name} just under the threshold: {lengths:?}");
        assert!(lengths.contains(&(1024, true)), "{name} at the threshold: {lengths:?}");
        assert!(lengths.contains(&(0, false)), "no {name}: {lengths:?}");
        assert!(lengths.iter().all(|&(length, packed)| packed == (length >= 1024)), "{name}: {lengths:?}");
    }
}

#[test]
fn every_structure_of_odol_occurs() {
    let (odols, _) = documents();
    let lods = || odols.iter().flat_map(|odol| &odol.lods);
    let selections = || lods().flat_map(|lod| &lod.selections);
    let facts = [
        ("no level", odols.iter().any(|odol| odol.lods.is_empty())),
        ("a level without vertices", lods().any(|lod| lod.positions.is_empty())),
        ("textures", lods().any(|lod| lod.textures.len() > 1)),
        ("an empty texture path", lods().any(|lod| lod.textures.iter().any(retromesh_wire::RawStr::is_empty))),
        ("a vertex without point", lods().any(|lod| lod.vertex_to_point.values().iter().any(|point| point == 0xffff))),
        ("triangles", lods().any(|lod| lod.faces.iter().any(|face| face.corners.len() == 3))),
        ("quads", lods().any(|lod| lod.faces.iter().any(|face| face.corners.len() == 4))),
        ("a polygon", lods().any(|lod| lod.faces.iter().any(|face| face.corners.len() > 4))),
        ("a face without texture", lods().any(|lod| lod.faces.iter().any(|face| face.texture == -1))),
        ("several sections", lods().any(|lod| lod.sections.len() > 1)),
        ("weighted vertices", selections().any(|selection| !selection.vertex_weights.is_empty())),
        ("weighted faces", selections().any(|selection| !selection.face_weights.is_empty())),
        ("face offsets", selections().any(|selection| !selection.face_offsets.is_empty())),
        ("sections of a selection", selections().any(|selection| !selection.sections.is_empty())),
        ("properties", lods().any(|lod| !lod.properties.is_empty())),
        ("several frames", lods().any(|lod| lod.frames.len() > 1)),
        ("proxies", lods().any(|lod| !lod.proxies.is_empty())),
        ("a bounding centre", odols.iter().any(|odol| odol.info.facts.bounding_center != glam::Vec3::ZERO)),
        ("masses", odols.iter().any(|odol| !odol.info.masses.is_empty())),
    ];
    let missing: Vec<&str> = facts.iter().filter(|(_, there)| !there).map(|(name, _)| *name).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_structure_of_mlod_occurs_in_the_layouts_that_have_it() {
    let (_, mlods) = documents();
    let mut tags: BTreeSet<String> = BTreeSet::new();
    let mut kinds = [0, 0];
    for mlod in &mlods {
        for lod in &mlod.lods {
            kinds[usize::from(lod.kind == Kind::P3dm)] += 1;
            for tag in &lod.tags {
                let name = tag.text().to_string();
                tags.insert(match (&tag.body, name.starts_with('#')) {
                    (TagBody::Selection { .. }, false) => "a selection".into(),
                    (TagBody::Other(bytes), true) if !bytes.is_empty() => format!("{name} as bytes"),
                    (TagBody::Other(_), false) => "a selection of a wrong size".into(),
                    _ => name,
                });
            }
        }
    }
    let expected = [
        "#Animation#",
        "#Animation# as bytes",
        "#EndOfFile#",
        "#Hidden#",
        "#Hide#",
        "#Lock#",
        "#Mass#",
        "#MaterialIndex#",
        "#Property#",
        "#Selected#",
        "#SharpEdges#",
        "#Strange# as bytes",
        "#UVSet#",
        "#UVSet# as bytes",
        "a selection",
        "a selection of a wrong size",
    ];
    assert_eq!(tags.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(kinds[0] >= 10 && kinds[1] >= 10, "{kinds:?} levels of SP3X and P3DM");
    assert!(mlods.iter().any(|mlod| mlod.default_path.is_some()), "a default path");
    let faces = || mlods.iter().flat_map(|mlod| &mlod.lods).flat_map(|lod| lod.faces.iter());
    assert!(faces().any(|face| face.count == 3) && faces().any(|face| face.count == 4));
    assert!(faces().any(|face| !face.material.is_empty()), "a material");
}

#[test]
fn every_special_level_occurs() {
    let (odols, mlods) = documents();
    let of_odol: BTreeSet<u32> = odols.iter().flat_map(|odol| odol.info.resolutions.iter()).map(f32::to_bits).collect();
    // The exact values that Operation Flashpoint knows.
    let special: [u32; 20] = [
        0x447a_0000,
        0x4489_8000,
        0x4496_0000,
        0x5511_84e7,
        0x5863_5fa9,
        0x58e3_5fa9,
        0x592a_87bf,
        0x5963_5fa9,
        0x598e_1bca,
        0x59aa_87bf,
        0x59c6_f3b4,
        0x59e3_5fa9,
        0x59ff_cb9e,
        0x5a0e_1bca,
        0x5a1c_51c4,
        0x5a2a_87bf,
        0x5a38_bdb9,
        0x5a46_f3b4,
        0x5a55_29af,
        0x5a63_5fa9,
    ];
    for bits in special {
        assert!(of_odol.contains(&bits), "{bits:#x} in no ODOL");
    }
    let resolutions = mlods.iter().flat_map(|mlod| &mlod.lods).map(|lod| lod.resolution);
    let roles: HashSet<LodRole> =
        of_odol.iter().map(|bits| f32::from_bits(*bits)).chain(resolutions).map(role_of).collect();
    let of_arma = [
        LodRole::ShadowVolume,
        LodRole::ShadowBuffer,
        LodRole::Edit,
        LodRole::Buoyancy,
        LodRole::Physics,
        LodRole::SubParts,
        LodRole::Wreck,
        LodRole::Other,
    ];
    assert!(of_arma.iter().all(|role| roles.contains(role)), "{roles:?}");
    // One role for each value of Operation Flashpoint, those of Arma, and the visual one.
    assert_eq!(roles.len(), special.len() + of_arma.len() + 1, "{roles:?}");
}

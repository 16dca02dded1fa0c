//! How textures go on past their edges, through a scene.
#![allow(clippy::indexing_slicing)]

use retromesh_core::material::Wrap;
use retromesh_core::{Diagnostics, Scene};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::convert::OdolOptions;
use retromesh_p3d::odol7::{FaceList, Odol};
use retromesh_testkit::fixture;
use std::collections::BTreeSet;

const REPEATS: u32 = 0x2000;
const CLAMP_U: u32 = 0x4000;
const CLAMP_V: u32 = 0x8000;
const ALL: u32 = REPEATS | CLAMP_U | CLAMP_V;

/// Returns a model whose faces have one texture and flags; every other one has the second.
fn odol(flags: [u32; 2]) -> Odol<'static> {
    let document = Document::parse(&fixture("p3d/odol-sections.p3d").bytes).unwrap().into_owned();
    let Document::Odol(mut odol) = document else { panic!("no ODOL") };
    for lod in &mut odol.lods {
        lod.faces = lod.faces.iter().enumerate().fold(FaceList::default(), |mut faces, (number, face)| {
            let corners: Vec<u16> = face.corners.iter().collect();
            faces.push(face.special & !ALL | flags[number % 2], 0, &corners);
            faces
        });
    }
    odol
}

fn clampings(odol: &Odol<'_>) -> BTreeSet<u32> {
    odol.lods.iter().flat_map(|lod| lod.faces.iter()).map(|face| face.special & ALL).collect()
}

/// Converts a scene to ODOL at once and by way of MLOD; returns the flags of both, and how often they are reported to be those of the coordinates.
fn both(scene: &Scene) -> [(BTreeSet<u32>, usize); 2] {
    ["odol7", "mlod"].map(|target| {
        let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
        options.target = Some(target.to_owned());
        let made = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut found).unwrap().document;
        let odol = match made {
            Document::Odol(odol) => odol,
            Document::Mlod(mlod) => mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap(),
        };
        (clampings(&odol), found.entries().iter().filter(|entry| entry.detail.contains("coordinates say")).count())
    })
}

fn scene(odol: Odol<'static>) -> Scene {
    Document::from(odol).to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

/// The texture coordinates of the fixture are all inside of its textures.
#[test]
fn textures_go_on_as_the_flags_of_their_faces_said() {
    for flags in [REPEATS, 0, CLAMP_U, CLAMP_V, CLAMP_U | CLAMP_V] {
        let scene = scene(odol([flags; 2]));
        let expected = (BTreeSet::from([flags]), 0);
        assert_eq!(both(&scene), [expected.clone(), expected], "{flags:#x}");
    }
}

#[test]
fn flags_that_differ_between_the_faces_of_a_texture_are_kept_in_odol_and_reported_of_mlod() {
    let [odol, mlod] = both(&scene(odol([REPEATS, CLAMP_U | CLAMP_V])));
    assert_eq!(odol, (BTreeSet::from([REPEATS, CLAMP_U | CLAMP_V]), 0));
    assert!(mlod.0 == BTreeSet::from([CLAMP_U | CLAMP_V]) && mlod.1 > 0, "{mlod:?}");
}

#[test]
fn flags_that_nothing_else_says_are_kept_where_the_texture_is_the_same() {
    const ORDERED: u32 = 0x2_0000;
    // Of water, sampled by points.
    for special in [REPEATS, REPEATS | ORDERED, 0, REPEATS | 0x1400] {
        let flags = |odol: &Odol<'_>| -> BTreeSet<u32> {
            odol.lods.iter().flat_map(|lod| lod.faces.iter()).map(|face| face.special).collect()
        };
        let mut odol = odol([0; 2]);
        for lod in &mut odol.lods {
            lod.textures = vec!["a\\b.paa".into()];
            lod.faces = lod.faces.iter().fold(FaceList::default(), |mut faces, face| {
                faces.push(special, 0, &face.corners.iter().collect::<Vec<u16>>());
                faces
            });
        }
        let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
        options.target = Some("odol7".to_owned());
        let mut made = |scene: &Scene| {
            let made = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut found).unwrap().document;
            let Document::Odol(made) = made else { panic!("no ODOL") };
            flags(&made)
        };
        let mut scene = scene(odol);
        assert_eq!(made(&scene), BTreeSet::from([special]), "{special:#x}");
        // Another texture says it by its name.
        scene.images.iter_mut().for_each(|image| image.path = "a\\c.paa".into());
        assert_eq!(made(&scene), BTreeSet::from([special & ALL | ORDERED]), "{special:#x}");
        let is_said = found.entries().iter().any(|entry| entry.detail.contains("is sorted"));
        assert_eq!(is_said, special & ORDERED == 0, "{found:?}");
    }
}

#[test]
fn a_texture_that_was_changed_goes_on_as_it_says() {
    for (was, wrap, expected) in [
        (REPEATS, Wrap::Clamp, CLAMP_U | CLAMP_V),
        (CLAMP_U | CLAMP_V, Wrap::Repeat, REPEATS),
        (CLAMP_U, Wrap::Repeat, REPEATS),
    ] {
        let mut scene = scene(odol([was; 2]));
        scene.textures.iter_mut().for_each(|texture| (texture.wrap_u, texture.wrap_v) = (wrap, wrap));
        let expected = (BTreeSet::from([expected]), 0);
        assert_eq!(both(&scene), [expected.clone(), expected], "{was:#x} {wrap:?}");
    }
}

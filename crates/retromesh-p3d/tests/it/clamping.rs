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
fn flags_that_differ_between_the_faces_of_a_texture_are_reported() {
    let found = both(&scene(odol([REPEATS, CLAMP_U | CLAMP_V])));
    assert!(
        found.iter().all(|(flags, count)| *flags == BTreeSet::from([CLAMP_U | CLAMP_V]) && *count > 0),
        "{found:?}"
    );
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

//! Limits and strictness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::export::astray;
use glam::{Mat4, Quat, Vec3};
use retromesh_bogle::{Document, Settings};
use retromesh_core::keyframes::Track;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Diagnostics, Error, check};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_testkit::fixtures;
use std::borrow::Cow;

fn convert(name: &str, options: &ImportOptions, mut diagnostics: Diagnostics) -> Result<usize, Error> {
    let files = fixtures("bgl", "bgl", 80);
    let file = files.iter().find(|file| file.name == name).unwrap();
    let document = Document::parse_with(&file.bytes, options, &mut diagnostics)?;
    Ok(document.to_scene_with(options, &mut diagnostics)?.nodes.len())
}

#[test]
fn limits_are_kept() {
    let mut small = ImportOptions::default();
    small.limits.input_bytes = 100;
    let error = convert("skin.bgl", &small, Diagnostics::new()).unwrap_err().to_string();
    assert!(error.starts_with("bgl: input size over the limit: at most 100, found "), "{error}");
    // Two bones and three keys of 48 bytes: 1024 + 144 for a copy, and there are two.
    let mut copies = ImportOptions::default();
    copies.limits.unpacked_bytes = 2335;
    let error = convert("shared-skeleton.bgl", &copies, Diagnostics::new()).unwrap_err().to_string();
    let what = "bgl: animation collections with a copy for each instance over the limit: at most 2335, found 2336";
    assert_eq!(error, what);
    copies.limits.unpacked_bytes = 2336;
    assert!(convert("shared-skeleton.bgl", &copies, Diagnostics::new()).is_ok());
}

#[test]
fn bytes_after_the_end_are_read_on_request() {
    let files = fixtures("bgl", "bgl", 80);
    let mut options = ImportOptions::default();
    for name in ["layout-16", "layout-15", "layout-12b", "layout-6", "layout-4"] {
        let file = files.iter().find(|file| file.name == format!("{name}.bgl")).unwrap();
        let bytes = [file.bytes.as_slice(), b"\n\n"].concat();
        options.settings.put(&Settings::default());
        let error = Document::parse_with(&bytes, &options, &mut Diagnostics::new()).unwrap_err().to_string();
        assert!(error.contains("expected no more bytes, found 2 more"), "{name}: {error}");
        options.settings.put(&Settings { unloadable: true, ..Settings::default() });
        let mut diagnostics = Diagnostics::new();
        let document = Document::parse_with(&bytes, &options, &mut diagnostics).unwrap();
        assert_eq!(&*document.trailing, b"\n\n", "{name}");
        assert_eq!(document.encode().unwrap(), bytes, "{name}");
        let entry = diagnostics.entries().iter().find(|entry| entry.code == Code::TrailingBytes).unwrap();
        assert_eq!((entry.count, entry.offset), (2, Some(file.bytes.len() as u64)), "{name}");
        let plain = Document::parse_with(&file.bytes, &options, &mut Diagnostics::new()).unwrap();
        assert_eq!(plain, Document { trailing: Cow::Borrowed(&[]), ..document }, "{name}");
    }
    // What is no file of any layout stays refused.
    assert!(Document::parse_with(b"BOGLE\0\x01", &options, &mut Diagnostics::new()).is_err());
}

/// The exporter writes the head of a root bone in the skeleton's axes, that of others in their own.
#[test]
fn root_bones_are_placed_in_the_axes_that_are_asked_for() {
    let files = fixtures("bgl", "bgl", 80);
    let file = files.iter().find(|file| file.name == "skin-rotated.bgl").unwrap();
    let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let bones = document.collections[0].bones.to_vec();
    let rotation = Quat::from_array(bones[0].rotation);
    let position = Vec3::from_array(bones[0].position);
    assert!(position != Vec3::ZERO && rotation != Quat::IDENTITY);
    let offset: Vec3 = document.collections[0].animations[0].keys.get(1, 4).unwrap();
    for (root_in_armature_space, rest, moved) in
        [(false, rotation * position, rotation * (position + offset)), (true, position, position + rotation * offset)]
    {
        let mut options = ImportOptions::default();
        options.settings.put(&Settings { root_in_armature_space, ..Settings::default() });
        let scene = document.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
        assert_eq!(check(&scene), []);
        let joints = &scene.skeletons[0].joints;
        let place = |n: usize| scene.nodes[joints[n].index()].transform.trs().translation;
        assert!(place(0).abs_diff_eq(rest, 1e-6), "{root_in_armature_space}");
        let second = Quat::from_array(bones[1].rotation) * Vec3::from_array(bones[1].position);
        assert!(place(1).abs_diff_eq(second, 1e-6), "{root_in_armature_space}");
        let moves = scene.animations[0].channels.iter().find_map(|channel| match &channel.track {
            Track::Translation(values) if channel.target == joints[0] => Some(values[1]),
            _ => None,
        });
        assert!(moves.is_none_or(|place| place.abs_diff_eq(moved, 1e-6)), "{root_in_armature_space}: {moves:?}");
        assert_eq!(moves.is_some(), offset != Vec3::ZERO);
    }
}

#[test]
fn strict_reading_refuses_what_lenient_reading_repairs() {
    let options = ImportOptions::default();
    let rows = [
        ("tree-repeated.bgl", "bgl: repeated-node: "),
        ("cameras.bgl", "bgl: several-main-cameras: "),
        ("bone-cycle.bgl", "bgl: missing-parent: "),
        ("bone-stray.bgl", "bgl: index-out-of-range: "),
        ("key-order.bgl", "bgl: unsorted-keys: "),
        ("bone-rotations.bgl", "bgl: unnormalized-quaternion: "),
        ("layout-16.bgl", "bgl: missing-file: no geometries/tri_1.bgg"),
    ];
    for (name, expected) in rows {
        assert!(convert(name, &options, Diagnostics::new()).is_ok(), "{name}");
        let error = convert(name, &options, Diagnostics::strict()).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
    // What is unplaced may be so on purpose, as coarser levels of detail are.
    for name in ["layout-15.bgl", "tree-empty.bgl"] {
        assert_eq!(
            convert(name, &options, Diagnostics::strict()).unwrap(),
            convert(name, &options, Diagnostics::new()).unwrap(),
            "{name}"
        );
    }
    assert_eq!(convert("layout-15.bgl", &options, Diagnostics::strict()).unwrap(), 2);
}

/// A position that a turn takes beyond what a float holds.
#[test]
fn bones_of_overflowing_numbers_are_refused() {
    let mut scene = astray();
    let joint = scene.skeletons[0].joints[0];
    // A bind matrix without an inverse: the bone is where the node is.
    scene.skeletons[0].inverse_bind[0] = Mat4::ZERO;
    scene[joint].transform =
        Trs { translation: Vec3::splat(3e38), rotation: Quat::from_rotation_z(0.5), scale: Vec3::ONE }.into();
    let written =
        Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new());
    let error = written.map(drop).unwrap_err().to_string();
    assert!(error.contains("numbers of bones are too large"), "{error}");
}

/// Matrices that are no numbers equal nothing, themselves included.
#[test]
fn a_joint_whose_matrix_overflows_is_one_joint() {
    let file = fixtures("bgl", "bgl", 60).into_iter().find(|file| file.name == "skin.bgl").unwrap();
    let mut document = Document::parse(&file.bytes).unwrap().into_owned();
    document.collections[0].matrix = [3e38; 16];
    let scene = document.to_scene().unwrap();
    assert_eq!(scene.skeletons[0].joints.len(), 2);
    assert_eq!(check(&scene), []);
}

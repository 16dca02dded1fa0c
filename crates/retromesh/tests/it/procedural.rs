//! Textures that a game makes of their names, of which other programs have no file.
#![allow(clippy::indexing_slicing)]

use retromesh::material::{AlphaMode, Material};
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, Limits, Request, Scene, Source, format_by_extension};
use retromesh_testkit::fixture;
use std::path::Path;

/// The path in the fixture, and others of the same length.
const GREY: &str = "#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)";
const CLEAR: &str = "#(argb,8,8,3)color(0.5,0.2,0.0,0.6,co)";
const SCREEN: &str = "#(argb,64,64,1)r2t(a_screen_here,1.00)";

/// Converts bytes, and reads the result; says what was reported.
fn converted(bytes: &[u8], from: &str, to: &str, target: Option<&str>) -> (Vec<u8>, Scene, Diagnostics) {
    let (import, mut export, mut found) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
    (export.file_name, export.target) = (format!("out.{to}"), target.map(str::to_owned));
    let source = Source::from_bytes(bytes.to_vec(), Path::new(from), &Limits::default()).unwrap();
    let format = format_by_extension(to).unwrap();
    let output =
        retromesh::convert_source(&source, format, &Request::new(&import, &export), &mut found).unwrap().output;
    let mut ignored = Diagnostics::new();
    let model = format.read(&output.bytes, &output, &import, &mut ignored).unwrap();
    let scene = model.to_scene_with(&import, &mut ignored).unwrap();
    drop(model);
    (output.bytes, scene, found)
}

fn with_path(path: &str) -> Vec<u8> {
    let mut bytes = fixture("p3d/p3dm-materials.p3d").bytes;
    let at = bytes.windows(GREY.len()).position(|window| window == GREY.as_bytes()).unwrap();
    bytes[at..at + GREY.len()].copy_from_slice(path.as_bytes());
    bytes
}

/// Returns the material that shows an image of this path.
fn showing<'s>(scene: &'s Scene, path: &str) -> Option<&'s Material> {
    let is_it = |material: &&Material| {
        let mut images = material.drawn_layers(scene).filter_map(|(_, texture)| texture.image);
        images.any(|image| scene[image].path == path)
    };
    scene.materials.iter().find(is_it)
}

#[test]
fn p3d_and_gltf_keep_the_path_and_say_what_is_no_colour() {
    for (path, alpha_mode, is_reported) in
        [(GREY, AlphaMode::Opaque, false), (CLEAR, AlphaMode::Blend, false), (SCREEN, AlphaMode::Opaque, true)]
    {
        let (glb, scene, found) = converted(&with_path(path), "in.p3d", "glb", None);
        assert_eq!(showing(&scene, path).map(|material| material.alpha_mode), Some(alpha_mode), "{path}");
        let said = |found: &Diagnostics| {
            let mut entries = found.entries().iter().filter(|entry| entry.detail.contains(path));
            (entries.next().map(|entry| (entry.code, entry.count)), entries.next().is_some())
        };
        assert_eq!(said(&found), (is_reported.then_some((Code::UnsupportedImage, 1)), false), "{path}");
        let (_, scene, found) = converted(&glb, "in.glb", "p3d", Some("p3dm"));
        assert_eq!((showing(&scene, path).is_some(), said(&found)), (true, (None, false)), "{path}");
        let is_flag = |key: &String| key.contains("retromesh.texture");
        assert!(!scene.nodes.iter().any(|node| node.extras.keys().any(is_flag)), "{path}");
    }
}

#[test]
fn the_material_has_the_colour_where_programs_look_for_a_file() {
    for (path, color) in [(GREY, [0.5, 0.5, 0.5, 1.0]), (CLEAR, [0.5, 0.2, 0.0, 0.6])] {
        for to in ["obj", "b3d", "bgl", "x"] {
            let (_, scene, found) = converted(&with_path(path), "in.p3d", to, None);
            let is_it = |material: &&Material| material.base_color.abs_diff_eq(color.into(), 1e-5);
            assert_eq!(scene.materials.iter().filter(is_it).count(), 1, "{path} {to}: {:?}", scene.materials);
            assert_eq!((showing(&scene, path), found.count(Code::MovedExtras)), (None, 1), "{path} {to}");
        }
    }
}

#[test]
fn odol_has_the_mean_and_the_alpha() {
    for (path, is_blended) in [(GREY, false), (CLEAR, true)] {
        let (_, scene, found) = converted(&with_path(path), "in.p3d", "p3d", Some("odol7"));
        let material = showing(&scene, path).expect("the path is as it was");
        assert_eq!(material.alpha_mode == AlphaMode::Blend, is_blended, "{path}");
        assert!(found.entries().iter().all(|entry| !entry.detail.contains("color(")), "{found:?}");
    }
}

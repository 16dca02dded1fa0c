//! Real rooms against what an independent reader found in them, and through glTF and a map of the editor and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::reader;
use retromesh_core::{Diagnostics, Scene};
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, Format, ImportOptions, NoFiles};
use retromesh_rmesh::{Document, FORMAT};
use retromesh_testkit::{File, Outcome, corpus, exercise};
use serde_json::Value;
use std::collections::BTreeSet;

fn rooms() -> Vec<File> {
    corpus("rmesh", "rmesh", 45)
}

/// Reads a file of a format into its scene.
fn scene(format: &dyn Format, bytes: &[u8]) -> Scene {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).unwrap();
    model.to_scene_with(&options, &mut diagnostics).unwrap()
}

fn write(format: &dyn Format, scene: &Scene, textures: Textures) -> (Vec<u8>, Diagnostics) {
    let mut options = ExportOptions::default();
    options.textures = textures;
    let mut diagnostics = Diagnostics::new();
    let output = format.write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
    (output.bytes, diagnostics)
}

#[test]
fn real_files_survive_without_a_word() {
    for file in rooms() {
        match exercise(&FORMAT, &NoFiles, &file.bytes) {
            Outcome::Scene(_, diagnostics) => assert_eq!(diagnostics.entries(), [], "{}", file.name),
            Outcome::Document(error) | Outcome::Refused(error) => panic!("{}: {error}", file.name),
        }
    }
}

#[test]
fn real_files_hold_what_was_found_in_them() {
    for file in rooms() {
        let path =
            file.path.with_file_name(format!("{}.expect.json", file.path.file_name().unwrap().to_string_lossy()));
        let expected: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let number = |key: &str| expected[key].as_u64().unwrap() as usize;
        let texts = |key: &str| -> Vec<String> {
            expected[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
        };
        let document = Document::parse(&file.bytes).unwrap();
        let surfaces = &document.surfaces;
        assert_eq!(String::from_utf8_lossy(document.header()), expected["header"].as_str().unwrap(), "{}", file.name);
        assert_eq!(surfaces.len(), number("surfaces"), "{}", file.name);
        assert_eq!(surfaces.iter().map(|s| s.vertices.len()).sum::<usize>(), number("vertices"), "{}", file.name);
        assert_eq!(surfaces.iter().map(|s| s.triangles.len()).sum::<usize>(), number("triangles"), "{}", file.name);
        assert_eq!(document.hidden.iter().map(|s| s.triangles.len()).sum::<usize>(), number("hidden"), "{}", file.name);
        let events: Vec<String> = document.triggers.iter().flatten().map(|trigger| trigger.event.to_string()).collect();
        assert_eq!(events, texts("triggers"), "{}", file.name);
        let slots = surfaces.iter().flat_map(|surface| [&surface.light_map, &surface.diffuse]);
        let names: BTreeSet<String> = slots.map(|slot| slot.name.to_string()).collect();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), texts("textures"), "{}", file.name);
        for (kind, count) in expected["entities"].as_object().unwrap() {
            let found = document.entities.iter().filter(|entity| entity.kind() == kind).count();
            assert_eq!(found as u64, count.as_u64().unwrap(), "{}: {kind}", file.name);
        }
        let vertices = || surfaces.iter().flat_map(|surface| &surface.vertices);
        let min = vertices().fold(glam::Vec3::MAX, |min, vertex| min.min(vertex.position));
        let max = vertices().fold(glam::Vec3::MIN, |max, vertex| max.max(vertex.position));
        for (key, found) in [("min", min), ("max", max)] {
            for (axis, expected) in expected[key].as_array().unwrap().iter().enumerate() {
                assert_eq!(f64::from(found[axis]), expected.as_f64().unwrap(), "{}: {key}", file.name);
            }
        }
        let room = reader::read(&file.bytes);
        assert!(room.ends && room.kinds().values().sum::<u64>() as usize == document.entities.len(), "{}", file.name);
    }
}

#[test]
fn real_files_come_back_from_gltf_byte_for_byte() {
    for file in rooms() {
        for textures in [Textures::Link, Textures::Embed, Textures::None] {
            let (glb, _) = write(&retromesh_gltf::FORMAT, &scene(&FORMAT, &file.bytes), textures);
            let (back, diagnostics) = write(&FORMAT, &scene(&retromesh_gltf::FORMAT, &glb), Textures::Link);
            assert!(!diagnostics.is_lossy(), "{}: {:?}", file.name, diagnostics.entries());
            assert!(back == file.bytes, "{} with {textures:?}", file.name);
        }
    }
}

#[test]
fn real_files_come_back_from_maps_of_the_editor() {
    let mut same = 0;
    let files = rooms();
    for file in &files {
        let (map, _) = write(&retromesh_b3d::FORMAT, &scene(&FORMAT, &file.bytes), Textures::Link);
        let (back, _) = write(&FORMAT, &scene(&retromesh_b3d::FORMAT, &map), Textures::Link);
        let (before, after) = (reader::read(&file.bytes), reader::read(&back));
        assert_eq!(before.kinds(), after.kinds(), "{}", file.name);
        assert_eq!((before.min, before.max), (after.min, after.max), "{}", file.name);
        for (before, after) in before.entities.iter().zip(&after.entities) {
            assert_eq!((&before.kind, before.at), (&after.kind, after.at), "{}", file.name);
            let fields = |fields: &[String]| fields.first().cloned();
            assert_eq!(fields(&before.fields), fields(&after.fields), "{}", file.name);
        }
        same += usize::from(back == file.bytes);
    }
    println!("{same} of {} rooms have the same bytes after a map of the editor", files.len());
}

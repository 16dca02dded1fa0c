//! Whatever is accepted can be written from its scene, and what is written is read without a complaint.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use retromesh_bo3d::{BoneAxes, Document, Floats, Settings, VertexFloats};
use retromesh_core::{Diagnostics, Scene, check};
use retromesh_kit::{ExportOptions, ImportOptions, Lints};
use retromesh_testkit::fixtures;

fn scene(bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<Scene> {
    let options = ImportOptions::default();
    let document = Document::parse_with(bytes, &options, diagnostics).ok()?;
    Some(document.to_scene_with(&options, diagnostics).unwrap())
}

/// Prints a file and applies the rules of the engine to it.
fn inspect(bytes: &[u8]) {
    if let Ok(document) = Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()) {
        let mut text = String::new();
        Document::dump(&document, &mut text).unwrap();
        assert!(
            text.starts_with("bo3d version")
                && document.lint(retromesh_testkit::target(&retromesh_bo3d::FORMAT, "bogl")).len() <= 19
        );
    }
}

fn rewritten(scene: &Scene, options: &ExportOptions) -> Vec<u8> {
    Document::from_scene_with(&scene.validate().unwrap(), options, &mut Diagnostics::new())
        .unwrap()
        .document
        .encode()
        .unwrap()
}

/// Returns options of every kind in turn.
fn options(n: usize) -> ExportOptions {
    let mut options = ExportOptions::default();
    let vertex_floats = [VertexFloats::F32, VertexFloats::F16, VertexFloats::Auto][n % 3];
    let bone_axes = [BoneAxes::Keep, BoneAxes::Align][n % 2];
    options.settings.put(&Settings { vertex_floats, bone_axes, ..Settings::default() });
    options.frames_per_second = [None, Some(7.5), None, Some(120.0)][n % 4];
    options
}

#[test]
fn a_second_pass_changes_no_byte() {
    // A bone without volume has no inverse, before and after.
    for file in fixtures("bo3d", "bo3d", 100).iter().filter(|file| file.name != "bones-flat.bo3d") {
        let Some(first) = scene(&file.bytes, &mut Diagnostics::new()) else { continue };
        let once = rewritten(&first, &ExportOptions::default());
        let mut strict = Diagnostics::strict();
        let second = scene(&once, &mut strict).unwrap_or_else(|| panic!("{}", file.name));
        assert!(rewritten(&second, &ExportOptions::default()) == once, "{}", file.name);
    }
}

#[test]
fn damaged_scenes_are_written_and_read() {
    let mut cases = 0;
    for file in fixtures("bo3d", "bo3d", 100) {
        let mut damaged = file.bytes.clone();
        for (i, &byte) in file.bytes.iter().enumerate() {
            for value in [0x00, 0x7f, 0xff].into_iter().filter(|&value| value != byte) {
                damaged.splice(i..=i, [value]);
                inspect(&damaged);
                let Some(scene) = scene(&damaged, &mut Diagnostics::new()) else { continue };
                let bytes = rewritten(&scene, &options(i));
                let again = self::scene(&bytes, &mut Diagnostics::new());
                let again = again.unwrap_or_else(|| panic!("{} with byte {i:#x} = {value:#04x}", file.name));
                assert!(check(&again).is_empty());
                cases += 1;
            }
            damaged.splice(i..=i, [byte]);
        }
    }
    println!("{cases} damaged scenes");
    assert!(cases > 20_000, "{cases}");
}

#[test]
fn widths_survive_a_pass() {
    for file in fixtures("bo3d", "bo3d", 100).iter().filter(|file| file.name == "square-half.bo3d") {
        let scene = scene(&file.bytes, &mut Diagnostics::new()).unwrap();
        let bytes = rewritten(&scene, &options(1));
        let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::strict()).unwrap();
        assert_eq!(document.floats, Floats::F16);
        assert!(bytes == file.bytes);
    }
}

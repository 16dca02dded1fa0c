//! What several tests do with files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh_core::{Diagnostics, Scene, check};
use retromesh_gltf::Document;
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_testkit::GlbFile;
use serde_json::Value;

/// Reads a file into a sound scene.
pub(crate) fn read(bytes: &[u8]) -> (Scene, Diagnostics) {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with(bytes, &options, &mut diagnostics).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    (scene, diagnostics)
}

/// Returns the JSON part of a binary file.
pub(crate) fn json(bytes: &[u8]) -> Value {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// Reads a file of another program from the fixtures.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/gltf/outside");
    std::fs::read(format!("{folder}/{name}.glb")).unwrap()
}

/// Takes a binary file apart.
pub(crate) fn opened(file: &[u8]) -> GlbFile {
    let start = 28 + u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    GlbFile { json: json(file), bin: file.get(start..).unwrap_or_default().to_vec() }
}

/// Writes a scene as a GLB file.
pub(crate) fn write(scene: &Scene) -> Vec<u8> {
    let scene = scene.validate().unwrap();
    Document::from_scene_with(&scene, &ExportOptions::default(), &mut Diagnostics::new())
        .unwrap()
        .document
        .encode()
        .unwrap()
}

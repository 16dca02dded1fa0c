//! Scenes that are stored by serde come back.

use crate::files;
use retromesh::{Diagnostics, ImportOptions, Scene, Source};

/// Stores the scenes of all files of a format as JSON and reads them again; returns how many there are.
fn store(folder: &str, extension: &str) -> usize {
    let options = ImportOptions::default();
    let mut stored = 0;
    for file in files(folder, extension, 1) {
        let mut diagnostics = Diagnostics::new();
        let source = Source::from_bytes(file.bytes.clone(), &file.path, &options.limits).unwrap();
        let Ok(model) = source.read(&options, &mut diagnostics) else { continue };
        let Ok(scene) = model.to_scene_with(&options, &mut diagnostics) else { continue };
        let json = serde_json::to_string(&scene).unwrap();
        assert!(json.starts_with(r#"{"schema":1,"scene":{"space":"#), "{}: {}", file.name, &json[..60]);
        let again: Scene = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        assert!(again == scene, "{}: the scene differs", file.name);
        stored += 1;
    }
    stored
}

#[test]
fn scenes_of_all_formats_come_back_from_json() {
    let formats = ["b3d", "bo3d", "bgl", "bmd", "p3d", "obj"];
    let stored = formats.map(|format| store(format, format));
    assert!(stored.iter().all(|&count| count >= 20), "{stored:?}");
    assert!(store("gltf", "glb") >= 20);
    assert!(store("paa", "paa") >= 10);
}

#[test]
fn a_scene_of_another_schema_is_refused() {
    let json = serde_json::to_string(&Scene::default()).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), Scene::default());
    for (from, to, expected) in [
        ("\"schema\":1", "\"schema\":2", "invalid value: integer `2`, expected the schema 1 of scenes"),
        ("\"schema\":1,", "", "missing field `schema`"),
        ("\"nodes\"", "\"knots\"", "unknown field `knots`"),
    ] {
        let error = serde_json::from_str::<Scene>(&json.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

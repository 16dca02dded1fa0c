//! Real files, and files crafted against the engine's real loaders, with what is expected of each.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use retromesh_bogle::tree::{self, AfterClose};
use retromesh_bogle::{Document, FORMAT};
use retromesh_core::{Diagnostics, Scene, check};
use retromesh_kit::{ExportOptions, Format, ImportOptions, NoFiles};
use retromesh_testkit::{File, corpus, exercise};
use serde_json::{Value, json};

/// Files without an expectation are those that the engine refuses.
const REFUSED: [(&str, &str); 4] = [
    ("extra_close", "a brace that closes nothing"),
    ("index_out_of_range", "an instance under 2"),
    ("trailing_byte", "expected no more bytes, found 1 more"),
    ("trailing_newline", "expected no more bytes, found 1 more"),
];

fn files() -> Vec<File> {
    corpus("bgl", "bgl", 22)
}

fn expectation(file: &File) -> Option<Value> {
    let path = file.path.with_extension("bgl.expect.json");
    std::fs::read(path).ok().map(|bytes| serde_json::from_slice(&bytes).unwrap())
}

fn floats(values: &[f32]) -> Vec<f32> {
    values.to_vec()
}

fn expect_floats(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

/// Compares the document with its expectation.
fn compare(name: &str, document: &Document<'_>, expected: &Value) {
    assert_eq!(document.layout.to_string(), expected["layout"], "{name}");
    let counts = json!({
        "cameras": document.cameras.len(),
        "geometries": document.geometries.len(),
        "materials": document.materials.len(),
        "lights": document.lights.len(),
        "animation_collections": document.collections.len(),
        "instances": document.instances.len(),
    });
    assert_eq!(counts, expected["counts"], "{name}");
    assert_eq!(floats(&document.ambient), expect_floats(&expected["ambient"]), "{name}");
    for (camera, e) in document.cameras.iter().zip(expected["cameras"].as_array().unwrap()) {
        assert_eq!(
            json!([camera.kind, camera.width, camera.height, camera.main]),
            json!([e["type"], e["width"], e["height"], e["main"]])
        );
        assert_eq!(
            [camera.near, camera.far, camera.fov].map(f64::from),
            ["near", "far", "fov"].map(|k| e[k].as_f64().unwrap() as f32).map(f64::from)
        );
        assert_eq!(camera.name.decode().0, e["name"].as_str().unwrap());
    }
    for (geometry, e) in document.geometries.iter().zip(expected["geometries"].as_array().unwrap()) {
        let data = geometry.data.as_ref().unwrap();
        assert_eq!(json!([data.vertices.len(), data.indices.len()]), json!([e["vertices"], e["indices"]]), "{name}");
        assert_eq!(geometry.name.decode().0, e["name"].as_str().unwrap());
        let first = data.vertices.get::<[f32; 20]>(0, 0).unwrap();
        let last = data.vertices.get::<[f32; 20]>(data.vertices.len() - 1, 0).unwrap();
        assert_eq!(
            (floats(&first), floats(&last)),
            (expect_floats(&e["first_vertex"]), expect_floats(&e["last_vertex"]))
        );
    }
    for (material, e) in document.materials.iter().zip(expected["materials"].as_array().unwrap()) {
        assert_eq!(material.name.decode().0, e["name"].as_str().unwrap());
        for (color, key) in [
            (material.ambient, "ambient"),
            (material.diffuse, "diffuse"),
            (material.specular, "specular"),
            (material.emissive, "emissive"),
        ] {
            assert_eq!(floats(&color), expect_floats(&e[key]), "{name} {key}");
        }
        for (value, key) in [
            (material.opacity, "opacity"),
            (material.specular_power, "specular_power"),
            (material.reflectance, "reflectance"),
            (material.refraction, "refraction"),
            (material.index_of_refraction, "index_of_refraction"),
            (material.bump_intensity, "bump_intensity"),
            (material.specular_scale, "specular_scale"),
            (material.alpha_threshold, "alpha_threshold"),
        ] {
            assert_eq!(value, e[key].as_f64().unwrap() as f32, "{name} {key}");
        }
        let keys = ["ambient", "emissive", "diffuse", "specular", "specular_power", "normal", "bump", "opacity"];
        for (texture, key) in material.textures.iter().zip(keys) {
            assert_eq!(texture.decode().0, e["textures"][key].as_str().unwrap_or(""), "{name} {key}");
        }
    }
    for (light, e) in document.lights.iter().zip(expected["lights"].as_array().unwrap()) {
        assert_eq!(json!([light.kind]), json!([e["type"]]));
        assert_eq!(floats(&light.attenuation), expect_floats(&e["attenuation_clq"]));
        assert_eq!(
            [light.intensity, light.angle],
            [e["intensity"].as_f64().unwrap() as f32, e["angle"].as_f64().unwrap() as f32]
        );
    }
    for (collection, e) in document.collections.iter().zip(expected["animation_collections"].as_array().unwrap()) {
        assert_eq!(floats(&collection.matrix), expect_floats(&e["model"]), "{name}");
        for (bone, e) in collection.bones.iter().zip(e["bones"].as_array().unwrap()) {
            assert_eq!(floats(&bone.position), expect_floats(&e["position"]));
            assert_eq!(floats(&bone.rotation), expect_floats(&e["rotation_xyzw"]));
            assert_eq!(json!(bone.parent), e["parent"]);
        }
        for (animation, e) in collection.animations.iter().zip(e["animations"].as_array().unwrap()) {
            assert_eq!(animation.name.decode().0, e["name"].as_str().unwrap());
            assert_eq!(animation.keys.column::<f32>(0).collect::<Vec<_>>(), expect_floats(&e["timestamps"]));
        }
    }
    for (instance, e) in document.instances.iter().zip(expected["instances"].as_array().unwrap()) {
        let indices = [instance.camera, instance.geometry, instance.material, instance.light, instance.collection];
        let expected = ["camera", "geometry", "material", "light", "animation_collection"].map(|key| e[key].clone());
        assert_eq!(json!(indices), json!(expected), "{name}");
    }
    let tree = tree::read(document.tree.bytes(), document.instances.len(), AfterClose::LastRead).unwrap();
    let e = &expected["tree"];
    assert_eq!(document.tree.decode().0, e["text"].as_str().unwrap());
    assert_eq!(
        json!([tree.order.len(), tree.depth, tree.unclosed]),
        json!([e["placed"], e["max_depth"], e["unclosed_braces"]]),
        "{name}"
    );
    assert_eq!(json!(tree.repeated), e["duplicate_mentions"], "{name}");
    for (n, parent) in tree.parents.iter().enumerate().filter(|&(n, _)| tree.placed[n]) {
        assert_eq!(json!(parent.map_or(-1, i64::from)), e["parents"][n.to_string()], "{name} {n}");
    }
}

#[test]
fn each_file_is_what_its_expectation_says_or_refused() {
    for file in files() {
        let mut diagnostics = Diagnostics::new();
        match (Document::parse_with(&file.bytes, &ImportOptions::default(), &mut diagnostics), expectation(&file)) {
            (Ok(document), Some(expected)) => {
                compare(&file.name, &document, &expected);
                assert_eq!(document.encode().unwrap(), file.bytes, "{}", file.name);
                assert_eq!(document.clone().into_owned(), document, "{}", file.name);
            }
            (Err(error), None) => {
                let (_, reason) = REFUSED.iter().find(|(stem, _)| file.name.contains(stem)).unwrap();
                assert!(error.to_string().contains(reason), "{}: {error}", file.name);
            }
            (Ok(_), None) => panic!("{} is accepted", file.name),
            (Err(error), Some(_)) => panic!("{}: {error}", file.name),
        }
    }
}

#[test]
fn scenes_have_no_violation_and_are_fixed_points() {
    for file in files() {
        exercise(&FORMAT, &NoFiles, &file.bytes);
        let options = ImportOptions::default();
        let mut diagnostics = Diagnostics::new();
        let Ok(document) = Document::parse_with(&file.bytes, &options, &mut diagnostics) else { continue };
        let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
        assert_eq!(check(&scene), []);
        let write = |scene: &Scene| {
            let scene = scene.validate().unwrap();
            FORMAT.write(&scene, &ExportOptions::default(), &mut Diagnostics::new()).unwrap().bytes
        };
        let first = write(&scene);
        let again = Document::parse_with(&first, &options, &mut diagnostics)
            .unwrap()
            .to_scene_with(&options, &mut diagnostics)
            .unwrap();
        assert_eq!(write(&again), first, "{}", file.name);
    }
}

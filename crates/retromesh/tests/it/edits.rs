//! What another program edits in a GLB is in the file that is written of it, or in the diagnostics.
#![cfg(all(feature = "b3d", feature = "gltf"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, format_by_extension};
use serde_json::{Value, json};

type Edit = fn(&mut Value);

/// Converts a fixture to glTF, edits its JSON and converts it back; returns the node names of the result, and what was found on the way back.
fn back(name: &str, edit: Edit) -> (Vec<String>, Diagnostics) {
    let file = retromesh_testkit::fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == name).unwrap();
    let [b3d, gltf] = ["b3d", "gltf"].map(|extension| format_by_extension(extension).unwrap());
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    "out.gltf".clone_into(&mut export.file_name);
    let scene =
        |format: &dyn retromesh::Format, bytes: &[u8], files: &dyn retromesh::Files, found: &mut Diagnostics| {
            format.read(bytes, files, &import, found).unwrap().to_scene_with(&import, found).unwrap()
        };
    let original = scene(b3d, &file.bytes, &NoFiles, &mut Diagnostics::new());
    let output = gltf.write(&original.validate().unwrap(), &export, &mut Diagnostics::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&output.bytes).unwrap();
    edit(&mut json);
    let mut found = Diagnostics::new();
    let edited = scene(gltf, &serde_json::to_vec(&json).unwrap(), &output, &mut found);
    let written = b3d.write(&edited.validate().unwrap(), &export, &mut found).unwrap();
    let again = scene(b3d, &written.bytes, &NoFiles, &mut Diagnostics::new());
    (again.nodes.iter().map(|node| node.name.clone()).collect(), found)
}

fn node<'v>(json: &'v mut Value, name: &str) -> &'v mut Value {
    json["nodes"].as_array_mut().unwrap().iter_mut().find(|node| node["name"] == name).unwrap()
}

fn light(json: &mut Value) -> &mut Value {
    &mut json["extensions"]["KHR_lights_punctual"]["lights"][0]
}

#[test]
fn names_and_lights_of_maps() {
    // Of the last column, how often it is reported.
    let rows: [(&str, Edit, &str, Code, u64); 6] = [
        ("nothing", |_| {}, "classname=light", Code::StaleExtras, 0),
        ("nothing", |_| {}, "classname=light", Code::LostLight, 0),
        ("another name", |json| node(json, "classname=light")["name"] = json!("lamp"), "lamp", Code::StaleExtras, 1),
        (
            "a number more, as Blender adds it",
            |json| node(json, "classname=light")["name"] = json!("classname=light.001"),
            "classname=light",
            Code::StaleExtras,
            0,
        ),
        ("a colour", |json| light(json)["color"] = json!([1.0, 0.0, 0.0]), "classname=light", Code::LostLight, 1),
        ("a range", |json| light(json)["range"] = json!(3.0), "classname=light", Code::LostLight, 1),
    ];
    for (what, edit, name, code, count) in rows {
        let (names, found) = back("payload-3dws.b3d", edit);
        assert!(names.iter().any(|found| found == name), "{what}: {names:?}");
        assert_eq!(found.count(code), count, "{what}: {found:?}");
    }
}

#[test]
fn names_and_pictures_of_images() {
    let rename: Edit = |json| {
        for image in json["images"].as_array_mut().unwrap() {
            image["name"] = json!("other.png");
        }
    };
    let (_, found) = back("everything.b3d", |_| {});
    assert_eq!(found.count(Code::Restored), 0, "{found:?}");
    let (_, found) = back("everything.b3d", rename);
    assert!(found.count(Code::Restored) > 0, "{found:?}");
    let without: Edit = |json| {
        for material in json["materials"].as_array_mut().unwrap() {
            material.as_object_mut().unwrap().remove("occlusionTexture");
        }
    };
    let (_, found) = back("lightmap-3dws.b3d", without);
    assert!(found.count(Code::Restored) + found.count(Code::StaleExtras) > 0, "{found:?}");
}

//! Damaged and hostile files: an error or a valid scene, never a panic, never much memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh, Part, Selection};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, ErrorKind, MeshId, Scene, check};
use retromesh_gltf::Document;
use retromesh_kit::{ExportOptions, ImportOptions, NoFiles};
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};
use std::thread;

/// Parses and imports; whatever is accepted must be lossless and valid.
fn import(bytes: &[u8]) -> Result<(), String> {
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let document =
        Document::parse_with_files(bytes, &NoFiles, &options, &mut diagnostics).map_err(|e| e.to_string())?;
    assert_eq!(document.encode().unwrap(), bytes);
    document.dump(&mut String::new()).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).map_err(|e| e.to_string())?;
    assert_eq!(check(&scene), []);
    // What was imported can be written.
    Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics)
        .map_err(|e| e.to_string())?;
    Ok(())
}

/// Imports every prefix of a file, and the file with each byte changed; returns how many of these are accepted.
fn damage(name: &str, scene: &Scene) -> usize {
    let scene = scene.validate().unwrap();
    let written = Document::from_scene_with(&scene, &ExportOptions::default(), &mut Diagnostics::new()).unwrap();
    let glb = written.encode().unwrap().bytes;
    import(&glb).unwrap_or_else(|error| panic!("{name}: {error}"));
    for end in 0..glb.len() {
        assert!(import(&glb[..end]).is_err(), "{name}: {end} of {} bytes", glb.len());
    }
    let mut accepted = 0;
    for at in 0..glb.len() {
        for value in [0, 0x7f, 0x80, 0xff, glb[at] ^ 1] {
            let mut changed = glb.clone();
            changed[at] = value;
            accepted += usize::from(import(&changed).is_ok());
        }
    }
    accepted
}

#[test]
fn every_prefix_and_every_changed_byte_is_survived() {
    let names = ["attributes", "materials", "skinned-loose", "clips", "morphs", "vertex-frames", "levels", "objects"];
    let scenes: Vec<_> = crate::scenes::all().into_iter().filter(|(name, _)| names.contains(name)).collect();
    assert_eq!(scenes.len(), names.len());
    let accepted: usize = thread::scope(|scope| {
        let runs: Vec<_> = scenes.iter().map(|(name, scene)| scope.spawn(move || damage(name, scene))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).sum()
    });
    assert!(accepted > 1000, "{accepted}");
}

/// A triangle as JSON with one change.
fn changed(pointer: &str, value: Value) -> Vec<u8> {
    let mut file = GlbFile::triangle();
    file.json["buffers"] = json!([{"byteLength": file.bin.len().next_multiple_of(4)}]);
    match pointer.rsplit_once('/') {
        Some((parent, key)) if file.json.pointer(pointer).is_none() => {
            file.json.pointer_mut(parent).unwrap()[key] = value;
        }
        _ => *file.json.pointer_mut(pointer).unwrap() = value,
    }
    file.glb()
}

#[test]
fn wrong_values_are_named() {
    let huge = json!(4_294_967_295u32);
    let rows: Vec<(&str, Value, &str)> = vec![
        ("/asset/version", json!("1.0"), "gltf: glTF 1.0 is not supported: only 2.0"),
        ("/meshes", json!({"mesh_1": {"primitives": []}}), "gltf: glTF 1.0 is not supported: only 2.0"),
        (
            "/extensionsRequired",
            json!(["XX_unknown_compression"]),
            "gltf: the required extension XX_unknown_compression is not supported: export it without this extension",
        ),
        (
            "/extensionsRequired",
            json!(["EXT_unheard_of"]),
            "gltf: the required extension EXT_unheard_of is not supported: export it without this extension",
        ),
        (
            "/accessors/0/count",
            json!(4),
            "gltf: truncated accessor: expected 48 bytes, found 36 in meshes[0] > accessors[0]",
        ),
        ("/accessors/0/count", huge.clone(), "unpacked bytes of accessors over the limit"),
        ("/accessors/0/count", json!(u64::MAX), "unpacked bytes of accessors over the limit"),
        ("/accessors/0/byteOffset", json!(u64::MAX), "truncated accessor"),
        ("/accessors/0/type", json!("VEC9"), "bad accessor type"),
        ("/accessors/0/type", json!("SCALAR"), "bad accessor type: expected 3 columns, found 1"),
        ("/accessors/0/componentType", json!(1), "bad component type"),
        ("/accessors/0/bufferView", json!(9), "bad buffer view: expected one that exists, found number 9"),
        ("/bufferViews/0/byteLength", huge.clone(), "truncated buffer view"),
        ("/bufferViews/0/byteStride", json!(4), "bad byte stride: expected 12 or more, found 4"),
        ("/buffers/0/byteLength", json!(1000), "gltf: truncated buffer: expected 1000 bytes, found 44 in buffers[0]"),
        ("/buffers/0/uri", json!("https://host/x.bin"), "bad buffer link: expected a relative path inside"),
        ("/buffers/0/uri", json!("/etc/passwd"), "bad buffer link: expected a relative path inside"),
        ("/buffers/0/uri", json!("a/%2e%2e/x.bin"), "bad buffer link: expected a relative path inside"),
        ("/buffers/0/uri", json!("\\\\host\\share"), "bad buffer link: expected a relative path inside"),
        ("/buffers/0/uri", json!("C:x.bin"), "bad buffer link: expected a relative path inside"),
        ("/buffers/0/uri", json!("x.bin"), "bad buffer link: expected a file next to the model, found no \"x.bin\""),
        ("/buffers/0/uri", json!("data:;base64,!!"), "bad buffer link: expected a link that holds data"),
        ("/meshes/0/primitives/0/attributes", json!([]), "bad JSON"),
        ("/asset", Value::Null, "bad JSON"),
    ];
    for (pointer, value, expected) in rows {
        let error = import(&changed(pointer, value.clone())).expect_err(pointer);
        assert!(error.contains(expected), "{pointer} = {value}: {error}");
    }
}

#[test]
fn a_buffer_without_a_place_is_named() {
    let first = json!({"byteLength": 3, "uri": "data:;base64,AAAA"});
    let rows = [
        (json!([{"byteLength": 3}]), "gltf: bad buffer: expected a uri or a binary chunk, found neither in buffers[0]"),
        (
            json!([first, {"byteLength": 3}]),
            "gltf: bad buffer: expected a uri, as the binary chunk is buffers[0], found none in buffers[1]",
        ),
    ];
    for (buffers, expected) in rows {
        let views = json!([{"buffer": buffers.as_array().unwrap().len() - 1, "byteLength": 3}]);
        let file = json!({"asset": {"version": "2.0"}, "buffers": buffers, "bufferViews": views});
        assert_eq!(import(file.to_string().as_bytes()).unwrap_err(), expected);
    }
}

#[test]
fn broken_links_are_repaired() {
    let rows: Vec<(&str, Value)> = vec![
        ("/nodes/0/children", json!([0])),
        ("/nodes/0/children", json!([7])),
        ("/nodes", json!([{"children": [1]}, {"children": [0]}, {"children": [1]}])),
        ("/nodes/0/mesh", json!(9)),
        ("/nodes/0/skin", json!(9)),
        ("/nodes/0/camera", json!(9)),
        ("/nodes/0/rotation", json!([0, 0, 0, 0])),
        ("/nodes/0/scale", json!([1e38, 1e38, 1e38])),
        ("/meshes/0/primitives/0/material", json!(5)),
        ("/meshes/0/primitives/0/mode", json!(9)),
        ("/meshes/0/primitives/0/attributes/NORMAL", json!(1)),
        ("/scenes", json!([{"nodes": [99]}, {}])),
        ("/scene", json!(7)),
        ("/animations", json!([{"channels": [{"sampler": 0, "target": {"path": "rotation"}}], "samplers": []}])),
        ("/skins", json!([{"joints": [0, 0]}, {"joints": [99]}, {"joints": []}])),
        ("/extras", json!({"a": null, "b": [1, "x"]})),
    ];
    let mut accepted = 0;
    for (pointer, value) in rows {
        match import(&changed(pointer, value)) {
            Ok(()) => accepted += 1,
            Err(error) => assert!(error.starts_with("gltf: "), "{pointer}: {error}"),
        }
    }
    assert!(accepted >= 14, "{accepted}");
}

#[test]
fn deep_and_wide_trees_are_survived() {
    let deep =
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let _ = import(deep.as_bytes());
    let mut file = GlbFile::triangle();
    // A chain of nodes, a cycle at its end.
    let count = 50_000;
    let nodes: Vec<Value> = (0..count).map(|i| json!({"children": [(i + 1) % count]})).collect();
    file.json["nodes"] = Value::Array(nodes);
    import(&file.glb()).unwrap();
    // Thousands of meshes over the same bytes: the limit on what they unpack to holds.
    let mut file = GlbFile::new();
    let accessor = file.floats("VEC3", &vec![0.5; 30_000]);
    let attributes =
        |i: usize| json!({"primitives": [{"attributes": {"POSITION": accessor, format!("_A{i}"): accessor}}]});
    file.json["meshes"] = (0..2000).map(attributes).collect();
    let error = import(&file.glb()).unwrap_err();
    assert!(error.contains("unpacked bytes of accessors over the limit"), "{error}");
}

#[test]
fn a_few_bytes_that_select_a_whole_mesh_again_and_again_are_refused() {
    let count = 10_000;
    let triangles: Vec<[u32; 3]> = (0..count - 2).map(|i| [i, i + 1, i + 2]).collect();
    let all = Selection { vertices: (0..count).collect(), ..Selection::default() };
    let mut error = String::new();
    // The file has room for 64 times its size.
    for (selections, refused) in [(100, false), (3000, true)] {
        let mesh = Mesh {
            positions: vec![Vec3::ZERO; count as usize],
            parts: vec![Part { faces: Faces::Triangles(triangles.clone()), ..Part::default() }],
            selections: vec![all.clone(); selections],
            ..Mesh::default()
        };
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { mesh, ..Node::default() });
        let glb =
            Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
                .unwrap()
                .encode()
                .unwrap()
                .bytes;
        let read = import(&glb);
        assert_eq!(read.is_err(), refused, "{selections} selections");
        error = read.err().unwrap_or_default();
    }
    assert!(error.contains("unpacked bytes"), "{error}");
}

/// Few bytes that ask for much: every kind of growth counts as unpacked.
#[test]
fn what_grows_is_bounded() {
    const MANY: usize = 10_000;
    let accessor = |count: usize, kind: &str| json!({"componentType": 5126, "count": count, "type": kind});
    let primitive = |attributes: Value, targets: usize| {
        let targets = vec![json!({}); targets];
        if targets.is_empty() {
            json!({"mode": 0, "attributes": attributes})
        } else {
            json!({"mode": 0, "attributes": attributes, "targets": targets})
        }
    };
    let colors = |position: usize| -> Value {
        let colors = (0..300).map(|n| (format!("COLOR_{n}"), json!(2)));
        colors.chain([("POSITION".to_owned(), json!(position))]).collect::<serde_json::Map<_, _>>().into()
    };
    let vertices = json!([accessor(MANY, "VEC3"), accessor(1, "VEC3"), accessor(1, "VEC4")]);
    let model = |mesh: Value| json!({"asset": {"version": "2.0"}, "accessors": vertices, "meshes": [mesh]});
    let frames = json!({"retromesh": {"vertexFrames": vec![0; 100]}, "targetNames": vec!["frame 0"; 100]});
    let name = "a".repeat(MANY);
    let moved = |n: usize| {
        let offset = json!({"KHR_texture_transform": {"offset": [n, 0]}});
        json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "extensions": offset}}})
    };
    let rows: [(&str, Value); 5] = [
        ("colours of one vertex", model(json!({"primitives": [primitive(colors(0), 0)]}))),
        (
            "sets next to empty targets",
            model(json!({"primitives": [primitive(colors(1), 0), primitive(json!({"POSITION": 0}), 100)]})),
        ),
        (
            "frames without values",
            model(json!({"primitives": [primitive(json!({"POSITION": 0}), 100)], "extras": frames})),
        ),
        (
            "names of instances",
            json!({
                "asset": {"version": "2.0"}, "accessors": [accessor(1000, "VEC3")], "extensionsUsed": ["EXT_mesh_gpu_instancing"],
                "nodes": [{"name": name, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}}],
            }),
        ),
        (
            "textures with extras",
            json!({
                "asset": {"version": "2.0"}, "images": [{"uri": "a.png"}], "extensionsUsed": ["KHR_texture_transform"],
                "textures": [{"source": 0, "extras": {"a": name}}], "materials": (0..200).map(moved).collect::<Vec<_>>(),
            }),
        ),
    ];
    for (what, file) in rows {
        let mut options = ImportOptions::default();
        options.limits.unpacked_bytes = 1 << 20;
        let bytes = file.to_string().into_bytes();
        let mut diagnostics = Diagnostics::new();
        let document = Document::parse_with_files(&bytes, &NoFiles, &options, &mut diagnostics).unwrap();
        let error = document.to_scene_with(&options, &mut diagnostics).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{what}: {error}");
    }
}

/// An outline that the extras name is checked before it is cut.
#[test]
fn outlines_of_others_are_stale() {
    for outline in [json!([0, 9_999_999, 9_999_999]), json!([0, 1]), json!([0])] {
        let corners = json!({"retromesh": {"corners": [2, 1, 3, 1], "loops": [outline]}});
        let (bytes, mut diagnostics) = (changed("/meshes/0/primitives/0/extras", corners), Diagnostics::new());
        let options = ImportOptions::default();
        let document = Document::parse_with(&bytes, &options, &mut diagnostics).unwrap();
        let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
        assert_eq!((check(&scene), diagnostics.count(Code::StaleExtras)), (vec![], 1));
    }
}

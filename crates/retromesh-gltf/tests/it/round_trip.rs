//! Scene to file to scene: what comes back, and that it stays.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::common::{self, json, opened};
use crate::scenes;
use glam::Vec3;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::mesh::{Attribute, AttributeData, Mesh, Selection};
use retromesh_core::scene::{Light, LightKind, MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, Extras, LightId, MeshId, Scene, Space, check};
use retromesh_gltf::Document;
use retromesh_kit::{ExportOptions, ImportOptions, NoFiles};
use retromesh_testkit::GlbFile;

fn write(scene: &Scene) -> Vec<u8> {
    Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
        .unwrap()
        .encode()
        .unwrap()
        .bytes
}

fn read(bytes: &[u8]) -> Scene {
    let options = ImportOptions::default();
    let document = Document::parse_with_files(bytes, &NoFiles, &options, &mut Diagnostics::new()).unwrap();
    assert_eq!(document.encode().unwrap(), bytes);
    let scene = document.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
    assert_eq!(check(&scene), []);
    scene
}

#[test]
fn the_second_pass_changes_nothing() {
    for (name, scene) in scenes::all() {
        let once = read(&write(&scene));
        let bytes = write(&once);
        let twice = read(&bytes);
        assert_eq!(once, twice, "{name}");
        assert_eq!(bytes, write(&twice), "{name}");
    }
}

/// Scenes that do not come back bit for bit, with the reason.
const CHANGED: &[(&str, &str)] = &[
    ("attributes", "normals and tangents are made unit vectors, and a name is made free"),
    ("clips", "influences of one joint are joined, and clips get keys at their ends"),
    ("instances", "each way to use a mesh is a mesh"),
    ("interpolations", "a cut spline gets keys at its ends, and rotations are made spherical"),
    ("loose-vertices", "a mesh without vertices is lost"),
    ("materials", "images that cannot be embedded are linked"),
    ("matrices", "an animated or sheared matrix is decomposed"),
    ("morphs", "an empty target becomes zeros"),
    ("objects", "views and angles are clamped"),
    ("skinned-child", "influences of one joint are joined"),
    ("skinned-levels", "influences of one joint are joined"),
    ("skinned-loose", "influences of one joint are joined"),
    ("skinned-root", "influences of one joint are joined"),
    ("two-trees", "influences of one joint are joined"),
];

#[test]
fn scenes_come_back_as_they_were() {
    for (name, mut scene) in scenes::all() {
        scene.convert_to(Space::GLTF);
        let back = read(&write(&scene));
        match CHANGED.iter().find(|row| row.0 == name) {
            None => assert_eq!(back, scene, "{name}"),
            Some((_, why)) => assert_ne!(back, scene, "{name}: no longer true that {why}"),
        }
    }
}

/// assimp finds the nodes of lights and cameras by name.
#[test]
fn nodes_with_lights_have_names_of_their_own() {
    let (kind, extras) = (LightKind::Point, Extras::new());
    let light = Light { name: "l".into(), kind, color: Vec3::ONE, intensity: 1.0, range: None, extras };
    let mut scene = Scene { space: Space::GLTF, lights: vec![light], ..Scene::default() };
    let rows = [
        ("light", true, "light_2"),
        ("light", false, "light"),
        ("light_1", false, "light_1"),
        ("light", true, "light_3"),
    ];
    for (name, shines, _) in rows {
        let light = shines.then_some(LightId(0));
        scene.add_node(None, Node { name: name.into(), light, ..Node::default() });
    }
    let bytes = write(&scene);
    let names = |bytes: &[u8]| -> Vec<String> {
        json(bytes)["nodes"].as_array().unwrap().iter().map(|node| node["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&bytes), rows.map(|(.., written)| written));
    let back = |bytes: &[u8]| read(bytes).nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
    assert_eq!(back(&bytes), rows.map(|(name, ..)| name));
    // Another name counts.
    let mut file = opened(&bytes);
    file.json["nodes"][0]["name"] = "lamp".into();
    file.json["nodes"][3]["name"] = "light_".into();
    assert_eq!(back(&file.glb()), ["lamp", "light", "light_1", "light_"]);
}

/// Blender makes a node of its own of the light of a node that has a mesh; one with another name or place is another light.
#[test]
fn the_light_of_a_name_is_in_the_node_of_that_name() {
    let mut scene = common::read(&GlbFile::triangle().glb()).0;
    let light = Light {
        name: "sun".into(),
        kind: LightKind::Point,
        color: Vec3::ONE,
        intensity: 1.0,
        range: None,
        extras: Extras::new(),
    };
    scene.lights.push(light);
    scene.nodes[0].name = "sun".into();
    scene.nodes[0].extras.insert(NODE_NAME.into(), "sun\r\n[LIGHT]".into());
    let bytes = write(&scene);
    for (name, x, is_home) in [("sun.001", 0.0, true), ("lamp", 0.0, false), ("sun.001", 1.0, false)] {
        let mut file = opened(&bytes);
        let nodes = file.json["nodes"].as_array_mut().unwrap();
        let below = nodes.len();
        nodes[0]["children"] = serde_json::json!([below]);
        let light = serde_json::json!({"KHR_lights_punctual": {"light": 0}});
        nodes.push(serde_json::json!({"name": name, "translation": [x, 0.0, 0.0], "extensions": light}));
        file.json["extensions"] =
            serde_json::json!({"KHR_lights_punctual": {"lights": [{"name": "sun", "type": "point"}]}});
        file.json["extensionsUsed"] = serde_json::json!(["KHR_lights_punctual"]);
        let back = common::read(&file.glb()).0;
        assert_eq!(
            (back.nodes.len() == scene.nodes.len(), back.nodes[0].light.is_some()),
            (is_home, is_home),
            "{name} {x}"
        );
    }
}

/// Programs leave out the extras of parts: the mesh says how many faces have lost their flags. Flags without a fingerprint are those of the
/// faces that are there.
#[test]
fn flags_of_faces_that_are_gone_are_counted() {
    let mut scene = common::read(&GlbFile::triangle().glb()).0;
    scene.meshes[0].parts[0].face_flags = vec![8];
    let rows: [(&str, &[&str], &[u32]); 3] =
        [("nothing", &[], &[8]), ("fingerprints", &["facePrint", "linkPrint"], &[8]), ("flags", &["faceFlags"], &[])];
    for (gone, keys, flags) in rows {
        let mut file = opened(&common::write(&scene));
        let own = file.json["meshes"][0]["primitives"][0]["extras"]["retromesh"].as_object_mut().unwrap();
        keys.iter().for_each(|key| drop(own.remove(*key).unwrap()));
        let (back, found) = common::read(&file.glb());
        assert_eq!(back.meshes[0].parts[0].face_flags.as_slice(), flags, "{gone}");
        assert_eq!(found.count(Code::StaleExtras), u64::from(flags.is_empty()), "{gone}");
    }
}

/// Blender sorts the scenes of a file by name, and has everything in the one to show.
#[test]
fn scenes_of_levels_that_were_sorted_anew_are_not_kept() {
    let (_, scene) = scenes::all().into_iter().find(|(name, _)| *name == "levels").unwrap();
    let mut file = opened(&common::write(&scene));
    let mut shown = file.json["scenes"][0].take();
    let roots: Vec<usize> = (0..file.json["nodes"].as_array().unwrap().len()).collect();
    shown["nodes"] = roots.into();
    file.json["scenes"] = serde_json::json!([{"name": "levels of detail"}, shown]);
    file.json["scene"] = 1.into();
    let back = common::read(&file.glb()).0;
    let extras = back.nodes.iter().map(|node| &node.extras).chain([&back.extras]);
    assert!(extras.flat_map(|extras| extras.keys()).all(|key| !key.starts_with("gltf.scene")), "{:?}", back.extras);
}

/// Blender sorts points without faces anew; their numbers say which is which.
#[test]
fn selections_of_points_that_were_sorted_anew_have_the_same_points() {
    let places = [Vec3::Z, Vec3::X, Vec3::Y];
    let scene = |order: [usize; 3]| {
        let data = AttributeData::UInt(order.map(|at| at as u32).to_vec());
        let weights = vec![0.25, 1.0];
        let axis = Selection { name: "axis".into(), vertices: vec![0, 2], weights, ..Selection::default() };
        let mesh = Mesh {
            positions: order.map(|at| places[at]).to_vec(),
            attributes: vec![Attribute { name: "_POINT".into(), data }],
            selections: vec![axis],
            ..Mesh::default()
        };
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { mesh, ..Node::default() });
        scene
    };
    let mut first = opened(&common::write(&scene([0, 1, 2])));
    let mut sorted = opened(&common::write(&scene([2, 0, 1])));
    sorted.json["meshes"][0]["extras"] = first.json["meshes"][0]["extras"].take();
    let (back, found) = common::read(&sorted.glb());
    let Selection { vertices, weights, .. } = &back.meshes[0].selections[0];
    assert_eq!((&vertices[..], &weights[..]), (&[0, 1][..], &[1.0, 0.25][..]), "{:?}", found.entries());
}

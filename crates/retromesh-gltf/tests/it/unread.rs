//! What is lost between a foreign file and its scene, which is reported.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::{opened, read, write};
use retromesh_core::scene::Node;
use retromesh_core::{Code, Scene, Space};
use retromesh_testkit::GlbFile;
use serde_json::json;

#[test]
fn nodes_that_a_tool_took_are_reported() {
    let mut scene = Scene { space: Space::GLTF, ..Scene::default() };
    let root = scene.add_node(None, Node { name: "root".into(), ..Node::default() });
    for name in ["a", "b"] {
        scene.add_node(Some(root), Node { name: name.into(), ..Node::default() });
    }
    for (removed, reported) in [(0, 0), (1, 1), (2, 2)] {
        let mut file = opened(&write(&scene));
        file.json["nodes"].as_array_mut().unwrap().truncate(3 - removed);
        file.json["nodes"][0]["children"].as_array_mut().unwrap().truncate(2 - removed);
        if removed == 2 {
            file.json["nodes"][0].as_object_mut().unwrap().remove("children");
        }
        let (_, diagnostics) = read(&file.glb());
        assert_eq!(diagnostics.count(Code::StaleExtras), reported, "{removed}");
    }
}

type Change = fn(&mut GlbFile);

/// What a file has that no scene has a place for, and what is reported of it.
const UNREAD: [(&str, Change, Code, u64, &str); 9] = [
    (
        "specular-glossiness with a fallback",
        |file| {
            let older = json!({"KHR_materials_pbrSpecularGlossiness": {"glossinessFactor": 0.5}});
            file.json["extensionsUsed"] = json!(["KHR_materials_pbrSpecularGlossiness"]);
            file.json["materials"] = json!([
                {"extensions": older, "pbrMetallicRoughness": {"metallicFactor": 0.25}},
                {"extensions": older, "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.5}},
                {"extensions": older},
            ]);
        },
        Code::ApproximatedMaterial,
        1,
        "what is shown without KHR_materials_pbrSpecularGlossiness is computed from it",
    ),
    (
        "own extras",
        |file| file.json["accessors"][0]["extras"] = json!({"retromesh": {"x": null}}),
        Code::LostExtras,
        0,
        "",
    ),
    (
        "accessors",
        |file| file.json["accessors"][0]["extras"] = json!({"a": 1, "b": 2}),
        Code::LostExtras,
        2,
        "extras of accessors",
    ),
    (
        "cameras",
        |file| {
            let lens = json!({"yfov": 1.0, "znear": 0.1, "extras": {"mm": 35}});
            file.json["cameras"] = json!([{"type": "perspective", "perspective": lens, "extras": {"kept": 1}}]);
        },
        Code::LostExtras,
        1,
        "extras of perspective",
    ),
    (
        "materials",
        |file| {
            let pbr = json!({"baseColorTexture": {"index": 0, "extras": {"a": 1}}, "extras": {"b": 1}});
            file.json["materials"] = json!([{"pbrMetallicRoughness": pbr}]);
            file.json["textures"] = json!([{"source": 0, "sampler": 0}]);
            file.json["samplers"] = json!([{"extras": {"c": 1}}]);
            file.json["images"] = json!([{"uri": "a.png", "extras": {"d": 1}}]);
        },
        Code::LostExtras,
        4,
        "extras of images, pbrMetallicRoughness, samplers, uses of textures",
    ),
    (
        "names of images",
        |file| {
            let [own, stem, whole] = ["My Picture", "a", "a.png"].map(|name| json!({"uri": "art/a.png", "name": name}));
            file.json["images"] = json!([own, stem, whole, {"uri": "a.png"}]);
        },
        Code::LostNames,
        1,
        "names of linked images, which have those of their files: My Picture",
    ),
    (
        "null",
        |file| file.json["nodes"][0]["extras"] = json!({"list": [1, null], "x": null, "retromesh": {"y": null}}),
        Code::LostExtras,
        2,
        "values that are null",
    ),
    (
        "weights without a skin",
        |file| {
            let joints = file.array("VEC4", 5121, 3, &[0; 12]);
            let weights = file.floats("VEC4", &[1., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.]);
            let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
            (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
        },
        Code::LostAttributes,
        1,
        "joints and weights of a mesh that no skin moves",
    ),
    (
        "instances",
        |file| {
            let places = file.floats("VEC3", &[0.; 9]);
            let own = json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
            file.json["nodes"][0]["extensions"] = own;
            file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
        },
        Code::MovedNodes,
        3,
        "instances of a mesh are nodes of their own",
    ),
];

#[test]
fn what_no_scene_has_a_place_for_is_reported() {
    for (name, change, code, count, detail) in UNREAD {
        let mut file = GlbFile::triangle();
        change(&mut file);
        let (_, diagnostics) = read(&file.glb());
        let found: Vec<_> = diagnostics.entries().iter().filter(|entry| entry.code == code).collect();
        let expected = if count == 0 { vec![] } else { vec![(count, detail)] };
        assert_eq!(found.iter().map(|e| (e.count, &*e.detail)).collect::<Vec<_>>(), expected, "{name}");
    }
}

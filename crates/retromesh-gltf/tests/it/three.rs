//! Files that went through three.js.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::{opened, read, write};
use glam::Vec4;
use retromesh_core::scene::{Lod, LodRole, Node};
use retromesh_core::{Code, Scene, Space};
use retromesh_testkit::GlbFile;
use serde_json::json;

/// Does to a file what three.js does on its way: scenes become nodes of one, nodes get names without dots and keep their own in extras.
fn through_three(file: &mut GlbFile) {
    file.json["asset"]["generator"] = "THREE.GLTFExporter r187".into();
    let scenes = std::mem::take(&mut file.json["scenes"]);
    let nodes = file.json["nodes"].as_array_mut().unwrap();
    for node in nodes.iter_mut() {
        let name = node["name"].as_str().unwrap().to_owned();
        if node.get("extras").is_none() {
            node["extras"] = json!({});
        }
        node["extras"]["name"] = name.as_str().into();
        node["name"] = name.replace('.', "").replace(' ', "_").into();
    }
    let first = nodes.len();
    for scene in scenes.as_array().unwrap() {
        let mut node = json!({"children": scene["nodes"]});
        for (key, value) in scene.as_object().unwrap().iter().filter(|(key, _)| *key != "nodes") {
            node[key] = value.as_str().map_or_else(|| value.clone(), |name| name.replace(' ', "_").into());
        }
        nodes.push(node);
    }
    let all: Vec<usize> = (first..nodes.len()).collect();
    file.json["scenes"] = json!([{"name": "AuxScene", "nodes": all}]);
}

#[test]
fn names_and_scenes_come_back_from_three() {
    let mut scene = Scene { space: Space::GLTF, ambient: Some(Vec4::splat(0.5)), ..Scene::default() };
    scene.extras.insert("author".into(), "someone".to_owned().into());
    for (level, name) in ["Resolution 1.0", "Resolution 2.0"].into_iter().enumerate() {
        let lod = Lod { role: LodRole::Visual, value: level as f32, level: level as u32 };
        scene.add_node(None, Node { name: name.into(), lod: Some(lod), ..Node::default() });
    }
    let written = write(&scene);
    assert_eq!(opened(&written).json["scenes"].as_array().unwrap().len(), 2);
    let through = || {
        let mut file = opened(&written);
        through_three(&mut file);
        file
    };
    let (back, diagnostics) = read(&through().glb());
    assert_eq!(back, read(&written).0);
    assert_eq!(diagnostics.count(Code::StaleExtras), 0);
    // The name that a user gives counts.
    let mut file = through();
    file.json["nodes"][0]["name"] = "Hull".into();
    assert_eq!(read(&file.glb()).0.nodes[0].name, "Hull");
}

//! What is written where, read back with the `gltf` crate.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use glam::Vec3;
use gltf::Semantic;
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Diagnostics, Scene};
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, Output};
use serde_json::Value;

fn scene(name: &str) -> Scene {
    crate::scenes::all().into_iter().find(|(n, _)| *n == name).unwrap().1
}

fn write(name: &str, file_name: &str, textures: Textures) -> (Output, Diagnostics) {
    let mut options = ExportOptions::default();
    options.file_name = file_name.into();
    options.textures = textures;
    let mut diagnostics = Diagnostics::new();
    let output =
        retromesh_gltf::Document::from_scene_with(&scene(name).validate().unwrap(), &options, &mut diagnostics)
            .unwrap()
            .encode()
            .unwrap();
    (output, diagnostics)
}

fn open(name: &str) -> (gltf::Gltf, Diagnostics) {
    let (output, diagnostics) = write(name, "", Textures::Embed);
    (gltf::Gltf::from_slice(&output.bytes).unwrap(), diagnostics)
}

/// The JSON tree of a written file.
fn tree(name: &str) -> Value {
    let (output, _) = write(name, "x.gltf", Textures::Embed);
    serde_json::from_slice(&output.bytes).unwrap()
}

#[test]
fn every_scene_is_accepted_by_another_reader() {
    for (name, _) in crate::scenes::all().iter().filter(|(name, _)| *name != "materials") {
        let (file, _) = open(name);
        assert!(file.nodes().count() >= scene(name).nodes.len(), "{name}");
    }
}

#[test]
fn facts_are_where_they_belong() {
    let rows: Vec<(&str, &str, Value)> = vec![
        ("triangle", "/meshes/0/primitives/0/indices", 3.into()),
        ("triangle", "/accessors/3/componentType", 5123.into()),
        ("triangle", "/nodes/0/translation", Value::Null),
        ("empty", "/scenes", Value::Null),
        ("empty", "/buffers", Value::Null),
        ("left-handed", "/nodes/0/translation/2", (-1.0).into()),
        ("polygons", "/meshes/0/primitives/0/extras/retromesh/corners", serde_json::json!([4, 1, 3, 1])),
        ("polygons", "/meshes/0/extras/retromesh/emptyParts/0/part", 0.into()),
        ("ranges", "/meshes/0/extras/retromesh/vertexOrder", Value::Null),
        ("ranges", "/accessors/0/count", 4.into()),
        ("mixed-parts", "/meshes/0/extras/retromesh/vertexOrder/of", serde_json::json!([4, 4, 0, 4, 8, 4, 1, 1, 8, 2])),
        ("mixed-parts", "/meshes/0/extras/retromesh/selections/0/vertices", serde_json::json!([0, 2, 9, 1])),
        ("mixed-parts", "/accessors/0/max", serde_json::json!([1.0, 1.0, 1.0])),
        ("skinned-levels", "/scenes/0/nodes", serde_json::json!([0, 8])),
        ("skinned-levels", "/scenes/1/name", "hidden".into()),
        ("skinned-levels", "/scenes/1/nodes", serde_json::json!([6, 10, 0])),
        ("skinned-levels", "/scenes/2/name", "levels of detail".into()),
        ("skinned-levels", "/scenes/2/nodes", serde_json::json!([4, 9, 0])),
        ("materials", "/materials/0/alphaMode", "BLEND".into()),
        ("materials", "/materials/1/extensions/KHR_materials_unlit", serde_json::json!({})),
        ("materials", "/materials/1/extras/retromesh/blend", "multiply".into()),
        ("materials", "/materials/1/extras/b3d.fx", 29.into()),
        ("materials", "/materials/2/alphaCutoff", 0.25.into()),
        ("materials", "/materials/2/extras/retromesh/layers/0/role", "lightmap".into()),
        ("materials", "/materials/3/pbrMetallicRoughness/baseColorTexture", Value::Null),
        ("materials", "/textures/4/source", Value::Null),
        ("materials", "/images/1/uri", Value::Null),
        ("materials", "/images/1/name", "missing.bmp".into()),
        ("materials", "/images/1/mimeType", "image/png".into()),
        ("materials", "/images/0/mimeType", "image/png".into()),
        ("materials", "/images/0/extras/retromesh/path", r"C:\art\white one.png".into()),
        ("skinned-child", "/nodes/1/mesh", Value::Null),
        ("skinned-child", "/nodes/4/skin", 0.into()),
        ("skinned-child", "/nodes/4/extras/retromesh/node", 1.into()),
        ("skinned-root", "/nodes/0/skin", 0.into()),
        ("skinned-loose", "/skins/0/joints", serde_json::json!([3, 2, 1])),
        ("two-trees", "/scenes/0/nodes", serde_json::json!([5, 4])),
        ("clips", "/animations/3/extras/retromesh/whole", true.into()),
        ("clips", "/animations/0/extras/retromesh/ticksPerSecond", 24.0.into()),
        ("morphs", "/meshes/0/extras/targetNames", serde_json::json!(["up", "nothing"])),
        ("objects", "/nodes/1/extensions/KHR_lights_punctual/light", 0.into()),
        ("levels", "/scenes/1/nodes", serde_json::json!([1, 2])),
        ("levels", "/nodes/0/extensions/MSFT_lod/ids", serde_json::json!([1])),
        ("levels", "/nodes/4/extensions/KHR_node_visibility/visible", false.into()),
        ("levels", "/nodes/6/extras/retromesh/proxy/id", 3.into()),
        ("matrices", "/nodes/2/extras/retromesh/matrix/15", 1.0.into()),
        ("matrices", "/nodes/1/matrix", Value::Null),
        ("loose-vertices", "/meshes/0/primitives/0/mode", 0.into()),
        ("extras", "/nodes/0/extras/b3d.raw", serde_json::json!({"$bytes": "0080ff"})),
    ];
    for (name, pointer, expected) in rows {
        let found = tree(name).pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(found, expected, "{name} {pointer}");
    }
}

/// Blender 3.4 ends on shapes whose names are empty.
#[test]
fn shapes_without_a_name_get_none() {
    let mut scene = scene("morphs");
    scene.meshes[0].morph_targets.iter_mut().for_each(|target| target.name.clear());
    let mut options = ExportOptions::default();
    options.file_name = "x.gltf".into();
    let valid = scene.validate().unwrap();
    let written = retromesh_gltf::Document::from_scene_with(&valid, &options, &mut Diagnostics::new()).unwrap();
    let tree: Value = serde_json::from_slice(&written.encode().unwrap().bytes).unwrap();
    assert_eq!(tree.pointer("/meshes/0/extras/targetNames"), None);
    assert_eq!(tree.pointer("/meshes/0/primitives/0/targets").and_then(Value::as_array).map(Vec::len), Some(2));
    // Next to one with a name each has one, which is taken away again.
    scene.meshes[0].morph_targets[0].name = "shape 1".into();
    options.file_name = "x.glb".into();
    let valid = scene.validate().unwrap();
    let written = retromesh_gltf::Document::from_scene_with(&valid, &options, &mut Diagnostics::new()).unwrap();
    let bytes = written.encode().unwrap().bytes;
    let tree = crate::common::json(&bytes);
    assert_eq!(tree.pointer("/meshes/0/extras/targetNames"), Some(&serde_json::json!(["shape 1", "shape 2"])));
    let (back, _) = crate::common::read(&bytes);
    let names: Vec<&str> = back.meshes[0].morph_targets.iter().map(|target| target.name.as_str()).collect();
    assert_eq!(names, ["shape 1", ""]);
}

#[test]
fn colours_multiply_only_where_the_material_says_so() {
    let (file, diagnostics) = open("attributes");
    let mesh = file.meshes().next().unwrap();
    let primitives: Vec<_> = mesh.primitives().collect();
    let columns = |p: usize, semantic: Semantic| primitives[p].get(&semantic).map(|a| a.dimensions().multiplicity());
    let found: Vec<_> = (0..3).map(|p| columns(p, Semantic::Colors(0))).collect();
    assert_eq!(found, [None, Some(3), Some(4)]);
    let exact: Vec<_> = (0..3).map(|p| columns(p, Semantic::Extras("COLOR_0".into()))).collect();
    assert_eq!(exact, [Some(4); 3]);
    assert_eq!((diagnostics.count(Code::ClampedValue), diagnostics.count(Code::NormalizedNormals)), (4, 3));
}

#[test]
fn a_mesh_without_vertices_is_empty_and_no_loss() {
    let (_, diagnostics) = open("loose-vertices");
    assert_eq!([Code::EmptyPart, Code::LostMesh].map(|code| diagnostics.count(code)), [1, 0]);
}

#[test]
fn text_files_have_their_buffer_next_to_them() {
    let (output, _) = write("materials", "some dir/my model.gltf", Textures::Embed);
    assert_eq!(output.sidecars.len(), 1);
    assert_eq!(output.sidecars[0].0, "my model.bin");
    let json: Value = serde_json::from_slice(&output.bytes).unwrap();
    assert_eq!(json["buffers"][0]["uri"], "my%20model.bin");
    assert_eq!(json["buffers"][0]["byteLength"], output.sidecars[0].1.len());
    let (output, _) = write("materials", "m.gltf", Textures::None);
    let json: Value = serde_json::from_slice(&output.bytes).unwrap();
    let layers = json["materials"].as_array().unwrap().iter().map(|m| &m["extras"]["retromesh"]["layers"]);
    let mut linked = layers.flat_map(|layers| layers.as_array().into_iter().flatten()).map(|layer| &layer["image"]);
    assert!(linked.any(|image| image == "missing.bmp"));
    assert_eq!((&json["images"], &json["textures"]), (&Value::Null, &Value::Null));
    let (output, _) = write("materials", "m.gltf", Textures::Link);
    let json: Value = serde_json::from_slice(&output.bytes).unwrap();
    assert_eq!(json["images"][0]["uri"], "white%20one.png");
    assert_eq!(json["images"][1]["uri"], "missing.bmp");
}

/// Bones of Blender have no scale at rest, and forget what no clip says.
#[test]
fn clips_hold_the_scales_that_joints_have_at_rest() {
    let mut scene = scene("clips");
    let hand = scene.skeletons[0].joints[0];
    scene[hand].transform = Trs { scale: Vec3::splat(2.0), ..scene[hand].transform.trs() }.into();
    let bytes = crate::common::write(&scene);
    let animations = crate::common::json(&bytes)["animations"].clone();
    for animation in animations.as_array().unwrap() {
        let targets = animation["channels"].as_array().unwrap().iter().map(|channel| &channel["target"]);
        let is_it = |target: &&Value| target["path"] == "scale" && target["node"] == hand.index();
        assert_eq!(targets.filter(is_it).count(), 1, "{animation}");
    }
    // They are none of the model's own.
    let (again, _) = crate::common::read(&bytes);
    assert_eq!(again.animations[0].channels.len(), scene.animations[0].channels.len());
}

#[test]
fn overlapping_clips_do_not_multiply_the_file() {
    let mut scene = scene("clips");
    let clip = scene.animations[0].clips[1].clone();
    let plain = retromesh_gltf::Document::from_scene_with(
        &scene.validate().unwrap(),
        &ExportOptions::default(),
        &mut Diagnostics::new(),
    )
    .unwrap()
    .encode()
    .unwrap()
    .bytes
    .len();
    scene.animations[0].channels[0].times = (0..20_000u16).map(f32::from).collect();
    scene.animations[0].channels[0].track =
        retromesh_core::keyframes::Track::Rotation(vec![glam::Quat::IDENTITY; 20_000]);
    let clip = retromesh_core::keyframes::Clip { first: 0.0, last: 20_000.0, ..clip };
    scene.animations[0].clips = vec![clip; 10_000];
    let mut diagnostics = Diagnostics::new();
    let glb = retromesh_gltf::Document::from_scene_with(
        &scene.validate().unwrap(),
        &ExportOptions::default(),
        &mut diagnostics,
    )
    .unwrap()
    .encode()
    .unwrap()
    .bytes;
    assert!(glb.len() < plain + 20_000 * 20 * 8 + (1 << 21), "{}", glb.len());
    assert!(diagnostics.count(Code::KeptInExtras) > 9_000);
}

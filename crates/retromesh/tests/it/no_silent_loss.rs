//! From a Blitz3D file that has everything to a GLB: each thing is in the GLB (core, extension or extras) or in the diagnostics.
//!
//! The GLB is read by a JSON parser and the `gltf` crate, not by our own reader; the expected values are the fixture's.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, format_by_extension};
use serde_json::{Value, json};

struct Converted {
    json: Value,
    bytes: Vec<u8>,
    diagnostics: Diagnostics,
}

fn convert(name: &str) -> Converted {
    let file = retromesh_testkit::fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == name).unwrap();
    let (b3d, glb) = (format_by_extension("b3d").unwrap(), format_by_extension("glb").unwrap());
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    "out.glb".clone_into(&mut export.file_name);
    let mut diagnostics = Diagnostics::new();
    let model = b3d.read(&file.bytes, &NoFiles, &import, &mut diagnostics).unwrap();
    let scene = model.to_scene_with(&import, &mut diagnostics).unwrap();
    let bytes = glb.write(&scene.validate().unwrap(), &export, &mut diagnostics).unwrap().bytes;
    let end = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    Converted { json: serde_json::from_slice(&bytes[20..end]).unwrap(), bytes, diagnostics }
}

#[test]
fn what_json_can_hold_is_there() {
    let Converted { json, .. } = convert("everything.b3d");
    let slot_transform = json!({ "offset": [0.25, 0.5], "scale": [2.0, 4.0], "rotation": 0.5, "texCoord": 0 });
    let exact_transform =
        json!({ "offset": [0.25, 0.5], "scale": [2.0, 4.0], "rotation": 0.5, "order": "rotate-first" });
    let payload = "classname=light\r\ncolor=255 128 0\r\nrange=512";
    let table = [
        ("brush names", "/materials/0/name", json!("layered")),
        ("another brush", "/materials/1/name", json!("tint")),
        (
            "brush colour under the vertex colours",
            "/materials/0/extras/retromesh/baseColor",
            json!([1.0, 0.75, 0.5, 0.5]),
        ),
        ("brush colour", "/materials/1/pbrMetallicRoughness/baseColorFactor", json!([0.5, 0.5, 1.0, 1.0])),
        ("TRIS brush under the MESH brush", "/materials/2/extras/retromesh/baseColor", json!([0.5, 0.375, 0.5, 0.5])),
        ("brush alpha", "/materials/0/alphaMode", json!("BLEND")),
        ("brush blend, raw", "/materials/0/extras/b3d.blend", json!(3)),
        ("brush blend", "/materials/0/extras/retromesh/blend", json!("add")),
        ("brush effects, raw", "/materials/0/extras/b3d.fx", json!(2 | 16 | 32)),
        ("effect: two-sided", "/materials/0/doubleSided", json!(true)),
        ("effect: vertex colours", "/materials/0/extras/retromesh/vertexColors", json!(true)),
        ("effect: vertex alpha", "/materials/0/extras/retromesh/vertexAlpha", json!(true)),
        ("brush shininess, shown", "/materials/0/pbrMetallicRoughness/roughnessFactor", json!(0.25)),
        ("brush shininess", "/materials/0/extras/retromesh/shininess", json!(0.75)),
        ("the light map, shown as occlusion", "/materials/0/occlusionTexture/texCoord", json!(1)),
        ("the slot of the light map", "/materials/0/extras/retromesh/layers/1/in", json!("occlusionTexture")),
        ("the light map's role", "/materials/0/extras/retromesh/layers/1/role", json!("lightmap")),
        ("the light map's blend", "/materials/2/extras/retromesh/layers/1/blend", json!("multiply-2x")),
        ("the third layer's blend", "/materials/0/extras/retromesh/layers/2/blend", json!("add")),
        ("the last layer's slot", "/materials/2/extras/retromesh/layers/3/slot", json!(7)),
        ("the last layer's image, by name", "/materials/2/extras/retromesh/layers/3/image", json!("env.jpg")),
        ("the first layer, shown", "/materials/0/pbrMetallicRoughness/baseColorTexture/index", json!(0)),
        (
            "texture transform, shown",
            "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform",
            slot_transform,
        ),
        ("texture transform", "/textures/0/extras/retromesh/transform", exact_transform),
        ("texture flags 0", "/textures/0/extras/b3d.flags", json!(9)),
        ("texture flags 1", "/textures/1/extras/b3d.flags", json!(65585)),
        ("texture flags 2", "/textures/2/extras/b3d.flags", json!(11)),
        ("texture flags 3", "/textures/3/extras/b3d.flags", json!(65)),
        ("texture blend 1", "/textures/1/extras/b3d.blend", json!(5)),
        ("texture blend 2", "/textures/2/extras/b3d.blend", json!(3)),
        ("texture blend 3", "/textures/3/extras/b3d.blend", json!(1)),
        ("flag 2: alpha", "/textures/2/extras/retromesh/alpha", json!("blend")),
        ("flags 16 and 32: clamp", "/samplers/1/wrapS", json!(33071)),
        ("flag 64: sphere mapping", "/textures/3/extras/retromesh/mapping", json!("sphere")),
        ("texture path", "/images/0/extras/retromesh/path", json!("C:\\maps\\skin.bmp")),
        ("other texture paths", "/images/3/extras/retromesh/path", json!("env.jpg")),
        ("unknown chunk at the top", "/scenes/0/extras/b3d.chunk.XXXX/$bytes", json!("6b657074")),
        ("unknown chunk in a node", "/nodes/0/extras/b3d.chunk.ODD!/$bytes", json!("010203")),
        ("first sequence", "/animations/0/name", json!("idle")),
        ("first sequence, first frame", "/animations/0/extras/retromesh/first", json!(1.0)),
        ("first sequence, last frame", "/animations/0/extras/retromesh/last", json!(4.0)),
        ("second sequence", "/animations/1/name", json!("walk")),
        ("second sequence, first frame", "/animations/1/extras/retromesh/first", json!(5.0)),
        ("second sequence, last frame", "/animations/1/extras/retromesh/last", json!(9.0)),
        ("frame rate", "/animations/0/extras/retromesh/ticksPerSecond", json!(24.0)),
        ("light payload", "/nodes/4/extras/b3d.name", json!(payload)),
        ("light", "/extensions/KHR_lights_punctual/lights/0/type", json!("point")),
        ("light range", "/extensions/KHR_lights_punctual/lights/0/range", json!(512.0)),
        ("light of the node", "/nodes/4/extensions/KHR_lights_punctual/light", json!(0)),
        ("camera payload", "/nodes/5/extras/b3d.name", json!("CAMS\nCamera\n1\n1.5\n0.1\n1000")),
        ("camera", "/cameras/0/perspective/zfar", json!(1000.0)),
        ("pivot", "/nodes/6/extras/b3d.pivot", json!(true)),
        ("joints", "/skins/0/joints", json!([2, 3])),
    ];
    let missing: Vec<_> = table.iter().filter(|(_, pointer, value)| json.pointer(pointer) != Some(value)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn vertex_data_is_there() {
    let gltf = gltf::Gltf::from_slice(&convert("everything.b3d").bytes).unwrap();
    let blob = gltf.blob.clone().unwrap();
    let mut primitives = gltf.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
    let (first, second) = (primitives.next().unwrap(), primitives.next().unwrap());
    let reader = first.reader(|_| Some(&blob));
    let sets = [0, 1].map(|set| reader.read_tex_coords(set).unwrap().into_f32().collect::<Vec<_>>());
    assert_eq!(sets[0], [[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [0.0, 0.5]]);
    assert_eq!(sets[1], [[0.125, 0.125], [0.625, 0.125], [0.625, 0.625], [0.125, 0.625]], "second UV set");
    let colors: Vec<_> = reader.read_colors(0).unwrap().into_rgba_f32().collect();
    let expected = [[0.0, 1.0, 0.5, 1.0], [0.25, 0.75, 0.5, 0.875], [0.5, 0.5, 0.5, 0.75], [0.75, 0.25, 0.5, 0.625]];
    assert_eq!(colors, expected, "vertex colours");
    assert_eq!(reader.read_normals().unwrap().collect::<Vec<_>>(), [[0.0, 0.0, 1.0]; 4]);
    let weights: Vec<_> = reader.read_weights(0).unwrap().into_f32().collect();
    assert!(weights.iter().all(|w| (w.iter().sum::<f32>() - 1.0).abs() < 1e-6), "{weights:?}");
    // The brush of the second part does not switch vertex colours on: they are there under a name of their own.
    assert!(second.get(&gltf::Semantic::Colors(0)).is_none());
    assert!(second.attributes().any(|(semantic, _)| semantic.to_string().trim_start_matches('_') == "COLOR_0"));
}

#[test]
fn what_appears_different_is_reported() {
    let diagnostics = convert("everything.b3d").diagnostics;
    let table = [
        (Code::ApproximatedBlend, 1),
        (Code::ApproximatedUvTransform, 2),
        (Code::UnknownChunk, 2),
        (Code::KeptInExtras, 6),
        // The light maps, which are shown by their red.
        (Code::ApproximatedMaterial, 2),
    ];
    for (code, count) in table {
        assert_eq!(diagnostics.count(code), count, "{}: {:#?}", code.id(), diagnostics.entries());
    }
    assert_eq!(
        diagnostics.entries().iter().filter(|entry| table.iter().all(|(code, _)| *code != entry.code)).count(),
        0
    );
}

//! Every feature of glTF that is read, on files that no exporter of this project wrote.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use glam::{Quat, Vec2, Vec3, Vec4};
use retromesh_core::extras::{LINES, POINTS, vertices};
use retromesh_core::keyframes::{Interpolation, Track};
use retromesh_core::material::{AlphaMode, TextureRole, UvOrder, Wrap};
use retromesh_core::mesh::{AttributeData, Faces};
use retromesh_core::scene::{LightKind, Projection};
use retromesh_core::{Code, Diagnostics, Scene, check};
use retromesh_kit::{ExportOptions, Files, Format, ImportOptions, NoFiles};
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};

fn read(bytes: &[u8], files: &dyn Files) -> (Scene, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let options = ImportOptions::default();
    let document = retromesh_gltf::Document::parse_with_files(bytes, files, &options, &mut diagnostics).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    (scene, diagnostics)
}

fn scene(file: GlbFile) -> Scene {
    let (scene, diagnostics) = read(&file.glb(), &NoFiles);
    assert_eq!(diagnostics.entries(), []);
    scene
}

/// A mesh of one primitive over six vertices, drawn in a mode.
fn drawn(mode: u32, indices: Option<&[u8]>) -> (Scene, Diagnostics) {
    let mut file = GlbFile::new();
    let positions = file.floats("VEC3", &(0..18).map(|i| i as f32).collect::<Vec<_>>());
    let mut primitive = json!({"attributes": {"POSITION": positions}, "mode": mode});
    if let Some(indices) = indices {
        primitive["indices"] = json!(file.array("SCALAR", 5121, indices.len(), indices));
    }
    file.json["meshes"] = json!([{"primitives": [primitive]}]);
    file.json["nodes"] = json!([{"mesh": 0}]);
    read(&file.glb(), &NoFiles)
}

#[test]
fn modes_become_triangles() {
    type Row = (u32, Option<&'static [u8]>, &'static [[u32; 3]]);
    let rows: Vec<Row> = vec![
        (4, None, &[[0, 1, 2], [3, 4, 5]]),
        (4, Some(&[5, 4, 3]), &[[5, 4, 3]]),
        (5, Some(&[0, 1, 2, 3, 4]), &[[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
        (6, Some(&[0, 1, 2, 3]), &[[0, 1, 2], [0, 2, 3]]),
        (4, Some(&[0, 1, 9, 0, 1, 2]), &[[0, 1, 2]]),
    ];
    for (mode, indices, expected) in rows {
        let (scene, _) = drawn(mode, indices);
        assert_eq!(scene.meshes[0].parts[0].faces, Faces::Triangles(expected.to_vec()), "{mode} {indices:?}");
    }
    let loose: [(u32, &str, &[u32]); 4] = [
        (0, POINTS, &[0, 1, 2, 3, 4, 5]),
        (1, LINES, &[0, 1, 2, 3, 4, 5]),
        (2, LINES, &[0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0]),
        (3, LINES, &[0, 1, 1, 2, 2, 3, 3, 4, 4, 5]),
    ];
    for (mode, key, expected) in loose {
        let (scene, diagnostics) = drawn(mode, None);
        let part = &scene.meshes[0].parts[0];
        assert_eq!((vertices(&part.extras, key, 6).as_deref(), part.faces.len()), (Some(expected), 0), "{mode}");
        assert_eq!(diagnostics.entries(), []);
    }
}

#[test]
fn parts_share_vertices_or_follow_one_another() {
    let mut file = GlbFile::triangle();
    let others = file.floats("VEC3", &[5.0; 9]);
    let uvs = file.floats("VEC2", &[0.5; 6]);
    let mut primitive = file.json["meshes"][0]["primitives"][0].clone();
    let list = file.json["meshes"][0]["primitives"].as_array_mut().unwrap();
    list.push(primitive.clone());
    primitive["attributes"] = json!({"POSITION": others, "TEXCOORD_0": uvs});
    list.push(primitive);
    let (scene, diagnostics) = read(&file.glb(), &NoFiles);
    assert_eq!(diagnostics.count(Code::FilledVertices), 3);
    let mesh = &scene.meshes[0];
    let triangles = |p: usize| mesh.parts[p].faces.clone();
    assert_eq!((mesh.parts.len(), mesh.positions.len(), mesh.uv_sets[0].len()), (3, 6, 6));
    assert_eq!(triangles(0), triangles(1));
    assert_eq!(triangles(2), Faces::Triangles(vec![[3, 4, 5]]));
    assert_eq!((mesh.uv_sets[0][2], mesh.uv_sets[0][3]), (Vec2::ZERO, Vec2::splat(0.5)));
}

#[test]
fn arrays_of_all_kinds_are_read() {
    let mut file = GlbFile::triangle();
    // Interleaved: normals and colours of three bytes in one view.
    let rows: Vec<u8> = (0..3).flat_map(|i| [0, 127, 0, 0, 255, i * 51, 0, 0]).collect();
    let view = file.view(&rows);
    file.json["bufferViews"][view]["byteStride"] = json!(8);
    let mut array = |component: u32, offset: usize, shape: &str, normalized: bool| {
        let list = file.json["accessors"].as_array_mut().unwrap();
        list.push(json!({"bufferView": view, "byteOffset": offset, "componentType": component, "count": 3,
            "type": shape, "normalized": normalized}));
        list.len() - 1
    };
    let normals = array(5120, 0, "VEC3", true);
    let colors = array(5121, 4, "VEC3", true);
    let raw = array(5121, 5, "SCALAR", false);
    let uvs = file.array("VEC2", 5123, 3, &[0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0, 0x80, 0, 0]);
    file.json["accessors"][uvs]["normalized"] = json!(true);
    // Sparse over nothing: zeros but for one.
    let at = file.view(&[2]);
    let value = file.view(&[7.0f32, 8.0, 9.0].iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>());
    let list = file.json["accessors"].as_array_mut().unwrap();
    list.push(json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 1,
        "indices": {"bufferView": at, "componentType": 5121}, "values": {"bufferView": value}}}));
    let sparse = list.len() - 1;
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    for (key, accessor) in [("NORMAL", normals), ("COLOR_0", colors), ("_RAW", raw), ("TEXCOORD_0", uvs)] {
        attributes[key] = json!(accessor);
    }
    attributes["POSITION"] = json!(sparse);
    let scene = scene(file);
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.positions, [Vec3::ZERO, Vec3::ZERO, Vec3::new(7.0, 8.0, 9.0)]);
    assert_eq!(mesh.normals, [Vec3::Y; 3]);
    assert_eq!(mesh.color_sets[0][1], Vec4::new(1.0, 0.2, 0.0, 1.0));
    assert_eq!(mesh.attributes[0].data, AttributeData::UInt(vec![0, 51, 102]));
    assert_eq!(mesh.uv_sets[0][..2], [Vec2::X, Vec2::Y]);
    // Colours multiply; without a material the scene gets one that says so.
    let material = &scene.materials[mesh.parts[0].material.unwrap().index()];
    assert!(material.shading.vertex_colors && !material.shading.vertex_alpha);
}

/// In a file of ours the extras of a material say whether colours change it; a material that was added elsewhere has none. Colours that were
/// painted elsewhere are shown, and those that the file kept as an attribute, because nothing shows them, are not.
#[test]
fn colours_of_a_file_of_ours_are_shown_where_they_are_new() {
    let mut file = GlbFile::triangle();
    let painted = file.floats("VEC3", &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let white = file.floats("VEC3", &[1.0; 9]);
    let own = json!({"extras": {"retromesh": {"legacy": true}}});
    file.json["materials"] = json!([own, own, own, {"name": "new"}]);
    file.json["scenes"][0]["extras"] = json!({"retromesh": {"version": 1, "bare": 1}});
    let mut primitive = file.json["meshes"][0]["primitives"][0].clone();
    file.json["meshes"][0]["primitives"] = [(painted, true), (white, false), (painted, false), (white, false)]
        .into_iter()
        .enumerate()
        .map(|(material, (colors, is_kept))| {
            primitive["attributes"]["COLOR_0"] = json!(colors);
            let attributes = primitive["attributes"].as_object_mut().unwrap();
            attributes.remove("_COLOR_0");
            if is_kept {
                attributes.insert("_COLOR_0".into(), json!(colors));
            }
            primitive["material"] = json!(material);
            primitive.clone()
        })
        .collect();
    let (scene, said) = read(&file.glb(), &NoFiles);
    let colored: Vec<bool> = scene.materials.iter().map(|material| material.shading.vertex_colors).collect();
    assert_eq!(colored, [false, false, true, true]);
    assert_eq!(said.count(Code::StaleExtras), 1, "{:?}", said.entries());
}

#[test]
fn skins_and_morph_targets_are_read() {
    let mut file = GlbFile::triangle();
    let joints = file.array("VEC4", 5121, 3, &[0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let weights = file.array("VEC4", 5121, 3, &[51, 204, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0]);
    file.json["accessors"][weights]["normalized"] = json!(true);
    let matrices: Vec<f32> = glam::Mat4::from_translation(Vec3::X).to_cols_array().repeat(2);
    let inverse = file.floats("MAT4", &matrices);
    let deltas = file.floats("VEC3", &[0.5; 9]);
    let mesh = &mut file.json["meshes"][0];
    mesh["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
    mesh["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    mesh["primitives"][0]["targets"] = json!([{"POSITION": deltas}, {"NORMAL": deltas}]);
    mesh["weights"] = json!([0.25, 0.0]);
    mesh["extras"] = json!({"targetNames": ["smile", "frown"], "kept": 1});
    file.json["nodes"] = json!([{"mesh": 0, "skin": 0}, {"name": "hip", "children": [2]}, {"name": "hand"}]);
    file.json["skins"] = json!([{"joints": [1, 2], "inverseBindMatrices": inverse}]);
    let scene = scene(file);
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.weights.starts, [0, 2, 3, 3]);
    assert_eq!((mesh.weights.of(0)[0].joint, mesh.weights.of(0)[0].weight), (0, 0.2));
    assert_eq!(scene.skeletons[0].inverse_bind[1], glam::Mat4::from_translation(Vec3::X));
    let target = |i: usize| (mesh.morph_targets[i].name.as_str(), mesh.morph_targets[i].weight);
    assert_eq!((target(0), target(1)), (("smile", 0.25), ("frown", 0.0)));
    assert!(mesh.extras.contains_key("kept") && !mesh.extras.contains_key("targetNames"));
    assert_eq!(scene.nodes[0].mesh.as_ref().unwrap().skeleton.unwrap().0, 0);
}

#[test]
fn animations_are_read() {
    let mut file = GlbFile::triangle();
    let times = file.floats("SCALAR", &[0.0, 0.5]);
    let steps = file.floats("VEC3", &[1., 2., 3., 4., 5., 6.]);
    let spline = file.floats("VEC3", &(0..18).map(|i| i as f32).collect::<Vec<_>>());
    let packed: Vec<u8> = [0i16, 0, 0, 32767, 0, 0, 32767, 0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let turns = file.array("VEC4", 5122, 2, &packed);
    file.json["accessors"][turns]["normalized"] = json!(true);
    let sampler = |output: usize, kind: &str| json!({"input": times, "output": output, "interpolation": kind});
    let channel = |s: usize, path: &str| json!({"sampler": s, "target": {"node": 0, "path": path}});
    file.json["animations"] = json!([{
        "name": "walk",
        "samplers": [sampler(steps, "STEP"), sampler(spline, "CUBICSPLINE"), sampler(turns, "LINEAR")],
        "channels": [channel(0, "translation"), channel(1, "scale"), channel(2, "rotation"),
            {"sampler": 0, "target": {"path": "pointer"}}],
    }]);
    let (scene, diagnostics) = read(&file.glb(), &NoFiles);
    assert_eq!(diagnostics.count(Code::LostKeys), 1);
    let animation = &scene.animations[0];
    assert_eq!((animation.first, animation.last, animation.ticks_per_second), (0.0, 0.5, 1.0));
    let kinds: Vec<Interpolation> = animation.channels.iter().map(|c| c.interpolation).collect();
    assert_eq!(kinds, [Interpolation::Step, Interpolation::CubicSpline, Interpolation::Linear]);
    assert_eq!(animation.channels[1].track.len(), 6);
    let turned = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    assert_eq!(animation.channels[2].track, Track::Rotation(vec![Quat::IDENTITY, turned]));
}

#[test]
fn materials_and_textures_are_read() {
    let mut file = GlbFile::triangle();
    file.json["images"] = json!([{"uri": "a%20b/c.png"}, {"uri": "data:image/png;base64,iVBORw=="}]);
    file.json["samplers"] = json!([{"wrapS": 33071, "wrapT": 33648, "magFilter": 9728, "minFilter": 9729}]);
    file.json["textures"] = json!([{"source": 0, "sampler": 0, "name": "t"}, {"source": 1}]);
    let moved =
        |offset: f32| json!({"KHR_texture_transform": {"offset": [offset, 0.0], "rotation": 0.5, "texCoord": 1}});
    file.json["materials"] = json!([{
        "name": "m",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 0.25, 0.125, 0.75], "metallicFactor": 0.5, "roughnessFactor": 0.75,
            "baseColorTexture": {"index": 0, "extensions": moved(0.25)},
        },
        "normalTexture": {"index": 0, "extensions": moved(0.5)},
        "occlusionTexture": {"index": 1, "texCoord": 1},
        "emissiveFactor": [1.0, 0.5, 0.0],
        "alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true,
        "extensions": {
            "KHR_materials_unlit": {},
            "KHR_materials_emissive_strength": {"emissiveStrength": 2.0},
            "KHR_materials_specular": {"specularColorFactor": [0.5, 1.0, 1.0]},
        },
        "extras": {"note": "x"},
    }]);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    let (scene, found) = read(&file.glb(), &NoFiles);
    // Each of its three layers is on the second UV map, and the triangle has none.
    let found: Vec<_> = found.entries().iter().map(|entry| (entry.code, entry.count)).collect();
    assert_eq!(found, [(Code::MissingUvSet, 3)]);
    let material = &scene.materials[0];
    assert_eq!(material.base_color, Vec4::new(0.5, 0.25, 0.125, 0.75));
    assert_eq!((material.metallic, material.roughness, material.shininess), (Some(0.5), Some(0.75), 0.25));
    assert_eq!((material.emissive, material.specular), (Vec3::new(2.0, 1.0, 0.0), Some(Vec3::new(0.5, 1.0, 1.0))));
    assert_eq!(material.alpha_mode, AlphaMode::Mask { cutoff: 0.25 });
    assert!(material.shading.unlit && material.shading.double_sided);
    let layers: Vec<_> = material.layers.iter().map(|l| (l.role, l.texture.0, l.uv_set)).collect();
    // The same texture moved in two ways is two textures.
    // What is not lit has no occlusion: on coordinates of its own that is a light map.
    assert_eq!(layers, [(TextureRole::Color, 0, 1), (TextureRole::Normal, 2, 1), (TextureRole::Lightmap, 1, 1)]);
    let texture = &scene.textures[0];
    assert_eq!(
        (texture.wrap_u, texture.wrap_v, texture.nearest, texture.mipmap),
        (Wrap::Clamp, Wrap::Mirror, true, false)
    );
    assert_eq!((texture.transform.translation.x, texture.transform.order), (0.25, UvOrder::ScaleFirst));
    assert_eq!((scene.images[0].path.as_str(), scene.images[0].uri.as_deref()), ("a b/c.png", Some("a b/c.png")));
    assert_eq!(scene.images[1].data.as_ref().unwrap().bytes, [0x89, b'P', b'N', b'G']);
}

#[test]
fn cameras_lights_levels_and_extras_are_read() {
    let mut file = GlbFile::triangle();
    file.json["cameras"] = json!([
        {"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.25}},
        {"type": "orthographic", "orthographic": {"xmag": 2.0, "ymag": 3.0, "znear": 0.0, "zfar": 9.0}},
    ]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "spot", "intensity": 4.0, "range": 8.0, "spot": {"innerConeAngle": 0.25, "outerConeAngle": 0.5}},
        {"type": "directional", "color": [0.5, 1.0, 1.0]},
    ]}});
    file.json["nodes"] = json!([
        {"mesh": 0, "camera": 1, "extensions": {"KHR_lights_punctual": {"light": 0}, "MSFT_lod": {"ids": [1]}},
            "extras": {"hp": 5, "raw": {"$bytes": "00ff"}}},
        {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": false}}, "extras": 7},
        {"extensions": {"KHR_node_visibility": {"visible": false}}},
    ]);
    file.json["scenes"] = json!([{"nodes": [0], "extras": {"author": "x"}}]);
    let scene = scene(file);
    assert_eq!(scene.cameras[1].projection, Projection::Orthographic { half_width: 2.0, half_height: 3.0 });
    assert_eq!(scene.lights[0].kind, LightKind::Spot { inner_angle: 0.25, outer_angle: 0.5 });
    assert_eq!((scene.lights[0].range, scene.lights[1].color.x), (Some(8.0), 0.5));
    let levels: Vec<Option<u32>> = scene.nodes.iter().map(|n| n.lod.map(|l| l.level)).collect();
    assert_eq!(levels, [Some(0), Some(1), None]);
    assert!(scene.nodes[2].hidden);
    let node = &scene.nodes[0];
    assert_eq!((node.camera.unwrap().0, node.light.unwrap().0), (1, 0));
    assert_eq!((node.extras["hp"].as_int(), &node.extras["raw"]), (Some(5), &vec![0u8, 255].into()));
    assert_eq!(scene.nodes[1].extras["gltf.extras"].as_int(), Some(7));
    assert_eq!(scene.extras["author"].as_text(), Some("x"));
}

/// One file next to the model.
struct Sidecars(&'static str, Vec<u8>);

impl Files for Sidecars {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        (name == self.0).then(|| self.1.clone())
    }
}

#[test]
fn text_files_find_their_buffers() {
    let mut file = GlbFile::triangle();
    let bin = std::mem::take(&mut file.bin);
    let mut text = |uri: &str| -> Vec<u8> {
        file.json["buffers"] = json!([{"byteLength": bin.len(), "uri": uri}]);
        [b"\xef\xbb\xbf \n".as_slice(), &serde_json::to_vec_pretty::<Value>(&file.json).unwrap()].concat()
    };
    let base64 = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA";
    let rows = [text("my%20model.bin"), text(&format!("data:application/octet-stream;base64,{base64}"))];
    for bytes in rows {
        let (scene, _) = read(&bytes, &Sidecars("my model.bin", bin.clone()));
        assert_eq!(scene.meshes[0].positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
        assert_eq!(scene.meshes[0].parts[0].faces, Faces::Triangles(vec![[0, 1, 2]]));
    }
}

#[test]
fn ends_that_this_project_added_are_left_out_while_the_keys_are_as_many() {
    // The last value: an end that was edited is no more what the key before it holds.
    for (keys, added, last, expected) in [
        (3, [false, true], 1.0, Some(2)),
        (3, [true, false], 1.0, Some(2)),
        (3, [true, true], 1.0, Some(1)),
        (4, [true, true], 1.0, Some(3)),
        (3, [false, false], 1.0, Some(3)),
        (3, [false, true], 2.0, Some(3)),
        (3, [true, true], 2.0, Some(3)),
    ] {
        let mut file = GlbFile::triangle();
        let times = file.floats("SCALAR", &[0.0, 0.5, 1.0]);
        let values = file.floats("VEC3", &[1., 0., 0., 1., 0., 0., last, 0., 0.]);
        let own = json!({"timeline": 0, "first": 0.0, "last": 30.0, "ticksPerSecond": 30.0, "looping": true});
        file.json["animations"] = json!([{
            "samplers": [{"input": times, "output": values}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"},
                "extras": {"retromesh": {"addedEnds": added, "keys": keys}}}],
            "extras": {"retromesh": own},
        }]);
        let animation = &scene(file).animations[0];
        assert_eq!(animation.channels.first().map(|channel| channel.times.len()), expected, "{keys} {added:?}");
        assert_eq!((animation.first, animation.last), (0.0, 30.0));
    }
}

#[test]
fn what_the_first_scene_does_not_show_is_hidden() {
    // The scenes, the one to show, and the roots that are hidden. Node 1 is a child of node 0; below node 3 there is nothing to see.
    type Row = (Value, Option<u32>, &'static [usize]);
    let rows: Vec<Row> = vec![
        (json!([{"nodes": [0, 2, 3]}]), Some(0), &[]),
        (json!([{"nodes": [0]}, {"nodes": [2]}]), Some(0), &[2]),
        (json!([{"nodes": [0]}, {"nodes": [2]}]), None, &[2]),
        (json!([{"nodes": [0]}, {"nodes": [2]}]), Some(1), &[0]),
        (json!([{"nodes": [1]}]), Some(0), &[2]),
        (json!([{"nodes": [3]}]), Some(0), &[0, 2]),
        (json!([]), None, &[]),
    ];
    for (scenes, shown, hidden) in rows {
        let mut file = GlbFile::triangle();
        file.json["nodes"] = json!([{"children": [1]}, {"mesh": 0}, {"mesh": 0}, {}]);
        file.json["scenes"] = scenes.clone();
        file.json.as_object_mut().unwrap().remove("scene");
        if let Some(shown) = shown {
            file.json["scene"] = json!(shown);
        }
        let (scene, diagnostics) = read(&file.glb(), &NoFiles);
        let all = (0..4).filter(|&node| scene.nodes[node].hidden).collect::<Vec<_>>();
        assert_eq!(all, hidden, "{scenes} {shown:?}");
        assert_eq!(diagnostics.count(Code::UnplacedNode), hidden.len() as u64, "{scenes} {shown:?}");
    }
}

#[test]
fn what_a_tool_took_out_of_the_scenes_of_this_project_is_hidden() {
    // How many of the scenes are left, and the roots that are hidden.
    for (scenes, hidden) in [(3, &[2, 3][..]), (1, &[1, 2, 3, 5])] {
        let mut file = GlbFile::triangle();
        file.json["nodes"] =
            json!([{}, {"mesh": 0}, {"mesh": 0}, {"extras": {"entity.classname": "waypoint"}}, {}, {"mesh": 0}]);
        let all = json!([
            {"nodes": [0], "extras": {"retromesh": {"version": 1}}},
            {"nodes": [1], "name": "levels of detail"},
            {"nodes": [5], "name": "hidden"},
        ]);
        file.json["scenes"] = all.as_array().unwrap()[..scenes].into();
        let (scene, diagnostics) = read(&file.glb(), &NoFiles);
        let found = (0..6).filter(|&node| scene.nodes[node].hidden).collect::<Vec<_>>();
        assert_eq!((found.as_slice(), diagnostics.count(Code::UnplacedNode)), (hidden, hidden.len() as u64));
    }
}

#[test]
fn what_is_not_read_is_reported() {
    let using = |extensions: Value| {
        let mut file = GlbFile::triangle();
        file.json["extensionsUsed"] = extensions;
        read(&file.glb(), &NoFiles).1
    };
    let diagnostics = using(json!(["KHR_materials_unlit", "KHR_materials_clearcoat", "EXT_other"]));
    let reported: Vec<String> =
        diagnostics.entries().iter().map(|reported| format!("{} {}", reported.count, reported.detail)).collect();
    assert_eq!(reported, ["1 extensions that are not read: EXT_other"]);
    let diagnostics = using((0..20).map(|i| format!("EXT_{i}")).collect::<Vec<_>>().into());
    assert_eq!(diagnostics.count(Code::LostChunk), 20);
    assert!(diagnostics.entries()[0].detail.ends_with("EXT_7 and more"), "{diagnostics:?}");

    let mut file = GlbFile::triangle();
    file.json["asset"]["extras"] = json!({"a": 1});
    file.json["extras"] = json!({"b": 1, "c": 2});
    file.json["scenes"] = json!([{"nodes": [0], "extras": {"d": 1}}, {"nodes": [0], "extras": {"e": 1}}]);
    let (scene, diagnostics) = read(&file.glb(), &NoFiles);
    // What a scene has no place for is kept for a way back to glTF, and other formats tell that they lose it.
    assert_eq!(diagnostics.entries(), []);
    assert_eq!(scene.extras.keys().collect::<Vec<_>>(), ["d", "gltf.asset", "gltf.scenes"]);

    // What Blender calls each scene says nothing.
    for (name, kept) in [("Scene", 0), ("Hall", 1)] {
        let mut file = GlbFile::triangle();
        file.json["scenes"] = json!([{"nodes": [0], "name": name}]);
        assert_eq!(read(&file.glb(), &NoFiles).0.extras.len(), kept, "{name}");
    }
}

#[test]
fn copyright_comes_back() {
    let mut file = GlbFile::triangle();
    file.json["asset"]["copyright"] = json!("2003 somebody");
    let scene = scene(file);
    assert_eq!(scene.extras["gltf.copyright"].as_text(), Some("2003 somebody"));
    let output = retromesh_gltf::FORMAT
        .write(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
        .unwrap();
    let text = String::from_utf8_lossy(&output.bytes);
    assert_eq!(text.matches("2003 somebody").count(), 1);
    assert_eq!(read(&output.bytes, &NoFiles).0.extras, scene.extras);
}

#[test]
fn attributes_that_a_tool_took_away_are_reported() {
    for (attributes, missing) in [(json!({}), 0), (json!({"_MASS": {"name": "_MASS"}}), 1)] {
        let mut file = GlbFile::triangle();
        file.json["meshes"][0]["extras"] = json!({"retromesh": {"attributes": attributes}});
        let (_, diagnostics) = read(&file.clone().glb(), &NoFiles);
        assert_eq!(diagnostics.count(Code::StaleExtras), missing);
        assert!(missing == 0 || diagnostics.entries()[0].detail.contains("_MASS"));
        let masses = file.floats("SCALAR", &[1., 2., 3.]);
        file.json["meshes"][0]["primitives"][0]["attributes"]["_MASS"] = json!(masses);
        let (_, diagnostics) = read(&file.glb(), &NoFiles);
        assert_eq!(diagnostics.count(Code::StaleExtras), 0);
    }
}

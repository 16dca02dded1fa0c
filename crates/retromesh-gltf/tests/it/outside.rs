//! Files of other programs, those included that changed what this project wrote: each fixture of `fixtures/gltf/outside`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::common::{bytes, json, opened, read, write};
use crate::layers::image;
use glam::{Mat4, Vec2, Vec3, Vec4};
use retromesh_core::keyframes::Track;
use retromesh_core::material::{TextureLayer, TextureRole};
use retromesh_core::mesh::{Faces, Mesh, Part, Selection};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Extra, MaterialId, MeshId, NodeId, Scene, Space};
use retromesh_gltf::Document;
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_testkit::GlbFile;
use serde_json::Value;

#[test]
fn lists_count_while_their_geometry_is_the_same() {
    let (scene, diagnostics) = read(&bytes("lists-sorted-anew"));
    let mesh = &scene.meshes[0];
    // The core of the file counts, and each thing that is lost by that is reported.
    assert_eq!((mesh.selections.len(), mesh.parts[0].face_flags.len(), mesh.vertex_frames.len()), (0, 0, 0));
    assert_eq!((mesh.morph_targets[0].name.as_str(), scene.lights[0].color), ("smile", Vec3::Y));
    assert_eq!(scene.nodes[1].transform.trs().translation, Vec3::new(9.0, 0.0, 0.0));
    assert_eq!(diagnostics.count(Code::StaleExtras), 6, "{:?}", diagnostics.entries());
    // Keys and names find what numbers would not.
    assert_eq!((scene.nodes.len(), scene.nodes[0].mesh.is_some(), scene.nodes[1].mesh.is_some()), (3, true, false));
    assert_eq!(mesh.parts[1].material, Some(MaterialId(1)));
}

/// Does what `gltf-transform reorder` does: the vertices of the first mesh in the opposite order, the same triangles.
fn reordered(file: &[u8]) -> Vec<u8> {
    let (json, mut file) = (json(file), file.to_vec());
    let start = 28 + u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let primitive = &json["meshes"][0]["primitives"][0];
    let mut count = 0;
    let mut rows = |accessor: &Value, width: usize| {
        let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let from = start + view["byteOffset"].as_u64().unwrap_or(0) as usize;
        count = accessor["count"].as_u64().unwrap() as usize;
        from..from + count * width
    };
    let indices = rows(&primitive["indices"], 2);
    let positions = rows(&primitive["attributes"]["POSITION"], 12);
    let turned: Vec<u8> = file[positions.clone()].chunks(12).rev().flatten().copied().collect();
    file[positions].copy_from_slice(&turned);
    for index in file[indices].chunks_mut(2) {
        let turned = (count as u16 - 1) - u16::from_le_bytes(index.try_into().unwrap());
        index.copy_from_slice(&turned.to_le_bytes());
    }
    file
}

/// A mesh with a selection and flags of its faces.
fn selected(hand: &Selection) -> Scene {
    let triangles = Faces::Triangles(vec![[0, 1, 2], [1, 3, 2]]);
    let part = Part { faces: triangles, face_flags: vec![7, 9], ..Part::default() };
    let mut scene = Scene { space: Space::GLTF, ..Scene::default() };
    scene.meshes.push(Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE],
        parts: vec![part],
        selections: vec![hand.clone()],
        ..Mesh::default()
    });
    let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { mesh, ..Node::default() });
    scene
}

fn hand() -> Selection {
    Selection { name: "hand".into(), vertices: vec![0, 3], faces: vec![1], ..Selection::default() }
}

#[test]
fn a_tool_that_moves_vertices_keeps_what_lists_them() {
    let written = write(&selected(&hand()));
    let mut file = opened(&written);
    let accessor = file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
    let accessor = &mut file.json["accessors"][accessor];
    accessor["max"][0] = 4.0.into();
    let view = accessor["bufferView"].as_u64().unwrap() as usize;
    let from = file.json["bufferViews"][view]["byteOffset"].as_u64().unwrap_or(0) as usize;
    file.bin[from..][..4].copy_from_slice(&4.0f32.to_le_bytes());
    let (moved, diagnostics) = read(&file.glb());
    assert_eq!(moved.meshes[0].positions[0].x, 4.0);
    assert_eq!((&moved.meshes[0].selections, &moved.meshes[0].parts[0].face_flags), (&vec![hand()], &vec![7, 9]));
    assert_eq!(diagnostics.count(Code::StaleExtras), 0);
}

#[test]
fn a_tool_that_sorts_vertices_loses_what_lists_them() {
    let hand = hand();
    let written = write(&selected(&hand));
    let (same, diagnostics) = read(&written);
    assert_eq!((&same.meshes[0].selections, diagnostics.entries().len()), (&vec![hand.clone()], 0));
    // Faces are known by their corners, so what is said of them stays; what is said of vertices does not.
    let (other, diagnostics) = read(&reordered(&written));
    assert_eq!(other.meshes[0].selections, [Selection { vertices: Vec::new(), ..hand }]);
    assert_eq!(other.meshes[0].parts[0].face_flags, [7, 9]);
    assert_eq!(diagnostics.count(Code::StaleExtras), 1);
    assert!(diagnostics.entries().iter().any(|entry| entry.detail.ends_with("are others now: hand")));
}

#[test]
fn what_has_no_normals_next_to_what_has_is_flat() {
    let (scene, diagnostics) = read(&bytes("bare-beside-shaded"));
    let mesh = &scene.meshes[0];
    let normals = |part: usize| -> Vec<Vec3> {
        mesh.parts[part].faces.indices().iter().map(|vertex| mesh.normals[*vertex as usize]).collect()
    };
    assert_eq!(normals(0), [Vec3::NEG_Y; 3]);
    // Two triangles with a common edge: one faces z, the other -x.
    assert_eq!(normals(1), [[Vec3::Z; 3], [Vec3::NEG_X; 3]].concat());
    assert_eq!((mesh.positions.len(), mesh.uv_sets[0].len()), (9, 9));
    let reported: Vec<_> = diagnostics.entries().iter().map(|entry| (entry.code, entry.count)).collect();
    assert_eq!(reported, [(Code::FilledVertices, 4), (Code::FilledVertices, 4)]);
}

#[test]
fn texture_coordinates_that_a_tool_took_are_reported() {
    let (mut scene, _) = read(&bytes("lines"));
    scene.add_node(None, Node::default());
    let mut file = opened(&write(&scene));
    for primitive in file.json["meshes"][0]["primitives"].as_array_mut().unwrap() {
        primitive["attributes"].as_object_mut().unwrap().retain(|key, _| !key.starts_with("TEXCOORD"));
    }
    let stripped = file.json["meshes"][0].clone();
    let (bare, diagnostics) = read(&file.glb());
    assert_eq!((bare.meshes[0].uv_sets.len(), diagnostics.count(Code::StaleExtras)), (0, 1));
    // A mesh that is new never had any.
    let mut new = opened(&write(&scene));
    let meshes = new.json["meshes"].as_array_mut().unwrap();
    let at = meshes.len();
    meshes.push(stripped);
    let nodes = new.json["nodes"].as_array_mut().unwrap();
    nodes.push(serde_json::json!({"mesh": at}));
    let node = nodes.len() - 1;
    new.json["scenes"][0]["nodes"].as_array_mut().unwrap().push(node.into());
    let (added, diagnostics) = read(&new.glb());
    assert_eq!((added.meshes[at].uv_sets.len(), diagnostics.count(Code::StaleExtras)), (0, 0));
    // A mesh that never had any is as it was.
    let (_, diagnostics) = read(&write(&bare));
    assert_eq!(diagnostics.count(Code::StaleExtras), 0);
}

#[test]
fn smaller_copies_of_pictures_stay_off_after_blender() {
    let (mut scene, _) = read(&bytes("strengths"));
    scene.textures[0].mipmap = false;
    let mut file = opened(&write(&scene));
    assert_eq!(file.json["samplers"][0]["minFilter"], 9729);
    file.json["samplers"][0]["minFilter"] = 9987.into();
    assert!(!read(&file.glb()).0.textures[0].mipmap);
}

#[test]
fn textures_without_images_are_not_written_and_come_back() {
    let (scene, _) = read(&bytes("layers-sorted-anew"));
    let mut options = ExportOptions::default();
    options.textures = Textures::None;
    let written = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap();
    let written = written.document.encode().unwrap();
    // Widespread tools stop at a texture without a source.
    let text = json(&written);
    assert_eq!((&text["textures"], &text["images"]), (&Value::Null, &Value::Null));
    assert_eq!(text["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"], Value::Null);
    let (back, diagnostics) = read(&written);
    assert_eq!(diagnostics.entries(), []);
    for (a, b) in scene.materials.iter().zip(&back.materials) {
        let facts = |scene: &Scene, layer: &TextureLayer| {
            (
                layer.slot,
                layer.role,
                layer.blend,
                layer.uv_set,
                image(scene, layer).to_owned(),
                scene[layer.texture].alpha,
            )
        };
        let [a, b] = [(&scene, a), (&back, b)]
            .map(|(scene, material)| material.layers.iter().map(|layer| facts(scene, layer)).collect::<Vec<_>>());
        assert_eq!(a, b);
    }
}

#[test]
fn a_transform_stays_with_its_user() {
    let scene = read(&bytes("transforms-of-users")).0;
    let again = read(&write(&scene)).0;
    for scene in [scene, again] {
        let scale = |i: usize| scene[scene.materials[i].layers[0].texture].transform.scale;
        assert_eq!([scale(0), scale(1), scale(2)], [Vec2::ONE, Vec2::splat(2.0), Vec2::splat(3.0)]);
    }
}

#[test]
fn strengths_and_factors_come_back() {
    let once = bytes("strengths");
    let (from, to) = (json(&once), json(&write(&read(&once).0)));
    let [a, b] = [&from, &to].map(|json| &json["materials"]);
    assert_eq!(b[0]["normalTexture"]["scale"], a[0]["normalTexture"]["scale"]);
    assert_eq!(b[0]["occlusionTexture"]["strength"], a[0]["occlusionTexture"]["strength"]);
    assert_eq!(
        (&b[0]["emissiveTexture"]["index"], &b[0]["emissiveFactor"]),
        (&0.into(), &serde_json::json!([0.0, 0.0, 0.0]))
    );
    assert_eq!(b[1]["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"], 4.0);
    assert_eq!(b[1]["emissiveFactor"], a[1]["emissiveFactor"]);
    assert_eq!((&to["samplers"][0]["name"], &to["samplers"][0]["minFilter"]), (&"sharp".into(), &9985.into()));
}

#[test]
fn compressed_views_are_unpacked() {
    let (scene, diagnostics) = read(&bytes("compressed-views"));
    assert_eq!(scene.meshes[0].positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
    assert_eq!(scene.meshes[0].parts[0].faces.indices(), [0, 1, 2]);
    assert_eq!(diagnostics.entries(), []);
}

#[test]
fn meshes_packed_by_draco_are_unpacked() {
    // As they were packed: a square with a roof, and texture coordinates that are half of it.
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0], [1.0, 2.0]];
    let mut packed: Vec<[[f32; 2]; 3]> =
        [[0, 1, 2], [0, 2, 3], [3, 2, 4]].map(|triangle: [usize; 3]| triangle.map(|corner| corners[corner])).to_vec();
    for name in ["draco-edgebreaker", "draco-sequential"] {
        let (scene, diagnostics) = read(&bytes(name));
        let mesh = &scene.meshes[0];
        // Quantised to 11 and 10 bits.
        let corner = |&vertex: &u32| {
            let (position, uv) = (mesh.positions[vertex as usize], mesh.uv_sets[0][vertex as usize]);
            assert!((uv * 2.0 - position.truncate()).abs().max_element() < 5e-3, "{name}: {uv} at {position}");
            [position.x, position.y].map(|x| (x * 100.0).round() / 100.0)
        };
        let turned = |[a, b, c]: [[f32; 2]; 3]| {
            let turns = [[a, b, c], [b, c, a], [c, a, b]];
            turns.into_iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap()
        };
        let indices = mesh.parts[0].faces.indices();
        let mut found: Vec<_> =
            indices.chunks(3).map(|t| turned([corner(&t[0]), corner(&t[1]), corner(&t[2])])).collect();
        packed = packed.into_iter().map(turned).collect();
        packed.sort_by(|a, b| a.partial_cmp(b).unwrap());
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, packed, "{name}");
        assert_eq!(diagnostics.entries(), [], "{name}");
    }
}

#[test]
fn broken_streams_of_draco_are_refused() {
    let whole = bytes("draco-edgebreaker");
    let start = whole.windows(5).position(|window| window == b"DRACO").unwrap();
    let (mut read, mut refused) = (0, 0);
    for at in start..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, whole[at] ^ 1, whole[at].wrapping_add(1)] {
            let mut broken = whole.clone();
            broken[at] = value;
            match Document::parse(&broken).and_then(|document| document.to_scene()) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    // Other numbers are other places; other counts are no mesh.
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn the_older_kind_of_material_keeps_its_look() {
    let once = bytes("specular-glossiness");
    let (scene, _) = read(&once);
    let material = &scene.materials[0];
    assert_eq!(material.base_color, Vec4::new(0.5, 0.25, 1.0, 1.0));
    assert_eq!((material.specular, material.shininess), (Some(Vec3::new(0.5, 0.5, 0.25)), 0.25));
    let roles: Vec<_> = material.layers.iter().map(|l| (l.role, l.uv_set, image(&scene, l))).collect();
    assert_eq!(roles, [(TextureRole::Color, 0, "diffuse.png"), (TextureRole::Specular, 0, "gloss.png")]);
    let again = write(&scene);
    let name = "KHR_materials_pbrSpecularGlossiness";
    assert_eq!(json(&again)["materials"][0]["extensions"][name], json(&once)["materials"][0]["extensions"][name]);
    assert_eq!(read(&again).0.materials[0].layers, material.layers);
}

#[test]
fn instances_become_nodes() {
    let scene = read(&bytes("instances")).0;
    assert!(scene.nodes[0].mesh.is_none());
    assert_eq!((scene.nodes.len(), scene.nodes[0].children.len()), (4, 3));
    let valid = scene.validate().unwrap();
    let pose = valid.rest_pose();
    let corner = |node: u32| pose.world[NodeId(node)].transform_point3(Vec3::X);
    let wanted = [Vec3::new(1.0, 0.0, 1.0), Vec3::new(2.0, 2.0, 1.0), Vec3::new(1.0, 3.0, 1.0)];
    for (node, wanted) in (1..).zip(wanted) {
        assert!(corner(node).abs_diff_eq(wanted, 1e-4), "{node}: {}", corner(node));
    }
}

#[test]
fn webp_stays_webp() {
    let (scene, diagnostics) = read(&bytes("webp"));
    assert_eq!(diagnostics.entries(), []);
    let data = scene.images[0].data.as_ref().unwrap();
    assert_eq!((data.mime.as_str(), data.bytes.len()), ("image/webp", 34));
    let again = json(&write(&scene));
    assert_eq!(again["textures"][0]["extensions"]["EXT_texture_webp"]["source"], 0);
    assert_eq!(again["textures"][0]["source"], Value::Null);
    assert_eq!(again["extensionsRequired"], serde_json::json!(["EXT_texture_webp"]));
}

#[test]
fn one_image_of_two_is_reported_and_the_file_stays_valid() {
    let mut file = opened(&bytes("webp"));
    file.json["images"].as_array_mut().unwrap().push(serde_json::json!({"uri": "plain.png"}));
    file.json["textures"][0]["source"] = 1.into();
    file.json["asset"]["minVersion"] = "2.1".into();
    let (scene, diagnostics) = read(&file.glb());
    assert_eq!(diagnostics.count(Code::LostTextureLayer), 1);
    let again = json(&write(&scene));
    assert_eq!(again["textures"][0]["source"], 1);
    assert_eq!(again["images"][0]["mimeType"], "image/webp");
    assert_eq!(again["extensionsUsed"], serde_json::json!(["EXT_texture_webp"]));
    assert_eq!((&again["extensionsRequired"], &again["asset"]["minVersion"]), (&Value::Null, &Value::Null));
}

#[test]
fn ktx2_stays_ktx2() {
    let (scene, diagnostics) = read(&bytes("ktx2"));
    assert_eq!(diagnostics.entries(), []);
    let again = json(&write(&scene));
    assert_eq!(again["textures"][0]["extensions"]["KHR_texture_basisu"]["source"], 0);
    assert_eq!(again["images"][0]["mimeType"], "image/ktx2");
    assert_eq!(read(&write(&scene)).0.images, scene.images);
}

#[test]
fn extensions_are_kept_or_named() {
    let once = bytes("kept-extensions");
    let (scene, diagnostics) = read(&once);
    assert_eq!(diagnostics.count(Code::LostChunk), 2);
    assert!(diagnostics.entries()[0].to_string().contains("ACME_glitter, MSFT_lod of materials"));
    let (from, to) = (json(&once), json(&write(&scene)));
    for name in ["KHR_materials_clearcoat", "KHR_materials_transmission"] {
        assert_eq!(to["materials"][0]["extensions"][name], from["materials"][0]["extensions"][name]);
        assert!(to["extensionsUsed"].as_array().unwrap().contains(&name.into()));
    }
    assert_eq!(to["materials"][0]["extensions"]["KHR_materials_specular"]["specularFactor"], 0.5);
    assert_eq!(to["extensions"]["KHR_materials_variants"], from["extensions"]["KHR_materials_variants"]);
    let mappings = |json: &Value| json["meshes"][0]["primitives"][0]["extensions"]["KHR_materials_variants"].clone();
    assert_eq!(mappings(&to), mappings(&from));
}

#[test]
fn what_only_appearance_needs_is_no_reason_to_refuse_a_model() {
    for (name, is_read) in [("KHR_techniques_webgl", true), ("ADOBE_materials_thin", true), ("EXT_other_shapes", false)]
    {
        let mut file = GlbFile::triangle();
        file.json["extensionsUsed"] = serde_json::json!([name]);
        file.json["extensionsRequired"] = serde_json::json!([name]);
        let (bytes, mut diagnostics) = (file.glb(), Diagnostics::new());
        match Document::parse_with(&bytes, &ImportOptions::default(), &mut diagnostics) {
            Ok(_) => {
                let (scene, diagnostics) = read(&bytes);
                assert!(is_read && scene.meshes[0].triangle_count() == 1, "{name}");
                assert_eq!(diagnostics.entries()[0].detail, format!("extensions that are not read: {name}"));
            }
            Err(error) => assert!(!is_read && error.to_string().contains(name), "{error}"),
        }
    }
}

#[test]
fn scenes_are_written_as_they_were() {
    let once = bytes("two-scenes");
    let scene = read(&once).0;
    assert!(scene.nodes[0].hidden && !scene.nodes[1].hidden && !scene.nodes[2].hidden);
    let twice = write(&scene);
    for (from, to) in [(json(&once), json(&twice)), (json(&once), json(&write(&read(&twice).0)))] {
        assert_eq!((&to["scene"], to["scenes"].as_array().unwrap().len()), (&from["scene"], 2));
        for i in 0..2 {
            let [a, b] = [&from, &to].map(|json| &json["scenes"][i]);
            assert_eq!((&a["name"], &a["nodes"], &a["extras"]["sky"]), (&b["name"], &b["nodes"], &b["extras"]["sky"]));
        }
        assert!(to["nodes"].as_array().unwrap().iter().all(|node| node["extensions"].is_null()));
        assert_eq!((&to["asset"]["extras"], &to["extras"]), (&from["asset"]["extras"], &from["extras"]));
    }
}

/// The joints of a skin may be in two scenes; then one root holds all, and what another scene hid is hidden by itself.
#[test]
fn scenes_that_cannot_stay_apart_show_no_more_than_before() {
    let mut scene = read(&bytes("two-scenes")).0;
    let joints = scene.roots.clone();
    let inverse_bind = vec![Mat4::IDENTITY; joints.len()];
    scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
    let mut diagnostics = Diagnostics::new();
    let written =
        Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
    let to = json(&written.document.encode().unwrap());
    assert_eq!(to["scenes"].as_array().unwrap().len(), 1);
    assert_eq!(to["nodes"][0]["extensions"]["KHR_node_visibility"]["visible"], false);
    assert_eq!(diagnostics.count(Code::LostExtras), 1);
}

#[test]
fn moved_textures_of_kept_extensions_are_declared() {
    let mut file = GlbFile::triangle();
    let texture = serde_json::json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0.0]}}});
    file.json["images"] = serde_json::json!([{"uri": "a.png"}]);
    file.json["textures"] = serde_json::json!([{"source": 0}]);
    file.json["materials"] =
        serde_json::json!([{"extensions": {"KHR_materials_clearcoat": {"clearcoatTexture": texture}}}]);
    file.json["extensionsUsed"] = serde_json::json!(["KHR_materials_clearcoat", "KHR_texture_transform"]);
    let to = json(&write(&read(&file.glb()).0));
    assert!(
        to["extensionsUsed"].as_array().unwrap().contains(&"KHR_texture_transform".into()),
        "{}",
        to["extensionsUsed"]
    );
}

#[test]
fn a_spline_of_one_key_is_no_spline() {
    let (scene, diagnostics) = read(&bytes("odd-keys"));
    assert_eq!(diagnostics.count(Code::RenumberedFrames), 1);
    let to = json(&write(&scene));
    let sampler = &to["animations"][0]["samplers"][0];
    assert_ne!(sampler["interpolation"], "CUBICSPLINE");
    let back = read(&write(&scene)).0;
    let Track::Translation(values) = &back.animations[0].channels[0].track else { panic!() };
    assert!(values.iter().all(|v| *v == Vec3::new(1.0, 2.0, 3.0)), "{values:?}");
}

#[test]
fn the_widest_cone_is_not_wider() {
    let (scene, _) = read(&bytes("wide-cone"));
    let text = write(&scene);
    let lights = &json(&text)["extensions"]["KHR_lights_punctual"]["lights"];
    assert!(lights[0]["spot"]["outerConeAngle"].as_f64().unwrap() <= std::f64::consts::FRAC_PI_2);
}

#[test]
fn broken_images_are_not_embedded_as_if_good() {
    let scene = read(&bytes("broken-image")).0;
    let (valid, mut diagnostics) = (scene.validate().unwrap(), Diagnostics::new());
    let written = Document::from_scene_with(&valid, &ExportOptions::default(), &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::UnsupportedImage), 1);
    assert_eq!(written.document.root().images[0].uri, None);
    assert!(read(&written.document.encode().unwrap()).0.images[0].data.is_none());
}

#[test]
fn whole_floats_and_plain_links_are_read() {
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/gltf/outside/whole-floats.gltf"));
    let (scene, diagnostics) = read(&text.unwrap());
    assert_eq!((scene.meshes[0].positions.len(), scene.roots.len()), (3, 1));
    // What is in extras is not touched.
    assert_eq!(scene.meshes[0].extras["weight"], Extra::Float(2.0));
    assert_eq!(diagnostics.entries(), []);
}

/// Many meshes that share their arrays, as an editor writes them.
fn shared(meshes: usize, vertices: usize) -> GlbFile {
    let mut file = GlbFile::triangle();
    let positions = file.floats("VEC3", &vec![0.5; vertices * 3]);
    let mut mesh = file.json["meshes"][0].clone();
    mesh["primitives"][0]["attributes"]["POSITION"] = positions.into();
    file.json["meshes"] = (0..meshes).map(|_| mesh.clone()).collect();
    file.json["nodes"] = (0..meshes).map(|mesh| serde_json::json!({"mesh": mesh})).collect();
    file.json["scenes"][0]["nodes"] = (0..meshes).collect();
    file
}

#[test]
fn shared_arrays_are_read_and_shared_again() {
    let once = shared(500, 2000).glb();
    let written = write(&read(&once).0);
    assert!(written.len() < once.len() * 8, "{} bytes became {}", once.len(), written.len());
    // Who asks for more than usual gets it.
    let once = shared(3000, 6000).glb();
    let scene = |unpacked_bytes: u64| {
        let mut options = ImportOptions::default();
        options.limits.unpacked_bytes = unpacked_bytes;
        let document = Document::parse_with(&once, &options, &mut Diagnostics::new()).unwrap();
        document.to_scene_with(&options, &mut Diagnostics::new()).map(|_| ())
    };
    assert!(scene(1 << 30).is_err());
    assert!(scene(1 << 31).is_ok());
}

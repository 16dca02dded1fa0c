//! Smaller files: vertices of whole numbers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::common::{json, opened, read};
use glam::Vec3;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::mesh::{Faces, Influence, Mesh, MorphTarget, Part, Selection, Weights};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, LightId, MeshId, NodeId, Scene, Space};
use retromesh_gltf::{Document, Kept, Quantize, Settings};
use retromesh_kit::ExportOptions;
use retromesh_testkit::glb_pose::compare;
use serde_json::Value;

fn write(scene: &Scene, file_name: &str, settings: &Settings) -> (Vec<u8>, Vec<u8>, Diagnostics) {
    let mut options = ExportOptions::default();
    options.file_name = file_name.into();
    options.settings.put(settings);
    let mut diagnostics = Diagnostics::new();
    let exported = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
    let sidecar = exported.sidecars.into_iter().next().map(|(_, bytes)| bytes).unwrap_or_default();
    (exported.document.encode().unwrap(), sidecar, diagnostics)
}

fn quantized(quantize: Quantize) -> Settings {
    Settings { quantize, ..Settings::default() }
}

/// A plate of many triangles with all kinds of vertex data; its places lie on a grid.
fn plate() -> Scene {
    const SIDE: u32 = 40;
    let mut mesh = Mesh { name: "plate".into(), ..Mesh::default() };
    for i in 0..SIDE * SIDE {
        let (x, y) = ((i % SIDE) as f32, (i / SIDE) as f32);
        mesh.positions.push(Vec3::new(x * 0.25 - 3.0, y * 0.5, 0.125));
        mesh.normals.push(Vec3::new(x - 20.0, y - 20.0, 7.0).normalize());
        mesh.color_sets.resize(1, Vec::new());
        mesh.color_sets[0].push(glam::Vec4::new(x / 255.0, y / 255.0, 1.0, 1.0));
        mesh.uv_sets.resize(2, Vec::new());
        mesh.uv_sets[0].push(glam::Vec2::new(x, y) / SIDE as f32);
        mesh.uv_sets[1].push(glam::Vec2::new(x, y));
        if x > 0.0 && y > 0.0 {
            let [a, b, c, d] = [i - SIDE - 1, i - SIDE, i, i - 1];
            mesh.parts.resize(1, Part { faces: Faces::Triangles(Vec::new()), ..Part::default() });
            let Faces::Triangles(triangles) = &mut mesh.parts[0].faces else { panic!() };
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let moved = mesh.positions.iter().map(|place| *place * 0.3).collect();
    mesh.morph_targets.push(MorphTarget { name: "wide".into(), positions: moved, ..MorphTarget::default() });
    mesh.selections.push(Selection { name: "edge".into(), vertices: vec![0, 1, 2], ..Selection::default() });
    let mut scene = Scene { space: Space::GLTF, ..Scene::default() };
    scene.meshes.push(mesh);
    let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    let top = scene.add_node(None, Node { name: "top".into(), mesh: mesh.clone(), ..Node::default() });
    scene.add_node(Some(top), Node { name: "second".into(), mesh, ..Node::default() });
    let light = scene.lights.len();
    scene.lights.push(crate::scenes::all().into_iter().find_map(|(_, scene)| scene.lights.first().cloned()).unwrap());
    scene[top].light = Some(LightId::new(light));
    let track = Track::Scale(vec![Vec3::ONE, Vec3::splat(3.0)]);
    let channel = Channel { target: top, interpolation: Interpolation::Linear, times: vec![0.0, 1.0], track };
    let mut animation =
        crate::scenes::all().into_iter().find_map(|(_, scene)| scene.animations.first().cloned()).unwrap();
    (animation.first, animation.last, animation.ticks_per_second) = (0.0, 1.0, 1.0);
    (animation.clips, animation.channels) = (Vec::new(), vec![channel]);
    scene.animations.push(animation);
    scene
}

#[test]
fn skins_of_other_programs_leave_their_grid() {
    // What other tools write says nothing of grids.
    fn forget(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.remove("grid");
                members.values_mut().for_each(forget);
            }
            Value::Array(items) => items.iter_mut().for_each(forget),
            _ => {}
        }
    }
    let size = |places: &[Vec3]| {
        let bounds = places.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), p| (low.min(*p), high.max(*p)));
        (bounds.1 - bounds.0).length()
    };
    let mut seen = 0;
    for (name, scene) in crate::scenes::all() {
        let (glb, ..) = write(&scene, "", &quantized(Quantize::Fine));
        let mut file = opened(&glb);
        forget(&mut file.json);
        let (read, _) = read(&file.glb());
        let valid = read.validate().unwrap();
        let pose = valid.rest_pose();
        for id in valid.node_ids() {
            let Some(instance) = valid[id].mesh.as_deref().filter(|instance| instance.skeleton.is_some()) else {
                continue;
            };
            let (stored, posed) = (size(&valid[instance.mesh].positions), size(&pose.positions(&valid, id)));
            if posed > 0.0 && posed.is_finite() {
                assert!((0.2..5.0).contains(&(stored / posed)), "{name}: {stored} for {posed}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn whole_numbers_keep_every_pose() {
    let (mut smaller, mut scenes) = (0, crate::scenes::all());
    scenes.push(("plate", plate()));
    for (name, scene) in scenes {
        let plain = write(&scene, "", &Settings::default()).0;
        for (quantize, bound) in [(Quantize::Fine, 1e-4), (Quantize::Small, 6e-3)] {
            let (glb, _, reported) = write(&scene, "", &quantized(quantize));
            let comparison =
                compare(&scene.validate().unwrap(), &glb, 17).unwrap_or_else(|what| panic!("{name}: {what}"));
            let bound = if name == "matrices" { 1.0 } else { bound };
            assert!(comparison.worst <= bound, "{name} {quantize:?}: {comparison:?}");
            let extensions = json(&glb)["extensionsRequired"].to_string();
            let has_vertices = scene.meshes.iter().any(|mesh| !mesh.positions.is_empty());
            assert_eq!(extensions.contains("KHR_mesh_quantization"), has_vertices, "{name}: {extensions}");
            // Read again, everything is where it was: the same nodes, meshes and bones, places within the same bound.
            let ((back, again), (direct, before)) = (read(&glb), read(&plain));
            let names = |scene: &Scene| {
                scene.nodes.iter().map(|node| (node.name.clone(), node.mesh.is_some())).collect::<Vec<_>>()
            };
            assert_eq!(names(&back), names(&direct), "{name}");
            assert_eq!(again.count(Code::StaleExtras), before.count(Code::StaleExtras), "{name}");
            let size = direct
                .meshes
                .iter()
                .flat_map(|mesh| &mesh.positions)
                .fold(1e-6, |max, p| p.abs().max_element().max(max));
            for (a, b) in direct.meshes.iter().zip(&back.meshes) {
                assert_eq!((a.positions.len(), a.selections.len()), (b.positions.len(), b.selections.len()), "{name}");
                let off = a.positions.iter().zip(&b.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                assert!(off <= 1e-4 * size, "{name}: {off} of {size}");
                let frames = a.vertex_frames.iter().zip(&b.vertex_frames);
                let frames = frames.flat_map(|(a, b)| a.positions.iter().zip(&b.positions));
                assert!(frames.into_iter().all(|(a, b)| a.distance(*b) <= 2e-4 * size), "{name}");
            }
            for (a, b) in direct.skeletons.iter().zip(&back.skeletons) {
                let off = a.inverse_bind.iter().zip(&b.inverse_bind).all(|(a, b)| a.abs_diff_eq(*b, 1e-3));
                assert!(off && a.joints == b.joints, "{name}");
            }
            let reported_of_any = reported.count(Code::RoundedVertices) > 0;
            smaller += usize::from(reported_of_any);
        }
    }
    assert!(smaller > 4, "{smaller}");
}

#[test]
fn what_lies_on_a_grid_stays_what_it_is() {
    let scene = plate();
    let (glb, _, reported) = write(&scene, "", &quantized(Quantize::Fine));
    let (back, _) = read(&glb);
    let [mesh, source] = [&back.meshes[0], &scene.meshes[0]];
    assert_eq!((&mesh.positions, &mesh.color_sets), (&source.positions, &source.color_sets));
    // Coordinates outside of the picture stay floats.
    assert_eq!(mesh.uv_sets[1], source.uv_sets[1]);
    assert_eq!(mesh.selections, source.selections);
    let reported: Vec<String> = reported.entries().iter().map(|entry| entry.detail.clone()).collect();
    for (what, expected) in [("positions within", false), ("normals within 0.00", true), ("positions of shapes", true)]
    {
        assert_eq!(reported.iter().any(|reported| reported.starts_with(what)), expected, "{what}: {reported:?}");
    }
    let tree = json(&glb);
    let accessor = |semantic: &str| {
        let at = tree["meshes"][0]["primitives"][0]["attributes"][semantic].as_u64().unwrap() as usize;
        let (accessor, view) = (&tree["accessors"][at], &tree["accessors"][at]["bufferView"]);
        let stride = &tree["bufferViews"][view.as_u64().unwrap() as usize]["byteStride"];
        (accessor["componentType"].as_u64(), accessor["normalized"] == true, stride.as_u64())
    };
    assert_eq!(accessor("POSITION"), (Some(5123), false, Some(8)));
    assert_eq!(accessor("NORMAL"), (Some(5122), true, Some(8)));
    assert_eq!(accessor("TEXCOORD_0"), (Some(5123), true, Some(4)));
    assert_eq!(accessor("TEXCOORD_1"), (Some(5126), false, None));
    assert_eq!(accessor("_COLOR_0"), (Some(5121), true, Some(4)));
    let plain = write(&scene, "", &Settings::default()).0;
    assert!(glb.len() * 3 < plain.len() * 2, "{} of {}", glb.len(), plain.len());
}

#[test]
fn weights_of_few_bits_sum_to_one() {
    let mut scene = crate::scenes::all().into_iter().find(|(name, _)| *name == "skinned-child").unwrap().1;
    let joints = scene.skeletons[0].joints.len() as u32;
    let mesh = &mut scene.meshes[0];
    let row =
        |v: usize| (0..joints).map(move |joint| Influence { joint, weight: (joint + 1) as f32 + v as f32 * 0.37 });
    let (mut influences, mut starts) = (Vec::new(), vec![0]);
    for v in 0..mesh.positions.len() {
        let sum: f32 = row(v).map(|influence| influence.weight).sum();
        influences.extend(row(v).map(|influence| Influence { weight: influence.weight / sum, ..influence }));
        starts.push(influences.len() as u32);
    }
    mesh.weights = Weights { starts, influences };
    for (quantize, whole) in [(Quantize::Fine, 65_535.0), (Quantize::Small, 255.0)] {
        let (glb, _, reported) = write(&scene, "", &quantized(quantize));
        let (back, _) = read(&glb);
        for row in back.meshes[0].weights.iter() {
            let units: f32 = row.iter().map(|influence| (influence.weight * whole).round()).sum();
            assert_eq!(units, whole);
        }
        assert!(reported.entries().iter().any(|entry| entry.detail.starts_with("joint weights within")));
    }
}

#[test]
fn grids_that_a_tool_changed_stay_in_the_file() {
    let (glb, ..) = write(&plate(), "", &quantized(Quantize::Fine));
    let mut tree = json(&glb);
    let start = 20 + u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let at = tree["nodes"].as_array().unwrap().iter().position(|node| node["scale"].is_array()).unwrap();
    tree["nodes"][at]["translation"] = serde_json::json!([100.0, 0.0, 0.0]);
    let mut file = retromesh_testkit::GlbFile { json: tree, bin: glb[start + 8..].to_vec() };
    file.json["buffers"] = serde_json::json!([{"byteLength": file.bin.len()}]);
    let (back, reported) = read(&file.glb());
    assert_eq!(reported.count(Code::StaleExtras), 1, "{:?}", reported.entries());
    assert_eq!(back.nodes.len(), 4);
    let world = back.validate().unwrap().rest_pose().positions(&back.validate().unwrap(), NodeId::new(at));
    assert!((world[0].x - 100.0).abs() < 10.0, "{}", world[0]);
}

#[test]
fn extras_and_custom_attributes_are_left_out_when_that_is_asked_for() {
    let (mut extras, mut attributes) = (0, 0);
    for (name, scene) in crate::scenes::all() {
        let settings = Settings { extras: Kept::Drop, custom_attributes: Kept::Drop, ..Settings::default() };
        let ((all, ..), (bytes, _, diagnostics)) =
            (write(&scene, "model.glb", &Settings::default()), write(&scene, "model.glb", &settings));
        let (all, few) = (json(&all), json(&bytes));
        assert!(!few.to_string().contains("\"extras\""), "{name}: {few}");
        assert_eq!(diagnostics.count(Code::LostExtras) > 0, all.to_string().contains("\"extras\""), "{name}");
        let custom = |tree: &Value| {
            let meshes = tree["meshes"].as_array().into_iter().flatten();
            let primitives = meshes.flat_map(|mesh| mesh["primitives"].as_array().unwrap());
            let keys = primitives.flat_map(|primitive| primitive["attributes"].as_object().unwrap().keys());
            keys.filter(|key| key.starts_with('_')).count()
        };
        assert_eq!(custom(&few), 0, "{name}");
        extras += diagnostics.count(Code::LostExtras);
        attributes += custom(&all);
        // Without extras nothing says which loose vertices were a mesh.
        let has_faces = |instance: &&MeshInstance, scene: &Scene| scene[instance.mesh].triangle_count() > 0;
        let shown = |scene: &Scene| {
            scene.nodes.iter().filter_map(|node| node.mesh.as_deref()).filter(|i| has_faces(i, scene)).count()
        };
        assert!(shown(&read(&bytes).0) >= shown(&scene), "{name}");
    }
    assert!(extras > 50 && attributes > 2, "{extras} {attributes}");
}

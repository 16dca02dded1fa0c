//! Scenes to files: what is written, that it stays, and that poses agree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::Sidecars;
use glam::{Mat4, Quat, Vec3, Vec4};
use retromesh_bogle::{Document, FORMAT, Layout};
use retromesh_core::extras::Extras;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::{Image, LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_core::mesh::{Faces, Mesh, Part, Weights};
use retromesh_core::scene::{Camera, LightKind, MeshInstance, Node, Projection, Scene, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{
    CameraId, Code, Diagnostics, ImageId, LightId, MaterialId, MeshId, NodeId, SkeletonId, Space, TextureId, check,
};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Lints};
use retromesh_testkit::fixtures;
use std::f32::consts::FRAC_PI_2;

pub(crate) fn options(target: &str) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.target = Some(target.to_owned());
    options
}

pub(crate) fn scene_of(bytes: &[u8]) -> Option<Scene> {
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let document = Document::parse_with_files(bytes, &Sidecars::fixtures(), &options, &mut diagnostics).ok()?;
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    Some(scene)
}

fn written(scene: &Scene) -> (Document<'static>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics)
        .unwrap()
        .document;
    (document, diagnostics)
}

/// A second conversion changes nothing, and the written file is one that the engine likes.
#[test]
fn conversion_is_a_fixed_point() {
    let mut scenes = 0;
    for file in crate::files() {
        let Some(scene) = scene_of(&file.bytes) else { continue };
        let (first, _) = written(&scene);
        let bytes = first.encode().unwrap();
        let again = scene_of(&bytes).unwrap_or_else(|| panic!("{}: the written file is refused", file.name));
        assert!(written(&again).0.encode().unwrap() == bytes, "{} creeps", file.name);
        let trouble =
            ["bgl-layout", "bgl-camera-type", "bgl-geometry-without-material", "bgl-bone-order", "bgl-bone-cycle"];
        for lint in first.lint(retromesh_testkit::target(&FORMAT, "thirty")) {
            assert!(!trouble.contains(&lint.rule.id), "{}: {}", file.name, lint.rule.id);
        }
        scenes += 1;
    }
    assert!(scenes >= 60, "{scenes} scenes");
}

/// World positions of every mesh at rest and along each clip, in glTF's axes.
fn poses(mut scene: Scene) -> Vec<Vec<Vec3>> {
    scene.convert_to(Space::GLTF);
    let nodes: Vec<NodeId> =
        (0..scene.nodes.len()).map(NodeId::new).filter(|&id| scene.nodes[id.index()].mesh.is_some()).collect();
    let mut poses: Vec<Vec<Vec3>> =
        nodes.iter().map(|&node| scene.rest_pose().positions(&scene.validate().unwrap(), node)).collect();
    for animation in &scene.animations {
        for step in 0..=8 {
            let tick = animation.first + (animation.last - animation.first) * step as f32 / 8.0;
            poses.extend(nodes.iter().map(|&node| {
                scene.validate().unwrap().pose(animation, tick).positions(&scene.validate().unwrap(), node)
            }));
        }
    }
    poses
}

#[test]
fn poses_survive_the_way_there_and_back() {
    let mut compared = 0;
    for file in crate::files() {
        let Some(scene) = scene_of(&file.bytes) else { continue };
        // Clips of one key get a second one, vertices of unused geometry may be reordered.
        if scene.animations.iter().any(|animation| animation.first == animation.last) {
            continue;
        }
        let bytes = written(&scene).0.encode().unwrap();
        let again = match Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()) {
            Ok(document) => document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap(),
            Err(error) => panic!("{}: {error}", file.name),
        };
        let (before, after) = (poses(scene), poses(again));
        assert_eq!(before.len(), after.len(), "{}", file.name);
        for (before, after) in before.iter().zip(&after) {
            // Tangents may have split vertices at the end.
            for (a, b) in before.iter().zip(after) {
                assert!(a.abs_diff_eq(*b, 1e-4), "{}: {a} {b}", file.name);
            }
            compared += before.len();
        }
    }
    assert!(compared > 300, "{compared} vertices compared");
}

/// The rule of the format, computed from the document alone: a bone turns by rest and key and keeps its distance.
#[test]
fn poses_follow_the_bone_rule() {
    let mut compared = 0;
    for file in crate::files() {
        let import = ImportOptions::default();
        let mut diagnostics = Diagnostics::new();
        let Ok(document) = Document::parse_with(&file.bytes, &import, &mut diagnostics) else { continue };
        let plain = ["skin.bgl", "skin-rotated.bgl", "blender_gen_armature_simple.bgl", "blender_gen_many_bones.bgl"];
        if !plain.contains(&file.name.as_str()) {
            continue;
        }
        let scene = document.to_scene_with(&import, &mut diagnostics).unwrap();
        let collection = &document.collections[0];
        let bones = collection.bones.to_vec();
        for (animation, out) in collection.animations.iter().zip(&scene.animations) {
            for key in 0..animation.keys.len() {
                let time: f32 = animation.keys.get(key, 0).unwrap();
                let offset: Vec3 = animation.keys.get(key, 4).unwrap();
                let mut world: Vec<Mat4> = Vec::new();
                for (b, bone) in bones.iter().enumerate() {
                    let rest = Quat::from_array(bone.rotation);
                    let turn = Quat::from_array(animation.keys.get(key, 16 + 16 * b).unwrap());
                    let moved = Vec3::from_array(bone.position) + if b == 0 { offset } else { Vec3::ZERO };
                    let local = Mat4::from_translation(rest * moved) * Mat4::from_quat(rest * turn);
                    let above = match bone.parent {
                        0 => Mat4::from_cols_array(&collection.matrix),
                        parent => world[parent as usize - 1],
                    };
                    world.push(above * local);
                }
                let posed = scene.validate().unwrap().pose(out, time);
                let node = scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap();
                let instance = posed.world[NodeId::new(node)];
                for (joint, expected) in scene.skeletons[0].joints.iter().zip(&world) {
                    let found = posed.world[*joint];
                    assert!(found.abs_diff_eq(instance * *expected, 1e-4), "{} key {key}", file.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 10, "{compared} joints compared");
}

/// Without a file name, the zeros of an empty geometry would fit L15 as well.
#[test]
fn a_geometry_without_a_name_has_a_file_with_one() {
    let mut scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
    for _ in 0..2 {
        let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { mesh, ..Node::default() });
    }
    let mut diagnostics = Diagnostics::new();
    let output = FORMAT.write(&scene.validate().unwrap(), &options("thirty-l16"), &mut diagnostics).unwrap();
    let again = Document::parse_with(&output.bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
    let files: Vec<_> = again.geometries.iter().map(|geometry| geometry.file.decode().0).collect();
    assert_eq!((again.layout, files), (Layout::L16, vec!["geometry".into()]));
}

#[test]
fn geometry_goes_next_to_the_file_for_l16() {
    let files = fixtures("bgl", "bgl", 80);
    let scene = scene_of(&files.iter().find(|f| f.name == "two-materials.bgl").unwrap().bytes).unwrap();
    let mut diagnostics = Diagnostics::new();
    let output = FORMAT.write(&scene.validate().unwrap(), &options("thirty-l16"), &mut diagnostics).unwrap();
    let names: Vec<&str> = output.sidecars.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["geometries/Tri.bgg"]);
    assert_eq!(output.sidecars[0].1.len(), 8 + 3 * 80 + 3 * 4);
    let sidecars = Sidecars(output.sidecars.into_iter().collect());
    let again =
        Document::parse_with_files(&output.bytes, &sidecars, &ImportOptions::default(), &mut diagnostics).unwrap();
    assert_eq!(again.layout, Layout::L16);
    let (mut a, mut b) = (again.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap(), scene);
    a.extras.clear();
    b.extras.clear();
    assert_eq!(a.meshes, b.meshes);
    assert_eq!(a.nodes, b.nodes);
    let error = FORMAT.write(&a.validate().unwrap(), &options("bogl"), &mut diagnostics).unwrap_err();
    assert_eq!(error.to_string(), "bgl: target \"bogl\" is not supported: the targets of BOGLE are thirty, thirty-l16");
}

/// A deformed strip of two parts in glTF's axes with more than the format can hold.
fn rich() -> Scene {
    let mut scene = Scene::default();
    let layer = |role, slot, texture| TextureLayer { slot, texture, role, blend: LayerBlend::default(), uv_set: 0 };
    scene.images.push(Image { path: "art\\Brick Wall.PNG".into(), ..Image::default() });
    scene.textures.push(Texture { image: Some(ImageId(0)), ..Texture::default() });
    let layers = [TextureRole::Color, TextureRole::Normal, TextureRole::Bump, TextureRole::Lightmap];
    scene.materials.push(Material {
        name: "Küche".into(),
        roughness: Some(0.25),
        layers: layers.into_iter().zip(0..).map(|(role, slot)| layer(role, slot, TextureId(0))).collect(),
        ..Material::default()
    });
    let part = |material, triangle| Part { material, faces: Faces::Triangles(vec![triangle]), ..Part::default() };
    scene.meshes.push(Mesh {
        name: "strip".into(),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y],
        weights: Weights::from_triples(
            4,
            [(0, 0, 1.0), (1, 0, 1.0), (2, 1, 0.25), (2, 0, 0.25), (2, 2, 0.375), (2, 3, 0.125), (3, 1, 1.0)]
                .into_iter(),
        ),
        parts: vec![part(Some(MaterialId(0)), [0, 1, 2]), part(None, [0, 2, 3])],
        ..Mesh::default()
    });
    let root = scene.add_node(None, Node { name: "root".into(), ..Node::default() });
    let instance = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
    scene.add_node(Some(root), Node { name: "strip".into(), mesh: Some(Box::new(instance)), ..Node::default() });
    let mut above = root;
    let mut skeleton = Skeleton { name: "rig".into(), ..Skeleton::default() };
    for (n, translation) in [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::Z].into_iter().enumerate() {
        let rotation = Quat::from_rotation_x(0.3 * n as f32);
        let trs = Trs { translation, rotation, ..Trs::IDENTITY };
        above =
            scene.add_node(Some(above), Node { name: format!("bone {n}"), transform: trs.into(), ..Node::default() });
        skeleton.joints.push(above);
    }
    let world = scene.rest_pose().world;
    skeleton.inverse_bind = skeleton.joints.iter().map(|joint| world[*joint].inverse()).collect();
    let (first, second) = (skeleton.joints[0], skeleton.joints[1]);
    // Children first: the writer must put parents first.
    skeleton.joints.swap(0, 1);
    skeleton.inverse_bind.swap(0, 1);
    scene.meshes[0].weights.influences.iter_mut().for_each(|i| {
        i.joint = [1, 0, 2, 3][i.joint as usize];
    });
    scene.skeletons.push(skeleton);
    scene.add_node(Some(above), Node { name: "sword".into(), ..Node::default() });
    let channel = |target, interpolation, track| Channel { target, interpolation, times: vec![10.0, 40.0], track };
    let quarter = Quat::from_rotation_z(FRAC_PI_2);
    scene.animations.push(Animation {
        name: "bend".into(),
        first: 10.0,
        last: 40.0,
        ticks_per_second: 30.0,
        channels: vec![
            channel(first, Interpolation::Linear, Track::Translation(vec![Vec3::ZERO, Vec3::X])),
            channel(
                first,
                Interpolation::LinearNormalized,
                Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(2.5)]),
            ),
            channel(second, Interpolation::Linear, Track::Rotation(vec![Quat::from_rotation_x(0.3), quarter])),
            channel(second, Interpolation::Linear, Track::Translation(vec![Vec3::Y, Vec3::Y * 2.0])),
            channel(root, Interpolation::Linear, Track::Scale(vec![Vec3::ONE, Vec3::ONE * 2.0])),
        ],
        ..Animation::default()
    });
    let projection = Projection::Perspective { vertical_fov: 0.75, aspect: None };
    let camera = Camera { name: "eye".into(), projection, near: 0.1, far: None, extras: Extras::default() };
    scene.cameras.push(camera);
    scene.nodes[root.index()].camera = Some(CameraId(0));
    scene
}

/// Returns a scene whose mesh, of two materials, is bound to a joint of its node where the node's own place does not count, and a
/// mesh that is below the node.
pub(crate) fn astray() -> Scene {
    let mut scene = Scene { materials: vec![Material::default(); 2], ..Scene::default() };
    let part =
        |material| Part { material: Some(material), faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() };
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let weights = Weights::from_triples(3, (0..3).map(|v| (v, 0, 1.0)));
    let parts = vec![part(MaterialId(0)), part(MaterialId(1))];
    scene.meshes.push(Mesh { positions: positions.clone(), weights, parts, ..Mesh::default() });
    scene.meshes.push(Mesh { positions, parts: vec![part(MaterialId(0))], ..Mesh::default() });
    let at = |translation| Trs { translation, ..Trs::IDENTITY };
    let skinned = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
    let mut add = |parent, mesh: Option<MeshInstance>, translation| {
        scene.add_node(parent, Node { mesh: mesh.map(Box::new), transform: at(translation).into(), ..Node::default() })
    };
    let node = add(None, Some(skinned), Vec3::new(-2.0, 0.0, 1.0));
    let joint = add(Some(node), None, Vec3::Y);
    add(Some(node), Some(MeshInstance::new(MeshId(1))), Vec3::Z);
    let inverse_bind = scene.rest_pose().world[joint].inverse();
    scene.skeletons.push(Skeleton { joints: vec![joint], inverse_bind: vec![inverse_bind], ..Skeleton::default() });
    let turn = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)]);
    let channel = Channel { target: joint, interpolation: Interpolation::Linear, times: vec![0.0, 1.0], track: turn };
    scene.animations.push(Animation {
        last: 1.0,
        ticks_per_second: 1.0,
        channels: vec![channel],
        ..Animation::default()
    });
    scene
}

#[test]
fn a_mesh_that_is_where_its_joints_put_it_moves_as_before() {
    let scene = astray();
    assert_eq!(check(&scene), []);
    let (document, diagnostics) = written(&scene);
    assert_eq!(diagnostics.count(Code::BakedRestPose), 1);
    let again = scene_of(&document.encode().unwrap()).unwrap();
    // Both parts of the mesh and the mesh below it, in the order of the nodes.
    let before = poses(scene);
    let after = poses(again.clone());
    let frames = before.len() / 2;
    assert_eq!(after.len(), 3 * frames);
    for (frame, (x, y)) in before.chunks(2).zip(after.chunks(3)).enumerate() {
        for (mesh, other) in [(&x[0], &y[0]), (&x[0], &y[1]), (&x[1], &y[2])] {
            let apart = mesh.iter().zip(other).map(|(p, q)| p.distance(*q)).fold(0.0, f32::max);
            assert!(mesh.len() == other.len() && apart < 1e-4, "frame {frame} is off by {apart}");
        }
    }
    assert_eq!(again.skeletons.len(), 1, "the parts of a mesh share its skeleton");
}

#[test]
fn a_rich_scene_is_written_and_its_losses_are_reported() {
    let scene = rich();
    assert_eq!(check(&scene), []);
    let (document, diagnostics) = written(&scene);
    for (code, count) in [
        // The vertex belongs to both parts.
        (Code::ReducedInfluences, 2),
        (Code::LostTextureLayer, 2),
        (Code::LostNames, 4),
        (Code::LostKeys, 3),
        (Code::NormalizedNormals, 1),
        (Code::AlteredNames, 1),
        // A joint next to its mesh, and a node under a joint.
        (Code::FlattenedNodes, 2),
        // The far plane and the screen of the camera.
        (Code::ClampedValue, 2),
    ] {
        assert_eq!(diagnostics.count(code), count, "{code}: {:#?}", diagnostics.entries());
    }
    assert!(diagnostics.count(Code::AdaptedKeys) > 2);
    assert_eq!(document.geometries.len(), 2);
    assert_eq!(document.materials.len(), 2);
    let names: Vec<String> = document.instances.iter().map(|i| i.name.escaped()).collect();
    assert_eq!(document.materials[0].textures[2].bytes(), b"Brick Wall");
    assert_eq!(document.materials[0].name.bytes(), b"K_che");
    assert_eq!(document.cameras[0].main, 1);
    assert_eq!(names.len(), 5, "{names:?}");
    let parents: Vec<u32> = document.collections[0].bones.iter().map(|bone| bone.parent).collect();
    // Two helpers, each above a bone that turns.
    assert_eq!(parents, [0, 1, 2, 3, 4, 5]);
    assert_eq!(diagnostics.count(Code::HelperBones), 2);
    let times: Vec<f32> = document.collections[0].animations[0].keys.column(0).collect();
    assert_eq!((times[0], times[times.len() - 1]), (0.0, 1.0));
    let weights: Vec<[f32; 3]> = document.geometries[0].data.as_ref().unwrap().vertices.column(68).collect();
    assert!(weights.iter().all(|w| (w.iter().sum::<f32>() - 1.0).abs() < 1e-6), "{weights:?}");
}

/// The scene without what is lost by rule: the fourth influence and the further part.
fn rig() -> Scene {
    let mut scene = rich();
    scene.meshes[0].weights =
        Weights::from_triples(4, [(0, 1, 1.0), (1, 1, 1.0), (2, 0, 0.5), (2, 2, 0.5), (3, 0, 1.0)].into_iter());
    scene.meshes[0].parts.truncate(1);
    scene
}

/// What the format can say must look the same afterwards, also between keys.
#[test]
fn a_foreign_skeleton_keeps_its_poses() {
    let mut scene = rig();
    // The second bone's scale and the root's scale are lost as well.
    scene.animations[0].channels.truncate(3);
    let (document, _) = written(&scene);
    let again = scene_of(&document.encode().unwrap()).unwrap();
    let (before, after) = (poses(scene), poses(again));
    assert_eq!(before.len(), after.len());
    for (n, (before, after)) in before.iter().zip(&after).enumerate() {
        for (a, b) in before.iter().zip(after) {
            assert!(a.abs_diff_eq(*b, 2e-4), "pose {n}: {a} {b}");
        }
    }
}

#[test]
fn cameras_and_lights_look_where_the_scene_says() {
    let scene = scene_of(&fixtures("bgl", "bgl", 80).iter().find(|f| f.name == "lights.bgl").unwrap().bytes).unwrap();
    let forward = scene.space.forward.vector();
    let world = scene.rest_pose().world;
    for (n, node) in scene.nodes.iter().enumerate().filter(|(_, node)| node.light.is_some()) {
        // Unturned Blender lights shine straight down.
        assert_eq!(world[NodeId::new(n)].transform_vector3(forward), Vec3::NEG_Z, "{}", node.name);
    }
    let LightKind::Spot { outer_angle, .. } = scene.lights[0].kind else { panic!("no spot light") };
    assert_eq!((outer_angle, scene.lights[0].range), (0.375, Some(10.0)));
    assert_eq!(scene.ambient, Some(Vec4::new(0.05, 0.1, 0.2, 1.0)));
}

/// Instances are not parented to bones.
#[test]
fn what_rides_on_a_bone_that_moves_is_reported() {
    let reported = |scene: &Scene| {
        let (_, diagnostics) = written(scene);
        let riders = |entry: &&retromesh_core::Diagnostic| entry.detail.ends_with("stay where the bones rest");
        diagnostics.entries().iter().find(riders).map(|entry| (entry.code, entry.count))
    };
    let mut scene = rig();
    assert_eq!(reported(&scene), None);
    let bone = scene.animations[0].channels[0].target;
    assert!(scene.skeletons[0].joints.contains(&bone));
    let light = LightKind::Point;
    let lamp = retromesh_core::scene::Light {
        name: "lamp".into(),
        kind: light,
        color: Vec3::ONE,
        intensity: 1.0,
        range: None,
        extras: Extras::new(),
    };
    scene.lights.push(lamp);
    let light = Some(LightId::new(scene.lights.len() - 1));
    let holder = scene.add_node(Some(bone), Node::default());
    scene.add_node(Some(holder), Node { light, ..Node::default() });
    assert_eq!(reported(&scene), Some((Code::LostKeys, 1)));
    // A bone that never moves carries it well.
    scene.animations.clear();
    assert_eq!(reported(&scene), None);
}

#[test]
fn deep_nodes_are_attached_higher_up_in_place() {
    let mut scene = Scene::default();
    let mut above = None;
    for n in 0..300 {
        let trs = Trs { translation: Vec3::X, ..Trs::IDENTITY };
        above = Some(scene.add_node(above, Node { name: n.to_string(), transform: trs.into(), ..Node::default() }));
    }
    let (document, diagnostics) = written(&scene);
    assert_eq!(diagnostics.count(Code::FlattenedNodes), 44);
    let again = scene_of(&document.encode().unwrap()).unwrap();
    let world = again.rest_pose().world;
    let mut found: Vec<f32> = world.values().iter().map(|matrix| matrix.w_axis.x).collect();
    found.sort_by(f32::total_cmp);
    assert_eq!(found, (1..=300).map(|n| n as f32).collect::<Vec<_>>());
}

/// Only a topmost bone has a translation, so one that moves is taken off those above it that never do.
#[test]
fn the_joint_that_moves_is_a_topmost_bone() {
    let mut scene = rig();
    // The second bone alone turns and moves.
    scene.animations[0].channels.drain(..2);
    scene.animations[0].channels.truncate(2);
    let (document, diagnostics) = written(&scene);
    assert_eq!(diagnostics.count(Code::LostKeys), 0, "{:#?}", diagnostics.entries());
    let reported = diagnostics.entries().iter().any(|entry| entry.detail.starts_with("a joint was taken off"));
    let again = scene_of(&document.encode().unwrap()).unwrap();
    assert!(reported);
    let (before, after) = (poses(scene.clone()), poses(again));
    assert_eq!(before.len(), after.len());
    for (n, (before, after)) in before.iter().zip(&after).enumerate() {
        for (a, b) in before.iter().zip(after) {
            assert!(a.abs_diff_eq(*b, 2e-4), "pose {n}: {a} {b}");
        }
    }
    // Not where one above it turns.
    let mut turn = scene.animations[0].channels[0].clone();
    turn.target = scene.nodes[turn.target.index()].parent.unwrap();
    scene.animations[0].channels.push(turn);
    assert_eq!(written(&scene).1.count(Code::LostKeys), 1);
}

/// Engines look clips up by their names, those too that only hold the pose at rest.
#[test]
fn clips_that_hold_still_are_written() {
    let mut scene = rich();
    scene.animations[0].channels.clear();
    let again = scene_of(&written(&scene).0.encode().unwrap()).unwrap();
    let [clip] = again.animations.as_slice() else { panic!("{} clips", again.animations.len()) };
    assert_eq!((clip.name.as_str(), clip.first, clip.last), ("bend", 0.0, 1.0));
    let (rest, held) = (again.rest_pose(), again.validate().unwrap().pose(clip, 0.5));
    assert!(rest.world.iter().all(|(id, matrix)| matrix.abs_diff_eq(held.world[id], 1e-6)));
    // Without a length or a bone there is no place for it.
    scene.animations[0].last = scene.animations[0].first;
    let (document, diagnostics) = written(&scene);
    assert_eq!((document.collections[0].animations.len(), diagnostics.count(Code::LostKeys)), (0, 1));
    scene.animations[0].last += 30.0;
    scene.nodes.iter_mut().filter_map(|node| node.mesh.as_mut()).for_each(|mesh| mesh.skeleton = None);
    assert_eq!(written(&scene).1.count(Code::LostKeys), 1);
}

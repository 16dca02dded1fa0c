//! Scenes of other shapes than the format's: what moves moves as before.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Mat4, Quat, Vec3};
use retromesh_b3d::{Body, Document, FORMAT};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::mesh::{Faces, Mesh, Part, Weights};
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Extra, MeshId, NodeId, Scene, SkeletonId, Space, check};
use retromesh_kit::{ExportOptions, Format, ImportOptions};

fn place(translation: Vec3, rotation: Quat, scale: f32) -> Trs {
    Trs { translation, rotation, scale: Vec3::splat(scale) }
}

/// How the skeleton and its mesh are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Siblings,
    MeshInside,
    MovedArmature,
    RestIsNotBind,
    TwoMeshes,
    Bare,
}

/// Two joints under a turned and scaled armature, and a mesh that they deform, in glTF's space.
fn rig(shape: Shape) -> Scene {
    let mut scene = Scene::default();
    let turned = place(Vec3::new(1.0, 0.5, 0.0), Quat::from_rotation_x(-1.5), 0.5);
    let armature = scene.add_node(None, Node { name: "armature".into(), transform: turned.into(), ..Node::default() });
    let bone = |at: Vec3, turn: f32| place(at, Quat::from_rotation_z(turn), 1.0);
    let named = |name: &str, trs: Trs| Node { name: name.into(), transform: trs.into(), ..Node::default() };
    let low = scene.add_node(Some(armature), named("low", bone(Vec3::ZERO, 0.2)));
    let high = scene.add_node(Some(low), named("high", bone(Vec3::Y, -0.4)));
    let joints = vec![low, high];
    let pose = scene.rest_pose();
    let mut inverse_bind: Vec<Mat4> = joints.iter().map(|joint| pose.world[*joint].inverse()).collect();
    if shape == Shape::RestIsNotBind {
        inverse_bind[1] = (pose.world[high] * Mat4::from_rotation_x(0.5)).inverse();
    }
    scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
    let positions: Vec<Vec3> = (0..6).map(|i| Vec3::new((i % 2) as f32, (i / 2) as f32 * 0.5, 0.25)).collect();
    let half = [(0, 0, 1.0), (1, 0, 1.0), (2, 0, 0.5), (2, 1, 0.5), (3, 0, 0.25), (3, 1, 0.75), (4, 1, 1.0)];
    let last = [(5, 1, 1.0)];
    let triples = half.into_iter().chain(last.into_iter().filter(|_| shape != Shape::Bare)).collect::<Vec<_>>();
    let faces = Faces::Triangles(vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]);
    scene.meshes.push(Mesh {
        weights: Weights::from_triples(6, triples.into_iter()),
        positions,
        parts: vec![Part { faces, ..Part::default() }],
        ..Mesh::default()
    });
    let skinned = |name: &str| Node {
        mesh: Some(Box::new(MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) })),
        ..named(name, place(Vec3::Z * 3.0, Quat::from_rotation_y(1.0), 2.0))
    };
    scene.add_node(if shape == Shape::MeshInside { Some(high) } else { None }, skinned("skin"));
    if shape == Shape::TwoMeshes {
        scene.add_node(Some(armature), skinned("second"));
    }
    scene
}

fn turn(target: u32, interpolation: Interpolation, times: Vec<f32>, values: Vec<Quat>) -> Channel {
    Channel { target: NodeId(target), interpolation, times, track: Track::Rotation(values) }
}

fn swing(scene: &mut Scene, shape: Shape) {
    let turns = |x: f32| vec![Quat::from_rotation_x(0.0), Quat::from_rotation_x(x), Quat::from_rotation_z(x)];
    let times = vec![0.0, 0.5, 1.25];
    let mut channels = vec![
        turn(2, Interpolation::Linear, times.clone(), turns(1.0)),
        Channel {
            target: NodeId(1),
            interpolation: Interpolation::Linear,
            times: vec![0.25, 1.0],
            track: Track::Translation(vec![Vec3::ZERO, Vec3::X]),
        },
    ];
    if shape == Shape::MovedArmature {
        channels.push(turn(0, Interpolation::Linear, times, turns(-0.7)));
    }
    let animation =
        Animation { name: "swing".into(), last: 1.25, ticks_per_second: 1.0, channels, ..Animation::default() };
    scene.animations.push(animation);
}

fn write(scene: &Scene) -> (Scene, Diagnostics) {
    assert_eq!(check(scene), []);
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics)
        .unwrap()
        .document;
    let mut written = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::strict()).unwrap();
    let again =
        Document::from_scene_with(&written.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
            .unwrap()
            .document;
    assert_eq!(again.encode().unwrap(), document.encode().unwrap());
    written.convert_to(Space::GLTF);
    (written, diagnostics)
}

/// Returns the corners of the meshes by name of their nodes.
fn corners(scene: &Scene, animation: usize, tick: f32) -> Vec<Vec3> {
    let pose =
        scene.animations.get(animation).map_or_else(|| scene.rest_pose(), |a| scene.validate().unwrap().pose(a, tick));
    let mut nodes: Vec<NodeId> = (0..scene.nodes.len()).map(NodeId::new).collect();
    nodes.retain(|id| scene.nodes[id.index()].mesh.is_some());
    nodes.sort_by_key(|id| scene.nodes[id.index()].name.clone());
    nodes.into_iter().flat_map(|id| pose.positions(&scene.validate().unwrap(), id)).collect()
}

fn worst(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

const SHAPES: [Shape; 6] =
    [Shape::Siblings, Shape::MeshInside, Shape::MovedArmature, Shape::RestIsNotBind, Shape::TwoMeshes, Shape::Bare];

#[test]
fn skeletons_elsewhere_are_put_below_their_mesh() {
    for shape in SHAPES {
        let still = rig(shape);
        let (written, _) = write(&still);
        let found = worst(&corners(&still, 0, 0.0), &corners(&written, 0, 0.0));
        assert!(found < 1e-5, "{shape:?} at rest: {found}");
        let mut moving = rig(shape);
        swing(&mut moving, shape);
        let (written, diagnostics) = write(&moving);
        let counts = [Code::ResampledKeys, Code::AdaptedKeys].map(|code| diagnostics.count(code));
        assert_eq!(counts, [0, 0], "{shape:?}");
        assert_eq!(written.animations[0].ticks_per_second, 24.0);
        for n in 0..=10 {
            let tick = n as f32 * 0.125;
            let found = worst(&corners(&moving, 0, tick), &corners(&written, 0, 1.0 + tick * 24.0));
            assert!(found < 1e-5, "{shape:?} at {tick}: {found}");
        }
    }
}

/// As lamps of SCP - Containment Breach are as `.x`: the mesh is its own and only bone, and rests away from where it is bound.
#[test]
fn a_mesh_that_is_its_own_bone_is_where_its_bind_pose_puts_it() {
    let mut scene = rig(Shape::Siblings);
    let skin = scene.nodes.iter().position(|node| node.mesh.is_some()).map(NodeId::new).unwrap();
    scene.meshes[0].weights = Weights::from_triples(6, (0..6).map(|vertex| (vertex, 0, 1.0)));
    let world = scene.rest_pose().world[skin];
    for bind in [world.inverse(), Mat4::IDENTITY] {
        scene.skeletons[0] = Skeleton { joints: vec![skin], inverse_bind: vec![bind], ..Skeleton::default() };
        let (written, _) = write(&scene);
        let found = worst(&corners(&scene, 0, 0.0), &corners(&written, 0, 0.0));
        assert!(found < 1e-5, "{bind}: {found}");
    }
}

/// Blitz3D takes bind matrices without what is above the mesh; Luanti moves the vertices to where the node is when it reads them.
#[test]
fn a_skinned_mesh_is_where_its_node_is_for_luanti_alone() {
    let files = retromesh_testkit::fixtures("b3d", "b3d", 100);
    let file = files.iter().find(|file| file.name == "skin-placed.b3d").unwrap();
    for target in [None, Some("luanti")] {
        let mut options = ImportOptions::default();
        options.target = target.map(str::to_owned);
        let document = Document::parse_with(&file.bytes, &options, &mut Diagnostics::new()).unwrap();
        let scene = document.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
        let node = NodeId::new(scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap());
        let world = scene.rest_pose().world[node];
        let placed: Vec<Vec3> = scene.meshes[0].positions.iter().map(|p| world.transform_point3(*p)).collect();
        let found = worst(&corners(&scene, usize::MAX, 0.0), &placed);
        assert_eq!(found < 1e-4, target.is_some(), "{target:?}: {found}");
    }
}

#[test]
fn joints_that_rest_where_they_are_bound_get_no_keys() {
    let mut scene = rig(Shape::RestIsNotBind);
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_x(0.5)];
    let channels = vec![turn(2, Interpolation::Linear, vec![0.0, 1.0], turns)];
    scene.animations.push(Animation { last: 1.0, ticks_per_second: 30.0, channels, ..Animation::default() });
    let (written, diagnostics) = write(&scene);
    assert_eq!(diagnostics.count(Code::BakedRestPose), 1);
    let channels = written.animations[0].channels.iter();
    let moved: Vec<&str> = channels.map(|channel| written[channel.target].name.as_str()).collect();
    assert!(moved.contains(&"high") && !moved.contains(&"low"), "{moved:?}");
}

#[test]
fn other_interpolations_become_keys_on_frames() {
    // A turn that is mixed by component is farthest from the engines' way between keys that have no frame between them.
    let far = Quat::from_rotation_x(2.5);
    let cubic = [Quat::IDENTITY, Quat::IDENTITY, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)];
    let end = [Quat::from_xyzw(0.5, 0.0, 0.0, 0.0), far, Quat::IDENTITY];
    let rows = [
        (Interpolation::Step, vec![Quat::IDENTITY, far], 1),
        (Interpolation::LinearNormalized, vec![Quat::IDENTITY, far], 11),
        (Interpolation::CubicSpline, [cubic, end].concat(), 11),
    ];
    let mut close = rig(Shape::Siblings);
    let channels =
        vec![turn(2, Interpolation::LinearNormalized, vec![0.0, 1.0, 2.0], vec![Quat::IDENTITY, far, Quat::IDENTITY])];
    close.animations.push(Animation { last: 2.0, ticks_per_second: 30.0, channels, ..Animation::default() });
    assert_eq!(write(&close).1.count(Code::ResampledKeys), 2);
    for (interpolation, values, reported) in rows {
        let mut scene = rig(Shape::Siblings);
        let channels = vec![turn(2, interpolation, vec![0.0, 0.5], values)];
        let animation = Animation { last: 0.5, ticks_per_second: 1.0, channels, ..Animation::default() };
        scene.animations.push(animation);
        let (written, diagnostics) = write(&scene);
        let code = if interpolation == Interpolation::Step { Code::ResampledKeys } else { Code::AdaptedKeys };
        assert_eq!(diagnostics.count(code), reported, "{interpolation:?}");
        for frame in 0..=12 {
            let found = worst(&corners(&scene, 0, frame as f32 / 24.0), &corners(&written, 0, 1.0 + frame as f32));
            assert!(found < 1e-5, "{interpolation:?} at {frame}: {found}");
        }
    }
}

#[test]
fn keys_between_frames_are_sampled_and_rates_can_be_chosen() {
    let mut scene = rig(Shape::Siblings);
    let channels = vec![turn(2, Interpolation::Linear, vec![0.0, 0.123, 1.0], vec![Quat::IDENTITY; 3])];
    scene.animations.push(Animation { last: 1.0, ticks_per_second: 1.0, channels, ..Animation::default() });
    let (written, diagnostics) = write(&scene);
    assert_eq!((written.animations[0].ticks_per_second, diagnostics.count(Code::ResampledKeys)), (60.0, 3));
    let mut options = ExportOptions::default();
    options.frames_per_second = Some(1000.0);
    for (target, first, last) in [("blitz3d", 1.0, 1001.0), ("luanti", 0.0, 1000.0)] {
        options.target = Some(target.into());
        let table = FORMAT.frame_table(&scene.validate().unwrap(), &options).unwrap().unwrap();
        assert_eq!((table.speed, table.ranges[0].first, table.ranges[0].last), (1000.0, first, last), "{target}");
    }
}

#[test]
fn several_animations_are_laid_end_to_end() {
    let mut scene = rig(Shape::Siblings);
    let swing = |name: &str, target: u32, last: f32| Animation {
        name: name.into(),
        last,
        ticks_per_second: 1.0,
        channels: vec![turn(
            target,
            Interpolation::Linear,
            vec![0.0, last],
            vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)],
        )],
        ..Animation::default()
    };
    scene.animations = vec![swing("wave", 2, 1.0), swing("bow", 1, 0.5)];
    let (written, diagnostics) = write(&scene);
    assert_eq!(diagnostics.count(Code::JoinedAnimations), 2);
    let clips: Vec<_> = written.animations[0].clips.iter().map(|c| (c.name.as_str(), c.first, c.last)).collect();
    assert_eq!(clips, [("wave", 1.0, 25.0), ("bow", 26.0, 38.0)]);
    for (animation, first, seconds) in [(0, 1.0, 1.0), (1, 26.0, 0.5)] {
        for n in 0..=12 {
            let tick = seconds * n as f32 / 12.0;
            let found = worst(&corners(&scene, animation, tick), &corners(&written, 0, first + tick * 24.0));
            assert!(found < 1e-5, "{animation} at {tick}: {found}");
        }
    }
}

#[test]
fn one_anim_is_at_the_skinned_mesh() {
    let mut scene = rig(Shape::Siblings);
    swing(&mut scene, Shape::Siblings);
    let document =
        Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
            .unwrap()
            .document;
    let tags: Vec<_> = document.chunks.iter().filter_map(|chunk| chunk.body.tag()).collect();
    let text: Vec<&str> = tags.iter().map(|tag| std::str::from_utf8(tag).unwrap()).collect();
    let root = text.iter().position(|tag| *tag == "NODE").unwrap();
    // The last node is what held the bones.
    assert_eq!(
        text[root..],
        ["NODE", "MESH", "VRTS", "TRIS", "ANIM", "SEQS", "NODE", "BONE", "KEYS", "NODE", "BONE", "KEYS", "NODE"]
    );
    let anims = document.chunks.iter().filter(|chunk| matches!(chunk.body, Body::Anim(_))).count();
    assert_eq!(anims, 1);
    // What it was before is said, as far as the scene knows it.
    for (frames, said) in [(31, "of frames at 20 a second"), (40, "of 40 frames at 20 a second")] {
        let table = [("fps".to_owned(), Extra::Float(20.0)), ("frames".to_owned(), Extra::Int(frames))];
        scene.nodes[3].extras.insert("b3d.anim".into(), Extra::Map(table.into()));
        let said = format!("an ANIM chunk {said}; now there are 31 at 24");
        let (_, found) = write(&scene);
        assert!(found.entries().iter().any(|entry| entry.detail == said), "{:?}", found.entries());
    }
}

/// Blender puts mesh and bones below the armature, and Blitz3D plays the animation of the root alone.
#[test]
fn a_mesh_below_an_armature_becomes_the_root() {
    type Edit = fn(&mut Scene);
    fn table(scene: &mut Scene, node: NodeId) {
        scene.nodes[0].transform = Trs::IDENTITY.into();
        let table = [("fps".to_owned(), Extra::Float(24.0)), ("frames".to_owned(), Extra::Int(31))];
        scene[node].extras.insert("b3d.anim".into(), Extra::Map(table.into()));
    }
    fn below_root(scene: &mut Scene) {
        let root = scene.add_node(None, Node { name: "root".into(), ..Node::default() });
        (scene.roots, scene.nodes[0].parent) = (vec![root], Some(root));
        scene[root].children.push(NodeId(0));
        table(scene, root);
    }
    let rows: [(&str, Edit, bool); 9] = [
        ("an armature where it is", |_| {}, true),
        ("an armature at the origin", |scene| scene.nodes[0].transform = Trs::IDENTITY.into(), true),
        (
            "a lamp next to it",
            |scene| {
                scene.add_node(None, Node { name: "lamp".into(), ..Node::default() });
            },
            true,
        ),
        (
            "a file whose mesh had one, too",
            |scene| {
                below_root(scene);
                table(scene, NodeId(3));
            },
            false,
        ),
        ("a pivot below the root of the file", below_root, true),
        (
            "a pivot below the root of the file, with keys where it is",
            |scene| {
                below_root(scene);
                scene.animations[0].channels.push(turn(
                    0,
                    Interpolation::Linear,
                    vec![0.0, 1.0],
                    vec![Quat::IDENTITY; 2],
                ));
            },
            true,
        ),
        ("an armature that was the root, whose mesh has another name", |scene| table(scene, NodeId(0)), true),
        ("a pivot above a mesh that was the root", |scene| table(scene, NodeId(3)), true),
        (
            "a mesh of a file, above its bones",
            |scene| {
                table(scene, NodeId(0));
                (scene[NodeId(0)].children, scene[NodeId(3)].children) = (vec![NodeId(3)], vec![NodeId(1)]);
                scene[NodeId(1)].parent = Some(NodeId(3));
            },
            false,
        ),
    ];
    for (what, edit, is_root) in rows {
        let mut scene = rig(Shape::Siblings);
        swing(&mut scene, Shape::Siblings);
        scene.roots.truncate(1);
        scene.nodes[3].parent = Some(NodeId(0));
        scene.nodes[0].children.push(NodeId(3));
        edit(&mut scene);
        let (written, found) = write(&scene);
        let root = &written.nodes[written.roots[0].index()];
        assert_eq!((written.roots.len(), root.name == "skin"), (1, is_root), "{what}");
        // Where the root is not what moves any more, that is said.
        let is_said = found.entries().iter().any(|entry| entry.detail.contains("clear the parent"));
        assert_eq!(is_said, !is_root, "{what}");
        // The old node of the mesh is not left without one.
        assert_eq!(written.nodes.iter().filter(|node| node.name == "skin").count(), 1, "{what}");
        for n in 0..=10 {
            let tick = n as f32 * 0.125;
            let found = worst(&corners(&scene, 0, tick), &corners(&written, 0, 1.0 + tick * 24.0));
            assert!(found < 1e-5, "{what} at {tick}: {found}");
        }
    }
}

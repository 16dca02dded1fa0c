//! What the engines do with what is written for them.

use glam::{Quat, Vec3};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::mesh::{Faces, Mesh, Part};
use retromesh::options::Lods;
use retromesh::pose::Pose;
use retromesh::scene::{MeshInstance, Node, Transform, Trs};
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, Limits, NoFiles, NodeId, Scene, Source, Valid, format_by_extension,
};
use std::path::Path;

fn convert(name: &str, to: &str, options: &ExportOptions, diagnostics: &mut Diagnostics) -> [Valid<'static>; 2] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    let (import, format) = (ImportOptions::default(), format_by_extension(to).unwrap());
    let source = Source::load(path, &Limits::default()).unwrap();
    let model = source.read(&import, diagnostics).unwrap();
    let before = model.to_scene_with(&import, diagnostics).unwrap();
    let output = format.write(&before.validate().unwrap(), options, diagnostics).unwrap();
    let model = format.read(&output.bytes, &output, &import, diagnostics).unwrap();
    let after = model.to_scene_with(&import, diagnostics).unwrap();
    [before, after].map(|scene| scene.into_valid().unwrap())
}

/// The places of all vertices of a scene in a pose, in no order.
fn places(scene: &Valid<'_>, pose: &Pose) -> Vec<[i64; 3]> {
    let meshes = scene.node_ids().filter(|&id| scene[id].mesh.is_some());
    let rounded = |p: Vec3| p.to_array().map(|x| (f64::from(x) * 1000.0).round() as i64);
    let mut places: Vec<[i64; 3]> = meshes.flat_map(|id| pose.positions(scene, id)).map(rounded).collect();
    places.sort_unstable();
    places.dedup();
    places
}

#[test]
fn engines_without_moving_nodes_move_meshes_by_a_bone_with_their_nodes_name() {
    let names = ["keys-flags-7", "letter-f-animated", "anim-longer-than-keys"];
    for (target, name) in ["luanti", "openb3d"].into_iter().flat_map(|target| names.map(|name| (target, name))) {
        let mut options = ExportOptions::default();
        options.target = Some(target.into());
        let mut diagnostics = Diagnostics::new();
        let [before, after] = convert(&format!("b3d/{name}.b3d"), "b3d", &options, &mut diagnostics);
        let lost = diagnostics.entries().iter().filter(|entry| entry.code == Code::LostExtras);
        assert_eq!(lost.count(), 0, "{name}: the ANIM is on another node with the same numbers");
        // What these engines move: vertices with weights, and no others.
        let rigid =
            after.node_ids().filter(|&id| after[id].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_none()));
        assert_eq!(rigid.count(), 0, "{name}");
        for mesh in &after.meshes {
            assert!(mesh.weights.iter().all(|row| row.len() == 1 && row[0].weight == 1.0), "{name}");
        }
        let joints: Vec<NodeId> = after.skeletons.iter().flat_map(|skeleton| skeleton.joints.clone()).collect();
        let moved = before.animations.iter().flat_map(|animation| &animation.channels).next().unwrap().target;
        assert!(joints.iter().any(|&joint| after[joint].name == before[moved].name), "{name}: the name is lost");
        let (a, b) = (&before.animations[0], &after.animations[0]);
        let mut seen = std::collections::BTreeSet::new();
        for step in 0..=8 {
            let at = |animation: &Animation| animation.first + (animation.last - animation.first) * step as f32 / 8.0;
            let (a, b) = (places(&before, &before.pose(a, at(a))), places(&after, &after.pose(b, at(b))));
            let near = |(a, b): (&[i64; 3], &[i64; 3])| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2);
            assert!(a.len() == b.len() && a.iter().zip(&b).all(near), "{name} at {step}: {a:?} {b:?}");
            seen.insert(a);
        }
        assert!(seen.len() > 1, "{name} does not move");
    }
}

/// A small mesh near the origin, on a chain of nodes that goes far away and back.
fn small_mesh_on_a_long_chain() -> Valid<'static> {
    let mut scene = Scene::default();
    let near = |x: f32, y: f32| Vec3::new(-19.5 + x, -19.5 + y, -19.5);
    let faces = Faces::Triangles(vec![[0, 1, 2]]);
    let positions = vec![near(0.0, 0.0), near(0.1, 0.0), near(0.0, 0.1)];
    let mesh = Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() };
    scene.meshes.push(mesh);
    let node = |name: &str, translation: f32, rotation: [f32; 4], scale: f32| {
        let rotation = Quat::from_array(rotation).normalize();
        let trs = Trs { translation: Vec3::splat(translation), rotation, scale: Vec3::splat(scale) };
        let mesh = MeshInstance { mesh: retromesh::MeshId::new(0), skeleton: None, materials: Vec::new() };
        Node { name: name.into(), transform: Transform::Trs(trs), mesh: Some(Box::new(mesh)), ..Node::default() }
    };
    let top =
        scene.add_node(None, node("top", -18.5, [-0.493_201_82, -0.493_201_82, -0.493_201_82, -0.519_861_4], 2.0));
    scene.add_node(Some(top), node("tip", 28.75, [0.5, 0.5, 0.5, 0.5], 1.0));
    let track = Track::Rotation(vec![Quat::from_xyzw(0.5, 0.5, 0.5, 0.5)]);
    let channel = Channel { target: top, interpolation: Interpolation::Linear, times: vec![0.0], track };
    scene.animations.push(Animation { ticks_per_second: 25.0, channels: vec![channel], ..Animation::default() });
    scene.into_valid().unwrap()
}

#[test]
fn bones_far_from_a_small_mesh_are_in_shape_when_they_are_written_again() {
    for target in ["luanti", "openb3d"] {
        let (format, mut options) = (format_by_extension("b3d").unwrap(), ExportOptions::default());
        options.target = Some(target.into());
        let (mut scene, mut seen) = (small_mesh_on_a_long_chain(), Vec::new());
        for _ in 0..3 {
            let mut diagnostics = Diagnostics::new();
            let output = format.write(&scene, &options, &mut diagnostics).unwrap();
            let model = format.read(&output.bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).unwrap();
            scene = model.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap().into_valid().unwrap();
            let positions: Vec<Vec<Vec3>> = scene.meshes.iter().map(|mesh| mesh.positions.clone()).collect();
            seen.push((positions, scene.animations[0].channels.len()));
        }
        assert!(seen[0].1 > 0 && seen.iter().all(|each| *each == seen[0]), "{target}: {seen:?}");
    }
}

#[test]
fn animations_after_the_last_frame_are_left_out_and_counted() {
    // The last frame of each animation; how many keys find no frame.
    let rows: [(&[f32], u64); 4] = [(&[9.0, 9.0], 0), (&[9.0, 3e9, 9.0], 2), (&[1e9, 1e9, 1e9], 2), (&[3e9], 2)];
    for ((lengths, lost), to) in
        rows.into_iter().flat_map(|row| [("b3d", None), ("glb", Some("luanti"))].map(|to| (row, to)))
    {
        let (mut scene, mut diagnostics) = (Scene::default(), Diagnostics::new());
        scene.add_node(None, Node { name: "door".into(), ..Node::default() });
        for &length in lengths {
            let track = Track::Translation(vec![Vec3::ZERO, Vec3::X]);
            let times = vec![0.0, length];
            let channel = Channel { target: NodeId(0), interpolation: Interpolation::Linear, times, track };
            let channels = vec![channel];
            scene.animations.push(Animation { last: length, ticks_per_second: 1.0, channels, ..Animation::default() });
        }
        let (scene, mut options) = (scene.into_valid().unwrap(), ExportOptions::default());
        options.target = to.1.map(str::to_owned);
        format_by_extension(to.0).unwrap().write(&scene, &options, &mut diagnostics).unwrap();
        let lost_keys = diagnostics.entries().iter().filter(|entry| entry.code == Code::LostKeys);
        assert_eq!(lost_keys.map(|entry| entry.count).sum::<u64>(), lost, "{lengths:?} to {to:?}");
    }
}

#[test]
fn bgl_places_the_finest_level_alone() {
    let shown = |lods: Lods| {
        let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
        options.lods = lods;
        let [before, after] = convert("p3d/odol-levels.p3d", "bgl", &options, &mut diagnostics);
        let levels = before.nodes.iter().filter(|node| node.lod.is_some_and(|lod| lod.role.is_visual())).count();
        assert!(levels > 1);
        let severe = diagnostics.entries().iter().filter(|entry| entry.code.severity() == retromesh::Severity::Defect);
        assert_eq!(severe.count(), 0, "{diagnostics:?}");
        let hidden = |mut id: NodeId| loop {
            match (after[id].hidden, after[id].parent) {
                (true, _) => return true,
                (false, None) => return false,
                (false, Some(parent)) => id = parent,
            }
        };
        (after.node_ids().filter(|&id| after[id].mesh.is_some() && !hidden(id)).count(), levels)
    };
    assert_eq!(shown(Lods::Auto).0, shown(Lods::Best).0);
    assert!(shown(Lods::Visual).0 > shown(Lods::Auto).0, "unless they are asked for");
}

#[test]
fn frames_from_zero_keep_their_numbers_where_the_engine_may_count_so() {
    let rows = [("blitz3d", [0.0, 10.0], 0), ("openb3d", [0.0, 10.0], 0), ("luanti", [1.0, 11.0], 1)];
    for (target, times, moved) in rows {
        let mut options = ExportOptions::default();
        options.target = Some(target.into());
        let mut diagnostics = Diagnostics::new();
        let [_, after] = convert("b3d/frame-base-0.b3d", "b3d", &options, &mut diagnostics);
        let animation = &after.animations[0];
        assert_eq!((&animation.channels[0].times[..], animation.clips.len()), (&times[..], 0), "{target}");
        let count = |code: Code| diagnostics.entries().iter().filter(|entry| entry.code == code).count();
        // Luanti goes by its calls, whatever the length of the timeline in the file.
        assert_eq!((count(Code::RenumberedFrames), count(Code::LostExtras)), (moved, 0), "{target}");
    }
}

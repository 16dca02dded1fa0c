//! What the engines do with what is written for them.

use retromesh::options::Lods;
use retromesh::pose::Pose;
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, Limits, NodeId, Source, Valid, format_by_extension};
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
    let rounded = |p: glam::Vec3| p.to_array().map(|x| (f64::from(x) * 1000.0).round() as i64);
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
        assert_eq!(lost.count(), 0, "{name}: the ANIM stands at another node with the same numbers");
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
            let at = |animation: &retromesh::keyframes::Animation| {
                animation.first + (animation.last - animation.first) * step as f32 / 8.0
            };
            let (a, b) = (places(&before, &before.pose(a, at(a))), places(&after, &after.pose(b, at(b))));
            let near = |(a, b): (&[i64; 3], &[i64; 3])| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2);
            assert!(a.len() == b.len() && a.iter().zip(&b).all(near), "{name} at {step}: {a:?} {b:?}");
            seen.insert(a);
        }
        assert!(seen.len() > 1, "{name} does not move");
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
        assert_eq!((count(Code::RenumberedFrames), count(Code::LostExtras)), (moved, moved), "{target}");
    }
}

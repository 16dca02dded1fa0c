//! Rigged Blitz3D models through this format to glTF: joints stay where they were at every key.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::Vec3;
use retromesh_core::options::Textures;
use retromesh_core::scene::Scene;
use retromesh_core::{Code, Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Space, check};
use retromesh_testkit::corpus;
use std::collections::BTreeMap;

/// Models of which each joint has a name of its own and the motion fits into 254 frames.
const WANTED: usize = 5;

fn read(format: &dyn Format, bytes: &[u8]) -> Scene {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).unwrap();
    model.to_scene(&options, &mut diagnostics).unwrap()
}

fn write(format: &dyn Format, scene: &Scene, name: &str) -> (Vec<u8>, Diagnostics) {
    let mut options = ExportOptions::default();
    options.file_name = name.into();
    options.textures = Textures::None;
    options.target = (name.ends_with("bmd")).then(|| "spec".into());
    let mut diagnostics = Diagnostics::new();
    let output = format.write(scene, &options, &mut diagnostics).unwrap();
    (output.bytes, diagnostics)
}

/// Returns the world positions of named joints, `seconds` behind a tick of the first animation.
fn joints(scene: &Scene, names: &[String], first: f32, seconds: f32) -> BTreeMap<String, Vec3> {
    let animation = &scene.animations[0];
    let pose = scene.pose(animation, first + seconds * animation.ticks_per_second);
    let place = |name: &String| {
        let node = scene.nodes.iter().position(|node| node.name == *name)?;
        Some((name.clone(), pose.world[node].w_axis.truncate()))
    };
    names.iter().filter_map(place).collect()
}

#[test]
fn joints_stay_in_place() {
    let mut seen = 0;
    for file in corpus("b3d", "b3d", 120) {
        let mut source = read(&retromesh_b3d::FORMAT, &file.bytes);
        source.convert_to(Space::GLTF);
        let Some(skeleton) = source.skeletons.first() else { continue };
        let names: Vec<String> = skeleton.joints.iter().map(|id| source.nodes[id.index()].name.clone()).collect();
        let unique = |name: &String| source.nodes.iter().filter(|node| node.name == *name).count() == 1;
        let Some(animation) = source.animations.first() else { continue };
        let clip = animation.clips_or_whole()[0].clone();
        let short = (2.0..250.0).contains(&(clip.last - clip.first)) && !animation.channels.is_empty();
        if seen == WANTED || !short || names.len() > 60 || !names.iter().all(unique) {
            continue;
        }
        seen += 1;
        let (bmd, report) = write(&retromesh_bmd::FORMAT, &source, "model.bmd");
        let (glb, _) = write(&retromesh_gltf::FORMAT, &read(&retromesh_bmd::FORMAT, &bmd), "model.glb");
        let back = read(&retromesh_gltf::FORMAT, &glb);
        assert!(check(&back).is_empty(), "{}", file.name);
        let rest = joints(&source, &names, clip.first, 0.0);
        let size = rest.values().map(|p| p.length()).fold(0.0, f32::max);
        // The keys of the written file, which stand on whole frames of its own rate.
        let written = read(&retromesh_bmd::FORMAT, &bmd);
        let keyed = &written.animations[0];
        let times: Vec<f32> = keyed.channels.iter().flat_map(|c| &c.times).copied().collect();
        let last = (clip.last - clip.first) / animation.ticks_per_second;
        let mut worst = 0.0f32;
        for seconds in times.iter().map(|tick| tick / keyed.ticks_per_second).filter(|s| *s <= last) {
            let (a, b) = (
                joints(&source, &names, clip.first, seconds),
                joints(&back, &names, back.animations[0].first, seconds),
            );
            assert_eq!(a.len(), b.len(), "{}", file.name);
            worst = a.iter().map(|(name, p)| (*p - b[name]).length()).fold(worst, f32::max);
        }
        let (keys, hard) = (report.count(Code::RoundedKeys), report.count(Code::ReducedInfluences));
        let text = report.entries().iter().find(|e| e.code == Code::RoundedKeys).map_or("", |e| e.detail.as_str());
        let share = worst / size;
        println!(
            "{}: {} joints, {keys} keys, {hard} hardened vertices, worst {worst} m = {share} of the size; {text}",
            file.name,
            names.len()
        );
        assert!(share < 0.02, "{}: {worst} of {size}", file.name);
    }
    assert!(seen == WANTED || retromesh_testkit::corpus_folder("b3d").is_none(), "{seen} models");
}

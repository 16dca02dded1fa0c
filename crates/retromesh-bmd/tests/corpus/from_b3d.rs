//! Rigged Blitz3D models through this format to glTF: joints stay where they were at every key.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::to_glb::read;
use glam::Vec3;
use retromesh_bmd::{MaxError, Settings};
use retromesh_core::scene::Scene;
use retromesh_core::{Code, Diagnostics, Space, check};
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, Format};
use retromesh_testkit::corpus;
use std::collections::BTreeMap;

/// Models of which each joint has a name of its own and the motion fits into 254 frames: those whose
/// vertices follow one joint each, and one whose vertices follow several.
const WANTED: [usize; 2] = [4, 1];

fn write(format: &dyn Format, scene: &Scene, name: &str, max_error: Option<MaxError>) -> (Vec<u8>, Diagnostics) {
    let mut options = ExportOptions::default();
    options.file_name = name.into();
    options.textures = Textures::None;
    options.target = name.ends_with("bmd").then(|| "spec".into());
    let mut settings = Settings::default();
    settings.max_error = max_error;
    options.settings.put(&settings);
    let mut diagnostics = Diagnostics::new();
    let output = format.write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
    (output.bytes, diagnostics)
}

/// Returns the distance that the report of the writer declares, in units: `joints within 1.2e-1 units and ...`.
fn declared(report: &Diagnostics) -> f32 {
    let entry = report.entries().iter().find(|e| e.code == Code::RoundedKeys).unwrap();
    entry.detail.split(' ').nth(2).unwrap().parse().unwrap()
}

/// The largest distance of a joint in metres between the source and the file that went by bmd and glb, at every key.
fn worst(source: &Scene, names: &[String], bmd: &[u8], name: &str) -> f32 {
    let (glb, _) = write(&retromesh_gltf::FORMAT, &read(&retromesh_bmd::FORMAT, bmd), "model.glb", None);
    let back = read(&retromesh_gltf::FORMAT, &glb);
    assert!(check(&back).is_empty(), "{name}");
    let animation = &source.animations[0];
    let clip = animation.clips_or_whole()[0].clone();
    // The keys of the written file, which are on whole frames of its own rate.
    let written = read(&retromesh_bmd::FORMAT, bmd);
    let keyed = &written.animations[0];
    let times: Vec<f32> = keyed.channels.iter().flat_map(|c| &c.times).copied().collect();
    let last = (clip.last - clip.first) / animation.ticks_per_second;
    let mut worst = 0.0f32;
    for seconds in times.iter().map(|tick| tick / keyed.ticks_per_second).filter(|s| *s <= last) {
        let a = joints(source, names, clip.first, seconds);
        let b = joints(&back, names, back.animations[0].first, seconds);
        assert_eq!(a.len(), b.len(), "{name}");
        worst = a.iter().map(|(name, p)| (*p - b[name]).length()).fold(worst, f32::max);
    }
    worst
}

/// Returns the world positions of named joints, `seconds` after a tick of the first animation.
fn joints(scene: &Scene, names: &[String], first: f32, seconds: f32) -> BTreeMap<String, Vec3> {
    let animation = &scene.animations[0];
    let pose = scene.validate().unwrap().pose(animation, first + seconds * animation.ticks_per_second);
    let place = |name: &String| {
        let node = scene.nodes.iter().position(|node| node.name == *name)?;
        Some((name.clone(), pose.world[retromesh_core::NodeId::new(node)].w_axis.truncate()))
    };
    names.iter().filter_map(place).collect()
}

#[test]
fn joints_stay_in_place() {
    let mut seen = [0; 2];
    for file in corpus("b3d", "b3d", 120) {
        let mut source = read(&retromesh_b3d::FORMAT, &file.bytes);
        source.convert_to(Space::GLTF);
        let Some(skeleton) = source.skeletons.first() else { continue };
        let names: Vec<String> = skeleton.joints.iter().map(|id| source.nodes[id.index()].name.clone()).collect();
        let unique = |name: &String| source.nodes.iter().filter(|node| node.name == *name).count() == 1;
        let Some(animation) = source.animations.first() else { continue };
        let clip = animation.clips_or_whole()[0].clone();
        let short = (2.0..250.0).contains(&(clip.last - clip.first)) && !animation.channels.is_empty();
        let instances = source.nodes.iter().filter_map(|node| node.mesh.as_ref());
        let hard: usize =
            instances.map(|i| source.meshes[i.mesh.index()].weights.iter().filter(|row| row.len() > 1).count()).sum();
        let kind = usize::from(hard > 0);
        if seen[kind] == WANTED[kind] || !short || names.len() > 60 || !names.iter().all(unique) {
            continue;
        }
        seen[kind] += 1;
        let (bmd, report) = write(&retromesh_bmd::FORMAT, &source, "model.bmd", None);
        assert_eq!(report.count(Code::ReducedInfluences), hard as u64, "{}", file.name);
        let (found, reported) = (worst(&source, &names, &bmd, &file.name), declared(&report));
        // Half a step of the last digit that is printed, and single precision on the way through metres.
        let size = joints(&source, &names, clip.first, 0.0).values().map(|p| p.length()).fold(0.0, f32::max);
        let allowed = |units: f32| units * 1.0006 / 40.0 + size * 1e-5;
        assert!(found <= allowed(reported), "{}: {found} m over the declared {reported} units", file.name);
        // Half a percent of the model, asked for.
        let asked = size * 40.0 / 200.0;
        let tolerance = MaxError { position: asked, uv: f32::INFINITY, normal_degrees: f32::INFINITY };
        let (exact, report) = write(&retromesh_bmd::FORMAT, &source, "model.bmd", Some(tolerance));
        let held = worst(&source, &names, &exact, &file.name);
        println!(
            "{}: {} joints, {hard} hardened vertices; {} bytes: {:.4} of the size (declared {reported} units); {} bytes: {:.4} \
             (asked 0.005, reported {})",
            file.name,
            names.len(),
            bmd.len(),
            found / size,
            exact.len(),
            held / size,
            declared(&report)
        );
        assert_eq!(report.count(Code::ToleranceMissed), 0, "{}: {:?}", file.name, report.entries());
        assert!(held <= allowed(asked), "{}: {held} m over {asked} units", file.name);
    }
    assert_eq!(seen, WANTED);
}

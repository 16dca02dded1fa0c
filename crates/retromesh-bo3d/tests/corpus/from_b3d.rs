//! Real Blitz3D models written for bOGL: they move as before, between keys too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::Vec3;
use retromesh_b3d::FORMAT as B3D;
use retromesh_bo3d::{BoneAxes, Document, FORMAT, Scales, Settings};
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::{Code, Diagnostics, NodeId, Scene, Space};
use retromesh_kit::{ExportOptions, Format, ImportOptions, NoFiles};
use retromesh_testkit::corpus;
use std::collections::BTreeMap;

/// The error that a pose may have, as a share of the model's size.
const TOLERANCE: f32 = 1e-4;

/// This many spans lie between the moments at which poses are compared; a prime, so that few moments are keys.
const MOMENTS: usize = 101;

/// Gives each vertex to its heaviest joint alone.
fn harden(scene: &mut Scene) {
    for mesh in &mut scene.meshes {
        let rows: Vec<Vec<Influence>> = mesh.weights.iter().map(<[Influence]>::to_vec).collect();
        let main = |row: &Vec<Influence>| {
            let heaviest = row.iter().map(|i| i.weight).fold(0.0, f32::max);
            row.iter().filter(|i| i.weight == heaviest).map(|i| i.joint).min()
        };
        let owners = rows.iter().enumerate().filter_map(|(v, row)| Some((v as u32, main(row)?, 1.0)));
        if !mesh.weights.is_empty() {
            mesh.weights = Weights::from_triples(mesh.positions.len(), owners.collect::<Vec<_>>().into_iter());
        }
    }
}

/// Returns the position of every corner of every triangle, by node and within a node by material.
fn corners(scene: &Scene, tick: f32) -> Vec<Vec3> {
    let pose = scene
        .animations
        .first()
        .map_or_else(|| scene.rest_pose(), |animation| scene.validate().unwrap().pose(animation, tick));
    let mut all = Vec::new();
    for id in scene.depth_first() {
        let Some(instance) = scene.nodes[id.index()].mesh.as_deref() else { continue };
        let positions = pose.positions(&scene.validate().unwrap(), id);
        let mesh = &scene.meshes[instance.mesh.index()];
        let mut order = BTreeMap::new();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for (n, part) in mesh.parts.iter().enumerate() {
            let material = instance.materials.get(n).copied().flatten().or(part.material);
            let group = *order.entry(material).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].extend(part.faces.triangles(&mesh.positions).iter().flatten().copied());
        }
        all.extend(groups.concat().into_iter().map(|vertex| positions[vertex as usize]));
    }
    all
}

/// The largest distances as shares of the model's size.
struct Distances {
    /// From the written model to the source with hard weights.
    written: f32,
    /// What hardening the weights alone moves.
    hardening: f32,
}

fn compare(scene: &Scene, options: &ExportOptions) -> (Distances, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let bytes = FORMAT.write(&scene.validate().unwrap(), options, &mut diagnostics).unwrap().bytes;
    let strict = &mut Diagnostics::strict();
    let written = FORMAT.read(&bytes, &NoFiles, &ImportOptions::default(), strict).unwrap();
    let written = written.to_scene_with(&ImportOptions::default(), strict).unwrap();
    let mut soft = scene.clone();
    soft.convert_to(Space::GLTF);
    let mut hard = soft.clone();
    harden(&mut hard);
    // Pairs of a tick of the source and one of the written model.
    let mut ticks = vec![(0.0, 0.0)];
    if let Some(source) = scene.animations.first() {
        let times = || source.channels.iter().flat_map(|channel| &channel.times).copied();
        let (first, last) = (times().fold(f32::INFINITY, f32::min), times().fold(0.0, f32::max));
        let step = (last - first) / MOMENTS as f32;
        // Frames of the file for one of the source.
        let rate = played_at(&diagnostics) / source.ticks_per_second;
        // Frame numbers count from 1; where there is a frame before the first, or the source does not count frames, the first
        // becomes frame 1.
        let asks = options.frames_per_second.is_some_and(|rate| rate != source.ticks_per_second);
        let counts = times().all(|time| time.fract() == 0.0) && !asks;
        let origin = if counts { first.min(1.0) } else { first };
        let moments = (0..=MOMENTS).map(|n| first + n as f32 * step);
        ticks = moments.map(|tick| (tick, 1.0 + (tick - origin) * rate)).collect();
    }
    let mut result = Distances { written: 0.0, hardening: 0.0 };
    for (tick, frame) in ticks {
        let (soft, hard, found) = (corners(&soft, tick), corners(&hard, tick), corners(&written, frame));
        assert_eq!(hard.len(), found.len());
        let size = hard.iter().map(|p| p.abs().max_element()).fold(1e-6, f32::max);
        let distance = |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) / size;
        result.written = result.written.max(distance(&hard, &found));
        result.hardening = result.hardening.max(distance(&soft, &hard));
    }
    (result, diagnostics)
}

/// Returns the frames a second that the report names.
fn played_at(diagnostics: &Diagnostics) -> f32 {
    let entry = diagnostics.entries().iter().find(|entry| entry.code == Code::RateNotStored).expect("a rate");
    entry.detail.split_whitespace().find_map(|word| word.parse().ok()).expect("a number")
}

#[test]
fn real_models_move_as_before() {
    let (mut still, mut moving, mut finer, mut worst) = (0, 0, 0, 0.0f32);
    for file in corpus("b3d", "b3d", 120).iter().filter(|file| file.bytes.len() < 800_000) {
        let mut diagnostics = Diagnostics::new();
        let options = ImportOptions::default();
        let Ok(model) = B3D.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
        let scene = model.to_scene_with(&options, &mut diagnostics).unwrap();
        if scene.meshes.iter().all(|mesh| mesh.face_count() == 0) {
            continue;
        }
        let count = if scene.animations.is_empty() { &mut still } else { &mut moving };
        *count += 1;
        let mut plain = ExportOptions::default();
        plain.settings.put(&Settings { scales: Scales::Keep, ..Settings::default() });
        let mut aligned = ExportOptions::default();
        aligned.settings.put(&Settings { bone_axes: BoneAxes::Align, ..Settings::default() });
        for (what, options) in [("as is", plain), ("scales baked", ExportOptions::default()), ("aligned", aligned)] {
            let (Distances { written, hardening }, diagnostics) = compare(&scene, &options);
            let said = diagnostics.entries().iter().find(|entry| entry.code == Code::ResampledKeys);
            let said = said.map_or("", |entry| &entry.detail);
            if !scene.animations.is_empty() {
                println!("{} {what}: {written:.1e}, hardening {hardening:.1e} {said}", file.name);
            }
            finer += usize::from(diagnostics.count(Code::RenumberedFrames) > 0);
            worst = worst.max(written);
            assert!(written < TOLERANCE, "{} {what}: {written} {said}", file.name);
        }
    }
    println!(
        "{still} models at rest, {moving} animated ones, {finer} writes with finer frames, at worst {worst:.1e} of the size"
    );
}

#[test]
fn frames_of_blitz_stay_where_its_rate_is_asked_for() {
    for file in corpus("b3d", "b3d", 120) {
        let mut diagnostics = Diagnostics::new();
        let options = ImportOptions::default();
        let Ok(model) = B3D.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
        let scene = model.to_scene_with(&options, &mut diagnostics).unwrap();
        let [animation] = scene.animations.as_slice() else { continue };
        let times = || animation.channels.iter().flat_map(|channel| &channel.times).copied();
        if times().fold(f32::INFINITY, f32::min) < 1.0 || times().any(|time| time.fract() != 0.0) {
            continue;
        }
        let mut options = ExportOptions::default();
        options.frames_per_second = Some(animation.ticks_per_second);
        let document =
            Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().document;
        let frames = |id: NodeId| -> Vec<f32> {
            let name = &scene.nodes[id.index()].name;
            let entity = document.entities.iter().find(|entity| entity.name == name.as_str());
            entity.map_or_else(Vec::new, |entity| entity.keys.iter().map(|key| key.frame as f32).collect())
        };
        for channel in &animation.channels {
            let frames = frames(channel.target);
            let kept = frames.is_empty() || channel.times.iter().all(|time| frames.contains(time));
            assert!(kept, "{}", file.name);
        }
    }
}

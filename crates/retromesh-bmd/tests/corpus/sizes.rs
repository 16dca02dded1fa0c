//! Real files written again: no larger than they were, and moving as they did.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::export::{import, named, options, write};
use glam::Vec3;
use retromesh_bmd::vertex::UvLayout;
use retromesh_bmd::{Document, MaxError, Settings, solid};
use retromesh_core::scene::Scene;
use retromesh_core::{Diagnostics, NodeId};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_testkit::corpus;

/// Returns the corners of all visible triangles in the given pose, sorted, so that order does not matter.
fn corners(scene: &Scene, animation: Option<(&str, f32)>) -> Vec<[f32; 3]> {
    let pose = match animation {
        None => scene.rest_pose(),
        Some((name, seconds)) => {
            let a = scene.animations.iter().find(|a| a.name == name).unwrap();
            scene.validate().unwrap().pose(a, a.first + seconds * a.ticks_per_second)
        }
    };
    let mut all = Vec::new();
    for (n, node) in scene.nodes.iter().enumerate().filter(|(_, node)| !node.hidden) {
        let Some(instance) = &node.mesh else { continue };
        let positions = pose.positions(&scene.validate().unwrap(), NodeId::new(n));
        let parts = &scene.meshes[instance.mesh.index()].parts;
        all.extend(parts.iter().flat_map(|p| p.faces.indices()).map(|&v| positions[v as usize].to_array()));
    }
    all
}

/// The largest distance from a corner of one list to the nearest of the other.
fn distance(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let nearest = |p: &[f32; 3]| {
        let gap = |q: &[f32; 3]| (0..3).map(|i| (p[i] - q[i]).abs()).fold(0.0, f32::max);
        b.iter().map(gap).fold(f32::INFINITY, f32::min)
    };
    a.iter().map(nearest).fold(0.0, f32::max)
}

#[test]
fn rigged_files_keep_their_clips_poses_and_size() {
    for file in corpus("bmd", "bmd", 13)
        .iter()
        .filter(|f| ["peermade_rig.bmd", "peermade_skinned.bmd"].contains(&f.name.as_str()))
    {
        let scene = import(&file.bytes);
        let (bytes, _) = write(&scene, &options("spec"));
        assert!(bytes.len() <= file.bytes.len(), "{}: {} over {}", file.name, bytes.len(), file.bytes.len());
        let back = import(&bytes);
        let names = |scene: &Scene| scene.animations.iter().map(|a| a.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&back), names(&scene));
        let (engine, _) = write(&scene, &options("bgbtech"));
        println!(
            "{}: {} bytes, {} for the text, {} for the engine",
            file.name,
            file.bytes.len(),
            bytes.len(),
            engine.len()
        );
        assert!(distance(&corners(&scene, None), &corners(&back, None)) == 0.0);
        let mut worst = 0.0f32;
        for animation in &scene.animations {
            let seconds = (animation.last - animation.first) / animation.ticks_per_second;
            for step in 0..=16 {
                let at = Some((animation.name.as_str(), seconds * step as f32 / 16.0));
                let (a, b) = (corners(&scene, at), corners(&back, at));
                // A joint's rotation errs by a degree at most: on limbs of 40 units that is 0.7 units.
                let miss = distance(&a, &b).max(distance(&b, &a));
                worst = worst.max(miss);
            }
        }
        println!("{}: corners within {worst} units", file.name);
        assert!(worst < 1.0, "{}: {worst}", file.name);
    }
}

/// The step of the author's writer for a vertex: the smallest of which 254 reach its largest component.
fn step(position: Vec3) -> f32 {
    let largest = position.abs().max_element();
    (-22..10).map(|e| 2f32.powi(e)).find(|step| largest <= 254.0 * step).unwrap()
}

/// A number from 0 up to 1 that depends on a position alone, so that shared corners stay shared.
fn noise(position: Vec3, place: u64) -> f32 {
    let bits = position
        .to_array()
        .iter()
        .fold(place, |sum, x| (sum ^ u64::from(x.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    (bits >> 40) as f32 / 16_777_216.0
}

#[test]
fn files_are_no_larger_than_their_authors() {
    let mut seen = 0;
    for file in corpus("bmd", "bmd", 13) {
        let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new());
        let Ok(document) = document else { continue };
        if !(file.name.starts_with("real") || file.name.starts_with("peermade")) {
            continue;
        }
        let mut scene = import(&file.bytes);
        // What the author's file was made of: his writer rounds up, by less than a step.
        let largest = document.meshes.iter().enumerate().flat_map(|(n, m)| m.vertices(document.uv_layout(n)));
        let error = largest.map(|v| step(v.position)).fold(0.0, f32::max);
        for (mesh, source) in scene.meshes.iter_mut().zip(&document.meshes) {
            for (p, v) in mesh.positions.iter_mut().zip(source.vertices(UvLayout::Current)) {
                *p -= Vec3::new(noise(*p, 1), noise(*p, 2), noise(*p, 3)) * (step(v.position) * 0.99);
            }
        }
        let sizes = [1.0, 0.5, 0.25].map(|share| {
            let mut options = ExportOptions::default();
            let (position, uv, normal_degrees) = (error * share, share / 1024.0, 2.0 * share);
            let mut settings = Settings::default();
            settings.max_error = Some(MaxError { position, uv, normal_degrees });
            options.settings.put(&settings);
            write(&scene, &options).0.len()
        });
        println!(
            "{}: author {} bytes, error {error} units: {sizes:?} at all, half, a quarter of it",
            file.name,
            file.bytes.len()
        );
        assert!(sizes[0] <= file.bytes.len(), "{}: {} over {}", file.name, sizes[0], file.bytes.len());
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn open_surfaces_are_counted() {
    let file = named("real_couch0.bmd");
    let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(solid::examine(document.meshes.iter()).open_edges_welded, 34);
}

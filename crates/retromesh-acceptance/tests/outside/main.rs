//! GLB files that gltf-transform packs or tidies, next to what it unpacks of them itself or writes without packing: the same triangles at
//! rest, the same pixels. And what three.js and Babylon.js show of them.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

mod exported;
mod judges;
mod rooms;
mod textures;

use glam::Vec3;
use retromesh::material::ImageData;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Valid, format_by_extension};
use retromesh_acceptance::{Outcome, models, node, root, work_folder};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The driver of gltf-transform.
const PACK: &str = include_str!("pack.mjs");
/// What gltf-transform does.
const WAYS: [&str; 5] = ["tidy", "draco", "meshopt", "webp", "instances"];
/// By which share of the model's size corners may stray.
const NEAR: f32 = 1e-5;
/// This many files are handed to one process.
const AT_ONCE: usize = 40;
/// The fewest tidied files that must come back as they were.
const AT_LEAST: usize = 100;

/// What was found of one way of packing.
#[derive(Default)]
struct Totals {
    same: usize,
    other: usize,
    refused: usize,
    /// The largest distance of a corner, as a share of the model's size.
    apart: f32,
    images: usize,
    /// The largest difference of a channel.
    levels: u8,
}

#[test]
fn packed_files_are_read_as_what_they_were() -> Outcome {
    let work = work_folder("outside")?;
    let mut files = Vec::new();
    for path in models(&root().join("fixtures"))? {
        let glb = work.join(format!("{}.glb", files.len()));
        if written(&path, &glb).is_some() {
            files.push(glb);
        }
    }
    let mut totals: BTreeMap<&str, Totals> = BTreeMap::new();
    for batch in files.chunks(AT_ONCE) {
        pack(&work, batch)?;
        for (number, file) in batch.iter().enumerate() {
            let path = |way: &str| work.join(format!("{number}.{way}.glb"));
            let twin = |way: &str| Some(path(&format!("{way}-twin"))).filter(|path| path.is_file());
            for way in WAYS.into_iter().filter(|way| path(way).is_file()) {
                let Ok(plain) = open(&twin(way).unwrap_or_else(|| path("plain"))) else { continue };
                let seen = totals.entry(way).or_default();
                match open(&path(way)) {
                    Ok(packed) => {
                        let faults = compare(&plain, &packed, seen);
                        if faults.is_empty() {
                            seen.same += 1;
                        } else {
                            seen.other += 1;
                            println!("{way}: {}: {}", file.display(), faults.join("; "));
                        }
                    }
                    Err(reason) => {
                        seen.refused += 1;
                        println!("{way}: {}: refused: {reason}", file.display());
                    }
                }
            }
            for way in WAYS.into_iter().chain(["plain", "kept", "painted"]) {
                let _ = fs::remove_file(path(way));
                let _ = fs::remove_file(path(&format!("{way}-twin")));
            }
        }
    }
    let mut failed = usize::from(totals.get("tidy").is_none_or(|seen| seen.same < AT_LEAST));
    for (way, seen) in totals {
        let Totals { same, other, refused, apart, images, levels } = seen;
        failed += other + refused;
        println!(
            "packed: {way}: {same} the same, {other} other, {refused} refused; corners within {apart:e} of the size, {images} images \
             within {levels} of 255"
        );
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} packed files are not what they were")) }
}

/// Writes a model as GLB; `None` for what cannot be read or written.
fn written(path: &Path, glb: &Path) -> Option<()> {
    let scene = open(path).ok()?;
    let output = format_by_extension("glb")?.write(&scene, &ExportOptions::default(), &mut Diagnostics::new()).ok()?;
    fs::write(glb, output.bytes).ok()
}

fn pack(work: &Path, files: &[PathBuf]) -> Outcome {
    let status = node(PACK).arg(work).args(files).status().map_err(|e| format!("node: {e}"))?;
    if status.success() { Ok(()) } else { Err("gltf-transform is not there; run `cargo xtask setup`".into()) }
}

fn open(path: &Path) -> Result<Valid<'static>, String> {
    let opened = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new());
    opened.map(|opened| opened.scene).map_err(|e| e.to_string())
}

fn compare(plain: &Valid<'_>, packed: &Valid<'_>, seen: &mut Totals) -> Vec<String> {
    let mut faults = Vec::new();
    let [a, b] = [plain, packed].map(corners);
    let size = a.iter().map(|corner| corner.abs().max_element()).fold(1e-6, f32::max);
    if a.len() == b.len() {
        match farthest(&a, &b, NEAR * size) {
            Some(apart) => seen.apart = seen.apart.max(apart / size),
            None => faults.push(format!("corners are off by more than {NEAR:e} of the size")),
        }
    } else {
        faults.push(format!("{} corners became {}", a.len(), b.len()));
    }
    let pixels = |image: &ImageData| image::load_from_memory(&image.bytes).ok().map(|image| image.to_rgba8());
    let images = |scene: &Valid<'_>| scene.images.iter().filter_map(|image| image.data.clone()).collect::<Vec<_>>();
    for (a, b) in images(plain).iter().zip(&images(packed)) {
        let (Some(a), Some(b)) = (pixels(a), pixels(b)) else { continue };
        seen.images += 1;
        // The colour of what cannot be seen does not count.
        let seen_pixels = a.pixels().zip(b.pixels()).filter(|(a, b)| a.0[3] > 0 || b.0[3] > 0);
        let off =
            seen_pixels.flat_map(|(a, b)| a.0.into_iter().zip(b.0)).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        seen.levels = seen.levels.max(off);
        if a.dimensions() != b.dimensions() || off > 4 {
            faults.push(format!("an image is off by {off}"));
        }
    }
    faults
}

/// Returns the corners of all triangles at rest, without those that skins of damaged files move beyond all numbers.
fn corners(scene: &Valid<'_>) -> Vec<Vec3> {
    let pose = scene.rest_pose();
    let mut all = Vec::new();
    for id in scene.node_ids() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let positions = pose.positions(scene, id);
        let mesh = &scene[instance.mesh];
        for part in &mesh.parts {
            let triangles = part.faces.triangles(&mesh.positions);
            all.extend(triangles.as_flattened().iter().filter_map(|vertex| positions.get(*vertex as usize)).copied());
        }
    }
    all.retain(|place| place.is_finite());
    all
}

/// Gives each corner one of the others near it; returns the largest distance, `None` where one has none.
fn farthest(a: &[Vec3], b: &[Vec3], tolerance: f32) -> Option<f32> {
    let tolerance = tolerance.max(1e-7);
    let cell = |place: Vec3| (place / (2.0 * tolerance)).floor().to_array().map(|x| x as i64);
    let mut free: HashMap<[i64; 3], Vec<Vec3>> = HashMap::new();
    for &place in a {
        free.entry(cell(place)).or_default().push(place);
    }
    let mut worst = 0f32;
    for &place in b {
        let [x, y, z] = cell(place);
        let around = (0..27).map(|i| [x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]);
        let near = around.filter_map(|cell| {
            let places = free.get(&cell)?.iter().enumerate();
            let apart = |other: &Vec3| other.as_dvec3().distance(place.as_dvec3()) as f32;
            let best = places.map(|(at, other)| (apart(other), at)).min_by(|a, b| a.0.total_cmp(&b.0))?;
            Some((best.0, cell, best.1))
        });
        let (distance, cell, at) = near.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|near| near.0 <= 2.0 * tolerance)?;
        free.get_mut(&cell)?.swap_remove(at);
        worst = worst.max(distance);
    }
    Some(worst)
}

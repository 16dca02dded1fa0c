//! Blitz3D to bOGL to glTF moves like Blitz3D to glTF, at keys and between them. The GLBs are posed by code that shares nothing with
//! the exporters.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use retromesh::mesh::{Influence, Weights};
use retromesh::{Code, Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Scene, format_by_extension};
use retromesh_testkit::fixtures;
use retromesh_testkit::glb_pose::PosedGlb;

/// What a corner may be off, as a share of the model's size.
pub(crate) const TOLERANCE: f32 = 1e-4;
/// This many moments of each animation are compared; few of them are keys.
const MOMENTS: usize = 337;

fn format(extension: &str) -> &'static dyn Format {
    format_by_extension(extension).unwrap()
}

pub(crate) fn read(extension: &str, bytes: &[u8], fps: Option<f32>) -> Scene {
    let mut options = ImportOptions::default();
    options.ticks_per_second = fps;
    let diagnostics = &mut Diagnostics::new();
    format(extension)
        .read(bytes, &NoFiles, &options, diagnostics)
        .unwrap()
        .to_scene_with(&options, diagnostics)
        .unwrap()
}

pub(crate) fn write(extension: &str, scene: &Scene, options: &ExportOptions) -> (Vec<u8>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let output = format(extension).write(&scene.validate().unwrap(), options, &mut diagnostics).unwrap();
    (output.bytes, diagnostics)
}

fn glb(scene: &Scene) -> PosedGlb {
    PosedGlb::open(&write("glb", scene, &ExportOptions::default()).0)
}

/// Gives each vertex to its heaviest joint alone, of equal ones the first, as bOGL's rigid skins need.
fn harden(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for mesh in scene.meshes.iter_mut().filter(|mesh| !mesh.weights.is_empty()) {
        let main = |row: &[Influence]| {
            let heaviest = row.iter().map(|i| i.weight).fold(0.0, f32::max);
            row.iter().filter(|i| i.weight == heaviest).map(|i| i.joint).min()
        };
        let owners: Vec<(u32, u32, f32)> =
            mesh.weights.iter().enumerate().filter_map(|(v, row)| Some((v as u32, main(row)?, 1.0))).collect();
        mesh.weights = Weights::from_triples(mesh.positions.len(), owners.into_iter());
    }
    scene
}

/// How far the corners of two posed files are apart, as a share of the first one's size.
fn distance(a: &PosedGlb, a_seconds: f32, b: &PosedGlb, b_seconds: f32) -> f32 {
    let (a, b) = (a.triangles(Some(0), a_seconds), b.triangles(Some(0), b_seconds));
    assert_eq!(a.len(), b.len(), "triangles");
    let corners = || a.iter().zip(&b).flat_map(|(a, b)| a.corners.into_iter().zip(b.corners));
    let size = corners().map(|(a, _)| a.abs().max_element()).fold(1e-6, f32::max);
    corners().map(|(a, b)| a.distance(b)).fold(0.0, f32::max) / size
}

pub(crate) struct Figures {
    /// Frames a second at which the written file is to be played.
    pub(crate) rate: f32,
    /// From the file by way of bOGL to the one without, with hard weights.
    pub(crate) motion: f32,
    /// What hard weights alone change.
    pub(crate) hardening: f32,
    pub(crate) said: String,
}

/// Writes a scene from Blitz3D both ways and compares.
pub(crate) fn compare(b3d: &[u8], options: &ExportOptions) -> Figures {
    let source = read("b3d", b3d, None);
    let (bo3d, diagnostics) = write("bo3d", &source, options);
    let said = |code: Code| {
        let entry = diagnostics.entries().iter().find(|entry| entry.code == code);
        entry.map(|entry| entry.detail.clone()).unwrap_or_default()
    };
    // "play the animation at 30 frames a second"
    let rate: f32 = said(Code::RateNotStored).split(' ').find_map(|word| word.parse().ok()).unwrap();
    let (soft, hard, written) = (glb(&source), glb(&harden(&source)), glb(&read("bo3d", &bo3d, Some(rate))));
    // bOGL's timeline begins at frame 1, however late the source's first key is.
    let late = source.animations[0].channels.iter().map(|channel| channel.times[0]).fold(f32::INFINITY, f32::min);
    let (begin, end) = (source.animations[0].first.min(late), hard.duration(0));
    let lead = (begin.min(1.0) - source.animations[0].first) / source.animations[0].ticks_per_second;
    let mut figures = Figures { rate, motion: 0.0, hardening: 0.0, said: said(Code::RenumberedFrames) };
    for moment in 0..=MOMENTS {
        let seconds = end * moment as f32 / MOMENTS as f32;
        figures.motion = figures.motion.max(distance(&hard, seconds, &written, seconds - lead));
        figures.hardening = figures.hardening.max(distance(&soft, seconds, &hard, seconds));
    }
    figures
}

/// Poses of fixtures whose meshes have one material, so that triangles keep their order.
#[test]
fn generated_skins_and_keys_move_alike() {
    let names = ["skin-tube-animated", "letter-f-animated", "skin-keys-beside", "keys-flags-4", "keys-sign-flip"];
    let files = fixtures("b3d", "b3d", 100);
    for name in names {
        let file = files.iter().find(|file| file.name == format!("{name}.b3d")).unwrap();
        let Figures { rate, motion, hardening, said } = compare(&file.bytes, &ExportOptions::default());
        println!(
            "{name}: {motion:.1e} of the size apart at {rate} frames a second; hard weights move {hardening:.1e}; {said}"
        );
        assert!(motion < TOLERANCE, "{name}: {motion}");
    }
}

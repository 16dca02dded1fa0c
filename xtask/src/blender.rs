//! `cargo xtask blender [FOLDER]`: what Blender shows of the GLB files that are written.
//!
//! Every model of the folder, by default of the fixtures, is written as GLB and imported by Blender as a Python module
//! (`cargo xtask setup --blender`). Its vertices must be where ours are at five moments of the first animation, in between keys, too.

use crate::irrlicht::{MOMENTS, Moments, difference, models};
use crate::{Outcome, root};
use glam::Vec3;
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Limits, Source, Valid, format_by_extension};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The importer, handed to Blender's Python: it reads lines of a path and moments in seconds, and writes vertices beside the path.
const IMPORT: &str = include_str!("blender/import.py");

/// One model on its way.
struct Job {
    name: String,
    glb: PathBuf,
    seconds: Vec<f32>,
    ours: Moments,
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let folder = match words {
        [] => root().join("fixtures"),
        [folder] => PathBuf::from(folder),
        _ => return Err("expected a folder or nothing".into()),
    };
    let work = root().join("target/blender");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let mut jobs = Vec::new();
    for path in models(&folder)? {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let glb = work.join(format!("{}.glb", jobs.len()));
        jobs.extend(job(&path, name, glb));
    }
    let (mut same, mut still, mut apart) = (0, 0, Vec::new());
    let mut left = jobs.as_slice();
    while let Some((first, _)) = left.split_first() {
        import(left)?;
        // A file on which Blender itself ends has nothing beside it, and neither have those behind it.
        let done = left.iter().take_while(|job| job.glb.with_extension("places").exists()).count();
        if done == 0 {
            apart.push(format!("{}: refused", first.name));
        }
        for job in &left[..done] {
            let moves = job.ours.windows(2).any(|pair| pair[0] != pair[1]);
            let theirs = read(&job.glb.with_extension("places")).unwrap_or_default();
            // All of Blender's vertices must be ours; those of ours that no triangle uses it leaves out.
            match difference(&job.ours, &theirs) {
                None if moves => same += 1,
                None => still += 1,
                Some(what) => apart.push(format!("{}: {what}", job.name)),
            }
        }
        left = &left[done.max(1)..];
    }
    apart.iter().for_each(|line| println!("{line}"));
    println!("blender: {same} moving and {still} still models alike, {} not", apart.len());
    if same > 0 && apart.is_empty() { Ok(()) } else { Err(format!("{} models are not alike", apart.len())) }
}

/// Writes a model as GLB and poses what was written; `None` for what cannot be read or written or has no vertex.
fn job(path: &Path, name: String, glb: PathBuf) -> Option<Job> {
    let mut export = ExportOptions::default();
    export.textures = Textures::None;
    let (import, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let source = Source::load(path, &Limits::default()).ok()?;
    let opened = retromesh::open_source(&source, &import, &mut diagnostics).ok()?;
    let bytes = format_by_extension("glb")?.write(&opened.scene, &export, &mut diagnostics).ok()?.bytes;
    fs::write(&glb, &bytes).ok()?;
    let source = Source::from_bytes(bytes, &glb, &import.limits).ok()?;
    let scene: Valid<'static> = retromesh::open_source(&source, &import, &mut diagnostics).ok()?.scene;
    let animation = scene.animations.first().cloned().unwrap_or_default();
    let at = |step: usize| animation.first + (animation.last - animation.first) * step as f32 / (MOMENTS - 1) as f32;
    let ticks: Vec<f32> = (0..MOMENTS).map(at).collect();
    let rate = if animation.ticks_per_second > 0.0 { animation.ticks_per_second } else { 1.0 };
    let pose = |&tick: &f32| {
        let pose = if animation.channels.is_empty() { scene.rest_pose() } else { scene.pose(&animation, tick) };
        let meshes = scene.depth_first().into_iter().filter(|&id| scene[id].mesh.is_some());
        // Blender's z is up.
        meshes.flat_map(|id| pose.positions(&scene, id)).map(|p| Vec3::new(p.x, -p.z, p.y)).collect()
    };
    let ours: Moments = ticks.iter().map(pose).collect();
    let seconds = ticks.iter().map(|tick| tick / rate).collect();
    ours.iter().all(|moment| !moment.is_empty()).then_some(Job { name, glb, seconds, ours })
}

/// Has Blender import the models and write where their vertices are.
fn import(jobs: &[Job]) -> Outcome {
    let mut blender = Command::new(root().join("tools/bpy/bin/python"));
    blender.args(["-c", IMPORT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = blender.spawn().map_err(|e| format!("{e}; run `cargo xtask setup --blender`"))?;
    let line = |job: &Job| {
        let seconds: Vec<String> = job.seconds.iter().map(ToString::to_string).collect();
        format!("{}\t{}\n", job.glb.display(), seconds.join("\t"))
    };
    let lines: String = jobs.iter().map(line).collect();
    // It may end before it has read all.
    let _ = child.stdin.take().map(|mut input| input.write_all(lines.as_bytes()));
    child.wait().map(drop).map_err(|e| e.to_string())
}

/// Reads for each moment a count and so many vertices.
fn read(path: &Path) -> Option<Moments> {
    let bytes = fs::read(path).ok()?;
    let (words, _) = bytes.as_chunks::<4>();
    let (mut words, mut moments) = (words.iter(), Moments::new());
    while let Some(count) = words.next() {
        let mut vertex =
            || Some(Vec3::from_array([words.next()?, words.next()?, words.next()?].map(|w| f32::from_le_bytes(*w))));
        moments.push((0..u32::from_le_bytes(*count)).map_while(|_| vertex()).collect());
    }
    Some(moments)
}

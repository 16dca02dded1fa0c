//! What Blender shows of the GLB files that are written, and what the extension for Blender does.
//!
//! Every fixture and, where a corpus is named, every real file is written as GLB and imported by Blender as a Python module
//! (`cargo xtask setup --blender`), or by the installed program that the variable `BLENDER` names. Its vertices must be where ours are at
//! five moments of the first animation, in between keys, too.
#![allow(clippy::print_stdout, clippy::indexing_slicing, reason = "what a comparison prints is its report")]

mod extension;
mod like;
mod rooms;
mod textures;

use glam::Vec3;
use retromesh::keyframes::{Animation, Interpolation, Track};
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Limits, Scene, Source, Valid, format_by_extension};
use retromesh_acceptance::{MOMENTS, Moments, Outcome, corpus, difference, models, root, shown_models, work_folder};
use retromesh_testkit::GlbFile;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The importer, handed to Blender's Python: it reads lines of a path and moments in seconds, and writes vertices next to it.
const IMPORT: &str = include_str!("import.py");

/// Imports each file of a line of the input.
const HEAD: &str = r#"
import sys
import bpy
for line in sys.stdin:
    path = line.rstrip("\n")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
"#;
/// Exports it next to that.
const TAIL: &str = r#"
    bpy.ops.export_scene.gltf(filepath=path + ".out.glb", export_format="GLB", "#;
/// What the guides ask for, and what Blender does by itself.
const EVERYTHING: &str = "export_extras=True, export_lights=True";
const PLAIN: &str = "";

/// Blender counts to frame 1,048,574, which the importer makes of seconds.
const LONGEST: f32 = 1_048_574.0 / 60.0;

/// Squares of larger numbers are none of 32 bits.
const LARGEST: f32 = 1e19;

/// One model on its way.
struct Job {
    name: String,
    glb: PathBuf,
    seconds: Vec<f32>,
    ours: Moments,
}

/// Returns a call of Blender that runs a script: the script's text, or the path of its file.
fn blender(script: &str) -> Command {
    let is_file = Path::new(script).extension().is_some_and(|extension| extension == "py");
    if let Some(program) = std::env::var_os("BLENDER") {
        let mut command = Command::new(program);
        command.args(["--background", "--factory-startup", "--python-exit-code", "3"]);
        command.args([if is_file { "--python" } else { "--python-expr" }, script, "--"]);
        return command;
    }
    let mut command = Command::new(root().join("tools/bpy/bin/python"));
    command.args((!is_file).then_some("-c")).arg(script);
    command
}

#[test]
fn vertices_are_where_blender_has_them() -> Outcome {
    let work = work_folder("blender")?;
    let mut files = models(&root().join("fixtures"))?;
    files.extend(corpus().map(|corpus| shown_models(&corpus)).transpose()?.into_iter().flatten());
    let (mut jobs, mut left_out) = (Vec::new(), BTreeMap::<_, usize>::new());
    for path in &files {
        let name = path.display().to_string();
        let glb = work.join(format!("{}.glb", jobs.len()));
        match job(path, name, glb) {
            Ok(job) => jobs.push(job),
            Err(reason) => *left_out.entry(reason).or_default() += 1,
        }
    }
    let (mut same, mut still, mut apart) = (0, 0, Vec::new());
    let mut left = jobs.as_slice();
    while let Some((first, _)) = left.split_first() {
        import(left)?;
        // A file on which Blender itself ends has no places next to it, and neither have those after it.
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
    left_out.iter().for_each(|(reason, count)| println!("left out: {count} {reason}"));
    println!("blender: {same} moving and {still} still models alike, {} not", apart.len());
    if same > 0 && apart.is_empty() { Ok(()) } else { Err(format!("{} models are not alike", apart.len())) }
}

/// Writes a model as GLB and poses what was written, or says why it is left out.
fn job(path: &Path, name: String, glb: PathBuf) -> Result<Job, &'static str> {
    let mut scene = written(path, &glb).ok_or("not read or not written")?;
    let animation = scene.animations.first().cloned().unwrap_or_default();
    let at = |step: usize| animation.first + (animation.last - animation.first) * step as f32 / (MOMENTS - 1) as f32;
    let ticks: Vec<f32> = (0..MOMENTS).map(at).collect();
    let rate = if animation.ticks_per_second > 0.0 { animation.ticks_per_second } else { 1.0 };
    let seconds: Vec<f32> = ticks.iter().map(|tick| tick / rate).collect();
    if seconds.iter().any(|second| *second > LONGEST) {
        return Err("after Blender's last frame");
    }
    // Blender takes what is no normal float for zero.
    if scene.nodes.iter().any(|node| node.transform.trs().scale.abs().min_element() < f32::MIN_POSITIVE) {
        return Err("nodes of no size, on which Blender's importer ends");
    }
    if has_several_widths(&glb).ok_or("not read or not written")? {
        return Err(
            "custom attributes of several widths, on which Blender's importer ends by chance (glTF-Blender-IO 2658)",
        );
    }
    let animation = mixed_by_components(animation, &ticks);
    scene.animations.clear();
    let scene: Valid<'static> = scene.into_valid().map_err(|_| "no sound scene")?;
    let pose = |&tick: &f32| {
        let pose = if animation.channels.is_empty() { scene.rest_pose() } else { scene.pose(&animation, tick) };
        let meshes = scene.depth_first().into_iter().filter(|&id| scene[id].mesh.is_some());
        // Blender's z is up.
        meshes.flat_map(|id| pose.positions(&scene, id)).map(|p| Vec3::new(p.x, -p.z, p.y)).collect()
    };
    let ours: Moments = ticks.iter().map(pose).collect();
    if ours.iter().flatten().any(|place| !place.is_finite() || place.abs().max_element() >= LARGEST) {
        return Err("places so far away that numbers overflow on the way");
    }
    let is_empty = ours.iter().any(Vec::is_empty);
    if is_empty { Err("without vertices") } else { Ok(Job { name, glb, seconds, ours }) }
}

/// Writes a model as GLB and returns what Blender sees of it; `None` for what cannot be read or written.
fn written(path: &Path, glb: &Path) -> Option<Scene> {
    let mut export = ExportOptions::default();
    export.textures = Textures::None;
    let (import, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let source = Source::load(path, &Limits::default()).ok()?;
    let opened = retromesh::open_source(&source, &import, &mut diagnostics).ok()?;
    let bytes = format_by_extension("glb")?.write(&opened.scene, &export, &mut diagnostics).ok()?.bytes;
    fs::write(glb, &bytes).ok()?;
    let source = Source::from_bytes(without_extras(&bytes)?, glb, &import.limits).ok()?;
    Some(retromesh::open_source(&source, &import, &mut diagnostics).ok()?.scene.into_scene())
}

/// Takes all extras out of a GLB: what is left is what Blender sees.
fn without_extras(glb: &[u8]) -> Option<Vec<u8>> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.remove("extras");
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let (mut json, bin) = taken_apart(glb)?;
    strip(&mut json);
    Some(GlbFile { json, bin: bin.to_vec() }.glb())
}

/// Returns the JSON and the binary part of a GLB.
fn taken_apart(glb: &[u8]) -> Option<(Value, &[u8])> {
    // Header, then length, kind and bytes of the JSON, then the same of the binary part.
    let (length, rest) = glb.get(12..)?.split_first_chunk::<4>()?;
    let (json, rest) = rest.get(4..)?.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((serde_json::from_slice(json).ok()?, rest.get(8..).unwrap_or_default()))
}

/// Returns whether a mesh has custom attributes that differ in how many numbers a vertex has.
fn has_several_widths(glb: &Path) -> Option<bool> {
    let bytes = fs::read(glb).ok()?;
    let (json, _) = taken_apart(&bytes)?;
    let kinds = |mesh: &Value| {
        let primitives = mesh["primitives"].as_array().into_iter().flatten();
        let attributes = primitives.flat_map(|primitive| primitive["attributes"].as_object().into_iter().flatten());
        let custom = attributes.filter(|(name, _)| name.starts_with('_'));
        let kind = |number: &Value| json["accessors"][number.as_u64()? as usize]["type"].as_str();
        custom.filter_map(|(_, number)| kind(number)).collect::<BTreeSet<&str>>()
    };
    Some(json["meshes"].as_array().into_iter().flatten().any(|mesh| kinds(mesh).len() > 1))
}

/// Blender mixes the components of rotations, and makes them unit length afterwards; glTF goes along the sphere.
fn mixed_by_components(mut animation: Animation, ticks: &[f32]) -> Animation {
    for channel in animation.channels.iter_mut().filter(|channel| channel.interpolation == Interpolation::Linear) {
        let Track::Rotation(keys) = &channel.track else { continue };
        let mixed = ticks.iter().map(|&tick| {
            let after = channel.times.partition_point(|time| *time <= tick).clamp(1, keys.len().max(2) - 1);
            let (Some(&a), Some(&b)) = (keys.get(after - 1), keys.get(after)) else { return keys[0] };
            let (from, to) = (channel.times[after - 1], channel.times[after]);
            let share = ((tick - from) / (to - from)).clamp(0.0, 1.0);
            a.lerp(b, share)
        });
        channel.track = Track::Rotation(mixed.collect());
        channel.times = ticks.to_vec();
    }
    animation
}

/// Has Blender import the models and write where their vertices are.
fn import(jobs: &[Job]) -> Outcome {
    let mut blender = blender(IMPORT);
    blender.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
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

/// Has Blender import files and export each next to it, as `NAME.glb.out.glb`; in between it runs a script, and
/// `options` are those of the exporter.
fn through<'p>(files: impl Iterator<Item = &'p Path>, change: &str, options: &str) -> Outcome {
    let change: String = change.lines().flat_map(|line| ["    ", line, "\n"]).collect();
    let script = format!("{HEAD}{change}{TAIL}{options})\n");
    let mut blender = blender(&script);
    blender.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = blender.spawn().map_err(|e| format!("{e}; run `cargo xtask setup --blender`"))?;
    let lines: String = files.map(|file| file.display().to_string() + "\n").collect();
    // It may end before it has read all.
    let _ = child.stdin.take().map(|mut input| input.write_all(lines.as_bytes()));
    child.wait().map(drop).map_err(|e| e.to_string())
}

/// Reads for each moment a count and this many vertices.
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

//! What Irrlicht shows of the b3d files that are written for Luanti.
//!
//! Every fixture is written as b3d for Luanti. Irrlicht 1.8, from which Luanti's engine comes, loads the file, and its vertices must be where
//! ours are at five moments of the timeline. The loader is called by a small program in C++ that needs `libirrlicht-dev`.
#![allow(clippy::print_stdout, clippy::indexing_slicing, reason = "what a comparison prints is its report")]

use glam::{Mat4, Vec3};
use retromesh::NodeMap;
use retromesh::keyframes::{Animation, Track};
use retromesh::pose::Sample;
use retromesh::scene::Trs;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Limits, Source, Valid, format_by_extension};
use retromesh_acceptance::{MOMENTS, Moments, Outcome, difference, models, root, work_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn vertices_are_where_irrlicht_has_them() -> Outcome {
    let (folder, work) = (root().join("fixtures"), work_folder("irrlicht")?);
    let loader = build(&work)?;
    let (mut same, mut still, mut apart) = (0, 0, Vec::new());
    for path in models(&folder)? {
        let Some(written) = written(&path) else { continue };
        let model = work.join("model.b3d");
        fs::write(&model, &written).map_err(|e| e.to_string())?;
        let Some((frames, ours)) = ours(&written) else { continue };
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let moves = ours.windows(2).any(|pair| pair[0] != pair[1]);
        match theirs(&loader, &model, &frames)? {
            None => apart.push(format!("{name}: refused")),
            Some(theirs) => match difference(&ours, &theirs) {
                None if moves => same += 1,
                None => still += 1,
                Some(what) => apart.push(format!("{name}: {what}")),
            },
        }
    }
    apart.iter().for_each(|line| println!("{line}"));
    println!("irrlicht: {same} moving and {still} still models alike, {} not", apart.len());
    if same > 0 && apart.is_empty() { Ok(()) } else { Err(format!("{} models are not alike", apart.len())) }
}

fn build(work: &Path) -> Result<PathBuf, String> {
    let (source, program) = (root().join("crates/retromesh-acceptance/tests/irrlicht/skin.cpp"), work.join("skin"));
    let mut compiler = Command::new("c++");
    compiler.args(["-O1", "-o"]).arg(&program).arg(source).arg("-lIrrlicht");
    match compiler.status() {
        Ok(status) if status.success() => Ok(program),
        _ => Err("needs a C++ compiler and Irrlicht 1.8 (libirrlicht-dev)".into()),
    }
}

/// Writes a model as b3d for Luanti; `None` for what cannot be read or written.
fn written(path: &Path) -> Option<Vec<u8>> {
    let mut export = ExportOptions::default();
    export.target = Some("luanti".into());
    let source = Source::load(path, &Limits::default()).ok()?;
    let opened = retromesh::open_source(&source, &ImportOptions::default(), &mut Diagnostics::new()).ok()?;
    let output = format_by_extension("b3d")?.write(&opened.scene, &export, &mut Diagnostics::new()).ok()?;
    Some(output.bytes)
}

/// Returns frames of a file that was written, and where our poses put its vertices; `None` where there are none.
fn ours(bytes: &[u8]) -> Option<(Vec<f32>, Moments)> {
    let (import, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let source = Source::from_bytes(bytes.to_vec(), Path::new("model.b3d"), &import.limits).ok()?;
    let scene: Valid<'static> = retromesh::open_source(&source, &import, &mut diagnostics).ok()?.scene;
    let animation = scene.animations.first().cloned().unwrap_or_default();
    // Irrlicht's timeline ends at the last key.
    let keys = animation.channels.iter().filter_map(|channel| channel.times.last().copied());
    let last = keys.fold(animation.first, f32::max);
    let at = |step: usize| animation.first + (last - animation.first) * step as f32 / (MOMENTS - 1) as f32;
    let frames: Vec<f32> = (0..MOMENTS).map(at).map(|frame| frame.round().max(1.0)).collect();
    let moments: Moments = frames
        .iter()
        .map(|&frame| {
            let mut pose = scene.pose(&animation, frame);
            pose.world = world(&scene, &animation, frame);
            let meshes = scene.node_ids().filter(|&id| scene[id].mesh.is_some());
            meshes.flat_map(|id| pose.positions(&scene, id)).collect()
        })
        .collect();
    moments.iter().all(|moment| !moment.is_empty()).then_some((frames, moments))
}

/// Returns the places of the nodes as Irrlicht's arithmetic has them: it mixes rotations that are near each other by component, and does not
/// make them unit length afterwards. Down a chain of bones that adds up.
fn world(scene: &Valid<'_>, animation: &Animation, frame: f32) -> NodeMap<Mat4> {
    /// `quaternion::slerp`: what is left of a whole turn below which it mixes by component.
    const THRESHOLD: f32 = 0.05;
    let mut local = NodeMap::from_fn(scene, |id| scene[id].transform.trs());
    for channel in &animation.channels {
        let trs = &mut local[channel.target];
        match (channel.sample(frame, animation.ticks_per_second), &channel.track) {
            (Some(Sample::Translation(value)), _) => trs.translation = value,
            (Some(Sample::Scale(value)), _) => trs.scale = value,
            (Some(Sample::Rotation(value)), Track::Rotation(keys)) => {
                let after = channel.times.partition_point(|&time| time <= frame);
                let pair = after.checked_sub(1).and_then(|before| Some([before, keys.get(after).map(|_| after)?]));
                trs.rotation = match pair {
                    Some([a, b]) if keys[a].dot(keys[b]).abs() > 1.0 - THRESHOLD => {
                        let share = (frame - channel.times[a]) / (channel.times[b] - channel.times[a]);
                        let near = if keys[a].dot(keys[b]) < 0.0 { -keys[a] } else { keys[a] };
                        near * (1.0 - share) + keys[b] * share
                    }
                    _ => value,
                };
            }
            _ => {}
        }
    }
    NodeMap::inherited(scene, |id, above| above.copied().unwrap_or(Mat4::IDENTITY) * matrix(&local[id]))
}

fn matrix(trs: &Trs) -> Mat4 {
    Mat4::from_translation(trs.translation) * Mat4::from_quat(trs.rotation) * Mat4::from_scale(trs.scale)
}

/// Returns where Irrlicht has the vertices; `None` where it refuses the file.
fn theirs(loader: &Path, model: &Path, frames: &[f32]) -> Result<Option<Moments>, String> {
    let frames = frames.iter().map(ToString::to_string);
    let output = Command::new(loader).arg(model).args(frames).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Ok(None);
    }
    let mut moments: Moments = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let numbers: Vec<f32> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        match (numbers.as_slice(), moments.last_mut()) {
            ([x, y, z], Some(moment)) => moment.push(Vec3::new(*x, *y, *z)),
            _ => moments.push(Vec::new()),
        }
    }
    Ok(Some(moments))
}

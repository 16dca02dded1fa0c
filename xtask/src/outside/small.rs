//! Smaller GLB files by option: judged by the Khronos validator, unpacked by gltf-transform, and posed beside the scenes that they came from.

use super::list;
use crate::corpus::validator::validate;
use crate::{Outcome, root};
use retromesh::{Diagnostics, ExportOptions, Valid};
use retromesh_testkit::glb_pose::compare;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The driver of gltf-transform.
const UNPACK: &str = include_str!("small.mjs");
/// A way of writing: a name, the settings, and by which share of its size a model may be off in any pose.
type Way = (&'static str, &'static [(&'static str, &'static str)], f32);

/// The ways of writing.
const WAYS: [Way; 5] = [
    ("plain", &[], 1e-4),
    ("fine", &[("quantize", "fine")], 2e-4),
    ("small", &[("quantize", "small")], 1e-2),
    ("meshopt", &[("meshopt", "true")], 1e-4),
    ("small and meshopt", &[("quantize", "small"), ("meshopt", "true")], 1e-2),
];
/// So many moments of each clip are compared.
const MOMENTS: usize = 5;
/// So many files are handed to one process.
const AT_ONCE: usize = 60;
/// The files of models that these tools read.
const MODELS: [&str; 7] = ["b3d", "bo3d", "bgl", "bmd", "p3d", "glb", "obj"];

/// What was found of one way of writing.
#[derive(Default)]
struct Totals {
    files: usize,
    failed: usize,
    bytes: usize,
    errors: u64,
    poses: usize,
    worst: f32,
}

/// Writes all models below a folder in every way, and compares.
pub(super) fn run(folder: &str) -> Outcome {
    let work = root().join("target/small");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let mut files = Vec::new();
    list(&root().join(folder), &MODELS, &mut files).map_err(|e| e.to_string())?;
    files.sort();
    let mut totals: [Totals; WAYS.len()] = Default::default();
    let mut lines = Vec::new();
    for batch in files.chunks(AT_ONCE) {
        let models: Vec<(&PathBuf, Valid<'static>)> =
            batch.iter().filter_map(|file| Some((file, super::packed::open(file).ok()?))).collect();
        let mut written: Vec<(usize, usize, PathBuf)> = Vec::new();
        for (number, (file, scene)) in models.iter().enumerate() {
            let mut line = Vec::new();
            for (way, (name, settings, _)) in WAYS.iter().enumerate() {
                match write(scene, settings) {
                    Ok(bytes) => {
                        let path = work.join(format!("{number}.{}.glb", name.replace(' ', "-")));
                        fs::write(&path, &bytes).map_err(|e| e.to_string())?;
                        (totals[way].files, totals[way].bytes) =
                            (totals[way].files + 1, totals[way].bytes + bytes.len());
                        line.push(format!("{name} {}", bytes.len()));
                        written.push((number, way, path));
                    }
                    Err(reason) => println!("{name}: {}: not written: {reason}", file.display()),
                }
            }
            lines.push(format!("{}: {}", file.file_name().unwrap_or_default().to_string_lossy(), line.join(", ")));
        }
        let paths: Vec<&Path> = written.iter().map(|(.., path)| path.as_path()).collect();
        for ((.., way, path), report) in written.iter().zip(validate(&paths)?) {
            totals[*way].errors += report.errors;
            if report.errors > 0 {
                println!("{}: the validator: {:?}", path.display(), report.codes);
            }
        }
        unpack(&paths)?;
        for (number, way, path) in &written {
            let (file, scene) = &models[*number];
            let (name, _, bound) = WAYS[*way];
            let seen = &mut totals[*way];
            let unpacked = fs::read(path.with_extension("out.glb")).map_err(|e| e.to_string());
            match unpacked.and_then(|glb| compare(scene, &glb, MOMENTS)) {
                Ok(comparison) => {
                    seen.poses += comparison.poses;
                    seen.worst = seen.worst.max(comparison.worst);
                    if comparison.worst > bound {
                        seen.failed += 1;
                        println!("{name}: {}: off by {:e} of the size", file.display(), comparison.worst);
                    }
                }
                Err(reason) => {
                    seen.failed += 1;
                    println!("{name}: {}: {reason}", file.display());
                }
            }
        }
    }
    lines.iter().for_each(|line| println!("bytes of {line}"));
    let mut failed = 0;
    for ((name, ..), Totals { files, failed: own, bytes, errors, poses, worst }) in WAYS.iter().zip(totals) {
        failed += own + errors as usize;
        println!(
            "small: {name}: {files} files, {bytes} bytes, {errors} errors of the validator, {own} failed; {poses} poses within {worst:e} of \
             the size"
        );
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} faults in smaller files")) }
}

fn write(scene: &Valid<'_>, settings: &[(&str, &str)]) -> Result<Vec<u8>, String> {
    let mut options = ExportOptions::default();
    for (name, value) in settings {
        options.settings.set(*name, [(*value).to_owned()]);
    }
    let written = super::format("glb")?.write(scene, &options, &mut Diagnostics::new());
    written.map(|output| output.bytes).map_err(|e| e.to_string())
}

fn unpack(paths: &[&Path]) -> Outcome {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", UNPACK, "--"]).arg(root().join("tools")).args(paths);
    let status = node.status().map_err(|e| format!("node: {e}"))?;
    if status.success() { Ok(()) } else { Err("gltf-transform is not there; run `cargo xtask setup`".into()) }
}

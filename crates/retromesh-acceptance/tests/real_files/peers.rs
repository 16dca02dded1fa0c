//! assimp as a second opinion: it must read what we write and count in it what we say is in it.
//!
//! assimp is Debian's 5.2.5 or later. Counts are compared without its post-processing (`--raw`), which would join vertices, split meshes
//! and drop degenerate triangles. b3d files must be read with its default flags too: those validate.

use crate::Sweep;
use crate::counts::{Counts, expected};
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Output, Valid};
use retromesh_acceptance::Outcome;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The targets of b3d files.
const B3D_TARGETS: [&str; 3] = ["blitz3d", "luanti", "openb3d"];

/// A file for assimp.
pub(super) struct Written {
    path: PathBuf,
    name: String,
    kind: &'static str,
    /// What assimp should count; `None` for a model without a face, which it refuses by design.
    counts: Option<Counts>,
}

/// What was asked and answered about the files of one kind.
#[derive(Default)]
struct Totals {
    read: usize,
    faceless: usize,
    sums: Counts,
}

impl Sweep {
    /// Writes a scene as b3d for every target, as GLB and as OBJ, for assimp to read; b3d files must lint clean for their target.
    pub(super) fn for_peers(&mut self, scene: &Valid<'_>, name: &str, folder: &Path) -> Outcome {
        let runs = B3D_TARGETS.iter().map(|target| ("b3d", Some(*target))).chain([("glb", None), ("obj", None)]);
        for (extension, target) in runs {
            let format = retromesh::format_by_extension(extension).ok_or("no such format")?;
            let mut options = ExportOptions::default();
            options.file_name = format!("model.{extension}");
            options.target = target.map(str::to_owned);
            let output = format.write(scene, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
            // Files that are unusual on purpose nest or name their nodes as no engine likes it, and so does what is written from them.
            if let Some(target) = target.filter(|_| !crate::is_damaged(name)) {
                lint(scene, format, &output, target)?;
            }
            let kind = if extension == "glb" { "gltf" } else { extension };
            let label = format!("{name} as {kind}{}", target.map(|t| format!(" for {t}")).unwrap_or_default());
            let place = folder.join("peers").join(label.replace(['/', ' '], "__"));
            let path = keep(&place, extension, &output).map_err(|e| format!("{}: {e}", place.display()))?;
            let counts = expected(kind, &output.bytes)?;
            self.peers.push(Written { path, name: label, kind, counts });
        }
        Ok(())
    }

    /// Has assimp read all files, two at a time.
    pub(super) fn ask_peers(&mut self) -> Outcome {
        let files = std::mem::take(&mut self.peers);
        if assimp(&["version"]).is_none() {
            return Err("assimp is not there; run `cargo xtask setup`".into());
        }
        let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(files.len())));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let answer = ask(file);
                        if let Ok(mut answers) = answers.lock() {
                            answers.push((file, answer));
                        }
                    }
                });
            }
        });
        let mut totals: BTreeMap<&str, Totals> = BTreeMap::new();
        let mut answers = answers.into_inner().map_err(|e| e.to_string())?;
        answers.sort_by_key(|(file, _)| &file.name);
        for (file, answer) in answers {
            let totals = totals.entry(file.kind).or_default();
            match (answer, &file.counts) {
                (Ok(()), Some(counts)) => {
                    totals.read += 1;
                    totals.sums.add(counts);
                }
                (Ok(()), None) => totals.faceless += 1,
                (Err(reason), _) => self.fail(&file.name, &format!("assimp: {reason}")),
            }
        }
        for (kind, Totals { read, faceless, sums }) in totals {
            println!(
                "assimp: {kind}: {read} files read with equal counts ({sums}), {faceless} without a face not asked"
            );
        }
        Ok(())
    }
}

fn lint(scene: &Valid<'_>, format: &dyn Format, output: &Output, target: &str) -> Outcome {
    let options = ImportOptions::default();
    let model = format.read(&output.bytes, &NoFiles, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    let has_mesh = scene.meshes.iter().any(|mesh| mesh.triangle_count() > 0);
    // Normals that contradict the faces are the source's, and are kept unless one asks for others; where there is no mesh, none is
    // written.
    let is_ours = |rule: &str| match rule {
        "b3d-wrong-normals" | "b3d-tiles" => false,
        "b3d-no-mesh" => has_mesh,
        // Which node moves is the source's, but a skinned mesh that is a root stays one.
        "b3d-still-root" => scene.roots.iter().any(|root| {
            let mesh = scene[*root].mesh.as_deref();
            mesh.is_some_and(|mesh| mesh.skeleton.is_some())
        }),
        // An image that was not found keeps its kind.
        "b3d-unloadable-image" => scene.images.iter().any(|image| image.data.is_some()),
        _ => true,
    };
    let found = model.as_lint().map_or_else(Vec::new, |rules| rules.lint(format.info().target(target).ok()));
    match found.iter().find(|lint| is_ours(lint.rule.id)) {
        Some(lint) => Err(format!("written for {target}, and yet {} at {}", lint.rule.id, lint.path)),
        None => Ok(()),
    }
}

fn keep(folder: &Path, extension: &str, output: &Output) -> std::io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("model.{extension}"));
    fs::write(&path, &output.bytes)?;
    for (name, bytes) in &output.sidecars {
        let sidecar = folder.join(name);
        sidecar.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(sidecar, bytes)?;
    }
    Ok(path)
}

/// Has assimp read a file and compares its counts.
fn ask(file: &Written) -> Outcome {
    let Some(counts) = &file.counts else { return Ok(()) };
    let path = file.path.to_string_lossy();
    let raw = assimp(&["info", &path, "--raw"]).ok_or("cannot be run")?;
    let found = Counts::read(&raw, counts).ok_or_else(|| complaint(&raw))?;
    if found != *counts {
        return Err(format!("counts {found}, not {counts}"));
    }
    if file.kind == "b3d" {
        let checked = assimp(&["info", &path]).ok_or("cannot be run")?;
        let found = Counts::read(&checked, counts).ok_or_else(|| complaint(&checked))?;
        if found.animations != counts.animations {
            return Err(format!("{:?} animations with default flags, not {:?}", found.animations, counts.animations));
        }
    }
    Ok(())
}

/// Returns what assimp says, or `None` where it cannot be run.
fn assimp(words: &[&str]) -> Option<String> {
    let output = Command::new("assimp").args(words).stdin(Stdio::null()).output().ok()?;
    let failed = if output.status.success() { "" } else { "\nUnable to load" };
    Some(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr) + failed)
}

fn complaint(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("ERROR")).or_else(|| text.lines().last());
    line.unwrap_or("it said nothing").to_owned()
}

//! `cargo xtask outside FOLDER`: b3d files through other people's tools and back; `--polygons` compares how polygons are cut, `--packed FOLDER`
//! what gltf-transform packs with what it does not, `--small FOLDER` what is written smaller by option with the scenes that it came from.
//!
//! Every b3d file below the folder goes to GLB, through gltf-transform (prune, dedup, reorder, weld) or with `--blender [--with PROGRAM]`
//! through Blender, and back to b3d. What the comparison then finds beyond what it finds without the tool is counted by feature: what already
//! differs between the two GLB files, which is the tool's own work, and what does not, which is printed. `cargo xtask setup --blender` fetches
//! the tools.

mod earcut;
mod packed;
mod small;

use crate::{Outcome, root};
use retromesh::options::Textures;
use retromesh::{Code, Diagnostics, ExportOptions, Folder, Format, ImportOptions, Valid};
use retromesh_diff::{Difference, Tolerance, diff};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The driver of gltf-transform, handed to node: it reads pairs of paths.
const TRANSFORM: &str = include_str!("outside/transform.mjs");
/// The driver of Blender, handed to its Python: it takes two paths.
const BLENDER: &str = include_str!("outside/blender.py");

/// One model on its way.
struct Model {
    name: String,
    glb: PathBuf,
    back: PathBuf,
    source: Valid<'static>,
    /// What the way to GLB and back changes without a tool: place and feature.
    direct: BTreeSet<String>,
}

/// What the models go through.
enum Tool<'w> {
    Transform,
    /// Blender as a Python module, or the program of this name.
    Blender(Option<&'w str>),
}

/// Differences by the name of their feature.
type Changes = BTreeMap<String, Changed>;

/// What changed in a feature of one model.
#[derive(Default)]
struct Changed {
    /// How often the two GLB files differ in the same place.
    by_tool: usize,
    /// What came on the way from the second GLB to b3d.
    behind: Vec<String>,
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let (folder, tool) = match words {
        ["--polygons"] => return earcut::run(),
        ["--packed", folder] => return packed::run(folder),
        ["--small", folder] => return small::run(folder),
        [folder] => (*folder, Tool::Transform),
        ["--blender", folder] | [folder, "--blender"] => (*folder, Tool::Blender(None)),
        ["--blender", "--with", program, folder] => (*folder, Tool::Blender(Some(*program))),
        _ => return Err("expected --polygons, --packed or --small and a folder, or one folder and perhaps --blender [--with PROGRAM]".into()),
    };
    let work = root().join("target/outside");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let mut files = Vec::new();
    list(&root().join(folder), &["b3d"], &mut files).map_err(|e| e.to_string())?;
    files.sort();
    let mut models = Vec::new();
    for path in files {
        match model(&path, &work) {
            Ok(model) => models.push(model),
            Err(reason) => println!("left out {}: {reason}", path.display()),
        }
    }
    match tool {
        Tool::Blender(program) => through_blender(&models, program),
        Tool::Transform => through_transform(&models)?,
    }
    let mut totals: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let (mut same, mut failed) = (0, 0);
    for model in &models {
        match back(model) {
            Ok((told, changes)) => {
                same += usize::from(changes.is_empty());
                for (feature, Changed { by_tool, behind }) in changes {
                    let [models, tool, rest] = totals.entry(feature).or_default();
                    (*models, *tool, *rest) = (*models + 1, *tool + by_tool, *rest + behind.len());
                    behind.first().into_iter().for_each(|line| println!("{}: {line}", model.name));
                }
                if !told.is_empty() {
                    println!("{}: told: {told}", model.name);
                }
            }
            Err(reason) => {
                failed += 1;
                println!("FAILED {}: {reason}", model.name);
            }
        }
    }
    println!("outside: {} models, {same} without a change by the tool, {failed} failed", models.len());
    for (feature, [models, tool, rest]) in totals {
        println!("outside: {feature}: {models} models; {tool} differences between the GLB files, {rest} behind them");
    }
    Ok(())
}

fn through_transform(models: &[Model]) -> Outcome {
    let pairs = models.iter().map(|model| format!("{}\t{}", model.glb.display(), model.back.display()));
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", TRANSFORM, "--"]).arg(root().join("tools")).args(pairs);
    let status = node.status().map_err(|e| format!("node: {e}"))?;
    if status.success() { Ok(()) } else { Err("gltf-transform is not there; run `cargo xtask setup`".into()) }
}

/// Takes the models through Blender as a Python module, or as a program.
fn through_blender(models: &[Model], program: Option<&str>) {
    let python = root().join("tools/bpy/bin/python");
    for model in models {
        let mut blender = Command::new(program.map_or(python.as_path(), Path::new));
        match program {
            Some(_) => blender.args(["--background", "--factory-startup", "--python-expr", BLENDER, "--"]),
            None => blender.args(["-c", BLENDER]),
        };
        blender.args([&model.glb, &model.back]).stdout(Stdio::null()).stderr(Stdio::null());
        if !blender.status().is_ok_and(|status| status.success()) {
            println!("Blender refused {}", model.name);
        }
    }
}

/// Lists the files below a folder with one of some extensions.
fn list(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, extensions, files)?;
        } else if path.extension().is_some_and(|own| extensions.iter().any(|other| own.eq_ignore_ascii_case(other))) {
            files.push(path);
        }
    }
    Ok(())
}

fn format(extension: &str) -> Result<&'static dyn Format, String> {
    retromesh::format_by_extension(extension).ok_or_else(|| format!("no {extension}"))
}

/// Reads a file with its images, writes it as GLB, and notes what that alone changes.
fn model(path: &Path, work: &Path) -> Result<Model, String> {
    let mut told = Diagnostics::new();
    let mut opened = retromesh::open(path, &ImportOptions::default(), &mut told).map_err(|e| e.to_string())?;
    let folder = Folder::of_file(path, ImportOptions::default().limits.input_bytes);
    opened.find_images(&folder, Textures::Embed, &mut told).map_err(|e| e.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (glb, back) = (work.join(format!("{name}.glb")), work.join(format!("{name}.back.glb")));
    let written = format("glb")?.write(&opened.scene, &ExportOptions::default(), &mut told);
    fs::write(&glb, written.map_err(|e| e.to_string())?.bytes).map_err(|e| e.to_string())?;
    let (through, _) = b3d(&glb)?;
    let direct = diff(&opened.scene, &through, &Tolerance::default()).differences;
    let direct = direct.iter().map(place).collect();
    Ok(Model { name, glb, back, source: opened.scene, direct })
}

/// Names the place and the feature in which two scenes differ.
fn place(difference: &Difference) -> String {
    format!("{} {}", difference.path, difference.feature.name())
}

/// Reads a GLB, writes it as b3d and reads that; also what was told on the way.
fn b3d(glb: &Path) -> Result<(Valid<'static>, Diagnostics), String> {
    let mut told = Diagnostics::new();
    let opened = retromesh::open(glb, &ImportOptions::default(), &mut told).map_err(|e| e.to_string())?;
    let written = format("b3d")?.write(&opened.scene, &ExportOptions::default(), &mut told);
    let path = glb.with_extension("b3d");
    fs::write(&path, written.map_err(|e| e.to_string())?.bytes).map_err(|e| e.to_string())?;
    let read = retromesh::open(&path, &ImportOptions::default(), &mut Diagnostics::new());
    Ok((read.map_err(|e| e.to_string())?.scene, told))
}

/// Compares what came back with the source; leaves out what changes without the tool, too.
fn back(model: &Model) -> Result<(String, Changes), String> {
    let (scene, told) = b3d(&model.back)?;
    let [before, after] = [&model.glb, &model.back].map(|glb| {
        let opened = retromesh::open(glb, &ImportOptions::default(), &mut Diagnostics::new());
        opened.map(|opened| opened.scene).map_err(|e| e.to_string())
    });
    let tool: BTreeSet<String> = diff(&before?, &after?, &Tolerance::default()).differences.iter().map(place).collect();
    let mut changes: Changes = BTreeMap::new();
    for difference in diff(&model.source, &scene, &Tolerance::default()).differences {
        let place = place(&difference);
        if !model.direct.contains(&place) {
            let changed = changes.entry(difference.feature.name().to_owned()).or_default();
            if tool.contains(&place) {
                changed.by_tool += 1;
            } else {
                changed.behind.push(difference.to_string());
            }
        }
    }
    let stale = told.entries().iter().filter(|entry| entry.code == Code::StaleExtras);
    let told: Vec<String> = stale.map(|entry| format!("{} ({})", entry.detail, entry.count)).collect();
    Ok((told.join("; "), changes))
}

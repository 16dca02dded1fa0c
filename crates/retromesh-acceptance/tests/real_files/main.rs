//! A folder of real files, each held to every promise.
//!
//! Every file is parsed, encoded (the same bytes), imported (no violation), written to every format and for Luanti, read back, and posed
//! before and after; textures are compared with the images of the GLB files that show them; the Khronos validator judges every GLB, and
//! assimp counts what is in every file that it reads. One line a failure, totals at the end. The folder is the one that `RETROMESH_CORPUS`
//! names, else the fixtures.
#![allow(clippy::print_stdout, clippy::indexing_slicing, reason = "what a comparison prints is its report")]

mod counts;
mod luanti;
mod peers;
mod round;
mod textures;
mod thirty;
mod vertices;

use retromesh::{Diagnostics, ExportOptions, Folder, Format, ImportOptions, Scene, Valid};
use retromesh_acceptance::{HOSTILE, Outcome, corpus, root, validate, work_folder};
use retromesh_testkit::glb_pose::compare;
use std::collections::BTreeMap;
use std::fs;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The fewest files of each format that a sweep of the shared corpus must see, so that an empty folder is not a green one.
const AT_LEAST: [(&str, usize); 8] =
    [("b3d", 120), ("bgl", 23), ("bmd", 13), ("bo3d", 29), ("p3d", 50), ("paa", 105), ("rmesh", 45), ("x", 54)];

/// Folders of files that are damaged or unusual on purpose: there a refusal is no failure.
const DAMAGED: [&str; 2] = ["bad", "crafted"];

/// Every clip is posed at this many moments, first and last included.
const POSES_PER_CLIP: usize = 7;

/// Poses before and after a conversion differ by at most this share of the model's size.
const POSE_TOLERANCE: f32 = 1e-4;

#[derive(Default)]
struct Totals {
    files: usize,
    bytes: u64,
    refused: usize,
    /// Files written and read back, by output format.
    written: BTreeMap<&'static str, usize>,
    poses: usize,
    triangles: usize,
    worst_pose: f32,
    diagnostics: BTreeMap<&'static str, u64>,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.refused += other.refused;
        other.written.into_iter().for_each(|(id, count)| *self.written.entry(id).or_default() += count);
        self.poses += other.poses;
        self.triangles += other.triangles;
        self.worst_pose = self.worst_pose.max(other.worst_pose);
        other.diagnostics.into_iter().for_each(|(id, count)| *self.diagnostics.entry(id).or_default() += count);
    }
}

#[derive(Default)]
struct Sweep {
    /// Where the GLB files go.
    folder: PathBuf,
    totals: BTreeMap<&'static str, Totals>,
    failures: usize,
    /// Files with vertices farther out than a BMD can say.
    out_of_reach: usize,
    /// The GLB files that were written, and the files that they come from.
    glbs: Vec<(PathBuf, String)>,
    /// The files for assimp, with what it should count in them.
    peers: Vec<peers::Written>,
    luanti: luanti::Totals,
    round: round::Totals,
    textures: textures::Totals,
    thirty: thirty::Totals,
    vertices: vertices::Totals,
}

#[test]
fn files_keep_every_promise() -> Outcome {
    let folder = corpus().unwrap_or_else(|| root().join("fixtures"));
    println!("corpus: {}", folder.display());
    let mut files = Vec::new();
    list(&folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
    files.sort();
    let glbs = work_folder("corpus")?;
    let next = AtomicUsize::new(0);
    let some = || {
        let mut sweep = Sweep { folder: glbs.clone(), ..Sweep::default() };
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = path.strip_prefix(&folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
            sweep.file(path, &name, &glbs);
        }
        sweep
    };
    let (mut sweep, other) = std::thread::scope(|scope| {
        let other = scope.spawn(some);
        (some(), other.join())
    });
    sweep += other.map_err(|_| "a thread panicked")?;
    sweep.validate()?;
    sweep.ask_peers()?;
    sweep.report();
    for (id, least) in AT_LEAST {
        let seen = sweep.totals.get(id).map_or(0, |totals| totals.files);
        if seen < least {
            return Err(format!("saw {seen} {id} files, fewer than {least}"));
        }
    }
    sweep.textures.are_enough()?;
    sweep.vertices.are_few()?;
    if sweep.failures == 0 { Ok(()) } else { Err(format!("{} failures", sweep.failures)) }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if retromesh::format_by_extension(&path.extension().unwrap_or_default().to_string_lossy()).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

impl AddAssign for Sweep {
    fn add_assign(&mut self, other: Self) {
        other.totals.into_iter().for_each(|(id, totals)| *self.totals.entry(id).or_default() += totals);
        self.failures += other.failures;
        self.out_of_reach += other.out_of_reach;
        self.glbs.extend(other.glbs);
        self.peers.extend(other.peers);
        self.luanti += other.luanti;
        self.round += other.round;
        self.textures += other.textures;
        self.thirty += other.thirty;
        self.vertices += other.vertices;
    }
}

impl Sweep {
    fn file(&mut self, path: &Path, name: &str, glbs: &Path) {
        let result = catch_unwind(AssertUnwindSafe(|| self.try_file(path, name, glbs)));
        match result {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => self.fail(name, &reason),
            Err(_) => self.fail(name, "panicked"),
        }
    }

    fn fail(&mut self, name: &str, reason: &str) {
        println!("FAILED {name}: {reason}");
        self.failures += 1;
    }

    fn try_file(&mut self, path: &Path, name: &str, glbs: &Path) -> Outcome {
        let bytes = fs::read(path).map_err(|e| e.to_string())?;
        let by_name = retromesh::format_by_extension(&path.extension().unwrap_or_default().to_string_lossy());
        let format = retromesh::detect(&bytes, path).ok().or(by_name).ok_or("no format")?;
        let is_picture = retromesh::pictures().iter().any(|picture| picture.info().id == format.info().id);
        let totals = self.totals.entry(format.info().id).or_default();
        totals.files += 1;
        totals.bytes += bytes.len() as u64;
        let options = ImportOptions::default();
        let mut diagnostics = Diagnostics::new();
        let folder = Folder::of_file(path, options.limits.input_bytes);
        let model = match format.read(&bytes, &folder, &options, &mut diagnostics) {
            Ok(model) => model,
            // What is no picture of any kind has no place to point to.
            Err(error) if is_damaged(name) && (is_picture || error.offset().is_some()) => {
                totals.refused += 1;
                return Ok(());
            }
            Err(error) => return Err(format!("refused: {error}")),
        };
        if model.encode().map_err(|e| e.to_string())? != bytes {
            return Err("not encoded to the same bytes".into());
        }
        if is_picture {
            return self.picture(path, &*model, format, name);
        }
        let scene = model.to_scene_with(&options, &mut diagnostics).map_err(|e| format!("no scene: {e}"))?;
        let scene = sound(scene)?;
        let is_hostile = name.split('/').any(|part| part == HOSTILE);
        for entry in diagnostics.entries() {
            *totals.diagnostics.entry(entry.code.id()).or_default() += entry.count;
        }
        for target in retromesh::formats().iter().filter(|target| target.info().writes) {
            match self.write(&scene, bytes.len() as u64, format.info().id, *target, name, glbs) {
                Err(reason) if is_hostile && reason.contains("output would exceed") => {}
                // Maps of hundreds of thousands of units: the format's numbers end before.
                Err(reason) if target.info().id == "bmd" && reason.contains("units from its bone") => {
                    println!("out of reach: {name}: {reason}");
                    self.out_of_reach += 1;
                }
                result => result.map_err(|reason| format!("to {}: {reason}", target.info().id))?,
            }
        }
        if is_hostile {
            return Ok(());
        }
        self.for_luanti(&scene, format.info().id, name, glbs).map_err(|reason| format!("for Luanti: {reason}"))?;
        if format.info().id == "b3d" {
            self.through_gltf(&scene)?;
        }
        if ["b3d", "bo3d", "bmd"].contains(&format.info().id) {
            self.for_thirty(&scene, name)?;
        }
        if format.info().id == "p3d" {
            self.textured(path, name).map_err(|reason| format!("with textures: {reason}"))?;
        }
        self.for_peers(&scene, name, glbs)
    }

    /// Writes a scene, reads the result back, and compares poses where the target is glTF.
    fn write(
        &mut self,
        scene: &Valid<'_>,
        input_bytes: u64,
        id: &'static str,
        target: &dyn Format,
        name: &str,
        glbs: &Path,
    ) -> Outcome {
        let extension = target.info().extensions.first().copied().unwrap_or_default();
        let mut export = ExportOptions::default();
        export.file_name = format!("model.{extension}");
        export.input_bytes = Some(input_bytes);
        let mut diagnostics = Diagnostics::new();
        let output = target.write(scene, &export, &mut diagnostics).map_err(|e| e.to_string())?;
        if target.info().id == "gltf" {
            let totals = self.totals.entry(id).or_default();
            let compared = compare(scene, &output.bytes, POSES_PER_CLIP)?;
            totals.poses += compared.poses;
            totals.triangles += compared.triangles;
            totals.worst_pose = totals.worst_pose.max(compared.worst);
            if compared.worst > POSE_TOLERANCE {
                return Err(format!("poses differ by {:e} of the model's size", compared.worst));
            }
            let path = glbs.join(format!("{}.glb", name.replace('/', "__")));
            fs::write(&path, &output.bytes).map_err(|e| e.to_string())?;
            self.vertices.add(id, &output.bytes)?;
            self.glbs.push((path, name.to_owned()));
        }
        let options = ImportOptions::default();
        let files = Sidecars(&output.sidecars);
        let model = target.read(&output.bytes, &files, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
        let back = model.to_scene_with(&options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
        sound(back)?;
        *self.totals.entry(id).or_default().written.entry(target.info().id).or_default() += 1;
        Ok(())
    }

    fn validate(&mut self) -> Outcome {
        let paths: Vec<&Path> = self.glbs.iter().map(|(path, _)| path.as_path()).collect();
        let reports = validate(&paths)?;
        let mut warnings: BTreeMap<String, (u64, usize)> = BTreeMap::new();
        let mut failed = Vec::new();
        for (report, (_, name)) in reports.iter().zip(&self.glbs) {
            if report.errors > 0 {
                failed.push((name.clone(), format!("{} errors of the validator: {:?}", report.errors, report.codes)));
            }
            for (code, count) in &report.codes {
                let entry = warnings.entry(code.clone()).or_default();
                entry.0 += count;
                entry.1 += 1;
            }
        }
        failed.iter().for_each(|(name, reason)| self.fail(name, reason));
        println!("validator: {} GLB files, {} with errors", reports.len(), failed.len());
        for (code, (count, files)) in warnings {
            println!("validator: {code}: {count} in {files} files");
        }
        Ok(())
    }

    fn report(&self) {
        for (id, t) in &self.totals {
            println!("{id}: {} files, {} bytes, {} refused on purpose", t.files, t.bytes, t.refused);
            println!("{id}: written and read back: {:?}", t.written);
            println!(
                "{id}: {} triangles compared in {} poses, worst {:e} of the size",
                t.triangles, t.poses, t.worst_pose
            );
            println!("{id}: diagnostics of reading: {:?}", t.diagnostics);
        }
        println!("{}", self.luanti);
        println!("{}", self.round);
        println!("{}", self.textures);
        println!("{}", self.thirty);
        let files: usize = self.totals.values().map(|totals| totals.files).sum();
        println!("corpus: {files} files seen, {} failures, {} out of reach of a BMD", self.failures, self.out_of_reach);
    }
}

fn sound(scene: Scene) -> Result<Valid<'static>, String> {
    scene.into_valid().map_err(|violations| format!("violations: {violations}"))
}

fn is_damaged(name: &str) -> bool {
    name.split('/').any(|part| DAMAGED.contains(&part)) || name.contains("_bad_") || name.contains("fuzz")
}

/// The files that were written next to a model.
struct Sidecars<'a>(&'a [(String, Vec<u8>)]);

impl retromesh::Files for Sidecars<'_> {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
    }
}

//! Small damages to every fixture and to real files, millions of them.
//!
//! Every fixture is swept with all damages of [`Sweep::all`] up to a number of cases a file, and of each format's real files, where
//! a corpus is named, the twenty smallest. The first broken promise ends the run.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

use retromesh::{
    Confidence, Diagnostics, ExportOptions, Files, Format, ImportOptions, all_formats, format_by_extension, formats,
};
use retromesh_acceptance::{Clock, Outcome, corpus, root};
use retromesh_testkit::PeakAlloc;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Counts what the measured code holds.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// About this many cases a file.
const CASES: usize = 40_000;
/// This many real files a format.
const REAL_FILES: usize = 20;
/// Real files beyond this size take long for what they show.
const LARGEST: usize = 1 << 18;

/// No small file makes a conversion hold more memory, in bytes, or take longer, in seconds of processor time.
const MAX_HELD: usize = 512 << 20;
const LONGEST: f64 = 5.0;

/// The files of a folder in memory, by their path below it, in lower case.
#[derive(Default)]
struct Loaded(BTreeMap<String, Vec<u8>>);

impl Files for Loaded {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(&name.to_lowercase()).cloned()
    }
}

impl Loaded {
    /// Loads a folder with its sub-folders.
    fn folder(folder: &Path) -> Self {
        let mut paths = Vec::new();
        list(folder, &mut paths);
        let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().to_lowercase();
        Self(paths.iter().filter_map(|path| Some((name(path), fs::read(path).ok()?))).collect())
    }

    /// Returns the files that a format claims, those refused on purpose included, by size.
    fn models(&self, format: &dyn Format) -> Vec<(&str, &[u8])> {
        let extensions = format.info().extensions;
        let claimed = |name: &str| name.rsplit_once('.').is_some_and(|(_, e)| extensions.contains(&e));
        let mut models: Vec<(&str, &[u8])> =
            self.0.iter().filter(|(name, _)| claimed(name)).map(|(n, b)| (n.as_str(), b.as_slice())).collect();
        models.sort_by_key(|(name, bytes)| (bytes.len(), *name));
        models
    }
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

#[test]
fn damaged_files_keep_every_promise() {
    let _alone = retromesh_testkit::alone();
    println!("| format | files | cases | scenes | refused | most memory a byte | slowest case |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut total = (0, Figures::default());
    // Other people's crates read pictures that are no textures of a game.
    for format in all_formats().filter(|format| format.info().id != "image") {
        let (count, figures) = sweep_format(format);
        row(format.info().id, count, &figures);
        total.1.add(&figures);
        total.0 += count;
    }
    row("all", total.0, &total.1);
    assert!(total.1.cases > 5_000_000, "{} cases", total.1.cases);
}

fn row(id: &str, files: usize, f: &Figures) {
    let slowest = f.slowest.as_secs_f64() * 1e3;
    let Figures { cases, scenes, refused, worst_ratio, .. } = f;
    println!("| {id} | {files} | {cases} | {scenes} | {refused} | {worst_ratio:.1} | {slowest:.1} ms |");
}

/// Writes the files that ask for very large outputs to every format and target, with the size of the file, as all conversions have it.
#[test]
fn files_that_ask_for_much_are_bounded() -> Outcome {
    let _alone = retromesh_testkit::alone();
    let files = Loaded::folder(&root().join("fixtures/growth"));
    let mut worst = (0, 0.0f64);
    for format in formats() {
        for (name, bytes) in files.models(*format) {
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let model = format.read(bytes, &files, &options, &mut diagnostics).map_err(|e| format!("{name}: {e}"))?;
            let scene = model.to_scene_with(&options, &mut diagnostics).map_err(|e| format!("{name}: {e}"))?;
            let scene = scene.into_valid().map_err(|e| format!("{name}: {e}"))?;
            for to in formats().iter().filter(|to| to.info().writes) {
                let targets = to.info().targets.iter().map(|target| Some(target.name.to_owned()));
                for target in targets.chain([None]) {
                    let what = format!("{name} to {} {}", to.info().id, target.as_deref().unwrap_or_default());
                    let mut options = ExportOptions::default();
                    options.target = target;
                    options.input_bytes = Some(bytes.len() as u64);
                    HEAP.reset_peak_usage();
                    let (before, clock) = (HEAP.current_usage(), Clock::start());
                    // A refusal is an answer, too.
                    drop(to.write(&scene, &options, &mut Diagnostics::new()));
                    let (held, took) = (HEAP.peak_usage().saturating_sub(before), clock.elapsed().as_secs_f64());
                    if held > MAX_HELD || took > LONGEST {
                        return Err(format!("{what}: {held} bytes of memory, {took:.1} s"));
                    }
                    worst = (worst.0.max(held), worst.1.max(took));
                }
            }
        }
    }
    println!("growth: at most {} MB of memory and {:.1} s a conversion", worst.0 >> 20, worst.1);
    Ok(())
}

/// Sweeps the fixtures and the real files of one format.
fn sweep_format(format: &dyn Format) -> (usize, Figures) {
    let id = format.info().id;
    let mut figures = Figures::default();
    let mut fixtures = Loaded::folder(&root().join("fixtures").join(id));
    if id == "gltf" {
        fixtures.0.extend(written_glbs().0);
    }
    let mut count = sweep_files(format, &fixtures, usize::MAX, &mut figures);
    if let Some(corpus) = corpus() {
        count += sweep_files(format, &Loaded::folder(&corpus.join(id)), REAL_FILES, &mut figures);
    }
    (count, figures)
}

fn sweep_files(format: &dyn Format, files: &Loaded, at_most: usize, figures: &mut Figures) -> usize {
    let models = files.models(format);
    let models: Vec<_> = models.into_iter().filter(|(_, bytes)| bytes.len() <= LARGEST).take(at_most).collect();
    let sweep = Sweep { format, files, budget: Budget::default(), heap: &HEAP };
    for (i, (name, bytes)) in models.iter().enumerate() {
        let other = models.get(i + 1).or(models.first()).map_or(&[][..], |(_, bytes)| bytes);
        figures.add(&sweep.all(name, bytes, other, CASES));
    }
    models.len()
}

/// Writes the small fixtures of the other formats as binary glTF.
fn written_glbs() -> Loaded {
    let mut glbs = Loaded::default();
    let Some(gltf) = format_by_extension("glb") else { return glbs };
    for format in formats().iter().filter(|format| format.info().id != "gltf") {
        let files = Loaded::folder(&root().join("fixtures").join(format.info().id));
        let mut left = 24;
        for (name, bytes) in files.models(*format) {
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let model = format.read(bytes, &files, &options, &mut diagnostics);
            let scene = model.and_then(|model| model.to_scene_with(&options, &mut diagnostics));
            let Some(scene) = scene.ok().and_then(|scene| scene.into_valid().ok()) else { continue };
            let Ok(output) = gltf.write(&scene, &ExportOptions::default(), &mut diagnostics) else { continue };
            let small = output.bytes.len() <= 2048 && gltf.probe(&output.bytes) == Confidence::Certain;
            if small && left > 0 {
                left -= 1;
                glbs.0.insert(format!("{}-{}.glb", format.info().id, name.replace('/', "-")), output.bytes);
            }
        }
    }
    glbs
}

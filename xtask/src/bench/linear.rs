//! Ten shapes of growing size: time and memory a byte must not grow with them.
//!
//! Shapes are scenes, written to each format that has what they are made of, and read back. What is measured is reading, importing and
//! letting go, once, in a process of its own: the heap is new for small files as for large ones, so that all of them pay the
//! system for each page, and the smallest are not read again and again out of the nearest cache. Before that the process reads a
//! file of a twentieth of the smallest size, so that the code is there.

mod scenes;

use super::{Pages, apart};
use crate::clock::Clock;
use crate::{HEAP, Outcome, docs, root};
use retromesh::{Diagnostics, ExportOptions, Files, Format, ImportOptions, Scene, format_by_extension};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Sizes relative to the smallest.
const SCALES: [usize; 3] = [1, 10, 100];
/// Time and memory a byte may grow by so much.
const ALLOWED: f64 = 1.5;
/// The file that is read before the clock runs is this much smaller than the smallest.
const WARM_UP: usize = 20;
/// Each file is measured in so many processes; the best counts.
const RUNS: usize = 5;

/// Makes a scene of so many elements.
type Make = fn(usize) -> Scene;

/// What a shape is made of, how, how many elements the smallest has, and the formats that have such elements. The smallest files are
/// about a megabyte.
const SHAPES: [(&str, Make, usize, &[&str]); 11] = [
    ("many meshes", scenes::many_meshes, 800, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("many nodes", scenes::many_nodes, 10_000, &["b3d", "bo3d", "bgl", "glb"]),
    ("many materials", scenes::many_materials, 800, &["b3d", "bgl", "p3d", "glb", "obj"]),
    ("many keys", scenes::many_keys, 30_000, &["b3d", "bo3d", "glb"]),
    ("one big mesh", scenes::one_mesh, 12_000, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("many selections", scenes::selections_of_one_mesh, 300, &["p3d"]),
    ("many selections", scenes::selections_side_by_side, 1_000, &["glb", "obj"]),
    ("many levels", scenes::many_levels, 10, &["p3d", "glb"]),
    ("many strings", scenes::many_strings, 8_000, &["p3d", "glb"]),
    ("deep nesting", scenes::deep_nesting, 8_000, &["b3d", "bo3d", "glb"]),
    ("long names", scenes::long_names, 50_000, &["b3d", "glb"]),
];

/// One file and what reading it costs.
#[derive(Clone, Copy)]
struct Measured {
    bytes: usize,
    time: Duration,
    memory: usize,
}

impl Measured {
    fn nanoseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.bytes as f64
    }

    fn memory(&self) -> f64 {
        self.memory as f64 / self.bytes as f64
    }
}

/// Measures all shapes, or the one of this name; with `record` the table goes into `docs/robustness.md`.
pub(super) fn run(only: Option<&str>, record: bool) -> Outcome {
    let mut report = String::from("| shape | format | bytes at 1x | 100x | ns a byte at 1x | 10x | 100x ");
    report += "| memory a byte at 1x | 10x | 100x |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    print!("{report}");
    let mut worse = Vec::new();
    for (shape, make, count, formats) in SHAPES {
        for name in formats.iter().filter(|_| only.is_none_or(|only| only == shape)) {
            let measured =
                |scale: usize| measure(name, make, count, scale).map_err(|e| format!("{shape} as {name}: {e}"));
            let [a, b, c] = SCALES.map(measured);
            let (a, b, c) = (a?, b?, c?);
            let times = [a, b, c].map(|measured| measured.nanoseconds());
            let memories = [a, b, c].map(|measured| measured.memory());
            let line = format!(
                "| {shape} | {name} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |\n",
                a.bytes, c.bytes, times[0], times[1], times[2], memories[0], memories[1], memories[2]
            );
            print!("{line}");
            report += &line;
            let growth = |row: [f64; 3]| row[1].max(row[2]) / row[0];
            let growth = growth(times).max(growth(memories));
            if growth > ALLOWED {
                worse.push(format!("{shape} as {name} ({growth:.2})"));
            }
        }
    }
    println!("beyond {ALLOWED} a byte: {}", if worse.is_empty() { "none".to_owned() } else { worse.join(", ") });
    if record { docs::record("linear", &report) } else { Ok(()) }
}

/// Writes a file and a small one, and measures how the file is read back.
fn measure(name: &str, make: Make, count: usize, scale: usize) -> Result<Measured, String> {
    let format = format_by_extension(name).ok_or("no such format")?;
    let work = root().join("target/bench/linear");
    let (small, large) = (work.join("small"), work.join("large"));
    write(format, &make(count.div_ceil(WARM_UP)), &small)?;
    let bytes = write(format, &make(count * scale), &large)?;
    let mut best: Option<Measured> = None;
    for _ in 0..RUNS {
        let row = apart(&["linear-row", name, &small.to_string_lossy(), &large.to_string_lossy()], Pages::Fresh)?;
        let figures: Vec<u64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [nanoseconds, memory] = figures[..] else { return Err(format!("no figures: {row}")) };
        let measured = Measured { bytes, time: Duration::from_nanos(nanoseconds), memory: memory as usize };
        best = Some(best.filter(|best| best.time <= measured.time).unwrap_or(measured));
    }
    let _ = fs::remove_dir_all(&work);
    best.ok_or_else(|| "nothing measured".into())
}

/// Writes a scene to a folder of its own and returns how many bytes all files have.
fn write(format: &dyn Format, scene: &Scene, folder: &Path) -> Result<usize, String> {
    let mut options = ExportOptions::default();
    options.file_name = file_name(format);
    let scene = scene.validate().map_err(|e| e.to_string())?;
    let output = format.write(&scene, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut size = 0;
    for (name, bytes) in output.sidecars.iter().chain([&(options.file_name, output.bytes)]) {
        fs::write(folder.join(name), bytes).map_err(|e| format!("{name}: {e}"))?;
        size += bytes.len();
    }
    Ok(size)
}

fn file_name(format: &dyn Format) -> String {
    format!("model.{}", format.info().extensions[0])
}

/// The files of a folder in memory.
struct Loaded(Vec<(String, Vec<u8>)>);

impl Loaded {
    fn of(folder: &Path) -> Result<Self, String> {
        let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        let load = |path: PathBuf| {
            let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes))
        };
        paths.into_iter().map(load).collect::<Result<_, String>>().map(Self)
    }
}

impl Files for Loaded {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
    }
}

/// Reads the file in a small folder, then that in a large one, and prints what the second took: nanoseconds and bytes of memory.
pub(super) fn row(name: &str, small: &str, large: &str) -> Outcome {
    let format = format_by_extension(name).ok_or("no such format")?;
    let read = |files: &Loaded| {
        let (_, bytes) = files.0.iter().find(|(own, _)| *own == file_name(format)).ok_or("no model")?;
        let (mut options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        options.limits.lods = u32::MAX;
        let model = format.read(bytes, files, &options, &mut diagnostics).map_err(|e| e.to_string())?;
        model.to_scene_with(&options, &mut diagnostics).map(drop).map_err(|e| e.to_string())
    };
    read(&Loaded::of(Path::new(small))?)?;
    let files = Loaded::of(Path::new(large))?;
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let clock = Clock::start();
    read(&files)?;
    let time = clock.elapsed();
    println!("{} {}", time.as_nanos(), HEAP.peak_usage().saturating_sub(before));
    Ok(())
}

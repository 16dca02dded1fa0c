//! `open` of a large B3D from Python beside the same call in Rust.

use super::{Pages, apart, shapes};
use crate::Outcome;
use retromesh::{Diagnostics, ImportOptions};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// About 60 MB of vertices and triangles.
const VERTICES: usize = 1_360_000;
/// How many runs each side has, behind one that is not counted.
const RUNS: usize = 7;
/// What Python may take, as a share of the time of Rust.
const MOST: f64 = 1.3;

pub(super) fn run() -> Outcome {
    if cfg!(debug_assertions) {
        return Err("figures of a slow build mean nothing: cargo run --release -p xtask -- bench python".into());
    }
    let shared = Path::new("/dev/shm");
    let folder = if shared.is_dir() { PathBuf::from(shared) } else { std::env::temp_dir() };
    let path = folder.join(format!("retromesh-bench-{}.b3d", std::process::id()));
    let bytes = shapes::one_mesh(VERTICES);
    std::fs::write(&path, &bytes).map_err(|e| e.to_string())?;
    let outcome = both(&path, bytes.len());
    let _ = std::fs::remove_file(&path);
    outcome
}

fn both(path: &Path, size: usize) -> Outcome {
    let place = path.display().to_string();
    let rust = median(&apart(&["python-row", &place], Pages::Fresh)?)?;
    let python = median(&crate::python::times_of_open(path, RUNS, &Pages::Fresh.variables())?)?;
    let share = python / rust;
    println!("open of a B3D of {size} bytes, medians of {RUNS}: Rust {rust:.1} ms, Python {python:.1} ms, {share:.2}x");
    if share <= MOST { Ok(()) } else { Err(format!("Python takes {share:.2}x of the time of Rust, over {MOST}x")) }
}

/// Prints the milliseconds of each run in Rust.
pub(super) fn row(path: &str) -> Outcome {
    for run in 0..=RUNS {
        let start = Instant::now();
        let opened = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new());
        let time = start.elapsed();
        drop(opened.map_err(|e| e.to_string())?);
        if run > 0 {
            println!("{}", time.as_secs_f64() * 1e3);
        }
    }
    Ok(())
}

/// Returns the middle one of the numbers of some lines.
fn median(lines: &str) -> Result<f64, String> {
    let mut times: Vec<f64> = lines.lines().filter_map(|line| line.trim().parse().ok()).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().ok_or_else(|| format!("no times: {lines}"))
}

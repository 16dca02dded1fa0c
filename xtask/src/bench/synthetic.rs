//! Large generated files: speed a byte whatever the shape, and memory.
//!
//! Each row is measured twice: the best of many runs in one process, where the pages of small files are recycled and their bytes stay in
//! the nearest cache, and (`once`) the best of the first runs of several processes, where every page is new, as in a program that loads
//! one file. Growth is that of the second.

use super::{Pages, apart, best, best_after, shapes, speed};
use crate::{HEAP, Outcome};
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, Model, NoFiles, Overwrite};
use retromesh_b3d::FORMAT;
use std::time::Instant;

/// Makes a file of a shape with so many elements.
type Shape = fn(usize) -> Vec<u8>;

/// What the elements are, and how many of them the measured files have.
const SHAPES: [(&str, Shape, &[usize]); 4] = [
    ("vertices", shapes::one_mesh, &[10_000, 100_000, 1_000_000, 10_000_000]),
    ("meshes", shapes::many_meshes, &[1_600, 16_000]),
    ("nodes with keys", shapes::many_nodes, &[10_000, 100_000]),
    ("brushes", shapes::many_brushes, &[1_000, 10_000]),
];

/// How many processes show their first run.
const PROCESSES: usize = 7;

pub(super) fn run() -> Outcome {
    println!("\nB3D, generated; GB/s of input, memory as a share of the input");
    let [parse, scene, peer, copy, view, all] = ["parse", "+scene", "crate b3d", "memcpy", "mem parse", "mem +scene"];
    println!("{:<24} {:>9} {parse:>9} {scene:>7} {peer:>9} {copy:>7} {view:>9} {all:>10} {:>7}", "", "bytes", "once");
    for (name, _, counts) in SHAPES {
        let mut speeds = Vec::new();
        for count in counts {
            let row = apart(&["row", name, &count.to_string()], Pages::Fresh)?;
            let once = fastest_first_run(name, *count)?;
            println!("{} {once:>7.2}", row.trim_end());
            speeds.push(once);
        }
        let fastest = speeds.iter().copied().fold(0.0, f64::max);
        let growth = speeds.last().map_or(0.0, |last| fastest / last);
        println!("{:<94} {growth:>7.2}", "  time a byte of the largest, of that of the fastest");
    }
    print!("{}", apart(&["file"], Pages::Fresh)?);
    Ok(())
}

/// Returns the speed of the fastest of the first runs of several processes, in GB/s.
fn fastest_first_run(shape: &str, count: usize) -> Result<f64, String> {
    let mut fastest: f64 = 0.0;
    for _ in 0..PROCESSES {
        let speed = apart(&["once", shape, &count.to_string()], Pages::Fresh)?;
        fastest = fastest.max(speed.trim().parse().map_err(|_| format!("no speed: {speed}"))?);
    }
    Ok(fastest)
}

/// Measures the first run of this process, after one of a file of a twentieth of the size, so that the code is there.
pub(super) fn once(shape: &str, count: &str) -> Outcome {
    let (make, count) = shape_of(shape, count)?;
    drop(to_scene_with(&make(count / 20)));
    let bytes = make(count);
    let start = Instant::now();
    drop(to_scene_with(&bytes));
    println!("{:.3}", speed(bytes.len(), start.elapsed()));
    Ok(())
}

fn shape_of(name: &str, count: &str) -> Result<(Shape, usize), String> {
    let (_, make, _) = SHAPES.iter().find(|(own, ..)| *own == name).ok_or("no such shape")?;
    Ok((*make, count.parse().map_err(|_| "not a number")?))
}

/// Measures one file.
pub(super) fn row(shape: &str, count: &str) -> Outcome {
    let (make, count) = shape_of(shape, count)?;
    let bytes = &make(count);
    let parse = speed(bytes.len(), best(|| read(bytes).version()));
    let scene = speed(bytes.len(), best(|| to_scene_with(bytes)));
    let copy = speed(bytes.len(), best(|| bytes.clone()));
    let peer = match b3d::B3D::read(bytes) {
        Ok(_) => format!("{:.2}", speed(bytes.len(), best(|| b3d::B3D::read(bytes)))),
        Err(_) => "-".to_owned(),
    };
    let share = |used: usize| format!("{:.3}", used as f64 / bytes.len() as f64);
    let (view, all) = (share(peak(|| drop(read(bytes)))), share(peak(|| drop(to_scene_with(bytes)))));
    let (name, size) = (format!("{count} {shape}"), bytes.len());
    println!("{name:<24} {size:>9} {parse:>9.1} {scene:>7.2} {peer:>9} {copy:>7.2} {view:>9} {all:>10}");
    Ok(())
}

fn read(bytes: &[u8]) -> Box<dyn Model + '_> {
    let mut diagnostics = Diagnostics::new();
    FORMAT.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).expect("a generated file is read")
}

fn to_scene_with(bytes: &[u8]) -> retromesh::Scene {
    let mut diagnostics = Diagnostics::new();
    read(bytes).to_scene_with(&ImportOptions::default(), &mut diagnostics).expect("a generated file has a scene")
}

/// Returns the most memory that `work` held at once.
fn peak(work: impl FnOnce()) -> usize {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    work();
    HEAP.peak_usage().saturating_sub(before)
}

/// Measures a conversion from file to file.
pub(super) fn file_to_file() -> Outcome {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (input, output) = (folder.path().join("model.b3d"), folder.path().join("model.glb"));
    let bytes = shapes::one_mesh(1_000_000);
    std::fs::write(&input, &bytes).map_err(|e| e.to_string())?;
    let convert = || {
        let (import, export) = (ImportOptions::default(), ExportOptions::default());
        let mut diagnostics = Diagnostics::new();
        retromesh::convert(&input, &output, &import, &export, &|_| false, Overwrite::Replace, &mut diagnostics)
            .expect("a generated file is converted")
    };
    let copy = || std::fs::copy(&input, folder.path().join("copy")).expect("a file is copied");
    let fresh = best_after(|| drop(std::fs::remove_file(&output)), convert);
    let replaced = best(convert);
    let speed = |time| format!("{:.0} MB/s", speed(bytes.len(), time) * 1e3);
    println!(
        "\nb3d -> glb, file to file, 1000000 vertices: {} to a new file, {} in place of one (copying the file: {})",
        speed(fresh),
        speed(replaced),
        speed(best(copy))
    );
    Ok(())
}

//! Large generated files: speed a byte whatever the shape, and memory.

use super::{Pages, apart, best, best_after, shapes, speed};
use crate::{HEAP, Outcome};
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, Model, NoFiles, Overwrite};
use retromesh_b3d::FORMAT;

/// Makes a file of a shape with so many elements.
type Shape = fn(usize) -> Vec<u8>;

/// What the elements are, and how many of them the measured files have.
const SHAPES: [(&str, Shape, &[usize]); 4] = [
    ("vertices", shapes::one_mesh, &[10_000, 100_000, 1_000_000, 10_000_000]),
    ("meshes", shapes::many_meshes, &[1_600, 16_000]),
    ("nodes with keys", shapes::many_nodes, &[10_000, 100_000]),
    ("brushes", shapes::many_brushes, &[1_000, 10_000]),
];

pub(super) fn run() -> Outcome {
    println!("\nB3D, generated; GB/s of input, memory as a share of the input");
    let [parse, scene, peer, copy, view, all] = ["parse", "+scene", "crate b3d", "memcpy", "mem parse", "mem +scene"];
    println!("{:<24} {:>9} {parse:>9} {scene:>7} {peer:>9} {copy:>7} {view:>9} {all:>10}", "", "bytes");
    for (name, _, counts) in SHAPES {
        let mut rows = Vec::new();
        for count in counts {
            let row = apart(&["row", name, &count.to_string()], Pages::Fresh)?;
            print!("{row}");
            rows.push(row);
        }
        let growth = |column: usize| {
            let speeds: Vec<f64> = rows.iter().filter_map(|row| figure(row, column)).collect();
            let fastest = speeds.iter().copied().fold(0.0, f64::max);
            speeds.last().map_or_else(|| "-".to_owned(), |last| format!("{:.2}", fastest / last))
        };
        println!("{:<34} {:>9} {:>7} {:>9}", "  time a byte grows by", "", growth(SCENE), growth(PEER));
    }
    print!("{}", apart(&["file"], Pages::Fresh)?);
    Ok(())
}

/// The places of two columns, counted from the last.
const SCENE: usize = 4;
const PEER: usize = 3;

fn figure(row: &str, column: usize) -> Option<f64> {
    row.split_whitespace().rev().nth(column)?.parse().ok()
}

/// Measures one file.
pub(super) fn row(shape: &str, count: &str) -> Outcome {
    let (_, make, _) = SHAPES.iter().find(|(name, ..)| *name == shape).ok_or("no such shape")?;
    let bytes = &make(count.parse().map_err(|_| "not a number")?);
    let parse = speed(bytes.len(), best(|| read(bytes).version()));
    let scene = speed(bytes.len(), best(|| to_scene(bytes)));
    let copy = speed(bytes.len(), best(|| bytes.clone()));
    let peer = match b3d::B3D::read(bytes) {
        Ok(_) => format!("{:.2}", speed(bytes.len(), best(|| b3d::B3D::read(bytes)))),
        Err(_) => "-".to_owned(),
    };
    let share = |used: usize| format!("{:.3}", used as f64 / bytes.len() as f64);
    let (view, all) = (share(peak(|| drop(read(bytes)))), share(peak(|| drop(to_scene(bytes)))));
    let (name, size) = (format!("{count} {shape}"), bytes.len());
    println!("{name:<24} {size:>9} {parse:>9.1} {scene:>7.2} {peer:>9} {copy:>7.2} {view:>9} {all:>10}");
    Ok(())
}

fn read(bytes: &[u8]) -> Box<dyn Model + '_> {
    let mut diagnostics = Diagnostics::new();
    FORMAT.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).expect("a generated file is read")
}

fn to_scene(bytes: &[u8]) -> retromesh::Scene {
    let mut diagnostics = Diagnostics::new();
    read(bytes).to_scene(&ImportOptions::default(), &mut diagnostics).expect("a generated file has a scene")
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

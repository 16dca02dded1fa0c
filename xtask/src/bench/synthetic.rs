//! Large generated files: speed a byte whatever the shape, and memory.

use super::{best, shapes, speed};
use crate::{HEAP, Outcome};
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, Model, NoFiles, Overwrite};
use retromesh_b3d::FORMAT;

/// A shape and the size of its file and of a file a tenth of it.
const SHAPES: [(&str, fn(usize) -> Vec<u8>, usize); 4] = [
    ("one mesh", shapes::one_mesh, 1_000_000),
    ("meshes", shapes::many_meshes, 16_000),
    ("nodes with keys", shapes::many_nodes, 100_000),
    ("brushes", shapes::many_brushes, 10_000),
];

pub(super) fn run() -> Outcome {
    println!("\nB3D, generated, every large allocation on fresh pages; GB/s of input");
    println!("{:<26} {:>9} {:>7} {:>7} {:>9} {:>7} {:>8} {:>8}", "", "bytes", "parse", "+scene", "crate b3d", "memcpy", "mem view", "mem all");
    for (name, shape, count) in SHAPES {
        for count in [count / 10, count] {
            row(&format!("{count} {name}"), &shape(count));
        }
    }
    println!("\none mesh, cost a byte from ten thousand to ten million vertices");
    for count in [10_000, 100_000, 1_000_000, 10_000_000] {
        row(&format!("{count} vertices"), &shapes::one_mesh(count));
    }
    end_to_end()
}

fn row(name: &str, bytes: &[u8]) {
    let parse = speed(bytes.len(), best(|| read(bytes).version()));
    let scene = speed(bytes.len(), best(|| to_scene(bytes)));
    let copy = speed(bytes.len(), best(|| bytes.to_vec()));
    // The peer is quadratic in brushes; it is asked only once and only for files that it reads at all.
    let peer = if b3d::B3D::read(bytes).is_ok() {
        format!("{:.2}", speed(bytes.len(), best(|| b3d::B3D::read(bytes).is_ok())))
    } else {
        "-".to_owned()
    };
    let share = |used: usize| format!("{:.3}x", used as f64 / bytes.len() as f64);
    let (view, all) = (share(peak(|| drop(read(bytes)))), share(peak(|| drop(to_scene(bytes)))));
    let size = bytes.len();
    println!("{name:<26} {size:>9} {parse:>7.1} {scene:>7.2} {peer:>9} {copy:>7.2} {view:>8} {all:>8}");
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

fn end_to_end() -> Outcome {
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
    let time = best(convert);
    let copy = best(|| std::fs::copy(&input, folder.path().join("copy")).expect("a file is copied"));
    println!(
        "\nb3d -> glb, file to file, 1000000 vertices: {:.0} MB/s (copying the file: {:.0} MB/s)",
        speed(bytes.len(), time) * 1e3,
        speed(bytes.len(), copy) * 1e3
    );
    Ok(())
}

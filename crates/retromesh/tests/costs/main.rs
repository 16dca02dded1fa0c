//! What reading and writing costs: how often memory is asked for, and for how many bytes, by shape and format.
//!
//! The figures are the same on every run, so that what makes the code slower shows as a difference of `costs.tsv`, as a change of a golden
//! dump does. `cargo xtask snapshots` writes them anew; a commit that makes one larger says why.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod scenes;

use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, Output, Scene, Valid, format_by_extension};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::fmt::Write;
use std::path::Path;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Makes a scene of this many elements.
type Make = fn(usize) -> Scene;

/// What a shape is made of, how, how many elements it has, and the formats that have such elements.
const SHAPES: [(&str, Make, usize, &[&str]); 11] = [
    ("many meshes", scenes::many_meshes, 200, &["b3d", "bo3d", "bgl", "bmd", "p3d", "glb", "obj"]),
    ("many nodes", scenes::many_nodes, 1_000, &["b3d", "bo3d", "bgl", "glb"]),
    ("many materials", scenes::many_materials, 100, &["b3d", "bgl", "p3d", "glb", "obj"]),
    ("many keys", scenes::many_keys, 2_000, &["b3d", "bo3d", "glb"]),
    ("one big mesh", scenes::one_mesh, 5_000, &["b3d", "bo3d", "bgl", "bmd", "p3d", "glb", "obj"]),
    ("selections of one mesh", scenes::selections_of_one_mesh, 50, &["p3d"]),
    ("selections side by side", scenes::selections_side_by_side, 100, &["glb", "obj"]),
    ("many levels", scenes::many_levels, 4, &["p3d", "glb"]),
    ("many strings", scenes::many_strings, 500, &["p3d", "glb"]),
    ("deep nesting", scenes::deep_nesting, 500, &["b3d", "bo3d", "glb"]),
    ("long names", scenes::long_names, 5_000, &["b3d", "glb"]),
];

/// Returns how often some work asks for memory, and for how many bytes in all: the least of several runs, because another thread of the
/// test program may ask meanwhile.
fn measured<T>(work: impl Fn() -> T) -> (usize, usize) {
    let run = |_| {
        let region = Region::new(HEAP);
        drop(work());
        let change = region.change();
        (change.allocations + change.reallocations, change.bytes_allocated)
    };
    (0..3).map(run).min().unwrap_or_default()
}

fn write(format: &dyn Format, scene: &Valid<'_>) -> Output {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions[0]);
    format.write(scene, &options, &mut Diagnostics::new()).expect("the format holds the shape")
}

fn read(format: &dyn Format, file: &Output) -> Scene {
    let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(&file.bytes, file, &options, &mut found).expect("what was written is read");
    model.to_scene_with(&options, &mut found).expect("what was read has a scene")
}

/// Measures all shapes, a line each.
fn table() -> String {
    let mut table = String::from("shape\tformat\tfile\tasked to write\tbytes\tasked to read\tbytes\n");
    for (shape, make, count, formats) in SHAPES {
        let scene = make(count).into_valid().expect("shapes are sound");
        for name in formats {
            let format = format_by_extension(name).expect("a format of ours");
            let file = write(format, &scene);
            let (writes, written) = measured(|| write(format, &scene));
            let (reads, held) = measured(|| read(format, &file));
            let size = file.bytes.len() + file.sidecars.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
            writeln!(table, "{shape}\t{name}\t{size}\t{writes}\t{written}\t{reads}\t{held}")
                .expect("a string takes all");
        }
    }
    table
}

#[test]
fn costs_are_those_of_the_snapshots() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/costs/costs.tsv");
    let now = table();
    assert_eq!(now, table(), "the figures differ from run to run");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &now).expect("the table is written");
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let differ: Vec<(&str, &str)> = before.lines().zip(now.lines()).filter(|(before, now)| before != now).collect();
    assert!(before == now, "costs changed: run `cargo xtask snapshots` and read the difference\n{differ:#?}");
}

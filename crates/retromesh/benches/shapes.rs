//! Shapes of scenes, each read at 1, 10 and 100 times a size: the time a byte must not grow with it.
//!
//! `cargo bench -p retromesh --bench shapes`; a name picks some: `-- "many keys"`.
#![allow(clippy::expect_used, reason = "a file that fails here was made here")]

#[path = "../tests/costs/scenes.rs"]
mod scenes;

use divan::Bencher;
use divan::counter::BytesCount;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Scene, format_by_extension};
use std::fmt;

/// Sizes relative to the smallest.
const SCALES: [usize; 3] = [1, 10, 100];

/// What a shape is made of, how, how many elements the smallest has, and the formats that have such elements. The smallest files are
/// about a megabyte.
type Shape = (&'static str, fn(usize) -> Scene, usize, &'static [&'static str]);

const SHAPES: [Shape; 11] = [
    ("many meshes", scenes::many_meshes, 800, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("many nodes", scenes::many_nodes, 10_000, &["b3d", "bo3d", "bgl", "glb"]),
    ("many materials", scenes::many_materials, 800, &["b3d", "bgl", "p3d", "glb", "obj"]),
    ("many keys", scenes::many_keys, 30_000, &["b3d", "bo3d", "glb"]),
    ("one big mesh", scenes::one_mesh, 12_000, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("selections of one mesh", scenes::selections_of_one_mesh, 300, &["p3d"]),
    ("selections side by side", scenes::selections_side_by_side, 1_000, &["glb", "obj"]),
    ("many levels", scenes::many_levels, 10, &["p3d", "glb"]),
    ("many strings", scenes::many_strings, 8_000, &["p3d", "glb"]),
    ("deep nesting", scenes::deep_nesting, 8_000, &["b3d", "bo3d", "glb"]),
    ("long names", scenes::long_names, 50_000, &["b3d", "glb"]),
];

/// A shape in a format at a scale.
#[derive(Clone, Copy)]
struct Case(Shape, &'static str, usize);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}x", self.0.0, self.1, self.2)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    SHAPES
        .into_iter()
        .flat_map(|shape| shape.3.iter().flat_map(move |format| SCALES.map(|scale| Case(shape, format, scale))))
}

fn main() {
    divan::main();
}

/// Reads a file and makes its scene.
#[divan::bench(args = cases(), sample_count = 5, sample_size = 1)]
fn read(bencher: Bencher<'_, '_>, Case((_, make, count, _), extension, scale): Case) {
    let format = format_by_extension(extension).expect("a format of ours");
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{extension}");
    let scene = make(count * scale).into_valid().expect("shapes are sound");
    let file = format.write(&scene, &options, &mut Diagnostics::new()).expect("the format holds the shape");
    let mut options = ImportOptions::default();
    options.limits.lods = u32::MAX;
    bencher.counter(BytesCount::new(file.bytes.len())).bench(|| {
        let mut found = Diagnostics::new();
        let model = format.read(&file.bytes, &file, &options, &mut found).expect("what was written is read");
        model.to_scene_with(&options, &mut found).expect("what was read has a scene")
    });
}

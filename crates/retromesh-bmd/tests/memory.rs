//! Every small damage to every fixture: no panic, identical bytes, a valid scene, memory in proportion. Alone in its binary.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use retromesh_bmd::FORMAT;
use retromesh_kit::NoFiles;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{PeakAlloc, fixtures};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn damaged_files_keep_the_promises() {
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let files = fixtures("bmd", "bmd", 50);
    let mut figures = Figures::default();
    for file in files.iter().filter(|file| file.bytes.len() < 1024) {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        figures.add(&sweep.words(&file.name, &file.bytes));
    }
    println!("{figures}");
    assert!(figures.cases > 90_000 && figures.scenes > 30_000, "{figures}");
}

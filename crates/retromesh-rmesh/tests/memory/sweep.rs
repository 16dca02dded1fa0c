//! Every small damage to every fixture: no panic, identical bytes, a valid scene, memory in proportion.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use crate::HEAP;
use retromesh_kit::NoFiles;
use retromesh_rmesh::FORMAT;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{alone, fixtures};

#[test]
fn damaged_files_keep_the_promises() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let files = fixtures("rmesh", "rmesh", 55);
    let mut figures = Figures::default();
    for file in &files {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        figures.add(&sweep.words(&file.name, &file.bytes));
    }
    let find = |name: &str| files.iter().find(|file| file.name == name).unwrap();
    for (a, b) in [("room.rmesh", "triggers.rmesh"), ("entities.rmesh", "models.rmesh")] {
        figures.add(&sweep.splices(a, &find(a).bytes, &find(b).bytes, 4));
    }
    println!("{figures}");
    assert!(figures.cases > 100_000 && figures.scenes > 20_000, "{figures}");
}

//! Every small damage to every small fixture: an error or a sound scene, in bounded memory.
#![allow(missing_docs, clippy::print_stdout)]

use crate::HEAP;
use retromesh_b3d::FORMAT;
use retromesh_kit::NoFiles;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{alone, fixtures};

#[test]
fn damaged_files_keep_every_promise() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    for file in fixtures("b3d", "b3d", 200).iter().filter(|file| file.bytes.len() <= 1500) {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        figures.add(&sweep.words(&file.name, &file.bytes));
    }
    println!("{figures}");
    assert!(figures.cases > 100_000, "{figures}");
}

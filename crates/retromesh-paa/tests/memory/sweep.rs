//! Every small damage to every fixture: no panic, identical bytes, a valid scene, memory in proportion.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use crate::HEAP;
use retromesh_kit::NoFiles;
use retromesh_paa::FORMAT;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{alone, fixtures};

#[test]
fn damaged_files_keep_the_promises() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut files = fixtures("paa", "paa", 40);
    files.extend(fixtures("paa", "pac", 8));
    let mut figures = Figures::default();
    for file in &files {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        figures.add(&sweep.words(&file.name, &file.bytes));
    }
    for pair in files.windows(2).step_by(4) {
        if let [a, b] = pair {
            figures.add(&sweep.splices(&a.name, &a.bytes, &b.bytes, 16));
        }
    }
    println!("{figures}");
    assert!(figures.cases > 90_000 && figures.scenes > 60_000, "{figures}");
}

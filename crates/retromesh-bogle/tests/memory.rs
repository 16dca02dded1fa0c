//! Every small damage to every small fixture: no panic, no great allocation, and whatever is accepted keeps its promises.
#![allow(clippy::print_stdout)]

#[path = "it/common.rs"]
mod common;

use common::Sidecars;
use retromesh_bogle::FORMAT;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{PeakAlloc, fixtures};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Larger fixtures repeat what the small ones hold.
const LARGEST: usize = 1100;

#[test]
fn damaged_fixtures() {
    let files = Sidecars::fixtures();
    let sweep = Sweep { format: &FORMAT, files: &files, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    let mut swept = 0;
    for file in fixtures("bgl", "bgl", 80) {
        if file.bytes.len() > LARGEST {
            continue;
        }
        swept += 1;
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        // The layouts and the fullest skin hold every structure.
        if file.name.starts_with("layout-") || file.name == "skin-rotated.bgl" {
            figures.add(&sweep.bytes(&file.name, &file.bytes));
            figures.add(&sweep.words(&file.name, &file.bytes));
        }
    }
    assert!(swept >= 60, "{swept} fixtures swept");
    println!("{swept} fixtures: {figures}");
    assert!(figures.scenes > 10_000 && figures.refused > 10_000, "{figures}");
}

//! Every small damage to every generated model and material library: no panic, no wrong scene, no memory without reason.
//!
//! The one test of its binary, for it measures memory.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test"
)]

#[path = "it/common.rs"]
mod common;

use retromesh_core::Diagnostics;
use retromesh_kit::{ExportOptions, Files, Format};
use retromesh_obj::FORMAT;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{Outcome, PeakAlloc, exercise};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// One damaged library in the place of all.
struct One(Vec<u8>);

impl Files for One {
    fn load(&self, _name: &str) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }
}

#[test]
fn damage_is_refused_or_repaired() {
    let libraries = common::Libraries::new();
    let files = common::models();
    let sweep = Sweep { format: &FORMAT, files: &libraries, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    for (i, file) in files.iter().enumerate() {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        let other = files.get(i + 1).map_or(&[][..], |other| &other.bytes);
        figures.add(&sweep.splices(&file.name, &file.bytes, other, 7));
    }
    println!("models: {figures}");
    assert!(figures.scenes > 10_000 && figures.refused > 1_000, "{figures}");
    libraries_too();
}

fn libraries_too() {
    let model =
        b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl all\nf 1 2 3\nusemtl twice\nf 1 2 3\n";
    let mut cases = 0;
    for file in retromesh_testkit::fixtures("obj", "mtl", 3) {
        for (i, &byte) in file.bytes.iter().enumerate() {
            for value in [0x00, b' ', b'\n', b'-', b'9', 0xff].into_iter().filter(|&value| value != byte) {
                let mut damaged = file.bytes.clone();
                damaged[i] = value;
                let Outcome::Scene(scene, mut diagnostics) = exercise(&FORMAT, &One(damaged), model) else {
                    panic!("{} with byte {i:#x} = {value:#04x} is refused", file.name)
                };
                // What is written from it is read again as well.
                let written = FORMAT
                    .write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics)
                    .expect("it is written");
                assert!(matches!(
                    exercise(&FORMAT, &libraries_of(written.sidecars), &written.bytes),
                    Outcome::Scene(..)
                ));
                cases += 1;
            }
        }
    }
    println!("libraries: {cases} cases");
    assert!(cases > 1_000, "{cases} cases");
    let mut diagnostics = Diagnostics::strict();
    assert!(FORMAT.read(model, &One(Vec::new()), &retromesh_kit::ImportOptions::default(), &mut diagnostics).is_ok());
}

fn libraries_of(sidecars: Vec<(String, Vec<u8>)>) -> One {
    One(sidecars.into_iter().next().map(|(_, text)| text).unwrap_or_default())
}

//! Every small damage to every fixture: an error or a sound scene, in bounded memory.

use retromesh_kit::NoFiles;
use retromesh_testkit::PeakAlloc;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_toy::FORMAT;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn damaged_files_keep_every_promise() {
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    for file in retromesh_fixtures::toy::all() {
        figures.add(&sweep.all(&file.path, &file.bytes, &file.bytes, usize::MAX));
    }
    assert!(figures.cases > 500 && figures.scenes > 50 && figures.refused > 50, "{figures}");
}

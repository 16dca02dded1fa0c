//! Every small damage to every fixture: an error or a sound scene, in bounded memory.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a test")]

use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, NoFiles};
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{PeakAlloc, alone, fixtures};
use retromesh_x::FORMAT;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn damaged_files_keep_every_promise() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    let files = fixtures("x", "x", 60);
    for (i, file) in files.iter().enumerate() {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        let other = files.get(i + 1).map_or(&[][..], |other| &other.bytes);
        figures.add(&sweep.splices(&file.name, &file.bytes, other, 11));
        if file.name.contains("binary") || file.name.contains("packed") {
            figures.add(&sweep.words(&file.name, &file.bytes));
        }
    }
    println!("{figures}");
    assert!(figures.cases > 50_000 && figures.refused > 1_000, "{figures}");
}

/// Nested frames cost no stack, and memory in proportion.
#[test]
fn nested_frames_cost_no_stack() {
    let _alone = alone();
    let survive = || {
        let depth = 200_000;
        let file = [&b"xof 0303txt 0032"[..], &b"Frame a{".repeat(depth), &b"}".repeat(depth)].concat();
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        let model = FORMAT.read(&file, &NoFiles, &options, &mut diagnostics).unwrap();
        let scene = model.to_scene_with(&options, &mut diagnostics).unwrap();
        let used = HEAP.peak_usage() - before;
        println!("{} bytes a byte", used / file.len());
        assert!(used <= 96 * file.len(), "{used} bytes for {}", file.len());
        assert_eq!((scene.nodes.len(), diagnostics.entries().len()), (depth, 0));
        drop(scene);
        assert!(model.encode().unwrap() == file);
        let mut text = String::new();
        model.dump(&mut text).unwrap();
        assert_eq!(text.lines().count(), depth + 1);
    };
    // A recursion of one word a level would not fit.
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(survive).unwrap();
    assert!(thread.join().is_ok());
}

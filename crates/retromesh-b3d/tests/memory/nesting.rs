//! Deeply nested nodes cost neither stack nor much memory.
#![allow(clippy::unwrap_used)]

use crate::HEAP;
use retromesh_b3d::FORMAT;
use retromesh_core::{Diagnostics, check};
use retromesh_kit::{Format, ImportOptions, NoFiles};
use retromesh_testkit::{alone, nested_b3d_nodes};
use std::fmt;

/// Counts what is printed and drops it.
struct Lines(usize);

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.bytes().filter(|&byte| byte == b'\n').count();
        Ok(())
    }
}

fn survive(depth: usize) {
    let file = nested_b3d_nodes(depth);
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = FORMAT.read(&file, &NoFiles, &options, &mut diagnostics).unwrap();
    let scene = model.to_scene_with(&options, &mut diagnostics).unwrap();
    let used = HEAP.peak_usage() - before;
    assert!(used <= 8 * file.len() + (1 << 20), "{used} bytes for {}", file.len());
    assert_eq!((scene.nodes.len(), diagnostics.entries().len()), (depth, 0));
    assert!(check(&scene).is_empty());
    drop(scene);
    assert!(model.encode().unwrap() == file);
    let mut lines = Lines(0);
    model.dump(&mut lines).unwrap();
    assert_eq!(lines.0, depth + 1);
}

#[test]
fn nested_nodes_cost_no_stack() {
    let _alone = alone();
    for depth in [1, 100_000, 1_000_000] {
        // 512 KiB: a recursion of one word a level would not fit.
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(move || survive(depth)).unwrap();
        assert!(thread.join().is_ok(), "{depth}");
    }
}

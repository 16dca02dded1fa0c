//! Real files, all in memory: the speed over the whole corpus beside a peer on the files that it reads.

use super::{best, speed};
use retromesh::{Diagnostics, Format, ImportOptions, Model, NoFiles};
use retromesh_b3d::FORMAT;

pub(super) fn run() {
    let files = retromesh_testkit::corpus("b3d", "b3d", 0);
    if files.is_empty() {
        println!("no corpus beside the workspace, nothing to measure");
        return;
    }
    // The peer panics on some files; those count as not read.
    std::panic::set_hook(Box::new(|_| {}));
    let peer_reads = |bytes: &[u8]| matches!(std::panic::catch_unwind(|| b3d::B3D::read(bytes).is_ok()), Ok(true));
    let all: Vec<&[u8]> = files.iter().map(|file| file.bytes.as_slice()).collect();
    let shared: Vec<&[u8]> = all.iter().copied().filter(|bytes| peer_reads(bytes)).collect();
    drop(std::panic::take_hook());
    println!("\nB3D, real files; GB/s of input");
    println!("{:<34} {:>7} {:>7} {:>9} {:>7}", "", "parse", "+scene", "crate b3d", "memcpy");
    for (name, set, peer) in [("all", &all, false), ("those that crate b3d reads", &shared, true)] {
        let size: usize = set.iter().map(|bytes| bytes.len()).sum();
        let parse = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(read(bytes))))));
        let scene = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(to_scene(bytes))))));
        let copy = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(bytes.to_vec())))));
        let peer = if peer {
            let time = best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(b3d::B3D::read(bytes)))));
            format!("{:.2}", speed(size, time))
        } else {
            "-".to_owned()
        };
        let name = format!("{} files, {name}", set.len());
        println!("{name:<34} {parse:>7.2} {scene:>7.2} {peer:>9} {copy:>7.2}");
    }
}

fn read(bytes: &[u8]) -> Box<dyn Model + '_> {
    let mut diagnostics = Diagnostics::new();
    FORMAT.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).expect("a corpus file is read")
}

fn to_scene(bytes: &[u8]) -> retromesh::Scene {
    let mut diagnostics = Diagnostics::new();
    read(bytes).to_scene(&ImportOptions::default(), &mut diagnostics).expect("a corpus file has a scene")
}

//! Real files, all in memory: the speed over the whole corpus beside a peer on the files that it reads.

use super::{Pages, apart, best, speed};
use crate::Outcome;
use retromesh::{Diagnostics, Format, ImportOptions, Model, NoFiles};
use retromesh_b3d::{Body, FORMAT};

pub(super) fn run() -> Outcome {
    for (pages, about) in [
        (Pages::Fresh, "fresh pages for each file, as in a program that loads one"),
        (Pages::Kept, "pages of the files before, as in a program that loads many"),
    ] {
        println!("\nB3D, real files, {about}; GB/s of input");
        print!("{}", apart(&["corpus-rows"], pages)?);
    }
    println!(
        "Of several KEYS chunks in a node crate b3d keeps the last; retromesh reads all, and needs the memory for them."
    );
    Ok(())
}

/// Measures all files, in this process.
pub(super) fn rows() {
    let files = crate::real_files("b3d");
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
    let whole: Vec<&[u8]> = shared.iter().copied().filter(|bytes| !has_node_with_several_keys(bytes)).collect();
    println!("{:<40} {:>7} {:>7} {:>9} {:>7}", "", "parse", "+scene", "crate b3d", "memcpy");
    for (name, set, peer) in [
        ("all", &all, false),
        ("those that crate b3d reads", &shared, true),
        ("those that it reads whole", &whole, true),
    ] {
        let size: usize = set.iter().map(|bytes| bytes.len()).sum();
        let parse = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(read(bytes))))));
        let scene = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(to_scene_with(bytes))))));
        let copy = speed(size, best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(bytes.to_vec())))));
        let peer = if peer {
            let time = best(|| set.iter().for_each(|bytes| drop(std::hint::black_box(b3d::B3D::read(bytes)))));
            format!("{:.2}", speed(size, time))
        } else {
            "-".to_owned()
        };
        let name = format!("{} files, {name}", set.len());
        println!("{name:<40} {parse:>7.2} {scene:>7.2} {peer:>9} {copy:>7.2}");
    }
}

fn has_node_with_several_keys(bytes: &[u8]) -> bool {
    let document = retromesh_b3d::Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new());
    let document = document.expect("a corpus file is read");
    // The KEYS chunks so far in each chunk that is open.
    let mut open: Vec<u32> = Vec::new();
    document.chunks.iter().any(|chunk| {
        open.truncate(chunk.depth as usize);
        let around = open.last_mut().filter(|_| matches!(chunk.body, Body::Keys(_)));
        let several = around.is_some_and(|keys| {
            *keys += 1;
            *keys > 1
        });
        open.push(0);
        several
    })
}

fn read(bytes: &[u8]) -> Box<dyn Model + '_> {
    let mut diagnostics = Diagnostics::new();
    FORMAT.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).expect("a corpus file is read")
}

fn to_scene_with(bytes: &[u8]) -> retromesh::Scene {
    let mut diagnostics = Diagnostics::new();
    read(bytes).to_scene_with(&ImportOptions::default(), &mut diagnostics).expect("a corpus file has a scene")
}

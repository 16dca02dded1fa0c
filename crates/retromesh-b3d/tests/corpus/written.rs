//! Real files written again, and repaired: the same poses.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::write::{TOLERANCE, distance, judge, read};
use retromesh_b3d::Document;
use retromesh_core::{Diagnostics, Scene};
use retromesh_kit::{ImportOptions, Lints, Repairs};
use retromesh_testkit::{File, corpus};

#[test]
fn real_models_keep_their_poses() {
    let (mut count, mut worst) = (0, 0.0f32);
    for file in corpus("b3d", "b3d", 55) {
        let scene = read(&file.bytes, false).unwrap();
        for target in ["blitz3d", "openb3d", "luanti"] {
            let found = judge(&file, &scene, target, target != "luanti");
            if found > TOLERANCE {
                println!("{} for {target}: {found:.1e}", file.name);
            }
            worst = worst.max(found);
        }
        count += 1;
    }
    println!("{count} models, worst distance {worst:.1e} of the size");
    assert!(worst <= TOLERANCE, "{worst}");
}

#[test]
fn repaired_models_are_clean_and_keep_their_poses() {
    // Entities may have more materials than a node has tiles, which is a note.
    let is_due = |id: &str| id != "b3d-tiles";
    let (mut dirty, mut clean) = (0, 0);
    for file in corpus("b3d", "b3d", 120) {
        let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let lints = document.lint(retromesh_testkit::target(&retromesh_b3d::FORMAT, "luanti"));
        let found = lints.iter().any(|lint| is_due(lint.rule.id));
        dirty += usize::from(found);
        let mut left = repair(&file, "luanti");
        left.retain(|id| is_due(id));
        clean += usize::from(found && left.is_empty());
        if !left.is_empty() {
            println!("{}: {left:?}", file.name);
        }
        for target in ["blitz3d", "openb3d", "assimp", "modlib"] {
            repair(&file, target);
        }
    }
    println!("{dirty} files are not clean for luanti, {clean} of them are after a repair");
    assert_eq!(dirty, clean);
}

/// Repairs a file for a target; what is left must be of no fix, and all poses stay.
fn repair(file: &File, target: &str) -> Vec<&'static str> {
    let options = ImportOptions::default();
    let document = Document::parse_with(&file.bytes, &options, &mut Diagnostics::new()).unwrap();
    let repair = document.repair(retromesh_testkit::target(&retromesh_b3d::FORMAT, target), &[]).unwrap();
    let (before, after) = (read(&file.bytes, false).unwrap(), read(&repair.bytes, false).unwrap());
    let first = |scene: &Scene| {
        let times = scene.animations.iter().flat_map(|a| &a.channels).filter_map(|c| c.times.first());
        times.fold(f32::INFINITY, |a, &b| a.min(b))
    };
    let offset = if first(&before) < 1.0 && target == "luanti" { first(&after) - first(&before) } else { 0.0 };
    let found = distance(&before, &after, offset);
    assert!(found <= TOLERANCE, "{} for {target}: {found:.1e}", file.name);
    let again = Document::parse_with(&repair.bytes, &options, &mut Diagnostics::new()).unwrap();
    assert_eq!(again.lint(retromesh_testkit::target(&retromesh_b3d::FORMAT, target)), repair.left, "{}", file.name);
    repair.left.iter().map(|lint| lint.rule.id).collect()
}

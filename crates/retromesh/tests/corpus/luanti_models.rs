//! Real models for Luanti.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::luanti::{Seen, TARGETS, judge};
use crate::walk::Model;
use retromesh_testkit::corpus;

#[test]
fn real_models_come_out_as_computed() {
    let files = corpus("b3d", "b3d", 120);
    let mut all: Vec<(String, Seen)> = Vec::new();
    let mut wrong = Vec::new();
    for file in &files {
        for target in TARGETS {
            for luanti_use in ["entity", "node"] {
                match std::panic::catch_unwind(|| judge(file, target, luanti_use)) {
                    Ok(Some(seen)) => all.push((file.name.clone(), seen)),
                    _ => wrong.push(file.name.as_str()),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    let sum = |f: fn(&Seen) -> usize| all.iter().map(|(_, seen)| f(seen)).sum::<usize>();
    let animated = all.iter().filter(|(_, seen)| seen.keys > 0).count() / 4;
    let fixed = files.iter().filter(|file| Model::read(&file.bytes).is_static()).count();
    println!(
        "luanti: saw {} files, {animated} animated, {fixed} static; {} nodes, {} triangles, {} texture slots, {} key times",
        files.len(),
        sum(|s| s.nodes),
        sum(|s| s.triangles),
        sum(|s| s.slots),
        sum(|s| s.keys)
    );
    assert!(animated >= 5 && fixed >= 5, "{animated} animated, {fixed} static");
}

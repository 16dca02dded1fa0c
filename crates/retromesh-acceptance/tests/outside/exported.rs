//! GLB files that three.js and Babylon.js load and save again: what comes back of them here.

use crate::{AT_ONCE, open, written};
use retromesh::Feature;
use retromesh_acceptance::{Outcome, corpus, node, root, shown_models, work_folder};
use retromesh_diff::{Diff, Tolerance, diff};
use std::collections::BTreeMap;
use std::fs;

/// What loads and saves.
const EXPORTED: &str = include_str!("exported.mjs");
const WAYS: [&str; 2] = ["three", "babylon"];
/// What must come back of every model that is saved.
const KEPT: [Feature; 2] = [Feature::Positions, Feature::Motion];
/// The fewest models that must come back.
const AT_LEAST: usize = 60;

#[test]
fn what_engines_save_has_its_shape_and_motion() -> Outcome {
    let (work, folder) = (work_folder("exported")?, corpus().unwrap_or_else(|| root().join("fixtures")));
    let mut files = Vec::new();
    for path in shown_models(&folder)? {
        let glb = work.join(format!("{}.model.glb", files.len()));
        if written(&path, &glb).is_some() {
            files.push((glb, path));
        }
    }
    let mut failed = 0;
    let mut kept: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut saved: BTreeMap<&str, usize> = BTreeMap::new();
    for batch in files.chunks(AT_ONCE) {
        let status = node(EXPORTED).arg(&work).args(batch.iter().map(|(glb, _)| glb)).status();
        if !status.map_err(|e| format!("node: {e}"))?.success() {
            return Err("three.js or Babylon.js is not there; run `cargo xtask setup`".into());
        }
        for (number, (glb, path)) in batch.iter().enumerate() {
            let before = open(glb)?;
            for way in WAYS {
                let after = work.join(format!("{number}.{way}.glb"));
                if !after.is_file() {
                    continue;
                }
                *saved.entry(way).or_default() += 1;
                let seen = open(&after).map(|after| diff(&before, &after, &Tolerance::of(1e-3)));
                let _ = fs::remove_file(after);
                match seen {
                    Ok(seen) => {
                        for feature in Feature::ALL.iter().filter(|feature| seen.keeps(**feature)) {
                            *kept.entry((way, feature.name())).or_default() += 1;
                        }
                        let lost: Vec<String> = lost(&seen);
                        if !lost.is_empty() {
                            failed += 1;
                            println!("{way}: {}: {}", path.display(), lost.join("; "));
                        }
                    }
                    Err(reason) => {
                        failed += 1;
                        println!("{way}: {}: not read: {reason}", path.display());
                    }
                }
            }
        }
    }
    for ((way, feature), n) in &kept {
        println!("{way}: {n} of {} keep {feature}", saved.get(way).copied().unwrap_or_default());
    }
    if failed == 0 && saved.values().all(|&n| n >= AT_LEAST) {
        Ok(())
    } else {
        Err(format!("{failed} files lost something"))
    }
}

fn lost(seen: &Diff) -> Vec<String> {
    let of_kept = seen.differences.iter().filter(|difference| KEPT.contains(&difference.feature));
    of_kept.map(ToString::to_string).collect()
}

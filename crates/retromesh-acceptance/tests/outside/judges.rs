//! What three.js and Babylon.js show of our GLB files, at rest and in three poses, next to what the files say by arithmetic of our own.

use crate::{AT_ONCE, farthest, written};
use glam::Vec3;
use retromesh_acceptance::{Outcome, corpus, node, root, shown_models, work_folder};
use retromesh_testkit::glb_pose::{PosedGlb, PosedTriangle};
use std::fs;
use std::path::Path;

/// The engines, each with what poses files in it.
const JUDGES: [(&str, &str); 2] = [("three", include_str!("three.mjs")), ("babylon", include_str!("babylon.mjs"))];
/// By which share of the model's size corners may stray: engines count in floats, down chains of bones.
const NEAR: f32 = 2e-4;
/// The fewest models that must be judged.
const AT_LEAST: usize = 60;

#[test]
fn models_are_posed_as_in_engines() -> Outcome {
    let (work, folder) = (work_folder("judges")?, corpus().unwrap_or_else(|| root().join("fixtures")));
    let mut files = Vec::new();
    for path in shown_models(&folder)? {
        let glb = work.join(format!("{}.glb", files.len()));
        if written(&path, &glb).is_some() {
            files.push((glb, path));
        }
    }
    let mut failed = 0;
    for (engine, script) in JUDGES {
        let (mut same, mut poses, mut worst, mut apart) = (0, 0, 0f32, 0);
        for batch in files.chunks(AT_ONCE) {
            let status = node(script).arg(&work).args(batch.iter().map(|(glb, _)| glb)).status();
            if !status.map_err(|e| format!("node: {e}"))?.success() {
                return Err(format!("{engine} is not there; run `cargo xtask setup`"));
            }
            for (number, (glb, path)) in batch.iter().enumerate() {
                let theirs = work.join(format!("{number}.poses"));
                match judge(glb, &theirs) {
                    Ok((count, off)) => {
                        same += 1;
                        poses += count;
                        worst = worst.max(off);
                    }
                    Err(reason) => {
                        apart += 1;
                        println!("{engine}: {}: {reason}", path.strip_prefix(&folder).unwrap_or(path).display());
                    }
                }
                let _ = fs::remove_file(theirs);
            }
        }
        println!("{engine}: {same} models alike in {poses} poses, corners within {worst:e} of the size; {apart} not");
        failed += apart + usize::from(same < AT_LEAST);
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} models differ")) }
}

/// Compares all poses of a file; returns how many there are, and the largest distance of a corner as a share of the model's size.
fn judge(glb: &Path, theirs: &Path) -> Result<(usize, f32), String> {
    let bytes = fs::read(theirs).map_err(|_| "refused".to_owned())?;
    let (values, _) = bytes.as_chunks::<4>();
    let mut values = values.iter().map(|value| f32::from_le_bytes(*value));
    let file = PosedGlb::open(&fs::read(glb).map_err(|e| e.to_string())?);
    let (mut poses, mut worst) = (0, 0f32);
    while let (Some(animation), Some(seconds), Some(count)) = (values.next(), values.next(), values.next()) {
        let mut row = || Some(Vec3::new(values.next()?, values.next()?, values.next()?));
        let theirs: Vec<Vec3> = (0..count as usize).map_while(|_| row()).collect();
        let animation = (animation >= 0.0).then_some(animation as usize);
        let at = animation.map_or("at rest".to_owned(), |number| format!("in animation {number} at {seconds} s"));
        // three.js gives all scenes, Babylon.js the default one.
        let corners = |all: Vec<PosedTriangle>| all.into_iter().flat_map(|t| t.corners).collect::<Vec<Vec3>>();
        let mut ours = corners(file.triangles(animation, seconds));
        if ours.len() != theirs.len() {
            ours = corners(file.default_triangles(animation, seconds));
        }
        if ours.len() != theirs.len() {
            return Err(format!("{} corners are {} {at}", ours.len(), theirs.len()));
        }
        // Skins of damaged files move corners beyond all numbers.
        let [ours, theirs] = [ours, theirs].map(|all| all.into_iter().filter(|p| p.is_finite()).collect::<Vec<Vec3>>());
        let size = ours.iter().map(|corner| corner.abs().max_element()).fold(1e-6, f32::max);
        let off = farthest(&ours, &theirs, NEAR * size).ok_or_else(|| format!("corners are elsewhere {at}"))?;
        worst = worst.max(off / size);
        poses += 1;
    }
    Ok((poses, worst))
}

//! What three.js and Babylon.js show of our GLB files, at rest and in three poses, next to what the files say by arithmetic of our own.

use crate::{AT_ONCE, farthest, written};
use glam::Vec3;
use retromesh_acceptance::{Outcome, corpus, node, root, shown_models, work_folder};
use retromesh_testkit::glb_pose::{PosedGlb, PosedTriangle};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The engines, each with what poses files in it.
const JUDGES: [(&str, &str); 2] = [("three", include_str!("three.mjs")), ("babylon", include_str!("babylon.mjs"))];
/// By which share of the model's size corners may stray: engines count in floats, down chains of bones. Our loader may half of it.
const NEAR: f32 = 2e-4;
/// The fewest models that must be judged.
const AT_LEAST: usize = 60;

#[test]
fn models_are_posed_as_in_engines() -> Outcome {
    let (work, files) = glbs("judges")?;
    let failed: usize = JUDGES
        .iter()
        .map(|(engine, script)| {
            judged(engine, &files, NEAR, &work, |batch| {
                let mut call = node(script);
                call.arg(&work).args(batch.iter().map(|(glb, _)| glb));
                call
            })
        })
        .sum::<Result<usize, String>>()?;
    if failed == 0 { Ok(()) } else { Err(format!("{failed} models differ")) }
}

/// The package is tried as npm packs it, next to three.js.
#[test]
#[ignore = "`cargo xtask ci three` builds the package first"]
fn models_are_posed_by_our_loader_for_three() -> Outcome {
    let (work, files) = glbs("three")?;
    let (own, modules) = (root().join("integrations/three"), work.join("node_modules"));
    let run = |call: &mut Command| {
        let status = call.current_dir(&own).status().map_err(|e| format!("{call:?}: {e}"))?;
        if status.success() { Ok(()) } else { Err(format!("{call:?}: {status}")) }
    };
    let place = modules.join("@retromesh/three");
    fs::create_dir_all(&place).map_err(|e| e.to_string())?;
    run(Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(&work))?;
    let packed = work.join(concat!("retromesh-three-", env!("CARGO_PKG_VERSION"), ".tgz"));
    run(Command::new("tar").arg("-xzf").arg(packed).arg("--strip-components=1").arg("-C").arg(place))?;
    run(Command::new("cp").arg("-r").arg(own.join("node_modules/three")).arg(modules))?;
    let failed = judged("@retromesh/three", &files, NEAR / 2.0, &work, |batch| {
        let mut call = node(JUDGES[0].1);
        call.env("RETROMESH_THREE", &work).arg(&work).args(batch.iter().map(|(_, path)| path));
        call
    })?;
    if failed == 0 { Ok(()) } else { Err(format!("{failed} models differ")) }
}

/// A model as GLB, and its file.
type Written = (PathBuf, PathBuf);

/// Writes all models as GLB.
fn glbs(name: &str) -> Result<(PathBuf, Vec<Written>), String> {
    let (work, folder) = (work_folder(name)?, corpus().unwrap_or_else(|| root().join("fixtures")));
    let mut files = Vec::new();
    for path in shown_models(&folder)? {
        let glb = work.join(format!("{}.glb", files.len()));
        if written(&path, &glb).is_some() {
            files.push((glb, path));
        }
    }
    Ok((work, files))
}

/// Lets an engine pose all files; returns how many differ.
fn judged(
    engine: &str,
    files: &[Written],
    near: f32,
    work: &Path,
    call: impl Fn(&[Written]) -> Command,
) -> Result<usize, String> {
    let (mut same, mut poses, mut worst, mut apart) = (0, 0, 0f32, 0);
    for batch in files.chunks(AT_ONCE) {
        if !call(batch).status().map_err(|e| format!("node: {e}"))?.success() {
            return Err(format!("{engine} is not there; run `cargo xtask setup`"));
        }
        for (number, (glb, path)) in batch.iter().enumerate() {
            let theirs = work.join(format!("{number}.poses"));
            match judge(glb, &theirs, near) {
                Ok((count, off)) => {
                    same += 1;
                    poses += count;
                    worst = worst.max(off);
                }
                Err(reason) => {
                    apart += 1;
                    println!("{engine}: {}: {reason}", path.display());
                }
            }
            let _ = fs::remove_file(theirs);
        }
    }
    println!("{engine}: {same} models alike in {poses} poses, corners within {worst:e} of the size; {apart} not");
    Ok(apart + usize::from(same < AT_LEAST))
}

/// Compares all poses of a file; returns how many there are, and the largest distance of a corner as a share of the model's size.
fn judge(glb: &Path, theirs: &Path, near: f32) -> Result<(usize, f32), String> {
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
        let off = farthest(&ours, &theirs, near * size).ok_or_else(|| format!("corners are elsewhere {at}"))?;
        worst = worst.max(off / size);
        poses += 1;
    }
    Ok((poses, worst))
}

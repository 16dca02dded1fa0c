//! Models look the same in every format that keeps what is seen of them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

use retromesh::{Diagnostics, Feature, ImportOptions};
use retromesh_diff::Tolerance;
use retromesh_preview::{Limits, Shot, Stage, View, compare_shots};
use retromesh_testkit::matrix::{Fate, survival};
use std::collections::BTreeMap;
use std::path::Path;

/// What is seen in a picture of a model at rest.
const SEEN: &[Feature] = &[
    Feature::Positions,
    Feature::Winding,
    Feature::Normals,
    Feature::TextureCoordinates,
    Feature::FurtherUvSets,
    Feature::VertexColors,
    Feature::VertexAlpha,
    Feature::Materials,
    Feature::BaseColor,
    Feature::Opacity,
    Feature::Blending,
    Feature::Emission,
    Feature::Gloss,
    Feature::AmbientColor,
    Feature::MetallicRoughness,
    Feature::Shading,
    Feature::DoubleSided,
    Feature::BaseTexture,
    Feature::FurtherLayers,
    Feature::UvTransforms,
    Feature::TextureOptions,
    Feature::Hidden,
    Feature::Levels,
];

/// The largest mean difference, in steps of 0 to 255.
const MAX: f64 = 1.0;

#[test]
fn a_model_appears_the_same_in_every_format_that_keeps_what_is_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut shot = Shot::default();
    (shot.width, shot.height, shot.supersampling) = (48, 48, 1);
    shot.view = View { yaw: 35.0, pitch: 22.0 };
    let mut pairs: BTreeMap<(&str, &str), (usize, f64)> = BTreeMap::new();
    let mut failed = Vec::new();
    for folder in ["b3d", "bo3d", "bgl", "bmd", "p3d", "obj"] {
        let mut files: Vec<_> = std::fs::read_dir(root.join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for path in files.iter().filter(|path| path.is_file()) {
            let Ok(opened) = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new()) else {
                continue;
            };
            let before = Stage::new(opened.scene.clone(), Limits::default());
            for format in retromesh::formats().iter().filter(|format| format.info().writes) {
                let Ok(survival) = survival(&opened.scene, *format, &Tolerance::default()) else { continue };
                let kept = |feature: &&Feature| survival.fates.get(*feature).is_none_or(|s| s.fate == Fate::Kept);
                // Formats of unlit surfaces make such of what has no material, too.
                let is_lit = survival.diff.losses().all(|lost| lost.feature != Feature::Shading);
                if !is_lit || !SEEN.iter().all(|feature| kept(&feature)) {
                    continue;
                }
                let after = Stage::new(survival.scene, Limits::default());
                let apart = compare_shots(&before, &shot, &after, &shot).unwrap().difference.mean;
                let entry = pairs.entry((opened.format.id, format.info().id)).or_default();
                *entry = (entry.0 + 1, entry.1.max(apart));
                if apart >= MAX {
                    failed.push(format!("{} in {}: {apart}", path.display(), format.info().id));
                }
            }
        }
    }
    for ((from, to), (files, worst)) in &pairs {
        println!("{from} -> {to}: {files} files, at most {worst:.3} of 255 in the mean");
    }
    let compared: usize = pairs.values().map(|(files, _)| files).sum();
    assert!(compared >= 500, "{compared} pictures");
    assert!(failed.is_empty(), "{failed:#?}");
}

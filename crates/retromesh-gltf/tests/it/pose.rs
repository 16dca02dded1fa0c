//! Written files move as the scenes that they came from.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use retromesh_core::{Diagnostics, check};
use retromesh_kit::ExportOptions;
use retromesh_testkit::glb_pose::compare;

/// Scenes that glTF can only say approximately, with the share of their size by which they may be off.
const APPROXIMATE: [(&str, f32); 1] = [("matrices", 1.0)];

#[test]
fn every_scene_keeps_its_poses() {
    for (name, scene) in crate::scenes::all() {
        assert_eq!(check(&scene), [], "{name}");
        let glb = retromesh_gltf::Document::from_scene_with(
            &scene.validate().unwrap(),
            &ExportOptions::default(),
            &mut Diagnostics::new(),
        )
        .unwrap()
        .encode()
        .unwrap()
        .bytes;
        let comparison = compare(&scene.validate().unwrap(), &glb, 17).unwrap_or_else(|what| panic!("{name}: {what}"));
        let allowed = APPROXIMATE.iter().find(|row| row.0 == name).map_or(1e-4, |row| row.1);
        assert!(comparison.worst <= allowed, "{name}: {comparison:?}");
        let animated = !scene.animations.is_empty();
        assert_eq!(comparison.poses > 1, animated, "{name}: {comparison:?}");
    }
}

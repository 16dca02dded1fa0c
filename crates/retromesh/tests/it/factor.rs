//! Models of two sizes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::diff::{fixtures, found, open};

/// Tools write models in their own unit.
#[test]
fn one_factor_is_one_line() {
    let scene = open(&fixtures().join("b3d/letter-f.b3d")).unwrap();
    // What moves beyond that is listed by place.
    for (moved, is_one) in [(0.0, true), (0.25, false)] {
        let mut larger = scene.clone();
        larger.meshes[0].positions.iter_mut().for_each(|place| *place *= 10.0);
        larger.meshes[0].positions[0].x += moved;
        let lines: Vec<String> = found(&scene, &larger).iter().map(ToString::to_string).collect();
        let line = "scene: positions changed: all positions differ by one factor, 10";
        assert_eq!(lines.first().is_some_and(|first| first == line), is_one, "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.contains("positions")).count(), 1, "{lines:?}");
    }
}

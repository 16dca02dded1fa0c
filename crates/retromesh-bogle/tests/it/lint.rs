//! Each rule finds its trap, and clean files have none.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::Sidecars;
use retromesh_bogle::FORMAT;
use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, NoFiles};
use retromesh_testkit::fixtures;
use std::collections::BTreeSet;

fn rules(name: &str, target: &str) -> Vec<(&'static str, u64)> {
    let files = fixtures("bgl", "bgl", 80);
    let file = files.iter().find(|file| file.name == format!("{name}.bgl")).unwrap();
    let mut diagnostics = Diagnostics::new();
    let sidecars = Sidecars::fixtures();
    let model = FORMAT.read(&file.bytes, &sidecars, &ImportOptions::default(), &mut diagnostics).unwrap();
    model
        .as_lint()
        .unwrap()
        .lint(retromesh_testkit::target(&FORMAT, target))
        .iter()
        .map(|lint| (lint.rule.id, lint.count))
        .collect()
}

#[test]
fn each_trap_is_found_alone() {
    let rows: [(&str, &[(&str, u64)]); 25] = [
        ("layout-15", &[]),
        ("skin", &[("bgl-swinging-bone", 1)]),
        ("layout-14", &[("bgl-layout", 1)]),
        ("trap-camera-type", &[("bgl-camera-type", 1)]),
        ("trap-no-main-camera", &[("bgl-no-main-camera", 1)]),
        ("cameras", &[("bgl-camera-type", 1), ("bgl-several-main-cameras", 1)]),
        ("trap-no-material", &[("bgl-geometry-without-material", 1)]),
        ("trap-21-lights", &[("bgl-many-lights", 1)]),
        ("trap-65-bones", &[("bgl-many-bones", 1)]),
        ("bone-order", &[("bgl-bone-order", 1)]),
        ("bone-cycle", &[("bgl-bone-cycle", 1), ("bgl-swinging-bone", 3)]),
        ("bones-integers", &[("bgl-integer-bones", 1), ("bgl-swinging-bone", 1)]),
        ("bone-stray", &[("bgl-bone-range", 1), ("bgl-swinging-bone", 1)]),
        ("trap-winding", &[("bgl-winding", 1)]),
        ("mixed-winding", &[("bgl-winding", 1)]),
        ("trap-normal-and-bump", &[("bgl-normal-and-bump", 1)]),
        ("tree-repeated", &[("bgl-no-main-camera", 1), ("bgl-repeated-node", 1)]),
        ("tree-nested-in-itself", &[("bgl-no-main-camera", 1), ("bgl-repeated-node", 1), ("bgl-recursive-node", 1)]),
        ("tree-empty", &[("bgl-no-main-camera", 1), ("bgl-unplaced-node", 2)]),
        ("trap-light-fading", &[("bgl-light-fading", 3)]),
        ("skin-rotated", &[("bgl-swinging-bone", 2), ("bgl-root-axes", 1)]),
        ("trap-late-clip", &[("bgl-late-first-key", 1), ("bgl-swinging-bone", 1)]),
        ("trap-one-key", &[("bgl-few-keys", 1)]),
        ("trap-bent-bind", &[("bgl-swinging-bone", 1), ("bgl-bind-pose-mismatch", 1)]),
        ("latin-name", &[("bgl-non-ascii-name", 1)]),
    ];
    for (name, expected) in rows {
        assert_eq!(rules(name, "thirty"), expected, "{name}");
    }
    let key_order = rules("key-order", "thirty");
    assert!(key_order.contains(&("bgl-key-order", 1)), "{key_order:?}");
}

#[test]
fn targets_differ_in_the_layout() {
    assert_eq!(rules("layout-15", "thirty-l16"), [("bgl-layout-l16", 1)]);
    assert_eq!(rules("layout-16", "thirty"), [("bgl-layout", 1)]);
    assert_eq!(rules("layout-16", "thirty-l16"), []);
    let files = fixtures("bgl", "bgl", 80);
    let file = files.iter().find(|file| file.name == "layout-16.bgl").unwrap();
    let model = FORMAT.read(&file.bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let found: Vec<&str> = model
        .as_lint()
        .unwrap()
        .lint(retromesh_testkit::target(&FORMAT, "thirty-l16"))
        .iter()
        .map(|lint| lint.rule.id)
        .collect();
    assert_eq!(found, ["bgl-missing-geometry"]);
}

#[test]
fn rule_ids_are_unique_and_known() {
    let info = FORMAT.info();
    let ids: BTreeSet<&str> = info.rules.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), info.rules.len());
    for rule in info.rules {
        assert!(rule.id.starts_with("bgl-"), "{}", rule.id);
        assert!(rule.targets.iter().all(|name| info.targets.iter().any(|target| target.name == *name)), "{}", rule.id);
    }
}

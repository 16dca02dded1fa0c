//! Fixes: what is said to be repaired is repaired.

use retromesh_b3d::{Body, Document, FORMAT};
use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, Lints, Repairs};
use retromesh_testkit::{fixtures, mutants};
use std::collections::BTreeMap;

pub(crate) fn read(bytes: &[u8]) -> Option<Document<'_>> {
    Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

#[test]
fn what_is_repaired_is_not_found_again_over_all_mutants() {
    let (mut cases, mut fixed) = (0, BTreeMap::<&str, usize>::new());
    for file in fixtures("b3d", "b3d", 150) {
        for bytes in mutants(&file.bytes, if file.bytes.len() > 20_000 { 0 } else { 60 }) {
            let Some(document) = read(&bytes) else { continue };
            for target in FORMAT.info().targets.iter().map(Some).chain([None]) {
                let repair = document.repair(target, &[]).unwrap();
                let again = read(&repair.bytes).unwrap();
                let found = again.lint(None);
                for lint in &repair.fixed {
                    *fixed.entry(lint.rule.id).or_default() += 1;
                    let still = found.iter().find(|found| found.rule == lint.rule);
                    assert!(still.is_none(), "{} for {target:?}: {still:?}", file.name);
                }
                assert_eq!(again.lint(target), repair.left, "{} for {target:?}", file.name);
                let reported = !repair.fixed.is_empty() || repair.bytes == document.encode().unwrap();
                assert!(reported, "{} for {target:?}: changed without a word", file.name);
                let twice = again.repair(target, &[]).unwrap();
                assert_eq!(twice.fixed, [], "{} for {target:?}", file.name);
                cases += 1;
            }
        }
    }
    assert!(cases > 20_000 && fixed.len() >= 30, "{cases} cases: {fixed:?}");
}

#[test]
fn a_rate_that_is_no_number_becomes_the_default() {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name.ends_with("anim-fps-nan.b3d")).unwrap();
    let document = read(&file.bytes).unwrap();
    let lints = document.lint(retromesh_testkit::target(&FORMAT, "blitz3d"));
    assert_eq!(
        lints.iter().map(|lint| (lint.rule.id, lint.offset)).collect::<Vec<_>>(),
        [("b3d-not-finite", Some(0xc9))]
    );
    for target in ["blitz3d", "assimp"] {
        let repair = document.repair(retromesh_testkit::target(&FORMAT, target), &[]).unwrap();
        let rates = |body: &Body<'_>| if let Body::Anim(anim) = body { Some(anim.fps) } else { None };
        let repaired = read(&repair.bytes).unwrap();
        let rates: Vec<f32> = repaired.chunks.iter().filter_map(|chunk| rates(&chunk.body)).collect();
        assert_eq!((rates, repair.left.is_empty()), (vec![60.0], true), "{target}");
    }
}

#[test]
fn numbers_that_are_none_are_repaired_wherever_they_are() {
    let bytes = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "everything.b3d").unwrap().bytes;
    let document = read(&bytes).unwrap();
    let target = retromesh_testkit::target(&FORMAT, "blitz3d");
    let mut kinds = 0;
    for index in 0..document.chunks.len() {
        let mut broken = document.clone();
        match &mut broken.chunks[index].body {
            Body::Vrts(vertices) => _ = vertices.records.set(0, 4, f32::NAN),
            Body::Keys(keys) => _ = keys.records.set(0, 4, f32::INFINITY),
            Body::Node(node) => node.scale[1] = f32::NAN,
            Body::Brus(list) => list.brushes[0].color[3] = f32::NAN,
            _ => continue,
        }
        let repair = broken.repair(target, &[]).unwrap();
        let is_rule = |lint: &retromesh_kit::Lint| lint.rule.id == "b3d-not-finite";
        assert!(repair.fixed.iter().any(is_rule) && !repair.left.iter().any(is_rule), "{index}: {:?}", repair.left);
        // A key is as the one next to it.
        if let Body::Keys(keys) = &read(&repair.bytes).unwrap().chunks[index].body {
            let values = keys.records.to_vec::<f32>(4);
            assert!(values.first() == values.get(1).or(Some(&0.0)), "{index}: {values:?}");
        }
        kinds += 1;
    }
    assert!(kinds >= 4, "{kinds}");
}

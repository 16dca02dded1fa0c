//! Lint rules on fixtures.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::struct_excessive_bools
)]

use crate::repair::read;
use retromesh_b3d::{Body, FORMAT};
use retromesh_kit::{Format, Lint, Lints, Repairs, TexturePaths};
use retromesh_testkit::fixtures;
use std::collections::BTreeSet;

fn ids(lints: &[Lint]) -> BTreeSet<&'static str> {
    lints.iter().map(|lint| lint.rule.id).collect()
}

/// A fixture that triggers each rule; `minimal` triggers none but that it has no mesh.
const TRIGGERS: &[(&str, &str)] = &[
    ("b3d-version", "version-101"),
    ("b3d-size", "bad/bb3d-too-long"),
    ("b3d-slack", "slack"),
    ("b3d-unknown-chunk", "unknown-chunks"),
    ("b3d-sequences", "seqs"),
    ("b3d-pivot", "pivo"),
    ("b3d-depth", "lint-deep"),
    ("b3d-node-count", "lint-many-bones"),
    ("b3d-roots", "roots-several"),
    ("b3d-node-kind", "mesh-and-bone"),
    ("b3d-node-order", "order-child-first"),
    ("b3d-stolen-bones", "mesh-under-bone"),
    ("b3d-astray-weights", "lint-astray-weights"),
    ("b3d-orphan-bone", "bad/bone-without-mesh"),
    ("b3d-bones", "lint-many-bones"),
    ("b3d-bone-names", "skin-two-meshes"),
    ("b3d-bone-like-node", "skin-bone-like-mesh"),
    ("b3d-several-skins", "skin-two-meshes"),
    ("b3d-placed-skin", "skin-placed"),
    ("b3d-keyed-plain-node", "skin-keys-beside"),
    ("b3d-several-keys", "keys-split-by-component"),
    ("b3d-key-order", "keys-unsorted"),
    ("b3d-first-frame", "frame-base-0"),
    ("b3d-no-mesh", "minimal"),
    ("b3d-tiles", "texture-blends"),
    ("b3d-keys-beyond-anim", "anim-one-short"),
    ("b3d-keys-without-anim", "keys-without-anim"),
    ("b3d-several-anims", "anim-nested"),
    ("b3d-still-root", "skin-two-meshes"),
    ("b3d-no-class", "map-no-class"),
    ("b3d-rate", "anim-fps-0"),
    ("b3d-rotation", "rotation-long"),
    ("b3d-zero-weights", "weights-zero"),
    ("b3d-many-weights", "weights-six"),
    ("b3d-unweighted", "weights-unweighted"),
    ("b3d-bone-vertex", "bad/bone-vertex-out-of-range"),
    ("b3d-triangle-vertex", "bad/tris-vertex-out-of-range"),
    ("b3d-shared-vertex", "lint-shared-vertex"),
    ("b3d-same-vertices", "lint-same-vertices"),
    ("b3d-empty-triangles", "tris-empty"),
    ("b3d-empty-mesh", "mesh-without-tris"),
    ("b3d-uv-sets", "uv-sets-3"),
    ("b3d-second-uv", "uv-sets-2"),
    ("b3d-mixed-layouts", "layouts-mixed"),
    ("b3d-vertex-colours", "colours"),
    ("b3d-wrong-normals", "normals-wrong"),
    ("b3d-zero-normals", "normals-zero"),
    ("b3d-not-finite", "bad/position-nan"),
    ("b3d-brush-id", "bad/brush-id-out-of-range"),
    ("b3d-texture-id", "bad/texture-id-out-of-range"),
    ("b3d-mesh-brush", "mesh-brush"),
    ("b3d-no-brush", "tris-brush-none"),
    ("b3d-layers", "brush-slots-2"),
    ("b3d-empty-slot", "brush-slot-holes"),
    ("b3d-texture-settings", "texture-flags"),
    ("b3d-texture-transform", "texture-transforms"),
    ("b3d-brush-effects", "brush-fx"),
    ("b3d-texture-path", "texture-paths"),
    ("b3d-non-ascii", "texture-path-utf8"),
];

#[test]
fn each_rule_is_triggered_by_its_fixture_and_not_by_a_plain_file() {
    let files = fixtures("b3d", "b3d", 100);
    let find =
        |name: &str| files.iter().find(|file| file.name == format!("{name}.b3d")).unwrap_or_else(|| panic!("{name}"));
    let plain = read(&find("minimal").bytes).unwrap().lint(None);
    assert_eq!(ids(&plain), BTreeSet::from(["b3d-no-mesh"]));
    let mut missed = Vec::new();
    for (id, name) in TRIGGERS {
        let lints = read(&find(name).bytes).unwrap_or_else(|| panic!("{name}")).lint(None);
        if !ids(&lints).contains(id) {
            missed.push(format!("{id} in {name}: {:?}", ids(&lints)));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    let other = read(&find("texture-flags").bytes).unwrap();
    let other = other.rename_textures(&mut |_| Some("wall.paa".to_owned())).unwrap().output.bytes;
    assert!(ids(&read(&other).unwrap().lint(None)).contains("b3d-unloadable-image"));
    let mut beyond = read(&find("seqs").bytes).unwrap().into_owned();
    assert!(!ids(&beyond.lint(None)).contains("b3d-sequence-beyond-keys"));
    for chunk in &mut beyond.chunks {
        if let Body::Seqs(sequence) = &mut chunk.body {
            sequence.last = 9999;
        }
    }
    assert!(ids(&beyond.lint(None)).contains("b3d-sequence-beyond-keys"));
    // A file for the large one would be large: it is built here.
    let built = ["b3d-large-surface", "b3d-sequence-beyond-keys", "b3d-unloadable-image"];
    let tested: BTreeSet<&str> = TRIGGERS.iter().map(|row| row.0).chain(built).collect();
    let all: BTreeSet<&str> = FORMAT.info().rules.iter().map(|rule| rule.id).collect();
    assert_eq!(tested, all);
    let targets: BTreeSet<&str> = FORMAT.info().targets.iter().map(|target| target.name).collect();
    assert!(FORMAT.info().rules.iter().all(|rule| rule.targets.iter().all(|target| targets.contains(target))));
}

#[test]
fn what_is_said_of_the_file_is_at_its_field() {
    let files = fixtures("b3d", "b3d", 100);
    for (id, name, at) in [("b3d-version", "version-101.b3d", 8), ("b3d-size", "bad/bb3d-too-long.b3d", 4)] {
        let file = files.iter().find(|file| file.name == name).unwrap();
        let lints = read(&file.bytes).unwrap().lint(None);
        let lint = lints.iter().find(|lint| lint.rule.id == id).unwrap();
        assert_eq!((lint.offset, lint.path.as_str()), (Some(at), ""));
    }
}

#[test]
fn large_surfaces_are_found_and_split() {
    let files = fixtures("b3d", "b3d", 100);
    let file = files.iter().find(|file| file.name == "triangle.b3d").unwrap();
    let mut large = read(&file.bytes).unwrap().into_owned();
    for chunk in &mut large.chunks {
        match &mut chunk.body {
            Body::Vrts(vertices) => {
                let stride = vertices.records.stride();
                let bytes = vertices.records.bytes()[..stride].repeat(70_000);
                vertices.records = retromesh_wire::Records::new(bytes, stride).unwrap();
            }
            Body::Tris { triangles, .. } => {
                let list: Vec<[u32; 3]> = (0..69_998).map(|v| [v, v + 1, v + 2]).collect();
                *triangles = list.into();
            }
            _ => {}
        }
    }
    assert!(ids(&large.lint(retromesh_testkit::target(&FORMAT, "luanti"))).contains("b3d-large-surface"));
    let repair = large.repair(retromesh_testkit::target(&FORMAT, "luanti"), &["b3d-large-surface".into()]).unwrap();
    assert_eq!(ids(&repair.fixed), BTreeSet::from(["b3d-large-surface"]));
    assert!(
        !ids(&read(&repair.bytes).unwrap().lint(retromesh_testkit::target(&FORMAT, "luanti")))
            .contains("b3d-large-surface")
    );
}

#[test]
fn numbers_that_are_none_are_found_in_keys_weights_and_nodes() {
    use retromesh_b3d::Body;
    let files = fixtures("b3d", "b3d", 100);
    let file = files.iter().find(|file| file.name == "everything.b3d").unwrap();
    let plain = read(&file.bytes).unwrap();
    assert!(!ids(&plain.lint(None)).contains("b3d-not-finite"));
    let edits: [fn(&mut Body<'_>) -> bool; 3] = [
        |body| {
            let Body::Keys(keys) = body else { return false };
            let (mut bytes, stride) = (keys.records.bytes().to_vec(), keys.records.stride());
            bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
            keys.records = retromesh_wire::Records::new(bytes, stride).unwrap();
            true
        },
        |body| {
            let Body::Bone(rows) = body else { return false };
            let mut all = rows.to_vec();
            all.iter_mut().for_each(|row| row.weight = f32::INFINITY);
            *rows = all.into();
            !rows.is_empty()
        },
        |body| {
            let Body::Node(node) = body else { return false };
            node.rotation[0] = f32::NAN;
            true
        },
    ];
    for edit in edits {
        let mut edited = plain.clone();
        assert!(edited.chunks.iter_mut().any(|chunk| edit(&mut chunk.body)));
        assert!(ids(&edited.lint(None)).contains("b3d-not-finite"));
    }
}

#[test]
fn offsets_are_those_of_the_chunks() {
    for file in fixtures("b3d", "b3d", 100) {
        let Some(document) = read(&file.bytes) else { continue };
        for lint in document.lint(None) {
            let at = lint.offset.unwrap_or(0) as usize;
            let Some(tag) = lint.path.rsplit(" > ").next().and_then(|last| last.split('[').next()) else { continue };
            if tag.len() == 4 && tag != "slck" {
                assert_eq!(&file.bytes[at..at + 4], tag.as_bytes(), "{} {}", file.name, lint.rule.id);
            }
        }
    }
}

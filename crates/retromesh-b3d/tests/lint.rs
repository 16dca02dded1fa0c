//! Lint rules on fixtures, and counts on real files against a second, naive walk.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::struct_excessive_bools
)]

use retromesh_b3d::{Document, FORMAT, parse};
use retromesh_core::{Diagnostics, ExportOptions, Format, ImportOptions, Lint, Model};
use retromesh_testkit::{corpus, fixtures};
use std::collections::{BTreeMap, BTreeSet};

fn document(bytes: &[u8]) -> Option<Document<'_>> {
    parse(bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

fn ids(lints: &[Lint]) -> BTreeSet<&'static str> {
    lints.iter().map(|lint| lint.rule.id).collect()
}

/// A fixture that triggers each rule; `triangle` and `minimal` trigger none but those about plain files.
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
    ("b3d-keys-beyond-anim", "anim-one-short"),
    ("b3d-keys-without-anim", "keys-without-anim"),
    ("b3d-several-anims", "anim-nested"),
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
    let plain = document(&find("minimal").bytes).unwrap().lint("");
    assert_eq!(ids(&plain), BTreeSet::new());
    let mut missed = Vec::new();
    for (id, name) in TRIGGERS {
        let lints = document(&find(name).bytes).unwrap_or_else(|| panic!("{name}")).lint("");
        if !ids(&lints).contains(id) {
            missed.push(format!("{id} in {name}: {:?}", ids(&lints)));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    // A file for this one would be large: it is built here.
    let tested: BTreeSet<&str> = TRIGGERS.iter().map(|row| row.0).chain(["b3d-large-surface"]).collect();
    let all: BTreeSet<&str> = FORMAT.info().rules.iter().map(|rule| rule.id).collect();
    assert_eq!(tested, all);
    let targets: BTreeSet<&str> = FORMAT.info().targets.iter().map(|target| target.name).collect();
    assert!(FORMAT.info().rules.iter().all(|rule| rule.targets.iter().all(|target| targets.contains(target))));
}

#[test]
fn large_surfaces_are_found_and_split() {
    let files = fixtures("b3d", "b3d", 100);
    let file = files.iter().find(|file| file.name == "triangle.b3d").unwrap();
    let mut large = document(&file.bytes).unwrap().into_owned();
    for chunk in &mut large.chunks {
        match &mut chunk.body {
            retromesh_b3d::Body::Vrts(vertices) => {
                let stride = vertices.records.stride();
                let bytes = vertices.records.bytes()[..stride].repeat(70_000);
                vertices.records = retromesh_wire::Records::new(bytes, stride).unwrap();
            }
            retromesh_b3d::Body::Tris { triangles, .. } => {
                let list: Vec<[u32; 3]> = (0..69_998).map(|v| [v, v + 1, v + 2]).collect();
                *triangles = list.into();
            }
            _ => {}
        }
    }
    assert!(ids(&large.lint("luanti")).contains("b3d-large-surface"));
    let repair = large.repair("luanti", &["b3d-large-surface".into()]).unwrap().unwrap();
    assert_eq!(ids(&repair.mended), BTreeSet::from(["b3d-large-surface"]));
    assert!(!ids(&document(&repair.bytes).unwrap().lint("luanti")).contains("b3d-large-surface"));
}

#[test]
fn offsets_are_those_of_the_chunks() {
    for file in fixtures("b3d", "b3d", 100) {
        let Some(document) = document(&file.bytes) else { continue };
        for lint in document.lint("") {
            let at = lint.offset.unwrap_or(0) as usize;
            let Some(tag) = lint.path.rsplit(" > ").next().and_then(|last| last.split('[').next()) else { continue };
            if tag.len() == 4 && tag != "slck" {
                assert_eq!(&file.bytes[at..at + 4], tag.as_bytes(), "{} {}", file.name, lint.rule.id);
            }
        }
    }
}

fn int(b: &[u8], at: usize) -> i32 {
    i32::from_le_bytes(b[at..at + 4].try_into().unwrap())
}

/// What a naive walk sees of a file.
#[derive(Default)]
struct Seen {
    several_keys: bool,
    zero_weights: bool,
    seqs: bool,
    pivots: bool,
    anims: Vec<(i32, f32)>,
    last_key: i32,
    second_uv: bool,
    colours: bool,
    hole: bool,
    mesh_brush: bool,
    base_0: bool,
}

fn walk(b: &[u8], place: &str, seen: &mut Seen) {
    let (mut at, mut keys) = (0, 0);
    while at + 8 <= b.len() {
        let tag = std::str::from_utf8(&b[at..at + 4]).unwrap_or("");
        let body = &b[at + 8..at + 8 + int(b, at + 4) as usize];
        match (place, tag) {
            ("file" | "node", "NODE") => {
                let name = body.iter().position(|&c| c == 0).unwrap();
                walk(&body[name + 41..], "node", seen);
            }
            ("file", "BRUS") => {
                let slots = int(body, 0) as usize;
                let mut rest = &body[4..];
                while !rest.is_empty() {
                    let start = rest.iter().position(|&c| c == 0).unwrap() + 1 + 28;
                    let ids: Vec<i32> = (0..slots).map(|slot| int(rest, start + 4 * slot)).collect();
                    seen.hole |= ids.first() == Some(&-1) && ids.iter().any(|&id| id >= 0);
                    rest = &rest[start + 4 * slots..];
                }
            }
            ("node", "MESH") => {
                seen.mesh_brush |= int(body, 0) != -1;
                walk(&body[4..], "mesh", seen);
            }
            ("mesh", "VRTS") => {
                seen.colours |= int(body, 0) & 2 != 0;
                seen.second_uv |= int(body, 4) > 1;
            }
            ("node", "KEYS") => {
                keys += 1;
                let flags = int(body, 0);
                let words = 1 + 3 * (flags & 1) + 3 * (flags >> 1 & 1) + (flags & 4);
                for row in body[4..].chunks(4 * words as usize) {
                    seen.last_key = seen.last_key.max(int(row, 0));
                    seen.base_0 |= int(row, 0) < 1;
                }
            }
            ("node", "BONE") => {
                seen.zero_weights |= body.chunks(8).any(|row| f32::from_le_bytes(row[4..8].try_into().unwrap()) <= 0.0);
            }
            ("node", "ANIM") => seen.anims.push((int(body, 4), f32::from_le_bytes(body[8..12].try_into().unwrap()))),
            ("node", "SEQS") => seen.seqs = true,
            ("node", "PIVO") => seen.pivots = true,
            _ => {}
        }
        at += 8 + body.len();
    }
    seen.several_keys |= keys > 1;
}

#[test]
fn counts_of_real_files_are_those_of_a_naive_walk() {
    let (mut expected, mut found): (BTreeMap<&str, usize>, BTreeMap<&str, usize>) = Default::default();
    for file in corpus("b3d", "b3d", 120) {
        let mut seen = Seen::default();
        walk(&file.bytes[12..], "file", &mut seen);
        let beyond = seen.anims.iter().any(|anim| anim.0 > 0 && anim.0 < seen.last_key);
        let rows = [
            ("b3d-several-keys", seen.several_keys),
            ("b3d-zero-weights", seen.zero_weights),
            ("b3d-sequences", seen.seqs),
            ("b3d-pivot", seen.pivots),
            ("b3d-several-anims", seen.anims.len() > 1),
            ("b3d-rate", seen.anims.iter().any(|anim| anim.1 <= 0.0)),
            ("b3d-keys-beyond-anim", beyond),
            ("b3d-second-uv", seen.second_uv),
            ("b3d-vertex-colours", seen.colours),
            ("b3d-empty-slot", seen.hole),
            ("b3d-mesh-brush", seen.mesh_brush),
            ("b3d-first-frame", seen.base_0),
        ];
        let lints = document(&file.bytes).unwrap().lint("");
        let ids = ids(&lints);
        for (id, seen) in rows {
            assert_eq!(ids.contains(id), seen, "{id} in {}", file.name);
            *expected.entry(id).or_default() += usize::from(seen);
        }
        ids.into_iter().for_each(|id| *found.entry(id).or_default() += 1);
    }
    println!("{found:#?}");
    assert!(expected.iter().all(|(id, count)| found.get(id).copied().unwrap_or(0) == *count));
}

#[test]
fn written_files_are_clean_for_their_target() {
    let mut import = ImportOptions::default();
    import.normals = retromesh_core::options::Normals::Auto;
    for file in corpus("b3d", "b3d", 120) {
        let document = parse(&file.bytes, &import, &mut Diagnostics::new()).unwrap();
        let scene = document.to_scene(&import, &mut Diagnostics::new()).unwrap();
        for target in ["blitz3d", "luanti", "openb3d"] {
            let mut options = ExportOptions::default();
            options.target = Some(target.into());
            let written = Document::from_scene(&scene, &options, &mut Diagnostics::new()).unwrap();
            let mut ids = ids(&written.lint(target));
            // What the author wrote stays: names, and normals that only a look at each face shows to be wrong.
            ids.remove("b3d-non-ascii");
            ids.remove("b3d-wrong-normals");
            assert!(ids.is_empty(), "{} for {target}: {ids:?}", file.name);
        }
    }
}

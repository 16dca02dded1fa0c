//! Lint rules on real files, against a second, naive walk, and on what is written from them.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::struct_excessive_bools
)]

use retromesh_b3d::Document;
use retromesh_core::Diagnostics;
use retromesh_kit::{ExportOptions, ImportOptions, Lint, Lints};
use retromesh_testkit::corpus;
use std::collections::{BTreeMap, BTreeSet};

fn document(bytes: &[u8]) -> Option<Document<'_>> {
    Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

fn ids(lints: &[Lint]) -> BTreeSet<&'static str> {
    lints.iter().map(|lint| lint.rule.id).collect()
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
        let lints = document(&file.bytes).unwrap().lint(None);
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
    import.normals = retromesh_kit::options::Normals::Auto;
    for file in corpus("b3d", "b3d", 120) {
        let document = Document::parse_with(&file.bytes, &import, &mut Diagnostics::new()).unwrap();
        let scene = document.to_scene_with(&import, &mut Diagnostics::new()).unwrap();
        let has_still_root = ids(&document.lint(None)).contains("b3d-still-root");
        for target in ["blitz3d", "luanti", "openb3d"] {
            let mut options = ExportOptions::default();
            options.target = Some(target.into());
            let written = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut Diagnostics::new())
                .unwrap()
                .document;
            let mut ids = ids(&written.lint(retromesh_testkit::target(&retromesh_b3d::FORMAT, target)));
            // What the author wrote stays: names, materials, and normals that only a look at each face shows to be wrong.
            ids.remove("b3d-non-ascii");
            ids.remove("b3d-tiles");
            ids.remove("b3d-wrong-normals");
            // So does which node moves.
            if has_still_root {
                ids.remove("b3d-still-root");
            }
            assert!(ids.is_empty(), "{} for {target}: {ids:?}", file.name);
        }
    }
}

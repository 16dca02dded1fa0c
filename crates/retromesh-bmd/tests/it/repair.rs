//! Fixes: what they change, and that they change nothing else.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::to_glb::named;
use retromesh_bmd::{Document, FORMAT};
use retromesh_core::{Code, Diagnostics, Scene};
use retromesh_kit::{Format, ImportOptions, Lints, NoFiles, Repair, Repairs};
use retromesh_testkit::fixtures;

fn read(bytes: &[u8]) -> Document<'_> {
    Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

fn import(bytes: &[u8]) -> Scene {
    read(bytes).to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

fn repair(bytes: &[u8], target: &str, only: &[&str]) -> Repair {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = FORMAT.read(bytes, &NoFiles, &options, &mut diagnostics).unwrap();
    let only: Vec<String> = only.iter().map(|id| (*id).to_owned()).collect();
    model.as_repair().unwrap().repair(retromesh_testkit::target(&FORMAT, target), &only).unwrap()
}

fn ids(lints: &[retromesh_kit::Lint]) -> Vec<&'static str> {
    lints.iter().map(|lint| lint.rule.id).collect()
}

/// The corners of all triangles of all meshes.
fn triangles(scene: &Scene) -> Vec<Vec<[glam::Vec3; 3]>> {
    let mesh = |mesh: &retromesh_core::mesh::Mesh| {
        let faces = mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
        faces.map(|t| t.map(|v| mesh.positions[v as usize])).collect()
    };
    scene.meshes.iter().map(mesh).collect()
}

#[test]
fn repair_restores_long_gaps_and_old_coordinates() {
    let file = named("clip-long-gap.bmd");
    let mut document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(document.fix().long_gaps, 1);
    let repaired = document.encode().unwrap();
    let frames = |bytes: &[u8]| {
        let document = Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        document.clips[0].keys(3, false).map(|key| key.frame).collect::<Vec<_>>()
    };
    assert_eq!((frames(&file.bytes), frames(&repaired)), (vec![0, 5], vec![0, 37]));
    assert_eq!(repaired.len(), file.bytes.len());

    let file = named("v128-old.bmd");
    let mut document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(document.fix().old_uvs, 4);
    let (old, new) = (import(&file.bytes), import(&document.encode().unwrap()));
    assert_eq!(old.meshes[0].uv_sets, new.meshes[0].uv_sets);
}

#[test]
fn what_the_engine_stumbles_over_is_repaired_and_appears_the_same() {
    for (name, rule) in [
        ("clip-long-gap.bmd", "bmd-long-gap"),
        ("v128-old.bmd", "bmd-old-uvs"),
        ("wide-faces.bmd", "bmd-wide-quad"),
        ("quads-as-triangles.bmd", "bmd-face-count"),
        ("wrong-count.bmd", "bmd-face-count"),
        ("clip-base-keys.bmd", "bmd-base-keys"),
    ] {
        let file = named(name);
        for only in [&[][..], &[rule][..]] {
            let repaired = repair(&file.bytes, "bgbtech", only);
            assert!(ids(&repaired.fixed).contains(&rule), "{name}: {:?}", repaired.fixed);
            assert!(!ids(&repaired.left).contains(&rule), "{name}: {:?}", repaired.left);
            let (before, after) = (import(&file.bytes), import(&repaired.bytes));
            assert_eq!(triangles(&before), triangles(&after), "{name}");
            assert_eq!(before.meshes[0].uv_sets, after.meshes[0].uv_sets, "{name}");
            let again = repair(&repaired.bytes, "bgbtech", only);
            assert_eq!((again.bytes, again.fixed), (repaired.bytes, Vec::new()), "{name}");
        }
    }
}

#[test]
fn closed_meshes_get_vertices_for_the_face_table() {
    // The solids of the fixture have four vertices and four faces; another face makes them one too few.
    let file = named("solids.bmd");
    let mut document = read(&file.bytes).into_owned();
    for mesh in document.meshes.iter_mut().skip(1) {
        let more = [mesh.faces.as_ref(), mesh.faces.get(..4).unwrap()].concat();
        mesh.def.faces = document.size as u32;
        (mesh.def.face_bytes, mesh.def.face_count) = (more.len() as u32, 5);
        document.size += more.len();
        mesh.faces = more.into();
    }
    let bytes = document.encode().unwrap();
    assert!(ids(&read(&bytes).lint(retromesh_testkit::target(&FORMAT, "bgbtech"))).contains(&"bmd-more-faces"));
    let repaired = repair(&bytes, "bgbtech", &["bmd-more-faces"]);
    assert_eq!(ids(&repaired.fixed), ["bmd-more-faces"]);
    assert_eq!(repaired.fixed[0].count, 2);
    let counts: Vec<u16> = read(&repaired.bytes).meshes.iter().map(|mesh| mesh.def.vertex_count).collect();
    assert_eq!(counts, [9, 5, 5]);
    assert_eq!(triangles(&import(&bytes)), triangles(&import(&repaired.bytes)));
}

#[test]
fn the_smallest_mesh_of_a_static_model_goes_last() {
    let file = named("path-names.bmd");
    let mut document = read(&file.bytes).into_owned();
    document.meshes[0].def.vertex_count = 2;
    document.meshes[0].def.face_bytes = 0;
    document.meshes[0].def.face_count = 0;
    document.meshes[0].faces = Vec::new().into();
    let bytes = document.encode().unwrap();
    let repaired = repair(&bytes, "bgbtech", &["bmd-last-mesh"]);
    assert_eq!(ids(&repaired.fixed), ["bmd-last-mesh"]);
    let counts: Vec<u16> = read(&repaired.bytes).meshes.iter().map(|mesh| mesh.def.vertex_count).collect();
    assert_eq!(counts, [3, 3, 3, 2]);
    assert!(!ids(&repaired.left).contains(&"bmd-last-mesh"));
}

#[test]
fn every_fixture_survives_every_repair() {
    let mut tried = 0;
    for file in fixtures("bmd", "bmd", 50) {
        if Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).is_err() {
            continue;
        }
        for target in ["", "bgbtech", "spec"] {
            let repaired = repair(&file.bytes, target, &[]);
            let scene = import(&repaired.bytes);
            assert_eq!(retromesh_core::check(&scene), [], "{} {target}", file.name);
            assert_eq!(read(&repaired.bytes).encode().unwrap(), repaired.bytes, "{} {target}", file.name);
            let touched = !repaired.fixed.is_empty();
            assert!(touched || repaired.bytes == file.bytes, "{} {target}: changed without a word", file.name);
            tried += 1;
        }
    }
    assert!(tried > 90, "{tried}");
}

#[test]
fn damaged_files_are_repaired_without_a_panic() {
    let (mut tried, mut count) = (0, 0);
    for file in fixtures("bmd", "bmd", 50).into_iter().filter(|file| file.bytes.len() < 512) {
        for at in 0..file.bytes.len() {
            for value in [0, 0xff, file.bytes[at].wrapping_add(1)] {
                let mut bytes = file.bytes.clone();
                bytes[at] = value;
                if Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).is_err() {
                    continue;
                }
                let repaired = repair(&bytes, "", &[]);
                assert!(repaired.bytes.len() <= 8 * bytes.len() + 65_536, "{} at {at:#x}", file.name);
                assert_eq!(read(&repaired.bytes).encode().unwrap(), repaired.bytes, "{} at {at:#x}", file.name);
                let found = ids(&read(&repaired.bytes).lint(None));
                let again = ids(&repaired.fixed).into_iter().find(|id| found.contains(id));
                assert_eq!(again, None, "{} at {at:#x}", file.name);
                count += repaired.fixed.len();
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000 && count > 2_000, "{tried} {count}");
}

/// The gaps between the parts of a file are zeros; other bytes in them, and after the last, belong to nothing.
#[test]
fn bytes_that_no_part_has_are_reported() {
    let file = named("rig.bmd");
    // The name of the second bone, which it does not have any more.
    let (mut changed, bones) = (file.bytes.clone(), read(&file.bytes).header.bones.offset as usize);
    let name = u64::from(read(&file.bytes).bones[1].def.name);
    changed[bones + 24..bones + 28].fill(0);
    let longer = [&file.bytes[..], b"\0text"].concat();
    let end = file.bytes.len() as u64 + 1;
    for (bytes, expected) in
        [(&file.bytes, None), (&changed, Some(("slack-bytes", name, 1))), (&longer, Some(("trailing-bytes", end, 4)))]
    {
        let mut found = Diagnostics::new();
        Document::parse_with(bytes, &ImportOptions::default(), &mut found).unwrap();
        let entries = found.entries().iter().filter(|entry| entry.code.id().ends_with("-bytes"));
        let entries: Vec<_> = entries.map(|entry| (entry.code.id(), entry.offset.unwrap(), entry.count)).collect();
        assert_eq!(entries, expected.into_iter().collect::<Vec<_>>());
        let without = read(bytes).without_slack().unwrap();
        assert_eq!(import(&without), import(bytes));
        let mut found = Diagnostics::new();
        Document::parse_with(&without, &ImportOptions::default(), &mut found).unwrap();
        assert_eq!(found.count(Code::SlackBytes), 0);
        assert_eq!(found.count(Code::TrailingBytes), if bytes == &longer { 4 } else { 0 });
    }
}

//! Real and crafted files next to the workspace, against what an independent reader found in them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use half::f16;
use retromesh_bo3d::{Bone, Document, Entity, FORMAT, Mesh, Settings, VertexFloats, Vertices};
use retromesh_core::keyframes::Interpolation;
use retromesh_core::space::{Axis, Winding};
use retromesh_core::{Code, Diagnostics, ErrorKind, Scene, Space};
use retromesh_kit::{ExportOptions, ImportOptions, NoFiles};
use retromesh_testkit::{File, Outcome, corpus, exercise};
use serde_json::Value;

/// Options that read all that can be read.
fn all_versions() -> ImportOptions {
    let mut options = ImportOptions::default();
    options.settings.put(&Settings { unloadable: true, ..Settings::default() });
    options
}

fn parse(file: &File) -> Document<'_> {
    let mut diagnostics = Diagnostics::new();
    Document::parse_with(&file.bytes, &all_versions(), &mut diagnostics).expect("a readable file")
}

fn scene(file: &File) -> Scene {
    parse(file).to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).expect("a scene")
}

fn write(scene: &Scene, options: &ExportOptions) -> (Document<'static>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document =
        Document::from_scene_with(&scene.validate().unwrap(), options, &mut diagnostics).expect("a document").document;
    (document, diagnostics)
}

/// Compares numbers as the reader prints them: nine digits, and null for what is not finite.
fn near(expected: &Value, found: &[f32], what: &str) {
    let expected = expected.as_array().unwrap_or_else(|| panic!("{what}"));
    assert_eq!(expected.len(), found.len(), "{what}");
    for (expected, &found) in expected.iter().zip(found) {
        match expected.as_f64() {
            Some(x) => assert!((x - f64::from(found)).abs() <= 1e-8 * x.abs().max(1e-3), "{what}: {x} {found}"),
            None => assert!(!found.is_finite(), "{what}: {found}"),
        }
    }
}

fn int(value: &Value, key: &str) -> i64 {
    value[key].as_i64().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// Returns u, v, normal and position of each vertex.
fn vertices(mesh: &Mesh<'_>) -> Vec<[f32; 8]> {
    let join = |uv: [f32; 2], n: [f32; 3], p: [f32; 3]| [uv[0], uv[1], n[0], n[1], n[2], p[0], p[1], p[2]];
    match &mesh.vertices {
        Vertices::F32(rows) => {
            rows.iter().map(|v| join(v.uv.to_array(), v.normal.to_array(), v.position.to_array())).collect()
        }
        Vertices::F16(rows) => rows
            .iter()
            .map(|v| join(v.uv.map(f16::to_f32), v.normal.map(f16::to_f32), v.position.map(f16::to_f32)))
            .collect(),
    }
}

fn check_mesh(expected: &Value, mesh: &Mesh<'_>) {
    assert_eq!(mesh.vertices.len() as i64, int(expected, "vertices"));
    assert_eq!(mesh.colors.len() as i64, int(expected, "vertex_colours"));
    assert_eq!(mesh.triangles.len() as i64, int(expected, "triangles"));
    assert_eq!(mesh.bones.len() as i64, int(expected, "bone_count"));
    assert_eq!(Value::from(mesh.color.to_vec()), expected["colour_bytes"]);
    assert_eq!(Some(f64::from(mesh.alpha)), expected["alpha"].as_f64());
    assert_eq!(i64::from(mesh.fx), int(expected, "fx"));
    assert_eq!(Some(mesh.texture.to_string().as_str()), expected["texture"].as_str());
    let vertices = vertices(mesh);
    near(&expected["first_vertex_uvnp"], &vertices[0], "first vertex");
    near(&expected["last_vertex_uvnp"], vertices.last().unwrap(), "last vertex");
    let bound = |pick: fn(f32, f32) -> f32, at: usize| vertices.iter().map(|v| v[at]).reduce(pick).unwrap();
    near(&expected["bounds"]["min"], &[5, 6, 7].map(|at| bound(f32::min, at)), "bounds");
    near(&expected["bounds"]["max"], &[5, 6, 7].map(|at| bound(f32::max, at)), "bounds");
    let triangle = |t: Option<[u16; 3]>| t.map_or(Value::Null, |t| Value::from(t.to_vec()));
    for (key, found) in
        [("first_triangle", mesh.triangles.first()), ("last_triangle", mesh.triangles.iter().next_back())]
    {
        if let Some(expected) = expected.get(key) {
            assert_eq!(triangle(found), *expected);
        }
    }
    let bones: Vec<Value> =
        mesh.bones.iter().map(|Bone { entity, first, last }| Value::from(vec![entity, first, last])).collect();
    assert_eq!(Value::from(bones), expected["bones"]);
}

fn check_entity(expected: &Value, entity: &Entity<'_>, offset: u64) {
    assert_eq!(offset as i64, int(expected, "offset"));
    let declared = entity
        .deviations
        .as_ref()
        .and_then(|deviations| deviations.declared_size)
        .map_or(entity.byte_len() as i64, i64::from);
    assert_eq!(declared, int(expected, "size"));
    assert_eq!(i64::from(entity.parent), int(expected, "parent"));
    near(&expected["position"], &entity.position.to_array(), "position");
    near(&expected["scale"], &entity.scale.to_array(), "scale");
    near(&expected["rotation_wxyz"], &entity.rotation, "rotation");
    assert_eq!(i64::from(entity.animation_length), int(expected, "anim_length"));
    assert_eq!(entity.keys.len() as i64, int(expected, "keyframes"));
    // The reader shows each byte as the character of that number.
    let name: String = entity.name.bytes().iter().map(|&byte| char::from(byte)).collect();
    assert_eq!(Some(name.as_str()), expected["name"].as_str());
    if let Some(keys) = expected.get("key_frames") {
        let all = entity.keys.to_vec();
        for (key, name) in [(all[0], "first_key"), (all[all.len() - 1], "last_key")] {
            let (p, s, r) = (key.position, key.scale, key.rotation);
            near(&keys[name], &[key.frame as f32, p.x, p.y, p.z, s.x, s.y, s.z, r[0], r[1], r[2], r[3]], name);
        }
        assert_eq!(all.is_sorted_by_key(|key| key.frame), keys["ascending"].as_bool().unwrap());
    }
    match entity.mesh.as_deref() {
        Some(mesh) => check_mesh(expected, mesh),
        None => assert_eq!(int(expected, "vertices"), 0),
    }
}

/// The corpus has this many files.
const FILES: usize = 29;

/// The reader takes files of a newer version; the engine does not, and this crate only when it is asked to.
const NEWER: &str = "crafted/version_101.bo3d";

#[test]
fn all_files_read_as_an_independent_reader_reads_them() {
    for file in corpus("bo3d", "bo3d", FILES) {
        let expected: Value =
            serde_json::from_slice(&std::fs::read(format!("{}.expect.json", file.path.display())).unwrap()).unwrap();
        let outcome = exercise(&FORMAT, &NoFiles, &file.bytes);
        if expected.get("error").is_some() {
            assert!(matches!(outcome, Outcome::Refused(_)), "{}: {outcome:?}", file.name);
            continue;
        }
        assert_eq!(matches!(outcome, Outcome::Refused(_)), file.name == NEWER, "{}: {outcome:?}", file.name);
        let document = parse(&file);
        assert!(document.encode().unwrap() == file.bytes, "{}", file.name);
        assert_eq!(i64::from(document.version), int(&expected, "version"), "{}", file.name);
        assert_eq!(i64::from(document.floats.bits()), int(&expected, "vfloat_bits"));
        assert_eq!(document.trailing.len() as i64, int(&expected, "unaccounted_bytes"));
        let list = document.declared_length.map_or(file.bytes.len() as i64 - 20, i64::from);
        assert_eq!(list, int(&expected, "list_size"));
        let entities = expected["entity_list"].as_array().unwrap();
        assert_eq!(document.entities.len(), entities.len(), "{}", file.name);
        for ((offset, entity), expected) in document.entities_with_offsets().zip(entities) {
            check_entity(expected, entity, offset);
        }
    }
}

#[test]
fn a_rewrite_is_a_fixed_point_after_one_pass() {
    for file in corpus("bo3d", "bo3d", FILES) {
        let mut diagnostics = Diagnostics::new();
        let options = ImportOptions::default();
        let Ok(document) = Document::parse_with(&file.bytes, &options, &mut diagnostics) else {
            continue;
        };
        let first = document.to_scene_with(&options, &mut diagnostics).unwrap();
        let once = write(&first, &ExportOptions::default()).0.encode().unwrap();
        let mut again = Diagnostics::strict();
        let second =
            Document::parse_with(&once, &options, &mut again).unwrap().to_scene_with(&options, &mut again).unwrap();
        let twice = write(&second, &ExportOptions::default()).0.encode().unwrap();
        assert!(once == twice, "{}", file.name);
    }
}

/// How far vertices may be off: 1/10,000 of the model, which is nearly ten units high.
const TOLERANCE: f32 = 1e-3;

/// Returns the largest distance between the skinned vertices of two scenes at pairs of ticks.
fn pose_distance(a: &Scene, b: &Scene, ticks: impl Iterator<Item = (f32, f32)>) -> f32 {
    let place = |scene: &Scene| {
        let node = scene.nodes.iter().position(|node| node.mesh.is_some()).expect("a mesh");
        retromesh_core::NodeId::new(node)
    };
    let mut largest = 0.0f32;
    for tick in ticks {
        let pose = |scene: &Scene, tick| {
            scene
                .validate()
                .unwrap()
                .pose(&scene.animations[0], tick)
                .positions(&scene.validate().unwrap(), place(scene))
        };
        let (left, right) = (pose(a, tick.0), pose(b, tick.1));
        assert_eq!(left.len(), right.len());
        for (left, right) in left.iter().zip(&right) {
            largest = largest.max(left.distance(*right));
        }
    }
    largest
}

#[test]
fn the_rewritten_ninja_moves_as_the_real_one() {
    for file in corpus("bo3d", "bo3d", FILES).iter().filter(|file| file.name.starts_with("ninja_r7")) {
        let real = scene(file);
        let (document, diagnostics) = write(&real, &ExportOptions::default());
        assert_eq!([Code::ResampledKeys, Code::AdaptedKeys].map(|code| diagnostics.count(code)), [0, 0]);
        let bytes = document.encode().unwrap();
        let again = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let again = again.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let distance =
            pose_distance(&real, &again, (4..1200).map(|quarter| (quarter as f32 / 4.0, quarter as f32 / 4.0)));
        assert!(distance < 1e-5, "{distance}");
        assert_eq!(document.entities[0].animation_length, 300);
    }
}

#[test]
fn the_converter_restated_and_the_real_file_agree() {
    let files = corpus("bo3d", "bo3d", FILES);
    let find = |name: &str| files.iter().find(|file| file.name.contains(name)).map(parse);
    let [real, derived, wide] = ["ninja_r7", "converter_16", "converter_32"].map(|name| find(name).unwrap());
    let shape = |document: &Document<'_>| -> Vec<_> {
        let entity = |e: &Entity<'_>| {
            let bones: Vec<_> =
                e.mesh.iter().flat_map(|m| m.bones.to_vec()).map(|b| (b.entity, b.first, b.last)).collect();
            let triangles = e.mesh.as_ref().map(|m| m.triangles.to_vec());
            (e.parent, e.name.to_string(), e.keys.len(), bones, triangles)
        };
        document.entities.iter().map(entity).collect()
    };
    assert_eq!(shape(&real), shape(&derived));
    assert_eq!(shape(&real), shape(&wide));
    // The rewrite keeps hierarchy, keys, bone ranges and triangles of the original converter.
    let options = ImportOptions::default();
    let scene = wide.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
    let (written, _) = write(&scene, &ExportOptions::default());
    assert_eq!(shape(&written), shape(&wide));
    let keys = |document: &Document<'_>| document.entities.iter().flat_map(|e| e.keys.to_vec()).collect::<Vec<_>>();
    assert_eq!(keys(&written), keys(&wide));
    let mesh = |document: &Document<'_>| vertices(document.entities[0].mesh.as_deref().unwrap());
    for (found, expected) in mesh(&written).iter().zip(mesh(&wide)) {
        assert_eq!(*found, expected);
    }
    // 16 bits, rounded instead of cut off: at most half a unit in the last place from the wide file.
    let mut narrow = ExportOptions::default();
    narrow.settings.put(&Settings { vertex_floats: VertexFloats::F16, ..Settings::default() });
    let (narrow, diagnostics) = write(&scene, &narrow);
    assert_eq!(diagnostics.count(Code::RoundedVertices), 1);
    for (found, expected) in mesh(&narrow).iter().zip(mesh(&wide)) {
        for (found, expected) in found.iter().zip(expected) {
            let bound = if expected.abs() < 6.2e-5 { expected.abs() } else { expected.abs() / 2048.0 };
            assert!((found - expected).abs() <= bound, "{found} {expected}");
        }
    }
}

/// The source model is not in the corpus; its mirror image with its way of interpolation is made from what the converter made of it.
#[test]
fn the_ninja_as_blitz_has_it_comes_out_as_the_converter_wrote_it() {
    let files = corpus("bo3d", "bo3d", FILES);
    let file = files.iter().find(|file| file.name.contains("converter_32")).unwrap();
    let mut source = scene(file);
    let blitz = Space { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Space::GLTF };
    source.convert_to(blitz);
    for channel in &mut source.animations[0].channels {
        channel.interpolation = Interpolation::Linear;
    }
    // The source's own rate keeps its frame numbers.
    let mut options = ExportOptions::default();
    options.frames_per_second = Some(source.animations[0].ticks_per_second);
    let (document, _) = write(&source, &options);
    let expected = parse(file);
    assert_eq!(document.entities.len(), expected.entities.len());
    for (found, expected) in document.entities.iter().zip(&expected.entities) {
        assert_eq!((found.parent, &found.name), (expected.parent, &expected.name));
        assert_eq!((found.position, found.scale), (expected.position, expected.scale));
        assert_eq!(found.animation_length, expected.animation_length);
        for key in &expected.keys {
            let twin = found.keys.iter().find(|twin| twin.frame == key.frame).expect("the key of the source");
            assert_eq!((twin.position, twin.scale), (key.position, key.scale));
            // Neighbours that point apart are turned towards each other.
            assert!(twin.rotation == key.rotation || twin.rotation.map(|x| -x) == key.rotation);
        }
        assert!(
            found
                .keys
                .to_vec()
                .windows(2)
                .all(|pair| { pair[0].rotation.iter().zip(pair[1].rotation).map(|(a, b)| a * b).sum::<f32>() >= 0.0 })
        );
    }
    let (found, expected) =
        (document.entities[0].mesh.as_deref().unwrap(), expected.entities[0].mesh.as_deref().unwrap());
    assert_eq!((&found.bones, vertices(found)), (&expected.bones, vertices(expected)));
    // The same corners in the same turn; which comes first is free.
    assert!(
        found
            .triangles
            .iter()
            .zip(&expected.triangles)
            .all(|([a, b, c], t)| [[a, b, c], [b, c, a], [c, a, b]].contains(&t))
    );
    assert_eq!((expected.color, found.color), ([255, 255, 255, 0], [255; 4]));
    // The folder of the author's machine is left out.
    let (path, name) = (expected.texture.to_string(), found.texture.to_string());
    assert!(name == "nskinbl.jpg" && path.ends_with("/enemyninja/nskinbl.jpg"), "{name} {path}");

    // The source turns by up to 120 degrees within a frame, where whole frames leave no room for more keys. Finer ones do.
    source.convert_to(Space::GLTF);
    let mut errors = Vec::new();
    for rate in [Some(30.0), Some(60.0), Some(120.0), None] {
        let mut options = ExportOptions::default();
        options.frames_per_second = rate;
        let (document, diagnostics) = write(&source, &options);
        let said =
            |code| diagnostics.entries().iter().find(|entry| entry.code == code).map_or("", |entry| &entry.detail);
        let played: f32 = said(Code::RateNotStored).split(' ').find_map(|word| word.parse().ok()).expect("a rate");
        let moments = (0..2300).map(|n| 1.0 + n as f32 * 0.13);
        let pairs = moments.map(|tick| (tick, 1.0 + played / 30.0 * (tick - 1.0)));
        let keys = document.entities.iter().map(|entity| entity.keys.len()).sum::<usize>();
        let error = pose_distance(&source, &reread(&document), pairs);
        println!(
            "{played} frames a second: {keys} keys for 1864, vertices at most {error:e} apart; {}; {}",
            said(Code::ResampledKeys),
            said(Code::RenumberedFrames)
        );
        assert!(error < TOLERANCE || said(Code::ResampledKeys).contains("a higher frame rate"));
        errors.push(error);
    }
    assert!(errors.is_sorted_by(|a, b| a > b) && errors[3] < TOLERANCE, "{errors:?}");
}

fn reread(document: &Document<'_>) -> Scene {
    let bytes = document.encode().unwrap();
    let again = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::strict()).unwrap();
    again.to_scene_with(&ImportOptions::default(), &mut Diagnostics::strict()).unwrap()
}

#[test]
fn refused_files_say_where_and_why() {
    let rows = [
        ("crafted/bad_magic.bo3d", "bo3d: bad magic: expected \"BO3D\", found \"DO3B\" at 0x0"),
        (NEWER, "bo3d: version 101 is not supported: versions up to 100 are known at 0x4"),
        (
            "crafted/count_more_than_present.bo3d",
            "bo3d: bad entity count: expected at most 1 (64 bytes each, 68 bytes left), found 2 at 0x14",
        ),
    ];
    for file in corpus("bo3d", "bo3d", FILES) {
        let Some((_, expected)) = rows.iter().find(|(name, _)| *name == file.name) else { continue };
        let error = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap_err();
        assert_eq!(error.to_string(), *expected);
        assert!(!matches!(error.kind(), ErrorKind::Io { .. }));
    }
}

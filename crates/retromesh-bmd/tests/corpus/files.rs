//! Real, peer-made and hand-made files with expected values: bytes, numbers, refusals.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_bmd::codec::{f8a, packed, rotation};
use retromesh_bmd::vertex::{Form, Vertex};
use retromesh_bmd::{Document, FORMAT};
use retromesh_core::Diagnostics;
use retromesh_kit::{ImportOptions, NoFiles};
use retromesh_testkit::{Outcome, corpus, exercise};
use serde_json::Value;

/// Normalised values are compared to this; all others exactly.
const NORMALIZED: f64 = 2e-6;

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn exact(found: &[f32], expected: &Value, what: &str) {
    // The JSON parser may miss the last bit of a double; every dyadic value here is a single.
    let expected: Vec<f32> = floats(expected).iter().map(|&v| v as f32).collect();
    assert_eq!(found, expected, "{what}");
}

fn near(found: &[f32], expected: &Value, what: &str) {
    for (found, expected) in found.iter().zip(floats(expected)) {
        assert!((f64::from(*found) - expected).abs() <= NORMALIZED, "{what}: {found} is not {expected}");
    }
}

fn text(expected: &Value) -> Option<&str> {
    expected.as_str()
}

fn check_vertex(v: &Vertex, expected: &Value, what: &str) {
    let form = match v.form {
        Form::V64 => 64,
        Form::V96 => 96,
        Form::V128 => 128,
    };
    assert_eq!(expected["form"], form, "{what}");
    assert_eq!(expected["tag"], v.tag, "{what}");
    assert_eq!(expected["bone"], v.bone, "{what}");
    assert_eq!(expected["color_byte"].as_u64(), v.color.map(u64::from), "{what}");
    assert_eq!(expected["implicit_normal"], v.implicit_normal, "{what}");
    exact(&v.position.to_array(), &expected["pos"], what);
    exact(&v.uv.to_array(), &expected["st"], what);
    let normal = v.normal.to_array();
    if v.implicit_normal { near(&normal, &expected["normal"], what) } else { exact(&normal, &expected["normal"], what) }
}

fn check_meshes(document: &Document<'_>, expected: &Value, name: &str) {
    let meshes = expected["meshes"].as_array().unwrap();
    assert_eq!(document.meshes.len(), meshes.len(), "{name}");
    for (n, (mesh, expected)) in document.meshes.iter().zip(meshes).enumerate() {
        let what = format!("{name} mesh {n}");
        assert_eq!(
            mesh.material.as_ref().map(|m| m.decode().0.into_owned()).as_deref(),
            text(&expected["material"]),
            "{what}"
        );
        assert_eq!(expected["flags"], mesh.def.flags, "{what}");
        assert_eq!(expected["n_vtx"], mesh.def.vertex_count, "{what}");
        assert_eq!(expected["n_tris"], mesh.def.face_count, "{what}");
        let vertices = expected["vertices"].as_array().unwrap();
        let found: Vec<Vertex> = mesh.vertices(document.uv_layout(n)).collect();
        assert_eq!(found.len(), vertices.len(), "{what}");
        for (i, (v, expected)) in found.iter().zip(vertices).enumerate() {
            check_vertex(v, expected, &format!("{what} vertex {i}"));
        }
        let faces: Vec<Vec<u32>> = mesh.faces().map(|face| face.indices().to_vec()).collect();
        assert_eq!(serde_json::to_value(faces).unwrap(), expected["faces"], "{what}");
    }
}

fn check_rig(document: &Document<'_>, expected: &Value, name: &str) {
    let bones = expected["bones"].as_array().unwrap();
    assert_eq!(document.bones.len(), bones.len(), "{name}");
    for (n, (bone, expected)) in document.bones.iter().zip(bones).enumerate() {
        let what = format!("{name} bone {n}");
        assert_eq!(bone.name.as_ref().map(|b| b.decode().0.into_owned()).as_deref(), text(&expected["name"]), "{what}");
        assert_eq!(expected["parent"], bone.def.parent, "{what}");
        assert_eq!(expected["solid"], bone.def.solid, "{what}");
        assert_eq!(expected["pseudo"], bone.is_pseudo(), "{what}");
        if !bone.is_pseudo() {
            exact(&packed::decode(bone.def.origin).to_array(), &expected["org"], &what);
            near(&rotation::decode_base(bone.def.rotation).to_array(), &expected["rot"], &what);
        }
    }
    let clips = expected["anims"].as_array().unwrap();
    assert_eq!(document.clips.len(), clips.len(), "{name}");
    for (n, (clip, expected)) in document.clips.iter().zip(clips).enumerate() {
        let what = format!("{name} clip {n}");
        assert_eq!(clip.name.as_ref().map(|c| c.decode().0.into_owned()).as_deref(), text(&expected["name"]), "{what}");
        assert_eq!(expected["frames"], clip.def.frames, "{what}");
        assert_eq!(expected["hz"].as_f64(), Some(f64::from(clip.rate())), "{what}");
        assert_eq!(expected["loop"], clip.loops(), "{what}");
        for track in expected["tracks"].as_array().unwrap() {
            let bone = track["bone"].as_u64().unwrap() as usize;
            let keys = || clip.keys(document.keyed_bones(), false).filter(move |key| key.bone == bone);
            let turns: Vec<(u32, Vec<f32>)> = keys()
                .filter_map(|k| Some((k.frame, rotation::decode(k.rotation?).unwrap().to_array().to_vec())))
                .collect();
            let moves: Vec<(u32, Vec<f32>)> =
                keys().filter_map(|k| Some((k.frame, packed::decode(k.translation?).to_array().to_vec()))).collect();
            let scales: Vec<(u32, Vec<f32>)> =
                keys().filter_map(|k| Some((k.frame, packed::decode(k.scale?).to_array().to_vec()))).collect();
            for (list, property) in [(turns, "rot"), (moves, "trans"), (scales, "scale")] {
                let expected = track[property].as_array().unwrap();
                assert_eq!(list.len(), expected.len(), "{what} bone {bone} {property}");
                for ((frame, value), expected) in list.iter().zip(expected) {
                    assert_eq!(expected[0], *frame, "{what} bone {bone} {property}");
                    near(value, &expected[1], &what);
                }
            }
        }
    }
}

#[test]
fn values_are_the_expected_ones() {
    let mut refused = 0;
    for file in corpus("bmd", "bmd", 13) {
        let sidecar = std::fs::read(file.path.with_extension("bmd.expect.json")).unwrap();
        let expected: Value = serde_json::from_slice(&sidecar).unwrap();
        let result = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new());
        if expected.get("error").is_some() {
            let error = result.expect_err(&file.name);
            assert!(error.offset().is_some() && !error.path().is_empty(), "{}: {error}", file.name);
            refused += 1;
            continue;
        }
        let document = result.unwrap();
        check_meshes(&document, &expected, &file.name);
        check_rig(&document, &expected, &file.name);
        let lods = expected["lods"].as_array().unwrap();
        assert_eq!(document.lods.len(), lods.len(), "{}", file.name);
        for (lod, expected) in document.lods.iter().zip(lods) {
            assert_eq!((&expected["first"], &expected["count"]), (&lod.first.into(), &lod.count.into()));
            assert_eq!(expected["scale"].as_f64(), Some(f64::from(f8a::decode(lod.scale))));
        }
        let outcome = exercise(&FORMAT, &NoFiles, &file.bytes);
        assert!(matches!(outcome, Outcome::Scene(..)), "{}: {outcome:?}", file.name);
    }
    assert!(refused >= 3, "{refused}");
}

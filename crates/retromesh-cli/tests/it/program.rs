//! The program as a user meets it: arguments in, exit code, text and files out.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::{fixture, retromesh};
use std::fs;
use std::path::{Path, PathBuf};

/// The names in a folder, but for the manifest of outputs.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|entries| entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    names.retain(|name| name != ".retromesh-manifest.jsonl");
    names.sort();
    names
}

/// A folder with two good models in a tree, and a broken one.
fn archive() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::copy(fixture("b3d/everything.b3d"), folder.path().join("a.b3d")).unwrap();
    fs::copy(fixture("b3d/minimal.b3d"), folder.path().join("sub/b.B3D")).unwrap();
    fs::write(folder.path().join("broken.b3d"), b"BB3D\x10\0\0\0\x01\0\0\0NODE\xff\0\0\0").unwrap();
    fs::write(folder.path().join("readme.txt"), "no model").unwrap();
    folder
}

#[test]
fn exit_codes() {
    let folder = archive();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (model, broken, out) = (path("a.b3d"), path("broken.b3d"), path("out"));
    let made = path("made.glb");
    let rows: &[(&[&str], i32)] = &[
        (&[], 2),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["no-such-command"], 2),
        (&["convert"], 2),
        (&["convert", &model, "-o", &path("x.xyz")], 2),
        (&["convert", &model, &broken, "-o", &made], 2),
        (&["convert", &model, "-o", &made, "--deny", "no-such-code"], 2),
        (&["convert", &model, "-o", &made, "--deny", "any-loss"], 3),
        (&["convert", &model, "-o", &made], 0),
        (&["convert", &model, "-o", &made], 1),
        (&["convert", &model, "-o", &made, "--force"], 0),
        (&["convert", &broken, "-o", &path("b.glb")], 1),
        (&["convert", &path("gone.b3d"), "-o", &path("g.glb")], 1),
        (&["convert", &path(""), "-d", &out], 1),
        (&["convert", &path("sub"), "-d", &path("sub-out"), "--fps", "-1"], 2),
        (&["info", &model], 0),
        (&["info", &broken], 1),
        (&["dump", &model], 0),
        (&["dump", &broken], 1),
        (&["check", &model], 0),
        (&["check", &path("")], 1),
        (&["formats"], 0),
        (&["formats", "--targets"], 0),
        (&["completions", "bash"], 0),
        (&["man"], 0),
    ];
    for (words, code) in rows {
        let run = retromesh(words);
        assert_eq!(run.code, *code, "{words:?}\n{}{}", run.out, run.err);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "colours in a pipe: {words:?}");
    }
}

#[test]
fn a_folder_is_mirrored_and_one_bad_file_stops_nothing() {
    let folder = archive();
    let (out, report) = (folder.path().join("out"), folder.path().join("report.jsonl"));
    let input = folder.path().to_string_lossy().into_owned();
    let words = ["convert", &input, "-d", &out.to_string_lossy(), "--report", &report.to_string_lossy()];
    let run = retromesh(&words);
    assert_eq!(run.code, 1);
    assert_eq!(names(&out), ["a.glb", "sub"]);
    assert_eq!(names(&out.join("sub")), ["b.glb"]);
    assert!(run.err.contains("broken.b3d: b3d: ") && run.err.contains("hint: "), "{}", run.err);
    assert!(run.out.starts_with("2 converted, ") && run.out.contains("1 failed"), "{}", run.out);
    let lines: Vec<serde_json::Value> =
        fs::read_to_string(&report).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    let a = &lines[0];
    assert_eq!((a["format"].as_str(), a["target"].as_str()), (Some("b3d"), Some("gltf")));
    assert!(a["bytes_in"].as_u64() > Some(0) && a["bytes_out"].as_u64() > Some(0) && a["error"].is_null());
    assert!(a["diagnostics"].as_array().is_some_and(|list| !list.is_empty()));
    assert!(lines[1]["error"].as_str().is_some_and(|e| e.contains(" at 0x")), "{}", lines[1]);
}

#[test]
fn nothing_is_written_or_overwritten_by_a_run_that_fails() {
    let folder = archive();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("old.glb"), "old").unwrap();
    for words in [
        ["convert", &path("a.b3d"), "-o", &path("old.glb"), "-q"],
        ["convert", &path("broken.b3d"), "-o", &path("old.glb"), "--force"],
        ["convert", &path("a.b3d"), "-o", &path("old.glb"), "--deny=any-loss"],
    ] {
        assert_ne!(retromesh(&words).code, 0, "{words:?}");
        assert_eq!(fs::read_to_string(path("old.glb")).unwrap(), "old", "{words:?}");
    }
    assert_eq!(names(folder.path()), ["a.b3d", "broken.b3d", "old.glb", "readme.txt", "sub"]);
}

#[test]
fn two_inputs_that_become_one_output_are_distinguished() {
    let folder = archive();
    let (a, b) = (folder.path().join("a.b3d"), folder.path().join("sub/a.b3d"));
    fs::copy(&a, &b).unwrap();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let run = retromesh(&["convert", &a.to_string_lossy(), &b.to_string_lossy(), "-d", &out]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("becomes the same output file"), "{}", run.err);
    assert_eq!(names(&PathBuf::from(out)), ["a.glb"]);
}

#[test]
fn info_as_json_has_the_documented_keys() {
    let run = retromesh(&["info", "--json", &fixture("b3d/everything.b3d")]);
    let list: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let info = &list[0];
    for (key, kind) in [
        ("format", "string"),
        ("version", "string"),
        ("bytes", "number"),
        ("nodes", "number"),
        ("meshes", "number"),
        ("parts", "number"),
        ("vertices", "number"),
        ("faces", "number"),
        ("triangles", "number"),
        ("materials", "number"),
        ("textures", "list"),
        ("images", "list"),
        ("skins", "number"),
        ("joints", "number"),
        ("morph_targets", "number"),
        ("vertex_frames", "number"),
        ("cameras", "number"),
        ("lights", "number"),
        ("lods", "number"),
        ("animations", "list"),
        ("bounds", "object"),
        ("diagnostics", "list"),
    ] {
        let value = &info[key];
        let found = match value {
            serde_json::Value::String(_) => "string",
            serde_json::Value::Number(_) => "number",
            serde_json::Value::Array(_) => "list",
            serde_json::Value::Object(_) => "object",
            _ => "nothing",
        };
        assert_eq!(found, kind, "{key}: {value}");
    }
    for key in ["name", "first", "last", "ticks_per_second", "seconds", "channels", "keys"] {
        assert!(!info["animations"][0][key].is_null(), "animations: {key}");
    }
    for key in ["code", "count", "path"] {
        assert!(!info["diagnostics"][0][key].is_null(), "diagnostics: {key}");
    }
    assert_eq!(info["bounds"]["min"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_note_of_a_rule_is_printed_and_is_no_problem() {
    let room = fixture("rmesh/no-light-map.rmesh");
    let run = retromesh(&["check", "--target", "scpcb", &room]);
    assert!(run.out.contains("note[rmesh-no-light-map]") && run.out.contains(": ok: "), "{}", run.out);
    assert_eq!(run.code, 0, "{}", run.out);
    let run = retromesh(&["check", "--json", "--target", "scpcb", &room]);
    assert!(run.code == 0 && run.out.contains("\"severity\": \"note\""), "{}", run.out);
}

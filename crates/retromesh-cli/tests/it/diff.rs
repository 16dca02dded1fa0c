//! `retromesh diff` as a user meets it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::said as retromesh;
use std::path::Path;

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/b3d").join(name).to_string_lossy().into_owned()
}

#[test]
fn the_exit_code_says_it_and_one_line_names_each_difference() {
    let (letter, turned, tube) = (fixture("letter-f.b3d"), fixture("letter-f-turned.b3d"), fixture("skin-tube.b3d"));
    let folder = tempfile::tempdir().unwrap();
    let glb = folder.path().join("f.glb").to_string_lossy().into_owned();
    assert_eq!(retromesh(&["convert", &letter, "-o", &glb, "-q"]).0, 0);
    let rows: &[(&[&str], i32, &str)] = &[
        (&[&letter, &letter], 0, "same: compared"),
        (&[&letter, &glb], 0, "same: compared"),
        (&[&letter, &turned], 1, "node F: node axes changed: 1 frame by up to "),
        (
            &[&letter, &turned, "--tolerance", "10"],
            1,
            "material names changed: is named \"back\" in the second\n1 difference: ",
        ),
        (&[&letter, &tube], 1, "node F: positions removed: 44 triangles"),
        (&[&letter, &letter, "--tolerance=-1"], 2, "must not be negative"),
        (&[&letter, "no such file.b3d"], 2, "no such file.b3d"),
        (&[&letter], 2, "<B>"),
    ];
    for (words, code, expected) in rows {
        let words: Vec<&str> = ["diff"].iter().chain(*words).copied().collect();
        let (found, text) = retromesh(&words);
        assert!(found == *code && text.contains(expected), "{words:?}: {found}\n{text}");
    }
    assert_eq!(retromesh(&["diff", "-q", &letter, &turned]), (1, String::new()));
    let (code, text) = retromesh(&["diff", "--json", &letter, &turned]);
    let list: serde_json::Value = serde_json::from_str(&text).unwrap();
    let value = &list[0];
    assert_eq!((code, &value["same"]), (1, &serde_json::Value::Bool(false)));
    let axes = value["differences"].as_array().unwrap().iter().find(|d| d["feature"] == "node axes").unwrap();
    assert!(axes["path"] == "node F" && axes["change"] == "changed" && axes["largest"].as_f64().unwrap() > 0.01);
}

#[test]
fn times_in_frames_differ_from_times_in_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let [seconds, frames] = ["luanti", "luanti-frames"].map(|target| {
        let path = folder.path().join(format!("{target}.glb")).to_string_lossy().into_owned();
        let model = fixture("everything.b3d");
        assert_eq!(retromesh(&["convert", &model, "-o", &path, "--target", target, "-q"]).0, 0);
        path
    });
    let (code, text) = retromesh(&["diff", &seconds, &frames]);
    let line = "scene: clips changed: glTF 2.0 became glTF 2.0, times in frames\n";
    assert!(code == 1 && text.starts_with(line), "{text}");
    assert_eq!(retromesh(&["diff", &frames, &frames]).0, 0);
}

#[test]
fn many_extras_are_summed_up_after_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let odol = fixture("../p3d/odol-special-levels.p3d");
    let mlod = folder.path().join("mlod.p3d").to_string_lossy().into_owned();
    assert_eq!(retromesh(&["convert", &odol, "-o", &mlod, "--target", "mlod", "-q"]).0, 0);
    let (code, text) = retromesh(&["diff", &odol, &mlod]);
    assert!(code == 1 && text.contains(" extras differ, among them p3d."), "{text}");
    assert!(!text.contains(": extras "), "{text}");
    assert!(retromesh(&["diff", &odol, &mlod, "--json"]).1.contains("\"extras\""));
}

#[test]
fn directions_are_shown_without_rounding() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = [("a", "1 3e-24 -0"), ("b", "0 1 0")].map(|(name, normal)| {
        let path = folder.path().join(name).with_extension("obj");
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn {normal}\nf 1//1 2//1 3//1\n");
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    });
    let (code, text) = retromesh(&["diff", &a, &b]);
    assert!(code == 1 && text.contains("first at triangle 0 from [1, 0, 0] to [0, 1, 0]\n"), "{text}");
}

#[test]
fn files_of_one_name_in_two_folders_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for name in ["a/sub", "b/sub"] {
        std::fs::create_dir_all(path(name)).unwrap();
    }
    for (from, to) in [
        ("letter-f.b3d", "a/f.b3d"),
        ("letter-f.b3d", "a/sub/tube.b3d"),
        ("skin-tube.b3d", "b/sub/tube.b3d"),
        ("letter-f.b3d", "a/old.b3d"),
        ("letter-f.b3d", "b/new.b3d"),
    ] {
        std::fs::copy(fixture(from), path(to)).unwrap();
    }
    assert_eq!(retromesh(&["convert", &path("a/f.b3d"), "-o", &path("b/f.glb"), "-q"]).0, 0);
    let (code, text) = retromesh(&["diff", &path("a"), &path("b")]);
    let lines: Vec<&str> = text.lines().collect();
    let [same, old, tube, new] = lines.as_slice() else { panic!("{text}") };
    assert_eq!((code, *same), (1, "f.b3d: same"), "{text}");
    assert_eq!((*old, *new), ("old.b3d: only in the first folder", "new.b3d: only in the second folder"));
    assert!(tube.starts_with("sub") && tube.ends_with(" differences"), "{text}");
    let (_, text) = retromesh(&["diff", "--json", &path("a"), &path("b")]);
    let list: serde_json::Value = serde_json::from_str(&text).unwrap();
    let errors: Vec<_> = list.as_array().unwrap().iter().filter_map(|pair| pair["error"].as_str()).collect();
    assert_eq!(
        (list.as_array().unwrap().len(), &*errors),
        (4, &[old, new].map(|line| line.split_once(": ").unwrap().1)[..])
    );
    let (_, text) = retromesh(&["diff", "-v", &path("a"), &path("b")]);
    assert!(text.lines().filter(|line| line.starts_with("  ")).count() > 1, "{text}");
}

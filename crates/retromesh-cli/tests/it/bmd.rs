//! What the program's options do to BGBTech BMD files.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, lines, retromesh};
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> String {
    crate::common::fixture(&format!("bmd/{name}"))
}

#[test]
fn max_error_chooses_the_form_of_vertices() {
    let folder = Folder::new();
    let input = fixture("mixed-stream.bmd");
    let forms = |tolerance: &str| {
        let output = folder.convert(&input, "out.bmd", &["--target", "spec", "--max-error", tolerance]);
        lines(&output, &[], "vertices ").concat().split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(forms("100,100,180"), "3 of 64, 0 of 96, 0 of 128 bits");
    // A tight angle needs normals that are stored, but for the corner whose position lies in the normal's direction.
    assert_eq!(forms("100,100,1"), "1 of 64, 2 of 96, 0 of 128 bits");
    assert_eq!(retromesh(&["convert", &input, "-o", &folder.path("x.bmd"), "--max-error", "-1"]).code, 2);
    let rig = fixture("clip-loop.bmd");
    let output = folder.path("reported.bmd");
    let run = retromesh(&["convert", &rig, "-o", &output, "--max-error", "0.5"]);
    assert!(run.code == 0 && (run.out + &run.err).contains("joints within "), "the errors reached are reported");
}

#[test]
fn max_bytes_narrows_until_it_fits() {
    let folder = Folder::new();
    let input = fixture("mixed-stream.bmd");
    let size = |options: &[&str]| fs::metadata(folder.convert(&input, "out.bmd", options)).unwrap().len();
    let tight = ["--target", "spec", "--max-error", "0.0001,0.0001,0.5"];
    let whole = size(&tight);
    let bound = (whole - 8).to_string();
    assert!(size(&[&tight[..], &["--max-bytes", &bound]].concat()) <= whole - 8);
    let run = retromesh(&["convert", &input, "-o", &folder.path("none.bmd"), "--max-bytes", "60"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("the model in 60 bytes: the smallest forms need "), "{}", run.err);
    assert!(!Path::new(&folder.path("none.bmd")).exists());
}

#[test]
fn no_mirror_holds_for_reading_and_for_writing() {
    let folder = Folder::new();
    let input = fixture("flat64.bmd");
    let positions = |path: &str| {
        let line = lines(path, &[], "positions ").remove(0);
        let (_, corners) = line.split_once(" min ").unwrap();
        corners.split(" hash ").next().unwrap().to_owned()
    };
    let source = positions(&input);
    assert_eq!(source, "(-10, 1, 0) max (0, 1, 20)");
    for (read, write, expected) in [
        (&[][..], &[][..], "(-10, 1, 0) max (0, 1, 20)"),
        (&["--no-mirror"], &["--no-mirror"], "(-10, 1, 0) max (0, 1, 20)"),
        (&["--no-mirror"], &[], "(-10, -1, 0) max (0, -1, 20)"),
        (&[], &["--no-mirror"], "(-10, -1, 0) max (0, -1, 20)"),
    ] {
        let glb = folder.convert(&input, "a.glb", read);
        let back = folder.convert(&glb, "b.bmd", &[&["--target", "spec"], write].concat());
        assert_eq!(positions(&back), expected, "{read:?} {write:?}");
    }
    // Mirrored once, the triangle still faces the way its normals say.
    for options in [&[][..], &["--no-mirror"]] {
        let glb = folder.convert(&input, "a.glb", options);
        let run = retromesh(&["check", "--strict", &glb]);
        assert_eq!(run.code, 0, "{options:?} {}", run.err);
    }
}

#[test]
fn targets_differ_and_unknown_ones_are_refused() {
    let folder = Folder::new();
    let input = fixture("quads-as-entries.bmd");
    let quads = |target: &str| {
        let output = folder.convert(&input, "out.bmd", &["--target", target]);
        lines(&output, &[], "faces ").concat().split_once(": ").unwrap().1.split(',').next().unwrap().to_owned()
    };
    assert_eq!((quads("spec").as_str(), quads("bgbtech").as_str()), ("1 quads", "0 quads"));
    let clips = |options: &[&str]| {
        let output = folder.convert(&fixture("clip-loop.bmd"), "clips.bmd", options);
        lines(&output, &[], "CLIP").len()
    };
    assert_eq!((clips(&[]), clips(&["--target", "bgbtech"]), clips(&["--target", "spec"])), (3, 3, 1));
    let run = retromesh(&["convert", &input, "-o", &folder.path("x.bmd"), "--target", "quake"]);
    assert!(run.code != 0 && run.err.contains("bgbtech"), "{}", run.err);
}

#[test]
fn packed_uvs_chooses_the_layout() {
    let uvs = |name: &str, layout: &str| {
        let options = ["--scene", "--packed-uvs", layout];
        lines(&fixture(name), &options, "uv").into_iter().next().unwrap()
    };
    let [auto, current, old] = ["auto", "current", "old"].map(|layout| uvs("v128-old.bmd", layout));
    assert!(auto == old && auto != current, "{auto}\n{current}");
    let [auto, current, old] = ["auto", "current", "old"].map(|layout| uvs("v128.bmd", layout));
    assert!(auto == current && auto != old, "{auto}\n{old}");
}

#[test]
fn fix_restores_long_gaps() {
    let frames = |path: &str| lines(path, &[], "bone 1 rotation").concat();
    let folder = Folder::new();
    let fixed = folder.convert(&fixture("clip-long-gap.bmd"), "fixed.bmd", &["--fix", "--target", "spec"]);
    let kept = folder.convert(&fixture("clip-long-gap.bmd"), "kept.bmd", &["--target", "spec"]);
    assert!(
        frames(&fixed).contains("max 37") && frames(&kept).contains("max 5"),
        "{}\n{}",
        frames(&fixed),
        frames(&kept)
    );
}

#[test]
fn info_shows_the_bytes_of_each_kind_of_part() {
    let path = fixture("clip-loop.bmd");
    let run = retromesh(&["info", &path]);
    let expected = "header 48, mesh table 32, level table 4, bone table 48, clip table 16, vertices 72, faces 12, keys 26, strings 27";
    assert!(run.out.contains(expected), "{}", run.out);
    let json: serde_json::Value = serde_json::from_str(&retromesh(&["info", "--json", &path]).out).unwrap();
    let json = &json[0];
    let sizes = json["sizes"].as_array().unwrap();
    let sum: u64 = sizes.iter().map(|size| size["bytes"].as_u64().unwrap()).sum();
    assert_eq!((sizes.len(), sum), (10, json["bytes"].as_u64().unwrap()));
    assert_eq!(sizes[5], serde_json::json!({"part": "vertices", "bytes": 72}));
}

#[test]
fn other_formats_of_the_extension_are_named() {
    for (name, says) in [
        ("bad/j3d.bmd", "Nintendo J3D BMD (GameCube, Wii) is not supported"),
        ("bad/nsbmd.bmd", "Nintendo DS NSBMD is not supported"),
        ("bad/mu-online.bmd", "MU Online BMD is not supported"),
        ("bad/nds.bmd", "Nintendo DS BMD (Super Mario 64 DS) is not supported"),
    ] {
        let run = retromesh(&["info", &fixture(name)]);
        assert_eq!(run.code, 1, "{name}");
        assert!(run.err.contains(says) && run.err.contains("BGBTech BMD"), "{name}: {}", run.err);
    }
}

#[test]
fn what_the_engine_stumbles_over_is_found_and_repaired() {
    let folder = Folder::new();
    for (name, rule) in [
        ("clip-long-gap.bmd", "bmd-long-gap"),
        ("v128-old.bmd", "bmd-old-uvs"),
        ("wide-faces.bmd", "bmd-wide-quad"),
        ("solids.bmd", "bmd-open-solid"),
        ("flat64.bmd", "bmd-open-model"),
    ] {
        let input = fixture(name);
        let run = retromesh(&["check", "--target", "bgbtech", &input]);
        assert!((run.out + &run.err).contains(rule), "{name}");
        if matches!(rule, "bmd-open-solid" | "bmd-open-model") {
            continue;
        }
        let output = folder.path(name);
        let run = retromesh(&["repair", &input, "-o", &output, "--only", rule]);
        assert_eq!(run.code, 0, "{name} {}{}", run.out, run.err);
        let run = retromesh(&["check", "--target", "bgbtech", &output]);
        assert!(!(run.out + &run.err).contains(rule), "{name}");
    }
    let repaired = lines(&folder.path("clip-long-gap.bmd"), &[], "bone 1 rotation").concat();
    assert!(repaired.contains("max 37"), "{repaired}");
}

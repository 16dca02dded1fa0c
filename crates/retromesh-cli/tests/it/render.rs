//! `retromesh render` as a user meets it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::said as retromesh;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/b3d")
}

fn fixture(name: &str) -> String {
    fixtures().join(name).to_string_lossy().into_owned()
}

#[test]
fn every_kind_of_picture_and_what_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (letter, tube) = (fixture("letter-f.b3d"), fixture("skin-tube-animated.b3d"));
    let rows: &[(&[&str], i32, &[u8])] = &[
        (&[&letter, "-o", &path("still.png")], 0, b"\x89PNG"),
        (&[&letter, "-o", &path("still.png")], 1, b"\x89PNG"),
        (&[&letter, "-o", &path("still.png"), "--force", "--view", "-20,10", "--grid", "--axes"], 0, b"\x89PNG"),
        (&[&letter, "-o", &path("uv.png"), "--uv", "0"], 0, b"\x89PNG"),
        (&[&letter, "-o", &path("uv.png"), "--uv", "9", "--force"], 1, b"\x89PNG"),
        (&[&letter, "-o", &path("still.gif")], 2, b""),
        (&[&tube, "-o", &path("sheet.gif"), "--sheet", "--animate"], 2, b""),
        (&[&letter, "-o", &path("still.bmp")], 2, b""),
        (&[&letter, "-o", &path("turn.png"), "--turntable", "3"], 0, b"\x89PNG"),
        (&[&letter, "-o", &path("lod.png"), "--lod", "geometry"], 1, b""),
        (&[&letter, "-o", &path("none.gif"), "--animate"], 2, b""),
        (&[&tube, "-o", &path("play.gif"), "--animate", "--pictures", "3", "--skeleton"], 0, b"GIF89a"),
        (&[&tube, "-o", &path("both.gif"), "--animate", "--turntable", "4"], 0, b"GIF89a"),
        (&[&tube, "-o", &path("frame.png"), "--frame", "3", "--wireframe"], 0, b"\x89PNG"),
        (&[&tube, "-o", &path("time.png"), "--time", "0.1", "--background", "transparent"], 0, b"\x89PNG"),
        (&[&tube, "-o", &path("clip.png"), "--clip", "no such clip"], 2, b""),
        (&[&tube, "-o", &path("sheet.png"), "--sheet", "--animate", "--look", "faces"], 0, b"\x89PNG"),
        (&[&letter, &tube, "-o", &path("two.png")], 2, b""),
        (&[&letter, "-o", &path("one.png"), "--compare"], 2, b""),
        (&[&letter], 2, b""),
        (&[&letter, "-o", &path("x.png"), "--view", "up"], 2, b""),
        (&[&letter, "-o", &path("x.png"), "--size", "0"], 2, b""),
    ];
    for (words, code, magic) in rows {
        let words: Vec<&str> = ["render", "--size", "48"].iter().chain(*words).copied().collect();
        let (found, text) = retromesh(&words);
        assert_eq!(found, *code, "{words:?}\n{text}");
        let output = words[words.iter().position(|w| *w == "-o").map_or(0, |i| i + 1)];
        let bytes = fs::read(output).unwrap_or_default();
        assert!(bytes.starts_with(magic) && bytes.is_empty() == magic.is_empty(), "{words:?}");
    }
}

#[test]
fn a_moment_that_no_timeline_has_is_refused_and_clips_without_names_have_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (letter, tube) = (fixture("letter-f-animated.b3d"), fixture("skin-tube-animated.b3d"));
    let output = path("a.png");
    let rows: [(&str, &[&str], i32, &str); 12] = [
        (&letter, &["--frame", "9"], 0, ""),
        (&letter, &["--frame", "500"], 2, "no such frame: expected 1 to 9, found 500"),
        (&letter, &["--frame", "-5"], 2, "no such frame: expected 1 to 9, found -5"),
        (&letter, &["--time", "0.333"], 0, ""),
        (&letter, &["--time", "99"], 2, "no such time: expected 0 to 0.333 seconds, found 99"),
        (&tube, &["--clip", "return", "--frame", "1"], 0, ""),
        (&tube, &["--clip", "return", "--time", "0.2"], 2, "no such time: expected 0 to 0.133 seconds, found 0.2"),
        (&letter, &["--clip", "animation_0"], 0, ""),
        (&letter, &["--clip", "animation_1"], 2, "the clips of the model have no names; the first is animation_0"),
        (&tube, &["--clip", "animation_0"], 2, "animation_0"),
        (&tube, &["--compare", &letter, "--frame", "10"], 2, "skin-tube-animated.b3d: no such frame: expected 1 to 9"),
        (&fixture("letter-f.b3d"), &["--frame", "1"], 2, "the model has no animation"),
    ];
    for (model, options, code, said) in rows {
        let words = ["render", model, "-o", &output, "--force", "--size", "16"];
        let (found, text) = retromesh(&[&words, options].concat());
        assert!(found == code && text.contains(said), "{options:?}: {found} {text}");
    }
    // Among many models one without the frame is drawn all the same.
    let (code, text) = retromesh(&["render", &letter, "-d", &path("out"), "--frame", "500", "--size", "16"]);
    assert!(code == 0 && text.contains("found 500; the picture shows the model at rest\n"), "{text}");
}

#[test]
fn a_folder_becomes_thumbnails_and_a_page() {
    let (models, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(models.path().join("sub")).unwrap();
    fs::copy(fixture("letter-f.b3d"), models.path().join("F & co.b3d")).unwrap();
    fs::copy(fixture("skin-tube.b3d"), models.path().join("sub/tube.b3d")).unwrap();
    // Its one triangle turns its back.
    fs::copy(fixture("anim-flags.b3d"), models.path().join("back.b3d")).unwrap();
    fs::write(models.path().join("broken.b3d"), b"BB3D").unwrap();
    let (input, output) = (models.path().to_string_lossy(), out.path().to_string_lossy());
    let (code, text) = retromesh(&["render", &input, "-d", &output, "--size", "32"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("3 drawn (1 empty), 1 failed"), "{text}");
    assert!(text.contains("back.b3d: the picture is empty: all 1 triangles turn their backs"), "{text}");
    let page = fs::read_to_string(out.path().join("index.html")).unwrap();
    for (name, link) in [("F & co.b3d.png", "./F%20%26%20co.b3d.png"), ("sub/tube.b3d.png", "./sub/tube.b3d.png")] {
        assert!(page.contains(&format!("src=\"{link}\"")), "{page}");
        assert!(fs::read(out.path().join(name)).unwrap().starts_with(b"\x89PNG"));
    }
    assert!(page.contains("broken.b3d</h2><p class=\"problem\">b3d: "), "{page}");
    // A run that goes on says the same of it.
    let (_, text) = retromesh(&["render", &input, "-d", &output, "--size", "32", "--resume"]);
    assert!(text.contains("1 drawn (1 empty), 2 kept, 1 failed"), "{text}");
    let again = fs::read_to_string(out.path().join("index.html")).unwrap();
    assert!(again.matches("class=\"problem\"").count() == 2 && again == page, "{again}");
}

#[test]
fn thumbnails_go_on_where_a_run_ended() {
    let (models, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["a.b3d", "b.b3d"] {
        fs::copy(fixture("letter-f.b3d"), models.path().join(name)).unwrap();
    }
    let (input, output) = (models.path().to_string_lossy(), out.path().to_string_lossy());
    let draw = |more: &[&str]| retromesh(&[&["render", &input, "-d", &output, "--size", "32"], more].concat());
    let goes_on = |more: &[&str], code: i32, summary: &str, what: &str| {
        let (found, text) = draw(&[&["--resume"], more].concat());
        assert!(found == code && text.contains(summary), "{what}: {text}");
    };
    let picture = |name: &str| out.path().join(name);
    let other = b"\x89PNG\r\n\x1a\n of another program";
    fs::write(picture("a.b3d.png"), other).unwrap();
    goes_on(&[], 1, "1 drawn, 1 failed", "the picture of another program is in the way");
    assert_eq!(fs::read(picture("a.b3d.png")).unwrap(), other);
    fs::remove_file(picture("a.b3d.png")).unwrap();
    goes_on(&[], 0, "1 drawn, 1 kept, 0 failed", "one is missing");
    goes_on(&[], 0, "0 drawn, 2 kept, 0 failed", "all are there");
    assert_eq!(draw(&[]).0, 1, "without --resume what is there is in the way");
    // A damaged picture of this program, of the same size as before or another one.
    for size in [fs::metadata(picture("a.b3d.png")).unwrap().len() as usize, 7] {
        fs::write(picture("a.b3d.png"), vec![b'x'; size]).unwrap();
        goes_on(&[], 0, "1 drawn, 1 kept, 0 failed", "a damaged picture");
    }
    fs::write(picture("a.b3d.png"), "damaged").unwrap();
    goes_on(&[], 0, "a.b3d.png: this is no picture any more, and is written again", "a damaged picture is named");
    fs::write(picture("a.b3d.png"), "<html></html>").unwrap();
    goes_on(&[], 1, "1 failed", "a page is no damaged picture");
    fs::remove_file(picture("a.b3d.png")).unwrap();
    goes_on(&["--view", "top"], 0, "2 drawn, 0 failed", "another view");
    goes_on(&["--view", "top", "--sheet"], 0, "2 drawn, 0 failed", "a sheet");
    goes_on(&[], 0, "2 drawn, 0 failed", "the first view");
    // Whatever its time says.
    fs::copy(fixture("skin-tube.b3d"), models.path().join("a.b3d")).unwrap();
    let file = fs::File::options().append(true).open(models.path().join("a.b3d")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(60)).unwrap();
    goes_on(&[], 0, "1 drawn, 1 kept, 0 failed", "another model");
}

#[test]
fn a_picture_goes_to_standard_output() {
    for (words, end) in [(&["--view", "front"][..], "IEND"), (&["--turntable", "2"], "IEND"), (&["--sheet"], "IEND")] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
        program.args(["render", &fixture("letter-f.b3d"), "-o", "-", "--size", "32"]).args(words);
        let output = program.output().unwrap();
        let tail = &output.stdout[output.stdout.len() - 8..];
        assert!(output.stdout.starts_with(b"\x89PNG") && tail.starts_with(end.as_bytes()), "{words:?}");
        assert!(output.status.success() && output.stderr.is_empty());
    }
}

#[test]
fn a_model_and_its_conversion_look_alike() {
    let folder = tempfile::tempdir().unwrap();
    let entries = fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path());
    let mut models: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    models.sort();
    assert!(models.len() >= 100);
    let input = fixtures().to_string_lossy().into_owned();
    let output = folder.path().to_string_lossy().into_owned();
    // Folders may hold files that are broken on purpose; those that are not all become a file.
    let _ = retromesh(&["convert", &input, "-d", &output, "-q"]);
    for model in models {
        let name = model.file_name().unwrap().to_string_lossy().into_owned();
        let converted = folder.path().join(&name).with_extension("glb");
        let (code, text) = retromesh(&[
            "render",
            &model.to_string_lossy(),
            &converted.to_string_lossy(),
            "--compare",
            "--view",
            "35,22",
            "--back-faces",
            "--size",
            "64",
            "--max-difference",
            "0.5",
        ]);
        assert_eq!(code, 0, "{name}: {text}");
    }
    let (code, text) =
        retromesh(&["render", &fixture("letter-f.b3d"), &fixture("skin-tube.b3d"), "--compare", "--size", "64"]);
    assert!(
        code == 1 && text.starts_with("different: 1,076 of 4,096 pixels differ, by up to 205 of 255; where "),
        "{text}"
    );
    for (second, limit, verdict) in
        [("skin-tube.b3d", "200", "almost alike: 1,076 of "), ("letter-f.b3d", "0", "alike: 0 of ")]
    {
        let words = ["--compare", "--size", "64", "--max-difference", limit];
        let (code, text) = retromesh(&[&["render", &fixture("letter-f.b3d"), &fixture(second)][..], &words].concat());
        assert!(code == 0 && text.starts_with(verdict), "{text}");
    }
}

#[test]
fn a_comparison_says_which_file_is_meant_and_what_it_misses() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let letter = fixture("letter-f.b3d");
    fs::write(path("cut.b3d"), &fs::read(&letter).unwrap()[..40]).unwrap();
    let rows: [(&str, &[&str], i32, &str); 4] = [
        (&path("cut.b3d"), &[], 1, "cut.b3d: b3d: "),
        (&path("gone.b3d"), &[], 1, "gone.b3d: no such file"),
        (&fixture("skin-tube-animated.b3d"), &["--clip", "walk"], 2, "letter-f.b3d: "),
        (&fixture("everything.b3d"), &[], 1, "missing-image"),
    ];
    for (second, more, expected, said) in rows {
        let words = ["render", &letter, second, "--compare", "--size", "32"];
        let (code, text) = retromesh(&[&words, more].concat());
        assert!(code == expected && text.contains(said), "{second}: {text}");
    }
}

#[test]
fn pictures_whose_models_are_gone_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::create_dir(path("in")).unwrap();
    for name in ["a.b3d", "b.b3d"] {
        fs::copy(fixture("letter-f.b3d"), path(&format!("in/{name}"))).unwrap();
    }
    let run = || retromesh(&["render", &path("in"), "-d", &path("out"), "--size", "32", "--resume"]).1;
    assert!(!run().contains("earlier run"));
    fs::remove_file(path("in/b.b3d")).unwrap();
    let text = run();
    assert!(text.contains("1 output of an earlier run has no input") && text.contains("b.b3d.png"), "{text}");
}

#[test]
fn an_empty_picture_is_reported_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("side.png").to_string_lossy().into_owned();
    let side = |view: &str| retromesh(&["render", &fixture("triangle.b3d"), "-o", &out, "--force", "--view", view]);
    let reported = ["front", "back"].map(|view| {
        let (code, text) = side(view);
        assert_eq!(code, 0, "{text}");
        text.contains("the picture is empty: all 1 triangles turn their backs to the viewer; `--back-faces` draws them")
    });
    assert_eq!(reported.iter().filter(|reported| **reported).count(), 1, "{reported:?}");
}

#[test]
fn the_bounds_of_info_are_those_of_what_is_placed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.gltf");
    // The second node is in no scene.
    let text = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"mesh":0},{"mesh":0,"translation":[100,0,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
    fs::write(&file, text).unwrap();
    let (code, text) = retromesh(&["info", &file.to_string_lossy()]);
    assert!(code == 0 && text.contains("[0.0, 0.0, 0.0] to [1.0, 1.0, 0.0]"), "{text}");
}

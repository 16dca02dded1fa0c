//! What the program's options do to bOGL and BOGLE files.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, fixture, lines, retromesh};
use std::fs;

#[test]
fn frame_rate_chooses_the_frames() {
    let folder = Folder::new();
    // The letter turns so fast that its 24 frames a second are halved unless a rate is given.
    let rows: [(&[&str], &str, &str); 3] = [
        (&[], "max 17 ", "animation length 18"),
        (&["--frame-rate", "24"], "max 9 ", "animation length 10"),
        (&["--frame-rate", "12"], "max 5 ", "animation length 6"),
    ];
    for (options, last, length) in rows {
        let path = folder.convert(&fixture("b3d/letter-f-animated.b3d"), "letter.bo3d", options);
        let frames = lines(&path, &[], "frames ");
        assert!(
            !frames.is_empty() && frames.iter().all(|line| line.contains("min 1 ") && line.contains(last)),
            "{options:?}: {frames:?}"
        );
        assert!(lines(&path, &[], "animation length")[0].starts_with(length), "{options:?}");
    }
}

#[test]
fn vertex_floats_choose_the_width() {
    let folder = Folder::new();
    for (options, width) in [
        (&[][..], "32"),
        (&["--vertex-floats", "f32"], "32"),
        (&["--vertex-floats", "f16"], "16"),
        (&["--vertex-floats", "auto"], "16"),
    ] {
        let path = folder.convert(&fixture("bo3d/square.bo3d"), "square.bo3d", options);
        let expected = format!("bo3d version 100 entities 1 vertex floats {width}");
        assert_eq!(lines(&path, &[], "bo3d version"), [expected], "{options:?}");
    }
}

#[test]
fn scales_are_baked_or_kept() {
    let folder = Folder::new();
    let baked = [
        "position (0, 0, 0) scale (1, 1, 1) wxyz (1, 0, 0, 0)",
        "position (2, 0, 0) scale (1, 1, 1) wxyz (1, 0, 0, 0)",
    ];
    let kept = [
        "position (0, 0, 0) scale (2, 2, 2) wxyz (1, 0, 0, 0)",
        "position (1, 0, 0) scale (1, 1, 1) wxyz (1, 0, 0, 0)",
    ];
    for (options, expected) in [
        (&[][..], baked),
        (&["--scales", "auto"], baked),
        (&["--scales", "bake"], baked),
        (&["--scales", "keep"], kept),
    ] {
        let path = folder.convert(&fixture("bo3d/scaled-parent.bo3d"), "scaled.bo3d", options);
        assert_eq!(lines(&path, &[], "position"), expected, "{options:?}");
    }
}

#[test]
fn bone_axes_are_kept_or_aligned() {
    let folder = Folder::new();
    for (options, expected) in [
        (&[][..], "wxyz (0.70710677, 0, 0, 0.70710677)"),
        (&["--bone-axes", "keep"], "wxyz (0.70710677, 0, 0, 0.70710677)"),
        (&["--bone-axes", "align"], "wxyz (1, 0, 0, 0)"),
    ] {
        let path = folder.convert(&fixture("bo3d/bones-turned.bo3d"), "bones.bo3d", options);
        let bone = lines(&path, &[], "position (1, 0, 0)");
        assert!(bone.len() == 1 && bone[0].ends_with(expected), "{options:?}: {bone:?}");
    }
}

#[test]
fn targets_choose_the_layout() {
    let folder = Folder::new();
    for (options, layout) in
        [(&[][..], "bogle L15"), (&["--target", "thirty"], "bogle L15"), (&["--target", "thirty-l16"], "bogle L16")]
    {
        let path = folder.convert(&fixture("bgl/eight-textures.bgl"), "scene.bgl", options);
        assert_eq!(lines(&path, &[], "bogle"), [layout], "{options:?}");
        // Geometry next to the model is found again: all three corners are there.
        assert_eq!(lines(&path, &[], "vertices"), ["vertices 3 of 80 bytes"], "{options:?}");
    }
    assert_eq!(fs::read_dir(folder.path("geometries")).unwrap().count(), 1);
    let run = retromesh(&["convert", &fixture("bgl/skin.bgl"), "-o", &folder.path("no.bgl"), "--target", "forty"]);
    assert!(run.code != 0 && run.err.contains("thirty, thirty-l16"), "{} {}", run.code, run.err);
}

#[test]
fn textures_are_named_or_left_out() {
    let folder = Folder::new();
    let named = |options: &[&str]| {
        let path = folder.convert(&fixture("bgl/eight-textures.bgl"), "textures.bgl", options);
        lines(&path, &[], "diffuse texture")
    };
    assert_eq!(named(&["--textures", "link"]), ["diffuse texture brick.v2", "diffuse texture brick.v2"]);
    assert!(named(&["--textures", "none"]).is_empty());
}

#[test]
fn what_engines_refuse_is_read_on_request() {
    let folder = Folder::new();
    let mut newer = fs::read(fixture("bo3d/pivot.bo3d")).unwrap();
    newer[4..8].copy_from_slice(&101i32.to_le_bytes());
    let longer = [fs::read(fixture("bgl/skin.bgl")).unwrap(), b"\n".to_vec()].concat();
    for (name, bytes, said) in
        [("newer.bo3d", newer, "version 101 is not supported"), ("longer.bgl", longer, "no more bytes")]
    {
        let path = folder.path(name);
        fs::write(&path, bytes).unwrap();
        let run = retromesh(&["dump", &path]);
        assert!(run.code == 1 && run.err.contains(said), "{name}: {} {}", run.code, run.err);
        assert_eq!(retromesh(&["dump", &path, "--unloadable"]).code, 0, "{name}");
        // It can be read, and is not sound.
        let run = retromesh(&["check", &path, "--unloadable"]);
        assert!(run.code == 1 && run.out.contains(": 1 defect\n"), "{name}: {} {}", run.code, run.out);
    }
}

#[test]
fn root_bones_are_placed_in_the_axes_that_are_asked_for() {
    let file = fixture("bgl/skin-rotated.bgl");
    let root = |options: &[&str]| lines(&file, options, "node 3").remove(0);
    assert!(root(&["--scene"]).contains("t (0, 0, 0.99999994)"), "{}", root(&["--scene"]));
    assert!(root(&["--scene", "--root-in-armature-space"]).contains("t (0, 1, 0)"));
}

#[test]
fn the_rate_of_reading_is_that_of_the_animation() {
    let file = fixture("bo3d/keys.bo3d");
    assert!(lines(&file, &["--scene"], "animation 0")[0].contains("rate 30"));
    assert!(lines(&file, &["--scene", "--fps", "12.5"], "animation 0")[0].contains("rate 12.5"));
}

#[test]
fn checks_for_the_engines_name_their_rules() {
    for (file, target, rule) in [
        ("bo3d/keys-missing-end.bo3d", "bogl", "bo3d-end-key"),
        ("bo3d/names-equal.bo3d", "bogl", "bo3d-name-clash"),
        ("bgl/trap-65-bones.bgl", "thirty", "bgl-many-bones"),
        ("bgl/trap-camera-type.bgl", "thirty", "bgl-camera-type"),
        ("bgl/layout-15.bgl", "thirty-l16", "bgl-layout-l16"),
    ] {
        let run = retromesh(&["check", &fixture(file), "--target", target]);
        assert!(format!("{}{}", run.out, run.err).contains(rule), "{file}: {} {}", run.out, run.err);
    }
}

#[test]
fn models_in_one_folder_do_not_share_geometries_of_one_name() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    // Each has a mesh of the same name and another shape.
    for number in 0..16 {
        let text = format!("o box\nv 0 0 0\nv {number} 0 1\nv 0 1 0\nf 1 2 3\n");
        fs::write(folder.path(&format!("in/m{number}.obj")), text).unwrap();
    }
    let (input, out) = (folder.path("in"), folder.path("out"));
    let run = retromesh(&["convert", &input, "--to", "bgl", "--target", "thirty-l16", "-d", &out, "--jobs", "8"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("16 converted") && !run.out.contains("failed"), "{}", run.out);
    assert_eq!(fs::read_dir(folder.path("out/geometries")).unwrap().count(), 16);
    assert!(fs::exists(folder.path("out/geometries/m7__geometry.bgg")).unwrap());
}

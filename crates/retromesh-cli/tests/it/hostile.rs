//! The program over files made to harm: deep nesting, limits, names that steer a terminal, and paths that lead elsewhere.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::fixture;
use retromesh_testkit::nested_b3d_nodes;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn retromesh(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).output().unwrap()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A Blitz3D chunk.
fn chunk(tag: [u8; 4], body: &[u8]) -> Vec<u8> {
    [&tag[..], &(body.len() as u32).to_le_bytes()[..], body].concat()
}

fn node(name: &[u8], below: &[u8]) -> Vec<u8> {
    let place: Vec<u8> = [0., 0., 0., 1., 1., 1., 1., 0., 0., 0f32].iter().flat_map(|v| v.to_le_bytes()).collect();
    chunk(*b"NODE", &[name, b"\0", &place, below].concat())
}

/// A triangle whose brush shows an image of the given name.
fn b3d(image: &[u8], name: &[u8]) -> Vec<u8> {
    let floats = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let ints = |values: &[i32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let texture = [image, b"\0", &ints(&[1, 2]), &floats(&[0., 0., 1., 1., 0.])].concat();
    let brush = [&ints(&[1]), name, b"\0", &floats(&[1., 1., 1., 1., 0.]), &ints(&[1, 0, 0])].concat();
    let corners = floats(&[0., 0., 0., 0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0., 1.]);
    let vertices = [&ints(&[0, 1, 2]), &corners[..]].concat();
    let mesh = [ints(&[0]), chunk(*b"VRTS", &vertices), chunk(*b"TRIS", &ints(&[0, 0, 1, 2]))].concat();
    let parts = [chunk(*b"TEXS", &texture), chunk(*b"BRUS", &brush), node(name, &chunk(*b"MESH", &mesh))].concat();
    chunk(*b"BB3D", &[&ints(&[1])[..], &parts].concat())
}

#[test]
fn a_million_levels_end_no_command_by_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let depth = 1_000_000;
    let children: String =
        (1..depth).flat_map(|child| ["{\"children\":[".to_owned(), child.to_string(), "]},".to_owned()]).collect();
    let lists = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    let braces = {
        let file = fs::read(fixture("bgl/layout-4.bgl")).unwrap();
        let at = file.windows(6).position(|window| window == b"0{1{}}").unwrap();
        [&file[..at], "0{".repeat(depth).as_bytes(), &file[at + 6..]].concat()
    };
    let gltf =
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{children}{{}}]}}");
    let files: [(&str, Vec<u8>); 4] = [
        ("a.b3d", nested_b3d_nodes(1_000_000)),
        ("b.gltf", gltf.into_bytes()),
        ("c.gltf", lists.into_bytes()),
        ("d.bgl", braces),
    ];
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let (path, out) = (text(&path), text(&folder.path().join(name).with_extension("out.glb")));
        for words in [&["info", &path][..], &["dump", &path], &["check", &path], &["convert", &path, "-o", &out]] {
            let run = retromesh(words);
            // A signal leaves no code.
            let code = run.status.code().unwrap_or_else(|| panic!("{words:?}: {}", run.status));
            assert!(code == 0 || code == 1, "{words:?}: {code}");
        }
    }
}

#[test]
fn limits_are_options() {
    let rows = [
        ("--max-input", "b3d/triangle.b3d", fs::metadata(fixture("b3d/triangle.b3d")).unwrap().len(), "input size"),
        ("--max-depth", "b3d/nodes-deep.b3d", 1 << 20, "nesting"),
        ("--max-decompressed", "p3d/odol-matches.p3d", 1 << 20, "unpacked bytes"),
        ("--max-lods", "p3d/odol-levels.p3d", 5, "number of levels"),
    ];
    for (option, name, enough, what) in rows {
        let run = |value: u64| retromesh(&["info", &fixture(name), option, &value.to_string()]);
        assert!(run(enough).status.success(), "{option} {enough}");
        let little = if option == "--max-input" || option == "--max-lods" { enough - 1 } else { 1 };
        let refused = run(little);
        let err = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{option} {little}");
        assert!(err.contains(&format!("{what} over the limit: at most {little}")), "{option}: {err}");
    }
}

/// Names that a file may hold, and whether an image that lies under them elsewhere must stay unread.
fn hostile_names() -> Vec<Vec<u8>> {
    let long = "x".repeat(5000) + ".png";
    let names: [&[u8]; 10] = [
        b"../secret.png",
        b"a/../../secret.png",
        b"..\\secret.png",
        b"/etc/passwd",
        b"C:\\secret.png",
        b"C:secret.png",
        b"\\\\host\\share\\secret.png",
        b"link.png",
        long.as_bytes(),
        b"\x1b[31m\x1b]0;title\x07\x9b2J.png",
    ];
    names.iter().map(|name| name.to_vec()).collect()
}

#[test]
fn names_lead_nowhere_and_steer_nothing() {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("models");
    fs::create_dir(&folder).unwrap();
    // A sentence that must not turn up in any output.
    let secret = b"\x89PNG\r\n\x1a\nthe secret of the folder above";
    fs::write(outside.path().join("secret.png"), secret).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.png"), folder.join("link.png")).unwrap();
    let mut rows = hostile_names();
    rows.push(text(&outside.path().join("secret.png")).into_bytes());
    for name in rows {
        let shown = name.escape_ascii().to_string();
        let model = folder.join("model.b3d");
        fs::write(&model, b3d(&name, &name)).unwrap();
        let model = text(&model);
        for extension in ["glb", "gltf", "obj", "b3d", "bo3d", "bgl", "bmd", "p3d"] {
            let out = outside.path().join("out");
            let path = text(&out.join(format!("model.{extension}")));
            for textures in ["embed", "link"] {
                let run = retromesh(&["convert", &model, "-o", &path, "--force", "--textures", textures]);
                assert!(matches!(run.status.code(), Some(0 | 1)), "{shown} to {extension}: {}", run.status);
                no_controls(&run, &shown);
            }
            for entry in fs::read_dir(&out).into_iter().flatten() {
                let path = entry.unwrap().path();
                assert!(path.file_name().unwrap().to_string_lossy().starts_with("model."), "{}", path.display());
                let bytes = fs::read(&path).unwrap();
                let holds = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
                assert!(!holds(b"the secret"), "{shown} in {}", path.display());
                assert!(extension != "gltf" || !holds(b"\"uri\":\"/") && !holds(b"\"uri\":\".."), "{shown}");
            }
            let _ = fs::remove_dir_all(&out);
        }
        for command in ["info", "dump", "check"] {
            no_controls(&retromesh(&[command, &model]), &shown);
        }
        // Nothing but the three things that were put there.
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 2, "{shown}");
    }
}

/// Checks that neither output holds a control character other than the end of a line.
fn no_controls(run: &Output, name: &str) {
    for out in [&run.stdout, &run.stderr] {
        let out = String::from_utf8_lossy(out);
        let control = out.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{name}: {}", out.escape_debug());
    }
}

#[test]
fn a_root_allows_what_lies_below_it() {
    let outside = tempfile::tempdir().unwrap();
    let game = outside.path().join("game");
    fs::create_dir_all(game.join("models")).unwrap();
    fs::create_dir_all(game.join("textures")).unwrap();
    fs::create_dir_all(outside.path().join("textures")).unwrap();
    // A header of one by one pixel, and pixels that nobody decodes.
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77\x53\xde\0\0\0\x0bIDATthe picture\0\0\0\0";
    fs::write(game.join("textures/wall.png"), png).unwrap();
    fs::write(outside.path().join("textures/sky.png"), png).unwrap();
    let rows = [("wall.png", true), ("sky.png", false)];
    for (image, inside) in rows {
        let model = game.join("models/model.b3d");
        fs::write(&model, b3d(image.as_bytes(), b"n")).unwrap();
        let (model, out, root) = (text(&model), text(&outside.path().join("a.glb")), text(&game));
        let holds = || {
            let bytes = fs::read(&out).unwrap();
            bytes.windows(11).any(|window| window == b"the picture")
        };
        assert!(retromesh(&["convert", &model, "-o", &out, "--force"]).status.success());
        assert!(!holds(), "{image} without a root");
        assert!(retromesh(&["convert", &model, "-o", &out, "--force", "--root", &root]).status.success());
        assert_eq!(holds(), inside, "{image}");
    }
}

#[test]
fn what_is_too_much_for_a_comparison_is_not_said_to_differ() {
    let [file, often] =
        ["parts.gltf", "often.glb"].map(|name| text(Path::new(&fixture(&format!("growth/placed-{name}")))));
    let rows = [
        (vec!["check", &often], 0, " placed meshes not compared: too many"),
        (vec!["check", &file], 0, "ok: glTF 2.0, 306 placed meshes not compared: too many"),
        (
            vec!["diff", &file, &file],
            1,
            "not compared: 306 placed meshes, too many for a comparison\nsame as far as compared: ",
        ),
    ];
    for (words, code, expected) in rows {
        let run = retromesh(&words);
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.code() == Some(code) && said.contains(expected), "{words:?}: {said}");
    }
}

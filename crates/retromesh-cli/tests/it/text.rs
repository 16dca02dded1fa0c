//! `text` and `pack`: streams, overwriting, errors, and changes as git shows them.

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_file_goes_through_text_and_back() {
    let folder = Folder::new();
    for (name, packed) in [
        ("b3d/skin-tube-animated.b3d", "a.b3d"),
        ("bo3d/square.bo3d", "a.bo3d"),
        ("bgl/skin.bgl", "a.bgl"),
        ("bmd/rig.bmd", "a.bmd"),
        ("p3d/sp3x-cube.p3d", "a.p3d"),
    ] {
        let (text, packed) = (folder.path("a.txt"), folder.path(packed));
        let input = fixture(name);
        let run = retromesh(&["text", &input, "-o", &text, "--force"]);
        assert_eq!((run.code, run.out, run.err), (0, format!("{input} -> {text}\n"), String::new()), "{name}");
        let run = retromesh(&["pack", &text, "-o", &packed]);
        assert_eq!((run.code, run.out, run.err), (0, format!("{text} -> {packed}\n"), String::new()), "{name}");
        assert_eq!(fs::read(&packed).unwrap(), fs::read(fixture(name)).unwrap(), "{name}");
        let printed = retromesh(&["text", &fixture(name)]);
        assert_eq!(printed.out, fs::read_to_string(&text).unwrap(), "{name}");
    }
}

#[test]
fn nothing_is_overwritten_without_force_and_faults_write_nothing() {
    let folder = Folder::new();
    let (text, packed) = (folder.path("a.txt"), folder.path("a.b3d"));
    let input = fixture("b3d/triangle.b3d");
    assert_eq!(retromesh(&["text", &input, "-o", &text]).code, 0);
    let again = retromesh(&["text", &input, "-o", &text]);
    assert!(again.code == 1 && again.err.contains("use --force to overwrite it"), "{}", again.err);
    let broken = fs::read_to_string(&text).unwrap().replace("0 1 0", "0 x 0");
    fs::write(&text, broken).unwrap();
    let run = retromesh(&["pack", &text, "-o", &packed]);
    assert_eq!(run.code, 1);
    assert!(run.err.ends_with("b3d: bad text at line 19, column 9: expected a number, found `x`\n"), "{}", run.err);
    assert!(!Path::new(&packed).exists());
    let run = retromesh(&["text", &fixture("obj/triangle.obj")]);
    assert!(run.code == 1 && run.err.contains("text of files of this format is not supported"), "{}", run.err);
}

#[test]
fn an_archive_is_not_packed() {
    let folder = Folder::new();
    let run = retromesh(&["pack", &folder.path(""), "-o", &folder.path("x.pbo")]);
    assert!(run.code == 2 && run.err.contains("archives are read and not written"), "{}", run.err);
}

#[test]
fn defects_of_what_is_packed_are_reported() {
    let folder = Folder::new();
    let (text, packed) = (folder.path("a.txt"), folder.path("a.b3d"));
    let run = retromesh(&["text", &fixture("b3d/triangle.b3d")]);
    fs::write(&text, run.out.replace("0 1 2", "0 1 3")).unwrap();
    let run = retromesh(&["pack", &text, &packed]);
    assert!(run.code == 0 && run.err.starts_with("warning[index-out-of-range]: "), "{}", run.err);
    assert_eq!(retromesh(&["pack", &text, &packed, "-f", "-q"]).err, "");
}

#[test]
fn a_selection_of_other_counts_than_its_level_is_refused() {
    let folder = Folder::new();
    let (text, packed) = (folder.path("a.txt"), folder.path("a.p3d"));
    let printed = retromesh(&["text", &fixture("p3d/sp3x-selections.p3d")]).out;
    let (head, rest) = printed.split_once("points [\n").unwrap();
    let (point, rest) = rest.split_once('\n').unwrap();
    fs::write(&text, format!("{head}points [\n{point}\n{point}\n{rest}")).unwrap();
    let run = retromesh(&["pack", &text, &packed]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("Turret has 8 points, its level has 9: give both the same number"), "{}", run.err);
    assert!(!Path::new(&packed).exists());
}

/// Runs git in a folder, away from the settings of whoever runs the tests.
#[test]
fn a_texture_that_nothing_would_read_is_not_packed() {
    let folder = Folder::new();
    let (text, packed) = (folder.path("a.txt"), folder.path("a.pac"));
    let printed = retromesh(&["text", &fixture("paa/p8-beyond-palette.pac")]).out;
    assert!(printed.contains("body <bf09>"), "{printed}");
    fs::write(&text, printed.replace("body <bf09>", "body <ff01>")).unwrap();
    let run = retromesh(&["pack", &text, &packed]);
    assert!(run.code == 1 && run.err.contains("what is packed would be refused: paa: bad run lengths"), "{}", run.err);
    assert!(!Path::new(&packed).exists());
    // Its text says so, and bytes after its end are not all that is wrong with it.
    let mut bytes = fs::read(fixture("paa/p8-beyond-palette.pac")).unwrap();
    let at = bytes.windows(2).position(|pair| pair == [0xbf, 9]).unwrap();
    bytes[at..at + 2].copy_from_slice(&[0xff, 1]);
    let damaged = folder.path("damaged.pac");
    fs::write(&damaged, [&bytes[..], b"tail"].concat()).unwrap();
    let run = retromesh(&["text", &damaged]);
    assert!(run.code == 0 && run.err.contains("`pack` refuses this text as long as"), "{}", run.err);
    let run = retromesh(&["repair", &damaged, "-o", &packed]);
    assert!(run.code == 1 && run.err.contains("bad run lengths") && !Path::new(&packed).exists(), "{}", run.err);
    bytes[at..at + 2].copy_from_slice(&[0xbf, 9]);
    fs::write(&damaged, [&bytes[..], b"tail"].concat()).unwrap();
    let run = retromesh(&["repair", &damaged, "-o", &packed]);
    assert!(run.code == 0 && fs::read(&packed).unwrap() == bytes, "{}{}", run.out, run.err);
}

fn git(folder: &Path, words: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(words).current_dir(folder).env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1");
    let output = git.output().expect("this test needs git on the path: it shows what `git diff` says of a model");
    assert!(output.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn git_shows_exactly_the_lines_that_changed() {
    let folder = Folder::new();
    let root = folder.0.path();
    let (model, text) = (folder.path("walker.b3d"), folder.path("walker.txt"));
    fs::copy(fixture("b3d/keys-split-by-range.b3d"), &model).unwrap();
    git(root, &["init", "--quiet"]);
    git(root, &["config", "user.name", "nobody"]);
    git(root, &["config", "user.email", "nobody@example.org"]);
    let program = env!("CARGO_BIN_EXE_retromesh").replace('\\', "/");
    git(root, &["config", "diff.retromesh.textconv", &format!("\"{program}\" text")]);
    fs::write(root.join(".gitattributes"), "*.b3d diff=retromesh\n").unwrap();
    git(root, &["add", "."]);
    git(root, &["commit", "--quiet", "-m", "a walker"]);

    assert_eq!(retromesh(&["text", &model, "-o", &text]).code, 0);
    let before = fs::read_to_string(&text).unwrap();
    fs::remove_file(&text).unwrap();
    let edited = before.replacen("name \"wave\"", "name \"greet\"", 1).replacen("fps 30", "fps 25", 1);
    let changed: Vec<(&str, &str)> = before.lines().zip(edited.lines()).filter(|(a, b)| a != b).collect();
    assert_eq!(changed.len(), 2, "{before}");
    let edited_text = folder.path("edited.txt");
    fs::write(&edited_text, &edited).unwrap();
    assert_eq!(retromesh(&["pack", &edited_text, "-o", &model, "--force"]).code, 0);
    fs::remove_file(&edited_text).unwrap();

    let diff = git(root, &["diff", "--no-color", "-U0"]);
    let is_change = |line: &&str| {
        (line.starts_with('+') || line.starts_with('-')) && !line.starts_with("+++") && !line.starts_with("---")
    };
    let mut shown: Vec<String> = diff.lines().filter(is_change).map(str::to_owned).collect();
    let mut expected: Vec<String> = changed.iter().flat_map(|(a, b)| [format!("-{a}"), format!("+{b}")]).collect();
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected, "{diff}");
}

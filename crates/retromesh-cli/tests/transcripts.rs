//! Transcripts: every command as a person meets it, with its help and its main errors, and those of the README.
//!
//! `TRYCMD=overwrite cargo test -p retromesh-cli --test transcripts` writes them anew: read the difference.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn transcripts_say_what_the_program_does() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = here.join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&workspace.join("fixtures"), &folder.path().join("fixtures"));
    // Transcripts run where only the fixtures are, and leave their outputs there.
    std::env::set_current_dir(folder.path()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1");
    cases.case(here.join("tests/transcripts/*.md")).case(workspace.join("README.md"));
    cases.run();
}

#[test]
fn the_two_commands_of_the_readme_do_what_it_says() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(workspace.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&workspace.join("fixtures/b3d"), &folder.path().join("fixtures/b3d"));
    let convert = readme.lines().find(|line| line.starts_with("cargo run ")).unwrap();
    let (_, words) = convert.split_once(" -- ").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    let output = program.args(words.split(' ')).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{convert}");
    let written = words.split(' ').next_back().unwrap();
    assert!(folder.path().join(written).exists() && readme.contains(&format!("`{written}`")), "{written}");
    // The gate and a workflow run the lines of the README that begin so.
    for (file, begin) in [(".ci/run", "cargo test "), (".github/workflows/ci.yml", "cargo run ")] {
        assert!(readme.lines().any(|line| line.starts_with(begin)));
        let text = fs::read_to_string(workspace.join(file)).unwrap();
        assert!(text.contains(&format!("grep '^{begin}' README.md")), "{file}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

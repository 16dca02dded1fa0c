//! The guides: every command in them is run, and must say what the guide says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use retromesh_testkit::guides::{edit, set_up, transcript};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `retromesh ...` or `cat FILE` and returns what it says, or does an edit.
fn run(command: &str, said: &str, folder: &Path) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["edit", file] => {
            edit(&folder.join(file), said);
            said.to_owned()
        }
        ["cat", file] => fs::read_to_string(folder.join(file)).unwrap(),
        ["retromesh", words @ ..] => {
            let program = env!("CARGO_BIN_EXE_retromesh");
            let output = Command::new(program).args(words).current_dir(folder).env("NO_COLOR", "1").output().unwrap();
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
        }
        _ => panic!("a guide may only call retromesh and cat, not {command:?}"),
    }
}

/// Leaves out what is no promise: the kind of slash, which is the system's.
fn lasting(text: &str) -> String {
    text.replace('\\', "/").trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn judge(guide: &str) {
    let text = fs::read_to_string(workspace().join("docs/guides").join(guide)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(set_up(&text, folder.path()) > 0, "{guide} names no file");
    let commands = transcript(&text);
    assert!(commands.len() >= 3, "{guide} has {} commands", commands.len());
    let mut wrong = String::new();
    for (command, said) in &commands {
        let found = run(command, said, folder.path());
        if lasting(&found) != lasting(said) {
            write!(wrong, "$ {command}\n{found}\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{guide} is not up to date; it should say:\n\n{wrong}");
}

#[test]
fn moving_a_luanti_mod_works_as_described() {
    judge("luanti.md");
}

#[test]
fn from_blender_to_blitz3d_works_as_described() {
    judge("blender-to-blitz3d.md");
}

#[test]
fn a_textured_tank_works_as_described() {
    judge("ofp-tank.md");
}

#[test]
fn a_room_through_blender_works_as_described() {
    judge("scp-cb-room.md");
}

#[test]
fn an_inventory_of_an_archive_works_as_described() {
    judge("archive.md");
}

#[test]
fn ten_edits_by_hand_work_as_described() {
    judge("text.md");
}

#[test]
fn every_guide_is_tried() {
    let paths = fs::read_dir(workspace().join("docs/guides")).unwrap().map(|e| e.unwrap().path());
    let guides = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let names = guides.map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    let tried = include_str!("guides.rs");
    for name in names {
        assert!(tried.contains(&format!("judge(\"{name}\")")), "{name} is not tried");
    }
}

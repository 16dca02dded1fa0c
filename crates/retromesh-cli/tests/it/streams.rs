//! Standard input and output in place of files: `-`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, fixture};
use std::fs::{self, File};
use std::process::{Command, Output};

/// Calls the program with a fixture as its standard input.
fn with_input(words: &[&str], name: &str) -> Output {
    let input = File::open(fixture(name)).unwrap();
    Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).stdin(input).output().unwrap()
}

#[test]
fn every_command_that_reads_takes_standard_input() {
    let folder = Folder::new();
    let (picture, repaired, renamed) = (folder.path("f.png"), folder.path("f.b3d"), folder.path("g.b3d"));
    let model = fixture("b3d/everything.b3d");
    let table: &[(&[&str], &str)] = &[
        (&["info", "-"], "vertices"),
        (&["check", "-"], "ok"),
        (&["dump", "-"], "NODE"),
        (&["textures", "-"], "light.png"),
        (&["textures", "-", "--rename", "light.png=g.png", "-o", &renamed], "g.b3d"),
        (&["repair", "-", "-o", &repaired], "f.b3d"),
        (&["render", "-", "-o", &picture, "--size", "64x64"], "f.png"),
        (&["diff", "-", &model], "same"),
    ];
    for (words, expected) in table {
        let output = with_input(words, "b3d/everything.b3d");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {text}");
        assert!(text.contains(expected), "{words:?}: {text}");
    }
    for written in [picture, repaired, renamed] {
        assert!(fs::metadata(&written).unwrap().len() > 0, "{written}");
    }
    let output = with_input(&["proxies", "-"], "p3d/sp3x-proxy.p3d");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_conversion_between_streams_equals_one_between_files() {
    let folder = Folder::new();
    for to in ["b3d", "glb"] {
        let output = with_input(&["convert", "-", "-o", "-", "--to", to, "--textures", "none"], "b3d/everything.b3d");
        assert_eq!(output.status.code(), Some(0), "{to}: {}", String::from_utf8_lossy(&output.stderr));
        let file = folder.convert(&fixture("b3d/everything.b3d"), &format!("f.{to}"), &["--textures", "none"]);
        assert_eq!(output.stdout, fs::read(file).unwrap(), "{to}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    // Its images are there, as it names none.
    let model = fixture("obj/concave.obj");
    for command in ["info", "dump", "check", "textures", "formats", "completions", "man"] {
        let words: Vec<&str> = match command {
            "formats" | "man" => vec![command],
            "completions" => vec![command, "bash"],
            _ => vec![command, &model],
        };
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(&words).stdout(writer).output().unwrap();
        assert_eq!((run.status.code(), String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""), "{words:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_finds_no_room_is_a_failure() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let words = ["info", &fixture("b3d/everything.b3d")];
    let run = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("standard output"));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_the_caller_has_closed_is_a_failure() {
    let folder = Folder::new();
    // Its images are there, as it names none.
    let model = fixture("obj/concave.obj");
    let run = |words: &[&str], to: &str| {
        let line = format!("exec \"$0\" \"$@\" {to}");
        Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_retromesh")]).args(words).output().unwrap()
    };
    let table: &[&[&str]] = &[
        &["info", &model],
        &["dump", &model],
        &["check", &model],
        &["textures", &model],
        &["convert", &model, "-o", "-", "--to", "bgl"],
        &["formats"],
        &["completions", "bash"],
        &["--help"],
        &["-h"],
        &["--version"],
    ];
    for words in table {
        let closed = run(words, ">&-");
        let text = String::from_utf8_lossy(&closed.stderr);
        assert!(closed.status.code() == Some(1) && text.contains("standard output: it is closed"), "{words:?}: {text}");
        // A null device is a place to write to, however it was opened.
        for null in ["> /dev/null", "1<> /dev/null"] {
            assert_eq!(run(words, null).status.code(), Some(0), "{words:?} {null}");
        }
    }
    let output = folder.path("f.glb");
    assert_eq!(run(&["convert", &model, "-o", &output, "--quiet"], ">&-").status.code(), Some(0), "nothing is printed");
}

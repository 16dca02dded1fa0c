//! Runs of the program, and where its files lie.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;
use std::process::Command;

/// How a run ended and what it printed.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Calls the program.
pub(crate) fn retromesh(words: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Calls the program and returns its exit code and all that it printed.
pub(crate) fn said(words: &[&str]) -> (i32, String) {
    let run = retromesh(words);
    (run.code, run.out + &run.err)
}

/// Returns the path of a fixture, which is named with its folder: `b3d/letter-f.b3d`.
pub(crate) fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name).to_string_lossy().into_owned()
}

/// A folder for outputs.
pub(crate) struct Folder(pub(crate) tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// Converts a file with options and returns the path of the output.
    pub(crate) fn convert(&self, input: &str, name: &str, options: &[&str]) -> String {
        let output = self.path(name);
        let run = retromesh(&[&["convert", input, "-o", &output, "--force"], options].concat());
        assert_eq!(run.code, 0, "{input} {options:?}\n{}{}", run.out, run.err);
        output
    }
}

/// Returns the lines of a dump that start with a word.
pub(crate) fn lines(path: &str, options: &[&str], word: &str) -> Vec<String> {
    let run = retromesh(&[&["dump", path], options].concat());
    assert_eq!(run.code, 0, "{path}: {}", run.err);
    run.out.lines().map(str::trim).filter(|line| line.starts_with(word)).map(str::to_owned).collect()
}

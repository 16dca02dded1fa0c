//! `cargo xtask toy`: adds a format to a copy of the workspace, as CONTRIBUTING says, and runs the tests that every format has.
//!
//! So the walk through the five places stays true, and nothing else above the format crates needs to know a format by name.

use crate::{Outcome, call_cargo, cargo, root};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The files of the new format, laid out as in the workspace: its crate, its fixtures, its page.
const TEMPLATE: &str = "xtask/toy";

/// A line of the workspace, and what is put before it.
struct Addition {
    file: &'static str,
    before: &'static str,
    lines: &'static str,
}

const fn add(file: &'static str, before: &'static str, lines: &'static str) -> Addition {
    Addition { file, before, lines }
}

/// Everything that is changed in files that are there.
const ADDITIONS: &[Addition] = &[
    add("Cargo.toml", "retromesh-obj = {", "retromesh-x = { path = \"crates/retromesh-x\", version = \"0.1.0\" }\n"),
    add("crates/retromesh/Cargo.toml", "obj = [\"dep:", "x = [\"dep:retromesh-x\"]\n"),
    add("crates/retromesh/Cargo.toml", "retromesh-obj = {", "retromesh-x = { workspace = true, optional = true }\n"),
    add(
        "crates/retromesh/src/detect.rs",
        "    #[cfg(feature = \"obj\")]",
        "    #[cfg(feature = \"x\")]\n    &retromesh_x::FORMAT,\n",
    ),
    add("crates/retromesh-fixtures/src/lib.rs", "mod obj;", "mod x;\n"),
];

/// What is changed within a line.
const CHANGES: &[(&str, &str, &str)] = &[
    ("crates/retromesh/Cargo.toml", "default = [", "default = [\"x\", "),
    ("crates/retromesh-fixtures/src/lib.rs", "obj::all(), ", "obj::all(), x::all(), "),
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    if !words.is_empty() {
        return Err(format!("expected no words, found `{}`", words.join(" ")));
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let copy = folder.path();
    copy_sources(copy)?;
    copy_folder(&root().join(TEMPLATE), copy)?;
    for Addition { file, before, lines } in ADDITIONS {
        let place = |text: &str| text.lines().find(|line| line.starts_with(before)).map(str::to_owned);
        edit(&copy.join(file), |text| {
            let line = place(text)?;
            Some(text.replacen(&line, &format!("{lines}{line}"), 1))
        })?;
    }
    for (file, old, new) in CHANGES {
        edit(&copy.join(file), |text| text.contains(old).then(|| text.replacen(old, new, 1)))?;
    }
    // One after another, as a person would: what is generated, then what is tested.
    for words in [
        &["run", "--quiet", "--package", "xtask", "--", "fixtures"][..],
        &["test", "--package", "retromesh-x", "--package", "retromesh"],
        &["test", "--package", "xtask", "--test", "house"],
    ] {
        let mut command = cargo(words);
        command.current_dir(copy).env("CARGO_TARGET_DIR", root().join("target/toy")).env("INSTA_UPDATE", "always");
        call_cargo(&mut command).map_err(|reason| format!("`cargo {}`: {reason}", words.join(" ")))?;
    }
    let dumps = fs::read_dir(copy.join("crates/retromesh-x/tests/snapshots")).map_or(0, Iterator::count);
    println!("toy: a format was added in five places and passes; {dumps} golden dumps were written");
    Ok(())
}

/// Copies what git knows of the workspace, as it is on the disk.
fn copy_sources(copy: &Path) -> Outcome {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let output = output.map_err(|e| format!("cannot run git: {e}"))?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in names.split('\0').filter(|name| !name.is_empty() && !name.starts_with(TEMPLATE)) {
        copy_file(&root().join(name), &copy.join(name))?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?.flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy_folder(&from, &to)? } else { copy_file(&from, &to)? }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Outcome {
    let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::copy(from, to)).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

fn edit(path: &Path, change: impl Fn(&str) -> Option<String>) -> Outcome {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = change(&text).ok_or_else(|| format!("{}: the place for the new format is gone", path.display()))?;
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

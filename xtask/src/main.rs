//! Maintenance tasks of the workspace: a plain table of names and functions, called as `cargo xtask NAME`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to the person or the log that runs it")]

mod book;
mod ci;
mod compare;
mod docs;
mod fixtures;
mod fuzz;
mod header;
mod ksy;
mod loss_matrix;
mod manifests;
mod notes;
mod package;
mod python;
mod setup;
mod snapshots;
mod web;
mod workflows;

use retromesh_testkit::paths_below;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What a task answers: nothing, or one line that says what is wrong.
type Outcome = Result<(), String>;

/// A task: takes the words after its name.
type Task = fn(&[&str]) -> Outcome;

/// Every task: its name, its function, and what the list says about it.
const TASKS: &[(&str, Task, &str)] = &[
    ("setup", setup::run, "fetch the tools that the gate needs, or some: [--blender | TOOL...]"),
    ("fixtures", fixtures::run, "write fixtures/ and its manifest; --check compares instead"),
    ("snapshots", snapshots::run, "rewrite the golden dumps; --check compares instead"),
    ("docs", docs::run, "write the tables of the documentation, manual pages and completions; --check compares"),
    ("book", book::run, "build the documentation as a book into target/book, and check its links"),
    ("ksy", ksy::run, "hold the Kaitai specifications to every file, and write their tables; --check compares"),
    ("fuzz", fuzz::run, "run the fuzz targets and keep what they find: [TARGET] [--secs N | --walk N], or --list"),
    ("header", header::run, "write the header of the C library and the list of its layouts; --check compares instead"),
    ("compare", compare::run, "measure the program and that of another commit in turns: COMMIT"),
    ("package", package::run, "build the archive that is given away, unpack it and try it: [TARGET]"),
    ("wheel", python::wheel, "build wheels of the Python module: [TARGET...]"),
    ("extension", python::extension, "pack the extension for Blender, with a wheel that is built where there is none"),
    ("python", python::run, "build a wheel, and try it by pytest, mypy and ruff"),
    ("manifests", manifests::run, "write what package managers read, for the archives of a release: ADDRESS FOLDER"),
    ("notes", notes::run, "write what the changelog says of the version of a tag: TAG FILE"),
    ("web", web::run, "build the viewer that `retromesh view` carries, and the site; --check compares"),
    ("pictures", web::pictures, "take the pictures of the documentation from the page"),
    ("ci", ci::run, "run the whole gate, or the steps and groups that are named"),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((name, rest)) = words.split_first() else {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    };
    match call(name, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {name}: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task of this name.
fn call(name: &str, words: &[&str]) -> Outcome {
    match TASKS.iter().find(|(task, ..)| *task == name) {
        Some((_, task, _)) => task(words),
        None => Err(format!("no such task\n{}", usage())),
    }
}

/// Returns a call of cargo in the folder of the workspace, not made yet.
fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root()).stdin(Stdio::null());
    command
}

/// Calls cargo; how it failed is in what it printed.
fn call_cargo(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo: {status}")) }
}

fn usage() -> String {
    let tasks: Vec<String> = TASKS.iter().map(|(name, _, help)| format!("  {name:<10} {help}\n")).collect();
    format!("usage: cargo xtask TASK [WORDS]\n\n{}", tasks.concat())
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Returns the folder of what cargo builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The variable that names the folder of real files, which are not part of the repository.
const CORPUS: &str = retromesh_testkit::CORPUS;

/// Returns the folder of real files; `None` where none is named.
fn corpus_folder() -> Option<PathBuf> {
    std::env::var_os(CORPUS).map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// Reads a file of the repository, or of any absolute path.
fn read(path: impl AsRef<Path>) -> Result<String, String> {
    let path = root().join(path);
    fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a file, and the folders that it is in.
fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Outcome {
    let path = root().join(path);
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(&path, bytes)).map_err(|e| format!("{}: {e}", path.display()))
}

/// Copies a file, and makes the folders that the copy is in.
fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    copied.map(drop).map_err(|e| format!("{} to {}: {e}", from.display(), to.display()))
}

/// Writes those of a task's generated files that are not there as they are made, or with `check` refuses them.
fn generate<B: AsRef<[u8]>>(task: &str, check: bool, files: impl IntoIterator<Item = (String, B)>) -> Outcome {
    let is_stale = |(name, made): &(String, B)| fs::read(root().join(name)).ok().as_deref() != Some(made.as_ref());
    let stale: Vec<(String, B)> = files.into_iter().filter(is_stale).collect();
    if check && !stale.is_empty() {
        let names: Vec<&str> = stale.iter().map(|(name, _)| name.as_str()).collect();
        return Err(format!("stale: {}; run `cargo xtask {task}`", names.join(", ")));
    }
    stale.iter().try_for_each(|(name, made)| write(name, made).map(|()| println!("wrote {name}")))
}

/// Returns the path below a folder of a file, with forward slashes.
fn name_below(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Lists the fixtures that the documentation is made of: not those that are slow on purpose, and about nothing that others do not show.
fn quick_fixtures() -> Result<Vec<PathBuf>, String> {
    let mut files = paths_below(&root().join("fixtures"))?;
    files.retain(|file| file.iter().all(|part| part != "growth"));
    Ok(files)
}

/// Returns a command without input and output.
fn quiet(program: impl AsRef<std::ffi::OsStr>, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Returns whether a program can be called with these words.
fn works(program: impl AsRef<std::ffi::OsStr>, words: &[&str]) -> bool {
    quiet(program, words).status().is_ok_and(|status| status.success())
}

/// Runs a command, whose output is that of the task.
fn execute(command: &mut Command) -> Outcome {
    let status = command.stdin(Stdio::null()).status().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

/// Runs a command and returns what it printed.
fn text(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Reads the one switch that generating tasks take: nothing, or `--check`.
fn wants_check(words: &[&str]) -> Result<bool, String> {
    match words {
        [] => Ok(false),
        ["--check"] => Ok(true),
        _ => Err(format!("expected nothing or --check, found `{}`", words.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::{TASKS, call, wants_check};

    #[test]
    fn task_names_are_unique() {
        for (place, (name, ..)) in TASKS.iter().enumerate() {
            assert_eq!(TASKS.iter().position(|(other, ..)| other == name), Some(place), "two tasks named {name}");
        }
    }

    #[test]
    fn unknown_words_are_refused() {
        assert!(call("no-such-task", &[]).is_err());
        assert_eq!(wants_check(&[]), Ok(false));
        assert_eq!(wants_check(&["--check"]), Ok(true));
        assert!(wants_check(&["--chekc"]).is_err());
    }
}

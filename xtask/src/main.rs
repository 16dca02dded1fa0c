//! Maintenance tasks of the workspace: a plain table of names and functions, called as `cargo xtask NAME`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to the person or the log that runs it")]

mod batch;
mod bench;
mod blender;
mod ci;
mod clock;
mod corpus;
mod docs;
mod edits;
mod fixtures;
mod fuzz;
mod growth;
mod irrlicht;
mod ksy;
mod loss_matrix;
mod manifests;
mod outside;
mod package;
mod python;
mod setup;
mod snapshots;
mod sweep;
mod toy;
mod web;
mod windows;

use retromesh_testkit::{File, PeakAlloc, files_below};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Counts what the measured code holds.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What a task answers: nothing, or one line that says what is wrong.
type Outcome = Result<(), String>;

/// A task: takes the words after its name.
type Task = fn(&[&str]) -> Outcome;

/// Every task: its name, its function, and what the list says about it.
const TASKS: &[(&str, Task, &str)] = &[
    ("setup", setup::run, "fetch the outside tools that the full gate needs"),
    ("fixtures", fixtures::run, "write fixtures/ and its manifest; --check compares instead"),
    ("snapshots", snapshots::run, "rewrite the golden dumps; --check compares instead"),
    (
        "docs",
        docs::run,
        "write the tables of the documentation, manual pages and completions; --check compares instead",
    ),
    (
        "ksy",
        ksy::run,
        "hold the Kaitai specifications of the formats to every file, and write their tables; --check compares",
    ),
    ("corpus", corpus::run, "hold every file of a folder to every promise"),
    (
        "outside",
        outside::run,
        "take b3d files through gltf-transform or Blender and back; compare how polygons are cut",
    ),
    ("edits", edits::run, "make the edits of docs/guides/text.md, and let assimp read what each packs to"),
    ("irrlicht", irrlicht::run, "load every model as b3d for Luanti in Irrlicht, and compare where vertices are"),
    ("blender", blender::run, "import every model as GLB in Blender, and compare where vertices are"),
    ("sweep", sweep::run, "try small damages of every fixture and of real files, by the million"),
    ("growth", growth::run, "bound processor time and memory of every command over files that ask for very much"),
    ("fuzz", fuzz::run, "run the fuzz targets and keep what they find: [TARGET] [--secs N [--record] | --walk N]"),
    ("batch", batch::run, "convert 10,000 small files, killed and resumed, with the memory watched"),
    ("bench", bench::run, "measure speed and memory beside yardsticks"),
    ("toy", toy::run, "add a format to a copy of the workspace, and run the tests that every format has"),
    ("windows", windows::run, "build the tests for Windows and run them under Wine, where both are there"),
    ("package", package::run, "build the archive that is given away, unpack it and try it: [TARGET] [--profile NAME]"),
    ("wheel", python::wheel, "build wheels of the Python module: [TARGET...]"),
    (
        "extension",
        python::extension,
        "pack the Blender extension; --test [--with PROGRAM] [FOLDER] tries it in Blender",
    ),
    ("python", python::run, "build a wheel, and try it by pytest, mypy and ruff"),
    ("manifests", manifests::run, "write what package managers read, for the archives of a release: ADDRESS FOLDER"),
    (
        "web",
        web::run,
        "build the viewer that `retromesh view` carries, and the site; --check compares, --test [FOLDER...] opens pages in Chromium",
    ),
    ("ci", ci::run, "run the whole gate, or the steps that are named"),
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

/// Tasks that measure or try millions of cases, and so want every optimisation. The others run in the profile that the tests are
/// built in, so that the gate builds nothing twice.
const OPTIMISED: [&str; 2] = ["bench", "sweep"];

/// Runs the task of this name.
fn call(name: &str, words: &[&str]) -> Outcome {
    if cfg!(debug_assertions) && OPTIMISED.contains(&name) {
        return optimised(name, words);
    }
    match TASKS.iter().find(|(task, ..)| *task == name) {
        Some((_, task, _)) => task(words),
        None => Err(format!("no such task\n{}", usage())),
    }
}

/// Runs a task in a build of its own, with every optimisation.
fn optimised(name: &str, words: &[&str]) -> Outcome {
    call_cargo(cargo(&["run", "--quiet", "--profile", "dist", "--package", "xtask", "--", name]).args(words))
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

/// Where real files lie that are not part of the repository, as seen from the workspace.
const CORPUS: &str = "../shared/corpus";

/// Returns the folder of real files: the one that a variable names, or the one beside the workspace.
fn corpus_folder() -> PathBuf {
    std::env::var_os(retromesh_testkit::CORPUS).map_or_else(|| root().join(CORPUS), PathBuf::from)
}

/// Returns the real files of a format; none where there is no corpus.
fn real_files(format: &str) -> Vec<File> {
    let folder = corpus_folder().join(format);
    if folder.is_dir() { files_below(&folder, format) } else { Vec::new() }
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

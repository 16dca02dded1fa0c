//! `cargo xtask fuzz [TARGET] [--secs N | --walk N]`: builds and runs the targets of `crates/retromesh/fuzz`; `--list` names them.
//!
//! Fixtures are the seeds. A run is either a search or a walk.
//!
//! A search is libFuzzer's: it goes where it sees edges that it has not seen, starts from what earlier searches learned, which stays in
//! `target/fuzz/corpus`, and takes another way each time. The coverage flags are ordinary code generation flags, so the stable toolchain
//! is enough; libFuzzer itself needs a C++ compiler.
//!
//! With `--walk` the inputs are a fixed walk from the fixtures, another one for each number, which nothing but the targets' answers can
//! turn: the same commit passes or fails on every machine alike. The gate takes walk 1.
//!
//! An input that breaks a promise is copied to `fixtures/<format>/fuzz/`, where the ordinary tests replay it.

mod launch;
mod seeds;
mod walk;

use crate::{Outcome, call_cargo, cargo, root, text};
use launch::{fuzz, keep_findings};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A program of `crates/retromesh/fuzz`.
struct Target {
    name: &'static str,
    dictionary: Option<&'static str>,
    /// How many inputs a walk tries: about ten seconds on one core of 2020.
    executions: u64,
}

impl Target {
    fn dictionary_path(&self) -> Option<PathBuf> {
        Some(root().join(format!("crates/retromesh/fuzz/dictionaries/{}.dict", self.dictionary?)))
    }
}

const fn target(name: &'static str, dictionary: Option<&'static str>, executions: u64) -> Target {
    Target { name, dictionary, executions }
}

const TARGETS: [Target; 16] = [
    target("parse", Some("binary"), 160_000),
    target("import", Some("binary"), 160_000),
    target("roundtrip", None, 16_000),
    target("convert_any", Some("binary"), 10_000),
    target("lzss", None, 80_000),
    target("paa", Some("binary"), 1_600),
    target("gltf_import", Some("gltf"), 240_000),
    target("obj_import", Some("obj"), 240_000),
    target("meshopt", None, 80_000),
    target("draco", None, 40_000),
    target("text_pack", Some("binary"), 40_000),
    target("rmesh", Some("binary"), 3_200),
    target("x", Some("x"), 2_400),
    target("rtm", Some("binary"), 40_000),
    target("pbo", Some("archive"), 160_000),
    target("zip", Some("archive"), 80_000),
];

/// What makes the compiler count edges and show comparisons to libFuzzer, as cargo-fuzz does without a sanitizer: there is no unsafe
/// code that one could watch.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares -Cforce-frame-pointers --cfg fuzzing";

/// No input is longer: everything that the formats have fits in.
const LONGEST: usize = 8192;

/// How long a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// A search of this many seconds.
    Seconds(u64),
    /// The walk of this number.
    Walk(u64),
}

struct Folders {
    /// What a target starts from.
    seeds: PathBuf,
    /// What it learned.
    corpus: PathBuf,
    /// What it found.
    artifacts: PathBuf,
}

impl Folders {
    /// Makes the folders of a target; only what it learned stays of earlier runs.
    fn prepare(target: &str) -> Result<Self, String> {
        let folder = |kind: &str| root().join("target/fuzz").join(kind).join(target);
        let folders = Self { seeds: folder("seeds"), corpus: folder("corpus"), artifacts: folder("artifacts") };
        for folder in [&folders.seeds, &folders.artifacts] {
            let _ = fs::remove_dir_all(folder);
        }
        for folder in [&folders.seeds, &folders.corpus, &folders.artifacts] {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        Ok(folders)
    }
}

/// Lists the targets as JSON, from which the nightly workflow makes a job for each.
fn list() -> String {
    serde_json::json!(TARGETS.map(|target| target.name)).to_string()
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    if words == ["--list"] {
        println!("{}", list());
        return Ok(());
    }
    let (target, length) = match words {
        [] => (None, Length::Seconds(60)),
        ["--walk", number] => (None, Length::Walk(parse(number)?)),
        ["--secs", seconds] => (None, Length::Seconds(parse(seconds)?)),
        [target] => (Some(*target), Length::Seconds(60)),
        [target, "--walk", number] => (Some(*target), Length::Walk(parse(number)?)),
        [target, "--secs", seconds] => (Some(*target), Length::Seconds(parse(seconds)?)),
        _ => return Err("expected [TARGET] [--secs N | --walk N], or --list".into()),
    };
    let targets: Vec<_> = TARGETS.iter().filter(|own| target.is_none_or(|target| target == own.name)).collect();
    if targets.is_empty() {
        return Err(format!("no such target; there are: {}", TARGETS.map(|target| target.name).join(", ")));
    }
    let found = match length {
        Length::Walk(number) => walk::walk(&targets, number)?,
        Length::Seconds(seconds) => search(&targets, seconds)?,
    };
    if found == 0 { Ok(()) } else { Err(format!("{found} inputs break a promise; they are in fixtures/*/fuzz")) }
}

/// Runs targets one after the other and returns how many inputs break a promise.
fn search(targets: &[&Target], seconds: u64) -> Result<usize, String> {
    let programs = targets.iter().flat_map(|target| ["--bin", target.name]);
    let which: Vec<&str> = ["--features", "libfuzzer"].into_iter().chain(programs).collect();
    let binaries = build(&which)?;
    let mut found = 0;
    for target in targets {
        let folders = Folders::prepare(target.name)?;
        seeds::sow(target.name, &folders.seeds, LONGEST)?;
        let binary = binaries.join(target.name);
        fuzz(&binary, target, seconds, &folders)?;
        found += keep_findings(&binary, target.name, &folders)?;
    }
    Ok(found)
}

fn parse(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number, found {text}"))
}

/// Builds programs of `crates/retromesh/fuzz`, which count edges, and returns the folder that holds them.
fn build(which: &[&str]) -> Result<PathBuf, String> {
    let target = root().join("target/fuzz/build");
    let host = text(Command::new("rustc").args(["--print", "host-tuple"]))?;
    // A target triple of its own keeps the flags away from build scripts.
    let mut command =
        cargo(&["build", "--package", "retromesh-fuzz", "--profile", "fuzz", "--quiet", "--target", &host]);
    call_cargo(command.args(which).env("RUSTFLAGS", COVERAGE).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join(host).join("fuzz"))
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, list, parse};
    use crate::root;

    #[test]
    fn the_table_names_all_targets_and_dictionaries() {
        let fuzz = root().join("crates/retromesh/fuzz");
        for target in TARGETS {
            assert!(fuzz.join(format!("targets/{}.rs", target.name)).is_file(), "{}", target.name);
            if let Some(path) = target.dictionary_path() {
                assert!(path.is_file(), "{}", path.display());
            }
        }
        // And the program of the walks.
        let count = std::fs::read_dir(fuzz.join("targets")).map(Iterator::count);
        assert_eq!(count.ok(), Some(TARGETS.len() + 1));
        assert!(parse("a minute").is_err());
    }

    #[test]
    fn the_nightly_search_takes_every_target() -> Result<(), Box<dyn std::error::Error>> {
        let names: Vec<String> = serde_json::from_str(&list())?;
        assert_eq!(names, TARGETS.map(|target| target.name));
        let workflow = std::fs::read_to_string(root().join(".github/workflows/fuzz.yml"))?;
        let parts = [
            "schedule:",
            "cargo xtask fuzz --list",
            "fromJSON(needs.targets.outputs.list)",
            "fuzz ${{ matrix.target }}",
        ];
        assert_eq!(parts.map(|part| workflow.contains(part)), [true; 4]);
        Ok(())
    }
}

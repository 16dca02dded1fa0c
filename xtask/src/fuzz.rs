//! `cargo xtask fuzz [TARGET] [--secs N | --gate] [--record]`: builds and runs the targets of `crates/retromesh/fuzz`.
//!
//! Fixtures are the seeds; what a run learns stays in `target/fuzz/corpus`. With `--gate` a run learns from nothing but the fixtures,
//! with a fixed seed and a fixed number of executions. The targets belong to the workspace, whose packages cargo names by their places in
//! it: so the same compiler makes the same program in any folder, and the same commit passes or fails everywhere alike. An input that breaks a promise is made small and copied to
//! `fixtures/<format>/fuzz/`, where the ordinary tests replay it. The coverage flags are ordinary code generation flags, so the
//! stable toolchain is enough; libFuzzer itself needs a C++ compiler. With `--record` the figures are added to those of earlier runs and
//! go into `docs/robustness.md`.

mod launch;
mod seeds;
mod totals;

use crate::{Outcome, root};
use launch::{Length, fuzz, keep_findings};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program of `crates/retromesh/fuzz`.
struct Target {
    name: &'static str,
    dictionary: Option<&'static str>,
    /// How many inputs the gate tries: 30 to 40 seconds on two cores of 2020.
    executions: u64,
}

const fn target(name: &'static str, dictionary: Option<&'static str>, executions: u64) -> Target {
    Target { name, dictionary, executions }
}

const TARGETS: [Target; 10] = [
    target("parse", Some("binary"), 400_000),
    target("import", Some("binary"), 400_000),
    target("roundtrip", None, 40_000),
    target("convert_any", Some("binary"), 25_000),
    target("lzss", None, 200_000),
    target("paa", Some("binary"), 4_000),
    target("gltf_import", Some("gltf"), 600_000),
    target("obj_import", Some("obj"), 600_000),
    target("meshopt", None, 200_000),
    target("draco", None, 100_000),
];

/// What makes the compiler count edges and show comparisons to libFuzzer, as cargo-fuzz does without a sanitizer: there is no unsafe
/// code that one could watch.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares -Cforce-frame-pointers --cfg fuzzing";

/// No input is longer: everything that the formats have fits in.
const LONGEST: usize = 8192;

struct Folders {
    /// What a target starts from.
    seeds: PathBuf,
    /// What it learned.
    corpus: PathBuf,
    /// What it found.
    artifacts: PathBuf,
}

impl Folders {
    /// Makes the folders of a target; in the gate nothing is left in them of earlier runs.
    fn prepare(target: &str, length: Length) -> Result<Self, String> {
        let work = root().join("target/fuzz");
        let corpus = if length == Length::Gate { "gate" } else { "corpus" };
        let folder = |kind: &str| work.join(kind).join(target);
        let folders = Self { seeds: folder("seeds"), corpus: folder(corpus), artifacts: folder("artifacts") };
        let stale = [&folders.seeds, &folders.artifacts].into_iter();
        for folder in stale.chain(Some(&folders.corpus).filter(|_| length == Length::Gate)) {
            let _ = fs::remove_dir_all(folder);
        }
        for folder in [&folders.seeds, &folders.corpus, &folders.artifacts] {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        Ok(folders)
    }
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let (record, words) = match words {
        [rest @ .., "--record"] => (true, rest),
        _ => (false, words),
    };
    let (target, length) = match words {
        [] => (None, Length::Seconds(60)),
        ["--gate"] => (None, Length::Gate),
        ["--secs", seconds] => (None, Length::Seconds(number(seconds)?)),
        [target] => (Some(*target), Length::Seconds(60)),
        [target, "--gate"] => (Some(*target), Length::Gate),
        [target, "--secs", seconds] => (Some(*target), Length::Seconds(number(seconds)?)),
        _ => return Err("expected [TARGET] [--secs N | --gate] [--record]".into()),
    };
    let targets: Vec<_> = TARGETS.iter().filter(|own| target.is_none_or(|target| target == own.name)).collect();
    if targets.is_empty() {
        return Err(format!("no such target; there are: {}", TARGETS.map(|target| target.name).join(", ")));
    }
    let binaries = build()?;
    let mut found = 0;
    for target in targets {
        let folders = Folders::prepare(target.name, length)?;
        let seeds = seeds::sow(target.name, &folders.seeds, LONGEST)?;
        let binary = binaries.join(target.name);
        let run = fuzz(&binary, target, length, &folders, &seeds)?;
        if record {
            totals::add(target.name, &run)?;
        }
        found += keep_findings(&binary, target.name, &folders)?;
    }
    if found == 0 { Ok(()) } else { Err(format!("{found} inputs break a promise; they are in fixtures/*/fuzz")) }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number of seconds, found {text}"))
}

/// Builds all targets and returns the folder that holds them.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = root().join("target/fuzz/build");
    let host = host()?;
    let mut command = Command::new(cargo);
    // A target triple of its own keeps the flags away from build scripts.
    command.args(["build", "--package", "retromesh-fuzz", "--features", "libfuzzer", "--profile", "fuzz"]);
    command.args(["--quiet", "--target", &host]).env("RUSTFLAGS", COVERAGE);
    command.env("CARGO_TARGET_DIR", &target).current_dir(root()).stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(target.join(host).join("fuzz")),
        other => Err(format!("the targets were not built: {other:?}")),
    }
}

/// Returns the triple of this machine.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|e| format!("rustc: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not tell its host".into())
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, Target, number};
    use crate::root;

    #[test]
    fn the_table_names_all_targets_and_dictionaries() {
        let fuzz = root().join("crates/retromesh/fuzz");
        for Target { name, dictionary, .. } in TARGETS {
            assert!(fuzz.join(format!("targets/{name}.rs")).is_file(), "{name}");
            if let Some(dictionary) = dictionary {
                assert!(fuzz.join(format!("dictionaries/{dictionary}.dict")).is_file(), "{dictionary}");
            }
        }
        let count = std::fs::read_dir(fuzz.join("targets")).map(Iterator::count);
        assert_eq!(count.ok(), Some(TARGETS.len()));
        assert!(number("a minute").is_err());
    }
}

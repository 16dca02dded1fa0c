//! `cargo xtask fuzz [TARGET] [--secs N] [--record]`: builds and runs the targets of `crates/retromesh/fuzz`.
//!
//! Fixtures are the seeds; what a run learns stays in `target/fuzz/corpus`. An input that breaks a promise is made small and copied to
//! `fixtures/<format>/fuzz/`, where the ordinary tests replay it. The coverage flags are ordinary code generation flags, so the
//! stable toolchain is enough; libFuzzer itself needs a C++ compiler. With `--record` the figures are added to those of earlier runs and
//! go into `docs/robustness.md`.

mod seeds;
mod totals;

use crate::{Outcome, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every target with its dictionary.
const TARGETS: [(&str, Option<&str>); 7] = [
    ("parse", Some("binary")),
    ("import", Some("binary")),
    ("roundtrip", None),
    ("convert_any", Some("binary")),
    ("lzss", None),
    ("gltf_import", Some("gltf")),
    ("obj_import", Some("obj")),
];

/// What makes the compiler count edges and show comparisons to libFuzzer, as cargo-fuzz does without a sanitizer: there is no unsafe
/// code that one could watch.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares -Cforce-frame-pointers --cfg fuzzing";

/// No input is longer: everything that the formats have fits in.
const LONGEST: usize = 8192;

struct Folders {
    /// The seeds of a target and what it learned.
    corpus: PathBuf,
    /// What it found.
    artifacts: PathBuf,
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let (record, words) = match words {
        [rest @ .., "--record"] => (true, rest),
        _ => (false, words),
    };
    let (target, seconds) = match words {
        [] => (None, 60),
        ["--secs", seconds] => (None, number(seconds)?),
        [target] => (Some(*target), 60),
        [target, "--secs", seconds] => (Some(*target), number(seconds)?),
        _ => return Err("expected [TARGET] [--secs N] [--record]".into()),
    };
    let targets: Vec<_> = TARGETS.iter().filter(|(name, _)| target.is_none_or(|target| target == *name)).collect();
    if targets.is_empty() {
        let names: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
        return Err(format!("no such target; there are: {}", names.join(", ")));
    }
    let binaries = build()?;
    let mut found = 0;
    for (name, dictionary) in targets {
        let work = root().join("target/fuzz");
        let folders = Folders { corpus: work.join("corpus").join(name), artifacts: work.join("artifacts").join(name) };
        let _ = fs::remove_dir_all(&folders.artifacts);
        for folder in [&folders.corpus, &folders.artifacts] {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        seeds::sow(name, &folders.corpus, LONGEST)?;
        let run = fuzz(&binaries.join(name), name, *dictionary, seconds, &folders)?;
        if record {
            totals::add(name, &run)?;
        }
        found += keep_findings(&binaries.join(name), name, &folders)?;
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
    command.args(["build", "--release", "--quiet", "--target", &host]).env("RUSTFLAGS", COVERAGE);
    command.env("CARGO_TARGET_DIR", &target).current_dir(root().join("crates/retromesh/fuzz")).stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(target.join(host).join("release")),
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

/// The figures of a run.
struct Run {
    executions: u64,
    edges: u64,
    /// Processor time.
    seconds: f64,
}

/// Runs one target and prints what libFuzzer says at the end. What it finds lies in the folder of artifacts.
fn fuzz(binary: &Path, name: &str, dictionary: Option<&str>, seconds: u64, folders: &Folders) -> Result<Run, String> {
    let mut command = Command::new(binary);
    command.arg(&folders.corpus).arg(format!("-artifact_prefix={}/", folders.artifacts.display()));
    command.args([format!("-max_total_time={seconds}"), format!("-max_len={LONGEST}")]);
    command.args(["-timeout=25", "-rss_limit_mb=1500", "-print_final_stats=1", "-verbosity=1"]);
    if let Some(dictionary) = dictionary {
        let path = root().join(format!("crates/retromesh/fuzz/dictionaries/{dictionary}.dict"));
        command.arg(format!("-dict={}", path.display()));
    }
    let before = totals::cpu_seconds_of_children();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let number =
        |key: &str| text.lines().rev().find_map(|line| line.strip_prefix(key)?.trim().parse().ok()).unwrap_or(0);
    let edges = text.lines().rev().find_map(|line| line.split_once(" cov: ")?.1.split(' ').next()?.parse().ok());
    let run = Run {
        executions: number("stat::number_of_executed_units:"),
        edges: edges.unwrap_or(0),
        seconds: totals::cpu_seconds_of_children() - before,
    };
    let Run { executions, edges, seconds } = run;
    println!("{name}: {executions} executions in {seconds:.0} s of processor time, {edges} edges covered");
    if !output.status.success() {
        let complaint = text.lines().filter(|line| line.contains("panicked at") || line.contains("ERROR:"));
        complaint.for_each(|line| println!("{name}: {line}"));
        text.lines().skip_while(|line| !line.contains("panicked at")).take(12).for_each(|line| println!("  {line}"));
    }
    Ok(run)
}

/// Makes findings small and copies them to the fixtures; returns how many there are.
fn keep_findings(binary: &Path, name: &str, folders: &Folders) -> Result<usize, String> {
    let mut found = 0;
    for entry in fs::read_dir(&folders.artifacts).map_err(|e| e.to_string())?.flatten() {
        let path = entry.path();
        let small = path.with_extension("small");
        let mut command = Command::new(binary);
        command.arg("-minimize_crash=1").arg("-max_total_time=30").arg("-timeout=25");
        command.arg(format!("-exact_artifact_path={}", small.display())).arg(&path);
        // Minimising ends with a failure by design; what counts is whether there is a smaller file.
        drop(command.stdin(Stdio::null()).output());
        let bytes = fs::read(&small).or_else(|_| fs::read(&path)).map_err(|e| e.to_string())?;
        let kept = seeds::keep(name, &bytes)?;
        println!("{name}: {} breaks a promise", kept.display());
        found += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, number};
    use crate::root;

    #[test]
    fn the_table_names_all_targets_and_dictionaries() {
        let fuzz = root().join("crates/retromesh/fuzz");
        for (name, dictionary) in TARGETS {
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

//! `cargo xtask bench`: speed and memory beside yardsticks from the same run, because machines are noisy.

#![allow(clippy::expect_used, reason = "a file that fails here was generated here or passed the corpus sweep")]

mod bmd;
mod bogle;
mod compare;
mod corpus;
mod linear;
mod p3d;
mod paa;
mod preview;
mod program;
mod python;
mod shapes;
mod synthetic;
mod text;

use crate::Outcome;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where the memory of a measured part comes from. Most of the time of fast readers goes into pages that are touched first.
#[derive(Debug, Clone, Copy)]
enum Pages {
    /// From the system, as in a program that loads one file; glibc would soon keep what was freed.
    Fresh,
    /// From what was freed before, as in a program that loads many.
    Kept,
}

impl Pages {
    /// Returns what tells glibc so.
    fn variables(self) -> [(&'static str, &'static str); 3] {
        let [mmap, trim, pad] = match self {
            Self::Fresh => ["131072", "131072", "131072"],
            Self::Kept => ["4294967296", "4294967296", "67108864"],
        };
        [("MALLOC_MMAP_THRESHOLD_", mmap), ("MALLOC_TRIM_THRESHOLD_", trim), ("MALLOC_TOP_PAD_", pad)]
    }
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    match words {
        [] => {
            corpus::run()?;
            synthetic::run()?;
            bmd::run();
            bogle::run()?;
            p3d::run()?;
            paa::run()?;
            preview::run()?;
            text::run()?;
            program::run()
        }
        ["--compare", base] => compare::run(base),
        ["corpus"] => corpus::run(),
        ["bmd"] => {
            bmd::run();
            Ok(())
        }
        ["bogle"] => bogle::run(),
        ["bogle-row", name] => bogle::row(name),
        ["p3d"] => p3d::run(),
        ["paa"] => paa::run(),
        ["paa-rows"] => {
            paa::rows();
            Ok(())
        }
        ["linear"] => linear::run(None, false),
        ["linear", "--record"] => linear::run(None, true),
        ["linear", shape] => linear::run(Some(shape), false),
        ["linear-row", format, small, large] => linear::row(format, small, large),
        ["text"] => text::run(),
        ["text-row", syntax, megabytes] => text::row(syntax, megabytes),
        ["synthetic"] => synthetic::run(),
        ["preview"] => preview::run(),
        ["preview", "drawn"] => preview::drawn(),
        ["program"] => program::run(),
        ["python"] => python::run(),
        ["python-row", path] => python::row(path),
        ["corpus-rows"] => {
            corpus::rows();
            Ok(())
        }
        ["row", shape, count] => synthetic::row(shape, count),
        ["once", shape, count] => synthetic::once(shape, count),
        ["file"] => synthetic::file_to_file(),
        _ => Err("expected nothing, --compare COMMIT, or one of: bmd bogle corpus linear p3d paa preview synthetic text program python".into()),
    }
}

/// Runs a part of the benchmark in a process of its own, so that nothing measured before decides what its memory costs, and
/// returns what it printed.
fn apart(words: &[&str], pages: Pages) -> Result<String, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(program);
    command.arg("bench").args(words).envs(pages.variables()).stderr(Stdio::inherit());
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        other => Err(format!("bench {words:?}: {:?}", other.map(|output| output.status))),
    }
}

/// Returns the best time of several runs that together take about half a second.
fn best<T>(work: impl FnMut() -> T) -> Duration {
    best_after(|| (), work)
}

/// Returns the best time of several runs, without what `prepare` takes before each.
fn best_after<T>(mut prepare: impl FnMut(), mut work: impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    let mut runs = 0;
    while runs < 10 || (runs < 1000 && start.elapsed() < Duration::from_millis(500)) {
        prepare();
        let begun = Instant::now();
        black_box(work());
        best = best.min(begun.elapsed());
        runs += 1;
    }
    best
}

/// Returns gigabytes a second.
fn speed(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e9
}

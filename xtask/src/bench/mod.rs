//! `cargo xtask bench`: speed and memory beside yardsticks from the same run, because machines are noisy.

#![allow(clippy::expect_used, reason = "a file that fails here was generated here or passed the corpus sweep")]

mod bmd;
mod corpus;
mod program;
mod shapes;
mod synthetic;

use crate::Outcome;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

/// With this variable glibc takes every large allocation from the system.
const FRESH_PAGES: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");

pub(crate) fn run(words: &[&str]) -> Outcome {
    match words {
        [] => {
            corpus::run();
            synthetic::run()?;
            bmd::run();
            program::run()
        }
        ["corpus"] => {
            corpus::run();
            Ok(())
        }
        ["bmd"] => {
            bmd::run();
            Ok(())
        }
        ["synthetic"] => synthetic::run(),
        ["program"] => program::run(),
        ["row", shape, count] => synthetic::row(shape, count),
        ["file"] => synthetic::file_to_file(),
        _ => Err("expected nothing, or one of: bmd corpus synthetic program".into()),
    }
}

/// Runs a part of the benchmark in a process of its own, where every large allocation gets fresh pages: memory that was used
/// before would make all that follows look faster than it is for a program that loads one file.
fn with_fresh_pages(words: &[&str]) -> Outcome {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let status = Command::new(program).arg("bench").args(words).env(FRESH_PAGES.0, FRESH_PAGES.1).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("bench {words:?}: {other:?}")),
    }
}

/// Returns the best time of several runs that together take about half a second.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    let mut runs = 0;
    while runs < 5 || (runs < 1000 && start.elapsed() < Duration::from_millis(500)) {
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

//! `cargo xtask bench`: speed and memory beside yardsticks from the same run, because machines are noisy.

mod corpus;
mod program;
mod shapes;
mod synthetic;

use crate::Outcome;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

/// With this variable glibc gives every large allocation fresh pages, as a program that loads one file sees them.
const FRESH_PAGES: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");

pub(crate) fn run(words: &[&str]) -> Outcome {
    match words {
        [] => {
            corpus::run()?;
            let program = std::env::current_exe().map_err(|e| e.to_string())?;
            let child = Command::new(program).args(["bench", "fresh"]).env(FRESH_PAGES.0, FRESH_PAGES.1).status();
            match child {
                Ok(status) if status.success() => program::run(),
                other => Err(format!("the run with fresh pages failed: {other:?}")),
            }
        }
        ["fresh"] => synthetic::run(),
        ["corpus"] => corpus::run(),
        ["program"] => program::run(),
        _ => Err("expected nothing, or one of: fresh corpus program".into()),
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

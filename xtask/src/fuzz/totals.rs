//! The figures of all recorded runs together.

use super::launch::Run;
use crate::{Outcome, docs, root};
use std::fmt::Write;
use std::fs;

/// Linux counts processor time in hundredths of a second for programs.
const TICKS: f64 = 100.0;

/// Returns the processor time of all child processes that have ended; zero where the system does not tell.
pub(super) fn cpu_seconds_of_children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may have blanks; behind it the first field is number 3, and children are 16 and 17.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Adds a run to the totals and writes them to the documentation.
pub(super) fn add(target: &str, run: &Run) -> Outcome {
    let path = root().join("crates/retromesh/fuzz/totals.tsv");
    let old = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut new = String::new();
    let mut table = String::from("| target | processor time | executions | edges covered |\n|---|---:|---:|---:|\n");
    for line in old.lines() {
        let [name, seconds, executions, edges] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{}: a line without four fields: {line}", path.display()));
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{}: no number: {text}", path.display()));
        let mut row = (number(seconds)?, number(executions)?, number(edges)?);
        if name == target {
            row = (row.0 + run.seconds.round() as u64, row.1 + run.executions, row.2.max(run.edges));
        }
        let (seconds, executions, edges) = row;
        // Writing to a string cannot fail.
        let _ = writeln!(new, "{name}\t{seconds}\t{executions}\t{edges}");
        let _ = writeln!(table, "| `{name}` | {:.1} min | {executions} | {edges} |", seconds as f64 / 60.0);
    }
    fs::write(&path, new).map_err(|e| format!("{}: {e}", path.display()))?;
    docs::record("fuzz", &table)
}

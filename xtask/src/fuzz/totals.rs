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

/// What all runs of a target have done.
#[derive(Default)]
struct Row<'a> {
    target: &'a str,
    seconds: u64,
    executions: u64,
    edges: u64,
}

fn row(line: &str) -> Option<Row<'_>> {
    let [target, seconds, executions, edges] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let number = |text: &str| text.parse().ok();
    Some(Row { target, seconds: number(seconds)?, executions: number(executions)?, edges: number(edges)? })
}

/// Adds a run to the totals and writes them to the documentation.
pub(super) fn add(target: &str, run: &Run) -> Outcome {
    let path = root().join("crates/retromesh/fuzz/totals.tsv");
    let old = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let rows = old.lines().map(|line| row(line).ok_or_else(|| format!("{}: no row: {line}", path.display())));
    let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
    if rows.iter().all(|row| row.target != target) {
        rows.push(Row { target, ..Row::default() });
    }
    let mut new = String::new();
    let mut table = String::from("| target | processor time | executions | edges covered |\n|---|---:|---:|---:|\n");
    for mut row in rows {
        if row.target == target {
            row.seconds += run.seconds.round() as u64;
            row.executions += run.executions;
            row.edges = row.edges.max(run.edges);
        }
        let Row { target, seconds, executions, edges } = row;
        // Writing to a string cannot fail.
        let _ = writeln!(new, "{target}\t{seconds}\t{executions}\t{edges}");
        let _ = writeln!(table, "| `{target}` | {:.1} min | {executions} | {edges} |", seconds as f64 / 60.0);
    }
    fs::write(&path, new).map_err(|e| format!("{}: {e}", path.display()))?;
    docs::record("fuzz", &table)
}

//! `cargo xtask ci [STEP...] [--done STEP]`: the whole gate, or some steps of it, stopping at the first failure.
//!
//! This is the one list of what must hold. What continuous integration runs calls it, by step where jobs run beside each other.

mod steps;

use crate::Outcome;
use std::time::Instant;

/// How a step ended that did not fail.
enum Done {
    Passed,
    /// This machine cannot run it, for this reason.
    Skipped(String),
}

/// One step of the gate.
struct Step {
    name: &'static str,
    help: &'static str,
    run: fn() -> Result<Done, String>,
}

const fn step(name: &'static str, help: &'static str, run: fn() -> Result<Done, String>) -> Step {
    Step { name, help, run }
}

/// The gate, cheapest first. A new check is a new line here.
const STEPS: &[Step] = &[
    step("fmt", "all sources are formatted", steps::fmt),
    step("fixtures", "fixtures/ is what its generator makes", steps::fixtures),
    step("docs", "tables, manual pages and completions are what the code says", steps::docs),
    step("clippy", "no lint objects, tests and tasks included", steps::clippy),
    step("test", "cargo test --workspace", steps::test),
    step("snapshots", "the golden dumps are as before; all differences are shown", steps::snapshots),
    step("ksy", "the Kaitai specifications read every file as our readers do", steps::ksy),
    step("alone", "each library compiles by itself", steps::alone),
    step("features", "the facade compiles with each feature alone and with none", steps::features),
    step("doc", "the documentation builds without a warning", steps::doc),
    step("wasm", "all libraries build for WebAssembly", steps::wasm),
    step("msrv", "everything compiles with the oldest toolchain that the manifest names", steps::msrv),
    step("deny", "licences, advisories and sources of the dependencies", steps::deny),
    step("batch", "10,000 files, killed and resumed", steps::batch),
    step("web", "the viewer is what its sources make, and keeps its promises in Chromium", steps::web),
    step("python", "the Python module, by pytest, mypy and ruff", steps::python),
    step("fuzz", "the fuzz targets, along a fixed walk of inputs", steps::fuzz),
    step("corpus", "real files, which are not part of the repository", steps::corpus),
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    let mut words = words.iter().copied();
    let (mut chosen, mut done) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        match word {
            "--done" => done.push(find(words.next().unwrap_or_default())?.name),
            _ => chosen.push(find(word)?),
        }
    }
    if chosen.is_empty() {
        chosen = STEPS.iter().collect();
    }
    let start = Instant::now();
    let (mut passed, mut skipped) = (0, Vec::new());
    for Step { name, help, run } in chosen {
        println!("ci: {name}: {help} ...");
        let begun = Instant::now();
        let outcome = if done.contains(name) { Ok(Done::Passed) } else { run() };
        let seconds = begun.elapsed().as_secs_f64();
        match outcome.map_err(|reason| format!("FAILED at `{name}` after {seconds:.1} s: {reason}"))? {
            Done::Passed if done.contains(name) => println!("ci: {name}: ok, done before"),
            Done::Passed => println!("ci: {name}: ok in {seconds:.1} s"),
            Done::Skipped(reason) => {
                println!("ci: {name}: SKIPPED, {reason}");
                skipped.push(format!("{name}: {reason}"));
                continue;
            }
        }
        passed += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let skipped = match skipped.as_slice() {
        [] => "none skipped".to_owned(),
        reasons => format!("{} SKIPPED ({})", reasons.len(), reasons.join("; ")),
    };
    println!("ci: {passed} steps ok, {skipped}, in {seconds:.1} s");
    Ok(())
}

fn find(name: &str) -> Result<&'static Step, String> {
    STEPS.iter().find(|step| step.name == name).ok_or_else(|| {
        let list: Vec<String> = STEPS.iter().map(|step| format!("  {:<10} {}\n", step.name, step.help)).collect();
        format!("there is no step `{name}`; there are:\n{}", list.concat())
    })
}

#[cfg(test)]
mod tests {
    use super::{STEPS, find, run};
    use crate::root;
    use std::collections::BTreeSet;

    #[test]
    fn unknown_steps_are_refused() {
        assert!(run(&["no-such-step"]).is_err() && run(&["--done"]).is_err() && find("fmt").is_ok());
    }

    /// The workflow may run the steps in any order and place, but it must run all of them.
    #[test]
    fn the_workflow_runs_every_step() -> Result<(), std::io::Error> {
        let workflow = std::fs::read_to_string(root().join(".github/workflows/ci.yml"))?;
        let calls = workflow.lines().filter_map(|line| line.split_once("cargo xtask ci ")).map(|(_, steps)| steps);
        let called: BTreeSet<&str> = calls.flat_map(str::split_whitespace).collect();
        let names: BTreeSet<&str> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(called, names);
        Ok(())
    }
}

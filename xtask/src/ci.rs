//! `cargo xtask ci`: the whole gate, step by step, stopping at the first failure.

use crate::{CORPUS, Outcome, call, call_cargo, root};
use std::time::Instant;

/// What a step does.
enum Action {
    /// Calls cargo with these words and these environment variables.
    Cargo(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// Calls another task with these words.
    Task(&'static str, &'static [&'static str]),
}

/// One step of the gate.
struct Step {
    action: Action,
    /// A folder, relative to the workspace, without which the step is skipped (and says so).
    needs: Option<&'static str>,
}

const fn cargo(words: &'static [&'static str]) -> Step {
    Step { action: Action::Cargo(words, &[]), needs: None }
}

const fn task(name: &'static str, words: &'static [&'static str]) -> Step {
    Step { action: Action::Task(name, words), needs: None }
}

/// The gate, cheapest first. A new check is a new line here: `task("snapshots", &["--check"])`, or a `Step` with `needs`
/// when it works on files that are not part of the repository.
const STEPS: &[Step] = &[
    cargo(&["fmt", "--all", "--check"]),
    task("fixtures", &["--check"]),
    task("docs", &["--check"]),
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    // Each library by itself, as a user of one format has it: what another crate turns on in a dependency is off.
    cargo(&["check", "--quiet", "--package", "retromesh-core"]),
    cargo(&["check", "--quiet", "--package", "retromesh-b3d"]),
    cargo(&["check", "--quiet", "--package", "retromesh-bo3d"]),
    cargo(&["check", "--quiet", "--package", "retromesh-bogle"]),
    cargo(&["check", "--quiet", "--package", "retromesh-bmd"]),
    cargo(&["check", "--quiet", "--package", "retromesh-p3d"]),
    cargo(&["check", "--quiet", "--package", "retromesh-gltf"]),
    cargo(&["check", "--quiet", "--package", "retromesh-obj"]),
    Step {
        action: Action::Cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")]),
        needs: None,
    },
    task("snapshots", &["--check"]),
    task("batch", &[]),
    cargo(&["fmt", "--manifest-path", "crates/retromesh/fuzz/Cargo.toml", "--check"]),
    task("fuzz", &["--gate"]),
    Step { action: Action::Task("corpus", &["--peers", CORPUS]), needs: Some(CORPUS) },
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    if !words.is_empty() {
        return Err(format!("expected no words, found `{}`", words.join(" ")));
    }
    let start = Instant::now();
    for step in STEPS {
        let name = step.name();
        if let Some(folder) = step.needs.filter(|folder| !root().join(folder).is_dir()) {
            println!("ci: {name}: skipped, there is no {folder}");
            continue;
        }
        println!("ci: {name} ...");
        let begun = Instant::now();
        let outcome = step.run();
        let seconds = begun.elapsed().as_secs_f64();
        outcome.map_err(|reason| format!("FAILED at `{name}` after {seconds:.1} s: {reason}"))?;
        println!("ci: {name}: ok in {seconds:.1} s");
    }
    println!("ci: all {} steps done in {:.1} s", STEPS.len(), start.elapsed().as_secs_f64());
    Ok(())
}

impl Step {
    fn name(&self) -> String {
        match &self.action {
            Action::Cargo(words, _) => format!("cargo {}", words.join(" ")),
            Action::Task(name, words) => format!("xtask {name} {}", words.join(" ")),
        }
    }

    fn run(&self) -> Outcome {
        match &self.action {
            Action::Cargo(words, variables) => call_cargo(crate::cargo(words).envs(variables.iter().copied())),
            Action::Task(name, words) => call(name, words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, STEPS};
    use crate::TASKS;

    #[test]
    fn steps_call_tasks_that_exist() {
        for step in STEPS {
            if let Action::Task(name, _) = step.action {
                assert!(TASKS.iter().any(|(task, ..)| *task == name), "no task named {name}");
            }
        }
    }
}

//! `cargo xtask ci [STEP|GROUP...] [--done STEP]`: the gate, or some steps, stopping at the first failure.
//!
//! This is the one list of what must hold. What continuous integration runs calls it, by step where jobs run next to each other. A step that
//! this machine cannot run fails where it was named or the variable `CI` is set; a plain `cargo xtask ci` skips it and says so. What runs only
//! where its tool is installed fails where it was named.

mod steps;

use crate::{Outcome, call, call_cargo, cargo, works};
use std::time::Instant;
use steps::{accept, cargo_does, lacks};

/// When a step runs, besides when it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// What every change must pass.
    Gate,
    /// The daily loop, in minutes.
    Quick,
    /// Comparisons with the outside world, once a week.
    Acceptance,
    /// In workflows alone: these need a target, a toolchain or a database that no package registry has.
    Workflow,
}

use Group::{Acceptance, Gate, Quick, Workflow};

/// The groups by the names that they are called by; `Workflow` has none.
const GROUPS: [(&str, Group); 3] = [("gate", Gate), ("quick", Quick), ("acceptance", Acceptance)];

/// One step.
struct Step {
    name: &'static str,
    groups: &'static [Group],
    help: &'static str,
    /// Says what this machine lacks for it.
    missing: fn() -> Option<String>,
    /// Whether the gate goes on without it wherever it runs.
    is_optional: bool,
    run: fn() -> Outcome,
}

const fn step(name: &'static str, groups: &'static [Group], help: &'static str, run: fn() -> Outcome) -> Step {
    Step { name, groups, help, missing: || None, is_optional: false, run }
}

impl Step {
    const fn needs(mut self, missing: fn() -> Option<String>) -> Self {
        self.missing = missing;
        self
    }

    const fn where_there_is(self, missing: fn() -> Option<String>) -> Self {
        Self { missing, is_optional: true, ..self }
    }
}

/// The steps, cheapest first. A new check is a new line here.
const STEPS: &[Step] = &[
    step("fmt", &[Gate, Quick], "all sources are formatted", || cargo_does(&["fmt", "--all", "--check"])),
    step("fixtures", &[Gate, Quick], "fixtures/ is what its generator makes", || call("fixtures", &["--check"])),
    step("docs", &[Gate], "tables, manual pages and completions are what the code says", || call("docs", &["--check"])),
    step("clippy", &[Gate, Quick], "no lint objects, tests and tasks included", steps::clippy),
    step("changed", &[Quick], "the tests of the crates that differ from main", steps::changed),
    step("test", &[Gate], "cargo test --workspace", || cargo_does(&["test", "--workspace"])),
    step("snapshots", &[Gate], "the golden dumps are as before; all differences are shown", || {
        call("snapshots", &["--check"])
    }),
    step("ksy", &[Gate], "the Kaitai specifications read every file as our readers do", || call("ksy", &["--check"]))
        .needs(crate::ksy::missing),
    step("alone", &[Gate], "each library compiles by itself", steps::alone),
    step("features", &[Gate], "the facade compiles with each feature alone and with none", steps::features),
    step("examples", &[Gate], "the example programs of all crates do what their first lines say", steps::examples),
    step("doc", &[Gate], "the documentation builds without a warning", || {
        call_cargo(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
    }),
    step("book", &[Gate], "the documentation builds as a book without a dead link", || call("book", &[]))
        .needs(crate::book::missing),
    step("workflows", &[Gate], "the workflows, by actionlint and by their schemas", crate::workflows::check)
        .needs(crate::workflows::missing),
    step("deny", &[Gate], "licences, versions and sources of the dependencies", || {
        cargo_does(&["deny", "--workspace", "check", "bans", "licenses", "sources"])
    })
    .needs(|| lacks("deny", "cargo xtask setup")),
    step("semver", &[Gate], "what was released can be used as before, by cargo-semver-checks", steps::semver)
        .where_there_is(|| lacks("semver-checks", "cargo install cargo-semver-checks")),
    step("viewer", &[Gate], "the viewer is what its sources make, and keeps its promises in Chromium", steps::viewer)
        .needs(crate::web::missing),
    step("firefox", &[Acceptance], "the viewer in Firefox", || crate::web::try_viewer("firefox"))
        .needs(crate::web::no_firefox),
    step("python", &[Gate], "the Python module, by pytest, mypy and ruff", || call("python", &[]))
        .needs(crate::python::missing),
    step("c", &[Gate], "the C library: its header, its examples over all files, damaged ones under valgrind", steps::c)
        .needs(crate::header::missing),
    step("install", &[Acceptance], "the C library by cargo-c, pkg-config and CMake, and for Windows", || {
        steps::accept_more("c")
    })
    .needs(steps::no_cargo_c),
    step("fuzz", &[Gate], "the fuzz targets, along a fixed walk of inputs", || call("fuzz", &["--walk", "1"])),
    step("batch", &[Gate, Acceptance], "10,000 files, killed and resumed", || accept("batch", &[])),
    step("corpus", &[Gate, Acceptance], "real files, or the fixtures where there are none", steps::corpus)
        .needs(steps::no_peers),
    step("coverage", &[Acceptance], "the share of model files that open, by extension", || accept("coverage", &[])),
    step("outside", &[Acceptance], "what gltf-transform packs, and what three.js and Babylon.js show", || {
        accept("outside", &[])
    })
    .needs(steps::no_peers),
    step("irrlicht", &[Acceptance], "vertices in Irrlicht, from which Luanti comes", || accept("irrlicht", &[]))
        .needs(steps::no_irrlicht),
    step("luanti", &[Acceptance], "mods whose Lua an interpreter runs", || accept("luanti", &[]))
        .needs(|| (!works("lua5.1", &["-v"])).then(|| "there is no Lua; run `cargo xtask setup lua5.1`".to_owned())),
    step("blender", &[Acceptance], "vertices in Blender, and the extension", steps::blender).needs(steps::no_blender),
    step("sweep", &[Acceptance], "small damages of every fixture, by the million", || accept("sweep", &["--release"])),
    step("growth", &[Acceptance], "processor time and memory over files that ask for very much", || {
        accept("growth", &["--release"])
    }),
    step("wasm", &[Workflow], "all libraries build for WebAssembly", steps::wasm).needs(crate::web::no_library),
    step("site", &[Workflow], "the page that models are dropped on, in Chromium", crate::web::try_site)
        .needs(|| crate::web::no_library().or_else(crate::web::missing)),
    step("three", &[Workflow], "the package for three.js: built, packed, in node and in Chromium", steps::three)
        .needs(|| crate::web::no_library().or_else(crate::web::missing)),
    step("msrv", &[Workflow], "everything compiles with the oldest toolchain that the manifest names", steps::msrv)
        .needs(steps::no_oldest),
    step("advisories", &[Workflow], "no dependency has a known fault", || {
        cargo_does(&["deny", "--workspace", "check", "advisories"])
    })
    .needs(|| lacks("deny", "cargo xtask setup")),
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    let mut words = words.iter().copied();
    let (mut chosen, mut done) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        match word {
            "--done" => done.extend(find(words.next().unwrap_or_default())?.iter().map(|step| step.name)),
            _ => chosen.extend(find(word)?),
        }
    }
    // Whoever names a step or reads no output wants it run.
    let named = !chosen.is_empty();
    let strict = named || std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    if chosen.is_empty() {
        chosen = find("gate")?;
    }
    let start = Instant::now();
    let (mut passed, mut skipped) = (0, Vec::new());
    for Step { name, help, missing, is_optional, run, .. } in chosen {
        if done.contains(name) {
            println!("ci: {name}: ok, done before");
            passed += 1;
            continue;
        }
        println!("ci: {name}: {help} ...");
        let begun = Instant::now();
        let outcome = match missing() {
            Some(reason) if named || strict && !is_optional => Err(format!("cannot run here: {reason}")),
            Some(reason) => {
                println!("ci: {name}: SKIPPED, {reason}");
                skipped.push(format!("{name}: {reason}"));
                continue;
            }
            None => run(),
        };
        let seconds = begun.elapsed().as_secs_f64();
        outcome.map_err(|reason| format!("FAILED at `{name}` after {seconds:.1} s: {reason}"))?;
        println!("ci: {name}: ok in {seconds:.1} s");
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

/// Returns the steps of a name, or of a group.
fn find(name: &str) -> Result<Vec<&'static Step>, String> {
    let group = GROUPS.iter().find(|(own, _)| *own == name).map(|(_, group)| group);
    let is_it = |step: &&Step| step.name == name || group.is_some_and(|group| step.groups.contains(group));
    let steps: Vec<&Step> = STEPS.iter().filter(is_it).collect();
    if steps.is_empty() {
        let groups =
            |step: &Step| step.groups.iter().map(|group| format!("{group:?}").to_lowercase()).collect::<Vec<_>>();
        let line = |step: &Step| format!("  {:<10} {:<18} {}\n", step.name, groups(step).join(", "), step.help);
        let list: Vec<String> = STEPS.iter().map(line).collect();
        return Err(format!("there is no step or group `{name}`; there are:\n{}", list.concat()));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::{Group, STEPS, find, run};
    use crate::root;
    use std::collections::BTreeSet;

    #[test]
    fn unknown_steps_are_refused() {
        assert!(run(&["no-such-step"]).is_err() && run(&["--done"]).is_err());
        assert_eq!(find("fmt").map(|steps| steps.len()), Ok(1));
        assert!(find("acceptance").is_ok_and(|steps| steps.len() >= 7));
    }

    /// Workflows may run the steps in any order and place, but they must run all of them: what no one runs is no step.
    #[test]
    fn the_workflows_run_every_step() -> Result<(), Box<dyn std::error::Error>> {
        let mut called = BTreeSet::new();
        for file in std::fs::read_dir(root().join(".github/workflows"))? {
            let text = std::fs::read_to_string(file?.path())?;
            for (_, words) in text.lines().filter_map(|line| line.split_once("cargo xtask ci ")) {
                for word in words.split_whitespace() {
                    called.extend(find(word)?.iter().map(|step| step.name));
                }
            }
        }
        let wanted = STEPS.iter().filter(|step| step.groups != [Group::Quick]).map(|step| step.name);
        assert_eq!(called, wanted.collect());
        Ok(())
    }
}

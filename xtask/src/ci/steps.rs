//! What each step of the gate does.

use super::Done;
use crate::web::{LACKING, Library};
use crate::{CORPUS, call, call_cargo, cargo, root};
use serde_json::Value;
use std::process::{Command, Stdio};

type Outcome = Result<Done, String>;

/// Calls cargo with these words.
fn cargo_step(words: &[&str]) -> Outcome {
    call_cargo(&mut cargo(words)).map(|()| Done::Passed)
}

/// Calls another task.
fn task(name: &str, words: &[&str]) -> Outcome {
    call(name, words).map(|()| Done::Passed)
}

pub(super) fn fmt() -> Outcome {
    cargo_step(&["fmt", "--all", "--check"])
}

pub(super) fn fixtures() -> Outcome {
    task("fixtures", &["--check"])
}

pub(super) fn docs() -> Outcome {
    task("docs", &["--check"])
}

pub(super) fn clippy() -> Outcome {
    cargo_step(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
}

pub(super) fn test() -> Outcome {
    cargo_step(&["test", "--workspace"])
}

pub(super) fn snapshots() -> Outcome {
    task("snapshots", &["--check"])
}

pub(super) fn ksy() -> Outcome {
    match crate::ksy::missing() {
        Some(reason) => Ok(Done::Skipped(reason)),
        None => task("ksy", &["--check"]),
    }
}

/// As a user of one format has it: what another crate turns on in a dependency is off.
pub(super) fn alone() -> Outcome {
    for library in libraries()? {
        cargo_step(&["check", "--quiet", "--package", &library])?;
    }
    Ok(Done::Passed)
}

pub(super) fn features() -> Outcome {
    let facade = packages()?.into_iter().find(|package| package["name"] == "retromesh").ok_or("there is no facade")?;
    let features = facade["features"].as_object().ok_or("the facade has no features")?;
    for feature in features.keys().map(String::as_str).filter(|feature| *feature != "default").chain([""]) {
        let words = ["clippy", "--quiet", "--package", "retromesh", "--no-default-features", "--features", feature];
        cargo_step(&[&words[..], &["--", "-D", "warnings"]].concat())
            .map_err(|e| format!("feature `{feature}`: {e}"))?;
    }
    Ok(Done::Passed)
}

pub(super) fn doc() -> Outcome {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    call_cargo(command.env("RUSTDOCFLAGS", "-D warnings")).map(|()| Done::Passed)
}

pub(super) fn wasm() -> Outcome {
    let Some(library) = Library::find() else { return Ok(Done::Skipped(LACKING.into())) };
    let libraries = libraries()?;
    let named = libraries.iter().flat_map(|library| ["--package", library.as_str()]);
    let words: Vec<&str> = ["check", "--quiet", "--lib"].into_iter().chain(named).collect();
    library.cargo(&words).map(|()| Done::Passed)
}

pub(super) fn msrv() -> Outcome {
    const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
    if answer(Command::new("rustup").args(["run", OLDEST, "rustc", "--version"])).is_none() {
        return Ok(Done::Skipped(format!("there is no toolchain {OLDEST}")));
    }
    let mut command = Command::new("rustup");
    // A folder of its own, so that the two toolchains do not throw away each other's work.
    command.args(["run", OLDEST, "cargo", "check", "--workspace", "--quiet", "--target-dir", "target/msrv"]);
    call_cargo(command.current_dir(root()).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").stdin(Stdio::null()))?;
    Ok(Done::Passed)
}

pub(super) fn deny() -> Outcome {
    if answer(&mut cargo(&["deny", "--version"])).is_none() {
        return Ok(Done::Skipped("there is no cargo-deny".into()));
    }
    cargo_step(&["deny", "check"])
}

pub(super) fn batch() -> Outcome {
    task("batch", &[])
}

pub(super) fn web() -> Outcome {
    if let Some(reason) = crate::web::lacking() {
        return Ok(Done::Skipped(reason.into()));
    }
    task("web", &["--check"])?;
    task("web", &["--test"])
}

pub(super) fn python() -> Outcome {
    match crate::python::lacking() {
        Some(reason) => Ok(Done::Skipped(reason)),
        None => task("python", &[]),
    }
}

pub(super) fn fuzz() -> Outcome {
    task("fuzz", &["--walk", "1"])
}

pub(super) fn corpus() -> Outcome {
    let folder = crate::corpus_folder();
    if !folder.is_dir() {
        return Ok(Done::Skipped(format!("there is no {CORPUS}")));
    }
    task("corpus", &["--peers", &folder.to_string_lossy()])
}

/// Returns what a program prints; `None` where it is not there or fails.
fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns what cargo says about each package of the workspace.
fn packages() -> Result<Vec<Value>, String> {
    let text = answer(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"])).ok_or("cargo metadata fails")?;
    let metadata: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    metadata["packages"].as_array().cloned().ok_or_else(|| "cargo metadata names no packages".into())
}

/// Returns the names of the libraries that are published.
fn libraries() -> Result<Vec<String>, String> {
    let is_library = |package: &Value| {
        let targets = package["targets"].as_array().into_iter().flatten();
        targets.flat_map(|target| target["kind"].as_array().into_iter().flatten()).any(|kind| kind == "lib")
    };
    let libraries = packages()?.into_iter().filter(|package| is_library(package) && package["publish"].is_null());
    Ok(libraries.filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect())
}

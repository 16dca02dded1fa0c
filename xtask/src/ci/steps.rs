//! What each step does, and what it needs.

use crate::web::Library;
use crate::{CORPUS, Outcome, call, call_cargo, cargo, corpus_folder, paths_below, root, target_folder, text, works};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Calls cargo with these words.
pub(super) fn cargo_does(words: &[&str]) -> Outcome {
    call_cargo(&mut cargo(words))
}

/// Tests that `cargo test` leaves alone are not among all targets, so they are named.
pub(super) fn clippy() -> Outcome {
    const WORDS: [&str; 3] = ["clippy", "--workspace", "--quiet"];
    call_cargo(&mut cargo(&[&WORDS[..], &["--all-targets", "--", "-D", "warnings"]].concat()))?;
    let named: Vec<String> = left_alone()?.into_iter().flat_map(|name| ["--test".to_owned(), name]).collect();
    call_cargo(cargo(&WORDS).args(named).args(["--", "-D", "warnings"]))
}

/// Returns the names of the test programs that `cargo test` leaves alone.
fn left_alone() -> Result<BTreeSet<String>, String> {
    let packages = packages()?;
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let alone = targets.filter(|target| target["kind"][0] == "test" && target["test"] == false);
    Ok(alone.filter_map(|target| Some(target["name"].as_str()?.to_owned())).collect())
}

/// Tests the crates that differ from main, and the crate of tasks with what the sources must look like.
pub(super) fn changed() -> Outcome {
    let git = |words: &[&str]| text(Command::new("git").args(words).current_dir(root()));
    let base = git(&["merge-base", "HEAD", "main"]).unwrap_or_else(|_| "HEAD".to_owned());
    let files = git(&["diff", "--name-only", &base])? + "\n" + &git(&["ls-files", "--others", "--exclude-standard"])?;
    let folder = |file: &str| file.strip_prefix("crates/").and_then(|file| file.split('/').next()).map(str::to_owned);
    let known: BTreeSet<String> = packages()?.iter().filter_map(|p| Some(p["name"].as_str()?.to_owned())).collect();
    let changed: BTreeSet<String> = files.lines().filter_map(folder).filter(|name| known.contains(name)).collect();
    let named = changed.iter().flat_map(|name| ["--package", name.as_str()]);
    println!("ci: changed: xtask {}", changed.iter().map(String::as_str).collect::<Vec<_>>().join(" "));
    call_cargo(cargo(&["test", "--quiet", "--package", "xtask"]).args(named))
}

/// As a user of one format has it: what another crate turns on in a dependency is off.
pub(super) fn alone() -> Outcome {
    libraries()?.iter().try_for_each(|library| call_cargo(&mut cargo(&["check", "--quiet", "--package", library])))
}

pub(super) fn features() -> Outcome {
    let facade = packages()?.into_iter().find(|package| package["name"] == "retromesh").ok_or("there is no facade")?;
    let features = facade["features"].as_object().ok_or("the facade has no features")?;
    for feature in features.keys().map(String::as_str).filter(|feature| *feature != "default").chain([""]) {
        // Checked and not linted, so that the libraries are those that `alone` has checked.
        let words = ["rustc", "--quiet", "--lib", "--profile", "check", "--package", "retromesh"];
        let of_feature = ["--no-default-features", "--features", feature, "--", "-D", "warnings"];
        call_cargo(&mut cargo(&[&words[..], &of_feature].concat())).map_err(|e| format!("feature `{feature}`: {e}"))?;
    }
    Ok(())
}

/// Runs each with the words that its own documentation gives it.
pub(super) fn examples() -> Outcome {
    call_cargo(&mut cargo(&["build", "--quiet", "--workspace", "--examples"]))?;
    let packages = packages()?;
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let examples = targets.filter(|target| target["kind"][0] == "example" && target["src_path"].is_string());
    for example in examples {
        let name = example["name"].as_str().unwrap_or_default();
        let path = example["src_path"].as_str().unwrap_or_default();
        let source = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
        let command = source.lines().find_map(|line| line.strip_prefix("//! `cargo run ")?.strip_suffix('`'));
        let command = command.ok_or_else(|| format!("{path}: its documentation does not say how it is run"))?;
        let words = command.split_once(" -- ").map_or("", |(_, words)| words);
        let program = target_folder().join("debug/examples").join(name);
        let output = Command::new(program).args(words.split_whitespace()).current_dir(root()).output();
        let output = output.map_err(|e| format!("{name}: {e}"))?;
        if !output.status.success() || output.stdout.is_empty() {
            return Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
    }
    Ok(())
}

pub(super) fn wasm() -> Outcome {
    let libraries = libraries()?;
    let named = libraries.iter().flat_map(|library| ["--package", library.as_str()]);
    let words: Vec<&str> = ["check", "--quiet", "--lib"].into_iter().chain(named).collect();
    Library::find().map_or(Ok(()), |library| library.cargo(&words))
}

const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

pub(super) fn no_oldest() -> Option<String> {
    (!works("rustup", &["run", OLDEST, "rustc", "--version"])).then(|| format!("there is no toolchain {OLDEST}"))
}

/// In a folder of its own, so that the two toolchains do not throw away each other's work.
pub(super) fn msrv() -> Outcome {
    let mut command = Command::new("rustup");
    command.args(["run", OLDEST, "cargo", "check", "--workspace", "--quiet", "--target-dir", "target/msrv"]);
    call_cargo(command.current_dir(root()).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO"))
}

/// Says that cargo lacks a command, where it does.
pub(super) fn lacks(command: &str, hint: &str) -> Option<String> {
    let is_there = cargo(&[command, "--version"]).output().is_ok_and(|output| output.status.success());
    (!is_there).then(|| format!("there is no cargo-{command}; run `{hint}`"))
}

/// Compares with the last release.
pub(super) fn semver() -> Outcome {
    let tag = text(Command::new("git").args(["describe", "--tags", "--abbrev=0", "--match", "v*"]).current_dir(root()));
    let Ok(tag) = tag else {
        println!("ci: semver: nothing was released yet");
        return Ok(());
    };
    call_cargo(&mut cargo(&["semver-checks", "--workspace", "--baseline-rev", tag.trim()]))
}

pub(super) fn viewer() -> Outcome {
    call("web", &["--check"])?;
    crate::web::try_viewer("chromium")
}

pub(super) fn c() -> Outcome {
    call("header", &["--check"])?;
    accept("c", &[])
}

/// Runs a comparison of `crates/retromesh-acceptance`, with the features that all tests have; some try millions of cases, and want a release build.
pub(super) fn accept(name: &str, profile: &[&str]) -> Outcome {
    let words = ["test", "--workspace", "--test", name];
    call_cargo(cargo(&words).args(profile).args(["--", "--nocapture", "--test-threads=1"]))
}

/// Runs those comparisons of a program that ask for more than the others.
pub(super) fn accept_more(name: &str) -> Outcome {
    cargo_does(&["test", "--workspace", "--test", name, "--", "--nocapture", "--ignored"])
}

pub(super) fn three() -> Outcome {
    crate::web::try_three()?;
    accept_more("outside")
}

pub(super) fn no_cargo_c() -> Option<String> {
    crate::header::missing().or_else(|| lacks("cinstall", "cargo xtask setup install wasm"))
}

pub(super) fn no_peers() -> Option<String> {
    let validator = root().join("tools/node_modules/gltf-validator").is_dir() && works("node", &["--version"]);
    let all = validator && works("assimp", &["version"]);
    (!all).then(|| "node, the glTF validator or assimp is not there; run `cargo xtask setup`".to_owned())
}

/// The corpus tests of the crates, which know what is in which file, and then all files.
pub(super) fn corpus() -> Outcome {
    if corpus_folder().is_some() {
        cargo_does(&["test", "--workspace", "--quiet", "--test", "corpus"])?;
    } else {
        println!("ci: corpus: {CORPUS} names no folder of real files, so the fixtures are taken");
    }
    accept("real_files", &[])
}

pub(super) fn no_irrlicht() -> Option<String> {
    let is_there = root().ancestors().last().is_some_and(|top| top.join("usr/include/irrlicht/irrlicht.h").is_file());
    (!is_there).then(|| "there is no Irrlicht 1.8; install libirrlicht-dev and a C++ compiler".to_owned())
}

pub(super) fn no_blender() -> Option<String> {
    let is_there = std::env::var_os("BLENDER").is_some() || root().join("tools/bpy/bin/python").is_file();
    if !is_there {
        return Some("there is no Blender; run `cargo xtask setup --blender`".to_owned());
    }
    // The extension is tried with it: better said before everything is built than after.
    let wheels = paths_below(&root().join("target/python/wheels")).unwrap_or_default();
    wheels.is_empty().then(|| "there is no wheel for Blender; `cargo xtask python` builds one".to_owned())
}

pub(super) fn blender() -> Outcome {
    call("python", &[])?;
    accept("blender", &[])
}

/// Returns what cargo says about each package of the workspace.
fn packages() -> Result<Vec<Value>, String> {
    let text = text(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
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

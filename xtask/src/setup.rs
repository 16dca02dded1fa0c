//! `cargo xtask setup [--blender]`: fetches what the full gate needs and the plain tests do not.
//!
//! A tool that cannot be had is named and is no failure here: the step of the gate that needs it says so again.

use crate::{Outcome, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// Further packages for `cargo xtask outside`, with their versions.
const OUTSIDE: [(&str, &str); 2] = [("@gltf-transform/cli", "4.5.1"), ("earcut", "3.2.4")];
/// The version of Blender as a module of Python, for `cargo xtask outside --blender`.
const BLENDER: &str = "5.0.1";
/// What compiles and runs the specifications of the formats, with their versions: see `cargo xtask ksy`.
pub(crate) const KAITAI: [(&str, &str); 3] =
    [("kaitai-struct-compiler", "0.11.0"), ("kaitai-struct", "0.11.0"), ("yaml", "2.8.1")];
/// The version of Khronos' validator that the gate expects.
const VALIDATOR: &str = "2.0.0-dev.3.10";

pub(crate) fn run(words: &[&str]) -> Outcome {
    let with_blender = match words {
        [] => false,
        ["--blender"] => true,
        _ => return Err(format!("expected nothing or --blender, found `{}`", words.join(" "))),
    };
    let gate = [
        ("gltf-validator", npm("gltf-validator", VALIDATOR)),
        ("gltf-transform", npm(OUTSIDE[0].0, OUTSIDE[0].1)),
        ("earcut", npm(OUTSIDE[1].0, OUTSIDE[1].1)),
        ("assimp", assimp()),
    ];
    let kaitai = KAITAI.map(|(name, version)| (name, npm(name, version)));
    // A gigabyte that the gate does without.
    let blender = with_blender.then(|| ("Blender", blender()));
    for (tool, outcome) in gate.into_iter().chain(kaitai).chain(blender) {
        match outcome {
            Ok(how) => println!("setup: {tool}: {how}"),
            Err(reason) => println!("setup: {tool}: NOT AVAILABLE, {reason}"),
        }
    }
    Ok(())
}

/// Installs a package of npm into the ignored folder `tools/`.
fn npm(name: &str, version: &str) -> Result<&'static str, String> {
    let tools = root().join("tools");
    let installed = tools.join("node_modules").join(name).join("package.json");
    let package = format!("{name}@{version}");
    let version = format!("\"version\": \"{version}\"");
    let present = || std::fs::read_to_string(&installed).is_ok_and(|text| text.contains(&version));
    if present() {
        return Ok("already there");
    }
    let manifest = "{\n  \"name\": \"retromesh-tools\",\n  \"private\": true\n}\n";
    std::fs::create_dir_all(&tools).map_err(|e| e.to_string())?;
    if !tools.join("package.json").exists() {
        std::fs::write(tools.join("package.json"), manifest).map_err(|e| e.to_string())?;
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let arguments = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", ".", &package];
    execute(Command::new(npm).args(arguments).current_dir(&tools))?;
    if present() { Ok("installed into tools/") } else { Err("npm reported success but left no package".to_owned()) }
}

/// Installs Blender as a module into a Python of its own in `tools/bpy`.
fn blender() -> Result<&'static str, String> {
    let folder = root().join("tools/bpy");
    let python = folder.join("bin/python");
    let present = || quiet(Command::new(&python).args(["-c", "import bpy"])).status().is_ok_and(|s| s.success());
    if present() {
        return Ok("already there");
    }
    execute(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let package = format!("bpy=={BLENDER}");
    execute(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "--no-input", &package]))?;
    if present() { Ok("installed into tools/bpy") } else { Err("it does not start".to_owned()) }
}

/// Installs Debian's assimp, an independent reader to compare with.
fn assimp() -> Result<&'static str, String> {
    if works("assimp", "version") {
        return Ok("already there");
    }
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err("there is no apt-get here; install assimp's command line program by hand".to_owned());
    }
    if !is_root() {
        return Err("installing needs root; run `apt-get install assimp-utils`".to_owned());
    }
    execute(Command::new("apt-get").args(["-qq", "update"]))?;
    let install = ["-qq", "-y", "--no-install-recommends", "install", "assimp-utils"];
    execute(Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"))?;
    Ok("installed from Debian's assimp-utils")
}

fn works(program: &str, argument: &str) -> bool {
    quiet(Command::new(program).arg(argument)).status().is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").stdin(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// Runs a command without input; a failure is one line with the last thing it said.
fn execute(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot run {program}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    Err(format!("{program} failed ({}): {last}", output.status))
}

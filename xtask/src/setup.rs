//! `cargo xtask setup`: fetches what the full gate needs and the plain tests do not.
//!
//! A tool that cannot be had is named and is no failure here: the step of the gate that needs it says so again.

use crate::{Outcome, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// The version of Khronos' validator that the gate expects.
const VALIDATOR: &str = "2.0.0-dev.3.10";

pub(crate) fn run(words: &[&str]) -> Outcome {
    if !words.is_empty() {
        return Err(format!("expected no words, found `{}`", words.join(" ")));
    }
    for (tool, outcome) in [("gltf-validator", validator()), ("assimp", assimp())] {
        match outcome {
            Ok(how) => println!("setup: {tool}: {how}"),
            Err(reason) => println!("setup: {tool}: NOT AVAILABLE, {reason}"),
        }
    }
    Ok(())
}

/// Installs the glTF validator into the ignored folder `tools/`.
fn validator() -> Result<&'static str, String> {
    let tools = root().join("tools");
    let installed = tools.join("node_modules/gltf-validator/package.json");
    let version = format!("\"version\": \"{VALIDATOR}\"");
    let present = || std::fs::read_to_string(&installed).is_ok_and(|text| text.contains(&version));
    if present() {
        return Ok("already there");
    }
    let manifest = "{\n  \"name\": \"retromesh-tools\",\n  \"private\": true\n}\n";
    std::fs::create_dir_all(&tools).map_err(|e| e.to_string())?;
    std::fs::write(tools.join("package.json"), manifest).map_err(|e| e.to_string())?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let package = format!("gltf-validator@{VALIDATOR}");
    let arguments = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", ".", &package];
    execute(Command::new(npm).args(arguments).current_dir(&tools))?;
    if present() { Ok("installed into tools/") } else { Err("npm reported success but left no package".to_owned()) }
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

//! `cargo xtask web [--check]`: what `crates/retromesh-web` becomes, and its tests in Chromium and Firefox.
//!
//! The viewer that `retromesh view` puts into its pages is part of the repository, so that the program builds without node. The site
//! goes to `target/web`: what a server offers, and `retromesh.html`, which has all of it.

mod engine;

use crate::{Outcome, root, wants_check, works};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use engine::{Library, PACKAGES, no_library};

/// The viewer as the program carries it.
const VIEWER: &str = "crates/retromesh-cli/assets/viewer.html.gz";
/// The maximum number of bytes that it may take there.
const MAX: usize = 220_000;

pub(crate) fn run(words: &[&str]) -> Outcome {
    install()?;
    let check = wants_check(words)?;
    npm(&["run", "--silent", "lint"])?;
    viewer(check)?;
    if check { Ok(()) } else { site() }
}

fn site() -> Outcome {
    let library = Library::find().ok_or_else(|| no_library().unwrap_or_default())?;
    let files = engine::build(library)?;
    execute(Command::new("node").arg("build-site.mjs").args(files).arg(root().join("target/web")))
}

fn viewer(check: bool) -> Outcome {
    let built = built()?;
    let path = root().join(VIEWER);
    if unpacked(&path).is_some_and(|old| old == built) {
        return Ok(());
    }
    if check {
        return Err(format!("stale: {VIEWER}; run `cargo xtask web`"));
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(&built).and_then(|()| packer.finish()).map_err(|e| e.to_string())?;
    if packed.len() > MAX {
        return Err(format!("the viewer takes {} bytes, more than {MAX}", packed.len()));
    }
    fs::write(&path, &packed).map_err(|e| format!("{VIEWER}: {e}"))?;
    println!("wrote {VIEWER}: {} bytes, {} packed", built.len(), packed.len());
    Ok(())
}

/// Opens pages of the program in Chromium or in Firefox.
pub(crate) fn try_viewer(browser: &str) -> Outcome {
    install()?;
    test(browser)
}

/// Builds the site and opens it in Chromium.
pub(crate) fn try_site() -> Outcome {
    with_site("site")
}

/// Takes the pictures of the documentation.
pub(crate) fn pictures(_: &[&str]) -> Outcome {
    with_site("pictures")
}

fn with_site(project: &str) -> Outcome {
    install()?;
    site()?;
    test(project)
}

/// Runs the tests that `playwright.config.mjs` lists as a project. Firefox has WebGL where there is a screen, so it gets one that nobody sees.
fn test(project: &str) -> Outcome {
    let mut command = Command::new("node");
    if project == "firefox" {
        command = Command::new(XVFB);
        command.args(["--auto-servernum", "--server-args=-screen 0 1600x1200x24 -nolisten tcp", "node"]);
    }
    command.args(["node_modules/playwright/cli.js", "test", "--project", project]);
    execute(command.env("RETROMESH", retromesh_testkit::program()?))
}

/// Builds the package for three.js, and tries it.
pub(crate) fn try_three() -> Outcome {
    let files = engine::build(Library::find().ok_or_else(|| no_library().unwrap_or_default())?)?;
    let own = root().join("integrations/three");
    let call = |command: &mut Command| crate::execute(command.current_dir(&own));
    call(Command::new(NPM).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    call(Command::new("node").arg("build.mjs").args(files))?;
    call(Command::new(NPM).args(["test", "--silent"]))
}

/// Says what this machine lacks to build and to test the page; `None` where it has all.
pub(crate) fn missing() -> Option<String> {
    if !works("node", &["--version"]) || !works(NPM, &["--version"]) {
        return Some("there is no node with npm".into());
    }
    lacks("CHROMIUM", "/usr/bin/chromium", "setup")
}

/// Says what this machine lacks to test the page in Firefox.
pub(crate) fn no_firefox() -> Option<String> {
    let firefox = || lacks("FIREFOX", "/usr/bin/firefox-esr", "setup firefox");
    let screen = || (!works(XVFB, &["--help"])).then(|| format!("there is no {XVFB}; run `cargo xtask setup firefox`"));
    missing().or_else(firefox).or_else(screen)
}

/// Says that a browser is neither where a variable says it nor at its usual place; as in `playwright.config.mjs`.
fn lacks(name: &str, place: &str, task: &str) -> Option<String> {
    let is_there = Path::new(&std::env::var(name).unwrap_or(place.into())).exists();
    (!is_there).then(|| format!("there is no {name}; run `cargo xtask {task}`, or say by that variable where it is"))
}

/// Runs a program with a screen that nobody sees.
const XVFB: &str = "xvfb-run";
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn folder() -> PathBuf {
    root().join("crates/retromesh-web/page")
}

/// Installs what the lockfile names, unless it is there.
fn install() -> Outcome {
    let wanted = fs::read(folder().join("package-lock.json")).map_err(|e| format!("package-lock.json: {e}"))?;
    let mark = folder().join("node_modules/.installed");
    if fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])?;
    fs::write(&mark, wanted).map_err(|e| format!("{}: {e}", mark.display()))
}

fn npm(words: &[&str]) -> Outcome {
    execute(Command::new(NPM).args(words))
}

fn built() -> Result<Vec<u8>, String> {
    let output = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    execute(Command::new("node").arg("build.mjs").arg(output.path()))?;
    fs::read(output.path()).map_err(|e| e.to_string())
}

fn execute(command: &mut Command) -> Outcome {
    crate::execute(command.current_dir(folder()))
}

fn unpacked(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(path).ok()?).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

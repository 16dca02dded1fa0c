//! `cargo xtask package [TARGET]`: the archive that is given away, built, unpacked and tried.
//!
//! The program is in it with its manual pages, completions and licences. What is tried is what a newcomer does: the version, and a
//! conversion. One that needs no library runs where nothing but it is, if this may be.

use crate::{Outcome, call_cargo, cargo, copy, name_below, paths_below, root, target_folder, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What lies next to the program, from the repository.
const INCLUDED: [&str; 6] =
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/man", "docs/completions"];
const MODEL: &str = "fixtures/b3d/everything.b3d";

pub(crate) fn run(words: &[&str]) -> Outcome {
    let host = text(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let target = match words {
        [] => host.as_str(),
        [target] => *target,
        _ => return Err("expected a target at most".to_owned()),
    };
    let program = build(target)?;
    let work = root().join("target/archives");
    let name = format!("retromesh-{}-{target}", env!("CARGO_PKG_VERSION"));
    let staged = work.join(&name);
    stage(&program, &staged, target)?;
    // The tar of Windows packs zip, too.
    let archive = format!("{name}.{}", if is_windows(target) { "zip" } else { "tar.gz" });
    let _none = fs::remove_file(work.join(&archive));
    text(command(&["tar", "-acf", &archive, &name]).current_dir(&work))?;
    let packed = work.join(&archive);
    let elsewhere = tempfile::tempdir().map_err(|e| e.to_string())?;
    let packed_name = packed.to_string_lossy();
    text(command(&["tar", "-xf", &packed_name]).current_dir(elsewhere.path()))?;
    let tried = attempt(&elsewhere.path().join(&name), target)?;
    let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    println!("package: {}: {} bytes, the program {}; {tried}", packed.display(), size(&packed), size(&program));
    Ok(())
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// Builds the program; returns where it is.
fn build(target: &str) -> Result<PathBuf, String> {
    let mut command = cargo(&["build", "--locked", "--package", "retromesh-cli", "--profile", "dist"]);
    call_cargo(command.args(["--target", target]))?;
    Ok(target_folder().join(target).join("dist").join(program_name(target)))
}

fn program_name(target: &str) -> &'static str {
    if is_windows(target) { "retromesh.exe" } else { "retromesh" }
}

/// Puts together what is packed.
fn stage(program: &Path, folder: &Path, target: &str) -> Outcome {
    // What an earlier run left.
    let _none = fs::remove_dir_all(folder);
    copy(program, &folder.join(program_name(target)))?;
    let of_system = if is_windows(target) { Some("docs/windows.md") } else { None };
    let of_system = of_system.or_else(|| target.contains("-linux-").then_some("docs/thumbnailer"));
    for source in INCLUDED.into_iter().chain(of_system).map(|name| root().join(name)) {
        let above = source.parent().unwrap_or(&source);
        let files = if source.is_dir() { paths_below(&source)? } else { vec![source.clone()] };
        files.iter().try_for_each(|file| copy(file, &folder.join(name_below(above, file))))?;
    }
    Ok(())
}

/// Does with an unpacked archive what a newcomer does; says how.
fn attempt(folder: &Path, target: &str) -> Result<&'static str, String> {
    fs::copy(root().join(MODEL), folder.join("model.b3d")).map_err(|e| e.to_string())?;
    let program = folder.join(program_name(target));
    let program = program.to_string_lossy();
    let is_root = cfg!(unix) && text(Command::new("id").arg("-u")).is_ok_and(|id| id == "0");
    if is_windows(target) && cfg!(not(windows)) {
        return Err("a program for Windows is tried on Windows".into());
    }
    let (start, how) = if target.ends_with("-linux-musl") && is_root {
        (vec!["chroot", ".", "/retromesh"], "unpacked and tried where no library is")
    } else {
        (vec![&*program], "unpacked and tried")
    };
    let call = |words: &[&str]| text(command(&[&start, words].concat()).current_dir(folder));
    let version = call(&["--version"])?;
    if !version.contains(env!("CARGO_PKG_VERSION")) {
        return Err(format!("it says that it is {version:?}"));
    }
    call(&["convert", "model.b3d", "new.glb"])?;
    call(&["check", "new.glb", "model.b3d"])?;
    Ok(how)
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(words.first().unwrap_or(&""));
    command.args(words.get(1..).unwrap_or_default());
    command
}

//! The program from start to end.

use super::{best, shapes};
use crate::{Outcome, root};
use std::process::{Command, Stdio};

/// Builds the program and returns where it is.
pub(super) fn build() -> Result<std::path::PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = ["build", "--release", "--quiet", "--package", "retromesh-cli"];
    let built = Command::new(cargo).args(build).current_dir(root()).status().map_err(|e| e.to_string())?;
    if !built.success() {
        return Err("the program does not build".into());
    }
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    Ok(here.with_file_name("retromesh").with_extension(std::env::consts::EXE_EXTENSION))
}

pub(super) fn run() -> Outcome {
    let program = build()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("model.b3d");
    let bytes = shapes::one_mesh(22_700);
    std::fs::write(&file, &bytes).map_err(|e| e.to_string())?;
    let call = |words: &[&str]| {
        let mut command = Command::new(&program);
        command.args(words).stdout(Stdio::null()).stdin(Stdio::null());
        command.status().expect("the program runs")
    };
    let info = best(|| call(&["info", &file.to_string_lossy()]));
    let nothing = best(|| call(&["--version"]));
    println!(
        "\nretromesh info on {} bytes: {:.2} ms from start to end (retromesh --version: {:.2} ms)",
        bytes.len(),
        info.as_secs_f64() * 1e3,
        nothing.as_secs_f64() * 1e3
    );
    Ok(())
}

//! The program from start to end.

use super::{best, shapes};
use crate::{Outcome, docs};
use std::process::{Command, Stdio};

pub(super) fn run() -> Outcome {
    let program = docs::program()?;
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

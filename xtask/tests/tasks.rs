//! `cargo xtask`: calls the program of tasks. As a test of the workspace its libraries have the features that those of all tests have, so that
//! none is built twice.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let words = std::env::args_os().skip(1);
    let status = Command::new(env!("CARGO_BIN_EXE_xtask")).args(words).current_dir(root).status();
    let is_done = status.is_ok_and(|status| status.success());
    if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

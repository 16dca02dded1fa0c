//! `cargo xtask snapshots`: the golden dumps of all fixtures, rewritten or compared.

use crate::{Outcome, root, wants_check};
use std::process::{Command, Stdio};

pub(crate) fn run(words: &[&str]) -> Outcome {
    // The comparison and the rules about the snapshot folders are tests; this only says what insta does with a difference.
    let update = if wants_check(words)? { "no" } else { "always" };
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(["test", "--workspace", "--quiet", "--test", "snapshots"]).env("INSTA_UPDATE", update);
    let status = command.current_dir(root()).stdin(Stdio::null()).status().map_err(|e| e.to_string())?;
    if status.success() {
        Ok(())
    } else {
        Err("the snapshots differ; run `cargo xtask snapshots` and read the difference".into())
    }
}

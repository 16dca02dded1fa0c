//! The program, for those who run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds the program in the profile of the caller and returns its path. It is what `cargo test --workspace` builds for the tests of the
/// program: another choice of packages would choose other features, and compile most of the workspace again.
pub fn program() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| format!("cannot find the caller: {e}"))?;
    let is_profile = |folder: &&Path| ["debug", "release", "dist"].iter().any(|profile| folder.ends_with(profile));
    let folder =
        here.ancestors().find(is_profile).ok_or_else(|| format!("{}: in no profile's folder", here.display()))?;
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--workspace", "--no-run", "--quiet", "--test", "transcripts"]);
    if let Some(profile) = folder.file_name().filter(|profile| *profile != "debug") {
        command.arg("--profile").arg(profile);
    }
    let status = command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).status();
    let status = status.map_err(|e| format!("cannot run cargo: {e}"))?;
    let program = folder.join(format!("retromesh{}", std::env::consts::EXE_SUFFIX));
    if status.success() { Ok(program) } else { Err(format!("the program does not build: {status}")) }
}

//! Puts the commit into the version of optimised builds. Others, which are built at each change, have the number alone, as does what
//! is built of neither a repository nor a package.

use std::path::Path;
use std::process::Command;

fn main() {
    let number = env!("CARGO_PKG_VERSION");
    let is_optimised = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_optimised { of_package().or_else(of_repository) } else { None };
    let version = commit.map_or_else(|| number.to_owned(), |commit| format!("{number} ({commit})"));
    println!("cargo::rustc-env=RETROMESH_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
}

/// Reads the commit that cargo notes in packages.
fn of_package() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let hash: String = rest.split('"').nth(1)?.chars().take(12).collect();
    (hash.len() == 12 && hash.chars().all(|c| c.is_ascii_hexdigit())).then_some(hash)
}

/// Asks git, and has cargo ask again after each commit.
fn of_repository() -> Option<String> {
    let answer = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
    };
    let log = answer(&["rev-parse", "--git-path", "logs/HEAD"])?;
    // A sources' archive inside of another repository is not of it.
    let top = answer(&["rev-parse", "--show-toplevel"])?;
    if !Path::new(&top).join("crates/retromesh-cli/build.rs").exists() {
        return None;
    }
    println!("cargo::rerun-if-changed={log}");
    answer(&["rev-parse", "--short=12", "HEAD"])
}

//! The manual pages, the completion scripts and the page of all commands, as the program itself prints them.

use crate::{name_below, paths_below, read, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// The shells, by their names and the names of their scripts.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "retromesh.bash"),
    ("elvish", "retromesh.elv"),
    ("fish", "retromesh.fish"),
    ("powershell", "_retromesh.ps1"),
    ("zsh", "_retromesh"),
];

/// How the page of all commands begins.
const COMMANDS: &str = "\
# Commands

What `retromesh help COMMAND` prints. `-h` after a command shows the options that are used often, `--help` each option in short. [Formats have
settings](#settings-of-formats) of their own. This page is made from the program by `cargo xtask docs`.
";

/// What comes before the formats on it.
const SETTINGS: &str = "
## Settings of formats

What `retromesh help FORMAT` prints: targets, and settings, which are options of the commands that read or write such files.
";

/// Returns the files by their paths in the repository.
pub(super) fn pages() -> Result<Vec<(String, String)>, String> {
    let program = retromesh_testkit::program()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let man = folder.path().to_string_lossy().into_owned();
    run(&program, &["man", "-d", &man])?;
    let mut files = Vec::new();
    for path in paths_below(folder.path())? {
        files.push((format!("docs/man/{}", name_below(folder.path(), &path)), read(path)?));
    }
    let commands: Vec<&str> =
        files.iter().filter_map(|(file, _)| file.strip_prefix("docs/man/retromesh-")?.strip_suffix(".1")).collect();
    let mut text = COMMANDS.to_owned();
    for command in commands {
        text += &section(command, &run(&program, &["help", command])?);
    }
    text += SETTINGS;
    // After the head each line begins with the id of a format.
    for id in run(&program, &["formats"])?.lines().skip(1).filter_map(|line| line.split_whitespace().next()) {
        text += &section(id, &run(&program, &["help", id])?);
    }
    files.push(("docs/commands.md".to_owned(), text));
    for (shell, name) in SHELLS {
        files.push((format!("docs/completions/{name}"), run(&program, &["completions", shell])?));
    }
    Ok(files)
}

/// Returns a section of the page of all commands.
fn section(name: &str, help: &str) -> String {
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("\n## `{name}`\n\n```text\n{}\n```\n", lines.join("\n").trim_end())
}

/// Lists the files that are there now, by their paths in the repository.
pub(super) fn existing() -> Vec<String> {
    let folders = ["docs/man", "docs/completions"].map(|folder| paths_below(&root().join(folder)).unwrap_or_default());
    folders.concat().iter().map(|file| name_below(&root(), file)).collect()
}

fn run(program: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("retromesh {}: {}", words.join(" "), output.status));
    }
    String::from_utf8(output.stdout).map_err(|e| e.to_string())
}

//! Words after an input that are meant for something else than a file.

use super::plan::{format_of, is_missing};
use crate::args::{Cli, ConvertArgs};
use crate::outputs::ends_with_slash;
use crate::targets;
use crate::terminal::typed;
use clap::{Arg, CommandFactory};
use std::path::{Path, PathBuf};

/// Returns what was meant by a word after an input that is no file but the name of a command or an extension.
pub(super) fn meant(word: &Path, input: &Path, args: &ConvertArgs) -> Option<String> {
    let text = word.to_str().filter(|_| is_missing(word) && !ends_with_slash(word))?;
    let (cli, input) = (Cli::command(), typed(input));
    if UNWRITTEN.contains(&text) {
        return Some(format!(
            "{text} files are not written: Blender makes them of `retromesh {input} --to glb` (a new folder of that name is {text}/)"
        ));
    }
    let extension = text.trim_start_matches('.');
    let line = if let Some(command) = cli.find_subcommand(text) {
        let takes_files = command.get_positionals().any(Arg::is_required_set);
        if takes_files { format!("retromesh {text} {input}") } else { format!("retromesh {text}") }
    } else if retromesh::format_by_extension(extension).is_some() {
        format!("retromesh {input} --to {extension}")
    } else if targets::is_name(text) {
        format!("retromesh {input} {}", targets::options(text))
    } else if let Some(target) = args.writing.target.as_ref().map(|target| format!("{target}-{text}"))
        && targets::is_name(&target)
    {
        format!("retromesh {input} --target {target}")
    } else if let Some(line) = option(&cli, text, &input) {
        line
    } else if let Some(line) = model_of_stem(word, &input).filter(|_| args.inputs.len() == 2) {
        line
    } else if word.extension().is_none()
        && !text.contains(['/', '\\'])
        && (text.contains('=') || text.chars().all(|letter| letter == '&' || letter.is_ascii_digit()))
    {
        return Some(format!(
            "{text} is neither a file nor an option: those begin with two hyphens, as `--fps 60` (a new folder of that name is {text}/)"
        ));
    } else {
        return None;
    };
    Some(format!("there is no {text}: did you mean `{line}`? (a new folder of that name is {text}/)"))
}

/// Returns the line in which a word is the option that it names without hyphens: `to=obj`, `force`.
fn option(cli: &clap::Command, word: &str, input: &str) -> Option<String> {
    let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
    let mut options = cli.find_subcommand("convert")?.get_arguments();
    let option = options.find(|option| option.get_long() == Some(name) && !matches!(name, "output" | "directory"))?;
    let value = match value {
        _ if !option.get_action().takes_values() => String::new(),
        Some(value) => format!(" {value}"),
        None => " ...".to_owned(),
    };
    Some(format!("retromesh {input} --{name}{value}"))
}

/// Returns the line in which a word is a model whose extension was left out.
fn model_of_stem(word: &Path, input: &str) -> Option<String> {
    let folder = word.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A model of the default format is what an earlier run wrote.
    let is_model = |path: &Path| format_of(path).is_some_and(|id| id != "gltf");
    let is_meant = |path: &PathBuf| path.file_stem() == word.file_name() && is_model(path) && path.is_file();
    let folder = Some(folder).filter(|_| word.extension().is_none())?;
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(is_meant);
    let name = word.with_file_name(files.min()?.file_name()?);
    Some(format!("retromesh convert {input} {}", typed(&name)))
}

/// What people want of a converter, and what other programs write.
pub(crate) const UNWRITTEN: [&str; 10] = ["3ds", "blend", "blender", "dae", "fbx", "ply", "stl", "usd", "usda", "usdz"];

//! `retromesh proxies`: which other models a model refers to, and which files those are.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::inputs::Input;
use crate::json::{self, Entry};
use crate::sources;
use crate::terminal::printable;
use clap::Args;
use retromesh::{Folder, ModelReference, Result, split_archive};
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `retromesh proxies`.
#[derive(Debug, Args)]
pub(crate) struct ProxiesArgs {
    /// The files to look at, `-` for standard input; folders and archives are searched for model files.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Prints JSON: a list with one object for each file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// A reference and how it resolves.
#[derive(Serialize)]
struct Listed {
    path: String,
    id: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    class: String,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<bool>,
}

/// The references of a file.
#[derive(Serialize)]
struct OfFile {
    proxies: Vec<Listed>,
}

/// The schema of the JSON output.
const SCHEMA: &str = "retromesh-proxies-1";

pub(crate) fn run(args: &ProxiesArgs) -> Result<Exit, Exit> {
    let (all, failed) = json::entries(SCHEMA, &args.inputs, &args.reading, |input| references(input, args))?;
    let missing = all
        .iter()
        .filter_map(|file| file.facts.as_ref())
        .flat_map(|file| &file.proxies)
        .any(|proxy| proxy.missing == Some(true));
    print(&all, args);
    Ok(if failed || missing { Exit::Failed } else { Exit::Ok })
}

fn references(input: &Input, args: &ProxiesArgs) -> Result<OfFile> {
    let source = sources::load(&input.path, &args.reading)?;
    let model = source.read(&args.reading.options(), &mut args.reading.diagnostics())?;
    // Where no root is named, an archive is one; what has no path of its own is the game's, and not in it.
    let is_named = args.reading.place.root.is_some();
    let root = args.reading.place.root.clone().or_else(|| Some(split_archive(&input.path)?.0));
    let root = root.as_ref().map(|root| Folder::new(root, 0).within(Some(root)));
    let listed = |reference: ModelReference| {
        let ModelReference { path, id, level, class, file } = reference;
        let found = root.as_ref().map(|root| root.located(&file));
        let is_own = is_named || path.starts_with(['/', '\\']);
        let missing = found.as_ref().map(Option::is_none).filter(|missing| is_own || !missing);
        Listed { path, id, level, class, file: found.flatten().unwrap_or(file), missing }
    };
    Ok(OfFile { proxies: model.references().into_iter().map(listed).collect() })
}

fn print(all: &[Entry<OfFile>], args: &ProxiesArgs) {
    if args.json {
        json::print_list(all);
        return;
    }
    for file in all {
        let Some(facts) = &file.facts else { continue };
        outln!("{}", printable(&file.file));
        for proxy in &facts.proxies {
            let level = proxy.level.map_or(String::new(), |level| format!("level {level}: "));
            let id = if proxy.id < 0 { String::new() } else { format!(" {}", proxy.id) };
            let class = if proxy.class.is_empty() { String::new() } else { format!("class {}, else ", proxy.class) };
            let missing = if proxy.missing == Some(true) { " (missing)" } else { "" };
            let text = format!("{level}{}{id} -> {class}{}{missing}", proxy.path, proxy.file);
            outln!("  {}", printable(&text));
        }
    }
}

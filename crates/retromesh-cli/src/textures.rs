//! `retromesh textures`: which images models name, which are missing, and other names for them.

mod list;
mod rename;

use crate::Exit;
use crate::args::ReadingArgs;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `retromesh textures`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct TexturesArgs {
    /// The files to look at, `-` for standard input; folders and archives are searched for model files.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Prints JSON: a list with one object for each file, or with --unique for each path.
    #[arg(long)]
    json: bool,
    /// Prints each path once over all files, whatever its case and kind of slash.
    #[arg(long)]
    unique: bool,
    /// Lists the paths of each level of detail apart.
    #[arg(long, conflicts_with = "unique")]
    levels: bool,
    /// Renames the image OLD to NEW; may be repeated.
    ///
    /// Case and kind of slash of OLD do not matter, and NEW takes the kind of slash that the path has: `a/b.paa=c/d.paa` can be typed
    /// in every shell.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair, requires = "output")]
    rename: Vec<(String, String)>,
    /// Puts B in the place of A where a path begins with A; may be repeated. --rename comes first.
    #[arg(long, value_name = "A=B", value_parser = pair, requires = "output")]
    rename_prefix: Vec<(String, String)>,
    /// Where the model with other paths goes, with the files next to it that change.
    ///
    /// In a folder it is named as the input; a new name needs its extension.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "unique", "levels", "root"])]
    output: Option<PathBuf>,
    /// Overwrites an output that is already there.
    #[arg(short, long, requires = "output")]
    force: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((old, new)) if !old.is_empty() => Ok((old.to_owned(), new.to_owned())),
        _ => Err("write it as OLD=NEW".to_owned()),
    }
}

pub(crate) fn run(args: &TexturesArgs) -> Result<Exit, Exit> {
    match &args.output {
        Some(output) => Ok(rename::run(args, output)),
        None => list::run(args),
    }
}

/// Returns a path as it is compared: with one kind of slash, and in lower case.
fn plain(path: &str) -> String {
    path.replace('\\', "/").to_ascii_lowercase()
}

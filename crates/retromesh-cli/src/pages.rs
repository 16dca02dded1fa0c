//! `retromesh completions` and `retromesh man`: files for shells and for the manual, made from the command line itself.

use crate::Exit;
use crate::args::Cli;
use crate::terminal::print_error;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use retromesh::{Error, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the program.
const PROGRAM: &str = "retromesh";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Writes a page a command into a folder instead of printing the first one.
    #[arg(short, long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), PROGRAM, &mut text);
    out!("{}", String::from_utf8_lossy(&text));
    Exit::Ok
}

pub(crate) fn man(args: &ManArgs) -> Exit {
    if let Some(folder) = &args.directory {
        return match write_pages(folder) {
            Ok(()) => Exit::Ok,
            Err(error) => {
                print_error(&folder.to_string_lossy(), &error);
                Exit::Failed
            }
        };
    }
    let mut text = Vec::new();
    match clap_mangen::Man::new(Cli::command()).render(&mut text) {
        Ok(()) => {
            out!("{}", String::from_utf8_lossy(&text));
            Exit::Ok
        }
        Err(_) => Exit::Failed,
    }
}

fn write_pages(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|e| Error::io("manual pages", e))
}

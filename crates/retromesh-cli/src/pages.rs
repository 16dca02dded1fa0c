//! `retromesh completions` and `retromesh man`: files for shells and for the manual, made from the command line itself.

use crate::Exit;
use crate::args::Cli;
use crate::outputs::Destination;
use crate::terminal::{failed, usage};
use crate::writer::{Kind, Writer};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use retromesh::{Error, Result};
use std::ffi::OsString;
use std::fs;
use std::io;
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
    /// Overwrites pages that are already there.
    #[arg(short, long, requires = "directory")]
    force: bool,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), PROGRAM, &mut text);
    out!("{}", String::from_utf8_lossy(&text));
    Exit::Ok
}

pub(crate) fn man(args: &ManArgs) -> Exit {
    if let Some(folder) = &args.directory {
        if let Err(message) = Destination::of(None, Some(folder)) {
            return usage(&message, None);
        }
        return match write_pages(folder, &Writer::new(args.force, [] as [PathBuf; 0])) {
            Ok(()) => Exit::Ok,
            Err(error) => failed(&folder.to_string_lossy(), &error),
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

fn write_pages(folder: &Path, writer: &Writer) -> Result<()> {
    let pages = pages().map_err(|e| Error::io("manual pages", e))?;
    let pages: Vec<_> = pages.into_iter().map(|(name, page)| (folder.join(name), page)).collect();
    // All are written or none.
    pages.iter().try_for_each(|(path, _)| writer.check(path, Kind::Manual))?;
    pages.into_iter().try_for_each(|(path, page)| writer.write(&path, Kind::Manual, page))
}

/// Makes a page of each command, with its name.
fn pages() -> io::Result<Vec<(OsString, Vec<u8>)>> {
    let made = tempfile::tempdir()?;
    clap_mangen::generate_to(Cli::command(), made.path())?;
    let page =
        |entry: io::Result<fs::DirEntry>| entry.and_then(|entry| Ok((entry.file_name(), fs::read(entry.path())?)));
    fs::read_dir(made.path())?.map(page).collect()
}

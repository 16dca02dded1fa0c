//! The command line of `retromesh view`.

use crate::args::ReadingArgs;
use crate::ranges::RangeArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// The files to show; folders and archives are searched for model files. Several make a gallery.
    ///
    /// In `view in.b3d out.html` the second is the page.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Writes the page to this file, `-` for standard output, and opens nothing.
    ///
    /// In a folder it is index.html; a new name needs its extension.
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) output: Option<PathBuf>,
    /// Opens nothing; without an output the page is written to the folder for temporary files, and its place is said.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Serves the page to the browser of this machine alone, and shows each file anew when it changes; Ctrl-C ends it.
    #[arg(long, conflicts_with = "output")]
    pub(crate) watch: bool,
    /// Overwrites a page that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) clips: RangeArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

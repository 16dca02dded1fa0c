//! The command line of `retromesh convert`.

use super::shard::Shard;
use crate::args::{ReadingArgs, WritingArgs, text};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct ConvertArgs {
    /// The files to convert, `-` for standard input; folders are searched for model files, sub-folders included.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The output file, for a single input, or `-` for standard output; its extension chooses the format.
    #[arg(short, long, value_name = "FILE", required_unless_present = "directory", conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The output folder; the tree below an input folder is repeated in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The output format by extension; without it that of the output file, else glb.
    #[arg(long, value_name = "EXT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    /// Writes the frame ranges of the clips, as JSON or as a Lua file by the extension; `.json` or `.lua` alone writes one beside each output.
    #[arg(long, value_name = "FILE.json|FILE.lua", value_parser = super::frames::place)]
    pub(crate) frame_table: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Writes one JSON object a file to FILE, with all diagnostics.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Refuses to write a file whose conversion has this diagnostic; `any-loss` stands for all that lose or approximate; `retromesh help codes` lists them.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,
    /// Overwrites outputs that are already there.
    #[arg(long)]
    pub(crate) force: bool,
    /// Goes on with an earlier run into the same folder: what it wrote with the same options stays, where the input and the files beside it have not changed.
    #[arg(long, requires = "directory", conflicts_with = "output", help_heading = "Large batches")]
    pub(crate) resume: bool,
    /// Converts the I-th of N parts of the inputs, the same ones on every machine.
    #[arg(long, value_name = "I/N", requires = "directory", conflicts_with = "output", help_heading = "Large batches")]
    pub(crate) shard: Option<Shard>,
    /// The memory that the files converted at a time may take together, as estimated by their sizes.
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = text::<u64>, help_heading = "Large batches")]
    pub(crate) memory: u64,
    /// The number of files converted at a time; all cores by default.
    #[arg(short, long, value_name = "N", help_heading = "Large batches")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Prints the diagnostics of every file, not only of a single one.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Prints errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

//! The command line of `retromesh convert`.

use super::shard::Shard;
use crate::args::{ReadingArgs, WritingArgs, jobs, text};
use crate::ranges::RangeArgs;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct ConvertArgs {
    /// Files, folders or wildcards; of two arguments the second may be the output.
    ///
    /// `-` is standard input. Folders are searched for model files, sub-folders included, and wildcards are expanded where the shell does
    /// not do it. In `convert in.b3d out.glb` the second argument is the output: it is a folder, or does not exist yet. Two files of one
    /// format are two inputs, and so are two folders with models to convert, if the second is not that of an earlier run. A folder after
    /// several inputs with a file among them is an error: -d names it. Where outputs go next to inputs, files of the output format among
    /// others are left out, and in folders an .obj next to a model of its name.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The output file or folder; by default next to each input.
    ///
    /// The extension of a file chooses the format; `-` is standard output. A name that ends with a slash, or is that of a folder, means
    /// the folder.
    #[arg(short, long, value_name = "FILE", conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The output folder, which need not be there.
    ///
    /// The tree below an input folder is repeated in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The output format, such as `b3d`; else that of the output file, or glb for models, png for textures, paa for images.
    #[arg(long, value_name = "EXT")]
    pub(crate) to: Option<String>,
    /// Writes the frame ranges of the clips.
    ///
    /// As JSON or as a Lua file by the extension; `.json` or `.lua` alone writes one next to each output.
    #[arg(long, hide_short_help = true, value_name = "FILE.json|FILE.lua", value_parser = super::frames::place)]
    pub(crate) frame_table: Option<PathBuf>,
    /// Writes what changes in the Lua files of a mod as a unified diff, for `--target luanti`.
    ///
    /// Of a folder with Lua files the models get the clips that its definitions name. `patch -p1 < FILE` in the folder makes the changes.
    /// All models of the mod are converted in one run, so neither this nor `--lua` goes with `--resume` or `--shard`.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(crate) patch: Option<PathBuf>,
    /// Writes the Lua files of a mod that change into the output folder, for `--target luanti`.
    #[arg(long, hide_short_help = true, requires = "directory")]
    pub(crate) lua: bool,
    /// The model that the input was made from: what other programs changed or dropped of it comes from there.
    ///
    /// Frames, rates and order of clips, names with a number more (`lamp.001`), lights, cameras, empty nodes and extras. What you changed
    /// stays. Without a target a `.p3d` becomes what the original is, ODOL or MLOD. Of a folder or an archive it is the model with the path of the output.
    #[arg(long, hide_short_help = true, value_name = "ORIGINAL")]
    pub(crate) like: Option<PathBuf>,
    /// Writes a line of JSON for each input, with all that was lost.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Refuses to write files where this is found, such as `any-loss`.
    ///
    /// `any-loss` stands for all that lose or approximate; `retromesh help codes` lists the codes.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,
    /// Overwrites outputs that are already there.
    ///
    /// Only files of the kind that is written are replaced, such as a model by a model, and never an input of the run.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Says what would be written where, and reads and writes nothing.
    #[arg(short = 'n', long, hide_short_help = true)]
    pub(crate) dry_run: bool,
    /// Goes on with an earlier run into the same folder.
    ///
    /// What it wrote with the same options stays, where the input and the files next to it have not changed.
    #[arg(long, help_heading = "Large batches", hide_short_help = true)]
    pub(crate) resume: bool,
    /// Converts the I-th of N parts of the inputs, the same ones on every machine.
    #[arg(long, value_name = "I/N", help_heading = "Large batches", hide_short_help = true)]
    pub(crate) shard: Option<Shard>,
    /// The memory that the files converted at a time may take together, as estimated by their sizes.
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = text::<u64>, help_heading = "Large batches",
        hide_short_help = true)]
    pub(crate) memory: u64,
    /// The number of files converted at a time; all cores by default.
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = "Large batches", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) clips: RangeArgs,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

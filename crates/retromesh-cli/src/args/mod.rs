//! The command line.

mod reading;
mod writing;

pub(crate) use crate::check::CheckArgs;
pub(crate) use crate::diff::DiffArgs;
pub(crate) use crate::proxies::ProxiesArgs;
pub(crate) use crate::render::RenderArgs;
pub(crate) use crate::repair::RepairArgs;
pub(crate) use crate::textures::TexturesArgs;
pub(crate) use reading::ReadingArgs;
pub(crate) use writing::WritingArgs;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 ok, 1 a file failed, 2 wrong usage, 3 a denied loss.";

/// Converts, inspects and checks legacy game-model files.
///
/// Reads Blitz3D .b3d, glTF and more (see `retromesh formats`) through one common scene and says what is lost on the way.
#[derive(Debug, Parser)]
#[command(name = "retromesh", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Converts files, or whole folders of files, to another format.
    #[command(after_help = "Examples:\n  retromesh convert ninja.b3d -o ninja.glb\n  \
        retromesh convert models/ -d converted/ --to glb --report losses.jsonl\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage, 3 a denied loss.")]
    Convert(ConvertArgs),
    /// Shows what is in a file: counts, bounds, materials, textures, animations, the node tree.
    #[command(after_help = "Examples:\n  retromesh info ninja.b3d\n  retromesh info --json models/*.b3d\n\n\
        With --json one file gives one object and several files give a list of objects.")]
    Info(InfoArgs),
    /// Prints a file's structures, one a line, with byte offsets.
    #[command(after_help = "Examples:\n  retromesh dump ninja.b3d\n  retromesh dump --scene ninja.b3d")]
    Dump(DumpArgs),
    /// Checks that files are read completely, written back byte for byte, and give a valid scene; and what an engine will do to them.
    #[command(
        after_help = "Examples:\n  retromesh check --strict models/\n  retromesh check --target luanti ninja.b3d\n\n\
        Exit codes: 0 nothing was found, 1 a file falls short, 2 wrong usage."
    )]
    Check(CheckArgs),
    /// Compares two models, of one format or two: shape, materials, nodes, clips, and the poses of the clips.
    #[command(after_help = "Examples:\n  retromesh diff ninja.b3d ninja.glb\n  \
        retromesh diff --json --tolerance 1e-3 before.b3d after.b3d\n\n\
        Prints one line a difference: where, what, and by how much. Vertices may be in another order.\n\n\
        Exit codes: 0 same, 1 different, 2 wrong usage or a file that cannot be read.")]
    Diff(DiffArgs),
    /// Mends what an engine would refuse, drop or show wrong, and changes nothing else.
    #[command(after_help = "Examples:\n  retromesh repair ninja.b3d -o mended.b3d --target luanti\n  \
        retromesh repair models/ -d mended/ --only b3d-several-keys,b3d-frames\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage.")]
    Repair(RepairArgs),
    /// Draws pictures: stills, turntables, animations, contact sheets, thumbnails of folders, comparisons.
    #[command(after_help = "Examples:\n  retromesh render ninja.b3d -o ninja.png\n  \
        retromesh render ninja.b3d -o walk.gif --clip walk --animate\n  \
        retromesh render ninja.b3d ninja.glb -o apart.png --compare\n  retromesh render models/ -d thumbnails/\n\n\
        Exit codes: 0 ok, 1 a file failed or differs, 2 wrong usage.")]
    Render(RenderArgs),
    /// Lists the images that models name, says which are missing, and gives them other names.
    #[command(after_help = "Examples:\n  retromesh textures tank.p3d --levels\n  \
        retromesh textures models/ --unique --root game/\n  \
        retromesh textures tank.p3d --rename-prefix 'old\\=new\\' -o renamed.p3d\n\n\
        Exit codes: 0 ok, 1 a file failed or an image is missing, 2 wrong usage.")]
    Textures(TexturesArgs),
    /// Lists the other models that models refer to, and which files those are.
    #[command(after_help = "Example:\n  retromesh proxies tank.p3d --root game/\n\n\
        Exit codes: 0 ok, 1 a file failed or a model is missing, 2 wrong usage.")]
    Proxies(ProxiesArgs),
    /// Lists the formats and what each can do.
    Formats(FormatsArgs),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Prints the manual page.
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The files to convert; folders are searched for model files, sub-folders included.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The output file, for a single input; its extension chooses the format.
    #[arg(short, long, value_name = "FILE", required_unless_present = "directory", conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The output folder; the tree below an input folder is repeated in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The output format by extension.
    #[arg(long, value_name = "EXT", default_value = "glb", conflicts_with = "output")]
    pub(crate) to: String,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Writes one JSON object a file to FILE, with all diagnostics.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Refuses to write a file whose conversion has this diagnostic; `any-loss` stands for all that lose or approximate.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,
    /// Overwrites outputs that are already there.
    #[arg(long)]
    pub(crate) force: bool,
    /// The number of files converted at a time; all cores by default.
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Prints the diagnostics of every file, not only of a single one.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Prints errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The files to look at; folders are searched for model files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// The file.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Prints the common scene instead of the file's own structures.
    #[arg(long)]
    pub(crate) scene: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    /// Lists the engine profiles of each format.
    #[arg(long)]
    pub(crate) targets: bool,
}

/// Parses a positive, finite number.
fn positive(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number.is_finite() && number > 0.0 { Ok(number) } else { Err("must be a positive number".to_owned()) }
}

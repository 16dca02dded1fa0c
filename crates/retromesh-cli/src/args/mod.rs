//! The command line.

mod reading;
mod settings;
mod values;
mod writing;

pub(crate) use crate::check::CheckArgs;
use crate::console::Speech;
pub(crate) use crate::convert::ConvertArgs;
pub(crate) use crate::diff::DiffArgs;
pub(crate) use crate::duplicates::DuplicatesArgs;
pub(crate) use crate::help::HelpArgs;
pub(crate) use crate::pages::{CompletionsArgs, ManArgs};
pub(crate) use crate::proxies::ProxiesArgs;
use crate::ranges::RangeArgs;
pub(crate) use crate::render::RenderArgs;
pub(crate) use crate::repair::RepairArgs;
pub(crate) use crate::text::{PackArgs, TextArgs};
pub(crate) use crate::textures::TexturesArgs;
pub(crate) use crate::view::ViewArgs;
pub(crate) use reading::{BytesArgs, FolderArgs, ReadingArgs};
use values::offset;
pub(crate) use values::{choice, jobs, text};
pub(crate) use writing::WritingArgs;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The version, with the commit that a release was built of.
const VERSION: &str = env!("RETROMESH_VERSION");

const AFTER_HELP: &str = "Examples:\n  retromesh ninja.b3d                          writes ninja.glb next to it\n  \
    retromesh convert ninja.b3d ninja.obj\n  retromesh help targets\n\n\
    Files without a command are converted: `retromesh FILE...` is `retromesh convert FILE...`.\n\
    Exit codes: 0 ok, 1 a file failed, 2 wrong usage, 3 a denied loss, 130 interrupted; see `retromesh help exit-codes`.";

/// Converts, inspects, checks and repairs legacy game-model files.
///
/// Reads and writes .b3d, .bo3d, .bgl, .bmd, .p3d, .rmesh, .x, glTF and OBJ, and says what is lost on the way.
#[derive(Debug, Parser)]
#[command(name = "retromesh", bin_name = "retromesh", version = VERSION, arg_required_else_help = true, disable_help_subcommand = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) speech: Speech,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Converts files, or whole folders of files, to another format.
    ///
    /// Without -o and -d each output is written next to its input, as glb if no format is named. Nothing is overwritten without --force. `retromesh help FORMAT`,
    /// such as `retromesh help gltf`, lists the settings of a format.
    #[command(after_help = "Examples:\n  retromesh convert ninja.b3d                  writes ninja.glb next to it\n  \
        retromesh convert models/ -d converted/ --to glb --report losses.jsonl\n  \
        retromesh convert ninja.glb ninja.b3d --target luanti --frame-table ninja.lua\n  \
        retromesh convert ninja.b3d ninja.obj --pose @12\n  \
        retromesh convert - -o - --to glb < ninja.b3d > ninja.glb\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage, 3 a denied loss, 130 interrupted.")]
    Convert(ConvertArgs),
    /// Shows what is in a file: counts, bounds, materials, animations, the tree.
    #[command(after_help = "Examples:\n  retromesh info ninja.b3d\n  retromesh info --json models/*.b3d\n  \
        retromesh info --csv archive/ > inventory.csv\n  retromesh info --html inventory.html archive/\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage.")]
    Info(InfoArgs),
    /// Prints a file's structures, as text, JSON or annotated bytes.
    ///
    /// One structure per line, with arrays summed up. With --json or --hex each has its place in the file.
    #[command(after_help = "Examples:\n  retromesh dump ninja.b3d\n  retromesh dump --json ninja.b3d\n  \
        retromesh dump --hex ninja.b3d\n  retromesh dump --at 0x1c4 ninja.b3d\n\n\
        Exit codes: 0 ok, 1 the file failed, 2 wrong usage.")]
    Dump(DumpArgs),
    /// Writes a file as text, to be read, compared and edited; `pack` turns it back.
    ///
    /// Nothing is lost: what is packed without an edit is the file byte for byte.
    #[command(after_help = "Examples:\n  retromesh text ninja.b3d -o ninja.txt\n  \
        git config diff.retromesh.textconv \"retromesh text\"   and `*.b3d diff=retromesh` in .gitattributes\n  \
        retromesh text ninja.b3d | less\n\n\
        Exit codes: 0 ok, 1 the file failed, 2 wrong usage.")]
    Text(TextArgs),
    /// Turns the text of `retromesh text` back into a file.
    ///
    /// Where rows were added or taken out, counts and sizes are set right.
    #[command(after_help = "Examples:\n  retromesh pack ninja.txt -o ninja.b3d\n  \
        retromesh text ninja.b3d | sed 's/\"walk\"/\"run\"/' | retromesh pack - -o run.b3d\n\n\
        Exit codes: 0 ok, 1 the text has an error, 2 wrong usage.")]
    Pack(PackArgs),
    /// Checks whether files are damaged, and what an engine makes of them.
    ///
    /// A file is sound that is read to its end and can be written back byte for byte.
    #[command(
        after_help = "Examples:\n  retromesh check --strict models/\n  retromesh check --target luanti ninja.b3d\n\n\
        Exit codes: 0 nothing was found, 1 a file has problems, 2 wrong usage."
    )]
    Check(CheckArgs),
    /// Compares two models: shape, materials, nodes, clips, poses.
    ///
    /// They may be of one format or two.
    #[command(after_help = "Examples:\n  retromesh diff ninja.b3d ninja.glb\n  \
        retromesh diff --json --tolerance 1e-3 before.b3d after.b3d\n\n\
        Prints one line per difference: where, what, and by how much. Vertices may be in another order.\n\n\
        Exit codes: 0 same, 1 different, 2 wrong usage or a file that cannot be read.")]
    Diff(DiffArgs),
    /// Lists files that are the same: by their bytes, and by their geometry.
    ///
    /// Models of the same geometry are of one format, and may have other names, textures and motion.
    #[command(
        after_help = "Examples:\n  retromesh duplicates archive/\n  retromesh duplicates disc1/ disc2/ old.zip\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage."
    )]
    Duplicates(DuplicatesArgs),
    /// Repairs what an engine would refuse, drop or show wrong.
    ///
    /// Bytes after the end of the model are removed; nothing else changes.
    #[command(after_help = "Examples:\n  retromesh repair ninja.b3d -o repaired.b3d --target luanti\n  \
        retromesh repair models/ -d repaired/ --only b3d-several-keys,b3d-zero-weights\n\n\
        Exit codes: 0 ok, 1 a file failed, 2 wrong usage.")]
    Repair(RepairArgs),
    /// Draws pictures: stills, animations, thumbnails of folders, comparisons.
    ///
    /// Of a folder it also writes a page that shows the thumbnails.
    #[command(after_help = "Examples:\n  retromesh render ninja.b3d -o ninja.png\n  \
        retromesh render ninja.b3d -o walk.gif --clip walk --animate\n  \
        retromesh render ninja.b3d ninja.glb -o apart.png --compare\n  retromesh render models/ -d thumbnails/\n\n\
        Exit codes: 0 ok, 1 a file failed or differs, 2 wrong usage.")]
    Render(RenderArgs),
    /// Shows models in the browser: turn, play, what is in them, what is lost.
    ///
    /// Writes one page with the viewer and the models in it, which needs no network, and opens it.
    #[command(after_help = "Examples:\n  retromesh view ninja.b3d\n  retromesh view models/ -o models.html\n\n\
        Exit codes: 0 ok, 1 a file failed or no browser was opened, 2 wrong usage.")]
    View(ViewArgs),
    /// Lists the images that models name, and gives them other names.
    ///
    /// Those that a conversion would not find are marked.
    #[command(after_help = "Examples:\n  retromesh textures tank.p3d --levels\n  \
        retromesh textures models/ --unique --root game/\n  \
        retromesh textures tank.p3d --rename-prefix old/=new/ -o renamed.p3d\n\n\
        Exit codes: 0 ok, 1 a file failed or an image is missing, 2 wrong usage.")]
    Textures(TexturesArgs),
    /// Lists the other models that models refer to, and which files those are.
    #[command(after_help = "Examples:\n  retromesh proxies tank.p3d --root game/\n  retromesh proxies models/\n\n\
        Exit codes: 0 ok, 1 a file failed or, with --root, a model is missing, 2 wrong usage.")]
    Proxies(ProxiesArgs),
    /// Lists the formats and what each can do.
    ///
    /// `retromesh help FORMAT` says more of one.
    #[command(after_help = "Examples:\n  retromesh formats\n  retromesh formats --targets\n  retromesh formats --json")]
    Formats(FormatsArgs),
    /// Explains a command or a topic.
    #[command(after_help = "Examples:\n  retromesh help convert\n  retromesh help targets")]
    Help(HelpArgs),
    /// Prints a completion script for a shell.
    #[command(
        after_help = "Examples:\n  retromesh completions bash > ~/.local/share/bash-completion/completions/retromesh\n  \
        retromesh completions fish > ~/.config/fish/completions/retromesh.fish"
    )]
    Completions(CompletionsArgs),
    /// Prints the manual page, or writes one for each command.
    #[command(after_help = "Examples:\n  retromesh man | man -l -\n  retromesh man -d ~/.local/share/man/man1")]
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct InfoArgs {
    /// The files to look at, `-` for standard input; folders and archives are searched for model files.
    ///
    /// With --json, --jsonl, --csv and --html all files of folders and archives are listed, whatever they are.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Prints JSON: a list with one object for each file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Prints one JSON object per line, each as soon as its file is read.
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
    /// Prints a table with one line for each file, as comma-separated values.
    #[arg(long, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) csv: bool,
    /// Writes a page with a picture of each model and texture, which can be searched.
    ///
    /// In a folder it is index.html; a new name needs its extension.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "jsonl", "csv"])]
    pub(crate) html: Option<PathBuf>,
    /// Overwrites a page that is already there.
    #[arg(short, long, requires = "html")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) clips: RangeArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct DumpArgs {
    /// The file, `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Prints the common scene instead of the file's own structures.
    #[arg(long, conflicts_with_all = ["json", "at", "only"])]
    pub(crate) scene: bool,
    /// Prints JSON: each structure and field with its offset, length and value.
    #[arg(long)]
    pub(crate) json: bool,
    /// Prints the bytes of the file next to what they are.
    #[arg(long, conflicts_with_all = ["json", "at", "scene"])]
    pub(crate) hex: bool,
    /// Prints arrays and long bytes whole, with --json or --hex.
    #[arg(long)]
    pub(crate) whole: bool,
    /// Says which field of which structure the byte at an offset is; 0x before it for hexadecimal.
    #[arg(long, value_name = "OFFSET", value_parser = offset, conflicts_with_all = ["json", "only"])]
    pub(crate) at: Option<u64>,
    /// Prints only what is below a path, as --hex and --at name them, with its bytes.
    #[arg(long, value_name = "PATH", conflicts_with = "json")]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    /// A format, of which `retromesh help` says more.
    #[arg(hide = true)]
    pub(crate) format: Option<String>,
    /// Lists the engines and variants that each format can be written for.
    #[arg(long)]
    pub(crate) targets: bool,
    /// Prints JSON: a list with one object for each format.
    #[arg(long, conflicts_with = "targets")]
    pub(crate) json: bool,
}

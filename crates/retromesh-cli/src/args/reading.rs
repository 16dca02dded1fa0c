//! How files are read.

use super::settings::SettingArgs;
use super::values::{choice, folder, rate, text};
use crate::inputs::Selection;
use clap::Args;
use retromesh::Limits;
use retromesh::choice::Choice;
use retromesh::options::Normals;
use retromesh::{Diagnostics, ImportOptions};
use std::path::PathBuf;

/// Which files are read, within which limits.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct FileArgs {
    /// The format of standard input, by extension, and the only one that is searched for in folders.
    #[arg(long, value_name = "EXT", hide_short_help = true)]
    pub(crate) from: Option<String>,
    /// Takes files of folders by their content, whatever their extension.
    #[arg(long, hide_short_help = true, conflicts_with = "from")]
    pub(crate) detect_all: bool,
    /// Shows the bytes around the place of an error, in this many lines.
    #[arg(long, hide_short_help = true, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) error_bytes: Option<u32>,
    /// Refuses files that break their format's rules instead of repairing them.
    #[arg(long)]
    pub(crate) strict: bool,
    /// The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G.
    #[arg(long, hide_short_help = true, value_name = "BYTES", value_parser = text::<u64>)]
    max_input: Option<u64>,
    /// The maximum size to which the compressed data of one input may unpack. Default 1G.
    #[arg(long, hide_short_help = true, value_name = "BYTES", value_parser = text::<u64>)]
    max_decompressed: Option<u64>,
    /// The deepest nesting of records and nodes. Default 16777216.
    #[arg(long, hide_short_help = true, value_name = "LEVELS")]
    max_depth: Option<u32>,
    /// The maximum number of levels of detail of one model. Default 256.
    #[arg(long, hide_short_help = true, value_name = "LEVELS")]
    max_lods: Option<u32>,
}

/// Where the files of models may be.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct PlaceArgs {
    /// The folder for images and other files of a model, such as the game's.
    ///
    /// They are looked for in it and may not lie outside of it. By default it is the model's own folder. A .pbo or .zip archive is a folder, too.
    #[arg(long, value_name = "FOLDER", value_parser = folder())]
    pub(crate) root: Option<PathBuf>,
    /// Follows links that lead out of the input folders.
    #[arg(long, hide_short_help = true)]
    pub(crate) follow: bool,
}

/// How files are read into a scene.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// What to do with the normals of a file.
    #[arg(long, value_name = "HOW", value_parser = choice::<Normals>(), default_value = Normals::default().name())]
    normals: Normals,
    /// The frames per second of the animation, in place of the file's own.
    #[arg(long, hide_short_help = true, value_name = "RATE", value_parser = rate, allow_negative_numbers = true)]
    fps: Option<f32>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Also shows the models that a model names, such as the props of a room; they are found as its textures are.
    #[arg(long, hide_short_help = true)]
    with_props: bool,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<false>,
}

/// How a file is read by commands that make no scene.
#[derive(Debug, Clone, Args)]
pub(crate) struct BytesArgs {
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    settings: SettingArgs<false>,
}

impl From<BytesArgs> for ReadingArgs {
    fn from(BytesArgs { file, settings }: BytesArgs) -> Self {
        Self { file, settings, ..Self::default() }
    }
}

/// How files of folders are read by commands that make no scene.
#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    #[command(flatten)]
    bytes: BytesArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

impl FolderArgs {
    /// Returns them as those that say of the scene what is usual.
    pub(crate) fn reading(&self) -> ReadingArgs {
        ReadingArgs { place: self.place.clone(), ..self.bytes.clone().into() }
    }
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ImportOptions {
        let mut options = ImportOptions::default();
        options.ticks_per_second = self.fps;
        options.normals = self.normals;
        options.settings.clone_from(&self.settings.0);
        options.limits = self.file.limits();
        options.with_props = self.with_props;
        options.root.clone_from(&self.place.root);
        options
    }

    /// Returns which files of folders are meant.
    pub(crate) fn selection(&self) -> Selection<'_> {
        Selection {
            only: self.file.from.as_deref(),
            detect: self.file.detect_all.then(|| self.file.limits().input_bytes),
            follow: self.place.follow,
            ..Selection::default()
        }
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        if self.file.strict { Diagnostics::strict() } else { Diagnostics::new() }
    }
}

impl FileArgs {
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.input_bytes = self.max_input.unwrap_or(limits.input_bytes);
        limits.unpacked_bytes = self.max_decompressed.unwrap_or(limits.unpacked_bytes);
        limits.depth = self.max_depth.unwrap_or(limits.depth);
        limits.lods = self.max_lods.unwrap_or(limits.lods);
        limits
    }
}

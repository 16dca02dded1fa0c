//! How files are read.

use super::settings::SettingArgs;
use super::values::{choice, rate, text};
use crate::inputs::Selection;
use clap::Args;
use retromesh::Limits;
use retromesh::choice::Choice;
use retromesh::options::Normals;
use retromesh::{Diagnostics, ImportOptions};
use std::path::PathBuf;

/// How files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// The format of standard input, by extension, and the only one that is searched for in folders.
    #[arg(long, value_name = "EXT", hide_short_help = true)]
    pub(crate) from: Option<String>,
    /// Looks in folders at files of any extension, and takes those whose content is a known format.
    #[arg(long, hide_short_help = true, conflicts_with = "from")]
    pub(crate) detect_all: bool,
    /// Shows the bytes around the place of an error, in this many lines.
    #[arg(long, hide_short_help = true, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) hex: Option<u32>,
    /// Refuses files that break their format's rules instead of repairing them.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What to do with the normals of a file.
    #[arg(long, value_name = "HOW", value_parser = choice::<Normals>(), default_value = Normals::default().name())]
    normals: Normals,
    /// The animation rate in frames per second that replaces the file's.
    #[arg(long, hide_short_help = true, value_name = "RATE", value_parser = rate)]
    fps: Option<f32>,
    /// The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G.
    #[arg(long, hide_short_help = true, value_name = "BYTES", value_parser = text::<u64>)]
    max_input: Option<u64>,
    /// The most that the compressed data of one input may unpack to. Default 1G.
    #[arg(long, hide_short_help = true, value_name = "BYTES", value_parser = text::<u64>)]
    max_decompressed: Option<u64>,
    /// The deepest nesting of records and nodes. Default 16777216.
    #[arg(long, hide_short_help = true, value_name = "LEVELS")]
    max_depth: Option<u32>,
    /// The folder for images and other files of a model, such as the game's.
    ///
    /// They are looked for in it and may not lie outside of it. By default it is the model's own folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Places the models that a model names, such as the props of a room, to be looked at; they are found as its textures are.
    #[arg(long)]
    with_props: bool,
    /// Follows links that lead out of the input folders.
    #[arg(long, hide_short_help = true)]
    pub(crate) follow: bool,
    /// The most levels of detail of one model. Default 256.
    #[arg(long, hide_short_help = true, value_name = "LEVELS")]
    max_lods: Option<u32>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<false>,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ImportOptions {
        let mut options = ImportOptions::default();
        options.ticks_per_second = self.fps;
        options.normals = self.normals;
        options.settings.clone_from(&self.settings.0);
        options.limits = self.limits();
        options.with_props = self.with_props;
        options.root.clone_from(&self.root);
        options
    }

    /// Returns which files of folders are meant.
    pub(crate) fn selection(&self) -> Selection<'_> {
        Selection {
            only: self.from.as_deref(),
            detect: self.detect_all.then(|| self.limits().input_bytes),
            follow: self.follow,
            ..Selection::default()
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.input_bytes = self.max_input.unwrap_or(limits.input_bytes);
        limits.unpacked_bytes = self.max_decompressed.unwrap_or(limits.unpacked_bytes);
        limits.depth = self.max_depth.unwrap_or(limits.depth);
        limits.lods = self.max_lods.unwrap_or(limits.lods);
        limits
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        if self.strict { Diagnostics::strict() } else { Diagnostics::new() }
    }
}

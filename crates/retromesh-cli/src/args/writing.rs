//! How files are written.

use super::settings::SettingArgs;
use super::values::{choice, rate, text};
use clap::Args;
use retromesh::ExportOptions;
use retromesh::choice::Choice;
use retromesh::keyframes::PoseAt;
use retromesh::options::{Lods, Textures};

/// How files are written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct WritingArgs {
    /// The engine to write for; `retromesh help targets` lists them.
    #[arg(long, value_name = "NAME", value_parser = crate::targets::name())]
    pub(crate) target: Option<String>,
    /// Where texture images go.
    #[arg(long, value_name = "WHERE", value_parser = choice::<Textures>(), default_value = Textures::default().name())]
    textures: Textures,
    /// Levels of detail: auto, all, visual, best or a name.
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    lods: Lods,
    /// The pose for formats without animation: a frame of a clip.
    ///
    /// Without a clip it is a frame of the first one: `@12`.
    #[arg(long, value_name = "[CLIP]@FRAME")]
    pose: Option<PoseAt>,
    /// The frames per second of formats whose keys are on whole frames.
    #[arg(long, hide_short_help = true, value_name = "RATE", value_parser = rate)]
    frame_rate: Option<f32>,
    /// How many bytes copies, keys and images may add to an output.
    ///
    /// Default 128M, and 64 for each byte of the model.
    #[arg(long, hide_short_help = true, value_name = "BYTES", value_parser = text::<u64>)]
    max_output: Option<u64>,
    /// Merges equal vertices and meshes, and leaves out what nothing shows, and keys that change nothing but rounding.
    #[arg(long, hide_short_help = true)]
    optimize: bool,
    /// Does not read outputs again to check them, which saves up to a third of the time.
    #[arg(long, hide_short_help = true)]
    unverified: bool,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<true>,
}

impl WritingArgs {
    pub(crate) fn options(&self) -> ExportOptions {
        let mut options = ExportOptions::default();
        options.target.clone_from(&self.target);
        options.textures = self.textures;
        options.lods = self.lods.clone();
        options.pose.clone_from(&self.pose);
        options.frames_per_second = self.frame_rate;
        options.max_output = self.max_output;
        options.optimize = self.optimize;
        options.unverified = self.unverified;
        options.settings.clone_from(&self.settings.0);
        options
    }
}

//! The command line of `retromesh render`.

use crate::args::{ReadingArgs, choice};
use crate::ranges::RangeArgs;
use clap::Args;
use retromesh::choice::Choice;
use retromesh_preview::{Levels, Look, Shot, View};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct RenderArgs {
    /// The files to draw; folders and archives are searched for model files. Two files for --compare.
    ///
    /// In `render in.b3d out.png` the second is the picture.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The picture, for a single input: .png, or .gif for an animation; `-` is standard output.
    ///
    /// In a folder it is named as the input; a new name needs its extension.
    #[arg(short, long, value_name = "FILE", conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The folder for one thumbnail an input and an index.html that shows them all.
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["compare", "turntable", "animate", "uv"])]
    pub(crate) directory: Option<PathBuf>,
    /// The size in pixels: `WIDTHxHEIGHT` or one number.
    #[arg(long, value_name = "SIZE", default_value = "512x512", value_parser = size)]
    pub(crate) size: (u32, u32),
    /// The camera: iso, front, top and so on, or YAW,PITCH.
    ///
    /// The names are front, right, back, left, top, bottom and iso; angles are in degrees.
    #[arg(long, value_name = "VIEW", default_value = "iso", allow_hyphen_values = true)]
    pub(crate) view: View,
    /// The clip or animation to show, by name.
    ///
    /// --time, --frame and --animate alone take the first one that lasts.
    #[arg(long, value_name = "NAME")]
    pub(crate) clip: Option<String>,
    /// The moment of the clip, in seconds from its start.
    #[arg(long, hide_short_help = true, value_name = "SECONDS", value_parser = number)]
    pub(crate) time: Option<f32>,
    /// The frame of the file's timeline.
    #[arg(long, hide_short_help = true, value_name = "N", conflicts_with = "time", value_parser = number, allow_negative_numbers = true)]
    pub(crate) frame: Option<f32>,
    /// Draws an animation of N pictures in which the camera goes once around.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) turntable: Option<u32>,
    /// Draws an animation of the clip; of all its frames in a row with --sheet.
    #[arg(long)]
    pub(crate) animate: bool,
    /// The number of pictures of --animate; by default twenty a second, six for a sheet.
    #[arg(long, hide_short_help = true, value_name = "N", requires = "animate", conflicts_with = "turntable",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) pictures: Option<u32>,
    /// Draws four views on one sheet.
    ///
    /// With --animate there is a row for each view and a column for each moment.
    #[arg(long, conflicts_with_all = ["turntable", "compare", "uv"])]
    pub(crate) sheet: bool,
    /// How surfaces are coloured.
    #[arg(long, value_name = "HOW", value_parser = choice::<Look>(), default_value = Look::default().name())]
    pub(crate) look: Look,
    /// Draws the edges of faces.
    #[arg(long, hide_short_help = true)]
    pub(crate) wireframe: bool,
    /// Draws joints and bones over the model.
    #[arg(long, hide_short_help = true)]
    pub(crate) skeleton: bool,
    /// Draws a grid on the ground.
    #[arg(long, hide_short_help = true)]
    pub(crate) grid: bool,
    /// Draws the axes at the origin: x red, y green, z blue.
    #[arg(long, hide_short_help = true)]
    pub(crate) axes: bool,
    /// Draws back faces whatever the material says.
    #[arg(long, hide_short_help = true)]
    pub(crate) back_faces: bool,
    /// Draws hidden nodes too.
    #[arg(long, hide_short_help = true)]
    pub(crate) hidden: bool,
    /// The level of detail by node name, role or number, or `all`.
    ///
    /// By default it is the finest one that is seen.
    #[arg(long, value_name = "NAME")]
    pub(crate) lod: Option<String>,
    /// Draws the layout of UV set N instead of the model, over the first texture that uses it.
    #[arg(long, hide_short_help = true, value_name = "N", conflicts_with_all = ["compare", "turntable", "animate"])]
    pub(crate) uv: Option<usize>,
    /// The background: `transparent` or a colour as #RRGGBB or #RRGGBBAA.
    #[arg(long, hide_short_help = true, value_name = "COLOR", value_parser = color)]
    pub(crate) background: Option<[u8; 4]>,
    /// Compares two files: draws both and what differs.
    ///
    /// They are drawn side by side, and what differs is printed. They are alike where no channel of a pixel differs by more than
    /// --max-difference, and almost alike where the mean over the pixels that a model covers does not, and no more percent of these differ
    /// by 32 or more.
    #[arg(long, conflicts_with_all = ["turntable", "animate"])]
    pub(crate) compare: bool,
    /// The mean difference from which --compare fails, in steps of 0 to 255.
    #[arg(long, hide_short_help = true, value_name = "X", default_value_t = 1.0, requires = "compare", value_parser = number)]
    pub(crate) max_difference: f32,
    /// Overwrites pictures that are already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Goes on with an earlier run into the same folder.
    ///
    /// What it drew with the same options stays, where neither the model nor its images changed since.
    #[arg(long, hide_short_help = true, requires = "directory", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// The number of files drawn at a time; all cores by default.
    #[arg(short, long, hide_short_help = true, value_name = "N", value_parser = crate::args::jobs)]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub(crate) clips: RangeArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl RenderArgs {
    /// Returns whether the picture moves.
    pub(crate) fn moves(&self) -> bool {
        (self.animate || self.turntable.is_some()) && !self.sheet && self.uv.is_none() && !self.compare
    }

    /// Returns what all pictures show; the moment is that of rest.
    pub(crate) fn shot(&self) -> Shot {
        let mut shot = Shot::default();
        (shot.width, shot.height) = self.size;
        shot.view = self.view;
        shot.background = self.background.unwrap_or(shot.background);
        shot.look = self.look;
        shot.levels = match self.lod.as_deref() {
            None => Levels::Finest,
            Some("all") => Levels::All,
            Some(name) => Levels::Named(name.to_owned()),
        };
        shot.wireframe = self.wireframe;
        shot.skeleton = self.skeleton;
        shot.grid = self.grid;
        shot.axes = self.axes;
        shot.back_faces = self.back_faces;
        shot.hidden = self.hidden;
        shot
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=16384).contains(side));
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    side(width).zip(side(height)).ok_or_else(|| "must be WIDTHxHEIGHT, each 1 to 16384".to_owned())
}

fn number(text: &str) -> Result<f32, String> {
    text.trim().parse::<f32>().ok().filter(|x| x.is_finite()).ok_or_else(|| "must be a number".to_owned())
}

fn color(text: &str) -> Result<[u8; 4], String> {
    if text == "transparent" {
        return Ok([0; 4]);
    }
    let digits = text.strip_prefix('#').unwrap_or(text);
    let bits = u32::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    match (bits, digits.len()) {
        (Some(bits), 6) => Ok((bits << 8 | 0xff).to_be_bytes()),
        (Some(bits), 8) => Ok(bits.to_be_bytes()),
        _ => Err("must be `transparent`, #RRGGBB or #RRGGBBAA".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_values() {
        assert_eq!([size("64x32"), size("9")], [Ok((64, 32)), Ok((9, 9))]);
        assert!(["", "0x4", "4x", "99999", "-1x1"].iter().all(|text| size(text).is_err()));
        assert_eq!("-30,12.5".parse(), Ok(View { yaw: -30.0, pitch: 12.5 }));
        assert!(["", "up", "1", "nan,0", "1,inf"].iter().all(|text| text.parse::<View>().is_err()));
        assert_eq!(color("#0a0B0c"), Ok([10, 11, 12, 255]));
        assert_eq!([color("01020304"), color("transparent")], [Ok([1, 2, 3, 4]), Ok([0; 4])]);
        assert!(["", "#12", "+12345", "red"].iter().all(|text| color(text).is_err()));
    }
}

//! How files are read.

use crate::inputs::Selection;
use clap::{ArgAction, Args, ValueEnum};
use retromesh::options::{KnownDamage, Limits, Mirror, Normals, PackedUvs, RootBones, Unloadable};
use retromesh::{Diagnostics, ImportOptions};
use std::path::PathBuf;

/// How files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct ReadingArgs {
    /// The format of standard input (`-`), by extension, and the only one that is searched for in folders.
    #[arg(long, value_name = "EXT")]
    pub(crate) from: Option<String>,
    /// Shows the bytes around the place of an error, in this many lines.
    #[arg(long, value_name = "LINES", num_args = 0..=1, default_missing_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) hex: Option<u32>,
    /// Refuses files that break their format's rules instead of mending them.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What to do with the normals of a file.
    #[arg(long, value_enum, default_value_t)]
    normals: NormalsArg,
    /// The animation rate in frames per second that replaces the file's.
    #[arg(long, value_name = "RATE", value_parser = super::positive)]
    fps: Option<f32>,
    /// Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too.
    #[arg(long = "no-mirror", action = ArgAction::SetFalse)]
    mirror: bool,
    /// Cures damage whose exact cure is known, such as the animation gaps of old BMD files.
    #[arg(long)]
    cure: bool,
    /// Which layout of packed texture coordinates is read where a format has had two (BMD).
    #[arg(long, value_enum, default_value_t, value_name = "LAYOUT")]
    packed_uvs: PackedUvsArg,
    /// Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl).
    #[arg(long)]
    unloadable: bool,
    /// Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own.
    #[arg(long)]
    root_in_armature_space: bool,
    /// The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_input: Option<u64>,
    /// The most that the compressed data of one input may unpack to. Default 1G.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_decompressed: Option<u64>,
    /// The deepest nesting of records and nodes. Default 16777216.
    #[arg(long, value_name = "LEVELS")]
    max_depth: Option<u32>,
    /// The folder that images and other files of a model are looked for in and may not lie outside of, such as the game's; default the model's own.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// The most levels of detail of one model. Default 256.
    #[arg(long, value_name = "LEVELS")]
    max_lods: Option<u32>,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ImportOptions {
        let mut options = ImportOptions::default();
        options.ticks_per_second = self.fps;
        options.normals = match self.normals {
            NormalsArg::Keep => Normals::Keep,
            NormalsArg::Auto => Normals::Auto,
            NormalsArg::Recompute => Normals::Recompute,
        };
        options.mirror = self.mirror();
        options.known_damage = if self.cure { KnownDamage::Repair } else { KnownDamage::Keep };
        options.packed_uvs = match self.packed_uvs {
            PackedUvsArg::Auto => PackedUvs::Auto,
            PackedUvsArg::Current => PackedUvs::Current,
            PackedUvsArg::Old => PackedUvs::Old,
        };
        options.unloadable = if self.unloadable { Unloadable::Read } else { Unloadable::Refuse };
        options.root_bones = if self.root_in_armature_space { RootBones::Skeleton } else { RootBones::Own };
        options.limits = self.limits();
        options.root.clone_from(&self.root);
        options
    }

    /// Returns which files of folders are meant.
    pub(crate) fn selection(&self) -> Selection<'_> {
        Selection { only: self.from.as_deref(), ..Selection::default() }
    }

    /// Returns whether left-handed models are mirrored, in reading as in writing.
    pub(crate) fn mirror(&self) -> Mirror {
        if self.mirror { Mirror::Engine } else { Mirror::No }
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

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum NormalsArg {
    /// Keeps what the file holds.
    #[default]
    Keep,
    /// Recomputes those that contradict the faces.
    Auto,
    /// Recomputes all.
    Recompute,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum PackedUvsArg {
    /// Judged by the bits, mesh by mesh.
    #[default]
    Auto,
    /// The one that the format's text describes.
    Current,
    /// The older one.
    Old,
}

/// Parses a count of bytes with an optional binary suffix.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text.get(digits.len()..).unwrap_or_default().to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        other => return Err(format!("unknown unit {other:?}: use K, M or G")),
    };
    let count: u64 = digits.parse().map_err(|_| "not a count of bytes".to_owned())?;
    count.checked_mul(1 << shift).ok_or_else(|| "too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn counts_of_bytes_have_binary_suffixes() {
        for (text, count) in [("0", 0), ("17", 17), ("64k", 65_536), ("2MiB", 2 << 20), ("3G", 3 << 30)] {
            assert_eq!(bytes(text), Ok(count), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "1T", "99999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}

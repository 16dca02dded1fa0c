//! Choices of the caller, given with the first call.

use crate::settings::Values;
use retromesh_core::Limits;
use retromesh_core::keyframes::PoseAt;
use retromesh_core::material::TextureFacts;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::str::FromStr;

crate::choices! {
    /// Says what to do with the normals of a file.
    pub enum Normals {
        /// Keeps what the file holds; contradictions are reported.
        "keep" => Keep,
        /// Recomputes the normals of a mesh whose stored ones contradict its faces.
        "auto" => Auto,
        /// Recomputes all normals from the faces, smooth where vertices of one position had one normal or none.
        "recompute" => Recompute,
    }
}

/// Chooses how a file is read.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The bounds in force.
    pub limits: Limits,
    /// What to do with stored normals.
    pub normals: Normals,
    /// The animation rate in frames per second that replaces the file's.
    pub ticks_per_second: Option<f32>,
    /// The folder that files next to a model may not lie outside of, for programs that look for them; `None` is the model's own.
    pub root: Option<PathBuf>,
    /// Places the models that a model names, such as the props of a room, for programs that look for files.
    pub with_props: bool,
    /// Marks the selections that another program took vertices or faces of ([`STALE`](retromesh_core::extras::STALE)) and does not report them:
    /// [`like`](crate::like()) restores or reports them afterwards. Conversions set it where there is an original.
    pub marks_stale: bool,
    /// The engine that the scene is for, as [`ExportOptions::target`] names it: where engines read a file differently, the scene is what this
    /// one shows. Conversions take that of their export options.
    pub target: Option<String>,
    /// What single formats let choose.
    pub settings: Values,
}

impl ImportOptions {
    /// Returns whether the scene is for Luanti, which counts the texture slots of a model in its own way.
    pub fn is_for_luanti(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.starts_with("luanti"))
    }
}

crate::choices! {
    /// Says where texture images go.
    pub enum Textures {
        /// Writes the image into the output where the format can hold it, else links it; one that is in no file yet becomes a file next to
        /// the output.
        "embed" => Embed,
        /// Writes each image into a file next to the output, also one that is in a file already. A .glb has them inside, as with `embed`. The
        /// textures of a P3D are copied below the output, where their paths lead.
        "copy" => Copy,
        /// Writes the image's file name.
        "link" => Link,
        /// Writes no image; materials keep their other properties.
        "none" => None,
    }
}

impl Textures {
    /// Returns whether the bytes of images are written, and not only their names.
    pub fn writes_bytes(self) -> bool {
        matches!(self, Self::Embed | Self::Copy)
    }
}

/// Says which levels of detail are written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Lods {
    /// What the output format is for: formats that know functional levels get all of them, the others those that are seen.
    #[default]
    Auto,
    /// All, functional ones (collision, shadow, memory points) included.
    All,
    /// Those that are seen.
    Visual,
    /// The finest of those that are seen.
    Best,
    /// The one of this name.
    Named(String),
}

/// Reads `auto`, `all`, `visual`, `best` or a name.
impl FromStr for Lods {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" => return Err("give auto, all, visual, best, or a name".to_owned()),
            "auto" => Self::Auto,
            "all" => Self::All,
            "visual" => Self::Visual,
            "best" => Self::Best,
            name => Self::Named(name.to_owned()),
        })
    }
}

/// Chooses how a scene is written.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ExportOptions {
    /// The name of the file to be written: its stem names sidecars, its extension chooses between containers.
    pub file_name: String,
    /// The engine profile by name; `None` is the format's default.
    pub target: Option<String>,
    /// Where texture images go.
    pub textures: Textures,
    /// Names of files next to the output that hold something else, in small letters: an image whose file would have one of them gets a
    /// name that its bytes decide.
    pub taken_files: BTreeSet<String>,
    /// The maximum number of bytes that a conversion may take for what it makes; `None` is [derived from the input](crate::Budget::of).
    pub max_output: Option<u64>,
    /// The bytes of the files that the scene was read from; `None` where it was not read.
    pub input_bytes: Option<u64>,
    /// Keeps what is written without reading it again, which takes up to a third of the time of a conversion.
    pub unverified: bool,
    /// The frames per second of formats whose keys are on whole frames; `None` keeps the source's frames where they are
    /// whole, and takes the source's or the format's rate where they are not.
    pub frames_per_second: Option<f32>,
    /// The pose that formats without animation are given; `None` is the rest pose.
    pub pose: Option<PoseAt>,
    /// Which levels of detail are written.
    pub lods: Lods,
    /// Merges equal vertices, places equal meshes from one, and leaves out what nothing shows: see
    /// [`optimize`](crate::optimize()).
    pub optimize: bool,
    /// What the textures of the model say, by path as the model names them, for formats that store it (see
    /// [`FormatInfo::wants_texture_facts`](crate::FormatInfo::wants_texture_facts)) or leave the alpha of materials to it.
    pub texture_facts: BTreeMap<String, TextureFacts>,
    /// Names that several nodes have in the model that the scene was made from: they stay where a format gives numbers to the second of a name.
    pub repeated_names: BTreeSet<String>,
    /// What single formats let choose.
    pub settings: Values,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_words_or_a_name() {
        assert_eq!(["best", "Geometry"].map(str::parse), [Ok(Lods::Best), Ok(Lods::Named("Geometry".to_owned()))]);
        assert!("".parse::<Lods>().is_err());
    }
}

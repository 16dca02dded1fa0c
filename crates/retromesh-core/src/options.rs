//! Choices of the caller, given with the first call.

use crate::material::TextureFacts;
use crate::settings::Values;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Bounds what an input may make the library do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest input, in bytes. Default 1 GiB.
    pub input_bytes: u64,
    /// The most bytes that compressed data of one input may unpack to. Default 1 GiB.
    pub unpacked_bytes: u64,
    /// The deepest nesting of records or nodes. Default 16,777,216: nesting costs no stack, so the limit
    /// only serves callers whose own code recurses.
    pub depth: u32,
    /// The most levels of detail of one model. Default 256.
    pub lods: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { input_bytes: 1 << 30, unpacked_bytes: 1 << 30, depth: 1 << 24, lods: 256 }
    }
}

crate::choices! {
    /// Says what to do with the normals of a file.
    pub enum Normals {
        /// Keeps what the file holds; contradictions are reported.
        "keep" => Keep,
        /// Recomputes the normals of a mesh whose stored ones contradict its faces.
        "auto" => Auto,
        /// Recomputes all normals from the faces, smooth over equal positions.
        "recompute" => Recompute,
    }
}

/// Says what to do with a file that can be read although the format's engine refuses to load it: one of a newer version, or with
/// bytes behind its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Unloadable {
    /// Refused, as by the engine.
    #[default]
    Refuse,
    /// Read, with a diagnostic.
    Read,
}

/// Says where the position of a bone without a parent is meant, in a format whose exporter and engine disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RootBones {
    /// In the bone's own, rotated axes, as the engine and all other bones have it.
    #[default]
    Own,
    /// In the skeleton's axes, as the exporter writes it.
    Skeleton,
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
    /// What to do with files that the engine refuses to load.
    pub unloadable: Unloadable,
    /// Where the positions of root bones are meant.
    pub root_bones: RootBones,
    /// The folder that files beside a model may not lie outside of, for programs that look for them; `None` is the model's own.
    pub root: Option<PathBuf>,
    /// What single formats let choose.
    pub settings: Values,
}

crate::choices! {
    /// Says where texture images go.
    pub enum Textures {
        /// Writes the image into the output where the format can hold it, else links it; one that is in no file yet becomes a file beside
        /// the output.
        "embed" => Embed,
        /// Writes the image's file name.
        "link" => Link,
        /// Writes no image; materials keep their other properties.
        "none" => None,
    }
}

/// Says how wide the vertex numbers of a format with a choice are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum VertexFloats {
    /// 32 bits: exact.
    #[default]
    F32,
    /// 16 bits where all numbers fit; the largest error is reported.
    F16,
    /// 16 bits where the rounding stays invisible: under 1/2048 of the model's size in positions and under 1/1024 in texture
    /// coordinates; else 32 bits.
    Auto,
}

/// Says what becomes of the scales of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scales {
    /// What the target's engine needs.
    #[default]
    Auto,
    /// Written as they are.
    Keep,
    /// Moved into vertices and offsets where that is exact.
    Bake,
}

/// Says how the axes of bones lie in the rest pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BoneAxes {
    /// As they are.
    #[default]
    Keep,
    /// Turned parallel to the mesh's, with the same motion; for engines that forget the rest rotation in normals.
    Align,
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

/// Says which points an editable model gets where the source keeps one vertex a normal and texture coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Points {
    /// Those of the editor that the source remembers: vertices at seams become one point again.
    #[default]
    Merged,
    /// One a vertex.
    Split,
    /// Those of the editor in levels with a function, one a vertex in those that are seen.
    FunctionalMerged,
}

/// Says how the clips of an animation become animations of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Clips {
    /// What the target's engine needs.
    #[default]
    Auto,
    /// One animation over the whole timeline.
    One,
    /// One animation a clip, with its name.
    Named,
}

/// Says what a model is for in Luanti, whose scales differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum LuantiUse {
    /// An entity's model: ten units are one node.
    #[default]
    Entity,
    /// A node's model of drawtype `mesh`: one unit is one node, so that static models are written ten times as large.
    Node,
}

/// Names a moment of an animation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoseAt {
    /// The name of a clip or of an animation; empty for the first animation.
    pub clip: String,
    /// The moment on the animation's timeline, in its ticks.
    pub tick: f32,
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
    /// How wide vertex numbers are.
    pub vertex_floats: VertexFloats,
    /// What becomes of the scales of nodes.
    pub scales: Scales,
    /// How the axes of bones lie.
    pub bone_axes: BoneAxes,
    /// The frames per second of formats whose keys stand on whole frames; `None` keeps the source's frames where they are
    /// whole, and takes the source's or the format's rate where they are not.
    pub frames_per_second: Option<f32>,
    /// The pose that formats without animation are given; `None` is the rest pose.
    pub pose: Option<PoseAt>,
    /// Which levels of detail are written.
    pub lods: Lods,
    /// Which points an editable model gets.
    pub points: Points,
    /// The mean colour of the textures, 0xAARRGGBB, and that seen from above, for formats that store them; `None` is a grey.
    pub mean_colors: Option<[u32; 2]>,
    /// The paths of textures with alpha, for formats that store this and a source that does not say it.
    pub alpha_textures: Vec<String>,
    /// What the textures of the model say, by path as the model names them, for formats that store it: see
    /// [`Format::wants_texture_facts`](crate::Format::wants_texture_facts).
    pub texture_facts: BTreeMap<String, TextureFacts>,
    /// The names of the selections that the game's configuration asks for as sections.
    pub section_selections: Vec<String>,
    /// How clips become animations.
    pub clips: Clips,
    /// What a model for Luanti is for.
    pub luanti_use: LuantiUse,
    /// What single formats let choose.
    pub settings: Values,
}

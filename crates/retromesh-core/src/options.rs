//! Choices of the caller, given with the first call.

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
}

impl Default for Limits {
    fn default() -> Self {
        Self { input_bytes: 1 << 30, unpacked_bytes: 1 << 30, depth: 1 << 24 }
    }
}

/// Says what to do with the normals of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Normals {
    /// Keeps what the file holds; contradictions are reported.
    #[default]
    Keep,
    /// Recomputes the normals of a mesh whose stored ones contradict its faces.
    Auto,
    /// Recomputes all normals from the faces, smooth over equal positions.
    Recompute,
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
}

/// Says where texture images go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Textures {
    /// Writes the image into the output where the format can hold it, else links it.
    #[default]
    Embed,
    /// Writes the image's file name.
    Link,
    /// Writes no image; materials keep their other properties.
    None,
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
}

//! The layouts of the format, which share one signature and one version byte.

use std::fmt;

/// One revision of the format. Nothing in a file names it: it follows from which layout fits the bytes.
///
/// The order is that of time; [`Layout::L12b`] is [`Layout::L12`] without the skybox, as one revision of the exporter wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs, reason = "the table in the format's documentation tells them apart")]
pub enum Layout {
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    L7,
    L8,
    L9,
    L10,
    L11,
    L12,
    L12b,
    L13,
    L14,
    #[default]
    L15,
    L16,
}

impl Layout {
    /// All layouts in the order in which they are tried: the one that is written today first, then backward in time.
    pub const TRIED: [Self; 17] = {
        use Layout::{L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L12b, L13, L14, L15, L16};
        [L15, L16, L14, L13, L12b, L12, L11, L10, L9, L8, L7, L6, L5, L4, L3, L2, L1]
    };

    /// Returns whether the file is a list of objects (L1 to L5) rather than of components and instances.
    pub fn has_objects(self) -> bool {
        self <= Self::L5
    }

    /// Returns the bytes of a vertex: position and UV, then normal, then tangent and binormal, then bones and weights.
    pub fn vertex_size(self) -> usize {
        match self {
            Self::L1 | Self::L2 => 20,
            Self::L3 | Self::L4 => 32,
            Self::L15 | Self::L16 => 80,
            _ => 56,
        }
    }

    /// Returns whether the name of a skybox follows the header.
    pub fn has_skybox(self) -> bool {
        (Self::L10..=Self::L12).contains(&self)
    }

    /// Returns whether there is one unnamed camera in front of the ambient light, and not a list after it.
    pub fn has_one_camera(self) -> bool {
        (Self::L6..=Self::L12b).contains(&self)
    }

    /// Returns whether cameras, geometries, materials, lights and instances have names.
    pub fn has_names(self) -> bool {
        self >= Self::L14
    }

    /// Returns whether there are animation collections.
    pub fn has_collections(self) -> bool {
        self >= Self::L15
    }

    /// Returns whether the numbers are in Blender's axes, z up, rather than in the engine's former ones, y up.
    pub fn is_z_up(self) -> bool {
        self == Self::L1 || self >= Self::L7
    }
}

/// The name, such as `L15`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

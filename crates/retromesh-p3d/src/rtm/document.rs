//! The lossless types of `.rtm`, in file order.

use glam::{Mat4, Vec3};
use retromesh_wire::{FixedStr, Rows, row_struct};
use std::borrow::Cow;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rtm<'a> {
    /// The version.
    pub version: Version,
    /// How far the model moves in one cycle, in metres of its own space; of [`Version::Forward`] z alone is stored.
    pub step: Vec3,
    /// The names of the bones.
    pub bones: Vec<FixedStr<'a>>,
    /// The phases, in order of time.
    pub phases: Vec<Phase<'a>>,
    /// What follows the end.
    pub trailing: Cow<'a, [u8]>,
}

/// Which versions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Version {
    /// `RTM_0100`: a step forward.
    Forward,
    /// `RTM_0101`: a step in any direction.
    #[default]
    Vector,
}

impl Version {
    /// Returns the first eight bytes of a file.
    pub fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Forward => b"RTM_0100",
            Self::Vector => b"RTM_0101",
        }
    }
}

/// Where the bones are at a moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Phase<'a> {
    /// The moment, from 0 to 1.
    pub time: f32,
    /// The bones, in the order of the names mostly.
    pub bones: Rows<'a, BoneAt>,
}

row_struct! {
    /// Where a bone is.
    #[derive(Debug, PartialEq)]
    pub struct BoneAt {
        /// The name, which ends at its first NUL.
        pub name: [u8; 32],
        /// What becomes of the model's x axis.
        pub aside: Vec3,
        /// What becomes of its y axis.
        pub up: Vec3,
        /// What becomes of its z axis.
        pub direction: Vec3,
        /// What becomes of its origin.
        pub position: Vec3,
    }
}

impl BoneAt {
    /// Returns the map of the model's space, for column vectors.
    pub fn matrix(&self) -> Mat4 {
        let [x, y, z] = [self.aside, self.up, self.direction].map(|axis| axis.extend(0.0));
        Mat4::from_cols(x, y, z, self.position.extend(1.0))
    }
}

//! Where the columns of a vertex lie, and how its bone numbers are stored.

use crate::document::GeometryData;

pub(crate) const POSITION: usize = 0;
pub(crate) const UV: usize = 12;
pub(crate) const NORMAL: usize = 20;
pub(crate) const TANGENT: usize = 32;
pub(crate) const BINORMAL: usize = 44;
pub(crate) const BONES: usize = 56;
pub(crate) const WEIGHTS: usize = 68;

/// The size of a vertex with bones.
pub(crate) const SIZE: usize = 80;

/// Under this sum of weights the engine's shader takes a vertex as unskinned.
pub(crate) const MIN_WEIGHT: f32 = 0.001;

/// How a geometry stores its bone numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoneNumbers {
    /// All words are zero, which says the same either way.
    Zero,
    /// As floats, which the engine and its exporter agree on.
    Floats,
    /// As integers, as the specification has it; the engine takes them for zero.
    Integers,
}

impl BoneNumbers {
    /// Examines the words of a geometry: those of whole floats from 1 on are large, those of integers small.
    pub(crate) fn of(data: &GeometryData<'_>) -> Self {
        let words = data.vertices.column::<[u32; 3]>(BONES).flatten().filter(|word| word << 1 != 0);
        words.max().map_or(Self::Zero, |largest| if largest < 0x1_0000 { Self::Integers } else { Self::Floats })
    }

    /// Returns the number of a word; `None` where it is no index.
    pub(crate) fn number(self, word: u32) -> Option<u32> {
        match self {
            Self::Integers | Self::Zero => Some(word & 0xffff),
            Self::Floats => {
                let value = f32::from_bits(word);
                (0.0..16_777_216.0).contains(&value).then_some(value as u32)
            }
        }
    }
}

//! ODOL to MLOD and back, document to document, by the rules of the engine and without the scene between.

mod from_mlod;
mod points;
mod shape;
mod summary;
mod to_mlod;

pub(crate) use points::PointMap;
pub(crate) use shape::proxy_faces;
pub(crate) use summary::{PROXY, proxy_name, proxy_transform};

use crate::mlod::Kind;
use std::collections::BTreeSet;

/// Says which points a level gets when it is converted from ODOL to MLOD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Points {
    /// Those of the editor that ODOL remembers: vertices at seams become one point again.
    #[default]
    Merged,
    /// One a vertex.
    Split,
    /// Those of the editor in levels with a function, one a vertex in those that are seen.
    FunctionalMerged,
}

/// Chooses how ODOL becomes MLOD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MlodOptions {
    /// Which points a level gets.
    pub points: Points,
    /// The layout of the levels.
    pub kind: Kind,
}

impl MlodOptions {
    /// Builds the choice of points and layout.
    pub fn new(points: Points, kind: Kind) -> Self {
        Self { points, kind }
    }
}

/// Chooses what of ODOL cannot be computed from MLOD.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OdolOptions {
    /// The mean colour of the levels, 0xAARRGGBB; the engine takes it from the textures.
    pub color: u32,
    /// The mean colour seen from above, 0xAARRGGBB.
    pub color_top: u32,
    /// The textures that have alpha, as paths in lower case; the engine looks into the files.
    pub alpha_textures: BTreeSet<Vec<u8>>,
}

impl Default for OdolOptions {
    fn default() -> Self {
        Self { color: 0xff80_8080, color_top: 0xff80_8080, alpha_textures: BTreeSet::new() }
    }
}

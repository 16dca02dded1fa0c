//! ODOL to MLOD and back, document to document, by the rules of the engine and without the scene between.

mod built;
mod from_mlod;
mod kinds;
mod level;
mod normals;
mod points;
mod sections;
mod shape;
mod sharp;
mod summary;
mod to_mlod;
mod within;

pub(crate) use points::PointMap;
pub use retromesh_core::options::Points;
pub(crate) use shape::proxy_faces;
pub(crate) use summary::{PROXY, proxy_name, proxy_transform};
pub(crate) use within::{Variant, variant, within};

use crate::export::encode_text;
use crate::mlod::Kind;
use retromesh_core::ExportOptions;
use std::collections::BTreeSet;

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
    /// The selections that the game's configuration asks for as sections, in lower case, beside those that the model names itself.
    pub section_selections: BTreeSet<Vec<u8>>,
}

impl OdolOptions {
    /// Takes from the options of a conversion what concerns ODOL.
    pub(crate) fn of(options: &ExportOptions) -> Self {
        let lower = |names: &[String]| names.iter().map(|n| encode_text(n).to_ascii_lowercase()).collect();
        let [color, color_top] = options.mean_colors.unwrap_or([DEFAULT_COLOR; 2]);
        let alpha_textures = lower(&options.alpha_textures);
        Self { color, color_top, alpha_textures, section_selections: lower(&options.section_selections) }
    }
}

/// An opaque grey.
const DEFAULT_COLOR: u32 = 0xff80_8080;

impl Default for OdolOptions {
    fn default() -> Self {
        Self {
            color: DEFAULT_COLOR,
            color_top: DEFAULT_COLOR,
            alpha_textures: BTreeSet::new(),
            section_selections: BTreeSet::new(),
        }
    }
}

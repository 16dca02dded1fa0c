//! ODOL to MLOD and back, document to document, by the rules of the engine and without the scene between.

mod built;
pub(crate) mod carried;
mod colors;
mod from_mlod;
mod kinds;
mod level;
mod normals;
mod points;
mod sections;
mod shape;
mod sharp;
pub(crate) mod summary;
mod to_mlod;
mod within;

pub use crate::settings::Points;
pub(crate) use points::PointMap;
pub(crate) use shape::proxy_faces;
pub(crate) use sharp::{
    EDITED_EDGES, SHARP_EDGES, UNLIKE_NORMALS, ascending, edges_and_unlike, edges_of, parted_edges,
};
pub(crate) use summary::proxy_transform;
pub(crate) use within::{Variant, variant};

use crate::mlod::Kind;
use crate::settings::{MeanColors, Settings};
use crate::text::encode_text;
use retromesh_core::material::TextureFacts;
use retromesh_kit::ExportOptions;
use std::collections::{BTreeMap, BTreeSet};

/// Chooses how ODOL becomes MLOD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MlodOptions {
    /// Which points a level gets.
    pub points: Points,
    /// The layout of the levels.
    pub kind: Kind,
    /// The maximum number of bytes that the result may have; `None` is the default limit of unpacked bytes, 1 GiB.
    pub max_bytes: Option<u64>,
}

impl MlodOptions {
    /// Builds the choice of points and layout.
    pub fn new(points: Points, kind: Kind) -> Self {
        Self { points, kind, max_bytes: None }
    }
}

/// Chooses what of ODOL cannot be computed from MLOD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct OdolOptions {
    /// What the textures say, by path in lower case: the engine reads the files. Other textures are as the fields below say.
    pub textures: BTreeMap<Vec<u8>, TextureFacts>,
    /// Whether levels have the mean colours below, whatever their textures say.
    pub fixed_colors: bool,
    /// The mean colour of textures that are not known, 0xAARRGGBB, and that of surfaces seen from above; `None` for an opaque grey.
    pub colors: Option<[u32; 2]>,
    /// Both for the levels that have other ones, by the bits of their resolutions.
    pub level_colors: BTreeMap<u32, [u32; 2]>,
    /// The textures that have alpha, as paths in lower case.
    pub alpha_textures: BTreeSet<Vec<u8>>,
    /// Those of which a colour is not shown, as paths in lower case.
    pub keyed_textures: BTreeSet<Vec<u8>>,
    /// Whether all other textures are known to have no alpha.
    pub alphas_are_known: bool,
    /// Patterns of paths of textures that have alpha, with `*` and `?`; one that stands for no texture is reported.
    pub alpha_patterns: Vec<Vec<u8>>,
    /// Those of textures of which a colour is not shown.
    pub key_patterns: Vec<Vec<u8>>,
    /// The selections that the game's configuration asks for as sections, in lower case, next to those that the model names itself.
    pub section_selections: BTreeSet<Vec<u8>>,
    /// For each level what its faces keep of the flags that they had.
    pub(crate) kept: Vec<Vec<Kept>>,
}

/// The flags that a face had and what of them stays as it was: how its texture goes on, and as long as that has the same alpha, the others.
pub(crate) type Kept = Option<(u32, u32)>;

impl OdolOptions {
    /// Takes from the options and settings of a conversion what concerns ODOL.
    pub(crate) fn of(options: &ExportOptions, settings: &Settings) -> Self {
        let lower = |names: &[String]| names.iter().map(|n| encode_text(n).to_ascii_lowercase()).collect();
        let patterns = |list: &[String]| list.iter().map(|pattern| texture_key(pattern)).collect();
        Self {
            textures: options.texture_facts.iter().map(|(path, facts)| (texture_key(path), *facts)).collect(),
            fixed_colors: settings.mean_colors.is_some(),
            colors: settings.mean_colors.map(|MeanColors { all, above }| [all, above]),
            level_colors: BTreeMap::new(),
            alpha_textures: BTreeSet::new(),
            keyed_textures: BTreeSet::new(),
            alphas_are_known: false,
            alpha_patterns: patterns(&settings.alpha_textures),
            key_patterns: patterns(&settings.key_textures),
            section_selections: lower(&settings.sections),
            kept: Vec::new(),
        }
    }
}

/// Returns a texture's path as the engine compares it: backslashes, lower case.
pub(crate) fn texture_key(path: &str) -> Vec<u8> {
    encode_text(&path.replace('/', "\\")).to_ascii_lowercase()
}

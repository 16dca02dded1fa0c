//! What differs between two models.

use retromesh_diff::{Diff, Difference};
use serde::Serialize;

/// The differences of a pair, and what was compared.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Differences {
    /// The differences.
    pub differences: Vec<DifferenceInfo>,
    /// How many placed meshes were left out, as all of them are too much for a comparison.
    pub left_out: usize,
    /// How many nodes were compared.
    pub nodes: usize,
    /// In how many poses.
    pub poses: usize,
    /// Whether nothing differs, and nothing was left out.
    pub same: bool,
    /// How many triangles were compared.
    pub triangles: usize,
}

/// A difference.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct DifferenceInfo {
    /// Whether it is removed, added or changed.
    pub change: &'static str,
    /// How often it was seen.
    pub count: u64,
    /// What differs, in a few words.
    pub detail: String,
    /// What of a scene it is about.
    pub feature: &'static str,
    /// The largest figure; one without bound has no number in JSON.
    pub largest: Option<f64>,
    /// Where it was seen first.
    pub path: String,
}

impl Differences {
    /// Returns what was found; with `losses` what only the second has is left out.
    pub fn of(found: &Diff, losses: bool) -> Self {
        let reported = found.differences.iter().filter(|_| !losses).chain(found.losses().filter(|_| losses));
        let info = |difference: &Difference| DifferenceInfo {
            feature: difference.feature.name(),
            change: difference.side.name(),
            path: difference.path.clone(),
            detail: difference.detail.clone(),
            count: difference.count,
            largest: difference.largest.filter(|largest| largest.is_finite()),
        };
        let differences: Vec<DifferenceInfo> = reported.map(info).collect();
        Self {
            same: differences.is_empty() && found.left_out == 0,
            differences,
            left_out: found.left_out,
            triangles: found.triangles,
            nodes: found.nodes,
            poses: found.poses,
        }
    }
}

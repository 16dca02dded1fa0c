#![doc = include_str!("../README.md")]

mod accumulate;
mod clip;
mod corners;
mod extras;
mod joints;
mod keys;
mod material;
mod motion;
mod nodes;
mod pairs;
mod quads;
mod shapes;
mod surface;

use accumulate::Accumulator;
use retromesh_core::{Space, Valid};
use retromesh_kit::Feature;
use std::fmt;

/// Says what counts as the same.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Tolerance {
    /// The largest distance of two positions, as a share of the model's size; of two texture coordinates, colours, weights and
    /// other plain numbers as it is; of two times in seconds. Directions may be ten times as far apart, in radians. Default 1e-4.
    pub value: f32,
    /// The moments at which the poses of each clip are compared, first and last included; 0 compares none. Default 7.
    pub poses: usize,
    /// Whether clips must have the same frame numbers at the same rate, where both scenes count frames and not seconds, and the same extras:
    /// games play clips by these. Default no.
    pub frames: bool,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { value: 1e-4, poses: 7, frames: false }
    }
}

impl Tolerance {
    /// Returns the default with another value.
    pub fn of(value: f32) -> Self {
        Self { value, ..Self::default() }
    }

    /// Returns it with frame numbers and rates compared, too.
    #[must_use]
    pub fn with_frames(self) -> Self {
        Self { frames: true, ..self }
    }

    fn direction(self) -> f32 {
        self.value * 10.0
    }
}

/// Which of the two scenes has what differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Both, and it is not the same.
    Both,
    /// The first alone.
    First,
    /// The second alone.
    Second,
}

impl Side {
    /// Returns a word for it: `changed`, `removed` or `added`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "changed",
            Self::First => "removed",
            Self::Second => "added",
        }
    }
}

/// One thing in which two scenes differ.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// What kind of thing.
    pub feature: Feature,
    /// Where in the first scene, or in the second for what only that has: `node body/arm`, `material skin`, `clip walk`.
    pub path: String,
    /// Which scene has it.
    pub side: Side,
    /// What it is, in one clause with the figures.
    pub detail: String,
    /// How often it occurs there.
    pub count: u64,
    /// The largest distance, in what the feature is measured in; `None` for what has no measure.
    pub largest: Option<f64>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "scene" } else { &self.path };
        write!(f, "{path}: {} {}: {}", self.feature.name(), self.side.name(), self.detail)?;
        // A figure counts what it is of.
        if self.count > 1 && self.largest.is_none() { write!(f, " ({} times)", self.count) } else { Ok(()) }
    }
}

/// What a comparison saw.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Diff {
    /// Everything in which the scenes differ, by feature.
    pub differences: Vec<Difference>,
    /// Pairs of triangles that were compared.
    pub triangles: usize,
    /// Pairs of nodes that were compared.
    pub nodes: usize,
    /// Poses that were compared, that at rest included.
    pub poses: usize,
    /// Placed meshes that were left out, as all of them are too much for a comparison: nothing is known of these.
    pub left_out: usize,
}

impl Diff {
    /// Returns whether the scenes do not differ; they may where meshes were left out.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty() && self.left_out == 0
    }

    /// Returns whether the scenes do not differ in a feature.
    pub fn keeps(&self, feature: Feature) -> bool {
        self.differences.iter().all(|difference| difference.feature != feature)
    }

    /// Adds a difference of the files that their scenes do not have, such as a unit.
    pub fn add(&mut self, feature: Feature, detail: impl Into<String>) {
        let (path, side, detail) = (String::new(), Side::Both, detail.into());
        self.differences.push(Difference { feature, path, side, detail, count: 1, largest: None });
        self.differences.sort_by_key(|difference| difference.feature);
    }

    /// Returns what of the first scene the second has not, or otherwise; what the second adds is left out.
    pub fn losses(&self) -> impl Iterator<Item = &Difference> + Clone {
        self.differences.iter().filter(|difference| difference.side != Side::Second)
    }
}

/// Compares two scenes.
pub fn diff(a: &Valid<'_>, b: &Valid<'_>, tolerance: &Tolerance) -> Diff {
    let [a, b] = [a, b].map(|scene| scene.in_space(Space::GLTF));
    let (mut a, mut b) = (surface::Surface::new(&a), surface::Surface::new(&b));
    let size = a.size.max(b.size);
    let mut out = Accumulator::default();
    let near = tolerance.value * size;
    quads::turn(&mut a, &b, near, size, &mut out);
    quads::turn(&mut b, &a, near, size, &mut out);
    let nodes = nodes::Nodes::pair(&a, &b, near);
    let clips = clip::Pairs::new(&a, &b, &mut out, tolerance);
    let faces = pairs::Pairs::new(&a, &b, &nodes, &clips, near, false);
    let mut unshown = (a.unshown(&b, &nodes.forth), b.unshown(&a, &nodes.back));
    quads::turn(&mut unshown.0, &unshown.1, near, size, &mut out);
    quads::turn(&mut unshown.1, &unshown.0, near, size, &mut out);
    // Levels of detail lie in each other.
    let of_unshown = pairs::Pairs::new(&unshown.0, &unshown.1, &nodes, &clips, near, true);
    for (a, b, faces) in [(&a, &b, &faces), (&unshown.0, &unshown.1, &of_unshown)] {
        faces.report(a, b, &mut out, size);
        corners::compare(a, b, faces, &nodes, tolerance, &mut out);
        shapes::compare(a, b, &nodes, near, &mut out);
        material::compare(a, b, faces, tolerance, &mut out);
    }
    nodes.report(&a, &b, tolerance, size, &mut out);
    let poses = motion::compare(&a, &b, &faces, &nodes, &clips, tolerance, size, &mut out);
    keys::compare(&a, &b, &nodes, &clips, tolerance, size, &mut out);
    extras::compare(&a, &b, &nodes, &mut out);
    let triangles = faces.matched.len() + of_unshown.matched.len();
    let left_out = a.left_out.max(b.left_out) + unshown.0.left_out.max(unshown.1.left_out);
    let mut differences = out.finish();
    let is_moved = |difference: &Difference| difference.feature == Feature::Positions;
    if differences.iter().any(is_moved)
        && let Some(factor) = pairs::factor(&a, &b, [&unshown.0, &unshown.1], tolerance.value)
    {
        differences.retain(|difference| !is_moved(difference));
        let detail = format!("all positions differ by one factor, {}", accumulate::short(factor.into()));
        let (feature, side, path) = (Feature::Positions, Side::Both, String::new());
        differences.insert(0, Difference { feature, path, side, detail, count: 1, largest: None });
    }
    Diff { differences, triangles, nodes: nodes.count(), poses: poses + 1, left_out }
}

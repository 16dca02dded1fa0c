//! What the format is called, and what it has a place for.

use crate::ID;
use retromesh_kit::Feature::{Positions, Winding};
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target};

pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "Toy",
    extensions: &["toy"],
    writes: true,
    byte_exact: true,
    targets: &[Target::new(ID, "every program that reads toys")],
    holds: HOLDS,
    bones_per_vertex: 0,
    images: &[],
    extras: &[],
    unused: &[],
    coverage: COVERAGE,
    rules: &[],
    settings: &[],
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[(Positions, &[]), (Winding, &[])];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("positions", Support::Full, Support::Full, "world positions when written"),
    Coverage::new("triangles", Support::Full, Support::Full, "polygons become triangles"),
];

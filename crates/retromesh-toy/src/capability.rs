//! What the format is called, and what it has a place for.

use crate::ID;
use retromesh_kit::{FormatInfo, Target};

pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Toy", &["toy"])
    .targets(&[Target::new(ID, "every program that reads toys")])
    .holds(HOLDS)
    .coverage(COVERAGE);

retromesh_kit::holds! {
    Positions;
    Winding;
}

retromesh_kit::coverage! {
    "positions" Full Full "world positions when written";
    "triangles" Full Full "polygons become triangles";
}

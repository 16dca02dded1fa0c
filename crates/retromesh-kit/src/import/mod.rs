//! What readers share: decisions about what a file stores that must come out alike in every format.

pub mod normals;
pub mod winding;

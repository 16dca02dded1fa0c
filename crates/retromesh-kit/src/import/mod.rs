//! What readers share: decisions about what a file stores that must come out alike in every format.

pub mod normals;
mod report;
pub mod winding;

pub use report::Report;

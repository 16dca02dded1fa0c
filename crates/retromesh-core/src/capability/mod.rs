//! What a scene can hold, and what of it a format has a place for.

mod feature;
mod report;

pub use feature::Feature;
pub use report::report;

//! What readers share: decisions about what a file stores that must come out alike in every format.

pub mod normals;
mod report;
pub mod winding;

pub use report::Report;

/// Replaces numbers that are not finite by zero and returns how many there were.
pub fn replace_non_finite<'v>(values: impl IntoIterator<Item = &'v mut f32>) -> usize {
    let mut count = 0;
    for value in values {
        if !value.is_finite() {
            *value = 0.0;
            count += 1;
        }
    }
    count
}

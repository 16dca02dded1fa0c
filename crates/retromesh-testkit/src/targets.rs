//! Targets by name.

use retromesh_kit::{Format, Target};

/// Finds a target of a format; the empty name stands for none, which is every rule's.
pub fn target(format: &dyn Format, name: &str) -> Option<&'static Target> {
    (!name.is_empty()).then(|| format.info().target(name).expect("a target of the format"))
}

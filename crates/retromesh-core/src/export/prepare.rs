//! What every writer does first.

use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::options::ExportOptions;
use crate::space::Space;
use crate::valid::Valid;

/// Whether a format stores levels of detail with their roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredLevels {
    /// It does, those that nobody sees included.
    WithRoles,
    /// It does not: levels that are asked for become ordinary nodes.
    None,
}

/// Returns the scene in the space of a format with the levels of detail that are asked for; those that go are reported.
///
/// A copy is made only where something changes.
pub fn prepare<'s>(
    scene: &'s Valid<'_>,
    options: &ExportOptions,
    space: Space,
    levels: StoredLevels,
    diagnostics: &mut Diagnostics,
) -> Result<Valid<'s>> {
    let mut scene = scene.borrowed();
    scene.keep_levels(&options.lods, levels, diagnostics)?;
    scene.convert_to(space);
    Ok(scene)
}

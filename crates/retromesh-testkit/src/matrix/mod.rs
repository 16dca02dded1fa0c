//! What survives a conversion, feature by feature: kept, nearly kept, or lost, and whether the conversion says so.

mod table;

pub use table::{Matrix, Mistake};

use retromesh_core::{Code, Diagnostics, Error, Result, Severity, Valid};
use retromesh_diff::{Diff, Difference, Side, Tolerance, diff};
use retromesh_kit::{ExportOptions, Feature, Format, ImportOptions, Output};
use std::collections::BTreeMap;

/// What became of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It is as before.
    Kept,
    /// It is there, and not quite as before.
    Approximated,
    /// Some of it or all of it is gone.
    Lost,
}

/// What became of one feature in one conversion.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivor {
    /// The worst of it.
    pub fate: Fate,
    /// The codes by which the conversion says so.
    pub codes: Vec<Code>,
    /// The first difference.
    pub first: Option<Difference>,
}

/// What became of a scene that was written in a format and read back.
#[derive(Debug, Clone)]
pub struct Survival {
    /// What was read back.
    pub scene: Valid<'static>,
    /// What the writing and the reading reported.
    pub diagnostics: Diagnostics,
    /// In what the scenes differ.
    pub diff: Diff,
    /// The fate of each feature that the scene has.
    pub fates: BTreeMap<Feature, Survivor>,
}

/// Writes a scene in a format, reads the result, and compares.
///
/// Fails where the format cannot hold the scene at all.
pub fn survival(scene: &Valid<'_>, format: &dyn Format, tolerance: &Tolerance) -> Result<Survival> {
    let mut diagnostics = Diagnostics::new();
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions.last().copied().unwrap_or_default());
    let output = format.write(scene, &options, &mut diagnostics)?;
    let back = read(&output, format, &mut diagnostics)?;
    let diff = diff(scene, &back, tolerance);
    let fates = Feature::of(scene).into_iter().map(|feature| (feature, survivor(feature, &diff, &diagnostics)));
    Ok(Survival { fates: fates.collect(), scene: back, diagnostics, diff })
}

fn read(output: &Output, format: &dyn Format, diagnostics: &mut Diagnostics) -> Result<Valid<'static>> {
    let options = ImportOptions::default();
    let model = format.read(&output.bytes, output, &options, diagnostics)?;
    let scene = model.to_scene_with(&options, diagnostics)?;
    scene.into_valid().map_err(|violations| Error::from(violations).in_format(format.info().id))
}

fn survivor(feature: Feature, diff: &Diff, diagnostics: &Diagnostics) -> Survivor {
    let losses = diff.losses().filter(|difference| difference.feature == feature);
    let fate = |difference: &Difference| match difference.side {
        Side::First => Fate::Lost,
        _ => Fate::Approximated,
    };
    let worst = losses.clone().map(fate).max().unwrap_or(Fate::Kept);
    let first = losses.max_by_key(|difference| fate(difference)).cloned();
    let entries = diagnostics.entries().iter().map(|entry| entry.code);
    let mut codes: Vec<Code> = match worst {
        Fate::Kept => Vec::new(),
        _ => entries.filter(|code| feature.codes().contains(code) && code.severity() != Severity::Defect).collect(),
    };
    codes.sort();
    codes.dedup();
    Survivor { fate: worst, codes, first }
}

//! What repairing a file gives.

use super::findings::{FindingInfo, findings, of_reading};
use crate::{Diagnostics, Error, ErrorKind, FormatInfo, ImportOptions, Result, Source, Target};

/// A repaired file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was repaired.
    pub fixed: Vec<FindingInfo>,
    /// What is left: of what the rules find, and of what breaks the rules of the format.
    pub left: Vec<FindingInfo>,
}

impl Repaired {
    /// Repairs a file for an engine; `only` names rules, and where it is empty all apply. `None` for formats without repairs.
    pub fn of(
        source: &Source,
        target: &Target,
        only: &[String],
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Self>> {
        let model = source.read(options, diagnostics)?;
        let Some(repairs) = model.as_repair() else { return Ok(None) };
        let repair = repairs.repair(Some(target), only).map_err(|e| e.in_format(source.format.info().id))?;
        let [fixed, mut left] = [&repair.fixed, &repair.left].map(|found| findings(found));
        let mut again = Diagnostics::new();
        let is_other = repair.bytes != source.bytes;
        if is_other && of_reading(diagnostics).next().is_some() {
            source.format.read(&repair.bytes, &source.folder, options, &mut again)?;
        }
        left.extend(
            of_reading(diagnostics)
                .filter(|defect| !is_other || of_reading(&again).any(|left| left.code == defect.code)),
        );
        Ok(Some(Self { bytes: repair.bytes, fixed, left }))
    }

    /// Says that files of a format have no repairs.
    pub fn refused(format: &FormatInfo) -> Error {
        let hint = "write the scene anew with `retromesh convert`";
        Error::new(format.id, ErrorKind::unsupported(format!("repairing {} files", format.name), hint))
    }
}

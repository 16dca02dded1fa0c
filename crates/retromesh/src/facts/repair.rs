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
        // What the rules do not know is found where the file is read, and made a scene; one that cannot be is repaired all the same.
        let mut again = Diagnostics::new();
        let _ =
            source.format.read(&repair.bytes, &source.folder, options, &mut again)?.to_scene_with(options, &mut again);
        left.extend(of_reading(&again));
        Ok(Some(Self { bytes: repair.bytes, fixed, left }))
    }

    /// Says that files of a format have no repairs.
    pub fn refused(format: &FormatInfo) -> Error {
        let hint = "write the scene anew with `retromesh convert`";
        Error::new(format.id, ErrorKind::unsupported(format!("repairing {} files", format.name), hint))
    }
}

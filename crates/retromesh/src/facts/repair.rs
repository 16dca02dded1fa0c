//! What repairing a file gives.

use super::findings::{FindingInfo, findings, of_reading};
use crate::{Code, Diagnostics, Error, ErrorKind, FormatInfo, ImportOptions, Result, Scene, Source, Target};

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
    /// Finds the engine to repair a file for: the one that is named, else that of the file's variant, or the first of the format's.
    pub fn target(source: &Source, name: Option<&str>, options: &ImportOptions) -> Result<&'static Target> {
        let format = source.format.info();
        let scene = || -> Result<Scene> {
            let found = &mut Diagnostics::new();
            source.read(options, found)?.to_scene_with(options, found)
        };
        let own = || source.format.target_of(&format.has_variants.then(scene)?.ok()?);
        format.target_or_first(name.or_else(own))
    }

    /// Repairs a file for an engine, where its format names one; `only` names rules, and where it is empty all apply, and bytes after the end of the model and between its
    /// parts go.
    /// `None` for formats without repairs, where nothing follows the model.
    pub fn of<'t>(
        source: &Source,
        target: impl Into<Option<&'t Target>>,
        only: &[String],
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Self>> {
        let model = source.read(options, diagnostics)?;
        let (mut bytes, mut fixed, mut left) = (source.bytes.clone(), Vec::new(), Vec::new());
        let repairs = model.as_repair();
        if let Some(repairs) = repairs {
            let repair = repairs.repair(target.into(), only).map_err(|e| e.in_format(source.format.info().id))?;
            (bytes, fixed, left) = (repair.bytes, findings(&repair.fixed), findings(&repair.left));
        }
        // What the rules do not know is found where the file is read, and made a scene; one that cannot be is repaired all the same.
        let read = |bytes: &[u8]| -> Result<Diagnostics> {
            let mut found = Diagnostics::new();
            let model = source.format.read(bytes, &source.folder, options, &mut found)?;
            let _ = model.to_scene_with(options, &mut found);
            Ok(found)
        };
        let mut found = read(&bytes)?;
        if only.is_empty()
            && found.count(Code::SlackBytes) > 0
            && let Some(without) = without_slack(source, &bytes, options)
        {
            let after = read(&without)?;
            let is_left = |slack: &FindingInfo| {
                of_reading(&after).any(|left| (left.code, &left.path) == (slack.code, &slack.path))
            };
            fixed.extend(of_reading(&found).filter(|slack| slack.code == Code::SlackBytes.id() && !is_left(slack)));
            (bytes, found) = (without, after);
        }
        if let Some(end) = end_of_model(&found, bytes.len()).filter(|_| only.is_empty())
            && let Some(without) = bytes.get(..end)
            && let Ok(after) = read(without)
            && after.entries().len() < found.entries().len()
        {
            if repairs.is_none() {
                // A picture that is not to be seen is not repaired.
                let whole = source.format.read(without, &source.folder, options, &mut Diagnostics::new())?;
                whole
                    .to_scene_with(options, &mut Diagnostics::new())
                    .map_err(|e| e.in_format(source.format.info().id))?;
            }
            fixed.extend(of_reading(&found).filter(|finding| finding.code == Code::TrailingBytes.id()));
            bytes.truncate(end);
            found = after;
        } else if repairs.is_none() {
            return Ok(None);
        }
        left.extend(of_reading(&found));
        Ok(Some(Self { bytes, fixed, left }))
    }

    /// Says that files of a format have no repairs.
    pub fn refused(format: &FormatInfo) -> Error {
        let what = format!("repairing {} files, other than removing bytes after the end,", format.name);
        let target = format.targets.first().map_or_else(String::new, |target| format!(" --target {}", target.name));
        let hint = format!("`retromesh check FILE{target}` lists what is wrong with the file, and what to do");
        Error::new(format.id, ErrorKind::unsupported(what, hint))
    }
}

/// Returns the bytes of a file without those that belong to no part of the model, where its scene is the same without them.
fn without_slack(source: &Source, bytes: &[u8], options: &ImportOptions) -> Option<Vec<u8>> {
    let read = |bytes: &[u8]| -> Option<(Scene, Option<Vec<u8>>)> {
        let model = source.format.read(bytes, &source.folder, options, &mut Diagnostics::new()).ok()?;
        let without = model.as_repair()?.without_slack();
        Some((model.to_scene_with(options, &mut Diagnostics::new()).ok()?, without))
    };
    let (scene, without) = read(bytes)?;
    without.filter(|without| read(without).is_some_and(|(after, _)| after == scene))
}

/// Returns where the model ends in a file of `size` bytes, where others follow it.
fn end_of_model(found: &Diagnostics, size: usize) -> Option<usize> {
    let trailing = found.entries().iter().find(|entry| entry.code == Code::TrailingBytes)?;
    let end = trailing.offset.and_then(|offset| usize::try_from(offset).ok())?;
    (end as u64 + trailing.count == size as u64).then_some(end)
}

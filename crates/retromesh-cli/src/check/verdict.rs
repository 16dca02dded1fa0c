//! What is known of one file.

use super::{CheckArgs, FindingInfo, findings};
use crate::info::{DiagnosticInfo, diagnostics};
use crate::inputs::Input;
use crate::json::Entry;
use crate::sources;
use retromesh::{Diagnostics, Error, ExportOptions, Feature, Format, ImportOptions, Result, Valid};
use serde::Serialize;

/// The verdict on a file; the field names are the keys of the JSON output.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Verdict {
    #[serde(skip)]
    pub(crate) file: String,
    /// Why the file could not be read.
    #[serde(skip)]
    pub(crate) error: Option<String>,
    /// Whether nothing was found.
    pub(crate) ok: bool,
    /// Whether its format has no target of the name, so that nothing was looked at.
    pub(crate) skipped: bool,
    pub(crate) format: Option<&'static str>,
    pub(crate) format_name: Option<&'static str>,
    pub(crate) version: Option<String>,
    /// Whether the document gives the same bytes again; for formats whose documents prove themselves by it.
    pub(crate) same_bytes: Option<bool>,
    /// Whether the scene, written and read again, has all that it had, but for what the writer reports; for the other formats.
    pub(crate) same_scene: Option<bool>,
    /// What the scene lost by that without a report.
    pub(crate) lost: Vec<String>,
    /// Broken invariants of the scene.
    pub(crate) violations: Vec<String>,
    /// The target whose rules were applied.
    pub(crate) target: Option<&'static str>,
    pub(crate) findings: Vec<FindingInfo>,
    pub(crate) diagnostics: Vec<DiagnosticInfo>,
}

/// What became of an input.
pub(crate) enum Judged {
    Done(Box<Verdict>),
    Failed(Box<Verdict>, Error),
    /// It was found in a folder, and its format has no target of the name.
    Skipped(Box<Verdict>),
}

pub(crate) fn judge(input: &Input, args: &CheckArgs) -> Judged {
    let mut found = args.reading.diagnostics();
    let mut verdict = Verdict { file: input.path.to_string_lossy().into_owned(), ..Verdict::default() };
    match look(input, args, &mut verdict, &mut found) {
        Ok(false) => {
            verdict.skipped = true;
            return Judged::Skipped(Box::new(verdict));
        }
        Ok(true) => {}
        Err(error) => {
            verdict.error = Some(error.to_string());
            verdict.diagnostics = diagnostics(&found);
            return Judged::Failed(Box::new(verdict), error);
        }
    }
    verdict.diagnostics = diagnostics(&found);
    let same = verdict.same_bytes.or(verdict.same_scene) != Some(false);
    verdict.ok = same && verdict.violations.is_empty() && verdict.findings.is_empty();
    Judged::Done(Box::new(verdict))
}

/// Fills in the verdict; `false` for a file that the target is not about.
fn look(input: &Input, args: &CheckArgs, verdict: &mut Verdict, found: &mut Diagnostics) -> Result<bool> {
    let options = args.reading.options();
    let source = sources::load(&input.path, &args.reading)?;
    let format = source.format.info();
    let target = match &args.target {
        Some(name) if !input.named && format.target(name).is_err() => return Ok(false),
        Some(name) => Some(format.target(name)?),
        None => None,
    };
    verdict.target = target.map(|target| target.name);
    verdict.format = Some(format.id);
    verdict.format_name = Some(format.name);
    let model = source.read(&options, found)?;
    verdict.version = Some(model.version());
    if format.byte_exact {
        verdict.same_bytes = Some(model.encode()? == source.bytes);
    }
    if target.is_some() {
        verdict.findings = findings(&model.lint(target));
    }
    let scene = model.to_scene_with(&options, found).map_err(|e| e.in_format(format.id))?;
    match scene.into_valid() {
        Err(violations) => verdict.violations = violations.list().iter().map(ToString::to_string).collect(),
        // Of a picture nothing is claimed but that it can be decoded.
        Ok(_) if retromesh::pictures().iter().any(|picture| picture.info().id == format.id) => {}
        Ok(scene) if !format.byte_exact => {
            verdict.lost = lost_by_writing(source.format, &scene, found).map_err(|e| e.in_format(format.id))?;
            verdict.same_scene = Some(verdict.lost.is_empty());
        }
        Ok(_) => {}
    }
    Ok(true)
}

/// Writes a scene, reads it again and lists what is missing or other without a report of the writer.
fn lost_by_writing(format: &dyn Format, scene: &Valid<'_>, found: &mut Diagnostics) -> Result<Vec<String>> {
    let mut export = ExportOptions::default();
    export.file_name = "model".into();
    let output = format.write(scene, &export, found)?;
    let (import, mut again) = (ImportOptions::default(), Diagnostics::new());
    let again = format.read(&output.bytes, &output, &import, &mut again)?.to_scene_with(&import, &mut again)?;
    let again = again.into_valid()?;
    let diff = retromesh_diff::diff(scene, &again, &retromesh_diff::Tolerance::default());
    let told = |feature: Feature| found.entries().iter().any(|entry| feature.told_by().contains(&entry.code));
    Ok(diff.losses().filter(|lost| !told(lost.feature)).map(ToString::to_string).collect())
}

impl Verdict {
    /// Returns it as an entry of the JSON output.
    pub(crate) fn entry(mut self: Box<Self>) -> Entry<Self> {
        const SCHEMA: &str = "retromesh-check-1";
        let file = std::mem::take(&mut self.file);
        match self.error.take() {
            None => Entry::of(SCHEMA, file, *self),
            Some(error) => Entry::failed(SCHEMA, file, error, Some(*self)),
        }
    }

    /// Says it in one line, without the file's name.
    pub(crate) fn line(&self) -> String {
        if let Some(error) = &self.error {
            return format!("FAILED: {error}");
        }
        let version = self.version.as_deref().unwrap_or_default();
        let format = format!("{} {version}", self.format_name.unwrap_or_default());
        let format = format.trim_end();
        if self.same_bytes == Some(false) {
            return format!("FAILED: {format}: not written back byte for byte");
        }
        if let Some(first) = self.lost.first() {
            return format!("FAILED: {format}: written and read again it is not the same: {first}");
        }
        if let Some(first) = self.violations.first() {
            return format!("FAILED: {format}: {} violations, first {first}", self.violations.len());
        }
        if let (Some(target), count @ 1..) = (&self.target, self.findings.len()) {
            let plural = if count == 1 { "" } else { "s" };
            return format!("{format}: {count} finding{plural} for {target}");
        }
        match self.diagnostics.len() {
            0 => format!("ok: {format}"),
            count => format!("ok: {format}, {count} remark{} (see info)", if count == 1 { "" } else { "s" }),
        }
    }
}

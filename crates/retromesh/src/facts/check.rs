//! Whether a file is sound.

use super::findings::{DiagnosticInfo, FindingInfo, diagnostics, findings, of_codes};
use crate::images::game;
use crate::{
    Code, Diagnostics, Error, ErrorKind, ExportOptions, Feature, ImportOptions, Result, Severity, Source, Target, Valid,
};
use serde::Serialize;

/// The verdict on a file.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether nothing was found but notes.
    pub ok: bool,
    /// Whether its format has no target of the name, so that nothing was looked at.
    pub skipped: bool,
    /// The id of the format.
    pub format: Option<&'static str>,
    /// The name of the format.
    pub format_name: Option<&'static str>,
    /// The version or variant.
    pub version: Option<String>,
    /// Whether the document gives the same bytes again; for formats whose documents prove themselves by it.
    pub same_bytes: Option<bool>,
    /// Whether the scene, written and read again, has all that it had, but for what the writer reports; for the other formats.
    pub same_scene: Option<bool>,
    /// How many placed meshes were not compared there, as all of them are too much for it: `same_scene` is then not known, unless the rest
    /// differs.
    pub left_out: usize,
    /// What the scene lost by that without a report.
    pub lost: Vec<String>,
    /// Broken invariants of the scene.
    pub violations: Vec<String>,
    /// The target whose rules were applied.
    pub target: Option<&'static str>,
    /// What the rules of the target found.
    pub findings: Vec<FindingInfo>,
    /// What was found while it was read.
    pub diagnostics: Vec<DiagnosticInfo>,
}

/// Judges a file and fills in the verdict, which says what was found until then where the file cannot be read. With a
/// target its rules are applied, too.
///
/// ```
/// use retromesh::{Diagnostics, ImportOptions, Source};
/// use retromesh::facts::{Verdict, judge};
///
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/b3d/letter-f.b3d");
/// let options = ImportOptions::default();
/// let source = Source::load(file, &options.limits)?;
/// let mut verdict = Verdict::default();
/// judge(&source, None, &options, &mut Diagnostics::new(), &mut verdict)?;
/// assert!(verdict.ok && verdict.same_bytes == Some(true));
/// # Ok::<(), retromesh::Error>(())
/// ```
pub fn judge(
    source: &Source,
    target: Option<&'static Target>,
    options: &ImportOptions,
    found: &mut Diagnostics,
    verdict: &mut Verdict,
) -> Result<()> {
    let outcome = look(source, target, options, found, verdict);
    verdict.diagnostics = diagnostics(found);
    outcome?;
    let same = verdict.same_bytes.or(verdict.same_scene) != Some(false);
    let nothing =
        verdict.violations.is_empty() && verdict.problems().next().is_none() && verdict.defects().next().is_none();
    verdict.ok = same && nothing;
    Ok(())
}

fn look(
    source: &Source,
    target: Option<&'static Target>,
    options: &ImportOptions,
    found: &mut Diagnostics,
    verdict: &mut Verdict,
) -> Result<()> {
    let format = source.format.info();
    verdict.target = target.map(|target| target.name);
    verdict.format = Some(format.id);
    verdict.format_name = Some(format.name);
    if game::is_texture(&source.name) && format.id == "image" {
        let (file, name) = (source.folder.path_of(&source.name).display().to_string(), &source.name);
        let hint = format!(
            "the game loads none: write it as a texture, `retromesh convert \"{file}\" -o \"as-texture/{name}\"`"
        );
        return Err(Error::new(format.id, ErrorKind::unsupported("a picture by the name of a texture", hint)));
    }
    source.report_misnamed(found)?;
    source.report_alike(found)?;
    let model = source.read(options, found)?;
    verdict.version = Some(model.version());
    if format.byte_exact {
        verdict.same_bytes = Some(model.encode()? == source.bytes);
    }
    let of_textures = crate::images::report_textures(&*model, &source.folder, (format, target), found)?;
    if let (Some(_), Some(rules)) = (target, model.as_lint()) {
        verdict.findings = findings(&rules.lint(target));
        verdict.findings.extend(of_textures);
        #[cfg(feature = "paa")]
        if let Some(rule) = game::refused_extension(&source.name, &source.bytes, format, target) {
            verdict.findings.push(FindingInfo::new(rule, 1, None, source.name.clone()));
        }
    }
    // No engine has a use for a picture by the name of a model.
    if target.map_or_else(|| source.is_picture_named_model(), |target| target.by_extension) {
        verdict.findings.extend(of_codes(found, |code| code == Code::MisnamedFile));
    }
    let scene = model.to_scene_with(options, found).map_err(|e| e.in_format(format.id))?;
    match scene.into_valid() {
        Err(violations) => verdict.violations = violations.list().iter().map(ToString::to_string).collect(),
        // Of a picture nothing is claimed but that it can be decoded.
        Ok(_) if crate::pictures().iter().any(|picture| picture.info().id == format.id) => {}
        Ok(scene) if !format.byte_exact => {
            let written = lost_by_writing(source, &scene, found).map_err(|e| e.in_format(format.id))?;
            (verdict.lost, verdict.left_out) = written;
            verdict.same_scene = Some(verdict.lost.is_empty()).filter(|same| !same || verdict.left_out == 0);
        }
        Ok(_) => {}
    }
    Ok(())
}

/// Writes a scene, reads it again and lists what is missing or other without a report of the writer; also counts what was not compared.
fn lost_by_writing(source: &Source, scene: &Valid<'_>, found: &mut Diagnostics) -> Result<(Vec<String>, usize)> {
    let format = source.format;
    let mut export = ExportOptions::default();
    export.file_name = "model".into();
    export.input_bytes = Some(source.input_bytes());
    let output = match format.write(scene, &export, found) {
        // The file asks for much more than it is: nothing is wrong with that, but it is not written to see.
        Err(error) if matches!(error.kind(), ErrorKind::Growth { .. }) => {
            return Ok((Vec::new(), scene.nodes.iter().filter(|node| node.mesh.is_some()).count().max(1)));
        }
        written => written?,
    };
    let (import, mut again) = (ImportOptions::default(), Diagnostics::new());
    let again = format.read(&output.bytes, &output, &import, &mut again)?.to_scene_with(&import, &mut again)?;
    let again = again.into_valid()?;
    let diff = retromesh_diff::diff(scene, &again, &retromesh_diff::Tolerance::default());
    let reported = |feature: Feature| found.entries().iter().any(|entry| feature.codes().contains(&entry.code));
    let lost = diff.losses().filter(|lost| !reported(lost.feature)).map(ToString::to_string).collect();
    Ok((lost, diff.left_out))
}

impl Verdict {
    /// The schema of an entry with this verdict.
    pub const SCHEMA: &'static str = "retromesh-check-1";

    /// Returns what breaks the rules of the format.
    pub fn defects(&self) -> impl Iterator<Item = &DiagnosticInfo> {
        self.diagnostics.iter().filter(|entry| entry.severity == Severity::Defect.name())
    }

    /// Returns notes on what games do not find: textures in other places, and a name of another format where that is no problem of the target.
    pub fn elsewhere(&self) -> impl Iterator<Item = &DiagnosticInfo> {
        let is_problem = |code| self.findings.iter().any(|finding| finding.code == code);
        let codes = [Code::FoundElsewhere, Code::MissingImage, Code::MisnamedFile].map(Code::id);
        self.diagnostics.iter().filter(move |entry| codes.contains(&entry.code) && !is_problem(entry.code))
    }

    /// Returns what the rules of the target found and is no note.
    fn problems(&self) -> impl Iterator<Item = &FindingInfo> {
        self.findings.iter().filter(|finding| finding.severity != Severity::Note.name())
    }

    /// Says it in one line, without the file's name.
    pub fn line(&self) -> String {
        let version = self.version.as_deref().unwrap_or_default();
        let format = format!("{} {version}", self.format_name.unwrap_or_default());
        let format = format.trim_end();
        if self.same_bytes == Some(false) {
            return format!("FAILED: {format}: not written back byte for byte");
        }
        if let Some(first) = self.lost.first() {
            return format!("FAILED: {format}: round trip changed the scene: {first}");
        }
        if let Some(first) = self.violations.first() {
            return format!("FAILED: {format}: {} violations, first {first}", self.violations.len());
        }
        let counted = |count: usize, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let problems = self.problems().count();
        let target = self.target.map_or_else(String::new, |target| format!(" for {target}"));
        let of_target = (problems > 0).then(|| format!("{}{target}", counted(problems, "finding")));
        let defects = Some(self.defects().count()).filter(|count| *count > 0).map(|count| counted(count, "defect"));
        let found: Vec<String> = of_target.into_iter().chain(defects).collect();
        if !found.is_empty() {
            return format!("{format}: {}", found.join(", "));
        }
        let left_out = match self.left_out {
            0 => String::new(),
            1 => ", 1 placed mesh not compared: too large".to_owned(),
            count => format!(", {count} placed meshes not compared: too many"),
        };
        match self.diagnostics.len() + self.findings.len() {
            0 => format!("ok: {format}{left_out}"),
            count => format!("ok: {format}{left_out}, {} (see info)", counted(count, "remark")),
        }
    }
}

//! What is known of one file.

use super::CheckArgs;
use crate::inputs::Input;
use crate::json::Entry;
use crate::page::encoded;
use crate::sources;
use retromesh::facts::{Verdict, judge};
use retromesh::{Diagnostics, Error, Format, FormatInfo, Result, Rule, Target};
use serde::Serialize;

/// What became of an input.
pub(crate) enum Judged {
    Done(Box<Verdict>),
    Failed(Box<Verdict>, Error),
    /// It was found in a folder, and its format has no target of the name.
    Skipped(Box<Verdict>),
}

impl Judged {
    /// Judges a file.
    pub(crate) fn of(input: &Input, args: &CheckArgs) -> Self {
        let mut found = args.reading.diagnostics();
        let mut verdict = Box::new(Verdict::default());
        match look(input, args, &mut verdict, &mut found) {
            Ok(false) => {
                verdict.skipped = true;
                Self::Skipped(verdict)
            }
            Ok(true) => Self::Done(verdict),
            Err(error) => {
                verdict.ok = false;
                Self::Failed(verdict, error)
            }
        }
    }

    /// Returns it as an entry of the JSON output.
    pub(crate) fn entry(self, input: &Input) -> Entry<Checked> {
        let file = input.path.to_string_lossy().into_owned();
        let checked = |verdict: Box<Verdict>| Checked { file_encoded: encoded(&input.path), verdict: *verdict };
        match self {
            Self::Done(verdict) | Self::Skipped(verdict) => Entry::of(Verdict::SCHEMA, file, checked(verdict)),
            Self::Failed(verdict, error) => {
                Entry::failed(Verdict::SCHEMA, file, error.to_string(), Some(checked(verdict)))
            }
        }
    }
}

/// The verdict on a file in the JSON output.
#[derive(Serialize)]
pub(crate) struct Checked {
    /// The path, percent-encoded: the bytes of its name where the system has bytes.
    file_encoded: String,
    #[serde(flatten)]
    verdict: Verdict,
}

/// Fills in the verdict; `false` for a file that the target is not about.
fn look(input: &Input, args: &CheckArgs, verdict: &mut Verdict, found: &mut Diagnostics) -> Result<bool> {
    let source = sources::load(&input.path, &args.reading)?;
    let format = source.format.info();
    let target = match &args.target {
        Some(name) if !input.named && format.target(name).is_err() && !has_target_by_name(input, name) => {
            let target = of_textures(format, name);
            if target.is_none() && !is_named_as_texture(input, name) {
                return Ok(false);
            }
            target
        }
        Some(name) => match format.target(name) {
            Ok(target) => Some(target),
            // What is wrong with the file itself says why.
            Err(error) => return judge(&source, None, &args.reading.options(), found, verdict).and(Err(error)),
        },
        None => None,
    };
    judge(&source, target, &args.reading.options(), found, verdict)?;
    Ok(true)
}

/// Returns whether a file is by its name of a format that has a target, whatever is in it.
fn has_target_by_name(input: &Input, name: &str) -> bool {
    let extension = input.path.extension().unwrap_or_default().to_string_lossy();
    retromesh::format_by_extension(&extension).is_some_and(|format| format.info().target(name).is_ok())
}

/// Returns whether the game of a target takes a file for a texture of its own, whatever is in it.
fn is_named_as_texture(input: &Input, name: &str) -> bool {
    let extension = input.path.extension().unwrap_or_default().to_string_lossy();
    retromesh::format_by_extension(&extension).is_some_and(|format| of_textures(format.info(), name).is_some())
}

/// Returns the target of a format of textures that the game of a model's target loads by it: models name some of an archive only.
fn of_textures(format: &FormatInfo, name: &str) -> Option<&'static Target> {
    let of_model = retromesh::all_formats().map(Format::info).find(|model| model.target(name).is_ok())?;
    let is_loaded = |rule: &Rule| rule.id == "p3d-unloadable-texture" && rule.targets.contains(&name);
    let is_own = of_model.images.first() == format.extensions.first() && of_model.rules.iter().any(is_loaded);
    format.targets.first().filter(|_| is_own)
}

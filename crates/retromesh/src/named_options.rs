//! Options by name and text, as the long options of the program have them: what the C library and the Python module take.

use crate::denied::Denied;
use crate::formats::all_formats;
use retromesh_core::Diagnostics;
use retromesh_core::keyframes::is_rate;
use retromesh_kit::choice::Choice;
use retromesh_kit::settings::{Direction, Text};
use retromesh_kit::{ExportOptions, FormatInfo, ImportOptions};
use std::fmt::Display;
use std::str::FromStr;

/// What a call chooses, option by option. The errors are messages for who called.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct NamedOptions {
    /// How files are read.
    pub import: ImportOptions,
    /// How files are written.
    pub export: ExportOptions,
    /// The codes that must not happen.
    pub denied: Denied,
    /// Whether defects are errors.
    pub strict: bool,
    /// The names of settings that single formats know.
    settings: Vec<String>,
}

impl NamedOptions {
    /// Sets an option of reading; returns whether there is one of this name, which may have underscores in place of dashes.
    pub fn read(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let import = &mut self.import;
        match name.replace('_', "-").as_str() {
            "strict" => self.strict = parsed(name, value)?,
            "normals" => import.normals = word(name, value)?,
            "fps" => import.ticks_per_second = Some(rate(name, value)?),
            "root" => import.root = Some(value.into()),
            "with-props" => import.with_props = parsed(name, value)?,
            "max-input" => import.limits.input_bytes = bytes(name, value)?,
            "max-decompressed" => import.limits.unpacked_bytes = bytes(name, value)?,
            "max-depth" => import.limits.depth = parsed(name, value)?,
            "max-lods" => import.limits.lods = parsed(name, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets an option of writing; returns whether there is one of this name. Of several values the last one counts, but for codes and names.
    pub fn write(&mut self, name: &str, values: &[String]) -> Result<bool, String> {
        let (value, export) = (values.last().map_or("", String::as_str), &mut self.export);
        match name.replace('_', "-").as_str() {
            "target" => export.target = Some(value.to_owned()),
            "textures" => export.textures = word(name, value)?,
            "lods" => export.lods = parsed(name, value)?,
            "pose" => export.pose = Some(parsed(name, value)?),
            "frame-rate" => export.frames_per_second = Some(rate(name, value)?),
            "max-output" => export.max_output = Some(bytes(name, value)?),
            "optimize" => export.optimize = parsed(name, value)?,
            "unverified" => export.unverified = parsed(name, value)?,
            "repeated-names" => export.repeated_names.extend(values.iter().cloned()),
            "deny" => self.denied = Denied::parse(values).map_err(|name| format!("no diagnostic code {name:?}"))?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets what a format declares under a name, for reading, and for writing where the call `writes`; returns whether one does.
    pub fn set(&mut self, name: &str, values: &[String], writes: bool) -> bool {
        let name = name.replace('_', "-");
        let is_for = |direction| all_formats().any(|format| format.info().takes(&name, direction, None));
        let (reads, writes) = (is_for(Direction::Reading), writes && is_for(Direction::Writing));
        if reads {
            self.import.settings.set(name.clone(), values.to_vec());
        }
        if writes {
            self.export.settings.set(name.clone(), values.to_vec());
        }
        if reads || writes {
            self.settings.push(name);
        }
        reads || writes
    }

    /// Returns the first setting that matters neither to what is read nor to what is written.
    pub fn misplaced(&self, from: &FormatInfo, to: Option<&FormatInfo>) -> Option<&str> {
        let writes = |to: &FormatInfo, name: &str| to.writes_with(name, self.export.target.as_deref());
        let matters = |name: &str| from.reads_with(name) || to.is_some_and(|to| writes(to, name));
        self.settings.iter().map(String::as_str).find(|name| !matters(name))
    }

    /// Returns an empty collection, strict where the options ask for it.
    pub fn diagnostics(&self) -> Diagnostics {
        if self.strict { Diagnostics::strict() } else { Diagnostics::new() }
    }
}

fn parsed<T: FromStr<Err: Display>>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|error| format!("{name} {value:?}: {error}"))
}

/// Reads a count of bytes, as 64M.
fn bytes(name: &str, value: &str) -> Result<u64, String> {
    u64::parse(value).ok_or_else(|| format!("{name} is {}, not {value:?}", u64::EXPECTED))
}

fn rate(name: &str, value: &str) -> Result<f32, String> {
    let rate = parsed(name, value)?;
    if is_rate(rate) { Ok(rate) } else { Err(format!("{name} must be a positive number")) }
}

/// Reads a word of a choice.
pub fn word<C: Choice>(name: &str, value: &str) -> Result<C, String> {
    let words = || C::WORDS.iter().map(|word| word.name).collect::<Vec<_>>().join(", ");
    C::from_name(value).ok_or_else(|| format!("{name} is one of {}, not {value:?}", words()))
}

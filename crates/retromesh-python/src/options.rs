//! Keyword arguments as the options of the library.

use crate::arrays::list;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use retromesh::choice::Choice;
use retromesh::keyframes::is_rate;
use retromesh::options::Normals;
use retromesh::settings::Direction;
use retromesh::{ClipRange, ClipRanges, Denied, Diagnostics, ExportOptions, Format, FormatInfo, ImportOptions};
use std::path::PathBuf;

/// What a call chooses.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) import: ImportOptions,
    pub(crate) export: ExportOptions,
    pub(crate) denied: Denied,
    pub(crate) clips: ClipRanges,
    strict: bool,
    /// The names of settings that single formats know.
    settings: Vec<String>,
}

impl Options {
    /// Takes keyword arguments; those for writing only where something is written.
    pub(crate) fn of(words: Option<&Bound<'_, PyDict>>, writes: bool) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in words.into_iter().flatten() {
            let name: String = name.extract()?;
            if value.is_none() || options.read(&name, &value)? || (writes && options.write(&name, &value)?) {
                continue;
            }
            options.set(&name, &value, writes)?;
        }
        Ok(options)
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        if self.strict { Diagnostics::strict() } else { Diagnostics::new() }
    }

    fn read(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let import = &mut self.import;
        match name {
            "strict" => self.strict = value.extract()?,
            "normals" => import.normals = choice::<Normals>(name, value)?,
            "fps" => import.ticks_per_second = Some(rate(name, value)?),
            "root" => import.root = Some(value.extract::<PathBuf>()?),
            "with_props" => import.with_props = value.extract()?,
            "max_input" => import.limits.input_bytes = value.extract()?,
            "max_decompressed" => import.limits.unpacked_bytes = value.extract()?,
            "max_depth" => import.limits.depth = value.extract()?,
            "max_lods" => import.limits.lods = value.extract()?,
            "clips" => self.clips.ranges = clips(value)?,
            "first_frame" => self.clips.first_frame = value.extract()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn write(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let export = &mut self.export;
        match name {
            "target" => export.target = Some(value.extract()?),
            "textures" => export.textures = choice(name, value)?,
            "lods" => export.lods = value.extract::<String>()?.parse().map_err(PyValueError::new_err)?,
            "pose" => export.pose = Some(value.extract::<String>()?.parse().map_err(PyValueError::new_err)?),
            "frame_rate" => export.frames_per_second = Some(rate(name, value)?),
            "max_output" => export.max_output = Some(value.extract()?),
            "optimize" => export.optimize = value.extract()?,
            "unverified" => export.unverified = value.extract()?,
            "deny" => {
                let codes: Vec<String> = if value.is_instance_of::<PyString>() {
                    vec![value.extract()?]
                } else {
                    list(value, |code| code.extract())?
                };
                let unknown = |name: &str| PyValueError::new_err(format!("no diagnostic code {name:?}"));
                self.denied = Denied::parse(&codes).map_err(unknown)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes what a format declares under this name, with underscores in place of dashes.
    fn set(&mut self, word: &str, value: &Bound<'_, PyAny>, writes: bool) -> PyResult<()> {
        let name = word.replace('_', "-");
        let is_for = |direction| retromesh::all_formats().any(|format| format.info().takes(&name, direction, None));
        let (reads, writes) = (is_for(Direction::Reading), writes && is_for(Direction::Writing));
        if !reads && !writes {
            return Err(PyTypeError::new_err(format!("there is no option {word:?}")));
        }
        let texts = texts(value)?;
        if reads {
            self.import.settings.set(name.clone(), texts.clone());
        }
        if writes {
            self.export.settings.set(name.clone(), texts);
        }
        self.settings.push(name);
        Ok(())
    }

    /// Makes sure that each setting matters to what is read or to what is written.
    pub(crate) fn matter(&self, from: &FormatInfo, to: Option<&dyn Format>) -> PyResult<()> {
        let writes = |to: &dyn Format, name: &str| to.info().writes_with(name, self.export.target.as_deref());
        let matters = |name: &str| from.reads_with(name) || to.is_some_and(|to| writes(to, name));
        match self.settings.iter().find(|name| !matters(name)) {
            None => Ok(()),
            Some(name) => {
                let to = to.map_or(String::new(), |to| format!(" or for writing {}", to.info().id));
                Err(PyValueError::new_err(format!("{name:?} is no setting for reading {}{to}", from.id)))
            }
        }
    }
}

/// Returns the texts of a setting.
fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(vec![flag.to_string()]);
    }
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    match value.try_iter() {
        Ok(items) => items.map(|item| Ok(item?.str()?.to_string())).collect(),
        Err(_) => Ok(vec![value.str()?.to_string()]),
    }
}

/// Reads a word of a choice.
pub(crate) fn choice<C: Choice>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<C> {
    let word: String = value.extract()?;
    C::from_name(&word).ok_or_else(|| {
        let words: Vec<&str> = C::WORDS.iter().map(|word| word.name).collect();
        PyValueError::new_err(format!("{name} is one of {}, not {word:?}", words.join(", ")))
    })
}

fn rate(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let rate: f32 = value.extract()?;
    if is_rate(rate) { Ok(rate) } else { Err(PyValueError::new_err(format!("{name} must be a positive number"))) }
}

/// Reads clips: tuples of a name, the first and the last frame, and perhaps a speed in frames per second.
fn clips(value: &Bound<'_, PyAny>) -> PyResult<Vec<ClipRange>> {
    let range = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let (name, first, last, speed): (String, f32, f32, Option<f32>) = match item.len()? {
            3 => item.extract::<(String, f32, f32)>().map(|(name, first, last)| (name, first, last, None))?,
            _ => item.extract()?,
        };
        ClipRange { name, first, last, speed, ..ClipRange::default() }.checked().map_err(PyValueError::new_err)
    };
    value.try_iter()?.map(range).collect()
}

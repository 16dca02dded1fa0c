//! Keyword arguments as the options of the library.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use retromesh::choice::Choice;
use retromesh::named_options::word;
use retromesh::{ClipRange, ClipRanges, Format, FormatInfo, NamedOptions};

/// No option takes more values: what is handed over may be endless.
const MAX_VALUES: usize = 1 << 12;

/// What a call chooses.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) named: NamedOptions,
    pub(crate) clips: ClipRanges,
}

impl Options {
    /// Takes keyword arguments; those for writing only where something is written.
    pub(crate) fn of(words: Option<&Bound<'_, PyDict>>, writes: bool) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in words.into_iter().flatten() {
            let name: String = name.extract()?;
            if !value.is_none() {
                options.set(&name, &value, writes)?;
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>, writes: bool) -> PyResult<()> {
        match name {
            "clips" => self.clips.ranges = clips(value)?,
            "first_frame" => self.clips.first_frame = value.extract()?,
            _ => {
                let values = texts(value)?;
                let last = values.last().map_or("", String::as_str);
                let is_known = self.named.read(name, last).and_then(|known| {
                    Ok(known || (writes && self.named.write(name, &values)?) || self.named.set(name, &values, writes))
                });
                if !is_known.map_err(PyValueError::new_err)? {
                    return Err(PyTypeError::new_err(format!("there is no option {name:?}")));
                }
            }
        }
        Ok(())
    }

    /// Makes sure that each setting matters to what is read or to what is written.
    pub(crate) fn matter(&self, from: &FormatInfo, to: Option<&dyn Format>) -> PyResult<()> {
        match self.named.misplaced(from, to.map(Format::info)) {
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
    let Ok(items) = value.try_iter() else { return Ok(vec![value.str()?.to_string()]) };
    let texts: Vec<String> =
        items.take(MAX_VALUES + 1).map(|item| Ok(item?.str()?.to_string())).collect::<PyResult<_>>()?;
    if texts.len() > MAX_VALUES {
        return Err(PyValueError::new_err(format!("an option takes at most {MAX_VALUES} values")));
    }
    Ok(texts)
}

/// Reads a word of a choice.
pub(crate) fn choice<C: Choice>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<C> {
    word(name, &value.extract::<String>()?).map_err(PyValueError::new_err)
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

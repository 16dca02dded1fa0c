//! Files in and out.

use crate::errors::Outcome;
use crate::options::Options;
use crate::pickled::{Reduced, reduced};
use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict};
use retromesh::{Diagnostics, Folder, FormatInfo, Overwrite, Source, StoredFiles};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What to read: a file, or bytes with a name and with the files next to them.
pub(crate) enum Input {
    Path(PathBuf),
    Bytes { bytes: Vec<u8>, name: PathBuf, sidecars: Option<StoredFiles> },
}

impl Input {
    /// Takes a path or bytes; `name` and `files` belong to bytes.
    pub(crate) fn of(
        object: &Bound<'_, PyAny>,
        name: Option<PathBuf>,
        files: Option<HashMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let (bytes, name) = match content(object)? {
            Some(bytes) => (Some(bytes), name),
            None if object.hasattr("read")? => {
                let read = object.call_method0("read")?;
                let expected = || PyTypeError::new_err("the file must be open for bytes: open(path, \"rb\")");
                // Files of the system know their paths, those in memory do not.
                let own = || object.getattr("name").ok()?.extract::<PathBuf>().ok();
                (Some(content(&read)?.ok_or_else(expected)?), name.or_else(own))
            }
            None => (None, name),
        };
        let Some(bytes) = bytes else {
            if name.is_some() || files.is_some() {
                return Err(PyTypeError::new_err("name and files are for bytes; a path has both"));
            }
            return object.extract().map(Self::Path);
        };
        let read = |(name, bytes): (String, Bound<'_, PyAny>)| Ok::<_, PyErr>((name, crate::arrays::bytes(&bytes)?));
        let files = files.map(|files| files.into_iter().map(read).collect::<PyResult<HashMap<_, _>>>()).transpose()?;
        let name = name.unwrap_or_else(|| "model".into());
        // Bytes whose name leads into a folder belong there; others have nothing next to them.
        let in_folder = name.parent().is_some_and(|folder| !folder.as_os_str().is_empty());
        let sidecars = if in_folder && files.is_none() { None } else { Some(stored(files.unwrap_or_default())) };
        Ok(Self::Bytes { bytes, name, sidecars })
    }

    /// Returns what stands for it in reports.
    pub(crate) fn label(&self) -> String {
        let (Self::Path(path) | Self::Bytes { name: path, .. }) = self;
        path.to_string_lossy().into_owned()
    }

    /// Reads the file and returns its format.
    pub(crate) fn load(self, options: &Options) -> Outcome<Source> {
        let (limits, root) = (&options.named.import.limits, options.named.import.root.as_deref());
        let source = match self {
            Self::Path(path) => Source::load(path, limits)?.within(root),
            Self::Bytes { bytes, name, sidecars } => {
                limits.allow_input(bytes.len() as u64)?;
                let mut source = Source::from_bytes(bytes, &name, limits)?;
                if let Some(sidecars) = sidecars {
                    source.folder = Folder::of_file(&name, limits.input_bytes).among(&sidecars);
                }
                source.within(root)
            }
        };
        Ok(source.with_clips(options.clips.clone()))
    }
}

/// Returns the bytes of an object that holds some: `bytes`, `bytearray`, a `memoryview`, or an array of `uint8`; `None` for others.
fn content(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Some(bytes.to_vec()));
    }
    let is_view = object.get_type().name()? == "memoryview";
    let is_array = object.cast::<PyUntypedArray>().is_ok();
    if is_array && object.getattr("dtype")?.getattr("name")?.extract::<String>()? != "uint8" {
        return Err(PyTypeError::new_err("an array of bytes has the type uint8"));
    }
    if is_view || is_array {
        return Ok(Some(object.call_method0("tobytes")?.extract()?));
    }
    Ok(None)
}

fn stored(files: HashMap<String, Vec<u8>>) -> StoredFiles {
    let sizes: Vec<(String, u64)> = files.iter().map(|(name, bytes)| (name.clone(), bytes.len() as u64)).collect();
    StoredFiles::new(sizes, move |path| files.get(path).cloned())
}

/// Returns the folder in which images are looked for; without a path there are none.
pub(crate) fn folder(path: Option<&Path>, options: &Options) -> Folder {
    let limit = options.named.import.limits.input_bytes;
    match path {
        Some(path) => Folder::new(path, limit).within(options.named.import.root.as_deref()),
        None => Folder::new("", limit).among(&stored(HashMap::new())),
    }
}

/// What was dropped, repaired or approximated: coded, counted, with the place where it first happened.
#[pyclass(frozen, get_all, module = "retromesh")]
#[derive(Clone, Serialize, Deserialize)]
#[allow(clippy::unsafe_derive_deserialize, reason = "what clippy means is made by the macros of pyo3")]
pub(crate) struct Diagnostic {
    /// The code, such as `lost-keys`; `retromesh help CODE` explains it.
    code: String,
    /// `note`, `defect`, `approximated` or `lost`.
    severity: String,
    /// How often it happened.
    count: u64,
    /// The byte of the input where it first happened.
    offset: Option<u64>,
    /// The structure where it first happened.
    path: String,
    /// What exactly was found, or empty.
    detail: String,
    /// What the code means, in a sentence.
    summary: String,
    /// All of this in one line.
    line: String,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> &str {
        &self.line
    }

    fn __repr__(&self) -> String {
        format!("<retromesh.Diagnostic {}>", self.line)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Diagnostic", self)
    }
}

pub(crate) fn diagnostics(found: &Diagnostics) -> Vec<Diagnostic> {
    let of = |entry: &retromesh::Diagnostic| Diagnostic {
        code: entry.code.id().to_owned(),
        severity: entry.code.severity().name().to_owned(),
        count: entry.count,
        offset: entry.offset,
        path: entry.path.clone(),
        detail: entry.detail.clone(),
        summary: entry.code.summary().to_owned(),
        line: entry.to_string(),
    };
    found.entries().iter().map(of).collect()
}

/// What a conversion did.
#[pyclass(frozen, get_all, module = "retromesh")]
#[derive(Clone, Serialize, Deserialize)]
#[allow(clippy::unsafe_derive_deserialize, reason = "what clippy means is made by the macros of pyo3")]
pub(crate) struct Report {
    /// The id of the format of the input; `None` for a scene that came from no file.
    from_format: Option<String>,
    /// The id of the format of the output.
    to_format: String,
    /// The size of the input in bytes.
    bytes_in: u64,
    /// The size of the output and of the files next to it, in bytes.
    bytes_out: u64,
    /// What was found on the way.
    diagnostics: Vec<Diagnostic>,
    /// Whether something was lost or approximated.
    lossy: bool,
}

impl Report {
    pub(crate) fn of(from: Option<&FormatInfo>, to: &FormatInfo, bytes: [u64; 2], found: &Diagnostics) -> Self {
        let [bytes_in, bytes_out] = bytes;
        let (from_format, to_format) = (from.map(|info| info.id.to_owned()), to.id.to_owned());
        Self { from_format, to_format, bytes_in, bytes_out, diagnostics: diagnostics(found), lossy: found.is_lossy() }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let from = self.from_format.as_deref().unwrap_or("scene");
        format!("<retromesh.Report {from} to {}, {} diagnostics>", self.to_format, self.diagnostics.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Report", self)
    }
}

/// A model in the form of its file, with the files that belong next to it.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Output {
    pub(crate) output: retromesh::Output,
    pub(crate) report: Report,
}

#[pymethods]
impl Output {
    /// The model file.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.output.bytes)
    }

    /// Files to be put next to it, by name.
    #[getter]
    fn sidecars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, bytes) in &self.output.sidecars {
            dict.set_item(name, PyBytes::new(py, bytes))?;
        }
        Ok(dict)
    }

    /// What was done.
    #[getter]
    fn report(&self) -> Report {
        self.report.clone()
    }

    /// What was found on the way: the diagnostics of the report.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.report.diagnostics.clone()
    }

    /// Writes the model and the files next to it; each is complete or not there. A file that is there stays unless `overwrite` is true.
    #[pyo3(signature = (path, *, overwrite=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, overwrite: bool) -> PyResult<()> {
        let overwrite = if overwrite { Overwrite::Replace } else { Overwrite::Refuse };
        let save = || -> Outcome<()> { Ok(retromesh::save(&path, &self.output, overwrite)?) };
        Ok(py.detach(save)?)
    }

    fn __repr__(&self) -> String {
        let (bytes, sidecars) = (self.output.bytes.len(), self.output.sidecars.len());
        format!("<retromesh.Output of {bytes} bytes as {}, {sidecars} files next to it>", self.report.to_format)
    }
}

//! Models that were read.

use crate::errors::Outcome;
use crate::files::{Diagnostic, Input, Output, Report, diagnostics};
use crate::options::Options;
use crate::scene::{Scene, format_of};
use crate::values;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use retromesh::facts::{Entry, Info};
use retromesh::layout::{self, json};
use retromesh::options::Textures;
use retromesh::{Diagnostics, FormatInfo, Opened, Request, Source};
use std::collections::HashMap;
use std::path::PathBuf;

/// A model file that was read: its scene, and what the file says for itself.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Model {
    pub(crate) source: Source,
    label: String,
    options: Options,
    scene: Py<Scene>,
    version: String,
    found: Diagnostics,
}

/// Reads a model file into a scene.
///
/// `source` is a path or bytes; bytes may have a `name`, which helps where the content is ambiguous, and `files` that are next to them, by
/// name. With `images` the files of textures are found and read. Further options: `strict`, `normals` (`keep`, `auto`, `recompute`), `fps`,
/// `root`, `with_props`, `clips` (tuples of name, first and last frame), `first_frame`, `max_input`, `max_decompressed`, `max_depth`, `max_lods`, and the
/// settings of the format.
///
/// >>> import retromesh
/// >>> model = retromesh.open("fixtures/b3d/letter-f.b3d")
/// >>> model.format, model.scene.meshes[0].positions.shape[1]
/// ('b3d', 3)
#[pyfunction]
#[pyo3(signature = (source, *, name=None, files=None, images=false, **options))]
pub(crate) fn open(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: Option<PathBuf>,
    files: Option<HashMap<String, Bound<'_, PyAny>>>,
    images: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Model> {
    let (source, label, options) = read(py, source, name, files, options)?;
    let (opened, found) = read_scene(py, &source, &options, images)?;
    let scene = Py::new(py, Scene::of(opened.scene))?;
    Ok(Model { source, label, options, scene, version: opened.version, found })
}

/// Reads options and the file of a function that writes nothing.
pub(crate) fn read(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: Option<PathBuf>,
    files: Option<HashMap<String, Bound<'_, PyAny>>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Source, String, Options)> {
    let (input, options) = (Input::of(source, name, files)?, Options::of(options, false)?);
    let label = input.label();
    let source = py.detach(|| input.load(&options))?;
    options.matter(source.format.info(), None)?;
    Ok((source, label, options))
}

/// Builds the scene of a file and says what was found.
pub(crate) fn read_scene(
    py: Python<'_>,
    source: &Source,
    options: &Options,
    images: bool,
) -> PyResult<(Opened, Diagnostics)> {
    let mut found = options.named.diagnostics();
    let read = || -> Outcome<_> {
        let mut opened = retromesh::open_source(source, &options.named.import, &mut found)?;
        if images {
            opened.find_images(&source.folder, Textures::Embed, &mut found)?;
        }
        Ok(opened)
    };
    Ok((py.detach(read)?, found))
}

impl Model {
    pub(crate) fn format_info(&self) -> &'static FormatInfo {
        self.source.format.info()
    }
}

/// Returns what `retromesh info --json` reports about a file.
pub(crate) fn info<'py>(
    py: Python<'py>,
    source: &Source,
    label: &str,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let look = || -> Outcome<_> {
        let mut found = options.named.diagnostics();
        let opened = retromesh::open_source(source, &options.named.import, &mut found)?;
        Ok(Info::of(source, &opened, &found))
    };
    let facts = py.detach(look)?;
    values::from_json(py, &Entry::of(Info::SCHEMA, label.to_owned(), facts))
}

/// Converts a model that is in memory.
pub(crate) fn convert(
    py: Python<'_>,
    source: &Source,
    to: &str,
    name: String,
    mut options: Options,
) -> PyResult<Output> {
    let format = format_of(to)?;
    options.matter(source.format.info(), Some(format))?;
    options.named.export.file_name = name;
    let work = || -> Outcome<Output> {
        let mut found = options.named.diagnostics();
        let request = Request::new(&options.named.import, &options.named.export).deny(&options.named.denied);
        let converted = retromesh::convert_source(source, format, &request, &mut found)?;
        let done = converted.conversion;
        let report = Report::of(Some(done.from), done.to, [done.bytes_in, done.bytes_out], &found);
        Ok(Output { output: converted.output, report })
    };
    Ok(py.detach(work)?)
}

/// Prints a model as `retromesh dump` does: its document, its scene, or as JSON which byte is what.
pub(crate) fn dump(
    source: &Source,
    label: &str,
    options: &Options,
    (scene, json, whole): (bool, bool, bool),
) -> Outcome<String> {
    let mut found = options.named.diagnostics();
    let model = source.read(&options.named.import, &mut found)?;
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = if scene {
        retromesh::dump::scene(&model.to_scene_with(&options.named.import, &mut found)?, &mut text)
    } else if json {
        let walked = layout::of_model(&*model).and_then(|layout| layout.layout(&source.bytes, &mut ()));
        walked.map_err(|error| error.in_format(source.format.info().id))?;
        json::print(&mut text, label, source.format.info(), &*model, &source.bytes, whole)
    } else {
        model.dump(&mut text)
    };
    Ok(text)
}

#[pymethods]
impl Model {
    /// What the file holds, in the common form.
    #[getter]
    pub(crate) fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The id of the format: `b3d`, `bo3d`, `bgl`, `bmd`, `p3d`, `rmesh`, `x`, `gltf`, `obj`, `paa`, `image`, `rtm`.
    #[getter]
    fn format(&self) -> &'static str {
        self.format_info().id
    }

    /// The version or variant of the file.
    #[getter]
    fn version(&self) -> &str {
        &self.version
    }

    /// What was found while the file was read.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        diagnostics(&self.found)
    }

    /// The bytes of the file.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.source.bytes)
    }

    /// Takes the document apart and puts it together again: the same bytes.
    fn encode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let encode =
            || -> Outcome<_> { Ok(self.source.read(&self.options.named.import, &mut Diagnostics::new())?.encode()?) };
        Ok(PyBytes::new(py, &py.detach(encode)?))
    }

    /// Returns what `retromesh info --json` says; reads the file again.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        info(py, &self.source, &self.label, &self.options)
    }

    /// Prints the document as `retromesh dump` does; with `scene` the scene; with `json` which byte is what.
    #[pyo3(signature = (*, scene=false, json=false, whole=false))]
    fn dump(&self, py: Python<'_>, scene: bool, json: bool, whole: bool) -> PyResult<String> {
        Ok(py.detach(|| dump(&self.source, &self.label, &self.options, (scene, json, whole)))?)
    }

    /// Writes the document as text, which `pack` turns back.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let text = || -> Outcome<_> { Ok(self.source.text(&self.options.named.import, &mut Diagnostics::new())?) };
        Ok(py.detach(text)?)
    }

    /// Converts the model in memory, as `retromesh.convert_bytes` does.
    #[pyo3(signature = (to, *, file_name=None, **options))]
    fn convert(
        &self,
        py: Python<'_>,
        to: &str,
        file_name: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Output> {
        let name = file_name.unwrap_or_else(|| output_name(&self.source.name, to));
        convert(py, &self.source, to, name, Options::of(options, true)?)
    }

    /// Lists what the engine of a target will refuse, drop or show wrong; without a target, what every rule of the format finds.
    #[pyo3(signature = (target=None))]
    fn lint<'py>(&self, py: Python<'py>, target: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        crate::functions::lint_source(py, &self.source, target, &self.options)
    }

    /// A model may be used in a `with` statement; nothing is open that would have to be closed.
    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[allow(clippy::unused_self, reason = "the protocol of `with` has it")]
    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) -> bool {
        false
    }

    fn __repr__(&self) -> String {
        format!("<retromesh.Model {:?}, {} {}>", self.label, self.format_info().name, self.version)
    }
}

/// Returns the name of what a file becomes.
pub(crate) fn output_name(input: &str, to: &str) -> String {
    let name = if input.is_empty() { "model" } else { input };
    PathBuf::from(name).with_extension(to.trim_start_matches('.')).to_string_lossy().into_owned()
}

/// Packs a text that `Model.text` wrote, perhaps with edits, into the bytes of a file.
#[pyfunction]
pub(crate) fn pack<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| -> Outcome<_> { Ok(retromesh::pack(text.as_bytes())?) })?;
    Ok(PyBytes::new(py, &bytes))
}

//! Archives: what is in them, and its bytes.

use crate::errors::Outcome;
use crate::files::Input;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use retromesh::Limits;
use std::path::PathBuf;

/// A `.pbo` or `.zip` file: lists what is in it, and reads one file at a time. Nothing is unpacked to the disk.
///
/// `source` is a path, or bytes with a `name`, whose extension says of which kind the archive is. Models in an archive on the disk need none
/// of this: `retromesh.open` takes paths that lead into it.
///
/// >>> import retromesh
/// >>> archive = retromesh.Archive("fixtures/pbo/tank.pbo")
/// >>> archive.prefix, archive.paths()[0]
/// ('tank', 'config.cpp')
/// >>> retromesh.open("fixtures/pbo/tank.pbo/tank.p3d").format
/// 'p3d'
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Archive(retromesh::Archive);

#[pymethods]
impl Archive {
    #[new]
    #[pyo3(signature = (source, *, name=None))]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>, name: Option<PathBuf>) -> PyResult<Self> {
        let input = Input::of(source, name, None)?;
        let open = || -> Outcome<_> {
            let archive = match input {
                Input::Path(path) => retromesh::Archive::open(path)?,
                Input::Bytes { bytes, name, .. } => retromesh::Archive::from_bytes(bytes, name)?,
            };
            // What is left of a cut one is not all of it.
            archive.damage().map_or(Ok(archive), |error| Err(error.into()))
        };
        Ok(Self(py.detach(open)?))
    }

    /// The kind of the archive: `pbo` or `zip`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The path below which the game finds the files, with slashes; `None` where the archive does not say so.
    #[getter]
    fn prefix(&self) -> Option<&str> {
        self.0.prefix()
    }

    /// Lists the paths of the files with slashes, sorted.
    fn paths(&self) -> Vec<String> {
        self.0.paths().collect()
    }

    /// Reads a file whole. `max_decompressed` bounds what a packed one may become, in bytes.
    #[pyo3(signature = (path, *, max_decompressed=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        max_decompressed: Option<u64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut limits = Limits::default();
        limits.unpacked_bytes = max_decompressed.unwrap_or(limits.unpacked_bytes);
        let read = || -> Outcome<_> { Ok(self.0.read(path, &limits)?) };
        Ok(PyBytes::new(py, &py.detach(read)?))
    }

    fn __len__(&self) -> usize {
        self.0.paths().count()
    }

    fn __repr__(&self) -> String {
        format!("<retromesh.Archive: {} of {} files>", self.0.kind(), self.__len__())
    }
}

//! Objects on their way to other processes: what `pickle` keeps of them is JSON.

use crate::errors::Outcome;
use crate::files::{Diagnostic, Report};
use crate::scene::Scene;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What `__reduce__` returns: what is called to make the object again, and with what.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyBytes>));

/// Returns what `pickle` keeps of an object of a class that [`restore`] knows.
pub(crate) fn reduced<'py>(
    py: Python<'py>,
    class: &'static str,
    value: &(impl Serialize + Sync),
) -> PyResult<Reduced<'py>> {
    let json = py.detach(|| serde_json::to_vec(value)).map_err(|e| PyValueError::new_err(e.to_string()))?;
    Ok((py.import("retromesh._retromesh")?.getattr("_restore")?, (class, PyBytes::new(py, &json))))
}

/// Makes an object again of what `pickle` kept.
#[pyfunction(name = "_restore")]
#[pyo3(signature = (kind, json, /))]
pub(crate) fn restore<'py>(py: Python<'py>, kind: &str, json: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    Ok(match kind {
        "Scene" => {
            let scene: retromesh::Scene = read(py, kind, json)?;
            let valid = || -> Outcome<_> { Ok(scene.into_valid()?) };
            Bound::new(py, Scene::of(py.detach(valid)?))?.into_any()
        }
        "Report" => Bound::new(py, read::<Report>(py, kind, json)?)?.into_any(),
        "Diagnostic" => Bound::new(py, read::<Diagnostic>(py, kind, json)?)?.into_any(),
        _ => return Err(PyValueError::new_err(format!("nothing of class {kind} was kept"))),
    })
}

fn read<T: DeserializeOwned + Send>(py: Python<'_>, class: &str, json: &[u8]) -> PyResult<T> {
    let of = |error| PyValueError::new_err(format!("expected a {class} that this version kept: {error}"));
    py.detach(|| serde_json::from_slice(json)).map_err(of)
}

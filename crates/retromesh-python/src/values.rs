//! Values between Rust and Python.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString};
use retromesh::{Extra, Extras};
use serde::Serialize;

/// Returns what serde writes as objects of Python, as `json.loads` does.
pub(crate) fn from_json<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|e| PyValueError::new_err(e.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Extra values, which Python gets as a dict.
pub(crate) struct Dict<'e>(pub(crate) &'e Extras);

impl<'py> IntoPyObject<'py> for Dict<'_> {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let dict = PyDict::new(py);
        for (key, value) in self.0 {
            dict.set_item(key, extra(py, value)?)?;
        }
        Ok(dict)
    }
}

fn extra<'py>(py: Python<'py>, value: &Extra) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Extra::Bool(value) => value.into_bound_py_any(py),
        Extra::Int(value) => value.into_bound_py_any(py),
        Extra::Float(value) => value.into_bound_py_any(py),
        Extra::Text(value) => value.into_bound_py_any(py),
        Extra::Bytes(value) => PyBytes::new(py, value).into_bound_py_any(py),
        Extra::List(list) => {
            let list: Vec<_> = list.iter().map(|value| extra(py, value)).collect::<PyResult<_>>()?;
            list.into_bound_py_any(py)
        }
        Extra::Map(map) => Dict(map).into_bound_py_any(py),
    }
}

/// How deep values may lie in each other.
const DEEPEST: usize = 64;

/// Reads extra values out of a dict.
pub(crate) fn read_extras(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Extras> {
    dict.map_or_else(|| Ok(Extras::new()), |dict| read_map(dict, 0))
}

fn read_map(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Extras> {
    dict.iter().map(|(key, value)| Ok((key.extract()?, read_extra(&value, depth + 1)?))).collect()
}

fn read_extra(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Extra> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err("extras are nested too deeply"));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(Extra::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Extra::Int(value.extract()?));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Extra::Float(value.extract()?));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Extra::Text(value.extract()?));
    }
    if value.is_instance_of::<PyBytes>() {
        return Ok(Extra::Bytes(value.extract()?));
    }
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(Extra::List(list.iter().map(|value| read_extra(&value, depth + 1)).collect::<PyResult<_>>()?));
    }
    if let Ok(map) = value.cast::<PyDict>() {
        return Ok(Extra::Map(read_map(map, depth)?));
    }
    let kind = value.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("an extra is a bool, int, float, str, bytes, list or dict, not {kind}")))
}

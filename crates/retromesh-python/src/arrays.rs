//! Arrays of a scene as numpy arrays that copy nothing.

use numpy::ndarray::{ArrayView, IxDyn};
use numpy::{Element, PyArrayDyn, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use retromesh::Valid;
use std::sync::Arc;

/// A scene that is shared by what shows parts of it, and never changed.
pub(crate) type Data = Arc<Valid<'static>>;

/// Keeps a scene alive for the arrays that borrow from it: the `base` of each of them.
#[pyclass(frozen, module = "retromesh._retromesh")]
struct Owner {
    _scene: Data,
}

/// Returns numbers of a scene as an array of rows of so many columns (of one row, where it is 1) that borrows them. It cannot be
/// written to, and keeps the scene alive.
#[allow(unsafe_code, reason = "numpy has no safe way to borrow from what Python does not own")]
pub(crate) fn borrowed<'py, T: Element>(
    py: Python<'py>,
    scene: &Data,
    columns: usize,
    pick: impl for<'s> Fn(&'s Valid<'static>) -> &'s [T],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let owner = Bound::new(py, Owner { _scene: Arc::clone(scene) })?.into_any();
    let numbers = pick(scene);
    let shape = if columns == 1 { vec![numbers.len()] } else { vec![numbers.len() / columns, columns] };
    let view = ArrayView::from_shape(IxDyn(&shape), numbers).map_err(|e| PyValueError::new_err(e.to_string()))?;
    // SAFETY: `pick` is called with any lifetime, so what it returns lies in the scene or is static. The scene does not move, for it is
    // behind an `Arc`, and does not change, for nothing takes it out of the `Arc` mutably and it has no interior mutability. The owner
    // holds the `Arc` as long as numpy holds the owner, which is as long as the array or a view of it lives.
    let array = unsafe { PyArrayDyn::borrow_from_array(&view, owner) };
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}

/// Returns numbers as an array that owns them, of rows of so many columns.
pub(crate) fn owned<T: Element>(py: Python<'_>, numbers: Vec<T>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
    let rows = numbers.len() / columns.max(1);
    let array = numpy::PyArray1::from_vec(py, numbers);
    if columns == 1 { Ok(array.into_any()) } else { Ok(array.reshape([rows, columns])?.into_any()) }
}
